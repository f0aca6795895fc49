package amd64

import (
	x86 "scf/backend/asm/amd64"
	"scf/backend/ir"
	"scf/backend/machine"
	"scf/backend/regalloc"
)

// cond is what the flags say after a comparison: cc holds. Two conditions take the parity flag, too, which says that an operand is not a number:
// of floating numbers equal is E and not P, unequal is NE or P.
type cond struct {
	cc     x86.Cond
	parity parity
}

type parity uint8

const (
	noParity parity = iota
	andNot
	or
)

func (d cond) negated() cond {
	d.cc = d.cc.Negated()
	switch d.parity {
	case andNot:
		d.parity = or
	case or:
		d.parity = andNot
	}
	return d
}

var intConds = [...]x86.Cond{
	ir.Eq: x86.E, ir.Ne: x86.NE, ir.Lt: x86.L, ir.Le: x86.LE, ir.Gt: x86.G, ir.Ge: x86.GE,
	ir.Below: x86.B, ir.BelowEq: x86.BE, ir.Above: x86.A, ir.AboveEq: x86.AE,
}

// being is d, or what holds where d does not.
func (d cond) being(so bool) cond {
	if so {
		return d
	}
	return d.negated()
}

// fused reports whether comparison v is done where its result is looked at: all who use it look at the flags.
func (c *Compiler) fused(v ir.Value) bool {
	op := c.F.Values[v].Op
	return (op == ir.Cmp || op == ir.FCmp) && c.Info[v].Conds == c.Info[v].Uses
}

// comparison is how the flags come to say whether cond holds. It is made when operands are asked for, and emitted later.
type comparison struct {
	cond
	kind comparisonKind
	w    x86.Width
	op   x86.Sse
	x, y operand
}

type comparisonKind uint8

const (
	compareInts comparisonKind = iota
	testInts
	compareFloats
)

// flags makes a comparison of whether v is not 0.
func (c *Compiler) flags(v ir.Value, isLate bool) comparison {
	in := &c.F.Values[v]
	switch {
	case c.fused(v) && in.Op == ir.FCmp:
		return c.compareFloats(in, isLate, c.Info[v].Uses == 1)
	case c.fused(v):
		return c.compare(in, isLate, c.Info[v].Uses == 1)
	case in.Op == ir.And && c.Info[v].Uses == 1 && c.SameLoop(v):
		return c.test(in, isLate, x86.NE)
	}
	x := operand{loc: c.Use(c.low(v), late(regalloc.InReg, isLate))}
	return comparison{cond: cond{cc: x86.NE}, kind: testInts, w: x86.W32, x: x, y: x}
}

// once is v as operand of a comparison that is done in several places, or only in this one: loads are not repeated.
func (c *Compiler) once(v ir.Value, isLate, only bool) operand {
	if only || c.F.Values[v].Op == ir.FConst {
		return c.registerOrMemory(v, isLate)
	}
	return operand{loc: c.Use(v, late(regalloc.InReg, isLate))}
}

// compare compares integers. The second operand is a constant if one is; the first one is in memory if one is.
func (c *Compiler) compare(in *ir.Instr, isLate, only bool) comparison {
	a, b, how := in.Args[0], in.Args[1], in.Cond
	t := c.F.Values[a].Type
	_, first := c.constant(a)
	k, second := c.constant(b)
	if !second && (first || only && c.canFold(b, t.Size()) && !c.canFold(a, t.Size())) {
		a, b, how = b, a, how.Swapped()
		k, second = c.constant(b)
	}
	if second && k == 0 && c.F.Values[a].Op == ir.And && only && c.Info[a].Uses == 1 && c.SameLoop(a) {
		return c.test(&c.F.Values[a], isLate, intConds[how])
	}
	if second && only {
		if w, cc := c.narrow(a, k, how); w != 0 && c.foldsLoad(a, int64(w)) {
			x := operand{kind: inMemory, mem: c.loaded(a, late(regalloc.InReg, isLate))}
			return comparison{cond: cond{cc: cc}, w: w, x: x, y: operand{kind: immediate, imm: k}}
		}
	}
	out := comparison{cond: cond{cc: intConds[how]}, w: width(t)}
	if !second && c.SameLoop(a) && !(only && c.canFold(a, t.Size())) {
		// What is as old as the loop may be in memory.
		out.x.loc = c.Use(a, late(regalloc.InReg, isLate))
		out.y = c.once(b, isLate, only)
		return out
	}
	out.x = c.once(a, isLate, only)
	switch {
	case !second:
		out.y.loc = c.Use(b, late(regalloc.InReg, isLate))
	case k == 0 && out.x.kind == register && c.Mode == machine.Emitting:
		out.kind, out.y = testInts, out.x
	default:
		out.y = operand{kind: immediate, imm: k}
	}
	return out
}

