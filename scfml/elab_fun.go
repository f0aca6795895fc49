package scfml

import (
	"fmt"
	"slices"

	"github.com/alecthomas/participle/v2/lexer"

	"scf/internal/diag"
	"scf/scfml/core"
	"scf/scfml/syntax"
)

// Elaboration of functions. A function whose clauses all take a tuple pattern (or _) has one parameter for each component,
// any other has one (see Func). A parameter that every clause merely names needs no pattern matching; over the others the
// body is one case expression with an arm for each clause.

// funClause is a clause of a function, or a rule of fn: parameters patterns and body.
type funClause struct {
	pos    lexer.Position
	arg    *syntax.AtPat
	result *syntax.Ty
	body   *syntax.Exp
}

// column is one parameter.
type column struct {
	v      *core.Var
	t      core.Type
	simple bool // every clause names it or ignores it
}

// funGroup elaborates functions joined by and. They are generalised together.
func (e *elaborator) funGroup(ds []*syntax.FunDecl) {
	e.tyvars = &tyvars{byName: map[string]*core.TypeVar{}, open: true}
	bindings := make([]*funBinding, len(ds))
	columns := make([][]column, len(ds))
	for i, d := range ds {
		bindings[i], columns[i] = e.declareFun(d)
	}
	for i, d := range ds {
		e.bindFun(d, bindings[i], bindings[:i])
	}
	for i, d := range ds {
		b := bindings[i]
		b.fn.Body = e.clauses(funClauses(d), columns[i], b.result, "fun", b.fn.Pos)
		for j, c := range columns[i] {
			b.fn.Params[j] = c.v
		}
		e.checkDepth(b.fn)
	}
	e.Default()
	for _, b := range bindings {
		e.generaliseFun(b)
		e.usedAt(b.fn.Pos, b)
	}
	e.tyvars = nil
}

// declareFun makes a function with its parameters, before any body is elaborated.
func (e *elaborator) declareFun(d *syntax.FunDecl) (*funBinding, []column) {
	first := d.Clauses[0]
	fn := &core.Func{Name: first.Name, Pos: syntax.DiagPos(first.Pos)}
	for _, c := range d.Clauses {
		if c.Name != first.Name {
			e.errorf(syntax.DiagPos(c.Pos), "a clause of %s among those of %s", c.Name, first.Name).
				WithHint("join different functions with and, not with |")
		}
		if len(c.Args) > 1 {
			e.errorf(syntax.DiagPos(c.Args[1].Pos), "%s has several arguments one after the other: SCF-ML is first order and has no curried functions", c.Name).
				WithHint("write fun %s (x, y) = ...; constructor patterns need parentheses", c.Name)
		}
	}
	cols := e.columns(funClauses(d), nil)
	b := &funBinding{fn: fn, result: e.Fresh()}
	for _, c := range cols {
		fn.Params = append(fn.Params, c.v)
		b.params = append(b.params, c.t)
	}
	e.home[fn] = e.scope.path
	e.prog.Funcs = append(e.prog.Funcs, fn)
	return b, cols
}

func (e *elaborator) bindFun(d *syntax.FunDecl, b *funBinding, earlier []*funBinding) {
	name := d.Clauses[0].Name
	if slices.ContainsFunc(earlier, func(o *funBinding) bool { return o.fn.Name == name }) {
		e.errorf(b.fn.Pos, "the function %s is declared twice", name)
	}
	if e.declarable(name, b.fn.Pos) {
		e.scope.values[name] = b
		e.declaredAt(b.fn.Pos, b)
	}
}

func (e *elaborator) generaliseFun(b *funBinding) {
	all := append(slices.Clone(b.params), b.result)
	core.Generalise(all)
	for i, p := range b.params {
		b.params[i] = core.Resolved(p)
	}
	b.result = core.Resolved(b.result)
	b.vars = core.TypeVars(append(slices.Clone(b.params), b.result))
	b.fn.ParamTypes, b.fn.Result = b.params, b.result
}

func funClauses(d *syntax.FunDecl) []funClause {
	out := make([]funClause, len(d.Clauses))
	for i, c := range d.Clauses {
		out[i] = funClause{c.Pos, c.Args[0], c.Result, c.Body}
	}
	return out
}

func fnClauses(rules []*syntax.Rule) []funClause {
	out := make([]funClause, len(rules))
	for i, r := range rules {
		out[i] = funClause{r.Pos, parenthesized(r.Pat), nil, r.Body}
	}
	return out
}

// columns decides which parameters the clauses have. With types given, there is one parameter for each of them.
func (e *elaborator) columns(clauses []funClause, types []core.Type) []column {
	n := len(types)
	if types == nil {
		n = parameterCount(clauses)
	}
	cols := make([]column, n)
	for i := range cols {
		cols[i] = e.column(clauses, i, n)
		if types != nil {
			cols[i].t = types[i]
		}
	}
	return cols
}

// parameterCount is how many parameters the clauses have: one, unless each has a tuple pattern of that size or _.
func parameterCount(clauses []funClause) int {
	n := -1
	for _, c := range clauses {
		p, _, outer := peel(c.arg)
		switch {
		case p.Wild:
		case outer != nil || p.Paren == nil || len(p.Paren.Items) == 1:
			return 1
		case n < 0:
			n = len(p.Paren.Items)
		}
	}
	if n < 0 {
		return 1
	}
	return n
}

