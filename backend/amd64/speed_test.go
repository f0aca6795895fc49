package amd64_test

import (
	"testing"

	"scf/backend/amd64"
	x86 "scf/backend/asm/amd64"
	"scf/backend/ir"
	"scf/backend/machine"
)

const mulAdd = `func mul_add(v1: i32, v2: i32) i32 {
b0:
	v3 = const.i32 3
	v4 = mul.i32 v1, v3
	v5 = add.i32 v4, v2
	return v5
}`

func parse(t testing.TB, text string) *ir.Func {
	t.Helper()
	funcs, err := ir.Parse("test.ir", text)
	if err != nil {
		t.Fatal(err)
	}
	return funcs[0]
}

// large is a function of about n instructions: loops that work on memory, one behind the other, with tests in them.
func large(n int) *ir.Func {
	var b ir.Builder
	b.Reset("large", ir.I32)
	entry := b.NewBlock()
	mem, count := b.AddParam(entry, ir.I64), b.AddParam(entry, ir.I32)
	b.Start(entry)
	sum := b.Const(ir.I32, 0)
	for len(b.Func.Values) < n {
		sum = loop(&b, mem, count, sum)
	}
	b.Return(sum)
	return b.Finish()
}

func loop(b *ir.Builder, mem, count, sum ir.Value) ir.Value {
	head, odd, next, exit := b.NewBlock(), b.NewBlock(), b.NewBlock(), b.NewBlock()
	i, s := b.AddParam(head, ir.I32), b.AddParam(head, ir.I32)
	t := b.AddParam(next, ir.I32)
	one := b.Const(ir.I32, 1)
	b.Jump(head, b.Const(ir.I32, 0), sum)
	b.Start(head)
	at := b.Binary(ir.Add, ir.I64, mem, b.Binary(ir.Shl, ir.I64, b.Unary(ir.Sext32, ir.I64, i), b.Const(ir.I32, 2)))
	x := b.Load(ir.I32, ir.S32, at, 0)
	for k := range 12 {
		x = b.Binary(ir.Add, ir.I32, x, b.Load(ir.I32, ir.S32, at, int64(4*k)))
	}
	b.Store(ir.S32, at, 0, x)
	b.Branch(b.Binary(ir.And, ir.I32, x, one), odd, next)
	b.AddArg(&head.Term.Edges[1], s)
	b.Start(odd)
	b.Jump(next, b.Binary(ir.Add, ir.I32, b.Binary(ir.Mul, ir.I32, s, b.Const(ir.I32, 31)), x))
	b.Start(next)
	j := b.Binary(ir.Add, ir.I32, i, one)
	b.Branch(b.Compare(ir.Cmp, ir.Lt, j, count), head, exit)
	b.AddArg(&next.Term.Edges[0], j)
	b.AddArg(&next.Term.Edges[0], t)
	b.Start(exit)
	return t
}

// BenchmarkFunction measures how long selection, allocation and emission take.
func BenchmarkFunction(b *testing.B) {
	for _, f := range []struct {
		name string
		f    *ir.Func
	}{{"mul_add", parse(b, mulAdd)}, {"500", large(500)}, {"5000", large(5000)}} {
		b.Run(f.name, func(b *testing.B) {
			c := amd64.New(x86.Host())
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.Function(f.f, machine.Config{Polls: true}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(f.f.Values)), "ns/instr")
		})
	}
}
