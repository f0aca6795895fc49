package flow_test

import (
	"fmt"
	"maps"

	"scf/flow"
	"scf/scfml/core"
)

// run runs programs plainly, and tells of what goes into slots.
type run struct {
	g *flow.Graph
	// put is what is in the slot after v was put there.
	put func(s flow.Slot, v core.Value) core.Value
}

type env map[*core.Var]core.Value

func (r *run) program(p *core.Program, arg core.Value) core.Value {
	args := []core.Value{arg}
	if t, ok := arg.(*core.Tuple); ok && len(p.Entry.Params) != 1 {
		args = t.Elems
	}
	return r.call(p.Entry, args)
}

func (r *run) call(f *core.Func, args []core.Value) core.Value {
	vars := env{}
	for i, x := range f.Params {
		r.bind(vars, x, args[i])
	}
	return r.put(r.g.Result(f), r.eval(f.Body, vars))
}

func (r *run) bind(vars env, x *core.Var, v core.Value) {
	if s := r.g.Var(x); s != flow.Nowhere {
		v = r.put(s, v)
	}
	vars[x] = v
}

func (r *run) eval(e core.Expr, vars env) core.Value {
	switch e := e.(type) {
	case *core.VarExpr:
		return vars[e.Var]
	case *core.Const:
		return e.Value
	case *core.DeadExpr:
		return core.Dead{}
	case *core.ConExpr:
		args := r.all(e.Args, vars)
		for i, a := range args {
			if s := r.g.Fields[flow.Field{Con: e.Con, Index: i}]; s != flow.Nowhere {
				args[i] = r.put(s, a)
			}
		}
		return &core.ConValue{Con: e.Con, Args: args}
	case *core.TupleExpr:
		return &core.Tuple{Elems: r.all(e.Elems, vars)}
	case *core.CallExpr:
		return r.call(e.Func, r.all(e.Args, vars))
	case *core.PrimExpr:
		v, err := core.EvalPrim(e.Op, r.all(e.Args, vars))
		if err != nil {
			panic(err)
		}
		return v
	case *core.IterExpr:
		return r.iterator(e, vars)
	case *core.CaseExpr:
		return r.match(e, vars)
	}
	panic(fmt.Sprintf("no such expression: %T", e))
}

func (r *run) all(es []core.Expr, vars env) []core.Value {
	vs := make([]core.Value, len(es))
	for i, e := range es {
		vs[i] = r.eval(e, vars)
	}
	return vs
}

func (r *run) iterator(e *core.IterExpr, vars env) core.Value {
	args := r.all(e.Args, vars)
	body := func(vs ...core.Value) core.Value {
		inner := maps.Clone(vars)
		for i, x := range e.Params {
			r.bind(inner, x, vs[i])
		}
		return r.eval(e.Body, inner)
	}
	result := core.EmptyMap
	if len(args) == 1 {
		for k, v := range args[0].(*core.MapValue).All() {
			result = result.Insert(k, body(v))
		}
		return result
	}
	result = args[0].(*core.MapValue)
	for k, w := range args[1].(*core.MapValue).All() {
		if v, ok := result.Get(k); ok {
			w = body(v, w)
		}
		result = result.Insert(k, w)
	}
	return result
}

func (r *run) match(e *core.CaseExpr, vars env) core.Value {
	v := r.eval(e.Scrut, vars)
	for _, a := range e.Arms {
		if matches(a.Pat, v) {
			inner := maps.Clone(vars)
			r.bindAll(a.Pat, v, inner)
			return r.eval(a.Body, inner)
		}
	}
	panic("no arm matches")
}

func matches(p core.Pat, v core.Value) bool {
	all := func(ps []core.Pat, vs []core.Value) bool {
		for i, p := range ps {
			if !matches(p, vs[i]) {
				return false
			}
		}
		return true
	}
	switch p := p.(type) {
	case *core.AsPat:
		return matches(p.Pat, v)
	case *core.LitPat:
		return p.Value == v
	case *core.ConPat:
		c, ok := v.(*core.ConValue)
		return ok && c.Con == p.Con && all(p.Args, c.Args)
	case *core.TuplePat:
		return all(p.Elems, v.(*core.Tuple).Elems)
	}
	return true
}

// bindAll binds the variables of p, which matches v.
func (r *run) bindAll(p core.Pat, v core.Value, vars env) {
	switch p := p.(type) {
	case *core.VarPat:
		r.bind(vars, p.Var, v)
	case *core.AsPat:
		r.bind(vars, p.Var, v)
		r.bindAll(p.Pat, v, vars)
	case *core.ConPat:
		for i, q := range p.Args {
			r.bindAll(q, v.(*core.ConValue).Args[i], vars)
		}
	case *core.TuplePat:
		for i, q := range p.Elems {
			r.bindAll(q, v.(*core.Tuple).Elems[i], vars)
		}
	}
}
