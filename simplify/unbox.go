package simplify

import (
	"slices"

	"scf/scfml/core"
)

// This file hands constructions over in parts [SIM-UNBOX]: where every call of a function builds an argument with the same
// constructor (or as a tuple) and the function only takes it apart, or hands it on to such a parameter, the components become
// the parameters. The construction, its loads and its tests are gone.

// box is how a parameter's values are made; a con of nil makes tuples.
type box struct {
	con   *core.Con
	arity int
}

// unboxing finds the parameters to unbox: all that nothing speaks against. Parameters that are handed on one as the other are
// one class, with one box: what flows into a whole is a whole, and so is what gets a whole.
type unboxing struct {
	eligible map[*core.Var]bool
	class    map[*core.Var]*core.Var // union-find: nil or a parameter nearer to the representative
	refused  map[*core.Var]bool      // by representative, as boxes
	boxes    map[*core.Var]box
}

// maxUnboxed bounds the components of one parameter.
const maxUnboxed = 12

// unboxParams unboxes parameters of all functions but the entry; false where there is none to unbox.
func (s *session) unboxParams() bool {
	u := &unboxing{
		eligible: map[*core.Var]bool{}, class: map[*core.Var]*core.Var{},
		refused: map[*core.Var]bool{}, boxes: map[*core.Var]box{},
	}
	for _, f := range s.program.Funcs {
		for _, x := range f.Params {
			u.eligible[x] = f != s.program.Entry
			u.refused[x] = !u.eligible[x]
		}
	}
	for _, f := range s.program.Funcs {
		u.uses(f, s.outline(f))
	}
	parts := map[*core.Var][]*core.Var{}
	for _, f := range s.program.Funcs {
		s.report.ParamsUnboxed += u.split(f, parts)
	}
	if len(parts) == 0 {
		return false
	}
	splits := func(f *core.Func) bool {
		return slices.ContainsFunc(f.Params, func(x *core.Var) bool { return parts[x] != nil })
	}
	for _, f := range s.program.Funcs {
		if s.outline(f).callsAny(splits) {
			f.Body = replaceArgs(f.Body, parts)
		}
	}
	for _, f := range s.program.Funcs {
		u.replaceParams(f, parts)
	}
	return true
}

// columnsOf are the expressions that c matches, and the part of an arm's pattern that is for each: the components of a tuple that all arms
// take apart, or else the scrutinee.
func columnsOf(c *core.CaseExpr) (elems []core.Expr, column func(p core.Pat, i int) core.Pat) {
	t, ok := c.Scrut.(*core.TupleExpr)
	if !ok || !allTuplePats(c.Arms) {
		return []core.Expr{c.Scrut}, func(p core.Pat, _ int) core.Pat { return p }
	}
	return t.Elems, func(p core.Pat, i int) core.Pat {
		if t, ok := p.(*core.TuplePat); ok {
			return t.Elems[i]
		}
		return p
	}
}

// allTuplePats reports whether all arms take a tuple apart, or take it whole without a name.
func allTuplePats(arms []core.Arm) bool {
	for _, a := range arms {
		switch a.Pat.(type) {
		case *core.TuplePat, *core.WildPat:
		default:
			return false
		}
	}
	return true
}

// takenApart reports whether no arm binds the part of the scrutinee that part selects.
func takenApart(arms []core.Arm, part func(core.Pat) core.Pat) bool {
	for _, a := range arms {
		switch part(a.Pat).(type) {
		case *core.VarPat, *core.AsPat:
			return false
		}
	}
	return true
}

// uses refuses the parameters that f uses as a whole, and notes what its calls hand over.
func (u *unboxing) uses(f *core.Func, o *outline) {
	for _, x := range o.whole {
		u.refuse(x)
	}
	for _, c := range o.calls {
		for i, a := range c.Args {
			u.argument(a, c.Func.Params[i], f)
		}
	}
}

// argument notes that a becomes the value of the parameter x in a call in f.
func (u *unboxing) argument(a core.Expr, x *core.Var, f *core.Func) {
	if v, ok := a.(*core.VarExpr); ok && u.eligible[v.Var] && slices.Contains(f.Params, v.Var) {
		u.unite(v.Var, x)
	} else if b, ok := boxOf(a); ok {
		u.join(x, b)
	} else {
		u.refuse(x)
	}
}

