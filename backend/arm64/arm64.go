// Package arm64 makes machine code of functions of package ir.
//
// Each operation has one function (integer.go, ...) that is run three times: when instructions are selected, from the last to the first, it marks what
// it reads, so that what is folded into its users (immediates, addresses, shifts, comparisons) and what nobody needs is left out; when registers are
// allocated it says what it needs; and when code is made it is told where its operands are and emits. So what it asks for is the same each
// time, in the same order.
//
//	arm64.go    the compiler, its state, registers
//	select.go   what is counted before, address modes
//	emit.go     blocks, moves, the frame
//	integer.go  arithmetic of integers
//	float.go    floating numbers
//	memory.go   loads, stores, copies
//	compare.go  comparisons, what follows from them
//	control.go  the ends of blocks
//	call.go     calls, leaving for Go
//	entry.go    code that is entered from Go
//
// # Conventions
//
// Arguments and parameters are in R0 to R15 and V0 to V15, as Go passes them, the rest in words from SP on; results are in R0 or V0. A call destroys
// all registers but SP, R18 and R28, which holds the goroutine. An I32 in a register has zeros above it. R16, R17, V30 and V31
// are nobody's: what one operation takes several instructions for, and moves between places in memory, go through them.
package arm64

import (
	"fmt"

	"scf/backend/asm"
	a64 "scf/backend/asm/arm64"
	"scf/backend/ir"
	"scf/backend/machine"
	"scf/backend/regalloc"
)

// Compiler compiles one function after another, in memory that it uses again.
type Compiler struct {
	asm    a64.Assembler
	alloc  regalloc.Allocator
	f      *ir.Func
	config machine.Config
	err    error

	mode  mode
	info  []info
	modes []address // the address modes of loads and stores
	block int       // that is worked on
	inst  int       // its number in alloc
	ops   []regalloc.Operand

	labels   []asm.Label
	entries  [][]regalloc.Move // what is moved at the start of blocks
	slow     []slow
	away     []edge // edges whose moves stand behind the function
	spare    []asm.Label
	stub     asm.Label // of what leaves for a poll
	trap     asm.Label // of what ends a call
	out      int       // words for arguments on the stack
	frame    int64     // bytes
	slots    int64     // where in the frame the words of the allocator are
	saved    int64     // where the registers are while the function is left for a poll
	locals   []int64   // where each slot of the function is
	links    bool      // calls or leaves: the return address is saved
	polls    bool
	pointers bool
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

// edge is an edge whose moves have a place of their own.
type edge struct {
	at    asm.Label
	to    asm.Label
	moves []regalloc.Move
}

// floatBase is the number of V0 among the allocator's registers.
const floatBase = 32

const (
	intArgs   = 16
	floatArgs = 16
	// pointerReg has the address of the cell of a function that is called by its address.
	pointerReg = regalloc.Reg(a64.R19)
)

var (
	target = regalloc.Target{Order: [2][]regalloc.Reg{
		{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 19, 20, 21, 22, 23, 24, 25, 26, 27, 29},
		registers(floatBase, 30),
	}}
	// all is what a call destroys.
	all = regalloc.Of(target.Order[0]...) | regalloc.Of(target.Order[1]...)
)

func registers(first regalloc.Reg, n int) (out []regalloc.Reg) {
	for i := range n {
		out = append(out, first+regalloc.Reg(i))
	}
	return out
}

// Function compiles f. The error is a limit that f exceeds.
func (c *Compiler) Function(f *ir.Func, config machine.Config) (machine.Code, error) {
	c.f, c.config, c.err = f, config, nil
	c.asm.Reset()
	c.alloc.Start(f, &target)
	c.slow, c.away, c.stub, c.trap, c.out, c.links, c.polls, c.pointers = c.slow[:0], c.away[:0], 0, 0, 0, false, false, false
	c.count()
	c.selectAll()
	c.plan()
	c.alloc.Run()
	c.emit()
	return c.finish()
}

func (c *Compiler) finish() (machine.Code, error) {
	code, err := c.asm.Finish()
	if c.err != nil {
		err = c.err
	}
	if err != nil {
		return machine.Code{}, fmt.Errorf("func %s: %w", c.f.Name, err)
	}
	return machine.Code{Code: code, Frame: int(c.frame), Pointers: c.pointers}, nil
}

func gp(l regalloc.Loc) a64.Reg  { return a64.Reg(l) }
func vec(l regalloc.Loc) a64.Vec { return a64.Vec(l - floatBase) }

// width is the width of an integer type.
func width(t ir.Type) a64.Width {
	if t == ir.I64 {
		return a64.W64
	}
	return a64.W32
}

func (c *Compiler) emits() bool { return c.mode == emitting }

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

// in and inV are the register in which v is.
func (c *Compiler) in(v ir.Value) a64.Reg  { return gp(c.use(v, regalloc.InReg)) }
func (c *Compiler) inV(v ir.Value) a64.Vec { return vec(c.use(v, regalloc.InReg)) } // of floating numbers

// inOrZero is in, or ZR for the constant 0.
func (c *Compiler) inOrZero(v ir.Value) a64.Reg {
	if in := &c.f.Values[v]; in.Op == ir.Const && in.Imm == 0 {
		return a64.ZR
	}
	return c.in(v)
}

// result is where v is made; 0 for what makes nothing. It comes behind all uses, and code that writes to it behind all that reads operands.
func (c *Compiler) result(v ir.Value, r regalloc.Result, clobbers regalloc.Set) regalloc.Loc {
	switch c.mode {
	case planning:
		c.alloc.Inst(v, r, clobbers)
	case emitting:
		return c.alloc.At(c.inst).Loc
	}
	return 0
}

// dst and dstV are the register in which v is made; none stands in their place where nothing is made.
func (c *Compiler) dst(v ir.Value) a64.Reg  { return gp(c.result(v, regalloc.InAny, 0)) }
func (c *Compiler) dstV(v ir.Value) a64.Vec { return vec(c.result(v, regalloc.InAny, 0)) } // of floating numbers
func (c *Compiler) none()                   { c.result(0, regalloc.InAny, 0) }             // of nothing
