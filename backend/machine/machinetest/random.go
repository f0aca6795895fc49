package machinetest

import (
	"context"
	"errors"
	"math/rand"
	"runtime"
	"testing"
	"unsafe"

	"scf/backend/code"
	"scf/backend/ir"
	"scf/backend/ir/eval"
	"scf/backend/ir/irgen"
	"scf/backend/mem"
)

// randoms runs random functions as code and by evaluation.
func (b *bench) randoms(t *testing.T, n int) {
	for seed := range n {
		b.compiler = b.New(seed)
		b.random(t, int64(seed))
	}
}

func (b *bench) random(t *testing.T, seed int64) {
	r := rand.New(rand.NewSource(seed))
	f := irgen.Func(r.Intn, irgen.Config{Size: 5 + r.Intn(60), Data: true, Calls: r.Intn(2) == 0, Traps: r.Intn(2) == 0, Polls: r.Intn(2) == 0})
	clearSlots(f)
	memory, data := newWords(), newWords()
	defer runtime.KeepAlive(data)
	var memory0, data0 words
	for i := range memory {
		memory0[i], data0[i] = r.Uint64(), r.Uint64()
	}
	b.data, b.names = mem.AddressOf(unsafe.Pointer(data)), []string{irgen.HostName}
	b.hosts = []code.HostFunc{func(_ context.Context, w *[code.MaxWords]uint64) error {
		w[0] = uint64(uint32(w[0])) * w[1]
		return nil
	}}
	m := b.load(t, f)
	for range 3 {
		args := irgen.Args(r.Intn, mem.AddressOf(unsafe.Pointer(memory)))
		*memory, *data = memory0, data0
		e := eval.Machine{
			Steps:   1_000_000,
			Address: b.address,
			Host:    func(_ string, args []uint64) (uint64, error) { return args[0] * args[1], nil },
		}
		want, wantErr := e.Call(f, args...)
		wantMemory, wantData := *memory, *data
		if errors.Is(wantErr, eval.ErrSteps) {
			continue
		}
		*memory, *data = memory0, data0
		got, err := m.Call(context.Background(), args)
		switch {
		case !isSame(err, wantErr):
			t.Fatalf("seed %d: %v instead of %v\n%s", seed, err, wantErr, f)
		case wantErr == nil && !eval.Same(f.Result, got, want):
			t.Fatalf("seed %d: %#x instead of %#x\n%s", seed, got, want, f)
		case *memory != wantMemory || *data != wantData:
			t.Fatalf("seed %d: memory differs at %d\n%s", seed, differs(memory[:], wantMemory[:]), f)
		}
	}
}

// clearSlots makes f clear its slots first: what is in them before that is not defined.
func clearSlots(f *ir.Func) {
	var first []ir.Value
	for s := range f.Slots {
		f.Values = append(f.Values, ir.Instr{Op: ir.StackAddr, Type: ir.I64, Slot: ir.Slot(s)})
		x := ir.Value(len(f.Values) - 1)
		f.Values = append(f.Values, ir.Instr{Op: ir.Zero, Args: [3]ir.Value{x}, Imm: f.Slots[s].Size})
		first = append(first, x, x+1)
	}
	f.Blocks[0].Body = append(first, f.Blocks[0].Body...)
}

type words = [irgen.MemSize / 8]uint64

// newWords is memory that stays where it is.
//
//go:noinline
func newWords() *words { return new(words) }

func differs(x, y []uint64) int {
	for i := range x {
		if x[i] != y[i] {
			return 8 * i
		}
	}
	return -1
}
