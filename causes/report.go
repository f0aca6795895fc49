package causes

import (
	"cmp"
	"fmt"
	"slices"

	"scf/ast"
	"scf/internal/diag"
)

// Input is what is asked about.
type Input struct {
	Func  *ast.Func // as the source has it, with labels and places
	Facts []Fact    // of its parameters
	// Globals are those of the parameters, the last ones, that stand for variables.
	Globals []ast.Global
	// Passed are the variables that calls of a function pass on, as its last arguments, by its name; nil where none does.
	Passed func(name string) []ast.Global
	// Untold is how many parameters, the last ones, it is not told of that they are constant to no end.
	Untold int
	Left   Left
	// Bounds are why loops are kept that are for another reason than their tests, by the numbers of their labels.
	Bounds map[int64]string
	// Named reports whether the source itself uses the name; others were made for what it does not name.
	Named func(string) bool
}

// Note is something to tell about a place in the source.
type Note struct {
	At   diag.Pos // not valid where it is about the whole function
	Text string
	// Root is the parameter or variable of which more could be said, or the function that could be inlined; empty if there is none.
	Root    string
	Inlines bool // Root is a function
	Bound   bool // Text says why a pass keeps the loop, and not what Root has to do with it
	// Label is the number of the label of the test or loop.
	Label int64
}

// Report is what can be told about a function.
type Report struct {
	// Decided is what the constants decided.
	Decided Counts
	// Kept are the tests and loops that are left, those around the most first, each cause once; More is how many others there are.
	Kept []Note
	More int
	// Parameters are those that are constant to no end.
	Parameters []Note
	// Loops are why the loops that are kept are, by the number of their labels.
	Loops map[int64]string
	// Writes are writes to memory that was said not to change.
	Writes []Note
	made   bool // functions were made for calls of which the constants tell something, which may decide something in them
}

// Counts are numbers of nodes of the source. Apart are those of the tests that stand in no loop and have none in them.
// Calls are those of the calls through pointers that lead to one function.
type Counts struct{ Tests, Apart, Loops, Loads, Operations, Calls int }

// Little reports whether constants that were given changed little: they decided no test, no loop, no load and no call, and what they computed is no more
// than operations beside tests and loops that are left. Where loops are left, tests apart from them are little too.
func (r *Report) Little() bool {
	d := r.Decided
	small := d.Operations
	if len(r.Loops) > 0 {
		small += d.Apart
	}
	return !r.made && d.Tests+d.Loops+d.Loads+d.Operations+d.Calls == small && (small == 0 || len(r.Kept) > 0)
}

// OnlyCalls reports whether the constants decide nothing in the function but what it calls.
func (r *Report) OnlyCalls() bool {
	d := r.Decided
	return r.made && d.Tests+d.Loops+d.Loads == 0
}

// Of tells about a function; ok is false where that is too much work.
func Of(in Input) (r *Report, ok bool) {
	w := newWalker(in.Func, in.Facts, in.Left)
	plain := newWalker(in.Func, nil, Left{})
	if !w.walk() || !plain.walk() {
		return nil, false
	}
	t := newTeller(in)
	r = &Report{Loops: map[int64]string{}}
	good := w.decidedBeside(plain, &r.Decided)
	w.tellKept(t, r)
	if r.made = in.Left.Made && w.helpsCalls(plain); !r.made {
		w.tellParameters(t, good, in.Untold, r)
	}
	w.tellWrites(t, r)
	return r, true
}

// decidedBeside counts the nodes that the constants decided: those of which nothing is left though they are not known without constants. It gives
// the parameters that had a part in it.
func (w *walker) decidedBeside(plain *walker, n *Counts) (good params) {
	if w.left.Nodes == nil {
		return 0
	}
	inLoop := insideLoops(w.f.Body)
	ast.Walk(w.f.Body, func(c ast.Cmd) {
		undecided := plain.decisions[c]
		if undecided == nil || w.left.keeps(c, true) && !w.left.Open[number(ast.LabelOf(c))] {
			return
		}
		good |= w.comesFrom(undecided.test)
		if isLoop(c) {
			n.Loops++
			return
		}
		n.Tests++
		if !inLoop[c] && !hasLoop(c) {
			n.Apart++
		}
	}, func(e ast.Expr) {
		if c, ok := e.(*ast.Call); ok && w.leads(c, plain) {
			n.Calls++
			good |= w.comesFrom(c.Fn)
		}
		before := plain.values[e]
		if before == nil || before.known() || !w.left.decides(ast.LabelOfExpr(e)) {
			return
		}
		switch e.(type) {
		case *ast.Unary, *ast.Binary, *ast.Convert, *ast.LogAnd, *ast.LogOr, *ast.Cond:
			n.Operations++
		case *ast.Index, *ast.Deref, *ast.Member, *ast.Arrow:
			n.Loads++
		default:
			return
		}
		good |= w.comesFrom(e)
	}, nil)
	return good
}