// narrow is the width in which load v can be compared with k where it lies, and the condition then; 0 if it cannot. What is extended with zeros is not negative:
// it is compared without signs. Words with large numbers take processors long to decode.
func (c *Compiler) narrow(v ir.Value, k int32, how ir.Cond) (x86.Width, x86.Cond) {
	switch in := &c.F.Values[v]; {
	case in.Op != ir.Load:
	case in.Mem == ir.S8 && k == int32(int8(k)):
		return x86.W8, intConds[how]
	case in.Mem == ir.U8 && k == int32(uint8(k)):
		return x86.W8, intConds[how.Unsigned()]
	case in.Mem == ir.S16 && k == int32(int8(k)):
		return x86.W16, intConds[how]
	case in.Mem == ir.U16 && k >= 0 && k == int32(int8(k)):
		return x86.W16, intConds[how.Unsigned()]
	}
	return 0, 0
}

// test looks at conjunction in.
func (c *Compiler) test(in *ir.Instr, isLate bool, cc x86.Cond) comparison {
	a, b := in.Args[0], in.Args[1]
	if _, k := c.constant(a); k {
		a, b = b, a
	}
	out := comparison{cond: cond{cc: cc}, kind: testInts, w: width(in.Type)}
	out.x.loc = c.Use(a, late(regalloc.InReg, isLate))
	if k, ok := c.constant(b); ok {
		out.y = operand{kind: immediate, imm: k}
	} else {
		out.y.loc = c.Use(b, late(regalloc.InReg, isLate))
	}
	return out
}

// compareFloats asks for above and above or equal, which are false where an operand is not a number.
func (c *Compiler) compareFloats(in *ir.Instr, isLate, only bool) comparison {
	a, b := in.Args[0], in.Args[1]
	out := comparison{kind: compareFloats, op: compareF.of(c.F.Values[a].Type)}
	switch in.Cond {
	case ir.Eq:
		out.cond = cond{x86.E, andNot}
	case ir.Ne:
		out.cond = cond{x86.NE, or}
	case ir.Lt, ir.Gt:
		out.cc = x86.A
	default:
		out.cc = x86.AE
	}
	if in.Cond == ir.Lt || in.Cond == ir.Le {
		a, b = b, a
	}
	out.x.loc = c.Use(a, regalloc.InReg)
	out.y = c.once(b, isLate, only)
	return out
}

// emitComparison sets the flags.
func (c *Compiler) emitComparison(m *comparison) {
	switch {
	case m.kind == compareFloats:
		c.sseOperand(m.op, xmm(m.x.loc), m.y)
	case m.kind == testInts && m.y.kind == immediate:
		c.asm.TestRI(m.w, gp(m.x.loc), m.y.imm)
	case m.kind == testInts:
		c.asm.TestRR(m.w, gp(m.x.loc), gp(m.y.loc))
	case m.x.kind != inMemory:
		c.aluOperand(x86.Cmp, m.w, gp(m.x.loc), m.y)
	case m.y.kind == immediate:
		c.asm.AluMI(x86.Cmp, m.w, m.x.mem, m.y.imm)
	default:
		c.asm.AluMR(x86.Cmp, m.w, m.x.mem, gp(m.y.loc))
	}
}

