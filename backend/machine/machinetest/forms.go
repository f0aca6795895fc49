package machinetest

import (
	"bytes"
	"context"
	"math/rand"
	"slices"
	"testing"
	"unsafe"

	"scf/backend/code"
	"scf/backend/ir"
	"scf/backend/ir/eval"
	"scf/backend/mem"
)

// run calls code with words.
func run(t *testing.T, m *code.Code, args ...uint64) uint64 {
	t.Helper()
	got, err := m.Call(context.Background(), args)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// frames checks slots that are large, far, and aligned to more than the stack is.
func (b *bench) frames(t *testing.T) {
	for _, size := range []int64{8, 200, 4000, 5000, 33000, 70000} {
		var x ir.Builder
		x.Reset("f", ir.I64)
		f := x.Func
		f.Slots = append(f.Slots, ir.Local{Size: 8, Align: 64}, ir.Local{Size: size, Align: 8}, ir.Local{Size: 16, Align: 16})
		entry := x.NewBlock()
		var in []ir.Value
		for range 40 { // more than there are registers, so that words of the frame are used
			in = append(in, x.AddParam(entry, ir.I64))
		}
		x.Start(entry)
		at := func(s ir.Slot, offset int64) ir.Value {
			return x.Emit(ir.Instr{Op: ir.StackAddr, Type: ir.I64, Slot: s, Imm: offset})
		}
		x.Store(ir.M64, at(0, 0), 0, in[0])
		x.Store(ir.M64, at(1, size-8), 0, in[1])
		x.Store(ir.S8, at(1, 0), size-1, x.Const(ir.I32, 7))
		x.Store(ir.M64, at(2, 0), 8, in[2])
		odd := x.Binary(ir.And, ir.I64, at(0, 0), x.Const(ir.I64, 63))
		got := []ir.Value{odd, x.Load(ir.I64, ir.M64, at(0, 0), 0), x.Load(ir.I64, ir.M64, at(1, size-16), 8), x.Load(ir.I64, ir.M64, at(2, 8), 0)}
		for i := range 40 {
			got = append(got, x.Binary(ir.Mul, ir.I64, in[i], in[39-i]))
		}
		x.Return(sum(&x, ir.I64, append(got, in...)))
		x.Finish()
		m := b.load(t, f)
		var args []uint64
		for i := range 40 {
			args = append(args, uint64(i*i+3)<<20)
		}
		want, err := (&eval.Machine{Steps: 1000}).Call(f, args...)
		if err != nil {
			t.Fatal(err)
		}
		// What is evaluated has slots that may lie otherwise, but for those of 64 bytes: odd is 0 in both only if they are aligned.
		if got := run(t, m, args...); got != want {
			t.Errorf("%d bytes: %#x instead of %#x", size, got, want)
		}
	}
}

// copies copies and clears any number of bytes.
func (b *bench) copies(t *testing.T) {
	source := make([]byte, 2048)
	for i := range source {
		source[i] = byte(i*7 + i>>8 + 1)
	}
	sizes := []int64{511, 512, 513, 1000, 1500}
	for n := range int64(300) {
		sizes = append(sizes, n)
	}
	for _, n := range sizes {
		m := b.load(t, copier(n))
		to, cleared := make([]byte, 2048), bytes.Clone(source)
		run(t, m, mem.AddressOf(unsafe.Pointer(&to[5])), mem.AddressOf(unsafe.Pointer(&source[3])), mem.AddressOf(unsafe.Pointer(&cleared[9])))
		wantTo, wantCleared := make([]byte, 2048), bytes.Clone(source)
		copy(wantTo[5:], source[3:3+n])
		clear(wantCleared[9 : 9+n])
		if !bytes.Equal(to, wantTo) || !bytes.Equal(cleared, wantCleared) {
			t.Fatalf("%d bytes", n)
		}
	}
}

// copier copies n bytes to its first parameter from its second, and clears as many at its third.
func copier(n int64) *ir.Func {
	var b ir.Builder
	b.Reset("f", ir.None)
	entry := b.NewBlock()
	x, y, z := b.AddParam(entry, ir.I64), b.AddParam(entry, ir.I64), b.AddParam(entry, ir.I64)
	b.Start(entry)
	b.Emit(ir.Instr{Op: ir.Copy, Args: [3]ir.Value{x, y}, Imm: n})
	b.Emit(ir.Instr{Op: ir.Zero, Args: [3]ir.Value{z}, Imm: n})
	b.Return(0)
	return b.Finish()
}

// switches goes through switches with cases that are close, far, many, few.
func (b *bench) switches(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for n := range 60 {
		typ := []ir.Type{ir.I32, ir.I64}[n&1]
		cases := someCases(r, typ, r.Intn(30))
		f := switchOn(typ, cases)
		m := b.load(t, f)
		for _, k := range cases {
			for _, x := range []int64{k, k + 1, k - 1, k + 1<<32} {
				word := uint64(x)
				if typ == ir.I32 {
					word = uint64(uint32(x))
				}
				want, err := (&eval.Machine{Steps: 1000}).Call(f, word)
				if err != nil {
					t.Fatal(err)
				}
				if got := run(t, m, word); got != want {
					t.Fatalf("%d: %d instead of %d\n%s", x, got, want, f)
				}
			}
		}
	}
}

func someCases(r *rand.Rand, t ir.Type, n int) []int64 {
	at := int64(r.Uint64()) >> r.Intn(64)
	var out []int64
	for range n {
		if at += 1 + int64(r.Intn(3)); r.Intn(6) == 0 {
			at = int64(r.Uint64()) >> r.Intn(64)
		}
		if t == ir.I32 {
			at = int64(int32(at))
		}
		out = append(out, at)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// switchOn gives the number of the case that its parameter is; edges have arguments, and some lead to one block.
func switchOn(t ir.Type, cases []int64) *ir.Func {
	var b ir.Builder
	b.Reset("f", ir.I32)
	entry, end := b.NewBlock(), b.NewBlock()
	x := b.AddParam(entry, t)
	p := b.AddParam(end, ir.I32)
	b.Start(entry)
	one := b.Const(ir.I32, -1)
	var to []*ir.Block
	var numbers []ir.Value
	for i := range cases {
		if i%3 == 0 {
			to = append(to, b.NewBlock())
		} else {
			to = append(to, end)
		}
		numbers = append(numbers, b.Const(ir.I32, int64(i)))
	}
	block := b.Block()
	b.Switch(x, end, cases, to)
	es := block.Term.Edges
	b.AddArg(&es[0], one)
	for i := range cases {
		if to[i] == end {
			b.AddArg(&es[i+1], numbers[i])
		}
	}
	for i := range cases {
		if to[i] != end {
			b.Start(to[i])
			b.Jump(end, numbers[i])
		}
	}
	b.Start(end)
	b.Return(p)
	return b.Finish()
}

// divisions divides by constants.
func (b *bench) divisions(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for n := range 300 {
		typ := []ir.Type{ir.I32, ir.I64}[n&1]
		d := int64(r.Uint64()) >> r.Intn(64)
		if n < 60 {
			d = int64(n/2) - 12
		} else if n < 180 {
			d = (1<<(n/2-29) + int64(r.Intn(3)) - 1) * int64(1-n&2)
		}
		if typ == ir.I32 {
			d = int64(int32(d))
		}
		if d != 0 {
			b.division(t, r, typ, d)
		}
	}
}

func (b *bench) division(t *testing.T, r *rand.Rand, typ ir.Type, d int64) {
	var x ir.Builder
	x.Reset("f", ir.None)
	entry := x.NewBlock()
	to, v := x.AddParam(entry, ir.I64), x.AddParam(entry, typ)
	x.Start(entry)
	for i, op := range []ir.Op{ir.Div, ir.DivU, ir.Rem, ir.RemU} {
		store := ir.M64
		if typ == ir.I32 {
			store = ir.U32
		}
		x.Store(store, to, int64(8*i), x.Binary(op, typ, v, x.Const(typ, d)))
	}
	x.Return(0)
	m := b.load(t, x.Finish())
	bits := 8 * typ.Size()
	for range 40 {
		a := int64(r.Uint64()) >> r.Intn(64)
		switch r.Intn(4) {
		case 0:
			a = d*int64(r.Intn(1000)-500) + int64(r.Intn(3)) - 1
		case 1:
			a = -1<<(bits-1) + int64(r.Intn(3)) - 1
		}
		a = a << (64 - bits) >> (64 - bits)
		ua, ud := uint64(a)<<(64-bits)>>(64-bits), uint64(d)<<(64-bits)>>(64-bits)
		if d == -1 && a == -1<<(bits-1) {
			continue
		}
		mask := ^uint64(0) >> (64 - bits)
		want := [4]uint64{uint64(a/d) & mask, ua / ud, uint64(a%d) & mask, ua % ud}
		got := new([4]uint64)
		if run(t, m, mem.AddressOf(unsafe.Pointer(got)), ua); *got != want {
			t.Fatalf("%v %d by %d: %x instead of %x", typ, a, d, *got, want)
		}
	}
}

// stack checks that a function that calls itself without end is stopped.
func (b *bench) stack(t *testing.T) {
	b.check = true
	var x ir.Builder
	x.Reset("f", ir.I64)
	x.Func.Symbols = append(x.Func.Symbols, ir.Sym{Name: "f", Kind: ir.Function, Params: []ir.Type{ir.I64}, Result: ir.I64})
	entry := x.NewBlock()
	v := x.AddParam(entry, ir.I64)
	x.Start(entry)
	x.Return(x.Binary(ir.Add, ir.I64, v, x.Call(0, v)))
	m := b.load(t, x.Finish())
	for range 3 {
		if _, err := m.Call(context.Background(), []uint64{1}); err != error(trapped(stackTrap)) {
			t.Errorf("%v", err)
		}
	}
}
