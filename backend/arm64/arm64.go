// Package arm64 makes machine code of functions of package ir.
//
// Each operation has one function (integer.go, ...) that is run three times, as machine.Core says: to select instructions, to allocate registers, to emit.
//
//	arm64.go    the compiler, its state, registers
//	select.go   what is counted before, address modes
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
	machine.Core
	asm   a64.Assembler
	err   error
	modes []address // the address modes of loads and stores

	slow     []slow
	frame    int64   // bytes
	slots    int64   // where in the frame the words of the allocator are
	saved    int64   // where the registers are while the function is left for a poll
	locals   []int64 // where each slot of the function is
	links    bool    // calls or leaves: the return address is saved
	polls    bool
	pointers bool
}

// slow is code that stands behind the function because it seldom runs.
type slow struct {
	at, back asm.Label
	place    ir.Place
	trap     bool
	code     int64
}

// pointerReg has the address of the cell of a function that is called by its address.
const pointerReg = regalloc.Reg(a64.R19)

// places are the registers of arguments and parameters.
var places = machine.Places{Ints: registers(0, 16), Floats: 16, Int: 0}

var (
	target = regalloc.Target{Order: [2][]regalloc.Reg{
		{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 19, 20, 21, 22, 23, 24, 25, 26, 27, 29},
		registers(machine.FloatBase, 30),
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
	c.asm.Reset()
	c.slow, c.modes, c.err, c.links, c.polls, c.pointers = c.slow[:0], append(c.modes[:0], address{}), nil, false, false, false
	c.Compile(c, f, config, &target, places)
	c.emit()
	return c.finish()
}

// Patch is the assembler's.
func (c *Compiler) Patch(text []byte, offset int32, from, to uintptr) bool {
	return a64.Patch(text, offset, from, to)
}

func (c *Compiler) finish() (machine.Code, error) {
	code, err := c.asm.Finish()
	if c.err != nil {
		err = c.err
	}
	if err != nil {
		return machine.Code{}, fmt.Errorf("func %s: %w", c.F.Name, err)
	}
	return machine.Code{Code: code, Frame: int(c.frame), Pointers: c.pointers}, nil
}

func gp(l regalloc.Loc) a64.Reg  { return a64.Reg(l) }
func vec(l regalloc.Loc) a64.Vec { return a64.Vec(l - machine.FloatBase) }

// width is the width of an integer type.
func width(t ir.Type) a64.Width {
	if t == ir.I64 {
		return a64.W64
	}
	return a64.W32
}

// in and inV are the register in which v is.
func (c *Compiler) in(v ir.Value) a64.Reg  { return gp(c.Use(v, regalloc.InReg)) }
func (c *Compiler) inV(v ir.Value) a64.Vec { return vec(c.Use(v, regalloc.InReg)) } // of floating numbers

// inOrZero is in, or ZR for the constant 0.
func (c *Compiler) inOrZero(v ir.Value) a64.Reg {
	if in := &c.F.Values[v]; in.Op == ir.Const && in.Imm == 0 {
		return a64.ZR
	}
	return c.in(v)
}

// dst and dstV are the register in which v is made; none stands in their place where nothing is made.
func (c *Compiler) dst(v ir.Value) a64.Reg  { return gp(c.Result(v, regalloc.InAny, 0)) }
func (c *Compiler) dstV(v ir.Value) a64.Vec { return vec(c.Result(v, regalloc.InAny, 0)) } // of floating numbers
func (c *Compiler) none()                   { c.Result(0, regalloc.InAny, 0) }             // of nothing
