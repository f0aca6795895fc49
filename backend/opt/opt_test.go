package opt_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"scf/backend/ir"
	"scf/backend/ir/eval"
	"scf/backend/ir/irgen"
	"scf/backend/mem"
	"scf/backend/opt"
)

// outcome is what a call of a function does.
type outcome struct {
	result uint64
	fails  string
	hosts  [][]uint64
	memory []uint64
}

// world is the memory that functions run on, always at the same addresses.
type world struct {
	memory, data []uint64
}

func newWorld() *world {
	w := &world{make([]uint64, irgen.MemSize/8+2), make([]uint64, irgen.DataSize/8)}
	for i := range w.data {
		w.data[i] = uint64(i) * 0x9e3779b97f4a7c15
	}
	return w
}

func (w *world) base() uint64 { return (mem.AddressOf(unsafe.Pointer(&w.memory[0])) + 15) &^ 15 }

// run calls f. What the host gives depends on its arguments and the memory, and it writes.
func (w *world) run(f *ir.Func, initial []uint64, args []uint64, steps int) (outcome, bool) {
	copy(w.memory, initial)
	var out outcome
	m := eval.Machine{
		Steps:   steps,
		Address: func(string) uint64 { return mem.AddressOf(unsafe.Pointer(&w.data[0])) },
		Host: func(_ string, args []uint64) (uint64, error) {
			out.hosts = append(out.hosts, slices.Clone(args))
			w.memory[7]++
			return args[0]*args[1] + w.memory[8], nil
		},
	}
	word, err := m.Call(f, args...)
	if errors.Is(err, eval.ErrSteps) {
		return out, false
	}
	if err != nil {
		out.fails = err.Error()
	}
	out.result, out.memory = word, slices.Clone(w.memory)
	return out, true
}

func same(t ir.Type, a, b outcome) bool {
	return a.fails == b.fails && (a.fails != "" || eval.Same(t, a.result, b.result)) && slices.Equal(a.memory, b.memory) &&
		slices.EqualFunc(a.hosts, b.hosts, slices.Equal)
}

// TestRandomFunctions checks that an optimised function does what the function did, and is well formed after each pass.
func TestRandomFunctions(t *testing.T) {
	w := newWorld()
	o := &opt.Optimizer{}
	rapid.Check(t, func(t *rapid.T) {
		choose := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") }
		f := irgen.Func(choose, irgen.Config{Size: 25, Data: true, Calls: true, Traps: true})
		check(t, w, o, f, choose)
	})
}

// contiguous checks that the blocks of each loop stand in one piece: from a way back to its head, no block in between leads out of the function alone.
func contiguous(f *ir.Func) error {
	idom := ir.Dominators(f, nil)
	for i, b := range f.Blocks {
		for _, e := range b.Term.Edges {
			for between := e.To.ID; between <= i; between++ {
				if len(f.Blocks[between].Term.Edges) == 0 || !ir.Dominates(idom, e.To.ID, between) {
					return fmt.Errorf("b%d stands in the loop from b%d to b%d", between, e.To.ID, i)
				}
			}
		}
	}
	return nil
}

func check(t interface{ Fatalf(string, ...any) }, w *world, o *opt.Optimizer, f *ir.Func, choose irgen.Choose) {
	initial := make([]uint64, len(w.memory))
	for i := range initial {
		initial[i] = irgen.Word(choose, ir.I64)
		if i > 20 {
			initial[i] = initial[i-7] * 3
		}
	}
	before := f.String()
	var args [][]uint64
	var wants []outcome
	for range 3 {
		a := irgen.Args(choose, w.base())
		want, ok := w.run(f, initial, a, 50_000)
		if ok {
			args, wants = append(args, a), append(wants, want)
		}
	}
	previous := before
	o.Polls = choose(2) == 0
	o.After = func(pass string, f *ir.Func) {
		steps := fmt.Sprintf("before\n%s\nafter\n%s", previous, f)
		previous = f.String()
		if err := cmp.Or(ir.Verify(f), contiguous(f)); err != nil {
			t.Fatalf("after %s: %v\n%s", pass, err, steps)
		}
		for i, a := range args {
			got, ok := w.run(f, initial, a, 500_000)
			if !ok || !same(f.Result, wants[i], got) {
				t.Fatalf("after %s, of %#x: got %x %s, want %x %s\n%s", pass, a, got.result, got.fails, wants[i].result, wants[i].fails, steps)
			}
		}
	}
	o.Run(f)
}
