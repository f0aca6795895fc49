package scfml

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"testing"

	"pgregory.net/rapid"
)

// A second interpreter, written for plainness: environments are maps, patterns are walked, costs are counted as cost.go
// states them. The compiled one is held against it.

type reference struct {
	counts Counts
	fuel   int
}

type env map[*Var]Value

var errReference = errors.New("the program goes wrong")

// eval gives up by panicking with errReference.
func (r *reference) eval(e Expr, vars env) Value {
	if r.fuel--; r.fuel < 0 {
		panic(errReference)
	}
	switch e := e.(type) {
	case *VarExpr:
		return vars[e.Var]
	case *Const:
		return e.Value
	case *DeadExpr:
		return Dead{}
	case *ConExpr:
		r.counts.Allocs++
		return &ConValue{Con: e.Con, Args: r.evalAll(e.Args, vars)}
	case *TupleExpr:
		r.counts.Allocs++
		return &Tuple{r.evalAll(e.Elems, vars)}
	case *CallExpr:
		args := r.evalAll(e.Args, vars)
		r.counts.Calls++
		callee := env{}
		for i, p := range e.Func.Params {
			callee[p] = args[i]
		}
		return r.eval(e.Func.Body, callee)
	case *PrimExpr:
		return r.prim(e, vars)
	case *IterExpr:
		return r.iter(e, vars)
	case *CaseExpr:
		return r.caseOf(e, vars)
	}
	panic(fmt.Sprintf("no such expression: %T", e))
}

func (r *reference) evalAll(es []Expr, vars env) []Value {
	vs := make([]Value, len(es))
	for i, e := range es {
		vs[i] = r.eval(e, vars)
	}
	return vs
}

func (r *reference) prim(e *PrimExpr, vars env) Value {
	v, err := EvalPrim(e.Op, r.evalAll(e.Args, vars))
	if e.Op.IsMap() {
		r.counts.MapOps++
	} else {
		r.counts.Prims++
	}
	if err != nil {
		panic(errReference)
	}
	return v
}

func (r *reference) iter(e *IterExpr, vars env) Value {
	args := r.evalAll(e.Args, vars)
	r.counts.MapOps++
	result := EmptyMap
	body := func(vs ...Value) Value {
		inner := maps.Clone(vars)
		for i, p := range e.Params {
			inner[p] = vs[i]
		}
		return r.eval(e.Body, inner)
	}
	left := args[0].(*MapValue)
	r.counts.MapOps += int64(left.Len())
	if len(args) == 1 {
		for k, v := range left.All() {
			result = result.Insert(k, body(v))
		}
		return result
	}
	result = left
	right := args[1].(*MapValue)
	r.counts.MapOps += int64(right.Len())
	for k, w := range right.All() {
		if v, ok := left.Get(k); ok {
			w = body(v, w)
		}
		result = result.Insert(k, w)
	}
	return result
}

func (r *reference) caseOf(e *CaseExpr, vars env) Value {
	m := &refMatch{r: r, fetched: map[string]bool{}}
	var v Value
	if tuple, ok := e.Scrut.(*TupleExpr); ok && neverBound(e.Arms) {
		v = &Tuple{r.evalAll(tuple.Elems, vars)}
		for i := range tuple.Elems {
			m.fetched[path("", i)] = true // lies there already
		}
	} else {
		v = r.eval(e.Scrut, vars)
	}
	for i, a := range e.Arms {
		m.last = i == len(e.Arms)-1
		if !m.match(a.Pat, v, "") {
			continue
		}
		inner := maps.Clone(vars)
		m.bind(a.Pat, v, "", inner)
		return r.eval(a.Body, inner)
	}
	panic(errReference)
}

func neverBound(arms []Arm) bool {
	for _, a := range arms {
		switch a.Pat.(type) {
		case *WildPat, *TuplePat:
		default:
			return false
		}
	}
	return true
}

// refMatch matches the patterns of one case; paths name components, such as .0.1.
type refMatch struct {
	r       *reference
	fetched map[string]bool
	last    bool
}

func path(of string, i int) string { return fmt.Sprintf("%s.%d", of, i) }

// fetch counts the load of the component at a path.
func (m *refMatch) fetch(at string) {
	if at != "" && !m.fetched[at] {
		m.fetched[at] = true
		m.r.counts.Loads++
	}
}

// test counts a test at a path, for which the component must be fetched; in the last arm neither costs.
func (m *refMatch) test(at string) {
	if !m.last {
		m.fetchAll(at)
		m.r.counts.Tests++
	}
}

