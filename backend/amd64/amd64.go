// Package amd64 makes machine code of functions of package ir.
//
// Each operation has one function (integer.go, ...) that is run three times, as machine.Core says: to select instructions, to allocate registers, to emit.
//
//	amd64.go    the compiler, its state, registers
//	select.go   what is counted before, address modes, loads as operands
//	emit.go     blocks, moves, the frame
//	integer.go  arithmetic of integers
//	divide.go   division
//	float.go    floating numbers
//	memory.go   loads, stores, copies
//	compare.go  comparisons, what follows from them
//	control.go  the ends of blocks
//	call.go     calls, leaving for Go
//	entry.go    code that is entered from Go
//
// # Conventions
//
// Arguments and parameters are in RAX RBX RCX RDI RSI R8 R9 and X0 to X14, as Go passes them, the rest in words above the return address;
// results are in RAX or X0. A call leaves RSP, RBP, R10 to R13 and R15 as they were, and R14 where it holds the goroutine; it destroys all others.
// Functions that C calls are as System V has it. An I32 in a register has zeros above it.
// X15 is nobody's: moves between places in memory go through it.
package amd64

import (
	"scf/backend/asm"
	x86 "scf/backend/asm/amd64"
	"scf/backend/ir"
	"scf/backend/machine"
	"scf/backend/regalloc"
)

// Compiler compiles one function after another, in memory that it uses again.
type Compiler struct {
	machine.Core
	asm   x86.Assembler
	err   error
	modes []address // the address modes of loads, stores and what is folded into them

	slow     []slow
	frame    int32          // bytes below the saved registers
	saved    regalloc.Set   // of the caller: they lie below the return address
	locals   []int32        // where in the frame each slot of the function is
	entryTo  []regalloc.Loc // where an entry puts parameters
	leaves   bool           // for Go
	calling  bool           // other functions
	pointers bool           // by their addresses
}

// slow is code that stands behind the function because it seldom runs.
type slow struct {
	at, back asm.Label
	place    ir.Place
	trap     bool
	code     int64
}

// New is a compiler for machines with some features.
func New(features x86.Features) *Compiler {
	c := &Compiler{}
	c.asm.Features = features
	return c
}

const (
	rax = regalloc.Reg(x86.RAX)
	rbx = regalloc.Reg(x86.RBX)
	rcx = regalloc.Reg(x86.RCX)
	rdx = regalloc.Reg(x86.RDX)
	rdi = regalloc.Reg(x86.RDI)
	rsi = regalloc.Reg(x86.RSI)
	rsp = regalloc.Reg(x86.RSP)
	rbp = regalloc.Reg(x86.RBP)
	r14 = regalloc.Reg(x86.R14)

	scratch = x86.X15
)

// places are the registers of arguments and parameters.
var places = machine.Places{Ints: []regalloc.Reg{rax, rbx, rcx, rdi, rsi, 8, 9}, Floats: 15, Int: rax}

// placesOfGo are where Go passes arguments.
var placesOfGo = machine.Places{Ints: []regalloc.Reg{rax, rbx, rcx, rdi, rsi, 8, 9, 10, 11}, Floats: 15, Int: rax}

// placesOfC are those of functions that C calls.
var placesOfC = machine.Places{Ints: []regalloc.Reg{rdi, rsi, rdx, rcx, 8, 9}, Floats: 8, Int: rax}

// What functions leave as it was: those of modules, and those that C calls.
var (
	kept    = regalloc.Of(rbp, 10, 11, 12, 13, 15)
	keptOfC = regalloc.Of(rbx, rbp, 12, 13, r14, 15)
)

var (
	polling = regalloc.Target{Order: [2][]regalloc.Reg{{rcx, rdx, rsi, rdi, rbx, rax, 8, 9, 10, 11, rbp, 15, 12, 13}, floatOrder}}
	free    = regalloc.Target{Order: [2][]regalloc.Reg{{rcx, rdx, rsi, rdi, rbx, rax, 8, 9, 10, 11, r14, rbp, 15, 12, 13}, floatOrder}}
	forC    = regalloc.Target{Order: [2][]regalloc.Reg{{rcx, rdx, rsi, rdi, rax, 8, 9, 10, 11, rbx, rbp, r14, 15, 12, 13}, floatOrder}}

	floatOrder = []regalloc.Reg{32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46}
)

func (c *Compiler) target() *regalloc.Target {
	switch {
	case c.Config.ForC:
		return &forC
	case c.Config.Polls:
		return &polling
	}
	return &free
}

// conventions are the places of the function's parameters and its result, and what it leaves as it was.
func (c *Compiler) conventions() (machine.Places, regalloc.Set) {
	if c.Config.ForC {
		return placesOfC, keptOfC
	}
	return places, kept
}

// all are the registers that there are.
func (c *Compiler) all() regalloc.Set {
	t := c.target()
	return regalloc.Of(t.Order[0]...) | regalloc.Of(t.Order[1]...)
}

// Function compiles f. The error is a limit that f exceeds.
func (c *Compiler) Function(f *ir.Func, config machine.Config) (machine.Code, error) {
	c.asm.Reset()
	c.Config = config
	c.slow, c.modes, c.err, c.leaves, c.calling, c.pointers = c.slow[:0], append(c.modes[:0], address{}), nil, config.CheckStack, false, false
	p, keep := c.conventions()
	c.Compile(c, f, config, c.target(), p)
	c.saved = keep & c.Changed()
	c.emit()
	return c.finish(), c.err
}

// Patch is the assembler's.
func (c *Compiler) Patch(text []byte, offset int32, from, to uintptr) bool {
	return x86.Patch(text, offset, from, to)
}

// gp and xmm are the machine's names of registers.
func gp(l regalloc.Loc) x86.Reg  { return x86.Reg(l) }
func xmm(l regalloc.Loc) x86.Xmm { return x86.Xmm(l - machine.FloatBase) }

// width is the width of an integer type.
func width(t ir.Type) x86.Width {
	if t == ir.I64 {
		return x86.W64
	}
	return x86.W32
}
