package dse

import (
	"context"
	"fmt"
	"testing"

	"scf/internal/testing/tier"
	"scf/scfml/core"
)

// Programs that are built large: deep chains of lets, long chains of functions that thread a map, trees as deep as the
// functions that take them apart.

func variable(v *core.Var) core.Expr { return &core.VarExpr{Var: v} }

func integer(n int) core.Expr { return &core.Const{Value: core.Int(n)} }

// chainOfLets is fun main x0 = let x1 = x0 + 1 in let x2 = x1 * x1 in ..., of which every other variable is read.
func chainOfLets(n int) *core.Program {
	vars := make([]*core.Var, n+1)
	for i := range vars {
		vars[i] = &core.Var{Name: fmt.Sprintf("x%d", i)}
	}
	body := variable(vars[n])
	for i := n; i > 0; i-- {
		sum := &core.PrimExpr{Op: core.OpAdd, Args: []core.Expr{variable(vars[max(0, i-2)]), integer(i)}}
		body = core.Let(&core.VarPat{Var: vars[i]}, sum, body)
	}
	main := &core.Func{Name: "main", Params: vars[:1], ParamTypes: []core.Type{core.IntType}, Result: core.IntType, Body: body}
	return &core.Program{Funcs: []*core.Func{main}, Entry: main}
}

// chainOfWriters threads a map through n functions, each of which writes one key, and reads the key 0 in the end.
func chainOfWriters(n int) *core.Program {
	m := &core.Module{Name: "M", Key: core.IntType, Value: core.IntType}
	mapType := &core.MapType{Key: core.IntType, Value: core.IntType}
	p := &core.Program{Modules: []*core.Module{m}}
	var next *core.Func
	for i := range n {
		env, x := &core.Var{Name: "env"}, &core.Var{Name: "x"}
		insert := &core.PrimExpr{
			Op: core.OpMapInsert, Mod: m, Label: i + 1, Keys: keysOf(core.Int(i)),
			Args: []core.Expr{variable(env), integer(i), variable(x)},
		}
		var body core.Expr = &core.PrimExpr{
			Op: core.OpMapFind, Mod: m, Label: n + 1, Keys: keysOf(core.Int(0)), Args: []core.Expr{insert, integer(0)},
		}
		if next != nil {
			grown := &core.PrimExpr{Op: core.OpMul, Args: []core.Expr{variable(x), integer(2)}}
			body = &core.CallExpr{Func: next, Args: []core.Expr{insert, grown}}
		}
		next = &core.Func{
			Name: fmt.Sprintf("f%d", i), Params: []*core.Var{env, x}, ParamTypes: []core.Type{mapType, core.IntType},
			Result: core.OptionOf(core.IntType), Body: body,
		}
		p.Funcs = append(p.Funcs, next)
	}
	p.Entry = next
	return p
}

// nestedReaders is n functions, each of which takes a level of a list apart and calls the next twice, once for its head.
func nestedReaders(n int) *core.Program {
	list := core.ListOf(core.IntType)
	p := &core.Program{}
	var next *core.Func
	for i := range n {
		xs, x, rest := &core.Var{Name: "xs"}, &core.Var{Name: "x"}, &core.Var{Name: "rest"}
		var body core.Expr = variable(x)
		if next != nil {
			call := func() core.Expr { return &core.CallExpr{Func: next, Args: []core.Expr{variable(rest)}} }
			body = &core.PrimExpr{Op: core.OpAdd, Args: []core.Expr{call(), call()}}
		}
		cons := &core.ConPat{Con: core.Cons, Args: []core.Pat{&core.VarPat{Var: x}, &core.VarPat{Var: rest}}}
		next = &core.Func{
			Name: fmt.Sprintf("f%d", i), Params: []*core.Var{xs}, ParamTypes: []core.Type{list}, Result: core.IntType,
			Body: &core.CaseExpr{Scrut: variable(xs), Arms: []core.Arm{
				{Pat: cons, Body: body}, {Pat: &core.WildPat{}, Body: integer(0)},
			}},
		}
		p.Funcs = append(p.Funcs, next)
	}
	p.Entry = next
	return p
}

