package simplify

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"scf/scfml"
)

// The shapes of large residual programs. Each is made with about n expression nodes; time must grow about linearly.
var shapes = []struct {
	name string
	make func(n int) *scfml.Program
}{
	{"lets", func(n int) *scfml.Program { return oneFunc(letChain(n / 3)) }},
	{"tests", func(n int) *scfml.Program { return oneFunc(testChain(n / 4)) }},
	{"matches of matches", func(n int) *scfml.Program { return oneFunc(caseOfCase(n / 8)) }},
	{"tree of tests", func(n int) *scfml.Program { return oneFunc(testTree(n / 3)) }},
	{"insertions", func(n int) *scfml.Program { return oneFunc(insertions(n / 3)) }},
	{"construction", func(n int) *scfml.Program { return oneFunc(construction(n / 4)) }},
	{"literals", func(n int) *scfml.Program { return oneFunc(literals(n / 4)) }},
	{"functions", func(n int) *scfml.Program { return manyFuncs(n / 12) }},
	{"tuples", func(n int) *scfml.Program { return oneFunc(tupleChain(n / 14)) }},
}

var varX, varY = &scfml.Var{Name: "x"}, &scfml.Var{Name: "y"}

func useOf(v *scfml.Var) scfml.Expr { return &scfml.VarExpr{Var: v} }
func number(n int) scfml.Expr       { return &scfml.Const{Value: scfml.Int(n)} }
func pair(a, b scfml.Expr) scfml.Expr {
	return &scfml.TupleExpr{Elems: []scfml.Expr{a, b}}
}
func prim(op scfml.Op, args ...scfml.Expr) scfml.Expr { return &scfml.PrimExpr{Op: op, Args: args} }

// oneFunc is a program whose entry is a function of two integers.
func oneFunc(body scfml.Expr, result scfml.Type) *scfml.Program {
	f := &scfml.Func{
		Name: "main", Params: []*scfml.Var{varX, varY}, ParamTypes: []scfml.Type{scfml.IntType, scfml.IntType}, Result: result,
		Body: body,
	}
	mod := &scfml.Module{Name: "M", Key: scfml.IntType, Value: scfml.IntType}
	return &scfml.Program{Funcs: []*scfml.Func{f}, Entry: f, Modules: []*scfml.Module{mod}}
}

// letChain binds variables each of which depends on the two before.
func letChain(n int) (scfml.Expr, scfml.Type) {
	vars := []*scfml.Var{varX, varY}
	for i := range n {
		vars = append(vars, &scfml.Var{Name: fmt.Sprint("v", i)})
	}
	body := useOf(vars[n+1])
	for i := n + 1; i >= 2; i-- {
		body = scfml.Let(&scfml.VarPat{Var: vars[i]}, prim(scfml.OpMul, useOf(vars[i-1]), useOf(vars[i-2])), body)
	}
	return body, scfml.IntType
}

// testChain tests one variable for one number after the other.
func testChain(n int) (scfml.Expr, scfml.Type) {
	body := useOf(varY)
	for i := range n {
		body = scfml.If(prim(scfml.OpLt, useOf(varX), number(i)), number(i), body)
	}
	return body, scfml.IntType
}

// caseOfCase nests matches in scrutinees.
func caseOfCase(n int) (scfml.Expr, scfml.Type) {
	var body scfml.Expr = prim(scfml.OpLt, useOf(varX), useOf(varY))
	for i := range n {
		body = scfml.If(body, prim(scfml.OpLt, useOf(varX), number(i)), prim(scfml.OpLt, number(i), useOf(varY)))
	}
	return body, scfml.BoolType
}

// testTree is a balanced tree of tests.
func testTree(n int) (scfml.Expr, scfml.Type) {
	k := 0
	var tree func(n int) scfml.Expr
	tree = func(n int) scfml.Expr {
		k++
		if n < 2 {
			return number(k)
		}
		return scfml.If(prim(scfml.OpLt, useOf(varX), number(k)), tree(n/2), tree(n-n/2))
	}
	return tree(n / 2), scfml.IntType
}

// insertions makes a map and looks into it.
func insertions(n int) (scfml.Expr, scfml.Type) {
	mod := &scfml.Module{Name: "M", Key: scfml.IntType, Value: scfml.IntType}
	var m scfml.Expr = &scfml.Const{Value: scfml.EmptyMap}
	for i := range n {
		m = &scfml.PrimExpr{Op: scfml.OpMapInsert, Mod: mod, Label: 1, Args: []scfml.Expr{m, number(i % 1000), useOf(varX)}}
	}
	find := &scfml.PrimExpr{Op: scfml.OpMapFind, Mod: mod, Label: 2, Args: []scfml.Expr{m, useOf(varY)}}
	return find, scfml.OptionOf(scfml.IntType)
}

// construction builds a list.
func construction(n int) (scfml.Expr, scfml.Type) {
	var list scfml.Expr = &scfml.Const{Value: &scfml.ConValue{Con: scfml.Nil}}
	for i := range n {
		list = &scfml.ConExpr{Con: scfml.Cons, Args: []scfml.Expr{prim(scfml.OpAdd, useOf(varX), number(i)), list}}
	}
	return list, scfml.ListOf(scfml.IntType)
}

// literals matches a number with many literals, one after the other.
func literals(n int) (scfml.Expr, scfml.Type) {
	c := &scfml.CaseExpr{Scrut: useOf(varX)}
	for i := range min(n, 2000) {
		c.Arms = append(c.Arms, scfml.Arm{Pat: &scfml.LitPat{Value: scfml.Int(i)}, Body: prim(scfml.OpAdd, useOf(varY), number(i))})
	}
	c.Arms = append(c.Arms, scfml.Arm{Pat: &scfml.WildPat{}, Body: useOf(varY)})
	return c, scfml.IntType
}

// tupleChain hands two values on as a tuple that a branch makes and a let takes apart.
func tupleChain(n int) (scfml.Expr, scfml.Type) {
	a, b := varX, varY
	type step struct{ p, q, a, b *scfml.Var }
	var steps []step
	for i := range n {
		p, q := &scfml.Var{Name: fmt.Sprint("p", i)}, &scfml.Var{Name: fmt.Sprint("q", i)}
		steps = append(steps, step{p, q, a, b})
		a, b = p, q
	}
	body := pair(useOf(a), useOf(b))
	for i := n - 1; i >= 0; i-- {
		s := steps[i]
		test := prim(scfml.OpLt, useOf(s.a), number(i))
		other := pair(prim(scfml.OpAdd, useOf(s.a), number(1)), useOf(s.b))
		branch := scfml.If(test, pair(useOf(s.a), number(1)), other)
		body = scfml.Let(&scfml.TuplePat{Elems: []scfml.Pat{&scfml.VarPat{Var: s.p}, &scfml.VarPat{Var: s.q}}}, branch, body)
	}
	return body, &scfml.TupleType{Elems: []scfml.Type{scfml.IntType, scfml.IntType}}
}

// manyFuncs is a chain of functions, each called twice.
func manyFuncs(n int) *scfml.Program {
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
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			_, small, _ := Run(context.Background(), s.make(5_000), Options{})
			_, large, _ := Run(context.Background(), s.make(20_000), Options{})
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
