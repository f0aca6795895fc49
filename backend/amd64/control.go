package amd64

import (
	"scf/backend/asm"
	x86 "scf/backend/asm/amd64"
	"scf/backend/ir"
	"scf/backend/regalloc"
)

// term is the end of a block.
func (c *Compiler) term(b *ir.Block) {
	t := &b.Term
	switch t.Kind {
	case ir.Jump:
		c.endBlock(0)
		if c.mode == emitting {
			c.moves(c.alloc.MovesOnEdge(c.block, 0))
			c.jump(t.Edges[0].To.ID)
		}
	case ir.Branch:
		c.branch(t)
	case ir.Switch:
		c.switchOn(t)
	case ir.Return:
		c.ret(t)
	default:
		c.endBlock(0)
		if c.mode == emitting {
			c.asm.Ud2()
		}
	}
}

func (c *Compiler) endBlock(clobbers regalloc.Set) {
	if c.mode == planning {
		c.alloc.Term(clobbers)
	}
}

// jump goes to block b, unless it comes next.
func (c *Compiler) jump(b int) {
	if b != c.block+1 {
		c.asm.Jmp(c.labels[b])
	}
}

// moved is the label to jump to for edge k, and whether moves stand before that: those of an edge that alone leads to its block are done there.
func (c *Compiler) moved(t *ir.Term, k int) (to int, moves []regalloc.Move) {
	to = t.Edges[k].To.ID
	moves = c.alloc.MovesOnEdge(c.block, k)
	if len(moves) > 0 && c.alloc.Preds(to) == 1 {
		c.entries[to] = moves
		return to, nil
	}
	return to, moves
}

func (c *Compiler) branch(t *ir.Term) {
	m := c.flags(t.X, false)
	c.endBlock(0)
	if c.mode != emitting {
		return
	}
	yes, movesYes := c.moved(t, 0)
	no, movesNo := c.moved(t, 1)
	c.emitComparison(&m)
	d := m.cond
	if len(movesYes) > 0 && len(movesNo) == 0 || len(movesYes) == 0 && len(movesNo) == 0 && yes == c.block+1 {
		d, yes, no, movesYes, movesNo = d.negated(), no, yes, movesNo, movesYes
	}
	if len(movesYes) == 0 {
		c.jumpIf(d, c.labels[yes])
		c.moves(movesNo)
		c.jump(no)
		return
	}
	there := c.asm.NewLabel()
	c.jumpIf(d, there)
	c.moves(movesNo)
	c.asm.Jmp(c.labels[no])
	c.asm.Bind(there)
	c.moves(movesYes)
	c.jump(yes)
}

// ret returns.
func (c *Compiler) ret(t *ir.Term) {
	if t.X == 0 {
		c.endBlock(0)
	} else {
		at := resultReg(c.f.Result)
		c.useAt(t.X, regalloc.Loc(at))
		c.endBlock(regalloc.Of(at))
	}
	if c.mode != emitting {
		return
	}
	if c.frame != 0 {
		c.asm.AluRI(x86.Add, x86.W64, x86.RSP, c.frame)
	}
	c.asm.Ret()
}

// dense is how many targets a table may have for each case.
const dense = 4

// switchOn jumps through a table where cases lie close together, else compares, in a tree.
func (c *Compiler) switchOn(t *ir.Term) {
	x := gp(c.use(t.X, regalloc.InReg))
	c.endBlock(regalloc.Of(rcx, rdx))
	if c.mode != emitting {
		return
	}
	targets := c.switchTargets(t)
	n := len(t.Cases)
	w := width(c.f.Values[t.X].Type)
	if n >= 5 && uint64(t.Cases[n-1]-t.Cases[0]) < uint64(dense*n) {
		c.jumpTable(t, x, w, targets)
	} else {
		c.search(t.Cases, x, w, targets)
	}
	c.switchMoves(t, targets)
}

// switchTargets are labels for the edges: those with moves get one of their own.
func (c *Compiler) switchTargets(t *ir.Term) []asm.Label {
	c.spare = c.spare[:0]
	for k := range t.Edges {
		to, moves := c.moved(t, k)
		l := c.labels[to]
		if len(moves) > 0 {
			l = c.asm.NewLabel()
		}
		c.spare = append(c.spare, l)
	}
	return c.spare
}

func (c *Compiler) switchMoves(t *ir.Term, targets []asm.Label) {
	for k := range t.Edges {
		if to := t.Edges[k].To.ID; targets[k] != c.labels[to] {
			c.asm.Bind(targets[k])
			c.moves(c.alloc.MovesOnEdge(c.block, k))
			c.asm.Jmp(c.labels[to])
		}
	}
}

func (c *Compiler) jumpTable(t *ir.Term, x x86.Reg, w x86.Width, targets []asm.Label) {
	least := t.Cases[0]
	index := x
	switch {
	case least == 0:
	case least == int64(int32(least)) && least != -1<<31:
		index = x86.RCX
		c.asm.Lea(w, index, x86.At(x, int32(-least)))
	default:
		index = x86.RCX
		c.asm.MovRI(index, -least)
		c.asm.AluRR(x86.Add, w, index, x)
	}
	span := t.Cases[len(t.Cases)-1] - least
	c.asm.AluRI(x86.Cmp, w, index, int32(span))
	c.asm.Jcc(x86.A, targets[0])
	table := make([]asm.Label, span+1)
	for i := range table {
		table[i] = targets[0]
	}
	for i, k := range t.Cases {
		table[k-least] = targets[i+1]
	}
	c.asm.Lea(x86.W64, x86.RDX, x86.Mem{Label: c.asm.Table(table)})
	c.asm.MovsxRM(x86.W64, x86.W32, x86.RCX, x86.Mem{Base: x86.RDX, Index: index, Scale: 4})
	c.asm.AluRR(x86.Add, x86.W64, x86.RDX, x86.RCX)
	c.asm.JmpR(x86.RDX)
}

// search jumps to the target of the case that x is; targets[0] is that of none, targets[i+1] that of cases[i].
func (c *Compiler) search(cases []int64, x x86.Reg, w x86.Width, targets []asm.Label) {
	c.searchIn(cases, x, w, targets[0], targets[1:])
	c.asm.Jmp(targets[0])
}

// searchIn goes on behind itself where it found nothing.
func (c *Compiler) searchIn(cases []int64, x x86.Reg, w x86.Width, none asm.Label, targets []asm.Label) {
	if len(cases) <= 3 {
		for i, k := range cases {
			c.compareWith(x, k, w)
			c.asm.Jcc(x86.E, targets[i])
		}
		return
	}
	half := len(cases) / 2
	above := c.asm.NewLabel()
	c.compareWith(x, cases[half], w)
	c.asm.Jcc(x86.E, targets[half])
	c.asm.Jcc(x86.G, above)
	c.searchIn(cases[:half], x, w, none, targets[:half])
	c.asm.Jmp(none)
	c.asm.Bind(above)
	c.searchIn(cases[half+1:], x, w, none, targets[half+1:])
}

func (c *Compiler) compareWith(x x86.Reg, k int64, w x86.Width) {
	switch {
	case k == 0:
		c.asm.TestRR(w, x, x)
	case k == int64(int32(k)):
		c.asm.AluRI(x86.Cmp, w, x, int32(k))
	default:
		c.asm.MovRI(x86.RDX, k)
		c.asm.AluRR(x86.Cmp, w, x, x86.RDX)
	}
}
