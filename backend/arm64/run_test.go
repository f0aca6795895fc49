package arm64_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand"
	"runtime"
	"testing"
	"unsafe"

	"scf/backend/arm64"
	a64 "scf/backend/asm/arm64"
	"scf/backend/code"
	"scf/backend/ir"
	"scf/backend/ir/eval"
	"scf/backend/ir/irgen"
	"scf/backend/machine"
)

// symbols are what functions in these tests name: one object, and hosts by their place in names.
type symbols struct {
	data  uint64
	names []string
}

func (s symbols) Address(*ir.Sym) uint64 { return s.data }

func (s symbols) Host(y *ir.Sym) int {
	for i, n := range s.names {
		if n == y.Name {
			return i
		}
	}
	panic("no host " + y.Name)
}

// trapped is the error of a trap.
type trapped uint64

func (t trapped) Error() string { return fmt.Sprint("trap ", uint64(t)) }

// bench is where code runs.
type bench struct {
	arena *code.Arena
	x     *arm64.Compiler
	hosts []code.HostFunc
	symbols
}

func newBench(t testing.TB) *bench {
	if runtime.GOARCH != "arm64" {
		t.Skip("this machine runs no arm64 code")
	}
	a, err := code.NewArena(1 << 24)
	if err != nil {
		t.Skip(err)
	}
	return &bench{arena: a, x: &arm64.Compiler{}}
}

// linked is code in one piece: functions, the first of which is entered with words.
type linked struct {
	text []byte
	at   map[string]int
	refs []reference
}

type reference struct {
	at int
	to string
}

func (l *linked) add(name string, c machine.Code, symbol func(int32) string) {
	for len(l.text)%64 != 0 {
		l.text = append(l.text, 0xcc)
	}
	at := len(l.text)
	l.at[name] = at
	l.text = append(l.text, c.Bytes...)
	for _, r := range c.Refs {
		l.refs = append(l.refs, reference{at + int(r.Offset), symbol(r.Symbol)})
	}
}

// entryOf enters f with its arguments in words.
func entryOf(f *ir.Func) *machine.Entry {
	e := &machine.Entry{Result: f.Result, Float: true, Words: 2}
	for i, p := range f.Blocks[0].Params {
		e.Params = append(e.Params, machine.Param{Type: f.Values[p].Type, From: machine.InWords, N: i})
	}
	return e
}

// load makes code of functions, the first of which is entered.
func (b *bench) load(t testing.TB, funcs ...*ir.Func) *code.Code {
	t.Helper()
	l := linked{at: map[string]int{}}
	l.add("", b.x.Entry(entryOf(funcs[0])), func(int32) string { return funcs[0].Name })
	for _, f := range funcs {
		c, err := b.x.Function(f, machine.Config{Symbols: b, Polls: true})
		if err != nil {
			t.Fatal(err)
		}
		l.add(f.Name, c, func(s int32) string { return f.Symbols[s].Name })
	}
	region, err := b.arena.Install(l.text, func(text []byte, addr uintptr) {
		for _, r := range l.refs {
			a64.Patch(text, int32(r.at), addr, addr+uintptr(l.at[r.to]))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return code.Machine(code.Native{Region: region, Hosts: b.hosts, Trap: func(code, place uint64) error { return trapped(code) }})
}

func address[T any](x *T) uint64 { return uint64(uintptr(unsafe.Pointer(x))) }

var count = flag.Int("random", 2000, "how many random functions are run")

// TestRandom runs random functions as code and by evaluation.
func TestRandom(t *testing.T) {
	n := *count
	if testing.Short() {
		n = 200
	}
	for seed := range n {
		random(t, int64(seed))
	}
}

func random(t *testing.T, seed int64) {
	b := newBench(t)
	defer runtime.KeepAlive(b)
	r := rand.New(rand.NewSource(seed))
	f := irgen.Func(r.Intn, irgen.Config{Size: 5 + r.Intn(60), Data: true, Calls: r.Intn(2) == 0, Traps: r.Intn(2) == 0, Polls: r.Intn(2) == 0})
	clearSlots(f)
	memory, data := newWords(), newWords()
	var memory0, data0 words
	for i := range memory {
		memory0[i], data0[i] = r.Uint64(), r.Uint64()
	}
	b.symbols = symbols{data: address(data), names: []string{irgen.HostName}}
	b.hosts = []code.HostFunc{func(_ context.Context, w *[code.MaxWords]uint64) error {
		w[0] = uint64(uint32(w[0])) * w[1]
		return nil
	}}
	m := b.load(t, f)
	for range 3 {
		args := irgen.Args(r.Intn, address(memory))
		*memory, *data = memory0, data0
		e := eval.Machine{
			Steps:   1_000_000,
			Address: func(string) uint64 { return b.data },
			Host:    func(_ string, args []uint64) (uint64, error) { return args[0] * args[1], nil },
		}
		want, wantErr := e.Call(f, args...)
		wantMemory, wantData := *memory, *data
		if errors.Is(wantErr, eval.ErrSteps) {
			continue
		}
		*memory, *data = memory0, data0
		got, gotErr := m.Call(context.Background(), args)
		var trap *eval.Trap
		if wantErr != nil && !errors.As(wantErr, &trap) {
			t.Fatalf("seed %d: %v", seed, wantErr)
		}
		if (wantErr == nil) != (gotErr == nil) || gotErr != nil && gotErr != error(trapped(trap.Code)) {
			t.Fatalf("seed %d: %v instead of %v\n%s", seed, gotErr, wantErr, f)
		}
		if wantErr == nil && !eval.Same(f.Result, got, want) {
			t.Fatalf("seed %d: %#x instead of %#x\n%s", seed, got, want, f)
		}
		if *memory != wantMemory || *data != wantData {
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
