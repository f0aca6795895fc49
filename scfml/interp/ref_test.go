package interp_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"testing"

	"pgregory.net/rapid"

	"scf/internal/spare"
	"scf/internal/testing/scfmltest"
	"scf/scfml/core"
	"scf/scfml/interp"
)

// A second interpreter, written for plainness: environments are maps, patterns are walked, costs are counted as cost.go
// states them. The compiled one is held against it.

type reference struct {
	counts interp.Counts
	fuel   int
}

type env map[*core.Var]core.Value

var errReference = errors.New("the program goes wrong")

// eval gives up by panicking with errReference.
func (r *reference) eval(e core.Expr, vars env) core.Value {
	if r.fuel--; r.fuel < 0 {
		panic(errReference)
	}
	switch e := e.(type) {
	case *core.VarExpr:
		return vars[e.Var]
	case *core.Const:
		return e.Value
	case *core.DeadExpr:
		return core.Dead{}
	case *core.ConExpr:
		r.counts.Allocs++
		return &core.ConValue{Con: e.Con, Args: r.evalAll(e.Args, vars)}
	case *core.TupleExpr:
		r.counts.Allocs++
		return &core.Tuple{Elems: r.evalAll(e.Elems, vars)}
	case *core.CallExpr:
		args := r.evalAll(e.Args, vars)
		r.counts.Calls++
		callee := env{}
		for i, p := range e.Func.Params {
			callee[p] = args[i]
		}
		return r.eval(e.Func.Body, callee)
	case *core.PrimExpr:
		return r.prim(e, vars)
	case *core.IterExpr:
		return r.iter(e, vars)
	case *core.CaseExpr:
		return r.caseOf(e, vars)
	}
	panic(fmt.Sprintf("no such expression: %T", e))
}

func (r *reference) evalAll(es []core.Expr, vars env) []core.Value {
	vs := make([]core.Value, len(es))
	for i, e := range es {
		vs[i] = r.eval(e, vars)
	}
	return vs
}

