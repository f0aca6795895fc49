package machinetest

import (
	"context"
	"fmt"
	"math/rand"
	"testing"

	"scf/backend/ir"
	"scf/backend/ir/eval"
	"scf/backend/ir/irgen"
)

// calls runs random functions that pass many arguments of all types to one another, by name and by address.
func (b *bench) calls(t *testing.T, n int) {
	for seed := range n {
		b.compiler = b.New(seed)
		b.call(t, rand.New(rand.NewSource(int64(seed))))
	}
}

var types = []ir.Type{ir.I32, ir.I64, ir.F32, ir.F64}

func (b *bench) call(t *testing.T, r *rand.Rand) {
	b.cells = map[string]*uint64{}
	var syms []ir.Sym
	for i := range 4 {
		s := ir.Sym{Name: fmt.Sprint("f", i), Kind: ir.Function, Result: types[r.Intn(4)]}
		for range r.Intn(40) {
			s.Params = append(s.Params, types[r.Intn(4)])
		}
		syms = append(syms, s)
		b.cells[s.Name] = new(uint64)
	}
	funcs := make([]*ir.Func, len(syms))
	byName := map[string]*ir.Func{}
	for i, s := range syms {
		funcs[i] = caller(r, s, syms[i+1:])
		byName[s.Name] = funcs[i]
	}
	m := b.load(t, funcs...)
	var args []uint64
	for _, p := range syms[0].Params {
		args = append(args, irgen.Word(r.Intn, p))
	}
	e := eval.Machine{Steps: 1_000_000, Address: b.address, Func: func(name string) *ir.Func { return byName[name] }}
	e.Pointer = func(address uint64, args []uint64) (uint64, error) {
		for name := range b.cells {
			if b.address(name) == address {
				return e.Call(byName[name], args...)
			}
		}
		return 0, fmt.Errorf("nothing at %#x", address)
	}
	want, err := e.Call(funcs[0], args...)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := m.Call(context.Background(), args); err != nil || !eval.Same(syms[0].Result, got, want) {
		t.Fatalf("%#x instead of %#x, %v\n%v", got, want, err, funcs)
	}
}

// caller is a function with a signature that calls some others, and gives a sum of all that it got.
func caller(r *rand.Rand, s ir.Sym, callees []ir.Sym) *ir.Func {
	var b ir.Builder
	b.Reset(s.Name, s.Result)
	b.Func.Symbols = append(b.Func.Symbols, callees...)
	known := map[ir.Type][]ir.Value{}
	entry := b.NewBlock()
	var got []ir.Value
	for _, t := range s.Params {
		v := b.AddParam(entry, t)
		got, known[t] = append(got, v), append(known[t], v)
	}
	b.Start(entry)
	for _, t := range types {
		if t.IsInt() {
			known[t] = append(known[t], b.Const(t, int64(r.Uint32())))
		} else {
			known[t] = append(known[t], b.FConst(t, irgen.Word(r.Intn, t)))
		}
	}
	for i, callee := range callees {
		var args []ir.Value
		for _, t := range callee.Params {
			args = append(args, known[t][r.Intn(len(known[t]))])
		}
		v := ir.Value(0)
		if r.Intn(2) == 0 {
			v = b.Call(ir.Symbol(i), args...)
		} else {
			cell := b.Emit(ir.Instr{Op: ir.Addr, Type: ir.I64, Symbol: ir.Symbol(i)})
			v = b.CallPtr(callee.Result, cell, args...)
		}
		got = append(got, v)
		known[callee.Result] = append(known[callee.Result], v)
	}
	b.Return(sum(&b, s.Result, got))
	return b.Finish()
}

// sum is the sum of the bits of values, each times its place, as a t.
func sum(b *ir.Builder, t ir.Type, values []ir.Value) ir.Value {
	total := b.Const(ir.I64, 0)
	for i, v := range values {
		switch b.Type(v) {
		case ir.F64:
			v = b.Unary(ir.Bits, ir.I64, v)
		case ir.F32:
			v = b.Unary(ir.Zext32, ir.I64, b.Unary(ir.Bits, ir.I32, v))
		case ir.I32:
			v = b.Unary(ir.Zext32, ir.I64, v)
		}
		total = b.Binary(ir.Add, ir.I64, total, b.Binary(ir.Mul, ir.I64, v, b.Const(ir.I64, int64(2*i+1))))
	}
	switch t {
	case ir.I64:
		return total
	case ir.I32:
		return b.Unary(ir.Trunc, ir.I32, total)
	}
	small := b.Binary(ir.And, ir.I64, total, b.Const(ir.I64, 0xffff))
	return b.Unary(ir.FromInt, t, small)
}
