package scfml

import (
	"scf/internal/diag"
	"scf/scfml/core"
	"scf/scfml/syntax"
)

// Elaboration of val outside let: the constants of a program. What is bound is computed when the program is loaded, and lies
// at top level in the residual program too; it costs nothing at run time. Literals, constructors, tuples, lists, other vals and
// primitives (operations on maps and sets among them) may be used.

// vals elaborates val declarations joined by and, none of which sees the others.
func (e *elaborator) vals(ds []*syntax.ValDecl) {
	b := &patBinder{elaborator: e}
	var values []core.Value
	var pats []core.Pat
	for _, d := range ds {
		e.tyvars = &tyvars{byName: map[string]*core.TypeVar{}, open: true}
		x := e.exp(d.Exp)
		pats = append(pats, b.pat(d.Pat, x.t))
		values = append(values, e.constant(x.e, syntax.DiagPos(d.Exp.Pos)))
		e.tyvars = nil
	}
	e.Default()
	bound := e.matchConstants(ds, pats, values)
	for _, t := range b.tuples {
		parts := make([]core.Value, len(t.parts))
		for i, v := range t.parts {
			parts[i] = bound[v]
		}
		bound[t.v] = &core.Tuple{Elems: parts}
	}
	for i, name := range b.names {
		core.Generalise([]core.Type{b.vars[i].t})
		t := core.Resolved(b.vars[i].t)
		val := &valBinding{bound[b.vars[i].v], t, core.TypeVars([]core.Type{t})}
		e.scope.values[name] = val
		if e.analysis != nil {
			e.declaredAt(e.analysis.decls[b.vars[i].v], val)
		}
	}
}

// matchConstants are the values of the variables that pats bind: all Dead after an error.
func (e *elaborator) matchConstants(ds []*syntax.ValDecl, pats []core.Pat, values []core.Value) map[*core.Var]core.Value {
	bound := map[*core.Var]core.Value{}
	for i, p := range pats {
		if len(e.errs) == 0 && !bindConstant(p, values[i], bound) {
			e.errorf(syntax.DiagPos(ds[i].Pos), "the value does not match the pattern")
		}
	}
	if len(e.errs) > 0 {
		for _, p := range pats {
			for _, v := range core.PatVars(p) {
				bound[v] = core.Dead{}
			}
		}
	}
	return bound
}

// bindConstant matches v against p; it is false where v does not match.
func bindConstant(p core.Pat, v core.Value, bound map[*core.Var]core.Value) bool {
	parts := func(ps []core.Pat, vs []core.Value) bool {
		for i, p := range ps {
			if !bindConstant(p, vs[i], bound) {
				return false
			}
		}
		return true
	}
	switch p := p.(type) {
	case *core.VarPat:
		bound[p.Var] = v
	case *core.AsPat:
		bound[p.Var] = v
		return bindConstant(p.Pat, v, bound)
	case *core.LitPat:
		return core.Equal(p.Value, v)
	case *core.ConPat:
		c, ok := v.(*core.ConValue)
		return ok && c.Con == p.Con && parts(p.Args, c.Args)
	case *core.TuplePat:
		t, ok := v.(*core.Tuple)
		return ok && parts(p.Elems, t.Elems)
	}
	return true
}

// constant is the value of a constant expression; after an error it is Dead.
func (e *elaborator) constant(x core.Expr, pos diag.Pos) core.Value {
	list := func(es []core.Expr) []core.Value {
		values := make([]core.Value, len(es))
		for i, x := range es {
			values[i] = e.constant(x, pos)
		}
		return values
	}
	switch x := x.(type) {
	case *core.Const:
		return x.Value
	case *core.DeadExpr:
		return core.Dead{}
	case *core.ConExpr:
		return &core.ConValue{Con: x.Con, Args: list(x.Args)}
	case *core.TupleExpr:
		return &core.Tuple{Elems: list(x.Elems)}
	case *core.PrimExpr:
		return e.constantPrim(x, list(x.Args))
	}
	e.errorf(pos, "this is no constant").
		WithHint("outside a function, val binds what literals, constructors, tuples, lists and primitives make of constants")
	return core.Dead{}
}

func (e *elaborator) constantPrim(x *core.PrimExpr, args []core.Value) core.Value {
	if len(e.errs) > 0 {
		return core.Dead{}
	}
	v, err := core.EvalPrim(x.Op, args)
	if err != nil {
		e.errorf(x.Pos, "%v", err)
		return core.Dead{}
	}
	return v
}

// emptyValue is the empty map or set of a structure.
func emptyValue(m *core.Module) core.Value {
	if m.IsSet {
		return core.EmptySet
	}
	return core.EmptyMap
}
