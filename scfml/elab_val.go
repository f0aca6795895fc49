package scfml

import "scf/internal/diag"

// Elaboration of val outside let: the constants of a program. What is bound is computed when the program is loaded, and lies
// at top level in the residual program too; it costs nothing at run time. Literals, constructors, tuples, lists, other vals and
// primitives (operations on maps and sets among them) may be used.

// vals elaborates val declarations joined by and, none of which sees the others.
func (e *elaborator) vals(ds []*valDecl) {
	b := &patBinder{elaborator: e}
	var values []Value
	var pats []Pat
	for _, d := range ds {
		e.tyvars = &tyvars{byName: map[string]*TypeVar{}, open: true}
		x := e.exp(d.Exp)
		pats = append(pats, b.pat(d.Pat, x.t))
		values = append(values, e.constant(x.e, diagPos(d.Exp.Pos)))
		e.tyvars = nil
	}
	e.settle()
	bound := e.matchConstants(ds, pats, values)
	for _, t := range b.tuples {
		parts := make([]Value, len(t.parts))
		for i, v := range t.parts {
			parts[i] = bound[v]
		}
		bound[t.v] = &Tuple{parts}
	}
	for i, name := range b.names {
		generalise([]Type{b.vars[i].t})
		t := resolved(b.vars[i].t)
		e.scope.values[name] = &valBinding{bound[b.vars[i].v], t, typeVars([]Type{t})}
	}
}

// matchConstants are the values of the variables that pats bind: all Dead after an error.
func (e *elaborator) matchConstants(ds []*valDecl, pats []Pat, values []Value) map[*Var]Value {
	bound := map[*Var]Value{}
	for i, p := range pats {
		if len(e.errs) == 0 && !bindConstant(p, values[i], bound) {
			e.errorf(diagPos(ds[i].Pos), "the value does not match the pattern")
		}
	}
	if len(e.errs) > 0 {
		for _, p := range pats {
			for _, v := range PatVars(p) {
				bound[v] = Dead{}
			}
		}
	}
	return bound
}

// bindConstant matches v against p; it is false where v does not match.
func bindConstant(p Pat, v Value, bound map[*Var]Value) bool {
	parts := func(ps []Pat, vs []Value) bool {
		for i, p := range ps {
			if !bindConstant(p, vs[i], bound) {
				return false
			}
		}
		return true
	}
	switch p := p.(type) {
	case *VarPat:
		bound[p.Var] = v
	case *AsPat:
		bound[p.Var] = v
		return bindConstant(p.Pat, v, bound)
	case *LitPat:
		return Equal(p.Value, v)
	case *ConPat:
		c, ok := v.(*ConValue)
		return ok && c.Con == p.Con && parts(p.Args, c.Args)
	case *TuplePat:
		t, ok := v.(*Tuple)
		return ok && parts(p.Elems, t.Elems)
	}
	return true
}

// constant is the value of a constant expression; after an error it is Dead.
func (e *elaborator) constant(x Expr, pos diag.Pos) Value {
	list := func(es []Expr) []Value {
		values := make([]Value, len(es))
		for i, x := range es {
			values[i] = e.constant(x, pos)
		}
		return values
	}
	switch x := x.(type) {
	case *Const:
		return x.Value
	case *DeadExpr:
		return Dead{}
	case *ConExpr:
		return &ConValue{x.Con, list(x.Args)}
	case *TupleExpr:
		return &Tuple{list(x.Elems)}
	case *PrimExpr:
		return e.constantPrim(x, list(x.Args))
	}
	e.errorf(pos, "this is no constant").
		WithHint("outside a function, val binds what literals, constructors, tuples, lists and primitives make of constants")
	return Dead{}
}

func (e *elaborator) constantPrim(x *PrimExpr, args []Value) Value {
	if len(e.errs) > 0 {
		return Dead{}
	}
	v, err := EvalPrim(x.Op, args)
	if err != nil {
		e.errorf(x.Pos, "%v", err)
		return Dead{}
	}
	return v
}

// emptyValue is the empty map or set of a structure.
func emptyValue(m *Module) Value {
	if m.IsSet {
		return EmptySet
	}
	return EmptyMap
}
