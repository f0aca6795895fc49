package machine

import (
	"scf/backend/asm"
	"scf/backend/ir"
	"scf/backend/regalloc"
)

// Core is what compilers of all machines have in common: the way through a function, three times.
//
// Each operation has one function of the machine's that is run each time. When instructions are selected, from the last to the first, it marks what it
// reads, so that what is folded into its users (immediates, addresses, comparisons) and what nobody needs is left out; when registers are allocated
// it says what it needs; and when code is made it is told where its operands are and emits. So what it asks for is the same each time, in the
// same order.
type Core struct {
	F      *ir.Func
	Config Config
	Alloc  regalloc.Allocator
	Mode   Mode
	Info   []Info
	Block  int         // that is worked on
	Epoch  int32       // of the instruction that is worked on (Info.After)
	Labels []asm.Label // to jump to for each block: for one that only goes on, that of the block which it leads to
	Out    int         // words for arguments on the stack

	destroyed regalloc.Set // by instructions, apart from what holds values

	machine Instructions
	code    *asm.Buffer
	inst    int // the number in Alloc of what is worked on
	ops     []regalloc.Operand
	own     []asm.Label       // of each block
	entries [][]regalloc.Move // what is moved at the start of blocks
	spare   []asm.Label
	table   []asm.Label
}

// Instructions is what a machine knows.
type Instructions interface {
	// Instr and Term select, plan or emit an instruction and the end of a block.
	Instr(v ir.Value, in *ir.Instr)
	Term(t *ir.Term)
	// Move emits a move, and Jump a jump.
	Move(m *regalloc.Move)
	Jump(l asm.Label)
}

// Mode is what the functions of operations are run for.
type Mode uint8

// The modes, in their order.
const (
	Selecting Mode = iota
	Planning
	Emitting
)

// Compile selects instructions for f and allocates registers. What is left to do is to emit (EmitBlocks).
func (c *Core) Compile(m Instructions, f *ir.Func, config Config, target *regalloc.Target, p Places) {
	c.machine, c.F, c.Config, c.Out, c.destroyed = m, f, config, 0, 0
	c.Alloc.Start(f, target)
	c.count()
	c.selectAll()
	c.plan(p)
	c.Alloc.Run()
}

// Emits reports whether code is made.
func (c *Core) Emits() bool { return c.Mode == Emitting }

// Use is where the instruction that is worked on finds v.
func (c *Core) Use(v ir.Value, n regalloc.Need) regalloc.Loc {
	switch c.Mode {
	case Selecting:
		c.Info[v].Needed = true
	case Planning:
		c.Alloc.Use(v, n)
	default:
		o := &c.ops[0]
		c.ops = c.ops[1:]
		return o.Loc
	}
	return 0
}

// UseAt has v in a place that the instruction destroys.
func (c *Core) UseAt(v ir.Value, at regalloc.Loc) {
	switch c.Mode {
	case Selecting:
		c.Info[v].Needed = true
	case Planning:
		c.Alloc.UseAt(v, at)
	default:
		c.ops = c.ops[1:]
	}
}

// Result is where v is made; 0 for what makes nothing. It comes behind all uses, and code that writes to it comes behind it.
func (c *Core) Result(v ir.Value, r regalloc.Result, clobbers regalloc.Set) regalloc.Loc {
	switch c.Mode {
	case Planning:
		c.destroyed |= clobbers
		c.Alloc.Inst(v, r, clobbers)
	case Emitting:
		return c.Alloc.At(c.inst).Loc
	}
	return 0
}

// ResultAt is Result in a register that the machine wants.
func (c *Core) ResultAt(v ir.Value, at regalloc.Reg, clobbers regalloc.Set) {
	if c.Mode == Planning {
		c.destroyed |= clobbers
		c.Alloc.InstAt(v, at, clobbers)
	}
}

// Busy has registers, among its clobbers, that the instruction needs until its result is there.
func (c *Core) Busy(regs regalloc.Set) {
	if c.Mode == Planning {
		c.destroyed |= regs
		c.Alloc.Busy(regs)
	}
}

// EndBlock is what the end of a block says behind its uses.
func (c *Core) EndBlock(clobbers regalloc.Set) {
	if c.Mode == Planning {
		c.destroyed |= clobbers
		c.Alloc.Term(clobbers)
	}
}

// Changed are the registers that the function does not leave as they were, when registers are allocated.
func (c *Core) Changed() regalloc.Set { return c.Alloc.Used() | c.destroyed }