func (r *reference) prim(e *core.PrimExpr, vars env) core.Value {
	v, err := core.EvalPrim(e.Op, r.evalAll(e.Args, vars))
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

func (r *reference) iter(e *core.IterExpr, vars env) core.Value {
	args := r.evalAll(e.Args, vars)
	r.counts.MapOps++
	result := core.EmptyMap
	body := func(vs ...core.Value) core.Value {
		inner := maps.Clone(vars)
		for i, p := range e.Params {
			inner[p] = vs[i]
		}
		return r.eval(e.Body, inner)
	}
	left := args[0].(*core.MapValue)
	r.counts.MapOps += int64(left.Len())
	if len(args) == 1 {
		for k, v := range left.All() {
			result = result.Insert(k, body(v))
		}
		return result
	}
	result = left
	right := args[1].(*core.MapValue)
	r.counts.MapOps += int64(right.Len())
	for k, w := range right.All() {
		if v, ok := left.Get(k); ok {
			w = body(v, w)
		}
		result = result.Insert(k, w)
	}
	return result
}

func (r *reference) caseOf(e *core.CaseExpr, vars env) core.Value {
	m := &refMatch{r: r, fetched: map[string]bool{}}
	var v core.Value
	if tuple, ok := e.Scrut.(*core.TupleExpr); ok && neverBound(e.Arms) {
		v = &core.Tuple{Elems: r.evalAll(tuple.Elems, vars)}
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

func neverBound(arms []core.Arm) bool {
	for _, a := range arms {
		switch a.Pat.(type) {
		case *core.WildPat, *core.TuplePat:
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

func (m *refMatch) match(p core.Pat, v core.Value, at string) bool {
	switch p := p.(type) {
	case *core.AsPat:
		return m.match(p.Pat, v, at)
	case *core.LitPat:
		m.test(at)
		return p.Value == v
	case *core.ConPat:
		m.test(at)
		c, ok := v.(*core.ConValue)
		return ok && c.Con == p.Con && m.matchAll(p.Args, c.Args, at)
	case *core.TuplePat:
		return m.matchAll(p.Elems, elemsOf(v, len(p.Elems)), at)
	}
	return true
}

func elemsOf(v core.Value, n int) []core.Value {
	if t, ok := v.(*core.Tuple); ok {
		return t.Elems
	}
	dead := make([]core.Value, n)
	for i := range dead {
		dead[i] = core.Dead{}
	}
	return dead
}

func (m *refMatch) matchAll(ps []core.Pat, vs []core.Value, at string) bool {
	for i, p := range ps {
		if !m.match(p, vs[i], path(at, i)) {
			return false
		}
	}
	return true
}

func (m *refMatch) bind(p core.Pat, v core.Value, at string, vars env) {
	bindAll := func(ps []core.Pat, vs []core.Value) {
		for i, p := range ps {
			m.bind(p, vs[i], path(at, i), vars)
		}
	}
	switch p := p.(type) {
	case *core.VarPat:
		m.fetchAll(at)
		vars[p.Var] = v
	case *core.AsPat:
		m.fetchAll(at)
		vars[p.Var] = v
		m.bind(p.Pat, v, at, vars)
	case *core.ConPat:
		bindAll(p.Args, v.(*core.ConValue).Args)
	case *core.TuplePat:
		bindAll(p.Elems, elemsOf(v, len(p.Elems)))
	}
}

// runReference runs a function; ok is false where it goes wrong or takes very long.
func runReference(f *core.Func, args []core.Value) (v core.Value, counts interp.Counts, ok bool) {
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
func checkAgainstReference(t rapid.TB, p *core.Program, args []core.Value) {
	t.Helper()
	want, wantCounts, ok := runReference(p.Entry, args)
	got, counts, err := interp.New(p).Call(context.Background(), p.Entry, args, interp.Options{MaxSteps: 1_000_000})
	if (err == nil) != ok {
		t.Fatalf("%s\non %v: error %v, but by the reference %v", core.PrintExpr(p.Entry.Body), args, err, want)
	}
	if ok && (!core.Equal(got, want) || counts != wantCounts) {
		t.Fatalf("%s\non %v: %v at\n%swhere the reference gives %v at\n%s", core.PrintExpr(p.Entry.Body), args, got, counts, want, wantCounts)
	}
	if ok {
		checkProfile(t, p, args, want, counts)
		checkArena(t, p, args, want, counts)
	}
}

// arenas are those of checkArena, in which other programs have made values before.
var arenas spare.Pool[interp.Arena]

// checkArena: runs in an arena give the same, in the places of values that others have made in it.
func checkArena(t rapid.TB, p *core.Program, args []core.Value, want core.Value, counts interp.Counts) {
	t.Helper()
	arena := arenas.Get()
	if arena == nil {
		arena = &interp.Arena{}
	}
	defer arenas.Put(arena)
	in := interp.New(p)
	for range 2 {
		got, spent, err := in.Call(context.Background(), p.Entry, args, interp.Options{Arena: arena})
		if err != nil || !core.Equal(got, want) || spent != counts {
			t.Fatalf("%s\non %v: in an arena %v at\n%v, by itself %v at\n%s (%v)", core.PrintExpr(p.Entry.Body), args, got, spent, want, counts, err)
		}
		arena.Release()
	}
}

// checkProfile: a profiled run gives the same, and its entries add up to what it costs.
func checkProfile(t rapid.TB, p *core.Program, args []core.Value, want core.Value, counts interp.Counts) {
	t.Helper()
	arg := args[0]
	if len(args) != 1 {
		arg = &core.Tuple{Elems: args}
	}
	got, entries, err := interp.NewProfiler(p, nil).Run(context.Background(), arg, interp.Options{})
	sum := interp.Counts{}
	for i, s := range entries {
		sum = sum.Add(s.Counts)
		if i > 0 && s.Counts.Total() > entries[i-1].Counts.Total() {
			t.Fatalf("the entries are not in order: %v", entries)
		}
	}
	if err != nil || !core.Equal(got, want) || sum != counts {
		t.Fatalf("%s\non %v: the profile has %v at\n%v where the run gives %v at\n%s (%v)", core.PrintExpr(p.Entry.Body), args, got, entries, want, counts, err)
	}
}

// CheckAgainstReference is checkAgainstReference for tests that cannot stand in this package.
var CheckAgainstReference = checkAgainstReference

// genCase draws case expressions over trees: every kind of pattern at every place, bodies that show all that is bound.
type genCase struct {
	r       *rapid.T
	tree    *core.DataType
	visible []*core.Var // what bodies may show
	next    int
}

func (g *genCase) fresh() *core.Var {
	g.next++
	return &core.Var{Name: fmt.Sprintf("x%d", g.next)}
}

func (g *genCase) pat(t core.Type, depth int) core.Pat {
	switch kind := rapid.IntRange(0, 9).Draw(g.r, "pattern"); {
	case kind < 2:
		return &core.WildPat{}
	case kind < 4 || depth == 0:
		v := g.fresh()
		g.visible = append(g.visible, v)
		return &core.VarPat{Var: v}
	case kind < 5:
		v := g.fresh()
		g.visible = append(g.visible, v)
		return &core.AsPat{Var: v, Pat: g.pat(t, depth)}
	}
	switch t := t.(type) {
	case *core.TupleType:
		return &core.TuplePat{Elems: g.pats(t.Elems, depth-1)}
	case *core.DataType:
		c := rapid.SampledFrom(t.Data.Cons).Draw(g.r, "constructor")
		return &core.ConPat{Con: c, Args: g.pats(c.ArgTypes(t), depth-1)}
	}
	return &core.LitPat{Value: drawSmall(g.r, t)}
}

func (g *genCase) pats(ts []core.Type, depth int) []core.Pat {
	ps := make([]core.Pat, len(ts))
	for i, t := range ts {
		ps[i] = g.pat(t, depth)
	}
	return ps
}

func drawSmall(r *rapid.T, t core.Type) core.Value {
	switch t {
	case core.IntType:
		return core.Int(rapid.IntRange(0, 2).Draw(r, "int"))
	case core.BoolType:
		return core.Bool(rapid.Bool().Draw(r, "bool"))
	}
	return core.Str(rapid.SampledFrom([]string{"", "a"}).Draw(r, "string"))
}

// value draws an expression of a type: a parameter, a constant, one built here, or a case.
func (g *genCase) value(t core.Type, params map[core.Type][]*core.Var, depth int) core.Expr {
	if vs := params[t]; len(vs) > 0 && rapid.Bool().Draw(g.r, "parameter") {
		return &core.VarExpr{Var: rapid.SampledFrom(vs).Draw(g.r, "which")}
	}
	if depth > 0 && rapid.IntRange(0, 2).Draw(g.r, "case") == 0 {
		return g.caseOf(t, params, depth-1)
	}
	switch t := t.(type) {
	case *core.TupleType:
		elems := make([]core.Expr, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = g.value(e, params, depth-1)
		}
		return &core.TupleExpr{Elems: elems}
	case *core.DataType:
		return &core.Const{Value: scfmltest.DrawCon(g.r, t, 2)}
	}
	return &core.Const{Value: drawSmall(g.r, t)}
}

// caseOf draws a case of type t; where t is nil its bodies show all variables in sight.
func (g *genCase) caseOf(t core.Type, params map[core.Type][]*core.Var, depth int) core.Expr {
	types := []core.Type{g.tree, &core.TupleType{Elems: []core.Type{g.tree, g.tree}}, &core.TupleType{Elems: []core.Type{g.tree, core.BoolType, core.IntType}}, core.IntType, core.BoolType}
	scrutType := rapid.SampledFrom(types).Draw(g.r, "type")
	e := &core.CaseExpr{Scrut: g.value(scrutType, params, depth)}
	before := len(g.visible)
	for range rapid.IntRange(1, 5).Draw(g.r, "arms") {
		g.visible = g.visible[:before:before]
		pat := g.pat(scrutType, 3)
		e.Arms = append(e.Arms, core.Arm{Pat: pat, Body: g.body(t, params, depth)})
	}
	g.visible = g.visible[:before:before]
	return e
}

func (g *genCase) body(t core.Type, params map[core.Type][]*core.Var, depth int) core.Expr {
	if t != nil {
		return g.value(t, params, depth)
	}
	if depth > 0 && rapid.IntRange(0, 2).Draw(g.r, "inner case") == 0 {
		return g.caseOf(nil, params, depth-1)
	}
	shown := []core.Expr{&core.Const{Value: core.Int(rapid.IntRange(0, 99).Draw(g.r, "arm"))}, &core.Const{Value: core.UnitValue}}
	for _, v := range g.visible {
		shown = append(shown, &core.VarExpr{Var: v})
	}
	return &core.TupleExpr{Elems: shown}
}

func TestMatchingAgainstReference(t *testing.T) {
	p := scfmltest.ValueProgram(t)
	tree := p.Entry.ParamTypes[0].(*core.DataType)
	rapid.Check(t, func(r *rapid.T) {
		g := &genCase{r: r, tree: tree}
		a, b, n := &core.Var{Name: "a"}, &core.Var{Name: "b"}, &core.Var{Name: "n"}
		params := map[core.Type][]*core.Var{tree: {a, b}, core.IntType: {n}}
		f := &core.Func{Name: "f", Params: []*core.Var{a, b, n}, ParamTypes: []core.Type{tree, tree, core.IntType}}
		f.Body = g.caseOf(nil, params, 3)
		args := []core.Value{scfmltest.DrawCon(r, tree, 3), core.Value(core.Dead{}), core.Int(rapid.IntRange(0, 2).Draw(r, "n"))}
		if rapid.IntRange(0, 3).Draw(r, "live") > 0 {
			args[1] = scfmltest.DrawCon(r, tree, 2)
		}
		checkAgainstReference(r, &core.Program{Funcs: []*core.Func{f}, Entry: f}, args)
	})
}
