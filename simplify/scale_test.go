package simplify

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"scf/internal/testing/tier"
	"scf/scfml"
	"scf/scfml/core"
)

// The shapes of large residual programs. Each is made with about n expression nodes; time must grow about linearly.
var shapes = []struct {
	name string
	make func(n int) *core.Program
}{
	{"lets", func(n int) *core.Program { return oneFunc(letChain(n / 3)) }},
	{"tests", func(n int) *core.Program { return oneFunc(testChain(n / 4)) }},
	{"matches of matches", func(n int) *core.Program { return oneFunc(caseOfCase(n / 8)) }},
	{"tree of tests", func(n int) *core.Program { return oneFunc(testTree(n / 3)) }},
	{"insertions", func(n int) *core.Program { return oneFunc(insertions(n / 3)) }},
	{"construction", func(n int) *core.Program { return oneFunc(construction(n / 4)) }},
	{"literals", func(n int) *core.Program { return oneFunc(literals(n / 4)) }},
	{"functions", func(n int) *core.Program { return manyFuncs(n / 12) }},
	{"tuples", func(n int) *core.Program { return oneFunc(tupleChain(n / 14)) }},
}

var varX, varY = &core.Var{Name: "x"}, &core.Var{Name: "y"}

func useOf(v *core.Var) core.Expr { return &core.VarExpr{Var: v} }
func number(n int) core.Expr      { return &core.Const{Value: core.Int(n)} }
func pair(a, b core.Expr) core.Expr {
	return &core.TupleExpr{Elems: []core.Expr{a, b}}
}
func prim(op core.Op, args ...core.Expr) core.Expr { return &core.PrimExpr{Op: op, Args: args} }

// oneFunc is a program whose entry is a function of two integers.
func oneFunc(body core.Expr, result core.Type) *core.Program {
	f := &core.Func{
		Name: "main", Params: []*core.Var{varX, varY}, ParamTypes: []core.Type{core.IntType, core.IntType}, Result: result,
		Body: body,
	}
	mod := &core.Module{Name: "M", Key: core.IntType, Value: core.IntType}
	return &core.Program{Funcs: []*core.Func{f}, Entry: f, Modules: []*core.Module{mod}}
}

// letChain binds variables each of which depends on the two before.
func letChain(n int) (core.Expr, core.Type) {
	vars := []*core.Var{varX, varY}
	for i := range n {
		vars = append(vars, &core.Var{Name: fmt.Sprint("v", i)})
	}
	body := useOf(vars[n+1])
	for i := n + 1; i >= 2; i-- {
		body = core.Let(&core.VarPat{Var: vars[i]}, prim(core.OpMul, useOf(vars[i-1]), useOf(vars[i-2])), body)
	}
	return body, core.IntType
}

// testChain tests one variable for one number after the other.
func testChain(n int) (core.Expr, core.Type) {
	body := useOf(varY)
	for i := range n {
		body = core.If(prim(core.OpLt, useOf(varX), number(i)), number(i), body)
	}
	return body, core.IntType
}

// caseOfCase nests matches in scrutinees.
func caseOfCase(n int) (core.Expr, core.Type) {
	var body core.Expr = prim(core.OpLt, useOf(varX), useOf(varY))
	for i := range n {
		body = core.If(body, prim(core.OpLt, useOf(varX), number(i)), prim(core.OpLt, number(i), useOf(varY)))
	}
	return body, core.BoolType
}

// testTree is a balanced tree of tests.
func testTree(n int) (core.Expr, core.Type) {
	k := 0
	var tree func(n int) core.Expr
	tree = func(n int) core.Expr {
		k++
		if n < 2 {
			return number(k)
		}
		return core.If(prim(core.OpLt, useOf(varX), number(k)), tree(n/2), tree(n-n/2))
	}
	return tree(n / 2), core.IntType
}

