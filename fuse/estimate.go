package fuse

import "scf/scfml/core"

// Estimate is how many operations a run of p takes, as far as can be told from its text: the arms of a match are equally likely, but those in
// which recursion goes on (as the branch that leads back to a loop's head in Ball and Larus, Branch Prediction for Free, 1993), which goes on for
// some dozen calls. It is for comparing programs that do the same.
func Estimate(p *core.Program) float64 {
	e := &estimate{calls: map[*core.Func]float64{}, cycle: map[*core.Func]int{}}
	for i, group := range core.CallGroups(p.Funcs) {
		for _, f := range group {
			e.cycle[f] = i
		}
		if len(group) == 1 && !group[0].CallsItself() {
			e.at = -1
			e.calls[group[0]] = e.expr(group[0].Body)
			continue
		}
		e.at = i
		for range turns {
			next := make([]float64, len(group))
			for j, f := range group {
				next[j] = e.expr(f.Body)
			}
			for j, f := range group {
				e.calls[f] = next[j]
			}
		}
	}
	return e.calls[p.Entry]
}

const (
	turns = 12 // how often recursion goes on
	again = 8  // how many times likelier an arm is in which it does
	items = 4  // of a map that is gone through
)

type estimate struct {
	calls map[*core.Func]float64 // operations of a call
	cycle map[*core.Func]int     // the number of a function's cycle
	at    int                    // that of the cycle at hand
}

func (e *estimate) expr(x core.Expr) float64 {
	sum := 0.0
	switch x := x.(type) {
	case *core.CaseExpr:
		return e.match(x)
	case *core.IterExpr:
		return items*e.expr(x.Body) + e.exprs(x.Args)
	case *core.CallExpr:
		sum = 1 + e.calls[x.Func]
	case *core.ConExpr, *core.TupleExpr, *core.PrimExpr:
		sum = 1
	}
	core.Children(x, func(y core.Expr) { sum += e.expr(y) })
	return sum
}

func (e *estimate) exprs(xs []core.Expr) float64 {
	sum := 0.0
	for _, x := range xs {
		sum += e.expr(x)
	}
	return sum
}

func (e *estimate) match(x *core.CaseExpr) float64 {
	sum, weights := 0.0, 0.0
	for i, a := range x.Arms {
		weight := 1.0
		if len(x.Arms) > 1 && e.goesOn(a.Body) {
			weight = again
		}
		tests := min(i+1, len(x.Arms)-1)
		sum += weight * (float64(tests+loads(a.Pat)) + e.expr(a.Body))
		weights += weight
	}
	if weights > 0 {
		sum /= weights
	}
	if t, ok := x.Scrut.(*core.TupleExpr); ok && x.NeverBuilt() {
		return sum + e.exprs(t.Elems)
	}
	return sum + e.expr(x.Scrut)
}

// goesOn reports whether x calls a function of the cycle at hand.
func (e *estimate) goesOn(x core.Expr) bool {
	found := false
	core.Calls(x, func(f *core.Func) { found = found || e.at >= 0 && e.cycle[f] == e.at })
	return found
}

// loads are the components that p looks at.
func loads(p core.Pat) int {
	n := 0
	for _, q := range core.SubPats(p) {
		if _, wild := q.(*core.WildPat); !wild {
			n += 1 + loads(q)
		}
	}
	return n
}