// sharedHelper is n functions that thread a map through one helper: each inserts the key i%20 by the helper and reads key i%20.
func sharedHelper(n int) *core.Program {
	p := chainOfWriters(1)
	m, mapType := p.Modules[0], p.Entry.ParamTypes[0]
	p.Funcs = nil
	prim := func(op core.Op, label, key int, args ...core.Expr) core.Expr {
		e := &core.PrimExpr{Op: op, Mod: m, Label: label, Args: args}
		if key >= 0 {
			e.Keys = keysOf(core.Int(key))
		}
		return e
	}
	function := func(name string, result core.Type, types []core.Type, body func(...*core.Var) core.Expr) *core.Func {
		vars := make([]*core.Var, len(types))
		for i := range vars {
			vars[i] = &core.Var{Name: fmt.Sprintf("v%d", i)}
		}
		f := &core.Func{Name: name, Params: vars, ParamTypes: types, Result: result, Body: body(vars...)}
		p.Funcs = append(p.Funcs, f)
		return f
	}
	put := function("put", mapType, []core.Type{mapType, core.IntType}, func(vs ...*core.Var) core.Expr {
		return prim(core.OpMapInsert, 1, -1, variable(vs[0]), variable(vs[1]), integer(7))
	})
	next := function("end", core.OptionOf(core.IntType), []core.Type{mapType}, func(vs ...*core.Var) core.Expr {
		return prim(core.OpMapFind, 2, 0, variable(vs[0]), integer(0))
	})
	for i := range n {
		callee := next
		next = function(fmt.Sprintf("f%d", i), callee.Result, []core.Type{mapType}, func(vs ...*core.Var) core.Expr {
			x := &core.Var{Name: "x"}
			look := prim(core.OpMapFind, 2, i%20, variable(vs[0]), integer(i%20))
			call := &core.CallExpr{Func: callee, Args: []core.Expr{
				&core.CallExpr{Func: put, Args: []core.Expr{variable(vs[0]), integer(i % 20)}},
			}}
			some := &core.ConPat{Con: core.Some, Args: []core.Pat{&core.VarPat{Var: x}}}
			return &core.CaseExpr{Scrut: look, Arms: []core.Arm{
				{Pat: some, Body: call}, {Pat: &core.WildPat{}, Body: &core.Const{Value: &core.ConValue{Con: core.None}}},
			}}
		})
	}
	p.Entry = next
	return p
}

func TestLarge(t *testing.T) {
	tier.Standard(t, "large programs")
	tier.Same(t)
	for _, test := range []struct {
		name string
		prog *core.Program
		want Report
	}{
		{"lets", chainOfLets(50_000), Report{Bindings: 25_000, Cases: 25_000, Nodes: 100_000}},
		{"writers", chainOfWriters(5_000), Report{MapOps: 4_999, Args: 4_999, Nodes: 19_996}},
		{"readers", nestedReaders(3_000), Report{Bindings: 3_000}},
		{"helper", sharedHelper(5_000), Report{Bindings: 5_000}},
	} {
		pruned, got, _ := Run(context.Background(), test.prog, Options{})
		if got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
		if err := core.Verify(pruned); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func BenchmarkRun(b *testing.B) {
	for _, test := range []struct {
		name string
		prog func(n int) *core.Program
	}{
		{"lets", chainOfLets}, {"writers", chainOfWriters}, {"readers", nestedReaders}, {"helper", sharedHelper},
	} {
		for _, n := range []int{1_000, 10_000} {
			p := test.prog(n)
			b.Run(fmt.Sprintf("%s-%d", test.name, n), func(b *testing.B) {
				for b.Loop() {
					Run(context.Background(), p, Options{})
				}
			})
		}
	}
}
