package machine

import "scf/backend/ir"

// Info is what is counted of a value before instructions are selected, and what is then decided.
type Info struct {
	Uses      int32
	Addresses int32 // uses as addresses of accesses, also through additions
	Conds     int32 // uses as conditions
	Block     int32
	After     int32 // instructions behind it in its block that change memory
	Mode      int32 // of an access: the number of its address mode, as the machine has it
	Needed    bool  // in a register, or made anew
	Folded    bool  // a load that is an operand of its user; a store that operates in memory
}

func (c *Core) count() {
	n := len(c.F.Values)
	if cap(c.Info) < n {
		c.Info = make([]Info, n+n/2)
	}
	c.Info = c.Info[:n]
	clear(c.Info)
	for b := len(c.F.Blocks) - 1; b >= 0; b-- {
		block := c.F.Blocks[b]
		for _, p := range block.Params {
			c.Info[p].Block = int32(b)
		}
		c.countTerm(&block.Term)
		after := int32(0)
		for i := len(block.Body) - 1; i >= 0; i-- {
			v := block.Body[i]
			in := &c.F.Values[v]
			x := &c.Info[v]
			x.Block, x.After = int32(b), after
			if changesMemory(in.Op) {
				after++
			}
			if x.Uses > 0 || !removable(in) {
				c.countUses(in, x)
			}
		}
	}
}

func (c *Core) countTerm(t *ir.Term) {
	if t.X != 0 {
		c.Info[t.X].Uses++
		if t.Kind == ir.Branch {
			c.Info[t.X].Conds++
		}
	}
	for i := range t.Edges {
		for _, v := range t.Edges[i].Args {
			c.Info[v].Uses++
		}
	}
}

func (c *Core) countUses(in *ir.Instr, x *Info) {
	for k, v := range in.Args {
		if v == 0 {
			break
		}
		y := &c.Info[v]
		y.Uses++
		switch in.Op {
		case ir.Load, ir.Copy, ir.Zero:
			y.Addresses++
		case ir.Store:
			if k == 0 {
				y.Addresses++
			}
		case ir.Add:
			if x.Addresses == x.Uses {
				y.Addresses++
			}
		case ir.Select, ir.TrapIf:
			if k == 0 {
				y.Conds++
			}
		}
	}
	for _, v := range in.List {
		c.Info[v].Uses++
	}
}

// IsSlotUsed reports whether what is needed takes the address of slot s.
func (c *Core) IsSlotUsed(s ir.Slot) bool {
	for i := range c.F.Values {
		if in := &c.F.Values[i]; in.Op == ir.StackAddr && in.Slot == s && c.Info[i].Uses > 0 {
			return true
		}
	}
	return false
}

// changesMemory reports whether loads may not be moved over op.
func changesMemory(op ir.Op) bool {
	switch op {
	case ir.Store, ir.Copy, ir.Zero, ir.Call, ir.CallPtr, ir.Poll:
		return true
	}
	return false
}

// removable reports whether in may be left out where nobody needs its value.
func removable(in *ir.Instr) bool {
	return in.Op.Pure() || in.Op == ir.Load && !in.Volatile
}

// SameLoop reports whether v is made as often as what is worked on is run.
func (c *Core) SameLoop(v ir.Value) bool {
	b := int(c.Info[v].Block)
	return b == c.Block || c.Alloc.Loop(b) == c.Alloc.Loop(c.Block)
}

// Through reports whether the addition v is best done by the access that is worked on: all its uses are addresses, and it runs as often.
func (c *Core) Through(v ir.Value) bool {
	x := &c.Info[v]
	return x.Addresses == x.Uses && c.SameLoop(v)
}
