// Package regalloc gives the values of a function registers: linear scan over the live intervals of its static single assignment form
// (Wimmer and Franz, Linear Scan Register Allocation on SSA Form, 2010). It is shared by the machines.
//
// A machine goes through the blocks of an ir.Func in their order and says of each instruction that it will emit what it reads, what it
// makes and what it destroys; what it folds into the users of a value (immediates, addresses, comparisons) it does not mention. Run then
// decides where each operand and each result is, and which moves stand between instructions and on edges. The machine goes
// through the same instructions again and emits them.
//
//	a.Start(f, target)
//	for each block:
//		a.Label()
//		for each instruction: a.Use(x, regalloc.InReg); a.Use(y, regalloc.Anywhere); a.Inst(v, regalloc.Reuse, 0)
//		a.Use(condition, regalloc.InReg); a.Term(0)
//	a.Run()
//
// Instruction i has two positions: 2i, before it, where it reads and where moves stand, and 2i+1, where its result
// comes to be. Intervals hold their first position and not their last.
//
//	regalloc.go  what a machine says and what it is told
//	flow.go      loops, and which values live into which blocks
//	interval.go  intervals, their ranges and uses
//	scan.go      the scan: registers that are free
//	spill.go     and what leaves a register where none is
//	slot.go      places in memory of what was spilled
//	resolve.go   the moves between the parts of a split interval, at calls and on edges
//	parallel.go  moves at one time, one after the other
//	check.go     a checker of the result
package regalloc

import (
	"math/bits"

	"scf/backend/ir"
)

// Class is a kind of registers.
type Class uint8

// The classes.
const (
	Int Class = iota
	Float
)

// ClassOf is the class of registers that hold values of type t.
func ClassOf(t ir.Type) Class {
	if t == ir.F32 || t == ir.F64 {
		return Float
	}
	return Int
}

// Reg is a register: 0 to 31 hold integers, 32 to 63 floating numbers.
type Reg int8

// NoReg is no register.
const NoReg Reg = -1

// Set is a set of registers.
type Set uint64

// Of is the set of regs.
func Of(regs ...Reg) (s Set) {
	for _, r := range regs {
		s |= 1 << r
	}
	return s
}

// Has reports whether r is in s.
func (s Set) Has(r Reg) bool { return s>>r&1 != 0 }

// Len is the number of registers in s.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// Loc is where a value is: a register (its number), a word of the function's own frame, or a word of those with which functions pass
// what registers have no room for.
type Loc int32

// The places that are not registers.
const (
	Nowhere Loc = -1 // made anew where it is needed (as source of a move and as operand: a value that was given by Remat)
	spilled Loc = -2 // in memory, before slots are given

	firstSlot Loc = 1 << 16
	firstIn   Loc = 1 << 20
	firstOut  Loc = 1 << 24
)

// Slot is word k of the frame, In the word in which parameter word k came, Out the word for argument word k of a call.
func Slot(k int) Loc { return firstSlot + Loc(k) }
func In(k int) Loc   { return firstIn + Loc(k) }  // In is word k of what the caller passed in memory.
func Out(k int) Loc  { return firstOut + Loc(k) } // Out is word k of what is passed in memory to a function that is called.

// IsReg reports whether l is a register, and Reg which.
func (l Loc) IsReg() bool { return l >= 0 && l < 64 }

// Reg is the register that l is.
func (l Loc) Reg() Reg { return Reg(l) }

// IsSlot, IsIn and IsOut tell which kind of word l is; each gives its number.
func (l Loc) IsSlot() (int, bool) { return int(l - firstSlot), l >= firstSlot && l < firstIn }
func (l Loc) IsIn() (int, bool)   { return int(l - firstIn), l >= firstIn && l < firstOut }
func (l Loc) IsOut() (int, bool)  { return int(l - firstOut), l >= firstOut }

// Target is what a machine has: the registers of each class that values may take, the best first.
type Target struct {
	Order [2][]Reg
}

// Need says where an instruction wants an operand.
type Need uint8

