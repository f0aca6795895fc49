package dse

import (
	"errors"
	"fmt"

	"scf/scfml/core"
)

// recorder is a small evaluator that notes with which keys each operation on a map or set works: what the partial evaluator
// would record at its most precise, for the inputs that are run. It has no cost model and no limits but steps.
type recorder struct {
	keys  map[*core.PrimExpr][]core.Value
	set   func([]core.Value) *core.KeySet // how keys are recorded
	steps int
}

var (
	errSteps = errors.New("too many steps")
	errMatch = errors.New("no match")
)

// recordKeys is p with exact keys on its operations for the given arguments of the entry. ok[i] reports whether p ends without
// an error on argument i.
func recordKeys(p *core.Program, inputs [][]core.Value, set func([]core.Value) *core.KeySet) (out *core.Program, ok []bool) {
	r := &recorder{keys: map[*core.PrimExpr][]core.Value{}, set: set}
	for _, in := range inputs {
		r.steps = 200000
		_, err := r.call(p.Entry, in)
		ok = append(ok, err == nil)
	}
	copied := *p
	copied.Funcs = nil
	renamed := map[*core.Func]*core.Func{}
	for _, f := range p.Funcs {
		g := *f
		copied.Funcs = append(copied.Funcs, &g)
		renamed[f] = &g
	}
	for _, g := range copied.Funcs {
		g.Body = core.Retarget(r.annotate(g.Body), func(f *core.Func) *core.Func { return renamed[f] })
	}
	copied.Entry = renamed[p.Entry]
	return &copied, ok
}

func (r *recorder) annotate(e core.Expr) core.Expr {
	out := core.Rebuild(e, r.annotate)
	if p, ok := e.(*core.PrimExpr); ok && p.Op.IsMap() && p.Op != core.OpSetUnion {
		q := *out.(*core.PrimExpr)
		q.Keys = r.set(r.keys[p])
		return &q
	}
	return out
}

type env map[*core.Var]core.Value

func (r *recorder) call(f *core.Func, args []core.Value) (core.Value, error) {
	if r.steps--; r.steps < 0 {
		return nil, errSteps
	}
	vars := env{}
	for i, v := range f.Params {
		vars[v] = args[i]
	}
	return r.eval(f.Body, vars)
}

func (r *recorder) eval(e core.Expr, vars env) (core.Value, error) {
	if r.steps--; r.steps < 0 {
		return nil, errSteps
	}
	switch e := e.(type) {
	case *core.VarExpr:
		return vars[e.Var], nil
	case *core.Const:
		return e.Value, nil
	case *core.DeadExpr:
		return core.Dead{}, nil
	case *core.ConExpr:
		args, err := r.evals(e.Args, vars)
		return &core.ConValue{Con: e.Con, Args: args}, err
	case *core.TupleExpr:
		elems, err := r.evals(e.Elems, vars)
		return &core.Tuple{Elems: elems}, err
	case *core.CallExpr:
		args, err := r.evals(e.Args, vars)
		if err != nil {
			return nil, err
		}
		return r.call(e.Func, args)
	case *core.CaseExpr:
		return r.match(e, vars)
	case *core.PrimExpr:
		args, err := r.evals(e.Args, vars)
		if err != nil {
			return nil, err
		}
		r.note(e, args)
		return core.EvalPrim(e.Op, args)
	case *core.IterExpr:
		return r.iterate(e, vars)
	}
	return nil, fmt.Errorf("no such expression: %T", e)
}

func (r *recorder) evals(es []core.Expr, vars env) ([]core.Value, error) {
	out := make([]core.Value, len(es))
	for i, e := range es {
		v, err := r.eval(e, vars)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

func (r *recorder) note(e *core.PrimExpr, args []core.Value) {
	if !e.Op.IsMap() {
		return
	}
	switch e.Op {
	case core.OpSetUnion:
	case core.OpMapEqual:
		a, b := args[0].(*core.MapValue), args[1].(*core.MapValue)
		r.noteDifferent(e, a, b)
		r.noteDifferent(e, b, a)
	case core.OpSetEqual:
		a, b := args[0].(*core.SetValue), args[1].(*core.SetValue)
		for _, s := range []*core.SetValue{a, b} {
			for v := range s.All() {
				if !a.Has(v) || !b.Has(v) {
					r.keys[e] = append(r.keys[e], v)
				}
			}
		}
	default:
		r.keys[e] = append(r.keys[e], args[1])
	}
}

func (r *recorder) noteDifferent(e *core.PrimExpr, a, b *core.MapValue) {
	for k, v := range a.All() {
		if w, ok := b.Get(k); !ok || !core.Equal(v, w) {
			r.keys[e] = append(r.keys[e], k)
		}
	}
}

func (r *recorder) match(e *core.CaseExpr, vars env) (core.Value, error) {
	v, err := r.eval(e.Scrut, vars)
	if err != nil {
		return nil, err
	}
	for _, a := range e.Arms {
		if bind(a.Pat, v, vars) {
			return r.eval(a.Body, vars)
		}
	}
	return nil, errMatch
}

// bind matches v and binds p's variables; what a failed match has bound is not in scope.
func bind(p core.Pat, v core.Value, vars env) bool {
	list := func(ps []core.Pat, vs []core.Value) bool {
		for i, x := range ps {
			if !bind(x, vs[i], vars) {
				return false
			}
		}
		return true
	}
	switch p := p.(type) {
	case *core.VarPat:
		vars[p.Var] = v
	case *core.AsPat:
		vars[p.Var] = v
		return bind(p.Pat, v, vars)
	case *core.LitPat:
		return core.Equal(p.Value, v)
	case *core.ConPat:
		c, ok := v.(*core.ConValue)
		return ok && c.Con == p.Con && list(p.Args, c.Args)
	case *core.TuplePat:
		return list(p.Elems, v.(*core.Tuple).Elems)
	}
	return true
}

func (r *recorder) iterate(e *core.IterExpr, vars env) (core.Value, error) {
	args, err := r.evals(e.Args, vars)
	if err != nil {
		return nil, err
	}
	body := func(vs ...core.Value) core.Value {
		for i, v := range e.Params {
			vars[v] = vs[i]
		}
		v, bodyErr := r.eval(e.Body, vars)
		if bodyErr != nil {
			err = bodyErr
		}
		return v
	}
	m := args[0].(*core.MapValue)
	if len(args) == 1 {
		return m.Map(func(v core.Value) core.Value { return body(v) }), err
	}
	out := m.UnionWith(args[1].(*core.MapValue), func(x, y core.Value) core.Value { return body(x, y) })
	return out, err
}
