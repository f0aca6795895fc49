package regalloc_test

import (
	"fmt"
	"math/rand"
	"testing"

	"scf/backend/ir"
	"scf/backend/ir/irgen"
	"scf/backend/regalloc"
	"scf/internal/testing/tier"
)

// machine is a machine with few registers and many wishes, so that everything that can happen happens.
type machine struct {
	ints, floats int
	plain        bool // all operands are wanted in registers
	a            regalloc.Allocator
	rand         *rand.Rand
}

func (m *machine) target() *regalloc.Target {
	t := &regalloc.Target{}
	for r := range m.ints {
		t.Order[regalloc.Int] = append(t.Order[regalloc.Int], regalloc.Reg(r))
	}
	for r := range m.floats {
		t.Order[regalloc.Float] = append(t.Order[regalloc.Float], regalloc.Reg(32+r))
	}
	return t
}

func (m *machine) all() regalloc.Set {
	return 1<<m.ints - 1 | (1<<m.floats-1)<<32
}

// place is where parameter or argument k of type t goes, the ints-th of which are in registers 0 and 1.
func place(t ir.Type, ints, floats, words *int, word func(int) regalloc.Loc) regalloc.Loc {
	n, base := ints, 0
	if t.IsFloat() {
		n, base = floats, 32
	}
	if *n == 2 {
		*words++
		return word(*words - 1)
	}
	*n++
	return regalloc.Loc(base + *n - 1)
}

func (m *machine) run(f *ir.Func) {
	a := &m.a
	a.Start(f, m.target())
	var ints, floats, words int
	for _, p := range f.Blocks[0].Params {
		a.Param(place(f.Values[p].Type, &ints, &floats, &words, regalloc.In))
	}
	for _, b := range f.Blocks {
		a.Label()
		for _, v := range b.Body {
			m.instr(f, v)
		}
		if b.Term.X != 0 {
			a.Use(b.Term.X, regalloc.InReg)
		}
		a.Term(0)
	}
	a.Run()
}

func (m *machine) instr(f *ir.Func, v ir.Value) {
	a := &m.a
	in := &f.Values[v]
	made := v
	if in.Type == ir.None {
		made = 0
	}
	switch in.Op {
	case ir.Const, ir.FConst, ir.Addr, ir.StackAddr:
		a.Remat(v)
		return
	case ir.Call, ir.CallPtr:
		var ints, floats, words int
		for _, x := range in.List {
			a.UseAt(x, place(f.Values[x].Type, &ints, &floats, &words, regalloc.Out))
		}
		if made != 0 {
			a.InstAt(made, regalloc.Reg(32*int(regalloc.ClassOf(in.Type))), m.all())
		} else {
			a.Inst(0, regalloc.InAny, m.all())
		}
		return
	case ir.Div, ir.Rem:
		a.UseAt(in.Args[0], 0)
		a.Use(in.Args[1], regalloc.InReg)
		a.InstAt(made, regalloc.Reg(m.rand.Intn(2)), regalloc.Of(0, 1))
		return
	case ir.Shl, ir.Shr:
		a.Use(in.Args[0], regalloc.InReg)
		a.UseAt(in.Args[1], 1)
		a.Inst(made, regalloc.Reuse, regalloc.Of(1))
		return
	}
	for k := range in.Op.Operands() {
		need := regalloc.Need(m.rand.Intn(4))
		if k == 0 || m.plain {
			need = regalloc.InReg
		}
		a.Use(in.Args[k], need)
	}
	result := regalloc.InAny
	if n := in.Op.Operands(); n > 0 && regalloc.ClassOf(f.Values[in.Args[0]].Type) == regalloc.ClassOf(in.Type) {
		result = regalloc.Result(m.rand.Intn(min(n, 2) + 1))
	}
	if m.plain && in.Op.Commutes() {
		result = regalloc.Commute
	}
	a.Inst(made, result, 0)
}

// TestRandom checks allocations of random functions, for machines of many sizes.
func TestRandom(t *testing.T) {
	n := tier.Pick(300, 1000, 3000)
	m := &machine{}
	for seed := range n {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			m.rand = rand.New(rand.NewSource(int64(seed)))
			m.ints, m.floats = 5+m.rand.Intn(8), 3+m.rand.Intn(6)
			f := irgen.Func(m.rand.Intn, irgen.Config{Size: 5 + m.rand.Intn(80), Data: true, Calls: m.rand.Intn(2) == 0, Traps: true, Polls: true})
			m.run(f)
			if err := m.a.Check(); err != nil {
				t.Fatalf("%v\n%v\n%v", err, f, dump(f, &m.a))
			}
		})
	}
}

// dump shows an allocation.
func dump(f *ir.Func, a *regalloc.Allocator) (out string) {
	for b := range f.Blocks {
		first, last := a.Bounds(b)
		for i := first; i <= last; i++ {
			out += fmt.Sprint(a.MovesBefore(i), "\n")
			out += fmt.Sprint(i, ": ", a.At(i), " ", a.Operands(i), "\n")
			out += fmt.Sprint(a.MovesAfter(i), "\n")
		}
	}
	return out
}