// fetchAll fetches a component and all that it lies in.
func (m *refMatch) fetchAll(at string) {
	for i := 1; i < len(at); i++ {
		if at[i] == '.' {
			m.fetch(at[:i])
		}
	}
	m.fetch(at)
}

func (m *refMatch) match(p Pat, v Value, at string) bool {
	switch p := p.(type) {
	case *AsPat:
		return m.match(p.Pat, v, at)
	case *LitPat:
		m.test(at)
		return p.Value == v
	case *ConPat:
		m.test(at)
		c, ok := v.(*ConValue)
		return ok && c.Con == p.Con && m.matchAll(p.Args, c.Args, at)
	case *TuplePat:
		return m.matchAll(p.Elems, elemsOf(v, len(p.Elems)), at)
	}
	return true
}

func elemsOf(v Value, n int) []Value {
	if t, ok := v.(*Tuple); ok {
		return t.Elems
	}
	dead := make([]Value, n)
	for i := range dead {
		dead[i] = Dead{}
	}
	return dead
}

func (m *refMatch) matchAll(ps []Pat, vs []Value, at string) bool {
	for i, p := range ps {
		if !m.match(p, vs[i], path(at, i)) {
			return false
		}
	}
	return true
}

func (m *refMatch) bind(p Pat, v Value, at string, vars env) {
	bindAll := func(ps []Pat, vs []Value) {
		for i, p := range ps {
			m.bind(p, vs[i], path(at, i), vars)
		}
	}
	switch p := p.(type) {
	case *VarPat:
		m.fetchAll(at)
		vars[p.Var] = v
	case *AsPat:
		m.fetchAll(at)
		vars[p.Var] = v
		m.bind(p.Pat, v, at, vars)
	case *ConPat:
		bindAll(p.Args, v.(*ConValue).Args)
	case *TuplePat:
		bindAll(p.Elems, elemsOf(v, len(p.Elems)))
	}
}

// runReference runs a function; ok is false where it goes wrong or takes very long.
func runReference(f *Func, args []Value) (v Value, counts Counts, ok bool) {
	r := &reference{fuel: 5_000_000}
	defer func() {
		if p := recover(); p != nil {
			if p != errReference {
				panic(p)
			}
			v, counts, ok = nil, r.counts, false
		}
	}()
	vars := env{}
	for i, p := range f.Params {
		vars[p] = args[i]
	}
	return r.eval(f.Body, vars), r.counts, true
}

// checkAgainstReference runs a function both ways.
func checkAgainstReference(t rapid.TB, p *Program, args []Value) {
	t.Helper()
	want, wantCounts, ok := runReference(p.Entry, args)
	got, counts, err := NewInterp(p).Call(context.Background(), p.Entry, args, RunOptions{MaxSteps: 1_000_000})
	if (err == nil) != ok {
		t.Fatalf("%s\non %v: error %v, but by the reference %v", PrintExpr(p.Entry.Body), args, err, want)
	}
	if ok && (!Equal(got, want) || counts != wantCounts) {
		t.Fatalf("%s\non %v: %v at\n%swhere the reference gives %v at\n%s", PrintExpr(p.Entry.Body), args, got, counts, want, wantCounts)
	}
	if ok {
		checkProfile(t, p, args, want, counts)
	}
}

// checkProfile: a profiled run gives the same, and its entries add up to what it costs.
func checkProfile(t rapid.TB, p *Program, args []Value, want Value, counts Counts) {
	t.Helper()
	arg := args[0]
	if len(args) != 1 {
		arg = &Tuple{args}
	}
	got, entries, err := NewProfiler(p, nil).Run(context.Background(), arg, RunOptions{})
	sum := Counts{}
	for i, s := range entries {
		sum = sum.Add(s.Counts)
		if i > 0 && s.Counts.Total() > entries[i-1].Counts.Total() {
			t.Fatalf("the entries are not in order: %v", entries)
		}
	}
	if err != nil || !Equal(got, want) || sum != counts {
		t.Fatalf("%s\non %v: the profile has %v at\n%v where the run gives %v at\n%s (%v)", PrintExpr(p.Entry.Body), args, got, entries, want, counts, err)
	}
}

// CheckAgainstReference is checkAgainstReference for tests that cannot stand in this package.
var CheckAgainstReference = checkAgainstReference

// genCase draws case expressions over trees: every kind of pattern at every place, bodies that show all that is bound.
type genCase struct {
	r       *rapid.T
	tree    *DataType
	visible []*Var // what bodies may show
	next    int
}

func (g *genCase) fresh() *Var {
	g.next++
	return &Var{fmt.Sprintf("x%d", g.next)}
}

