package causes

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"

	"scf/ast"
	"scf/internal/diag"
)

// This file puts causes into words: those of the source.

// teller tells about one function.
type teller struct {
	named func(string) bool
	// temporaries are the values of variables that the source does not name, of those that have one.
	temporaries map[string]ast.Expr
	file        string
	globals     []ast.Global
	passed      func(name string) []ast.Global
	bounds      map[int64]string
}

func newTeller(in Input) *teller {
	t := &teller{named: in.Named, temporaries: map[string]ast.Expr{}, bounds: in.Bounds, globals: in.Globals, passed: in.Passed}
	if t.passed == nil {
		t.passed = func(string) []ast.Global { return nil }
	}
	ast.Walk(in.Func.Body, func(c ast.Cmd) {
		if at := ast.PlaceOf(c); t.file == "" {
			t.file = at.File
		}
		switch c := c.(type) {
		case *ast.Declare:
			if i, ok := c.Init.(*ast.InitExpr); ok {
				t.temporary(c.Name, i.X)
			}
		case *ast.Assign:
			t.temporary(c.Name, c.X)
		}
	}, nil, nil)
	return t
}

// temporary notes that the variable is set to e. One that is set to two expressions is shown by its name.
func (t *teller) temporary(name string, e ast.Expr) {
	if t.named(plain(name)) {
		return
	}
	if other, twice := t.temporaries[name]; twice && (other == nil || ast.PrintExpr(other) != ast.PrintExpr(e)) {
		e = nil
	}
	t.temporaries[name] = e
}

var numbered = regexp.MustCompile(`#[0-9]+\b`)

// plain is a variable's name in the source.
func plain(name string) string { return numbered.ReplaceAllString(name, "") }

// clip bounds an expression in a message.
const clip = 60

// expr is e as the source has it; without a conversion of the whole, which C mostly makes by itself.
func (t *teller) expr(e ast.Expr) string {
	e = t.inSource(e, 3)
	if c, ok := e.(*ast.Convert); ok {
		e = c.X
	}
	text := numbered.ReplaceAllString(ast.PrintExpr(ast.ExprWithoutGlobals(e, t.globals, t.passed)), "")
	if len(text) > clip {
		return text[:clip-4] + " ..."
	}
	return text
}

// memory is what the parameter called name leads to.
func (t *teller) memory(name string) string {
	if slices.ContainsFunc(t.globals, func(g ast.Global) bool { return g.Name == name }) {
		return name
	}
	return "what " + name + " points to"
}

// inSource is e with temporaries replaced by what they are set to.
func (t *teller) inSource(e ast.Expr, depth int) ast.Expr {
	if i, ok := ast.DispatchedBy(e); ok {
		return t.inSource(i, depth)
	}
	if v, ok := e.(*ast.Var); ok && depth > 0 {
		if x := t.temporaries[v.Name]; x != nil {
			return t.inSource(x, depth-1)
		}
	}
	return ast.RebuildExpr(e, func(x ast.Expr) ast.Expr { return t.inSource(x, depth) })
}

// line is a place in a message about the function.
func (t *teller) line(at diag.Pos) string {
	switch {
	case !at.IsValid():
		return "another line"
	case at.File != t.file:
		return fmt.Sprintf("%s:%d", filepath.Base(at.File), at.Line)
	}
	return fmt.Sprintf("line %d", at.Line)
}

// decision is a test or loop that is left, and why.
func (t *teller) decision(d *decision) string {
	what, shown := "the test "+t.expr(d.test), d.test
	switch c := d.cmd.(type) {
	case *ast.Switch:
		what, shown = "which arm of the switch runs", nil
		if _, ok := ast.DispatchedBy(c.Test); ok {
			what = "which function of a table is called"
		}
	case *ast.If:
		if _, ok := ast.DispatchedBy(c.Test); ok {
			what = "which function is called by the pointer " + t.expr(d.test)
		}
	default:
		return "loop kept: " + cmp.Or(d.bound, t.whyKept(d))
	}
	return what + t.dependence(shown, d.why)
}

// whyKept is what the tests of a loop that is kept depend on; empty where that is not known.
func (t *teller) whyKept(d *decision) string {
	switch {
	case d.why == nil:
		return ""
	case d.why.kind == branch:
		return fmt.Sprintf("whether it is left at %s%s", t.line(d.why.at), t.dependence(nil, d.why.next))
	}
	if c, ok := d.test.(*ast.Const); ok && c.Value != nil {
		return "what leads it on" + t.dependence(nil, d.why)
	}
	return "its test " + t.expr(d.test) + t.dependence(d.test, d.why)
}

// dependence says what a test depends on.
func (t *teller) dependence(test ast.Expr, why *cause) string {
	why = t.inWords(why)
	switch {
	case why == nil:
		return " is not known"
	case why.x == nil:
		return " is not known" + t.tail(why, 0)
	case test != nil && t.expr(test) == t.expr(why.x) && why.kind != through && why.kind != atIndex:
		return " is not known" + after(": ", t.clause(why, "it", 0))
	}
	return " depends on " + t.expr(why.x) + t.tail(why, 0)
}

