package dse

import (
	"errors"
	"fmt"

	"scf/scfml"
)

// recorder is a small evaluator that notes with which keys each operation on a map or set works: what the partial evaluator
// would record at its most precise, for the inputs that are run. It has no cost model and no limits but steps.
type recorder struct {
	keys  map[*scfml.PrimExpr]finite
	set   func(finite) scfml.KeySet // how keys are recorded
	steps int
}

var (
	errSteps = errors.New("too many steps")
	errMatch = errors.New("no match")
)

// recordKeys is p with exact keys on its operations for the given arguments of the entry. ok[i] tells whether p ends without
// an error on argument i.
func recordKeys(p *scfml.Program, inputs [][]scfml.Value, set func(finite) scfml.KeySet) (out *scfml.Program, ok []bool) {
	r := &recorder{keys: map[*scfml.PrimExpr]finite{}, set: set}
	for _, in := range inputs {
		r.steps = 200000
		_, err := r.call(p.Entry, in)
		ok = append(ok, err == nil)
	}
	copied := *p
	copied.Funcs = nil
	renamed := map[*scfml.Func]*scfml.Func{}
	for _, f := range p.Funcs {
		g := *f
		copied.Funcs = append(copied.Funcs, &g)
		renamed[f] = &g
	}
	for _, g := range copied.Funcs {
		g.Body = retarget(r.annotate(g.Body), renamed)
	}
	copied.Entry = renamed[p.Entry]
	return &copied, ok
}

func (r *recorder) annotate(e scfml.Expr) scfml.Expr {
	out := scfml.Rebuild(e, r.annotate)
	if p, ok := e.(*scfml.PrimExpr); ok && p.Op.IsMap() && p.Op != scfml.OpSetUnion {
		q := *out.(*scfml.PrimExpr)
		q.Keys = r.set(keysOf(r.keys[p]...))
		return &q
	}
	return out
}

type env map[*scfml.Var]scfml.Value

func (r *recorder) call(f *scfml.Func, args []scfml.Value) (scfml.Value, error) {
	if r.steps--; r.steps < 0 {
		return nil, errSteps
	}
	vars := env{}
	for i, v := range f.Params {
		vars[v] = args[i]
	}
	return r.eval(f.Body, vars)
}

func (r *recorder) eval(e scfml.Expr, vars env) (scfml.Value, error) {
	if r.steps--; r.steps < 0 {
		return nil, errSteps
	}
	switch e := e.(type) {
	case *scfml.VarExpr:
		return vars[e.Var], nil
	case *scfml.Const:
		return e.Value, nil
	case *scfml.DeadExpr:
		return scfml.Dead{}, nil
	case *scfml.ConExpr:
		args, err := r.evals(e.Args, vars)
		return &scfml.ConValue{Con: e.Con, Args: args}, err
	case *scfml.TupleExpr:
		elems, err := r.evals(e.Elems, vars)
		return &scfml.Tuple{Elems: elems}, err
	case *scfml.CallExpr:
		args, err := r.evals(e.Args, vars)
		if err != nil {
			return nil, err
		}
		return r.call(e.Func, args)
	case *scfml.CaseExpr:
		return r.match(e, vars)
	case *scfml.PrimExpr:
		args, err := r.evals(e.Args, vars)
		if err != nil {
			return nil, err
		}
		r.note(e, args)
		return scfml.EvalPrim(e.Op, args)
	case *scfml.IterExpr:
		return r.iterate(e, vars)
	}
	return nil, fmt.Errorf("no such expression: %T", e)
}

func (r *recorder) evals(es []scfml.Expr, vars env) ([]scfml.Value, error) {
	out := make([]scfml.Value, len(es))
	for i, e := range es {
		v, err := r.eval(e, vars)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

func (r *recorder) note(e *scfml.PrimExpr, args []scfml.Value) {
	if !e.Op.IsMap() {
		return
	}
	switch e.Op {
	case scfml.OpSetUnion:
	case scfml.OpMapEqual:
		a, b := args[0].(*scfml.MapValue), args[1].(*scfml.MapValue)
		r.noteDifferent(e, a, b)
		r.noteDifferent(e, b, a)
	case scfml.OpSetEqual:
		a, b := args[0].(*scfml.SetValue), args[1].(*scfml.SetValue)
		for _, s := range []*scfml.SetValue{a, b} {
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

func (r *recorder) noteDifferent(e *scfml.PrimExpr, a, b *scfml.MapValue) {
	for k, v := range a.All() {
		if w, ok := b.Get(k); !ok || !scfml.Equal(v, w) {
			r.keys[e] = append(r.keys[e], k)
		}
	}
}

func (r *recorder) match(e *scfml.CaseExpr, vars env) (scfml.Value, error) {
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
func bind(p scfml.Pat, v scfml.Value, vars env) bool {
	list := func(ps []scfml.Pat, vs []scfml.Value) bool {
		for i, x := range ps {
			if !bind(x, vs[i], vars) {
				return false
			}
		}
		return true
	}
	switch p := p.(type) {
	case *scfml.VarPat:
		vars[p.Var] = v
	case *scfml.AsPat:
		vars[p.Var] = v
		return bind(p.Pat, v, vars)
	case *scfml.LitPat:
		return scfml.Equal(p.Value, v)
	case *scfml.ConPat:
		c, ok := v.(*scfml.ConValue)
		return ok && c.Con == p.Con && list(p.Args, c.Args)
	case *scfml.TuplePat:
		return list(p.Elems, v.(*scfml.Tuple).Elems)
	}
	return true
}

func (r *recorder) iterate(e *scfml.IterExpr, vars env) (scfml.Value, error) {
	args, err := r.evals(e.Args, vars)
	if err != nil {
		return nil, err
	}
	body := func(vs ...scfml.Value) scfml.Value {
		for i, v := range e.Params {
			vars[v] = vs[i]
		}
		v, bodyErr := r.eval(e.Body, vars)
		if bodyErr != nil {
			err = bodyErr
		}
		return v
	}
	m := args[0].(*scfml.MapValue)
	if len(args) == 1 {
		return m.Map(func(v scfml.Value) scfml.Value { return body(v) }), err
	}
	out := m.UnionWith(args[1].(*scfml.MapValue), func(x, y scfml.Value) scfml.Value { return body(x, y) })
	return out, err
}
