// Package finiteness finds the parts of functions' arguments that can take only finitely many abstract values while a program
// is partially evaluated, whatever its input (§6.2.1.1). The partial evaluator specialises functions by these parts.
//
// A part is finite if on every path it comes from the program's input by projections alone (constructor and tuple patterns),
// or is a constant: an input has finitely many subvalues, recursive ones included. What a primitive makes is not finite, nor what a
// constructor of a recursive datatype makes. So in an optimizer the tree being optimised is finite, and the maps of facts are not. A part
// of the tree that a function gives as an option is finite, since applications of constructors as SOME do not nest in each other.
//
// The rules, after figure 6.11:
//
//	[FIN-CONST]  a constant is F
//	[FIN-VAR]    a variable has the pattern that it was bound with
//	[FIN-TUPLE]  a tuple has the tuple of its components' patterns
//	[FIN-CON]    a constructor application is F if all its arguments are and the datatype is not recursive, otherwise I (everywhere I
//	             in the figure)
//	[FIN-PRIM]   the result of a primitive or an iterator is I
//	[FIN-CASE]   a case is the meet of its arms; a pattern's variables have the projections of the scrutinee's pattern:
//	             F projects to F, I to I, a tuple pattern componentwise
//	[FIN-CALL]   a call meets its arguments into the callee's parameters and has the callee's result
//
// The figure's own fixpoint stops before it has looked at a body (its line 14 compares with the wrong variable) and does not
// come back to callers; here a function is looked at again when its parameters' patterns or a callee's result have become less. The lattice is finite: a pattern is never
// deeper than the tuples of the parameter's type. Functions have one type each (core.Monomorphic): so a value of a datatype that is not
// recursive has no more constructor applications inside each other than its type.
package finiteness

import (
	"fmt"
	"slices"
	"strings"

	"scf/scfml/core"
)

// Pattern tells which parts of a value are finite: Finite, Infinite or a Tuple of patterns. Patterns are immutable.
type Pattern interface {
	fmt.Stringer
	isPattern()
}

// Whole is a pattern for a value as a whole.
type Whole bool

// Finite (F) and Infinite (I) are the greatest and the least pattern.
const (
	Finite   Whole = true
	Infinite Whole = false
)

// Tuple is a pattern of a tuple, by component.
type Tuple []Pattern

func (Whole) isPattern() {}
func (Tuple) isPattern() {}

func (w Whole) String() string {
	if w {
		return "F"
	}
	return "I"
}

