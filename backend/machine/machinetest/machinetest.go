// Package machinetest runs what machines' packages make, on the machine that it is made for, and compares it with what the functions mean.
//
//	machinetest.go  functions put where they run
//	random.go       random functions
//	calls.go        random functions that call one another, in all ways
//	forms.go        what random functions seldom have: large frames, copies of any size, switches, divisions by constants
//	entries.go      the entry from Go
package machinetest

import (
	"fmt"
	"runtime"
	"testing"
	"unsafe"

	"scf/backend/code"
	"scf/backend/ir"
	"scf/backend/ir/eval"
	"scf/backend/machine"
	"scf/backend/mem"
)

// Machine is a machine's package.
type Machine struct {
	GOARCH string // that of the machine
	// New is a compiler; those for all variants of the machine take turns.
	New   func(n int) Compiler
	Patch func(code []byte, offset int32, from, to uintptr) bool
}

// Compiler makes code.
type Compiler interface {
	Function(f *ir.Func, config machine.Config) (machine.Code, error)
	Entry(e *machine.Entry) machine.Code
}

// Test runs all tests; n is how many random functions there are.
func (m Machine) Test(t *testing.T, n int) {
	if runtime.GOARCH != m.GOARCH {
		t.Skipf("this machine runs no %s code", m.GOARCH)
	}
	for _, c := range []struct {
		name string
		run  func(b *bench, t *testing.T)
	}{
		{"Random", func(b *bench, t *testing.T) { b.randoms(t, n) }},
		{"Calls", func(b *bench, t *testing.T) { b.calls(t, n/10) }},
		{"Frames", (*bench).frames},
		{"Copies", (*bench).copies},
		{"Switches", (*bench).switches},
		{"Divisions", (*bench).divisions},
		{"Entries", (*bench).entries},
		{"Stack", (*bench).stack},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, err := code.NewArena(1 << 24)
			if err != nil {
				t.Skip(err)
			}
			c.run(&bench{Machine: m, arena: a, compiler: m.New(0)}, t)
		})
	}
}

// bench is where code runs. It knows the symbols of functions: one object, hosts by their places in names, functions by their cells.
type bench struct {
	Machine
	arena    *code.Arena
	compiler Compiler
	hosts    []code.HostFunc
	names    []string // of hosts
	data     uint64
	cells    map[string]*uint64
	check    bool // the stack
}

// stackTrap is the code of the trap that says that there is no stack left.
const stackTrap = 99

// Address implements machine.Symbols.
func (b *bench) Address(s *ir.Sym) uint64 { return b.address(s.Name) }

func (b *bench) address(name string) uint64 {
	if cell := b.cells[name]; cell != nil {
		return mem.AddressOf(unsafe.Pointer(cell))
	}
	return b.data
}

// Host implements machine.Symbols.
func (b *bench) Host(s *ir.Sym) int {
	for i, n := range b.names {
		if n == s.Name {
			return i
		}
	}
	panic("no host " + s.Name)
}

// trapped is the error of a trap.
type trapped uint64

func (t trapped) Error() string { return fmt.Sprint("trap ", uint64(t)) }

// isSame reports whether two errors are the same trap, or none.
func isSame(got, want error) bool {
	if want == nil {
		return got == nil
	}
	trap, ok := want.(*eval.Trap)
	return ok && got == error(trapped(trap.Code))
}

// plainArgs is the register with the address of words when code.Code.Call enters code.
const plainArgs = 2

// wordsEntry enters f with its arguments in words.
func wordsEntry(f *ir.Func) *machine.Entry {
	e := &machine.Entry{Result: f.Result, Float: true, Words: plainArgs}
	for i, p := range f.Blocks[0].Params {
		e.Params = append(e.Params, machine.Param{Type: f.Values[p].Type, From: machine.InWords, N: i})
	}
	return e
}

// linked is code in one piece.
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

// load makes code of functions, the first of which is entered with its arguments in words.
func (b *bench) load(t testing.TB, funcs ...*ir.Func) *code.Code {
	return b.enter(t, wordsEntry(funcs[0]), funcs...)
}

// enter makes code of functions, the first of which is entered.
func (b *bench) enter(t testing.TB, e *machine.Entry, funcs ...*ir.Func) *code.Code {
	t.Helper()
	l := linked{at: map[string]int{}}
	l.add("", b.compiler.Entry(e), func(int32) string { return funcs[0].Name })
	for _, f := range funcs {
		c, err := b.compiler.Function(f, machine.Config{Symbols: b, Polls: true, CheckStack: b.check, StackTrap: stackTrap})
		if err != nil {
			t.Fatal(err)
		}
		l.add(f.Name, c, func(s int32) string { return f.Symbols[s].Name })
	}
	region, err := b.arena.Install(l.text, func(text []byte, base uintptr) {
		for _, r := range l.refs {
			if !b.Patch(text, int32(r.at), base, base+uintptr(l.at[r.to])) {
				t.Error("a call that does not reach its function")
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, cell := range b.cells {
		*cell = uint64(region.Addr()) + uint64(l.at[name])
	}
	return code.Machine(code.Native{Region: region, Hosts: b.hosts, Trap: func(code, place uint64) error { return trapped(code) }})
}
