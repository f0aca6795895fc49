package machine

import (
	"scf/backend/asm"
	"scf/backend/ir"
	"scf/backend/regalloc"
)

// moved is where edge k of the block that is worked on leads, and the moves that stand before that: those of an edge that alone leads to its block are done
// there.
func (c *Core) moved(t *ir.Term, k int) (to int, row []regalloc.Move) {
	to = t.Edges[k].To.ID
	row = c.Alloc.MovesOnEdge(c.Block, k)
	if len(row) > 0 && c.Alloc.Preds(to) == 1 {
		c.entries[to] = row
		return to, nil
	}
	return to, row
}

// take does moves and goes to block b, without a jump if that comes next.
func (c *Core) take(row []regalloc.Move, b int) {
	c.Moves(row)
	if b != c.Block+1 {
		c.machine.Jump(c.Labels[b])
	}
}

// Jump emits the end of a block that goes to one other.
func (c *Core) Jump(t *ir.Term) {
	c.take(c.Alloc.MovesOnEdge(c.Block, 0), t.Edges[0].To.ID)
}

// Branch emits the end of a block that goes to one of two others; jumpIf jumps where the condition holds, or where it does not.
func (c *Core) Branch(t *ir.Term, jumpIf func(holds bool, l asm.Label)) {
	yes, movesYes := c.moved(t, 0)
	no, movesNo := c.moved(t, 1)
	holds := true
	if len(movesNo) == 0 && (len(movesYes) > 0 || yes == c.Block+1) || len(movesYes) > 0 && no == c.Block+1 {
		holds, yes, no, movesYes, movesNo = false, no, yes, movesNo, movesYes
	}
	if len(movesYes) == 0 {
		jumpIf(holds, c.Labels[yes])
		c.take(movesNo, no)
		return
	}
	there := c.code.NewLabel()
	jumpIf(holds, there)
	c.Moves(movesNo)
	c.machine.Jump(c.Labels[no])
	c.code.Bind(there)
	c.take(movesYes, yes)
}

// Switcher is what a machine does of a switch.
type Switcher interface {
	// Compare compares the value with k.
	Compare(k int64)
	// JumpIf jumps by the comparison that was last.
	JumpIf(cond ir.Cond, l asm.Label)
	// Table jumps to targets[x-low] for the value x, or to other where there is no such target.
	Table(low int64, targets []asm.Label, other asm.Label)
}

// A table is made of at least minTable cases, and has at most dense places for each.
const (
	minTable = 5
	dense    = 4
)

// Switch emits the end of a block that goes to one of many: through tables where cases lie close together, else by comparisons, in a tree.
func (c *Core) Switch(t *ir.Term, s Switcher) {
	c.spare = c.spare[:0]
	next := asm.Label(0) // what comes right behind; 0: something that no case leads to
	if c.Block+1 < len(c.own) {
		next = c.own[c.Block+1]
	}
	for k := range t.Edges {
		to, row := c.moved(t, k)
		l := c.Labels[to]
		if len(row) > 0 {
			l, next = c.code.NewLabel(), 0
		}
		c.spare = append(c.spare, l)
	}
	c.search(s, t.Cases, c.spare[1:], next)
	for k, l := range c.spare {
		if to := t.Edges[k].To.ID; l != c.Labels[to] {
			c.code.Bind(l)
			c.Moves(c.Alloc.MovesOnEdge(c.Block, k))
			c.machine.Jump(c.Labels[to])
		}
	}
}

// search goes to the target of the case that the value is, or to the other one; next comes behind it.
func (c *Core) search(s Switcher, cases []int64, targets []asm.Label, next asm.Label) {
	n, other := len(cases), c.spare[0]
	switch {
	case n >= minTable && uint64(cases[n-1])-uint64(cases[0]) < uint64(dense*n):
		c.table = c.table[:0]
		for i, k := range cases {
			for int64(len(c.table)) < k-cases[0] {
				c.table = append(c.table, other)
			}
			c.table = append(c.table, targets[i])
		}
		s.Table(cases[0], c.table, other)
	case n <= 3:
		for i, k := range cases {
			s.Compare(k)
			if i == n-1 && targets[i] == next {
				s.JumpIf(ir.Ne, other)
				return
			}
			s.JumpIf(ir.Eq, targets[i])
		}
		if other != next {
			c.machine.Jump(other)
		}
	default:
		half := n / 2
		above := c.code.NewLabel()
		s.Compare(cases[half])
		s.JumpIf(ir.Ge, above)
		c.search(s, cases[:half], targets[:half], 0)
		c.code.Bind(above)
		c.search(s, cases[half:], targets[half:], next)
	}
}