// leads reports whether the constants decide which function c, a call through a pointer, calls.
func (w *walker) leads(c *ast.Call, plain *walker) bool {
	_, named := c.Fn.(*ast.Object)
	before, now := plain.values[c.Fn], w.values[c.Fn]
	return !named && w.left.has(ast.LabelOfExpr(c)) && before != nil && !before.known() && now != nil && now.known()
}

// helpsCalls reports whether there is a call of which more is known with the constants than without: that an argument is, or what it leads to. Of what
// was not looked at more may be known.
func (w *walker) helpsCalls(plain *walker) (helps bool) {
	helped := func(arg ast.Expr) bool {
		if _, isConst := arg.(*ast.Const); isConst {
			return false
		}
		before, now := plain.values[arg], w.values[arg]
		return before == nil || now == nil || now.known() && !before.known() || now.fact.Known() && !before.fact.Known()
	}
	ast.Walk(w.f.Body, nil, func(e ast.Expr) {
		if call, ok := e.(*ast.Call); ok {
			helps = helps || slices.ContainsFunc(call.Args, helped)
		}
	}, nil)
	return helps
}

// comesFrom are the constant parameters that the value of e comes from.
func (w *walker) comesFrom(e ast.Expr) params {
	if v := w.values[e]; v != nil {
		return v.from
	}
	return 0
}

// insideLoops are the commands in loops of c.
func insideLoops(c ast.Cmd) map[ast.Cmd]bool {
	in := map[ast.Cmd]bool{}
	ast.Walk(c, func(c ast.Cmd) {
		if isLoop(c) && !in[c] {
			ast.Walk(c, func(inner ast.Cmd) { in[inner] = true }, nil, nil)
		}
	}, nil, nil)
	return in
}

func isLoop(c ast.Cmd) bool {
	switch c.(type) {
	case *ast.While, *ast.DoWhile, *ast.For:
		return true
	}
	return false
}

// most bounds what is told of tests and loops that are left.
const most = 3

// tellKept tells of the tests and loops that are left.
func (w *walker) tellKept(t *teller, r *Report) {
	var all []*decision
	open := map[ast.Cmd]bool{} // what some late values decide, with all that is in it
	ast.Walk(w.f.Body, func(c ast.Cmd) {
		if g, ok := c.(*ast.Graph); ok {
			if d := w.leadsOn(g); d != nil {
				r.Loops[number(g.Label)] = t.decision(d)
			}
		}
		if w.left.Open[number(ast.LabelOf(c))] && !open[c] {
			ast.Walk(c, func(inner ast.Cmd) { open[inner] = true }, nil, nil)
		}
		d := w.decisions[c]
		if d == nil {
			return
		}
		n := number(ast.LabelOf(c))
		if d.bound = t.bounds[n]; isLoop(c) && (w.left.Nodes != nil || !Interprets(newLoop(c).body)) {
			r.Loops[n] = t.whyKept(d)
		}
		if w.left.Nodes != nil && !open[c] && (w.left.Final == nil || w.left.Final[n]) {
			all = append(all, d)
		}
	}, nil, nil)
	slices.SortStableFunc(all, func(a, b *decision) int { return cmp.Compare(size(b.cmd), size(a.cmd)) })
	roots := map[string]bool{}
	for _, d := range all {
		n := number(ast.LabelOf(d.cmd))
		root := t.root(d)
		if root == "" || roots[root] || len(r.Kept) == most {
			r.More++
			continue
		}
		roots[root] = true
		note := Note{At: d.at, Text: t.decision(d), Label: n}
		note.Root, note.Inlines = rootName(d.why)
		note.Bound = d.bound != ""
		r.Kept = append(r.Kept, note)
	}
}

// rootName is the name of what more could be said of, or done with, so that what has this cause were known.
func rootName(c *cause) (name string, inlines bool) {
	if c == nil {
		return "", false
	}
	switch c = c.root(); c.kind {
	case parameter, pointee:
		return c.name, false
	case global:
		return ObjectIn(c.x), false
	case call, changed:
		x := c.x
		if c.kind == changed {
			x = c.value
		}
		if called, ok := x.(*ast.Call); ok {
			if o, ok := called.Fn.(*ast.Object); ok {
				return o.Name, true
			}
		}
	}
	return "", false
}