// setCond makes a truth value of a comparison.
func (c *Compiler) setCond(v ir.Value, in *ir.Instr) {
	var d comparison
	clobbers := regalloc.Set(0)
	if in.Op == ir.FCmp {
		d = c.compareFloats(in, true, true)
		if d.parity != noParity {
			clobbers = regalloc.Of(rdx)
		}
	} else {
		d = c.compare(in, true, true)
	}
	dst := gp(c.Result(v, regalloc.InAny, clobbers))
	if clobbers != 0 {
		c.Busy(clobbers)
	}
	if c.Mode != machine.Emitting {
		return
	}
	c.asm.Zero(dst)
	c.emitComparison(&d)
	switch d.parity {
	case andNot:
		c.asm.MovRI(x86.RDX, 0)
		c.asm.Setcc(x86.NP, dst)
		c.asm.Cmov(x86.NE, x86.W32, dst, x86.RDX)
	case or:
		c.asm.MovRI(x86.RDX, 1)
		c.asm.Setcc(x86.P, dst)
		c.asm.Cmov(x86.NE, x86.W32, dst, x86.RDX)
	default:
		c.asm.Setcc(d.cc, dst)
	}
}

// choose is a conditional move; floating numbers have none, and jump where what is chosen is not the lesser or the greater one.
func (c *Compiler) choose(v ir.Value, in *ir.Instr) {
	if op, ok := c.extreme(in); ok {
		x := c.Use(in.Args[1], regalloc.InReg)
		y := c.registerOrMemory(in.Args[2], true)
		dst := c.Result(v, regalloc.Reuse, 0)
		if c.Emits() {
			c.moveX(xmm(dst), xmm(x))
			c.sseOperand(op.of(in.Type), xmm(dst), y)
		}
		return
	}
	m := c.flags(in.Args[0], false)
	yes := c.Use(in.Args[1], regalloc.InReg)
	no := c.Use(in.Args[2], regalloc.InReg)
	l := c.Result(v, regalloc.InAny, 0)
	if c.Mode != machine.Emitting {
		return
	}
	c.emitComparison(&m)
	d := m.cond
	if l == yes {
		yes, no, d = no, yes, d.negated()
	}
	if in.Type.IsFloat() {
		done := c.asm.NewLabel()
		c.moveX(xmm(l), xmm(no))
		c.jumpIf(d.negated(), done)
		c.moveX(xmm(l), xmm(yes))
		c.asm.Bind(done)
		return
	}
	w := width(in.Type)
	dst := gp(l)
	if d.parity == andNot {
		// dst may be neither: then what is chosen is exchanged.
		c.selectBoth(w, dst, gp(yes), gp(no))
		return
	}
	c.move(w, dst, gp(no))
	c.asm.Cmov(d.cc, w, dst, gp(yes))
	if d.parity == or {
		c.asm.Cmov(x86.P, w, dst, gp(yes))
	}
}

// extreme is the instruction that is in, x < y ? x : y or x > y ? x : y: which gives its second operand, too, where both are equal or one is no number.
func (c *Compiler) extreme(in *ir.Instr) (sse, bool) {
	is := &c.F.Values[in.Args[0]]
	if is.Op != ir.FCmp || is.Cond != ir.Lt && is.Cond != ir.Gt {
		return sse{}, false
	}
	x, y := in.Args[1], in.Args[2]
	less := is.Cond == ir.Lt
	switch {
	case is.Args[0] == x && is.Args[1] == y:
	case is.Args[0] == y && is.Args[1] == x:
		less = !less
	default:
		return sse{}, false
	}
	if less {
		return minF, true
	}
	return maxF, true
}

// selectBoth is yes where E holds and P does not, else no.
func (c *Compiler) selectBoth(w x86.Width, dst, yes, no x86.Reg) {
	if dst == no {
		done := c.asm.NewLabel()
		c.asm.Jcc(x86.NE, done)
		c.asm.Jcc(x86.P, done)
		c.asm.MovRR(w, dst, yes)
		c.asm.Bind(done)
		return
	}
	c.move(w, dst, yes)
	c.asm.Cmov(x86.NE, w, dst, no)
	c.asm.Cmov(x86.P, w, dst, no)
}

// jumpIf jumps to l where d holds.
func (c *Compiler) jumpIf(d cond, l x86.Label) {
	switch d.parity {
	case andNot:
		skip := c.asm.NewLabel()
		c.asm.Jcc(x86.P, skip)
		c.asm.Jcc(d.cc, l)
		c.asm.Bind(skip)
	case or:
		c.asm.Jcc(x86.P, l)
		c.asm.Jcc(d.cc, l)
	default:
		c.asm.Jcc(d.cc, l)
	}
}
