package dse

import (
	"context"
	"fmt"
	"testing"

	"scf/scfml"
)

// Programs that are built large: deep chains of lets, long chains of functions that thread a map, trees as deep as the
// functions that take them apart.

func variable(v *scfml.Var) scfml.Expr { return &scfml.VarExpr{Var: v} }

func integer(n int) scfml.Expr { return &scfml.Const{Value: scfml.Int(n)} }

// chainOfLets is fun main x0 = let x1 = x0 + 1 in let x2 = x1 * x1 in ..., of which every other variable is read.
func chainOfLets(n int) *scfml.Program {
	vars := make([]*scfml.Var, n+1)
	for i := range vars {
		vars[i] = &scfml.Var{Name: fmt.Sprintf("x%d", i)}
	}
	body := variable(vars[n])
	for i := n; i > 0; i-- {
		sum := &scfml.PrimExpr{Op: scfml.OpAdd, Args: []scfml.Expr{variable(vars[max(0, i-2)]), integer(i)}}
		body = scfml.Let(&scfml.VarPat{Var: vars[i]}, sum, body)
	}
	main := &scfml.Func{Name: "main", Params: vars[:1], ParamTypes: []scfml.Type{scfml.IntType}, Result: scfml.IntType, Body: body}
	return &scfml.Program{Funcs: []*scfml.Func{main}, Entry: main}
}

// chainOfWriters threads a map through n functions, each of which writes one key, and reads the key 0 in the end.
func chainOfWriters(n int) *scfml.Program {
	m := &scfml.Module{Name: "M", Key: scfml.IntType, Value: scfml.IntType}
	mapType := &scfml.MapType{Key: scfml.IntType, Value: scfml.IntType}
	p := &scfml.Program{Modules: []*scfml.Module{m}}
	var next *scfml.Func
	for i := range n {
		env, x := &scfml.Var{Name: "env"}, &scfml.Var{Name: "x"}
		insert := &scfml.PrimExpr{
			Op: scfml.OpMapInsert, Mod: m, Label: i + 1, Keys: keysOf(scfml.Int(i)),
			Args: []scfml.Expr{variable(env), integer(i), variable(x)},
		}
		var body scfml.Expr = &scfml.PrimExpr{
			Op: scfml.OpMapFind, Mod: m, Label: n + 1, Keys: keysOf(scfml.Int(0)), Args: []scfml.Expr{insert, integer(0)},
		}
		if next != nil {
			grown := &scfml.PrimExpr{Op: scfml.OpMul, Args: []scfml.Expr{variable(x), integer(2)}}
			body = &scfml.CallExpr{Func: next, Args: []scfml.Expr{insert, grown}}
		}
		next = &scfml.Func{
			Name: fmt.Sprintf("f%d", i), Params: []*scfml.Var{env, x}, ParamTypes: []scfml.Type{mapType, scfml.IntType},
			Result: scfml.OptionOf(scfml.IntType), Body: body,
		}
		p.Funcs = append(p.Funcs, next)
	}
	p.Entry = next
	return p
}

// nestedReaders is n functions, each of which takes a level of a list apart and calls the next twice, once for its head.
func nestedReaders(n int) *scfml.Program {
	list := scfml.ListOf(scfml.IntType)
	p := &scfml.Program{}
	var next *scfml.Func
	for i := range n {
		xs, x, rest := &scfml.Var{Name: "xs"}, &scfml.Var{Name: "x"}, &scfml.Var{Name: "rest"}
		var body scfml.Expr = variable(x)
		if next != nil {
			call := func() scfml.Expr { return &scfml.CallExpr{Func: next, Args: []scfml.Expr{variable(rest)}} }
			body = &scfml.PrimExpr{Op: scfml.OpAdd, Args: []scfml.Expr{call(), call()}}
		}
		cons := &scfml.ConPat{Con: scfml.Cons, Args: []scfml.Pat{&scfml.VarPat{Var: x}, &scfml.VarPat{Var: rest}}}
		next = &scfml.Func{
			Name: fmt.Sprintf("f%d", i), Params: []*scfml.Var{xs}, ParamTypes: []scfml.Type{list}, Result: scfml.IntType,
			Body: &scfml.CaseExpr{Scrut: variable(xs), Arms: []scfml.Arm{
				{Pat: cons, Body: body}, {Pat: &scfml.WildPat{}, Body: integer(0)},
			}},
		}
		p.Funcs = append(p.Funcs, next)
	}
	p.Entry = next
	return p
}