// ObjectIn is the name of the object that e is, or is a part of; empty for none.
func ObjectIn(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Object:
		return e.Name
	case *ast.Member:
		return ObjectIn(e.X)
	case *ast.Index:
		return ObjectIn(e.X)
	case *ast.Convert:
		return ObjectIn(e.X)
	}
	return ""
}

func number(l ast.Label) int64 {
	n, _ := l.(ast.L)
	return int64(n)
}

// size is how many nodes are in c.
func size(c ast.Cmd) int {
	n := 0
	ast.Walk(c, func(ast.Cmd) { n++ }, func(ast.Expr) { n++ }, nil)
	return n
}

// tellParameters tells of the constant parameters that are never read, that had no part in what was decided, or whose memory is read only where it is not
// known where.
func (w *walker) tellParameters(t *teller, good params, untold int, r *Report) {
	for i, p := range w.f.Params {
		if i >= len(w.facts) || i >= len(w.f.Params)-untold || !w.facts[i].Known() || i >= 64 || w.left.Nodes == nil {
			continue
		}
		switch at, text := w.aboutParameter(t, i, p.Name); {
		case !w.mentions(p.Name):
			r.Parameters = append(r.Parameters, Note{Text: fmt.Sprintf("%s is constant and is never read", p.Name)})
		case good.has(i):
		case text != "":
			r.Parameters = append(r.Parameters, Note{At: at, Text: text})
		}
	}
}

func (w *walker) mentions(name string) bool {
	found := false
	ast.Walk(w.f.Body, nil, func(e ast.Expr) { found = found || hasName(e, name) }, nil)
	return found
}

// reads reports whether name stands in e.
func reads(e ast.Expr, name string) bool {
	found := false
	ast.WalkExpr(e, func(e ast.Expr) { found = found || hasName(e, name) })
	return found
}

// hasName reports whether e is the variable or object called name.
func hasName(e ast.Expr, name string) bool {
	switch e := e.(type) {
	case *ast.Var:
		return e.Name == name
	case *ast.Object:
		return e.Name == name
	}
	return false
}

// changesWhereCopied reports whether a variable that is used is assigned in a loop that is copied: a parameter that it comes from may decide in the first
// copies, of which the same nodes are left as of the others.
func (w *walker) changesWhereCopied(used func(name string) bool) bool {
	copied := false
	ast.Walk(w.f.Body, func(c ast.Cmd) {
		if copied || !isLoop(c) || w.left.keeps(c, true) || w.left.dropped(c) {
			return
		}
		for _, name := range w.assignedIn(c) {
			copied = copied || used(name)
		}
	}, nil, nil)
	return copied
}

// aboutParameter is what is told about the constant parameter number i, which decides nothing.
func (w *walker) aboutParameter(t *teller, i int, name string) (at diag.Pos, text string) {
	if w.facts[i].isMemory() {
		return w.aboutMemory(t, i, name)
	}
	var found []use
	ast.Walk(w.f.Body, nil, func(e ast.Expr) {
		if u, ok := w.uses[e]; ok && u.from.has(i) {
			found = append(found, u)
		}
	}, nil)
	switch {
	case len(found) == 0 && w.goesIntoMade(name):
		return diag.Pos{}, ""
	case len(found) == 0:
		return diag.Pos{}, fmt.Sprintf("%s is constant and decides nothing", name)
	case w.changesWhereCopied(func(name string) bool {
		return slices.ContainsFunc(found, func(u use) bool { return reads(u.e, name) })
	}):
		return diag.Pos{}, ""
	}
	u, what := found[0], "what comes from it"
	if i := slices.IndexFunc(found, func(u use) bool { return reads(u.e, name) }); i >= 0 {
		u, what = found[i], "it"
	}
	return u.at, fmt.Sprintf("%s is constant and decides nothing: %s is used in %s%s%s", name, what, t.expr(u.e), t.follow(u.other, u.e, 0), others(len(found)-1))
}

