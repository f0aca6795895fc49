package arm64

import (
	"math"
	"math/bits"

	a64 "scf/backend/asm/arm64"
	"scf/backend/ir"
)

// test is how it is asked whether something holds: by the flags, or by a branch that looks at a register itself.
type test struct {
	kind  testKind
	holds bool     // what the branch asks is that bit, or any bit, is set
	cond  a64.Cond // flags
	reg   a64.Reg
	w     a64.Width
	bit   uint32
}

type testKind uint8

const (
	flags testKind = iota
	anyBit
	oneBit
)

// being asks for the same, or for the contrary.
func (t test) being(so bool) test {
	if !so {
		t.cond, t.holds = t.cond.Negated(), !t.holds
	}
	return t
}

// branch appends a branch to l where t holds.
func (c *Compiler) branch(t test, l a64.Label) {
	switch {
	case t.kind == flags:
		c.asm.Bcond(t.cond, l)
	case t.kind == anyBit && t.holds:
		c.asm.Cbnz(t.w, t.reg, l)
	case t.kind == anyBit:
		c.asm.Cbz(t.w, t.reg, l)
	case t.holds:
		c.asm.Tbnz(t.reg, t.bit, l)
	default:
		c.asm.Tbz(t.reg, t.bit, l)
	}
}

// test sets the flags so that they say whether v is not 0; where what follows is a branch, it may do without flags.
func (c *Compiler) test(v ir.Value, branches bool) test {
	in := &c.F.Values[v]
	if x := &c.Info[v]; x.Conds == x.Uses {
		switch in.Op {
		case ir.Cmp:
			return c.compare(in, branches)
		case ir.FCmp:
			return c.floatCompare(in)
		}
	}
	return c.zero32(c.in(c.plain(v)), branches)
}

// zero32 asks whether x is not 0.
func (c *Compiler) zero32(x a64.Reg, branches bool) test {
	if !branches && c.Emits() {
		c.asm.CmpI(a64.W32, x, 0)
	}
	if branches {
		return test{kind: anyBit, holds: true, reg: x}
	}
	return test{cond: a64.NE}
}

var intConds = [...]a64.Cond{ir.Eq: a64.EQ, ir.Ne: a64.NE, ir.Lt: a64.LT, ir.Le: a64.LE, ir.Gt: a64.GT, ir.Ge: a64.GE,
	ir.Below: a64.LO, ir.BelowEq: a64.LS, ir.Above: a64.HI, ir.AboveEq: a64.HS}

var floatConds = [...]a64.Cond{ir.Eq: a64.EQ, ir.Ne: a64.NE, ir.Lt: a64.MI, ir.Le: a64.LS, ir.Gt: a64.GT, ir.Ge: a64.GE}

func (c *Compiler) floatCompare(in *ir.Instr) test {
	cond := in.Cond
	x, y := in.Args[0], in.Args[1]
	if c.isZero(x) && !c.isZero(y) {
		x, y, cond = y, x, cond.Swapped()
	}
	a, k := c.inV(x), kind(c.F.Values[x].Type)
	if c.isZero(y) {
		if c.Emits() {
			c.asm.FcmpZero(k, a)
		}
		return test{cond: floatConds[cond]}
	}
	if b := c.inV(y); c.Emits() {
		c.asm.Fcmp(k, a, b)
	}
	return test{cond: floatConds[cond]}
}

// isZero reports whether v is the floating constant 0; which sign it has makes no difference to a comparison.
func (c *Compiler) isZero(v ir.Value) bool {
	in := &c.F.Values[v]
	sign := uint64(1) << 63
	if in.Type == ir.F32 {
		sign = 1 << 31
	}
	return in.Op == ir.FConst && uint64(in.Imm)&^sign == 0
}

func (c *Compiler) compare(in *ir.Instr, branches bool) test {
	x, y, cond := in.Args[0], in.Args[1], in.Cond
	if c.F.Values[x].Op == ir.Const && c.F.Values[y].Op != ir.Const {
		x, y, cond = y, x, cond.Swapped()
	}
	t := c.F.Values[x].Type
	w := width(t)
	if k := &c.F.Values[y]; k.Op == ir.Const && a64.AluImm(a64.Subs, w, k.Imm) {
		return c.compareConst(x, w, k.Imm, cond, branches)
	}
	if !c.isRight(y, t == ir.I64) && c.isRight(x, t == ir.I64) {
		x, y, cond = y, x, cond.Swapped()
	}
	a := c.in(c.plain(x))
	if b := c.right(y, t == ir.I64); c.Emits() {
		c.alu(a64.Subs, w, a64.ZR, a, b)
	}
	return test{cond: intConds[cond]}
}

func (c *Compiler) compareConst(x ir.Value, w a64.Width, k int64, cond ir.Cond, branches bool) test {
	equal := cond == ir.Eq || cond == ir.Ne
	if k == 0 && equal && c.folds(x, ir.And) {
		return c.testBits(&c.F.Values[x], w, cond, branches)
	}
	a := c.in(c.plain(x))
	if k == 0 && branches {
		switch cond {
		case ir.Eq, ir.Ne:
			return test{kind: anyBit, holds: cond == ir.Ne, reg: a, w: w}
		case ir.Lt, ir.Ge:
			return test{kind: oneBit, holds: cond == ir.Lt, reg: a, bit: w.Bits() - 1}
		}
	}
	if c.Emits() {
		c.asm.CmpI(w, a, k)
	}
	return test{cond: intConds[cond]}
}

// testBits asks whether the conjunction in is 0, or is not.
func (c *Compiler) testBits(in *ir.Instr, w a64.Width, cond ir.Cond, branches bool) test {
	x, y := in.Args[0], in.Args[1]
	if c.F.Values[x].Op == ir.Const {
		x, y = y, x
	}
	k := &c.F.Values[y]
	mask := uint64(k.Imm) & (math.MaxUint64 >> (64 - w.Bits()))
	switch {
	case k.Op == ir.Const && branches && bits.OnesCount64(mask) == 1:
		return test{kind: oneBit, holds: cond == ir.Ne, reg: c.in(c.plain(x)), bit: uint32(bits.TrailingZeros64(mask))}
	case k.Op == ir.Const && a64.AluImm(a64.Ands, w, k.Imm):
		if a := c.in(c.plain(x)); c.Emits() {
			c.asm.AluRRI(a64.Ands, w, a64.ZR, a, k.Imm)
		}
	default:
		a := c.inOrZero(c.plain(x))
		if b := c.right(y, false); c.Emits() {
			c.alu(a64.Ands, w, a64.ZR, a, b)
		}
	}
	return test{cond: intConds[cond]}
}

// setCond makes a comparison a number.
func (c *Compiler) setCond(v ir.Value) {
	in := &c.F.Values[v]
	var t test
	if in.Op == ir.Cmp {
		t = c.compare(in, false)
	} else {
		t = c.floatCompare(in)
	}
	if dst := c.dst(v); c.Emits() {
		c.asm.Cset(dst, t.cond)
	}
}

func (c *Compiler) choose(v ir.Value, in *ir.Instr) {
	t := c.test(in.Args[0], false)
	if in.Type.IsFloat() {
		x, y := c.inV(in.Args[1]), c.inV(in.Args[2])
		if dst := c.dstV(v); c.Emits() {
			c.asm.Fcsel(kind(in.Type), dst, x, y, t.cond)
		}
		return
	}
	x, y := c.inOrZero(in.Args[1]), c.inOrZero(in.Args[2])
	if dst := c.dst(v); c.Emits() {
		c.asm.Select(a64.Csel, width(in.Type), dst, x, y, t.cond)
	}
}
