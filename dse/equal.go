package dse

import (
	"scf/scfml/core"
)

// Equality of maps and sets over few keys. Comparing two maps reads all of their keys: if a key were dropped from one map and
// not from the other, equal maps would differ. But where the partial evaluator recorded that two maps can differ only by
// certain keys, and these are few and known, comparing what the maps hold for those keys reads nothing else [DSE-EQUAL]. It
// costs two lookups and a comparison for each key instead of one comparison, and pays where it lets insertions go.

// equalities rewrites the comparisons of maps and sets of a program over at most limit known keys.
type equalities struct {
	algebra keyAlgebra
	limit   int
	count   int
}

// rewriteEqualities is p with such comparisons residualised over their keys, and how many there were.
func rewriteEqualities(p *core.Program, a keyAlgebra, limit int) (*core.Program, int) {
	eq := &equalities{algebra: a, limit: limit}
	renamed := map[*core.Func]*core.Func{}
	out := *p
	out.Funcs = make([]*core.Func, len(p.Funcs))
	for i, f := range p.Funcs {
		g := *f
		g.Body = eq.expr(f.Body)
		out.Funcs[i], renamed[f] = &g, &g
	}
	if eq.count == 0 {
		return p, 0
	}
	for _, g := range out.Funcs {
		g.Body = retarget(g.Body, renamed)
	}
	out.Entry = renamed[p.Entry]
	return &out, eq.count
}

// retarget replaces the functions that e calls.
func retarget(e core.Expr, to map[*core.Func]*core.Func) core.Expr {
	var walk func(core.Expr) core.Expr
	walk = func(e core.Expr) core.Expr {
		e = core.Rebuild(e, walk)
		if c, ok := e.(*core.CallExpr); ok {
			return &core.CallExpr{Func: to[c.Func], Args: c.Args, Pos: c.Pos}
		}
		return e
	}
	return walk(e)
}

func (eq *equalities) expr(e core.Expr) core.Expr {
	e = core.Rebuild(e, eq.expr)
	p, ok := e.(*core.PrimExpr)
	if !ok || p.Keys == nil || p.Op != core.OpMapEqual && p.Op != core.OpSetEqual {
		return e
	}
	if p.Op == core.OpMapEqual && !admitsEquality(p.Mod.Value, map[*core.Datatype]bool{}) {
		return e
	}
	members, ok := eq.algebra.members(p.Keys, eq.limit)
	if !ok {
		return e
	}
	eq.count++
	return eq.overKeys(p, members)
}

// overKeys is `case (m, m') of (x, y) => find(x, k) = find(y, k) andalso ...`; true for no keys.
func (eq *equalities) overKeys(p *core.PrimExpr, members []core.Value) core.Expr {
	x, y := &core.Var{Name: "m"}, &core.Var{Name: "m'"}
	var all core.Expr = &core.Const{Value: core.Bool(true)}
	for i := len(members) - 1; i >= 0; i-- {
		same := eq.sameAt(p, x, y, members[i])
		if i == len(members)-1 {
			all = same
		} else {
			all = core.If(same, all, &core.Const{Value: core.Bool(false)})
		}
	}
	both := &core.TuplePat{Elems: []core.Pat{&core.VarPat{Var: x}, &core.VarPat{Var: y}}}
	return core.Let(both, &core.TupleExpr{Elems: p.Args}, all)
}

// sameAt compares what two maps or sets hold for one key.
func (eq *equalities) sameAt(p *core.PrimExpr, x, y *core.Var, key core.Value) core.Expr {
	op := core.OpMapFind
	if p.Op == core.OpSetEqual {
		op = core.OpSetMember
	}
	lookup := func(v *core.Var) core.Expr {
		return &core.PrimExpr{
			Op: op, Args: []core.Expr{&core.VarExpr{Var: v}, &core.Const{Value: key}},
			Mod: p.Mod, Label: p.Label, Keys: eq.algebra.only(key), Pos: p.Pos,
		}
	}
	return &core.PrimExpr{Op: core.OpEq, Args: []core.Expr{lookup(x), lookup(y)}, Pos: p.Pos}
}

// admitsEquality tells whether = compares values of type t: it does not compare maps and sets.
func admitsEquality(t core.Type, seen map[*core.Datatype]bool) bool {
	list := func(ts []core.Type) bool {
		for _, x := range ts {
			if !admitsEquality(x, seen) {
				return false
			}
		}
		return true
	}
	switch t := t.(type) {
	case *core.MapType, *core.SetType:
		return false
	case *core.TupleType:
		return list(t.Elems)
	case *core.DataType:
		if !list(t.Args) {
			return false
		}
		if seen[t.Data] {
			return true
		}
		seen[t.Data] = true
		for _, c := range t.Data.Cons {
			if !list(c.Args) {
				return false
			}
		}
	}
	return true
}
