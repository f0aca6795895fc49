package arm64

import (
	"math"

	"scf/backend/asm"
	a64 "scf/backend/asm/arm64"
	"scf/backend/ir"
	"scf/backend/regalloc"
)

// term is the end of a block.
func (c *Compiler) term(block *ir.Block) {
	t := &block.Term
	switch t.Kind {
	case ir.Jump:
		c.end(0)
		if c.emits() {
			c.jump(t, 0)
		}
	case ir.Branch:
		how := c.test(t.X, true)
		c.end(0)
		if c.emits() {
			c.branches(t, how)
		}
	case ir.Switch:
		x := c.in(t.X)
		c.end(0)
		if c.emits() {
			c.cases(t, x)
		}
	case ir.Return:
		c.giveBack(t.X)
		if c.emits() {
			c.epilogue()
		}
	default:
		c.end(0)
		if c.emits() {
			c.asm.Brk(0)
		}
	}
}

// end is the end of a block for the allocator.
func (c *Compiler) end(clobbers regalloc.Set) {
	if c.mode == planning {
		c.alloc.Term(clobbers)
	}
}

func (c *Compiler) giveBack(x ir.Value) {
	if x == 0 {
		c.end(0)
		return
	}
	at := resultOf(c.f.Values[x].Type)
	c.useAt(x, regalloc.Loc(at))
	c.end(regalloc.Of(at))
}

// resultOf is the register of a function's result.
func resultOf(t ir.Type) regalloc.Reg {
	return regalloc.Reg(floatBase * int(regalloc.ClassOf(t)))
}

// jump takes edge k, and falls through to its block if that comes next.
func (c *Compiler) jump(t *ir.Term, k int) {
	c.moves(c.alloc.MovesOnEdge(c.block, k))
	if to := t.Edges[k].To.ID; to != c.block+1 {
		c.asm.B(c.labels[to])
	}
}

// branches takes edge 0 where how holds, else edge 1: the one that is branched to should have no moves, the other be the next block.
func (c *Compiler) branches(t *ir.Term, how test) {
	far, near := 0, 1
	if !c.bare(t, 0) && c.bare(t, 1) || c.bare(t, 0) == c.bare(t, 1) && t.Edges[0].To.ID == c.block+1 {
		far, near, how = 1, 0, how.negated()
	}
	c.branch(how, c.labelOf(t, far))
	c.jump(t, near)
}

// bare tells whether edge k can be branched to: its moves, if it has some, can stand at the start of its block.
func (c *Compiler) bare(t *ir.Term, k int) bool {
	return len(c.alloc.MovesOnEdge(c.block, k)) == 0 || c.alloc.Preds(t.Edges[k].To.ID) == 1
}

// cases takes the edge whose case x is: by tables where cases are close to one another, by halves between those.
func (c *Compiler) cases(t *ir.Term, x a64.Reg) {
	if len(t.Cases) == 0 {
		c.jump(t, 0)
		return
	}
	w := width(c.f.Values[t.X].Type)
	other := c.labelOf(t, 0)
	c.halves(t, x, w, 0, len(t.Cases), other)
}

// A table is made of at least minTable cases that are at least a third of its places.
const (
	minTable = 4
	sparse   = 3
)

// halves takes one of the cases from:to, or other.
func (c *Compiler) halves(t *ir.Term, x a64.Reg, w a64.Width, from, to int, other asm.Label) {
	cases := t.Cases[from:to]
	switch {
	case isDense(cases):
		c.table(t, x, w, from, to, other)
	case len(cases) < minTable:
		for i, k := range cases {
			c.compareTo(w, x, k)
			c.asm.Bcond(a64.EQ, c.labelOf(t, from+i+1))
		}
		c.asm.B(other)
	default:
		mid := (from + to) / 2
		upper := c.asm.NewLabel()
		c.compareTo(w, x, t.Cases[mid])
		c.asm.Bcond(a64.GE, upper)
		c.halves(t, x, w, from, mid, other)
		c.asm.Bind(upper)
		c.halves(t, x, w, mid, to, other)
	}
}

func isDense(cases []int64) bool {
	n := len(cases)
	return n >= minTable && uint64(cases[n-1])-uint64(cases[0]) < uint64(sparse*n)
}

func (c *Compiler) compareTo(w a64.Width, x a64.Reg, k int64) {
	if a64.AluImm(a64.Subs, w, k) {
		c.asm.CmpI(w, x, k)
		return
	}
	c.number(w, a64.R16, k)
	c.asm.Cmp(w, x, a64.R16)
}

// number makes dst the number k of width w.
func (c *Compiler) number(w a64.Width, dst a64.Reg, k int64) {
	if w == a64.W32 {
		k &= math.MaxUint32
	}
	c.asm.MovRI(dst, k)
}

// table jumps through a table of distances.
func (c *Compiler) table(t *ir.Term, x a64.Reg, w a64.Width, from, to int, other asm.Label) {
	low := t.Cases[from]
	n := t.Cases[to-1] - low + 1
	if a64.AluImm(a64.Sub, w, low) {
		c.asm.AluRRI(a64.Sub, w, a64.R16, x, low)
	} else {
		c.number(w, a64.R16, low)
		c.asm.AluRRR(a64.Sub, w, a64.R16, x, a64.R16)
	}
	c.compareTo17(w, n-1)
	c.asm.Bcond(a64.HI, other)
	c.spare = c.spare[:0]
	for i := from; i < to; i++ {
		for int64(len(c.spare)) < t.Cases[i]-low {
			c.spare = append(c.spare, other)
		}
		c.spare = append(c.spare, c.labelOf(t, i+1))
	}
	c.asm.Adr(a64.R17, c.asm.Table(c.spare))
	c.asm.Mem(a64.Ldrsw, a64.R16, a64.Mem{Base: a64.R17, Index: a64.R16, Mode: a64.Lsl, Shift: 2})
	c.asm.AluRRR(a64.Add, a64.W64, a64.R16, a64.R16, a64.R17)
	c.asm.Br(a64.R16)
}

// compareTo17 compares R16 with k, which may be made in R17.
func (c *Compiler) compareTo17(w a64.Width, k int64) {
	if a64.AluImm(a64.Subs, w, k) {
		c.asm.CmpI(w, a64.R16, k)
		return
	}
	c.number(w, a64.R17, k)
	c.asm.Cmp(w, a64.R16, a64.R17)
}