// The needs. Of what is not late the result may take the register.
const (
	InReg        Need = iota // in a register
	InRegLate                // in one that is not the result's
	Anywhere                 // in a register or in memory
	AnywhereLate             // the same, not in the result's
	fixed                    // at a place that the instruction names
)

// Operand is a value that an instruction reads.
type Operand struct {
	Value ir.Value
	Need  Need
	Loc   Loc // where it is when the instruction runs
	pos   int32
	next  int32 // the value's next use, as index into ops plus 1
}

// Result says where an instruction makes its value.
type Result uint8

// The results.
const (
	InAny   Result = iota // in a register that the allocator chooses
	Reuse                 // the same, and best in that of the first operand
	Commute               // best in that of the first or the second
	inFixed
)

// Inst is an instruction.
type Inst struct {
	Value    ir.Value // of its result, or 0
	Loc      Loc      // where it makes it
	Clobbers Set      // what it destroys before it makes its result, apart from what it reads where it may be
	end      int32    // of its operands in ops
	block    int32
	kind     instKind
	result   Result
}

type instKind uint8

const (
	ordinary instKind = iota
	label
	remat
	terminator
)

// Move is one of a row of moves that are done one after the other: From becomes To; or, where Swap is set, both are exchanged (both are
// registers of a class then). Value tells what moves; where From is Nowhere it is made anew. Both may be in memory.
type Move struct {
	Value    ir.Value
	From, To Loc
	Swap     bool
}

// Allocator allocates the registers of one function after another. Its memory is used again.
type Allocator struct {
	f      *ir.Func
	target *Target

	insts  []Inst
	ops    []Operand
	blocks []block
	labels int32 // how many of them the machine has begun
	values []value
	params []Loc // of the function, where they come in

	intervals []interval
	ranges    []span
	clobbers  []clobber
	scan      scan
	flow      flow
	slots     []int32 // where what is in each slot ends
	moves     moves
}

// block is what is known of a block: its first instruction (the label) and its last (the terminator).
type block struct {
	first, last int32
	edges       int32 // of its first edge in moves.edges
	preds       int32 // edges that lead to it
	loop        int32 // the head of the innermost loop that it is in, or -1
}

func (b *block) from() int32 { return 2 * b.first }
func (b *block) to() int32   { return 2*b.last + 2 }

// value is what is known of a value.
type value struct {
	block  int32    // where it is defined
	global int32    // its number among those that live into blocks, plus 1
	flows  ir.Value // a value that best has the same register: the parameter of a block that it becomes, the result that takes over its register
	pref   Loc      // the register that it best has, or Nowhere
	class  Class
	remat  bool
	store  bool // stored to its slot where it is defined
	slot   Loc  // its place in memory, or Nowhere
	def    int32
}

// Start begins with f. From then on its loops are known (Depth, Head).
func (a *Allocator) Start(f *ir.Func, t *Target) {
	a.f, a.target = f, t
	a.insts, a.ops, a.params, a.labels, a.clobbers = a.insts[:0], a.ops[:0], a.params[:0], 0, a.clobbers[:0]
	a.resetBlocks()
	a.values = resized(a.values, len(f.Values))
	for i := range a.values {
		a.values[i] = value{block: -1, pref: Nowhere, slot: Nowhere, class: ClassOf(f.Values[i].Type)}
	}
}

// Param says where the function's next parameter comes in: a register or In(k).
func (a *Allocator) Param(at Loc) { a.params = append(a.params, at) }

// Label begins the next block of the function.
func (a *Allocator) Label() {
	b := a.labels
	a.labels++
	a.blocks[b].first = int32(len(a.insts))
	for _, p := range a.f.Blocks[b].Params {
		a.define(p, b)
	}
	a.insts = append(a.insts, Inst{kind: label, end: int32(len(a.ops)), block: b})
}

func (a *Allocator) define(v ir.Value, b int32) {
	x := &a.values[v]
	x.block, x.def = b, int32(len(a.insts))
}