// goesIntoMade reports whether name, or what is set to something that it stands in, stands in an argument of a call of which nothing is left, or that may be of a function
// that was made for it: what it decides in there the walk does not see.
func (w *walker) goesIntoMade(name string) bool {
	from := map[string]bool{name: true}
	comes := func(e ast.Expr) (found bool) {
		ast.WalkExpr(e, func(e ast.Expr) {
			switch e := e.(type) {
			case *ast.Var:
				found = found || from[e.Name]
			case *ast.Object:
				found = found || from[e.Name]
			}
		})
		return found
	}
	for before := 0; before < len(from); {
		before = len(from)
		ast.Walk(w.f.Body, func(c ast.Cmd) {
			switch c := c.(type) {
			case *ast.Assign:
				if comes(c.X) {
					from[c.Name] = true
				}
			case *ast.Declare:
				ast.RebuildInit(c.Init, func(e ast.Expr) ast.Expr {
					if comes(e) {
						from[c.Name] = true
					}
					return e
				})
			case *ast.Store:
				if comes(c.X) {
					ast.WalkExpr(c.Dest, func(e ast.Expr) {
						if o, ok := e.(*ast.Object); ok {
							from[o.Name] = true
						}
					})
				}
			}
		}, nil, nil)
	}
	found := false
	ast.Walk(w.f.Body, nil, func(e ast.Expr) {
		c, ok := e.(*ast.Call)
		found = found || ok && (w.left.Made || !w.left.has(ast.LabelOfExpr(c))) && slices.ContainsFunc(c.Args, comes)
	}, nil)
	return found
}

// others says that there are n more uses.
func others(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " (and in one place more)"
	}
	return fmt.Sprintf(" (and in %d places more)", n)
}

func (w *walker) aboutMemory(t *teller, i int, name string) (at diag.Pos, text string) {
	var first *access
	unknown := map[string]bool{} // the variables that say which part; in the first copies they may be known
	n := 0
	ast.Walk(w.f.Body, nil, func(e ast.Expr) {
		if a, ok := w.reads[e]; ok && a.into.has(i) && a.why != nil {
			for c := a.why; c != nil; c = c.next {
				unknown[c.name] = true
			}
			n++
			if first == nil {
				first = &a
			}
		}
	}, nil)
	switch {
	case first == nil && w.goesIntoMade(name), w.changesWhereCopied(func(name string) bool { return unknown[name] }):
		return diag.Pos{}, ""
	case first == nil:
		return diag.Pos{}, fmt.Sprintf("%s is constant and decides nothing", t.memory(name))
	}
	return first.at, fmt.Sprintf("%s is constant, but is read only where it is not known which part: %s%s%s",
		t.memory(name), t.expr(first.e), t.tail(first.why, 0), others(n-1))
}

// tellWrites tells of writes to memory of parameters that is read, and was said not to change.
func (w *walker) tellWrites(t *teller, r *Report) {
	ast.Walk(w.f.Body, nil, func(e ast.Expr) {
		if a, ok := w.writes[e]; ok {
			a.into.each(func(i int) {
				if text, ok := w.aboutWrite(t, a, i); ok {
					r.Writes = append(r.Writes, Note{At: a.at, Text: text})
				}
			})
		}
	}, nil)
}

// mayOverlap reports whether two accesses to memory may be to the same object: not if they are to fields that have other names.
func mayOverlap(a, b ast.Expr) bool {
	x, y := fieldOf(a), fieldOf(b)
	return x == "" || y == "" || x == y
}

// fieldOf is the field that e is; empty if it is none.
func fieldOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Member:
		return e.Field
	case *ast.Arrow:
		return e.Field
	}
	return ""
}

// aboutWrite is what is told about a write to the memory of parameter number i; ok is false where none of it is read as a constant.
func (w *walker) aboutWrite(t *teller, a access, i int) (text string, ok bool) {
	var first *access
	ast.Walk(w.f.Body, nil, func(e ast.Expr) {
		if r, isRead := w.reads[e]; isRead && r.into.has(i) && r.why == nil && first == nil && mayOverlap(a.e, e) {
			first = &r
		}
	}, nil)
	if first == nil {
		return "", false
	}
	what := fmt.Sprintf("%s is written", t.expr(a.e))
	if a.call != "" {
		what = fmt.Sprintf("%s writes to %s", a.call, t.expr(a.e))
	}
	return fmt.Sprintf("%s, but %s was said not to change: %s reads %s as a constant", what, t.memory(w.f.Params[i].Name), t.line(first.at),
		t.expr(first.e)), true
}

// leadsOn is the first decision that is not known in a cycle of g and leads from one of its nodes to another; nil without one.
func (w *walker) leadsOn(g *ast.Graph) (found *decision) {
	cycles := g.Cycles()
	inCycle := map[ast.Label]bool{}
	for _, n := range cycles {
		inCycle[n.Label] = true
	}
	leads := func(c ast.Cmd) (leads bool) {
		ast.Walk(c, func(c ast.Cmd) {
			j, ok := c.(*ast.Jump)
			leads = leads || ok && inCycle[j.To]
		}, nil, nil)
		return leads
	}
	for _, n := range cycles {
		ast.Walk(n.Body, func(c ast.Cmd) {
			if d := w.decisions[c]; found == nil && d != nil && d.why != nil && leads(c) {
				found = d
			}
		}, nil, nil)
	}
	return found
}