// selectAll decides from the last instruction to the first what is needed.
func (c *Core) selectAll() {
	c.Mode = Selecting
	for b := len(c.F.Blocks) - 1; b >= 0; b-- {
		c.Block = b
		block := c.F.Blocks[b]
		c.Epoch = 0
		c.machine.Term(&block.Term)
		for i := range block.Term.Edges {
			for _, v := range block.Term.Edges[i].Args {
				c.Info[v].Needed = true
			}
		}
		for i := len(block.Body) - 1; i >= 0; i-- {
			v := block.Body[i]
			in := &c.F.Values[v]
			if !c.isEmitted(v, in) {
				continue
			}
			if c.Epoch = c.Info[v].After; changesMemory(in.Op) {
				c.Epoch++
			}
			c.machine.Instr(v, in)
		}
	}
}

// isEmitted reports whether v is an instruction of its own.
func (c *Core) isEmitted(v ir.Value, in *ir.Instr) bool {
	switch in.Op {
	case ir.Const, ir.FConst, ir.Addr, ir.StackAddr:
		return false
	}
	return c.Info[v].Needed || !removable(in)
}

// plan tells the allocator of the instructions that are left.
func (c *Core) plan(p Places) {
	c.Mode = Planning
	for _, v := range c.F.Blocks[0].Params {
		c.Alloc.Param(p.Next(c.F.Values[v].Type, regalloc.In))
	}
	for b, block := range c.F.Blocks {
		c.Block = b
		c.Alloc.Label()
		for _, v := range block.Body {
			in := &c.F.Values[v]
			if c.isEmitted(v, in) {
				c.machine.Instr(v, in)
			} else if c.Info[v].Needed {
				c.Alloc.Remat(v)
			}
		}
		c.machine.Term(&block.Term)
	}
}

// Emit begins to emit into code: the blocks have labels.
func (c *Core) Emit(code *asm.Buffer) {
	c.Mode, c.code = Emitting, code
	c.Labels, c.entries = c.Labels[:0], c.entries[:0]
	for range c.F.Blocks {
		c.Labels, c.entries = append(c.Labels, code.NewLabel()), append(c.entries, nil)
	}
	c.own = append(c.own[:0], c.Labels...)
	for b := len(c.F.Blocks) - 1; b >= 0; b-- {
		if t := &c.F.Blocks[b].Term; t.Kind == ir.Jump && c.isEmpty(b) && c.Labels[t.Edges[0].To.ID] != c.Labels[b] {
			c.Labels[b] = c.Labels[t.Edges[0].To.ID]
		}
	}
}

// isEmpty reports whether block b, which several lead to, does nothing but go on.
func (c *Core) isEmpty(b int) bool {
	first, last := c.Alloc.Bounds(b)
	return last == first+1 && c.Alloc.Preds(b) > 1 && len(c.Alloc.MovesBefore(first)) == 0 && len(c.Alloc.MovesAfter(first)) == 0 &&
		len(c.Alloc.MovesBefore(last)) == 0 && len(c.Alloc.MovesOnEdge(b, 0)) == 0
}

// EmitBlocks emits all blocks; heads of loops lie at multiples of align.
func (c *Core) EmitBlocks(align func()) {
	c.inst = 0
	for b, block := range c.F.Blocks {
		c.Block = b
		if c.Alloc.Head(b) {
			align()
		}
		c.code.Bind(c.own[b])
		c.Moves(c.entries[b])
		c.begin()
		c.end()
		for _, v := range block.Body {
			in := &c.F.Values[v]
			switch {
			case c.isEmitted(v, in):
				c.code.Mark(int32(in.Place))
				c.begin()
				c.machine.Instr(v, in)
				c.end()
			case c.Info[v].Needed:
				c.begin()
				c.end()
			}
		}
		c.code.Mark(int32(block.Term.Place))
		c.begin()
		c.machine.Term(&block.Term)
		c.inst++
	}
}

// begin emits the moves before the next instruction, end those behind it.
func (c *Core) begin() {
	c.Moves(c.Alloc.MovesBefore(c.inst))
	c.ops = c.Alloc.Operands(c.inst)
}

func (c *Core) end() {
	c.Moves(c.Alloc.MovesAfter(c.inst))
	c.inst++
}

// Moves emits a row of moves.
func (c *Core) Moves(row []regalloc.Move) {
	for i := range row {
		c.machine.Move(&row[i])
	}
}