// Use says that the next instruction reads v.
func (a *Allocator) Use(v ir.Value, n Need) {
	a.ops = append(a.ops, Operand{Value: v, Need: n, pos: int32(2 * len(a.insts))})
}

// UseAt says that the next instruction reads v at a register or at Out(k), which it may destroy; a register is among its clobbers.
func (a *Allocator) UseAt(v ir.Value, at Loc) {
	a.ops = append(a.ops, Operand{Value: v, Need: fixed, Loc: at, pos: int32(2 * len(a.insts))})
}

// Inst is the next instruction, which makes v, or nothing if v is 0.
func (a *Allocator) Inst(v ir.Value, r Result, clobbers Set) {
	a.add(Inst{Value: v, Loc: Nowhere, Clobbers: clobbers, result: r})
}

// InstAt is an instruction that makes v in a register that it names, one of its clobbers.
func (a *Allocator) InstAt(v ir.Value, at Reg, clobbers Set) {
	a.add(Inst{Value: v, Loc: Loc(at), Clobbers: clobbers | Of(at), result: inFixed})
}

// Remat says that v can be made anew wherever it is needed: it is no instruction of its own.
func (a *Allocator) Remat(v ir.Value) {
	a.values[v].remat = true
	a.add(Inst{Value: v, Loc: Nowhere, kind: remat})
}

// Term is the end of the block.
func (a *Allocator) Term(clobbers Set) {
	a.blocks[a.labels-1].last = int32(len(a.insts))
	a.add(Inst{Clobbers: clobbers, kind: terminator})
}

func (a *Allocator) add(i Inst) {
	i.block, i.end = a.labels-1, int32(len(a.ops))
	if i.Value != 0 {
		a.define(i.Value, i.block)
	}
	if i.Clobbers != 0 {
		a.clobbers = append(a.clobbers, clobber{int32(2 * len(a.insts)), i.Clobbers})
	}
	a.insts = append(a.insts, i)
}

// Busy says that the instruction given last needs registers of its own, some of its clobbers, until its result is there: it makes that in
// another one.
func (a *Allocator) Busy(regs Set) {
	a.clobbers = append(a.clobbers, clobber{int32(2*len(a.insts) - 1), regs})
}

// Run allocates.
func (a *Allocator) Run() {
	a.findFlow()
	a.buildIntervals()
	a.scanIntervals()
	a.giveSlots()
	a.resolve()
}

// Len is the number of instructions: labels, those that the machine gave, and terminators.
func (a *Allocator) Len() int { return len(a.insts) }

// At is instruction i, and Operands what it reads.
func (a *Allocator) At(i int) *Inst { return &a.insts[i] }

// Operands are what instruction i reads, in the order in which the machine named them.
func (a *Allocator) Operands(i int) []Operand { return a.ops[a.firstOp(int32(i)):a.insts[i].end] }

func (a *Allocator) firstOp(i int32) int32 {
	if i == 0 {
		return 0
	}
	return a.insts[i-1].end
}

// Bounds are the instructions of block b: its label and its terminator.
func (a *Allocator) Bounds(b int) (first, last int) {
	return int(a.blocks[b].first), int(a.blocks[b].last)
}

// Preds is the number of edges that lead to block b.
func (a *Allocator) Preds(b int) int { return int(a.blocks[b].preds) }

// Loop is the head of the innermost loop that block b is in, or -1.
func (a *Allocator) Loop(b int) int { return int(a.blocks[b].loop) }

// Depth is the number of loops that block b is in.
func (a *Allocator) Depth(b int) int { return int(a.depth(int32(b))) }

// Head reports whether block b is the head of a loop.
func (a *Allocator) Head(b int) bool { return a.blocks[b].loop == int32(b) }

// Slots is the number of words of the frame that are used.
func (a *Allocator) Slots() int { return len(a.slots) }

// Used is the set of registers that hold values.
func (a *Allocator) Used() Set { return a.scan.used }

// resized is s with n elements, which are whatever was there.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}
