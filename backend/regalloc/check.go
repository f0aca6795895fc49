package regalloc

import (
	"fmt"

	"scf/backend/ir"
)

// check.go checks an allocation by running it on names: what lies in which place is followed through all instructions and moves, where ways
// meet only what is the same on all of them is kept, and each operand must find its value where it is said to be.

// checker is the state of a check.
type checker struct {
	a     *Allocator
	at    map[Loc]ir.Value // which value lies where, now
	enter []map[Loc]ir.Value
	final bool // errors count: what enters blocks does not change any more
	err   error
}

// Check checks what Run has made.
func (a *Allocator) Check() error {
	c := checker{a: a, enter: make([]map[Loc]ir.Value, len(a.blocks))}
	c.enter[0] = map[Loc]ir.Value{}
	for k, p := range a.f.Blocks[0].Params {
		c.enter[0][a.params[k]] = p
	}
	for changed := true; changed; {
		changed = false
		for b := range a.blocks {
			changed = c.block(b) || changed
		}
	}
	c.final = true
	for b := range a.blocks {
		c.block(b)
	}
	return c.err
}

func (c *checker) failf(format string, args ...any) {
	if c.final && c.err == nil {
		c.err = fmt.Errorf("func %s: %s", c.a.f.Name, fmt.Sprintf(format, args...))
	}
}

// block runs block b and reports whether that changed what enters another.
func (c *checker) block(b int) (changed bool) {
	if c.enter[b] == nil {
		return false
	}
	c.at = copied(c.enter[b])
	for i := c.a.blocks[b].first; i <= c.a.blocks[b].last; i++ {
		c.moves(c.a.MovesBefore(int(i)))
		c.inst(int(i))
		c.moves(c.a.MovesAfter(int(i)))
	}
	es := c.a.f.Blocks[b].Term.Edges
	end := c.at
	for k := range es {
		c.at = copied(end)
		c.moves(c.a.MovesOnEdge(b, k))
		c.params(&es[k])
		changed = c.join(es[k].To.ID) || changed
	}
	return changed
}

func copied(m map[Loc]ir.Value) map[Loc]ir.Value {
	out := make(map[Loc]ir.Value, len(m))
	for k, v := range m {
		out[k] = v
	}
	return out
}

// join keeps of what enters block b what is so now, too.
func (c *checker) join(b int) (changed bool) {
	if c.enter[b] == nil {
		c.enter[b] = copied(c.at)
		return true
	}
	for l, v := range c.enter[b] {
		if c.at[l] != v {
			delete(c.enter[b], l)
			changed = true
		}
	}
	return changed
}

func (c *checker) moves(row []Move) {
	for _, m := range row {
		if m.Swap {
			c.at[m.From], c.at[m.To] = c.at[m.To], c.at[m.From]
			continue
		}
		c.reads(m.Value, m.From, "a move")
		c.at[m.To] = m.Value
		if m.From != Nowhere {
			c.at[m.To] = c.at[m.From]
		}
	}
}

func (c *checker) reads(v ir.Value, l Loc, who string) {
	switch {
	case l == Nowhere:
		if !c.a.values[v].remat {
			c.failf("%s reads v%d, which is nowhere", who, v)
		}
	case c.at[l] != v:
		c.failf("%s reads v%d at %v, where v%d is", who, v, l, c.at[l])
	case l.IsReg() && (ClassOf(c.a.f.Values[v].Type) == Float) != (l >= 32):
		c.failf("%s reads v%d in %v, which is of the other class", who, v, l)
	}
}

// params gives the parameters of the block that e leads to their names.
func (c *checker) params(e *ir.Edge) {
	for k, p := range e.To.Params {
		if it := &c.a.intervals[p]; it.ranges != 0 && it.loc != Nowhere {
			c.reads(e.Args[k], it.loc, fmt.Sprintf("parameter v%d of b%d", p, e.To.ID))
		}
	}
	for _, p := range e.To.Params {
		c.forget(p)
	}
	for _, p := range e.To.Params {
		if it := &c.a.intervals[p]; it.ranges != 0 {
			c.at[it.loc] = p
		}
	}
}

// forget forgets v, which is made anew.
func (c *checker) forget(v ir.Value) {
	for l, x := range c.at {
		if x == v {
			delete(c.at, l)
		}
	}
}

func (c *checker) inst(i int) {
	in := c.a.At(i)
	for _, o := range c.a.Operands(i) {
		c.operand(i, in, &o)
	}
	for r := Reg(0); r < 64; r++ {
		if in.Clobbers.Has(r) {
			delete(c.at, Loc(r))
		}
	}
	for l := range c.at {
		if _, out := l.IsOut(); out && in.Clobbers != 0 {
			delete(c.at, l)
		}
	}
	if in.Value == 0 || in.kind == remat {
		return
	}
	c.forget(in.Value)
	if !in.Loc.IsReg() {
		c.failf("instruction %d makes v%d at %v", i, in.Value, in.Loc)
	}
	c.at[in.Loc] = in.Value
}

func (c *checker) operand(i int, in *Inst, o *Operand) {
	c.reads(o.Value, o.Loc, fmt.Sprintf("instruction %d", i))
	if o.Need == fixed {
		return
	}
	late := o.Need == InRegLate || o.Need == AnywhereLate
	switch {
	case o.Need <= InRegLate && !o.Loc.IsReg():
		c.failf("instruction %d wants v%d in a register and has it at %v", i, o.Value, o.Loc)
	case o.Loc.IsReg() && in.Clobbers.Has(o.Loc.Reg()):
		c.failf("instruction %d destroys v%d at %v before it reads it", i, o.Value, o.Loc)
	case late && in.Value != 0 && in.Loc == o.Loc:
		c.failf("instruction %d makes v%d at %v before it has read v%d there", i, in.Value, in.Loc, o.Value)
	}
}