// insertions makes a map and looks into it.
func insertions(n int) (core.Expr, core.Type) {
	mod := &core.Module{Name: "M", Key: core.IntType, Value: core.IntType}
	var m core.Expr = &core.Const{Value: core.EmptyMap}
	for i := range n {
		m = &core.PrimExpr{Op: core.OpMapInsert, Mod: mod, Label: 1, Args: []core.Expr{m, number(i % 1000), useOf(varX)}}
	}
	find := &core.PrimExpr{Op: core.OpMapFind, Mod: mod, Label: 2, Args: []core.Expr{m, useOf(varY)}}
	return find, core.OptionOf(core.IntType)
}

// construction builds a list.
func construction(n int) (core.Expr, core.Type) {
	var list core.Expr = &core.Const{Value: &core.ConValue{Con: core.Nil}}
	for i := range n {
		list = &core.ConExpr{Con: core.Cons, Args: []core.Expr{prim(core.OpAdd, useOf(varX), number(i)), list}}
	}
	return list, core.ListOf(core.IntType)
}

// literals matches a number with many literals, one after the other.
func literals(n int) (core.Expr, core.Type) {
	c := &core.CaseExpr{Scrut: useOf(varX)}
	for i := range min(n, 2000) {
		c.Arms = append(c.Arms, core.Arm{Pat: &core.LitPat{Value: core.Int(i)}, Body: prim(core.OpAdd, useOf(varY), number(i))})
	}
	c.Arms = append(c.Arms, core.Arm{Pat: &core.WildPat{}, Body: useOf(varY)})
	return c, core.IntType
}

// tupleChain hands two values on as a tuple that a branch makes and a let takes apart.
func tupleChain(n int) (core.Expr, core.Type) {
	a, b := varX, varY
	type step struct{ p, q, a, b *core.Var }
	var steps []step
	for i := range n {
		p, q := &core.Var{Name: fmt.Sprint("p", i)}, &core.Var{Name: fmt.Sprint("q", i)}
		steps = append(steps, step{p, q, a, b})
		a, b = p, q
	}
	body := pair(useOf(a), useOf(b))
	for i := n - 1; i >= 0; i-- {
		s := steps[i]
		test := prim(core.OpLt, useOf(s.a), number(i))
		other := pair(prim(core.OpAdd, useOf(s.a), number(1)), useOf(s.b))
		branch := core.If(test, pair(useOf(s.a), number(1)), other)
		body = core.Let(&core.TuplePat{Elems: []core.Pat{&core.VarPat{Var: s.p}, &core.VarPat{Var: s.q}}}, branch, body)
	}
	return body, &core.TupleType{Elems: []core.Type{core.IntType, core.IntType}}
}

// manyFuncs is a chain of functions, each called twice.
func manyFuncs(n int) *core.Program {
	p, _, err := scfml.Load("main", scfml.Source{Name: "many", Text: manyFuncsText(n)})
	if err != nil {
		panic(err)
	}
	return p
}

func manyFuncsText(n int) string {
	var b strings.Builder
	b.WriteString("fun f0 (x, y) = if x < y then x * y + 1 else y - x\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "fun f%d (x, y) = if x < y then f%d (x + 1, y) else f%d (y, %d)\n", i, i-1, i/2, i)
	}
	fmt.Fprintf(&b, "fun main (x, y) = f%d (x, y)\n", n-1)
	return b.String()
}

// TestScale simplifies the shapes at a size and at four times that size. It counts the work done, since the time depends on
// what else the machine does.
func TestScale(t *testing.T) {
	tier.Standard(t, "large programs")
	n := tier.Pick(2_000, 2_000, 5_000)
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			_, small, _ := Run(context.Background(), s.make(n), Options{})
			_, large, _ := Run(context.Background(), s.make(4*n), Options{})
			if large.Work > 6*small.Work {
				t.Errorf("looks at %d computations, and at %d at four times the size", small.Work, large.Work)
			}
		})
	}
}

func BenchmarkRun(b *testing.B) {
	for _, s := range shapes {
		for _, n := range []int{10_000, 100_000} {
			p := s.make(n)
			b.Run(fmt.Sprintf("%s/%d", s.name, n), func(b *testing.B) {
				for range b.N {
					Run(context.Background(), p, Options{})
				}
			})
		}
	}
}