// sharedHelper is n functions that thread a map through one helper: each inserts the key i%20 by the helper and reads key i%20.
func sharedHelper(n int) *scfml.Program {
	p := chainOfWriters(1)
	m, mapType := p.Modules[0], p.Entry.ParamTypes[0]
	p.Funcs = nil
	prim := func(op scfml.Op, label, key int, args ...scfml.Expr) scfml.Expr {
		e := &scfml.PrimExpr{Op: op, Mod: m, Label: label, Args: args}
		if key >= 0 {
			e.Keys = keysOf(scfml.Int(key))
		}
		return e
	}
	function := func(name string, result scfml.Type, types []scfml.Type, body func(...*scfml.Var) scfml.Expr) *scfml.Func {
		vars := make([]*scfml.Var, len(types))
		for i := range vars {
			vars[i] = &scfml.Var{Name: fmt.Sprintf("v%d", i)}
		}
		f := &scfml.Func{Name: name, Params: vars, ParamTypes: types, Result: result, Body: body(vars...)}
		p.Funcs = append(p.Funcs, f)
		return f
	}
	put := function("put", mapType, []scfml.Type{mapType, scfml.IntType}, func(vs ...*scfml.Var) scfml.Expr {
		return prim(scfml.OpMapInsert, 1, -1, variable(vs[0]), variable(vs[1]), integer(7))
	})
	next := function("end", scfml.OptionOf(scfml.IntType), []scfml.Type{mapType}, func(vs ...*scfml.Var) scfml.Expr {
		return prim(scfml.OpMapFind, 2, 0, variable(vs[0]), integer(0))
	})
	for i := range n {
		callee := next
		next = function(fmt.Sprintf("f%d", i), callee.Result, []scfml.Type{mapType}, func(vs ...*scfml.Var) scfml.Expr {
			x := &scfml.Var{Name: "x"}
			look := prim(scfml.OpMapFind, 2, i%20, variable(vs[0]), integer(i%20))
			call := &scfml.CallExpr{Func: callee, Args: []scfml.Expr{
				&scfml.CallExpr{Func: put, Args: []scfml.Expr{variable(vs[0]), integer(i % 20)}},
			}}
			some := &scfml.ConPat{Con: scfml.Some, Args: []scfml.Pat{&scfml.VarPat{Var: x}}}
			return &scfml.CaseExpr{Scrut: look, Arms: []scfml.Arm{
				{Pat: some, Body: call}, {Pat: &scfml.WildPat{}, Body: &scfml.Const{Value: &scfml.ConValue{Con: scfml.None}}},
			}}
		})
	}
	p.Entry = next
	return p
}

func TestLarge(t *testing.T) {
	for _, test := range []struct {
		name string
		prog *scfml.Program
		want Report
	}{
		{"lets", chainOfLets(50_000), Report{Bindings: 25_000, Cases: 25_000, Nodes: 100_000}},
		{"writers", chainOfWriters(5_000), Report{MapOps: 4_999, Args: 4_999, Nodes: 19_996}},
		{"readers", nestedReaders(3_000), Report{Bindings: 3_000}},
		{"helper", sharedHelper(5_000), Report{Bindings: 5_000}},
	} {
		pruned, got, _ := run(context.Background(), test.prog, finiteAlgebra{}, Options{})
		if got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
		if err := scfml.Verify(pruned); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func BenchmarkRun(b *testing.B) {
	for _, test := range []struct {
		name string
		prog func(n int) *scfml.Program
	}{
		{"lets", chainOfLets}, {"writers", chainOfWriters}, {"readers", nestedReaders}, {"helper", sharedHelper},
	} {
		for _, n := range []int{1_000, 10_000} {
			p := test.prog(n)
			b.Run(fmt.Sprintf("%s-%d", test.name, n), func(b *testing.B) {
				for b.Loop() {
					run(context.Background(), p, finiteAlgebra{}, Options{})
				}
			})
		}
	}
}
