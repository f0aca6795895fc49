package dse

import "scf/scfml"

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
func rewriteEqualities(p *scfml.Program, a keyAlgebra, limit int) (*scfml.Program, int) {
	eq := &equalities{algebra: a, limit: limit}
	renamed := map[*scfml.Func]*scfml.Func{}
	out := *p
	out.Funcs = make([]*scfml.Func, len(p.Funcs))
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
func retarget(e scfml.Expr, to map[*scfml.Func]*scfml.Func) scfml.Expr {
	var walk func(scfml.Expr) scfml.Expr
	walk = func(e scfml.Expr) scfml.Expr {
		e = scfml.Rebuild(e, walk)
		if c, ok := e.(*scfml.CallExpr); ok {
			return &scfml.CallExpr{Func: to[c.Func], Args: c.Args, Pos: c.Pos}
		}
		return e
	}
	return walk(e)
}

func (eq *equalities) expr(e scfml.Expr) scfml.Expr {
	e = scfml.Rebuild(e, eq.expr)
	p, ok := e.(*scfml.PrimExpr)
	if !ok || p.Keys == nil || p.Op != scfml.OpMapEqual && p.Op != scfml.OpSetEqual {
		return e
	}
	if p.Op == scfml.OpMapEqual && !admitsEquality(p.Mod.Value, map[*scfml.Datatype]bool{}) {
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
func (eq *equalities) overKeys(p *scfml.PrimExpr, members []scfml.Value) scfml.Expr {
	x, y := &scfml.Var{Name: "m"}, &scfml.Var{Name: "m'"}
	var all scfml.Expr = &scfml.Const{Value: scfml.Bool(true)}
	for i := len(members) - 1; i >= 0; i-- {
		same := eq.sameAt(p, x, y, members[i])
		if i == len(members)-1 {
			all = same
		} else {
			all = scfml.If(same, all, &scfml.Const{Value: scfml.Bool(false)})
		}
	}
	both := &scfml.TuplePat{Elems: []scfml.Pat{&scfml.VarPat{Var: x}, &scfml.VarPat{Var: y}}}
	return scfml.Let(both, &scfml.TupleExpr{Elems: p.Args}, all)
}

// sameAt compares what two maps or sets hold for one key.
func (eq *equalities) sameAt(p *scfml.PrimExpr, x, y *scfml.Var, key scfml.Value) scfml.Expr {
	op := scfml.OpMapFind
	if p.Op == scfml.OpSetEqual {
		op = scfml.OpSetMember
	}
	lookup := func(v *scfml.Var) scfml.Expr {
		return &scfml.PrimExpr{
			Op: op, Args: []scfml.Expr{&scfml.VarExpr{Var: v}, &scfml.Const{Value: key}},
			Mod: p.Mod, Label: p.Label, Keys: eq.algebra.only(key), Pos: p.Pos,
		}
	}
	return &scfml.PrimExpr{Op: scfml.OpEq, Args: []scfml.Expr{lookup(x), lookup(y)}, Pos: p.Pos}
}

// admitsEquality tells whether = compares values of type t: it does not compare maps and sets.
func admitsEquality(t scfml.Type, seen map[*scfml.Datatype]bool) bool {
	list := func(ts []scfml.Type) bool {
		for _, x := range ts {
			if !admitsEquality(x, seen) {
				return false
			}
		}
		return true
	}
	switch t := t.(type) {
	case *scfml.MapType, *scfml.SetType:
		return false
	case *scfml.TupleType:
		return list(t.Elems)
	case *scfml.DataType:
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