// column makes parameter i of n. It is named as the first clause does that names it.
func (e *elaborator) column(clauses []funClause, i, n int) column {
	c := column{t: e.Fresh(), simple: true}
	name := ""
	for _, cl := range clauses {
		p, ok := componentOf(cl.arg, i, n)
		if !ok {
			c.simple = false
			continue
		}
		if p == nil {
			continue
		}
		inner, _, outer := peel(p)
		switch {
		case outer != nil:
			c.simple = false
			if alias := outer.Parts[0].Items[0].Atoms[0]; name == "" {
				name = alias.Name
			}
		case inner.Wild:
		case e.isVariable(inner):
			if name == "" {
				name = inner.Name
			}
		default:
			c.simple = false
		}
	}
	if q, _ := core.SplitName(name); name == "" || q != "" {
		name = "arg"
		if n > 1 {
			name = fmt.Sprint(name, i+1)
		}
	}
	c.v = &core.Var{Name: name}
	return c
}

// componentOf is the pattern for parameter i of n in a clause's argument pattern; nil for a wildcard. It is not ok where the
// components have no patterns of their own.
func componentOf(arg *syntax.AtPat, i, n int) (p *syntax.AtPat, ok bool) {
	if n == 1 {
		return arg, true
	}
	inner, _, outer := peel(arg)
	switch {
	case outer != nil:
		return nil, false
	case inner.Wild:
		return nil, true
	case inner.Paren == nil || len(inner.Paren.Items) != n:
		return nil, false
	}
	return parenthesized(inner.Paren.Items[i]), true
}

// clauses elaborates the bodies of a function whose parameters are cols.
func (e *elaborator) clauses(clauses []funClause, cols []column, result core.Type, what string, pos diag.Pos) core.Expr {
	out := &core.CaseExpr{Pos: pos}
	var places []diag.Pos
	for _, c := range clauses {
		out.Arms = append(out.Arms, e.clause(c, cols, result))
		places = append(places, syntax.DiagPos(c.pos))
	}
	if len(clauses) == 1 {
		adopt(out.Arms[0].Pat.(*core.TuplePat), cols)
	}
	matched := matchedColumns(cols)
	switch len(matched) {
	case 0:
		for i := range out.Arms {
			out.Arms[i].Pat = &core.WildPat{}
		}
	case 1:
		out.Scrut = &core.VarExpr{Var: matched[0]}
		for i := range out.Arms {
			out.Arms[i].Pat = out.Arms[i].Pat.(*core.TuplePat).Elems[0]
		}
	default:
		out.Scrut = varTuple(matched)
	}
	e.checks = append(e.checks, matchCheck{pos, what, places, out.Arms})
	if len(matched) == 0 {
		return out.Arms[0].Body
	}
	return out
}

// adopt makes the variables that the only clause binds to whole parameters those parameters themselves.
func adopt(p *core.TuplePat, cols []column) {
	var rest []core.Pat
	matched := p.Elems
	for i := range cols {
		if cols[i].simple {
			continue
		}
		if v, ok := matched[0].(*core.VarPat); ok {
			cols[i].v, cols[i].simple = v.Var, true
		} else {
			rest = append(rest, matched[0])
		}
		matched = matched[1:]
	}
	p.Elems = rest
}

func matchedColumns(cols []column) []*core.Var {
	var vars []*core.Var
	for _, c := range cols {
		if !c.simple {
			vars = append(vars, c.v)
		}
	}
	return vars
}

// clause elaborates one clause; its arm has a tuple pattern for the columns that are matched.
func (e *elaborator) clause(c funClause, cols []column, result core.Type) core.Arm {
	b := &patBinder{elaborator: e}
	p := &core.TuplePat{Elems: b.params(c.arg, cols)}
	if c.result != nil {
		t := e.ty(c.result)
		e.expect(syntax.DiagPos(c.result.Pos), t, result, "the result is annotated %s, but it is of type %s")
	}
	body := b.scoped(func() typed { return e.exp(c.body) })
	e.expect(syntax.DiagPos(c.body.Pos), body.t, result, "the body is of type %s, but the function's result is of type %s")
	return core.Arm{Pat: p, Body: body.e}
}

// params binds the parameters that a clause names and gives the patterns of the others.
func (b *patBinder) params(arg *syntax.AtPat, cols []column) []core.Pat {
	if len(cols) == 1 {
		return b.param(arg, cols[0])
	}
	inner, annotations, outer := peel(arg)
	types := make([]core.Type, len(cols))
	for i, c := range cols {
		types[i] = c.t
	}
	if outer == nil && inner.Paren != nil && len(inner.Paren.Items) == len(cols) {
		b.annotated(annotations, &core.TupleType{Elems: types})
		var out []core.Pat
		for i, item := range inner.Paren.Items {
			out = append(out, b.param(parenthesized(item), cols[i])...)
		}
		return out
	}
	var out []core.Pat
	for i, p := range b.components(arg, types, "the function takes") {
		if !cols[i].simple {
			out = append(out, p)
		}
	}
	return out
}

// param elaborates the pattern of one parameter: none where the parameter itself is the variable.
func (b *patBinder) param(p *syntax.AtPat, c column) []core.Pat {
	if !c.simple {
		return []core.Pat{b.atPat(p, c.t)}
	}
	inner, annotations, _ := peel(p)
	b.annotated(annotations, c.t)
	if inner.Name != "" && b.declarable(inner.Name, syntax.DiagPos(inner.Pos)) {
		b.bind(inner.Name, varBinding{c.v, c.t}, syntax.DiagPos(inner.Pos))
	}
	return nil
}