func (g *genCase) pat(t Type, depth int) Pat {
	switch kind := rapid.IntRange(0, 9).Draw(g.r, "pattern"); {
	case kind < 2:
		return &WildPat{}
	case kind < 4 || depth == 0:
		v := g.fresh()
		g.visible = append(g.visible, v)
		return &VarPat{v}
	case kind < 5:
		v := g.fresh()
		g.visible = append(g.visible, v)
		return &AsPat{v, g.pat(t, depth)}
	}
	switch t := t.(type) {
	case *TupleType:
		return &TuplePat{g.pats(t.Elems, depth-1)}
	case *DataType:
		c := rapid.SampledFrom(t.Data.Cons).Draw(g.r, "constructor")
		return &ConPat{c, g.pats(c.ArgTypes(t), depth-1)}
	}
	return &LitPat{drawSmall(g.r, t)}
}

func (g *genCase) pats(ts []Type, depth int) []Pat {
	ps := make([]Pat, len(ts))
	for i, t := range ts {
		ps[i] = g.pat(t, depth)
	}
	return ps
}

func drawSmall(r *rapid.T, t Type) Value {
	switch t {
	case IntType:
		return Int(rapid.IntRange(0, 2).Draw(r, "int"))
	case BoolType:
		return Bool(rapid.Bool().Draw(r, "bool"))
	}
	return Str(rapid.SampledFrom([]string{"", "a"}).Draw(r, "string"))
}

// value draws an expression of a type: a parameter, a constant, one built here, or a case.
func (g *genCase) value(t Type, params map[Type][]*Var, depth int) Expr {
	if vs := params[t]; len(vs) > 0 && rapid.Bool().Draw(g.r, "parameter") {
		return &VarExpr{rapid.SampledFrom(vs).Draw(g.r, "which")}
	}
	if depth > 0 && rapid.IntRange(0, 2).Draw(g.r, "case") == 0 {
		return g.caseOf(t, params, depth-1)
	}
	switch t := t.(type) {
	case *TupleType:
		elems := make([]Expr, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = g.value(e, params, depth-1)
		}
		return &TupleExpr{elems}
	case *DataType:
		return &Const{drawCon(g.r, t, 2)}
	}
	return &Const{drawSmall(g.r, t)}
}

// caseOf draws a case of type t; where t is nil its bodies show all variables in sight.
func (g *genCase) caseOf(t Type, params map[Type][]*Var, depth int) Expr {
	types := []Type{g.tree, &TupleType{[]Type{g.tree, g.tree}}, &TupleType{[]Type{g.tree, BoolType, IntType}}, IntType, BoolType}
	scrutType := rapid.SampledFrom(types).Draw(g.r, "type")
	e := &CaseExpr{Scrut: g.value(scrutType, params, depth)}
	before := len(g.visible)
	for range rapid.IntRange(1, 5).Draw(g.r, "arms") {
		g.visible = g.visible[:before:before]
		pat := g.pat(scrutType, 3)
		e.Arms = append(e.Arms, Arm{pat, g.body(t, params, depth)})
	}
	g.visible = g.visible[:before:before]
	return e
}

func (g *genCase) body(t Type, params map[Type][]*Var, depth int) Expr {
	if t != nil {
		return g.value(t, params, depth)
	}
	if depth > 0 && rapid.IntRange(0, 2).Draw(g.r, "inner case") == 0 {
		return g.caseOf(nil, params, depth-1)
	}
	shown := []Expr{&Const{Int(rapid.IntRange(0, 99).Draw(g.r, "arm"))}, &Const{UnitValue}}
	for _, v := range g.visible {
		shown = append(shown, &VarExpr{v})
	}
	return &TupleExpr{shown}
}

func TestMatchingAgainstReference(t *testing.T) {
	p := valueProgram(t)
	tree := p.Entry.ParamTypes[0].(*DataType)
	rapid.Check(t, func(r *rapid.T) {
		g := &genCase{r: r, tree: tree}
		a, b, n := &Var{"a"}, &Var{"b"}, &Var{"n"}
		params := map[Type][]*Var{tree: {a, b}, IntType: {n}}
		f := &Func{Name: "f", Params: []*Var{a, b, n}, ParamTypes: []Type{tree, tree, IntType}}
		f.Body = g.caseOf(nil, params, 3)
		args := []Value{drawCon(r, tree, 3), Value(Dead{}), Int(rapid.IntRange(0, 2).Draw(r, "n"))}
		if rapid.IntRange(0, 3).Draw(r, "live") > 0 {
			args[1] = drawCon(r, tree, 2)
		}
		checkAgainstReference(r, &Program{Funcs: []*Func{f}, Entry: f}, args)
	})
}
