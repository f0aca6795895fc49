package arm64

import (
	"math"

	"scf/backend/asm"
	a64 "scf/backend/asm/arm64"
	"scf/backend/ir"
	"scf/backend/regalloc"
)

// Term selects, plans or emits the end of a block.
func (c *Compiler) Term(t *ir.Term) {
	switch t.Kind {
	case ir.Jump:
		c.EndBlock(0)
		if c.Emits() {
			c.Core.Jump(t)
		}
	case ir.Branch:
		how := c.test(t.X, true)
		c.EndBlock(0)
		if c.Emits() {
			c.Branch(t, func(holds bool, l asm.Label) { c.branch(how.being(holds), l) })
		}
	case ir.Switch:
		x := c.in(t.X)
		c.EndBlock(0)
		if c.Emits() {
			c.Switch(t, &switcher{c, x, width(c.F.Values[t.X].Type)})
		}
	case ir.Return:
		c.giveBack(t.X)
	default:
		c.EndBlock(0)
		if c.Emits() {
			c.asm.Brk(0)
		}
	}
}

// Jump emits a jump.
func (c *Compiler) Jump(l asm.Label) { c.asm.B(l) }

func (c *Compiler) giveBack(x ir.Value) {
	if x == 0 {
		c.EndBlock(0)
	} else {
		at := places.Result(c.F.Result)
		c.UseAt(x, regalloc.Loc(at))
		c.EndBlock(regalloc.Of(at))
	}
	if c.Emits() {
		c.epilogue()
	}
}

// switcher does what a switch on x needs, with R16 and R17.
type switcher struct {
	*Compiler
	x a64.Reg
	w a64.Width
}

// Compare implements machine.Switcher, as do the methods that follow.
func (s *switcher) Compare(k int64) { s.compareWith(s.x, k, a64.R16) }

// compareWith compares x with k, which may be made in spare.
func (s *switcher) compareWith(x a64.Reg, k int64, spare a64.Reg) {
	if a64.AluImm(a64.Subs, s.w, k) {
		s.asm.CmpI(s.w, x, k)
		return
	}
	s.number(spare, k)
	s.asm.Cmp(s.w, x, spare)
}

// number makes dst the number k.
func (s *switcher) number(dst a64.Reg, k int64) {
	if s.w == a64.W32 {
		k &= math.MaxUint32
	}
	s.asm.MovRI(dst, k)
}

func (s *switcher) JumpIf(cond ir.Cond, l asm.Label) { s.asm.Bcond(intConds[cond], l) }

// Table jumps through a table of distances.
func (s *switcher) Table(low int64, targets []asm.Label, other asm.Label) {
	if a64.AluImm(a64.Sub, s.w, low) {
		s.asm.AluRRI(a64.Sub, s.w, a64.R16, s.x, low)
	} else {
		s.number(a64.R16, low)
		s.asm.AluRRR(a64.Sub, s.w, a64.R16, s.x, a64.R16)
	}
	s.compareWith(a64.R16, int64(len(targets)-1), a64.R17)
	s.asm.Bcond(a64.HI, other)
	s.asm.Adr(a64.R17, s.asm.Table(targets))
	s.asm.Mem(a64.Ldrsw, a64.R16, a64.Mem{Base: a64.R17, Index: a64.R16, Mode: a64.Lsl, Shift: 2})
	s.asm.AluRRR(a64.Add, a64.W64, a64.R16, a64.R16, a64.R17)
	s.asm.Br(a64.R16)
}