// boxOf is how a makes its value, where that shows.
func boxOf(a core.Expr) (box, bool) {
	switch a := a.(type) {
	case *core.ConExpr:
		return box{a.Con, len(a.Args)}, true
	case *core.TupleExpr:
		return box{nil, len(a.Elems)}, true
	case *core.Const:
		switch v := a.Value.(type) {
		case *core.ConValue:
			return box{v.Con, len(v.Args)}, len(v.Args) > 0
		case *core.Tuple:
			return box{nil, len(v.Elems)}, len(v.Elems) > 0
		}
	}
	return box{}, false
}

func (u *unboxing) find(x *core.Var) *core.Var {
	for u.class[x] != nil {
		if up := u.class[u.class[x]]; up != nil {
			u.class[x] = up
		}
		x = u.class[x]
	}
	return x
}

func (u *unboxing) refuse(x *core.Var) { u.refused[u.find(x)] = true }

func (u *unboxing) join(x *core.Var, b box) {
	x = u.find(x)
	if old, ok := u.boxes[x]; ok && old != b {
		u.refused[x] = true
	}
	u.boxes[x] = b
}

func (u *unboxing) unite(x, y *core.Var) {
	x, y = u.find(x), u.find(y)
	if x == y {
		return
	}
	u.class[x] = y
	u.refused[y] = u.refused[x] || u.refused[y]
	if b, ok := u.boxes[x]; ok {
		u.join(y, b)
	}
}

// split gives the parameters of f that are unboxed the variables for their components. It counts them.
func (u *unboxing) split(f *core.Func, parts map[*core.Var][]*core.Var) int {
	n := 0
	for _, x := range f.Params {
		b, ok := u.boxes[u.find(x)]
		if !ok || !u.eligible[x] || u.refused[u.find(x)] || b.arity > maxUnboxed {
			continue
		}
		for range b.arity {
			parts[x] = append(parts[x], &core.Var{Name: x.Name})
		}
		n++
	}
	return n
}

// replaceArgs hands over the components of the arguments that are unboxed.
func replaceArgs(e core.Expr, parts map[*core.Var][]*core.Var) core.Expr {
	e = core.Rebuild(e, func(x core.Expr) core.Expr { return replaceArgs(x, parts) })
	c, ok := e.(*core.CallExpr)
	if !ok {
		return e
	}
	var args []core.Expr
	for i, a := range c.Args {
		if parts[c.Func.Params[i]] == nil {
			args = append(args, a)
		} else {
			args = append(args, components(a, parts)...)
		}
	}
	return &core.CallExpr{Func: c.Func, Args: args, Pos: c.Pos}
}

// components are the components of a, an argument that is unboxed.
func components(a core.Expr, parts map[*core.Var][]*core.Var) []core.Expr {
	var es []core.Expr
	switch a := a.(type) {
	case *core.ConExpr:
		return a.Args
	case *core.TupleExpr:
		return a.Elems
	case *core.VarExpr:
		for _, x := range parts[a.Var] {
			es = append(es, &core.VarExpr{Var: x})
		}
	case *core.Const:
		var vs []core.Value
		if c, ok := a.Value.(*core.ConValue); ok {
			vs = c.Args
		} else {
			vs = a.Value.(*core.Tuple).Elems
		}
		for _, v := range vs {
			es = append(es, &core.Const{Value: v})
		}
	}
	return es
}

// replaceParams makes the components parameters of f. What still matches on the whole finds it built, and known, in a let.
func (u *unboxing) replaceParams(f *core.Func, parts map[*core.Var][]*core.Var) {
	var params []*core.Var
	var types []core.Type
	for i, x := range f.Params {
		if parts[x] == nil {
			params = append(params, x)
			types = append(types, f.ParamTypes[i])
			continue
		}
		var elems []core.Expr
		for _, y := range parts[x] {
			params = append(params, y)
			elems = append(elems, &core.VarExpr{Var: y})
		}
		var whole core.Expr = &core.TupleExpr{Elems: elems}
		switch t := f.ParamTypes[i].(type) {
		case *core.TupleType:
			types = append(types, t.Elems...)
		case *core.DataType:
			con := u.boxes[u.find(x)].con
			types = append(types, con.ArgTypes(t)...)
			whole = &core.ConExpr{Con: con, Args: elems}
		}
		f.Body = core.Let(&core.VarPat{Var: x}, whole, f.Body)
	}
	f.Params, f.ParamTypes = params, types
}