// inWords is c without the temporaries that it begins with.
func (t *teller) inWords(c *cause) *cause {
	for c != nil && c.kind == set && t.temporaries[c.name] != nil && c.next != nil {
		c = c.next
	}
	return c
}

// longest bounds the links of a chain.
const longest = 4

// tail goes on behind the expression of the cause: `, which is ...`.
func (t *teller) tail(c *cause, depth int) string {
	c = t.inWords(c)
	switch {
	case c == nil || depth >= longest:
		return ""
	case c.kind == through || c.kind == atIndex:
		return t.follow(c.next, c.x, depth)
	}
	return after(", ", t.clause(c, "which", depth))
}

// follow tells of the cause c for a part of the expression shown: `, and x is ...`.
func (t *teller) follow(c *cause, shown ast.Expr, depth int) string {
	c = t.inWords(c)
	switch {
	case c == nil || depth >= longest || c.x == nil:
		return ""
	case shown != nil && t.expr(c.x) == t.expr(shown):
		return t.tail(c, depth)
	case c.kind == through || c.kind == atIndex:
		return ", and in it " + t.expr(c.x) + t.follow(c.next, c.x, depth+1)
	}
	return after(", and ", t.clause(c, t.expr(c.x), depth))
}

func after(sep, text string) string {
	if text == "" {
		return ""
	}
	return sep + text
}

// clause says of the subject, which is the expression of the cause or "which" in place of it, why it is not known; empty where that is not
// known.
func (t *teller) clause(c *cause, subject string, depth int) string {
	switch c.kind {
	case parameter:
		return subject + " is not constant"
	case pointee:
		if c.name != "" {
			return fmt.Sprintf("%s is in memory that is not constant, %s", subject, t.memory(plain(c.name)))
		}
		return subject + " is in memory of which nothing constant is said"
	case global:
		return subject + " is in memory that is not known when the function begins"
	case call:
		return subject + " is the result of a call"
	case set:
		return doing(t.line(c.at), "sets", subject) + " to " + t.expr(c.value) + t.follow(c.next, c.value, depth+1)
	case either:
		return t.either(c, subject, depth)
	case moved:
		return t.moved(c, subject, depth)
	case changed:
		return t.changed(c, subject)
	case undefined:
		return subject + " has no value yet"
	case anyElement:
		return subject + " is an element of an array of its own, which is known only at an index that the source gives as a number"
	case bitField:
		return subject + " is a bit-field, and passes do not follow those"
	case address:
		return subject + " is an address, which only the running program knows"
	case backward, notComputed:
		return doing("passes", "do not compute", subject)
	case reinterpreted:
		return subject + " is memory seen as of another type"
	}
	return ""
}

// doing says what a place does with the subject, whose relative pronoun goes first.
func doing(place, verb, subject string) string {
	if subject == "which" {
		return "which " + place + " " + verb
	}
	return place + " " + verb + " " + subject
}

func (t *teller) either(c *cause, subject string, depth int) string {
	where, how := t.line(c.at)+" or "+t.line(c.other), ""
	if !c.at.IsValid() || !c.other.IsValid() || c.at.File == c.other.File && c.at.Line == c.other.Line {
		at := c.at
		if !at.IsValid() {
			at = c.other
		}
		where, how = t.line(at), " or not"
	}
	b := c.next
	return fmt.Sprintf("%s%s, as %s at %s decides%s", doing(where, "sets", subject), how, t.expr(b.x), t.line(b.at), t.follow(b.next, b.x, depth+1))
}

func (t *teller) moved(c *cause, subject string, depth int) string {
	text := doing(t.line(c.at), "changes", subject) + " in the loop at " + t.line(c.other)
	switch b := c.next; {
	case b == nil || depth+1 >= longest:
		return text
	case b.kind == branch:
		return fmt.Sprintf("%s, which may be left as %s at %s decides%s", text, t.expr(b.x), t.line(b.at), t.follow(b.next, b.x, depth+1))
	case b.next == nil:
		return text + ", which is kept"
	default:
		return fmt.Sprintf("%s, which is kept%s", text, t.follow(b.next, nil, depth+1))
	}
}

func (t *teller) changed(c *cause, subject string) string {
	text := doing(t.line(c.at), "may change", subject)
	if called, ok := c.value.(*ast.Call); ok {
		if _, isText := ast.TextOf(called); isText {
			return text + " by " + t.expr(called) + ", which is kept as it is"
		}
		return text + " by calling " + t.expr(called.Fn)
	}
	return text + " by storing to " + t.expr(c.value)
}

// root tells decisions apart by what is behind them; it is empty where that is not known.
func (t *teller) root(d *decision) string {
	switch {
	case d.bound != "":
		return d.bound
	case d.why == nil:
		return ""
	}
	c := d.why.root()
	return fmt.Sprintf("%d %s %s %v", c.kind, c.name, t.expr(orNothing(c.x)), c.at)
}

func orNothing(e ast.Expr) ast.Expr {
	if e == nil {
		return &ast.Const{Value: ast.IntConst(0), Ty: ast.Int}
	}
	return e
}
