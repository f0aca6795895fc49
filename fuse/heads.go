package fuse

import (
	"maps"
	"slices"

	"scf/scfml/core"
)

// Which constructors functions give. A consumer that keeps short what it puts together, as one that drops a skip, tests what the producer's
// recursion gives; where the producer never gives a skip the test is in the way.

// heads are the constructors that a value may have been made with; any where that is not known.
type heads struct {
	any  bool
	cons map[*core.Con]bool
}

func (h heads) join(g heads) heads {
	if h.any || g.any {
		return heads{any: true}
	}
	out := heads{cons: maps.Clone(h.cons)}
	if out.cons == nil {
		out.cons = map[*core.Con]bool{}
	}
	maps.Copy(out.cons, g.cons)
	return out
}

func (h heads) equal(g heads) bool { return h.any == g.any && maps.Equal(h.cons, g.cons) }

// scope is what is known of variables.
type scope map[*core.Var]heads

// findHeads finds the heads of what the functions give, component by component: the least solution.
func (f *fuser) findHeads() {
	f.heads = map[*core.Func][]heads{}
	for _, g := range f.program.Funcs {
		f.heads[g] = make([]heads, len(resultTypes(g)))
	}
	for changed := true; changed; {
		changed = false
		for _, g := range f.program.Funcs {
			found := f.heads[g]
			for i, h := range f.endsOf(g.Body, len(found), scope{}) {
				if h = h.join(found[i]); !h.equal(found[i]) {
					found[i], changed = h, true
				}
			}
		}
	}
}

// endsOf are the heads of the n components of what e gives.
func (f *fuser) endsOf(e core.Expr, n int, of scope) []heads {
	out := make([]heads, n)
	switch x := e.(type) {
	case *core.CaseExpr:
		f.bind(x, of)
		for _, a := range x.Arms {
			for i, h := range f.endsOf(a.Body, n, of) {
				out[i] = out[i].join(h)
			}
		}
		return out
	case *core.CallExpr:
		if h := f.heads[x.Func]; len(h) == n {
			return h
		}
	}
	if n == 1 {
		return []heads{f.head(e, of)}
	}
	elems, ok := elemsOf(e)
	for i := range out {
		if out[i] = (heads{any: true}); ok {
			out[i] = f.head(elems[i], of)
		}
	}
	return out
}

// elemsOf are the components of a tuple.
func elemsOf(e core.Expr) (elems []core.Expr, ok bool) {
	switch x := e.(type) {
	case *core.TupleExpr:
		return x.Elems, true
	case *core.Const:
		if t, ok := x.Value.(*core.Tuple); ok {
			for _, v := range t.Elems {
				elems = append(elems, &core.Const{Value: v})
			}
			return elems, true
		}
	}
	return nil, false
}

// head is the heads of e.
func (f *fuser) head(e core.Expr, of scope) heads {
	switch x := e.(type) {
	case *core.VarExpr:
		if h, ok := of[x.Var]; ok {
			return h
		}
	case *core.Const:
		if v, ok := x.Value.(*core.ConValue); ok {
			return heads{cons: map[*core.Con]bool{v.Con: true}}
		}
	case *core.ConExpr:
		return heads{cons: map[*core.Con]bool{x.Con: true}}
	case *core.CallExpr:
		if h := f.heads[x.Func]; len(h) == 1 {
			return h[0]
		}
	case *core.CaseExpr:
		return f.endsOf(e, 1, of)[0]
	}
	return heads{any: true}
}

// bind notes what a let binds.
func (f *fuser) bind(x *core.CaseExpr, of scope) {
	vars := boundBy(x)
	if len(vars) == 0 {
		return
	}
	for i, h := range f.endsOf(x.Scrut, len(vars), of) {
		of[vars[i]] = h
	}
}

// feasible leaves out the arms for constructors that the scrutinee does not have.
func feasible(arms []core.Arm, h heads) []core.Arm {
	if h.any || len(arms) < 2 || len(h.cons) == 0 {
		return arms
	}
	left := maps.Clone(h.cons)
	var out []core.Arm
	for _, a := range arms {
		switch p := core.Bare(a.Pat).(type) {
		case *core.ConPat:
			if !h.cons[p.Con] {
				continue
			}
			if !slices.ContainsFunc(p.Args, func(q core.Pat) bool { return !core.Irrefutable(q) }) {
				delete(left, p.Con)
			}
		default:
			if len(left) == 0 {
				continue
			}
		}
		out = append(out, a)
	}
	if len(out) == 0 {
		return arms // the program fails here
	}
	return out
}
