package amd64

import (
	"scf/backend/asm"
	x86 "scf/backend/asm/amd64"
	"scf/backend/ir"
	"scf/backend/machine"
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
		m := c.flags(t.X, false)
		c.EndBlock(0)
		if c.Emits() {
			c.emitComparison(&m)
			c.Branch(t, func(holds bool, l asm.Label) { c.jumpIf(m.cond.being(holds), l) })
		}
	case ir.Switch:
		x := gp(c.Use(t.X, regalloc.InReg))
		c.EndBlock(regalloc.Of(rcx, rdx))
		if c.Emits() {
			c.Switch(t, &switcher{c, x, width(c.F.Values[t.X].Type)})
		}
	case ir.Return:
		c.ret(t)
	default:
		c.EndBlock(0)
		if c.Emits() {
			c.asm.Ud2()
		}
	}
}

// Jump emits a jump.
func (c *Compiler) Jump(l asm.Label) { c.asm.Jmp(l) }

// ret returns.
func (c *Compiler) ret(t *ir.Term) {
	if t.X == 0 {
		c.EndBlock(0)
	} else {
		at := places.Result(c.F.Result) // C's, too
		c.UseAt(t.X, regalloc.Loc(at))
		c.EndBlock(regalloc.Of(at))
	}
	if c.Mode != machine.Emitting {
		return
	}
	c.leaveFunction()
}

// switcher does what a switch on x needs, with RCX and RDX.
type switcher struct {
	*Compiler
	x x86.Reg
	w x86.Width
}

// Compare implements machine.Switcher, as do the methods that follow.
func (s *switcher) Compare(k int64) {
	switch {
	case k == 0:
		s.asm.TestRR(s.w, s.x, s.x)
	case k == int64(int32(k)):
		s.asm.AluRI(x86.Cmp, s.w, s.x, int32(k))
	default:
		s.asm.MovRI(x86.RDX, k)
		s.asm.AluRR(x86.Cmp, s.w, s.x, x86.RDX)
	}
}

func (s *switcher) JumpIf(cond ir.Cond, l asm.Label) { s.asm.Jcc(intConds[cond], l) }

// Table jumps through a table of distances.
func (s *switcher) Table(low int64, targets []asm.Label, other asm.Label) {
	index := s.x
	switch {
	case low == 0:
	case low == int64(int32(low)) && low != -1<<31:
		index = x86.RCX
		s.asm.Lea(s.w, index, x86.At(s.x, int32(-low)))
	default:
		index = x86.RCX
		s.asm.MovRI(index, -low)
		s.asm.AluRR(x86.Add, s.w, index, s.x)
	}
	s.asm.AluRI(x86.Cmp, s.w, index, int32(len(targets)-1))
	s.asm.Jcc(x86.A, other)
	s.asm.Lea(x86.W64, x86.RDX, x86.Mem{Label: s.asm.Table(targets)})
	s.asm.MovsxRM(x86.W64, x86.W32, x86.RCX, x86.Mem{Base: x86.RDX, Index: index, Scale: 4})
	s.asm.AluRR(x86.Add, x86.W64, x86.RDX, x86.RCX)
	s.asm.JmpR(x86.RDX)
}
