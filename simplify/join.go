package simplify

import (
	"fmt"

	"scf/scfml/core"
)

// This file shares an arm between the branches that lead to it by making it a function [SIM-JOIN]: a join point, as L. Maurer
// and others (Compiling without continuations, PLDI 2017) call it. It is done where a match moves into the arms of its
// scrutinee, all of these decide it, and each saves at least what the call costs: the construction that the match takes apart,
// its loads, its tests.

// joinPoint is an arm of a match, and what follows the match, that becomes a function when it is first needed.
type joinPoint struct {
	body   core.Expr
	params []*core.Var // the free variables of body
	fn     *core.Func
}

// joins plans join points for k's arms; false where the match is better left where it is.
func (b *builder) joins(k *cont, p plan) bool {
	if b.opts.DisableJoin || b.inside > 0 || p.open > 0 {
		return b.run.refuse(k.match, OverCopies)
	}
	added := 0
	points := map[int]*joinPoint{}
	for i, n := range p.uses {
		weight := b.size(k.match.Arms[i].Body) + k.next.weight()
		switch {
		case n <= 1:
			continue
		case weight >= b.opts.Limits.Join:
			j := b.joinPoint(k, i)
			points[i] = j
			weight = len(j.params) + 1
		}
		added += (n - 1) * weight
	}
	switch {
	case added > b.opts.CaseOfCaseSize:
		return b.run.refuse(k.match, OverCopies)
	case !p.pays(k.match.Arms, points):
		return b.run.refuse(k.match, OverCall)
	case !b.ledger.grants(added):
		return b.run.refuse(k.match, OverGrowth)
	}
	k.join = points
	return true
}

// pays reports whether every end that leads to a join point saves an operation by the match being decided.
func (p plan) pays(arms []core.Arm, points map[int]*joinPoint) bool {
	for t, i := range p.arm {
		if points[i] != nil && saved(p.tails[t], arms, i) == 0 {
			return false
		}
	}
	return true
}

// saved is how many operations it saves, at least, to match what tail gives, which leads to arm i, at once.
func saved(tail core.Expr, arms []core.Arm, i int) int {
	n := 0
	for _, a := range arms[:i] {
		if !core.Irrefutable(a.Pat) {
			n++
		}
	}
	if i < len(arms)-1 && !core.Irrefutable(arms[i].Pat) {
		n++
	}
	if _, isVar := tail.(*core.VarExpr); isVar {
		return n
	}
	var parts []core.Pat
	switch pat := arms[i].Pat.(type) {
	case *core.ConPat:
		parts = pat.Args
	case *core.TuplePat:
		parts = pat.Elems
	default:
		return n
	}
	if _, isConst := tail.(*core.Const); !isConst {
		n++
	}
	for _, part := range parts {
		if len(core.PatVars(part)) > 0 {
			n++
		}
	}
	return n
}

// joinPoint is arm i of k, and what follows k, as a function's body.
func (b *builder) joinPoint(k *cont, i int) *joinPoint {
	body := k.match.Arms[i].Body
	free := varSet{}
	b.free.expr(body, &free)
	for n := k.next; n != nil; n = n.next {
		b.free.arms(n.match, &free)
		body = &core.CaseExpr{Scrut: body, Arms: n.match.Arms, Pos: n.match.Pos}
	}
	return &joinPoint{body: body, params: free.vars}
}

// jump calls the join point; nil where the types of its parameters are not known, so that it is no function.
func (j *joinPoint) jump(b *builder) *value {
	args := make([]*value, len(j.params))
	types := make([]core.Type, len(j.params))
	for i, x := range j.params {
		args[i] = b.resolve(b.env[x])
		if types[i] = b.typeOf(args[i]); j.fn == nil && types[i] == nil {
			return nil
		}
	}
	if j.fn == nil {
		b.makeJoin(j, types)
	}
	return b.callOf(&core.CallExpr{Func: j.fn, Pos: j.fn.Pos}, args)
}

func (b *builder) makeJoin(j *joinPoint, types []core.Type) {
	f := &core.Func{Name: joinName, ParamTypes: types, Result: b.fn.Result, Pos: b.fn.Pos}
	sub := map[*core.Var]core.Expr{}
	for _, x := range j.params {
		p := &core.Var{Name: x.Name}
		f.Params = append(f.Params, p)
		sub[x] = &core.VarExpr{Var: p}
	}
	f.Body = core.Clone(j.body, sub)
	j.fn = f
	b.made = append(b.made, f)
	b.report.JoinPoints++
}

// What functions that are made are called until they become part of the program.
const (
	joinName  = "join" // join points
	carryName = "next" // specializations with loop-carried values
)

// freshName is a name that no function has yet, made of base and what the function is.
func (s *session) freshName(base, what string) string {
	for {
		s.madeNumber++
		name := fmt.Sprintf("%s_%s%d", base, what, s.madeNumber)
		if !s.taken(name) {
			return name
		}
	}
}

func (s *session) taken(name string) bool {
	for _, f := range s.program.Funcs {
		if f.Name == name {
			return true
		}
	}
	return false
}
