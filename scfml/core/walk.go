package core

import (
	"fmt"
	"slices"

	"scf/internal/diag"
	"scf/internal/graph"
)

// Helpers that every phase uses to look through core expressions and to rebuild them.

// PlaceOf is where a case expression, a call or a primitive operation stands in the source; not valid for other expressions, and where that is
// not known.
func PlaceOf(e Expr) diag.Pos {
	switch e := e.(type) {
	case *CaseExpr:
		return e.Pos
	case *CallExpr:
		return e.Pos
	case *PrimExpr:
		return e.Pos
	}
	return diag.Pos{}
}

// IsVar reports whether e is a use of x.
func IsVar(e Expr, x *Var) bool {
	v, ok := e.(*VarExpr)
	return ok && v.Var == x
}

// Each calls f on e and on all its subexpressions, those around before those inside.
func Each(e Expr, f func(Expr)) {
	f(e)
	Children(e, func(x Expr) { Each(x, f) })
}

// Children calls f on the direct subexpressions of e, in order of evaluation; the bodies of arms and iterators included.
func Children(e Expr, f func(Expr)) {
	var es []Expr
	switch e := e.(type) {
	case *VarExpr, *Const, *DeadExpr:
	case *ConExpr:
		es = e.Args
	case *TupleExpr:
		es = e.Elems
	case *CaseExpr:
		f(e.Scrut)
		for _, a := range e.Arms {
			f(a.Body)
		}
	case *CallExpr:
		es = e.Args
	case *PrimExpr:
		es = e.Args
	case *IterExpr:
		f(e.Body)
		es = e.Args
	default:
		panic(fmt.Sprintf("core: no such expression: %T", e))
	}
	for _, x := range es {
		f(x)
	}
}

// Rebuild is e with f applied to its direct subexpressions. Where f changes nothing the result is e itself; patterns and
// variables are shared with e.
func Rebuild(e Expr, f func(Expr) Expr) Expr {
	switch e := e.(type) {
	case *VarExpr, *Const, *DeadExpr:
		return e
	case *ConExpr:
		if args, changed := rebuildList(e.Args, f); changed {
			return &ConExpr{e.Con, args}
		}
	case *TupleExpr:
		if elems, changed := rebuildList(e.Elems, f); changed {
			return &TupleExpr{elems}
		}
	case *CaseExpr:
		scrut := f(e.Scrut)
		changed := scrut != e.Scrut
		arms := make([]Arm, len(e.Arms))
		for i, a := range e.Arms {
			arms[i] = Arm{a.Pat, f(a.Body)}
			changed = changed || arms[i].Body != a.Body
		}
		if changed {
			return &CaseExpr{Scrut: scrut, Arms: arms, Pos: e.Pos}
		}
	case *CallExpr:
		if args, changed := rebuildList(e.Args, f); changed {
			return &CallExpr{Func: e.Func, Args: args, Pos: e.Pos}
		}
	case *PrimExpr:
		if args, changed := rebuildList(e.Args, f); changed {
			c := *e
			c.Args = args
			return &c
		}
	case *IterExpr:
		body := f(e.Body)
		args, changed := rebuildList(e.Args, f)
		if changed || body != e.Body {
			c := *e
			c.Body, c.Args = body, args
			return &c
		}
	default:
		panic(fmt.Sprintf("core: no such expression: %T", e))
	}
	return e
}

func rebuildList(es []Expr, f func(Expr) Expr) ([]Expr, bool) {
	changed := false
	out := make([]Expr, len(es))
	for i, x := range es {
		out[i] = f(x)
		changed = changed || out[i] != x
	}
	return out, changed
}

// PatVars are the variables that p binds, from left to right.
func PatVars(p Pat) []*Var {
	var vars []*Var
	var walk func(Pat)
	walk = func(p Pat) {
		switch p := p.(type) {
		case *VarPat:
			vars = append(vars, p.Var)
		case *AsPat:
			vars = append(vars, p.Var)
			walk(p.Pat)
		case *ConPat:
			for _, a := range p.Args {
				walk(a)
			}
		case *TuplePat:
			for _, a := range p.Elems {
				walk(a)
			}
		}
	}
	walk(p)
	return vars
}

// RebuildPat is p with each binding of a variable replaced by f(v); a variable for which f gives nil is bound no more.
func RebuildPat(p Pat, f func(*Var) *Var) Pat {
	list := func(ps []Pat) []Pat {
		out := make([]Pat, len(ps))
		for i, x := range ps {
			out[i] = RebuildPat(x, f)
		}
		return out
	}
	switch p := p.(type) {
	case *VarPat:
		if v := f(p.Var); v == nil {
			return &WildPat{}
		} else if v != p.Var {
			return &VarPat{v}
		}
	case *AsPat:
		v, sub := f(p.Var), RebuildPat(p.Pat, f)
		if v == nil {
			return sub
		}
		return &AsPat{v, sub}
	case *ConPat:
		return &ConPat{p.Con, list(p.Args)}
	case *TuplePat:
		return &TuplePat{list(p.Elems)}
	}
	return p
}

