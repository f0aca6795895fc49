// Package amd64 makes machine code of functions of package ir.
//
// Each operation has one function (integer.go, ...) that is run three times: when instructions are selected, from the last to the first, it marks what
// it reads, so that what is folded into its users (immediates, addresses, loads, comparisons) and what nobody needs is left out; when registers are allocated it
// says what it needs; and when code is made it is told where its operands are and emits. So what it asks for is the same each time, in the same order.
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
// Arguments and parameters are in RAX RBX RCX RDI RSI R8 R9 R10 R11 and X0 to X14, as Go passes them, the rest in words above the return address;
// results are in RAX or X0. A call destroys all registers but RSP, and R14 where it holds the goroutine. An I32 in a register has zeros above it.
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
	asm    x86.Assembler
	alloc  regalloc.Allocator
	f      *ir.Func
	config machine.Config
	err    error

	mode  mode
	info  []info
	modes []address // the address modes of loads, stores and what is folded into them
	block int       // that is worked on
	epoch int32     // of the instruction that is worked on (info.after)
	inst  int       // its number in alloc
	ops   []regalloc.Operand

	labels   []asm.Label
	entries  [][]regalloc.Move // what is moved at the start of blocks
	slow     []slow
	spare    []asm.Label // labels for tables
	out      int         // words for arguments on the stack
	frame    int32       // bytes below the return address
	locals   []int32     // where in the frame each slot of the function is
	leaves   bool        // for Go
	calling  bool        // other functions
	pointers bool        // by their addresses
}

// mode is what the functions of operations are run for.
type mode uint8

const (
	selecting mode = iota
	planning
	emitting
)

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
	r14 = regalloc.Reg(x86.R14)

	scratch = x86.X15
)

// floatBase is the number of X0 among the allocator's registers.
const floatBase = 32

// intArgs are the registers for integer arguments, in order; of floating ones there are as many as floatArgs.
var intArgs = [...]regalloc.Reg{rax, rbx, rcx, rdi, rsi, 8, 9, 10, 11}

const floatArgs = 15

var (
	targets = [2]regalloc.Target{{Order: [2][]regalloc.Reg{intOrder, floatOrder}}, {Order: [2][]regalloc.Reg{append(intOrder[:len(intOrder):len(intOrder)], r14), floatOrder}}}

	intOrder   = []regalloc.Reg{rax, rcx, rdx, rsi, rdi, rbx, 8, 9, 10, 11, 5, 15, 12, 13}
	floatOrder = []regalloc.Reg{32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46}
)

func (c *Compiler) target() *regalloc.Target {
	if c.config.Polls {
		return &targets[0]
	}
	return &targets[1]
}

// all is what a call destroys.
func (c *Compiler) all() regalloc.Set {
	t := c.target()
	return regalloc.Of(t.Order[0]...) | regalloc.Of(t.Order[1]...)
}

// Function compiles f. The error is a limit that f exceeds.
func (c *Compiler) Function(f *ir.Func, config machine.Config) (machine.Code, error) {
	c.f, c.config, c.err = f, config, nil
	c.asm.Reset()
	c.alloc.Start(f, c.target())
	c.slow, c.out, c.leaves, c.calling, c.pointers = c.slow[:0], 0, config.CheckStack, false, false
	c.count()
	c.selectAll()
	c.plan()
	c.alloc.Run()
	c.emit()
	return c.finish(), c.err
}

// gp and xmm are the machine's names of registers.
func gp(l regalloc.Loc) x86.Reg  { return x86.Reg(l) }
func xmm(l regalloc.Loc) x86.Xmm { return x86.Xmm(l - floatBase) }

// width is the width of an integer type.
func width(t ir.Type) x86.Width {
	if t == ir.I64 {
		return x86.W64
	}
	return x86.W32
}

// use is where the instruction that is worked on finds v.
func (c *Compiler) use(v ir.Value, n regalloc.Need) regalloc.Loc {
	switch c.mode {
	case selecting:
		c.info[v].needed = true
	case planning:
		c.alloc.Use(v, n)
	default:
		o := &c.ops[0]
		c.ops = c.ops[1:]
		return o.Loc
	}
	return 0
}

// useAt has v in a place that the instruction destroys.
func (c *Compiler) useAt(v ir.Value, at regalloc.Loc) {
	switch c.mode {
	case selecting:
		c.info[v].needed = true
	case planning:
		c.alloc.UseAt(v, at)
	default:
		c.ops = c.ops[1:]
	}
}

// result is where v is made; 0 for what makes nothing. It comes behind all uses, and code comes behind it.
func (c *Compiler) result(v ir.Value, r regalloc.Result, clobbers regalloc.Set) regalloc.Loc {
	switch c.mode {
	case planning:
		c.alloc.Inst(v, r, clobbers)
	case emitting:
		return c.alloc.At(c.inst).Loc
	}
	return 0
}

// busy has registers, among its clobbers, that the instruction needs until its result is there.
func (c *Compiler) busy(regs regalloc.Set) {
	if c.mode == planning {
		c.alloc.Busy(regs)
	}
}

// resultAt is result in a register that the machine wants.
func (c *Compiler) resultAt(v ir.Value, at regalloc.Reg, clobbers regalloc.Set) {
	if c.mode == planning {
		c.alloc.InstAt(v, at, clobbers)
	}
}