func (t Tuple) String() string {
	parts := make([]string, len(t))
	for i, p := range t {
		parts[i] = p.String()
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// Meet is the greatest pattern below both: finite only where both are.
func Meet(a, b Pattern) Pattern {
	switch {
	case a == Infinite || b == Infinite:
		return Infinite
	case a == Finite:
		return b
	case b == Finite:
		return a
	}
	s, t := a.(Tuple), b.(Tuple)
	if len(s) != len(t) {
		return Infinite
	}
	out := make(Tuple, len(s))
	for i := range s {
		out[i] = Meet(s[i], t[i])
	}
	return out
}

// Equal reports whether a and b are the same pattern.
func Equal(a, b Pattern) bool {
	s, isTuple := a.(Tuple)
	t, bothTuples := b.(Tuple)
	if !isTuple || !bothTuples {
		return !isTuple && !bothTuples && a == b
	}
	if len(s) != len(t) {
		return false
	}
	for i := range s {
		if !Equal(s[i], t[i]) {
			return false
		}
	}
	return true
}

// Analysis is what Analyze found: for every function that the entry reaches, a pattern for each parameter.
type Analysis struct {
	params map[*core.Func][]Pattern
	result map[*core.Func]Pattern
	// recursive reports of a datatype whether values of it can have values of it inside.
	recursive map[*core.Datatype]bool
	callers   map[*core.Func][]*core.Func
	waiting   []*core.Func // that are to be looked at, each once
	isWaiting map[*core.Func]bool
}

// Analyze analyses the functions that p's entry reaches. The entry's argument is taken to be finite as a whole.
func Analyze(p *core.Program) *Analysis {
	a := &Analysis{
		params: map[*core.Func][]Pattern{}, result: map[*core.Func]Pattern{}, recursive: map[*core.Datatype]bool{},
		callers: map[*core.Func][]*core.Func{}, isWaiting: map[*core.Func]bool{},
	}
	for _, f := range p.Reachable() {
		a.params[f] = allFinite(len(f.Params))
		a.result[f] = Finite
		core.Calls(f.Body, func(g *core.Func) { a.callers[g] = append(a.callers[g], f) })
		a.await(f)
	}
	for len(a.waiting) > 0 {
		f := a.waiting[0]
		a.waiting, a.isWaiting[f] = a.waiting[1:], false
		a.function(f)
	}
	return a
}

// await has f looked at, once more if need be.
func (a *Analysis) await(f *core.Func) {
	if !a.isWaiting[f] {
		a.waiting, a.isWaiting[f] = append(a.waiting, f), true
	}
}

// Params are the patterns of f's parameters; f must be reachable from the entry.
func (a *Analysis) Params(f *core.Func) []Pattern { return a.params[f] }

// HasFinite reports whether any part of f's argument is finite.
func (a *Analysis) HasFinite(f *core.Func) bool {
	for _, p := range a.params[f] {
		if hasFinite(p) {
			return true
		}
	}
	return false
}

func hasFinite(p Pattern) bool {
	t, ok := p.(Tuple)
	if !ok {
		return p == Finite
	}
	for _, c := range t {
		if hasFinite(c) {
			return true
		}
	}
	return false
}

func allFinite(n int) []Pattern {
	ps := make([]Pattern, n)
	for i := range ps {
		ps[i] = Finite
	}
	return ps
}

type env map[*core.Var]Pattern

func (a *Analysis) function(f *core.Func) {
	e := env{}
	for i, v := range f.Params {
		e[v] = a.params[f][i]
	}
	r := Meet(a.result[f], a.expr(f.Body, e))
	if !Equal(r, a.result[f]) {
		a.result[f] = r
		for _, g := range a.callers[f] {
			a.await(g)
		}
	}
}

// expr is the pattern of e's value. Variables are bound once in a program, so one environment serves a whole body.
func (a *Analysis) expr(e core.Expr, vars env) Pattern {
	switch e := e.(type) {
	case *core.Const, *core.DeadExpr: // [FIN-CONST]
		return Finite
	case *core.VarExpr: // [FIN-VAR]
		return vars[e.Var]
	case *core.TupleExpr: // [FIN-TUPLE]
		t := make(Tuple, len(e.Elems))
		for i, x := range e.Elems {
			t[i] = a.expr(x, vars)
		}
		return t
	case *core.CaseExpr: // [FIN-CASE]
		scrut := a.expr(e.Scrut, vars)
		result := Pattern(Finite)
		for _, arm := range e.Arms {
			bind(arm.Pat, scrut, vars)
			result = Meet(result, a.expr(arm.Body, vars))
		}
		return result
	case *core.ConExpr: // [FIN-CON]
		return a.construct(e, vars)
	case *core.CallExpr: // [FIN-CALL]
		return a.call(e, vars)
	case *core.IterExpr: // [FIN-PRIM]
		for _, v := range e.Params {
			vars[v] = Infinite
		}
	}
	core.Children(e, func(x core.Expr) { a.expr(x, vars) }) // [FIN-PRIM]
	return Infinite
}

func (a *Analysis) construct(e *core.ConExpr, vars env) Pattern {
	all := true
	for _, x := range e.Args {
		p := a.expr(x, vars)
		all = all && isFinite(p)
	}
	return Whole(all && !a.isRecursive(e.Con.Data))
}

// isFinite reports whether p says that all of a value is finite.
func isFinite(p Pattern) bool {
	t, ok := p.(Tuple)
	return p == Finite || ok && !slices.ContainsFunc(t, func(c Pattern) bool { return !isFinite(c) })
}

func (a *Analysis) call(e *core.CallExpr, vars env) Pattern {
	params := a.params[e.Func]
	for i, x := range e.Args {
		p := Meet(params[i], a.expr(x, vars))
		if !Equal(p, params[i]) {
			params[i] = p
			a.await(e.Func)
		}
	}
	return a.result[e.Func]
}

// bind gives the variables of p the projections of scrut.
func bind(p core.Pat, scrut Pattern, vars env) {
	switch p := p.(type) {
	case *core.VarPat:
		vars[p.Var] = scrut
	case *core.AsPat:
		vars[p.Var] = scrut
		bind(p.Pat, scrut, vars)
	case *core.ConPat:
		for _, arg := range p.Args {
			bind(arg, Whole(scrut == Finite), vars)
		}
	case *core.TuplePat:
		parts, ok := scrut.(Tuple)
		for i, elem := range p.Elems {
			if ok && len(parts) == len(p.Elems) {
				bind(elem, parts[i], vars)
			} else {
				bind(elem, Whole(scrut == Finite), vars)
			}
		}
	}
}