// Size is the number of nodes of e, patterns not counted.
func Size(e Expr) int {
	n := 0
	var visit func(Expr)
	visit = func(e Expr) {
		n++
		Children(e, visit)
	}
	visit(e)
	return n
}

// Size is how many nodes the bodies of p's functions have.
func (p *Program) Size() int {
	n := 0
	for _, f := range p.Funcs {
		n += Size(f.Body)
	}
	return n
}

// CallsItself reports whether f's body calls f.
func (f *Func) CallsItself() bool {
	found := false
	Calls(f.Body, func(g *Func) { found = found || g == f })
	return found
}

// Clone copies e with fresh variables for all that it binds, and replaces its free variables by sub (which it may extend
// while it works; nil for none).
func Clone(e Expr, sub map[*Var]Expr) Expr {
	if sub == nil {
		sub = map[*Var]Expr{}
	}
	fresh := func(v *Var) *Var {
		w := &Var{v.Name}
		sub[v] = &VarExpr{w}
		return w
	}
	var clone func(Expr) Expr
	clone = func(e Expr) Expr {
		switch e := e.(type) {
		case *VarExpr:
			if s, ok := sub[e.Var]; ok {
				return s
			}
			return e
		case *CaseExpr:
			scrut := clone(e.Scrut)
			arms := make([]Arm, len(e.Arms))
			for i, a := range e.Arms {
				p := RebuildPat(a.Pat, fresh)
				arms[i] = Arm{p, clone(a.Body)}
			}
			return &CaseExpr{Scrut: scrut, Arms: arms, Pos: e.Pos}
		case *IterExpr:
			c := *e
			c.Params = make([]*Var, len(e.Params))
			for i, v := range e.Params {
				c.Params[i] = fresh(v)
			}
			c.Body = clone(e.Body)
			c.Args, _ = rebuildList(e.Args, clone)
			return &c
		}
		return Rebuild(e, clone)
	}
	return clone(e)
}

// Calls calls f on every function that e calls, once per call.
func Calls(e Expr, f func(*Func)) {
	var visit func(Expr)
	visit = func(e Expr) {
		if c, ok := e.(*CallExpr); ok {
			f(c.Func)
		}
		Children(e, visit)
	}
	visit(e)
}

// Reachable are the functions that can be called from p's entry, in the order of p.Funcs.
func (p *Program) Reachable() []*Func {
	return p.ReachableBy(func(f *Func, visit func(*Func)) { Calls(f.Body, visit) })
}

// ReachableBy is Reachable for who knows the calls of functions without going through their bodies: calls visits what f calls.
func (p *Program) ReachableBy(calls func(f *Func, visit func(*Func))) []*Func {
	seen := map[*Func]bool{p.Entry: true}
	work := []*Func{p.Entry}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		calls(f, func(g *Func) {
			if !seen[g] {
				seen[g] = true
				work = append(work, g)
			}
		})
	}
	var out []*Func
	for _, f := range p.Funcs {
		if seen[f] {
			out = append(out, f)
		}
	}
	return out
}

// NeverBuilt reports whether e's scrutinee is a tuple expression that only tuples and wildcards match.
func (e *CaseExpr) NeverBuilt() bool {
	if _, ok := e.Scrut.(*TupleExpr); !ok {
		return false
	}
	for _, a := range e.Arms {
		switch a.Pat.(type) {
		case *TuplePat, *WildPat:
		default:
			return false
		}
	}
	return true
}

// Irrefutable reports whether p matches every value of its type without a test.
func Irrefutable(p Pat) bool {
	switch p := p.(type) {
	case *WildPat, *VarPat:
		return true
	case *AsPat:
		return Irrefutable(p.Pat)
	case *TuplePat:
		return !slices.ContainsFunc(p.Elems, func(q Pat) bool { return !Irrefutable(q) })
	}
	return false
}

// Retarget is e with the functions that it calls replaced.
func Retarget(e Expr, to func(*Func) *Func) Expr {
	var retarget func(Expr) Expr
	retarget = func(e Expr) Expr {
		e = Rebuild(e, retarget)
		if c, ok := e.(*CallExpr); ok {
			return &CallExpr{Func: to(c.Func), Args: c.Args, Pos: c.Pos}
		}
		return e
	}
	return retarget(e)
}

// CallGroups are the functions in groups that call each other, each group behind those that it calls; otherwise in order. Calls of other
// functions do not count.
func CallGroups(funcs []*Func) [][]*Func {
	number := map[*Func]int{}
	for i, f := range funcs {
		number[f] = i
	}
	groups := graph.Components(funcs, func(f *Func, visit func(*Func)) {
		Calls(f.Body, func(g *Func) {
			if _, known := number[g]; known {
				visit(g)
			}
		})
	})
	for _, g := range groups {
		slices.SortFunc(g, func(a, b *Func) int { return number[a] - number[b] })
	}
	return groups
}
