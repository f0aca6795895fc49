package simplify

import (
	"slices"

	"scf/scfml"
)

// This file hands constructions over in parts [SIM-UNBOX]: where every call of a function builds an argument with the same
// constructor (or as a tuple) and the function only takes it apart, or hands it on to such a parameter, the components become
// the parameters. The construction, its loads and its tests are gone.

// box is how a parameter's values are made; a con of nil makes tuples.
type box struct {
	con   *scfml.Con
	arity int
}

// unboxing finds the parameters to unbox: all that nothing speaks against. Parameters that are handed on one as the other are
// one class, with one box: what flows into a whole is a whole, and so is what gets a whole.
type unboxing struct {
	eligible map[*scfml.Var]bool
	class    map[*scfml.Var]*scfml.Var // union-find: nil or a parameter nearer to the representative
	refused  map[*scfml.Var]bool       // by representative, as boxes
	boxes    map[*scfml.Var]box
}

// maxUnboxed bounds the components of one parameter.
const maxUnboxed = 12

// unboxParams unboxes parameters of all functions but the entry; false where there is none to unbox.
func (s *session) unboxParams() bool {
	u := &unboxing{
		eligible: map[*scfml.Var]bool{}, class: map[*scfml.Var]*scfml.Var{},
		refused: map[*scfml.Var]bool{}, boxes: map[*scfml.Var]box{},
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
	parts := map[*scfml.Var][]*scfml.Var{}
	for _, f := range s.program.Funcs {
		s.report.ParamsUnboxed += u.split(f, parts)
	}
	if len(parts) == 0 {
		return false
	}
	for _, f := range s.program.Funcs {
		f.Body = replaceArgs(f.Body, parts)
	}
	for _, f := range s.program.Funcs {
		u.replaceParams(f, parts)
	}
	return true
}

// columnsOf are the expressions that c matches, and the part of an arm's pattern that is for each: the components of a tuple that all arms
// take apart, or else the scrutinee.
func columnsOf(c *scfml.CaseExpr) (elems []scfml.Expr, column func(p scfml.Pat, i int) scfml.Pat) {
	t, ok := c.Scrut.(*scfml.TupleExpr)
	if !ok || !allTuplePats(c.Arms) {
		return []scfml.Expr{c.Scrut}, func(p scfml.Pat, _ int) scfml.Pat { return p }
	}
	return t.Elems, func(p scfml.Pat, i int) scfml.Pat {
		if t, ok := p.(*scfml.TuplePat); ok {
			return t.Elems[i]
		}
		return p
	}
}

// allTuplePats tells whether all arms take a tuple apart, or take it whole without a name.
func allTuplePats(arms []scfml.Arm) bool {
	for _, a := range arms {
		switch a.Pat.(type) {
		case *scfml.TuplePat, *scfml.WildPat:
		default:
			return false
		}
	}
	return true
}

// takenApart tells whether no arm binds the part of the scrutinee that part selects.
func takenApart(arms []scfml.Arm, part func(scfml.Pat) scfml.Pat) bool {
	for _, a := range arms {
		switch part(a.Pat).(type) {
		case *scfml.VarPat, *scfml.AsPat:
			return false
		}
	}
	return true
}

// uses refuses the parameters that f uses as a whole, and notes what its calls hand over.
func (u *unboxing) uses(f *scfml.Func, o *outline) {
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
func (u *unboxing) argument(a scfml.Expr, x *scfml.Var, f *scfml.Func) {
	if v, ok := a.(*scfml.VarExpr); ok && u.eligible[v.Var] && slices.Contains(f.Params, v.Var) {
		u.unite(v.Var, x)
	} else if b, ok := boxOf(a); ok {
		u.join(x, b)
	} else {
		u.refuse(x)
	}
}

// boxOf is how a makes its value, where that shows.
func boxOf(a scfml.Expr) (box, bool) {
	switch a := a.(type) {
	case *scfml.ConExpr:
		return box{a.Con, len(a.Args)}, true
	case *scfml.TupleExpr:
		return box{nil, len(a.Elems)}, true
	case *scfml.Const:
		switch v := a.Value.(type) {
		case *scfml.ConValue:
			return box{v.Con, len(v.Args)}, len(v.Args) > 0
		case *scfml.Tuple:
			return box{nil, len(v.Elems)}, len(v.Elems) > 0
		}
	}
	return box{}, false
}

func (u *unboxing) find(x *scfml.Var) *scfml.Var {
	for u.class[x] != nil {
		if up := u.class[u.class[x]]; up != nil {
			u.class[x] = up
		}
		x = u.class[x]
	}
	return x
}

func (u *unboxing) refuse(x *scfml.Var) { u.refused[u.find(x)] = true }

func (u *unboxing) join(x *scfml.Var, b box) {
	x = u.find(x)
	if old, ok := u.boxes[x]; ok && old != b {
		u.refused[x] = true
	}
	u.boxes[x] = b
}

func (u *unboxing) unite(x, y *scfml.Var) {
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
func (u *unboxing) split(f *scfml.Func, parts map[*scfml.Var][]*scfml.Var) int {
	n := 0
	for _, x := range f.Params {
		b, ok := u.boxes[u.find(x)]
		if !ok || !u.eligible[x] || u.refused[u.find(x)] || b.arity > maxUnboxed {
			continue
		}
		for range b.arity {
			parts[x] = append(parts[x], &scfml.Var{Name: x.Name})
		}
		n++
	}
	return n
}

// replaceArgs hands over the components of the arguments that are unboxed.
func replaceArgs(e scfml.Expr, parts map[*scfml.Var][]*scfml.Var) scfml.Expr {
	e = scfml.Rebuild(e, func(x scfml.Expr) scfml.Expr { return replaceArgs(x, parts) })
	c, ok := e.(*scfml.CallExpr)
	if !ok {
		return e
	}
	var args []scfml.Expr
	for i, a := range c.Args {
		if parts[c.Func.Params[i]] == nil {
			args = append(args, a)
		} else {
			args = append(args, components(a, parts)...)
		}
	}
	return &scfml.CallExpr{Func: c.Func, Args: args, Pos: c.Pos}
}

// components are the components of a, an argument that is unboxed.
func components(a scfml.Expr, parts map[*scfml.Var][]*scfml.Var) []scfml.Expr {
	var es []scfml.Expr
	switch a := a.(type) {
	case *scfml.ConExpr:
		return a.Args
	case *scfml.TupleExpr:
		return a.Elems
	case *scfml.VarExpr:
		for _, x := range parts[a.Var] {
			es = append(es, &scfml.VarExpr{Var: x})
		}
	case *scfml.Const:
		var vs []scfml.Value
		if c, ok := a.Value.(*scfml.ConValue); ok {
			vs = c.Args
		} else {
			vs = a.Value.(*scfml.Tuple).Elems
		}
		for _, v := range vs {
			es = append(es, &scfml.Const{Value: v})
		}
	}
	return es
}

// replaceParams makes the components parameters of f. What still matches on the whole finds it built, and known, in a let.
func (u *unboxing) replaceParams(f *scfml.Func, parts map[*scfml.Var][]*scfml.Var) {
	var params []*scfml.Var
	var types []scfml.Type
	for i, x := range f.Params {
		if parts[x] == nil {
			params = append(params, x)
			types = append(types, f.ParamTypes[i])
			continue
		}
		var elems []scfml.Expr
		for _, y := range parts[x] {
			params = append(params, y)
			elems = append(elems, &scfml.VarExpr{Var: y})
		}
		var whole scfml.Expr = &scfml.TupleExpr{Elems: elems}
		switch t := f.ParamTypes[i].(type) {
		case *scfml.TupleType:
			types = append(types, t.Elems...)
		case *scfml.DataType:
			con := u.boxes[u.find(x)].con
			types = append(types, con.ArgTypes(t)...)
			whole = &scfml.ConExpr{Con: con, Args: elems}
		}
		f.Body = scfml.Let(&scfml.VarPat{Var: x}, whole, f.Body)
	}
	f.Params, f.ParamTypes = params, types
}
