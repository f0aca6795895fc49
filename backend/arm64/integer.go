package arm64

import (
	a64 "scf/backend/asm/arm64"
	"scf/backend/ir"
)

// Instr selects, plans or emits instruction v.
func (c *Compiler) Instr(v ir.Value, in *ir.Instr) {
	switch in.Op {
	case ir.Add, ir.Sub:
		c.sum(v, in)
	case ir.And, ir.Or, ir.Xor:
		c.logical(v, in)
	case ir.Mul:
		c.mul(v, in)
	case ir.Div, ir.DivU, ir.Rem, ir.RemU:
		c.divide(v, in)
	case ir.Shl, ir.Sar, ir.Shr:
		c.shift(v, in)
	case ir.Neg, ir.Not:
		c.unary(v, in)
	case ir.Sext8, ir.Sext16, ir.Sext32, ir.Zext8, ir.Zext16, ir.Zext32, ir.Trunc:
		c.extend(v, in)
	case ir.FAdd, ir.FSub, ir.FMul, ir.FDiv:
		c.floatTwo(v, in)
	case ir.FNeg, ir.FAbs, ir.FSqrt, ir.FWiden, ir.FNarrow:
		c.floatOne(v, in)
	case ir.FromInt, ir.FromUint, ir.ToInt, ir.ToUint, ir.Bits:
		c.convert(v, in)
	case ir.Cmp, ir.FCmp:
		c.setCond(v)
	case ir.Select:
		c.choose(v, in)
	case ir.Load:
		c.load(v, in)
	case ir.Store:
		c.store(v, in)
	case ir.Copy:
		c.copy(in)
	case ir.Zero:
		c.zero(in)
	case ir.Call, ir.CallPtr:
		c.call(v, in)
	case ir.Poll:
		c.poll(in)
	case ir.TrapIf:
		c.trapIf(in)
	default:
		panic("arm64: an instruction " + in.Op.String() + " in a body")
	}
}

// right is the second operand of an instruction: a register, perhaps shifted or extended.
type right struct {
	reg      a64.Reg
	shift    a64.Shift
	extend   a64.Extend
	by       uint32
	extended bool
}

// folds reports whether v is an op that only the instruction that is worked on uses, which can do it on the way.
func (c *Compiler) folds(v ir.Value, op ir.Op) bool {
	return c.F.Values[v].Op == op && c.Info[v].Uses == 1 && c.SameLoop(v)
}

// shifted is how v is a shift by a constant that can be done on the way.
func (c *Compiler) shifted(v ir.Value) (x ir.Value, shift a64.Shift, by uint32, ok bool) {
	in := &c.F.Values[v]
	switch in.Op {
	case ir.Shl:
		shift = a64.LSL
	case ir.Shr:
		shift = a64.LSR
	case ir.Sar:
		shift = a64.ASR
	default:
		return 0, 0, 0, false
	}
	k := &c.F.Values[in.Args[1]]
	if k.Op != ir.Const || !c.folds(v, in.Op) {
		return 0, 0, 0, false
	}
	return in.Args[0], shift, uint32(k.Imm) & (width(in.Type).Bits() - 1), true
}

// isRight reports whether v, as a second operand, saves an instruction.
func (c *Compiler) isRight(v ir.Value, sum bool) bool {
	_, _, _, ok := c.shifted(v)
	return ok || sum && c.folds(v, ir.Sext32)
}

// right is v as a second operand, of a sum if extensions are possible.
func (c *Compiler) right(v ir.Value, sum bool) right {
	if x, shift, by, ok := c.shifted(v); ok {
		if in := &c.F.Values[x]; sum && shift == a64.LSL && by <= 4 && c.folds(x, ir.Sext32) {
			return right{reg: c.in(in.Args[0]), extend: a64.SXTW, by: by, extended: true}
		}
		return right{reg: c.in(c.plain(x)), shift: shift, by: by}
	}
	if sum && c.folds(v, ir.Sext32) {
		return right{reg: c.in(c.F.Values[v].Args[0]), extend: a64.SXTW, extended: true}
	}
	return right{reg: c.inOrZero(c.plain(v))}
}

// alu appends op dst, x, y.
func (c *Compiler) alu(op a64.Alu, w a64.Width, dst, x a64.Reg, y right) {
	if y.extended {
		c.asm.AluExtend(op, w, dst, x, y.reg, y.extend, y.by)
		return
	}
	c.asm.AluShift(op, w, dst, x, y.reg, y.shift, y.by)
}

// plain is v without what changes nothing for who reads as many bits as v has: an I32 has zeros above it already, or what is above is not read.
func (c *Compiler) plain(v ir.Value) ir.Value {
	in := &c.F.Values[v]
	if in.Op == ir.Zext32 && c.SameLoop(v) {
		return in.Args[0]
	}
	for in.Op == ir.Trunc && c.SameLoop(v) {
		if v = in.Args[0]; c.extends32(v) && c.SameLoop(v) {
			v = c.F.Values[v].Args[0]
		}
		in = &c.F.Values[v]
	}
	return v
}

// extends32 reports whether the low half of v is an I32.
func (c *Compiler) extends32(v ir.Value) bool {
	op := c.F.Values[v].Op
	return op == ir.Zext32 || op == ir.Sext32
}

func (c *Compiler) sum(v ir.Value, in *ir.Instr) {
	x, y := in.Args[0], in.Args[1]
	op, w := a64.Add, width(in.Type)
	if in.Op == ir.Sub {
		op = a64.Sub
	} else if c.F.Values[x].Op == ir.Const || !c.isTerm(y) && c.isTerm(x) {
		x, y = y, x
	}
	if k := &c.F.Values[y]; k.Op == ir.Const && a64.AluImm(op, w, k.Imm) {
		a := c.in(x)
		if dst := c.dst(v); c.Emits() {
			c.asm.AluRRI(op, w, dst, a, k.Imm)
		}
		return
	}
	if c.folds(y, ir.Mul) && c.mulConst(y) == 0 {
		c.multiplyAdd(v, in, x, y)
		return
	}
	a := c.inOrZero(c.plain(x))
	b := c.right(y, in.Type == ir.I64)
	if b.extended && a == a64.ZR && c.Emits() {
		c.asm.MovRR(w, a64.R16, a64.ZR)
		a = a64.R16
	}
	if dst := c.dst(v); c.Emits() {
		c.alu(op, w, dst, a, b)
	}
}

// isTerm reports whether v is best the second operand of an addition.
func (c *Compiler) isTerm(v ir.Value) bool {
	in := &c.F.Values[v]
	return in.Op == ir.Const || c.isRight(v, in.Type == ir.I64) || c.folds(v, ir.Mul) && c.mulConst(v) == 0
}

// multiplyAdd is x plus or minus the product y.
func (c *Compiler) multiplyAdd(v ir.Value, in *ir.Instr, x, y ir.Value) {
	op := [2]a64.Multiply{a64.Madd, a64.Msub}
	p, q := c.F.Values[y].Args[0], c.F.Values[y].Args[1]
	if e := c.longFactors(in.Type, p, q); e != 0 {
		p, q = c.F.Values[p].Args[0], c.F.Values[q].Args[0]
		op = [2]a64.Multiply{a64.Smaddl, a64.Smsubl}
		if e == ir.Zext32 {
			op = [2]a64.Multiply{a64.Umaddl, a64.Umsubl}
		}
	}
	a, b, u := c.in(p), c.in(q), c.inOrZero(x)
	if dst := c.dst(v); c.Emits() {
		k := 0
		if in.Op == ir.Sub {
			k = 1
		}
		c.asm.Multiply(op[k], width(in.Type), dst, a, b, u)
	}
}

// longFactors is the extension that both factors of a product of type t are, if it can be done on the way; else 0.
func (c *Compiler) longFactors(t ir.Type, p, q ir.Value) ir.Op {
	e := c.F.Values[p].Op
	if t != ir.I64 || e != ir.Sext32 && e != ir.Zext32 || c.F.Values[q].Op != e || !c.SameLoop(p) || !c.SameLoop(q) || p == q {
		return 0
	}
	if c.Info[p].Uses != 1 || c.Info[q].Uses != 1 {
		return 0
	}
	return e
}

func (c *Compiler) logical(v ir.Value, in *ir.Instr) {
	op := map3(in.Op, a64.And, a64.Orr, a64.Eor)
	w := width(in.Type)
	x, y := in.Args[0], in.Args[1]
	if c.F.Values[x].Op == ir.Const || c.F.Values[y].Op != ir.Const && !c.isRight(y, false) && (c.isRight(x, false) || c.folds(x, ir.Not)) {
		x, y = y, x
	}
	if k := &c.F.Values[y]; k.Op == ir.Const {
		if in.Op == ir.And && c.field(v, in, x, k.Imm) {
			return
		}
		if a64.AluImm(op, w, k.Imm) {
			a := c.in(c.plain(x))
			if dst := c.dst(v); c.Emits() {
				c.asm.AluRRI(op, w, dst, a, k.Imm)
			}
			return
		}
	}
	if c.folds(y, ir.Not) {
		op |= a64.Bic &^ a64.And
		y = c.F.Values[y].Args[0]
	}
	a := c.inOrZero(c.plain(x))
	b := c.right(y, false)
	if dst := c.dst(v); c.Emits() {
		c.alu(op, w, dst, a, b)
	}
}

// map3 chooses by And, Or and Xor.
func map3[T any](op ir.Op, and, or, xor T) T {
	switch op {
	case ir.And:
		return and
	case ir.Or:
		return or
	}
	return xor
}

// field is x & mask where that takes bits out of a number that is shifted to the right; it reports whether it is.
func (c *Compiler) field(v ir.Value, in *ir.Instr, x ir.Value, mask int64) bool {
	y, shift, by, ok := c.shifted(x)
	size := ones(uint64(mask))
	if !ok || shift == a64.LSL || size == 0 || by+size > width(in.Type).Bits() {
		return false
	}
	a := c.in(c.plain(y))
	if dst := c.dst(v); c.Emits() {
		c.asm.Extract(false, width(in.Type), dst, a, by, size)
	}
	return true
}

// ones is n where mask is the n lowest bits; else 0.
func ones(mask uint64) (n uint32) {
	if mask&(mask+1) != 0 {
		return 0
	}
	for ; mask != 0; mask >>= 1 {
		n++
	}
	return n
}

// mulConst is the number of a shift, plus 1, that does the work of the product v: a multiplication by 1<<n, or by 1<<n + 1 (then it is negative);
// else 0.
func (c *Compiler) mulConst(v ir.Value) int {
	k := &c.F.Values[c.F.Values[v].Args[1]]
	if k.Op != ir.Const || k.Imm <= 0 {
		return 0
	}
	for n := range 62 {
		switch k.Imm {
		case 1 << n:
			return n + 1
		case 1<<n + 1:
			return -n - 1
		}
	}
	return 0
}

func (c *Compiler) mul(v ir.Value, in *ir.Instr) {
	w := width(in.Type)
	if n := c.mulConst(v); n != 0 {
		a := c.in(c.plain(in.Args[0]))
		if dst := c.dst(v); c.Emits() {
			if n > 0 {
				c.asm.ShiftI(a64.LSL, w, dst, a, uint32(n-1))
			} else {
				c.asm.AluShift(a64.Add, w, dst, a, a, a64.LSL, uint32(-n-1))
			}
		}
		return
	}
	x, y, op := in.Args[0], in.Args[1], a64.Madd
	switch c.longFactors(in.Type, x, y) {
	case ir.Sext32:
		x, y, op = c.F.Values[x].Args[0], c.F.Values[y].Args[0], a64.Smaddl
	case ir.Zext32:
		x, y, op = c.F.Values[x].Args[0], c.F.Values[y].Args[0], a64.Umaddl
	}
	a, b := c.in(x), c.in(y)
	if dst := c.dst(v); c.Emits() {
		c.asm.Multiply(op, w, dst, a, b, a64.ZR)
	}
}

func shiftOf(op ir.Op) (a64.Shift, a64.Two) {
	switch op {
	case ir.Shl:
		return a64.LSL, a64.Lslv
	case ir.Sar:
		return a64.ASR, a64.Asrv
	}
	return a64.LSR, a64.Lsrv
}

func (c *Compiler) shift(v ir.Value, in *ir.Instr) {
	shift, op := shiftOf(in.Op)
	w := width(in.Type)
	k := &c.F.Values[in.Args[1]]
	if k.Op != ir.Const {
		a, n := c.in(c.plain(in.Args[0])), c.in(c.plain(in.Args[1]))
		if dst := c.dst(v); c.Emits() {
			c.asm.Two(op, w, dst, a, n)
		}
		return
	}
	by := uint32(k.Imm) & (w.Bits() - 1)
	if c.shiftField(v, in, by) {
		return
	}
	a := c.in(c.plain(in.Args[0]))
	if dst := c.dst(v); c.Emits() {
		c.asm.ShiftI(shift, w, dst, a, by)
	}
}

// shiftField is a shift of a shift, or of an extension, where one instruction does both; it reports whether it does.
func (c *Compiler) shiftField(v ir.Value, in *ir.Instr, by uint32) bool {
	w, x := width(in.Type), in.Args[0]
	if in.Op == ir.Shl {
		if !c.folds(x, ir.Sext32) {
			return false
		}
		a := c.in(c.F.Values[x].Args[0])
		if dst := c.dst(v); c.Emits() {
			c.asm.Place(true, w, dst, a, by, min(32, 64-by))
		}
		return true
	}
	y, shift, left, ok := c.shifted(x)
	if !ok || shift != a64.LSL || left > by {
		return false
	}
	a := c.in(c.plain(y))
	if dst := c.dst(v); c.Emits() {
		c.asm.Extract(in.Op == ir.Sar, w, dst, a, by-left, w.Bits()-by)
	}
	return true
}

func (c *Compiler) unary(v ir.Value, in *ir.Instr) {
	op := a64.Sub
	if in.Op == ir.Not {
		op = a64.Orn
	}
	b := c.right(in.Args[0], false)
	if dst := c.dst(v); c.Emits() {
		c.alu(op, width(in.Type), dst, a64.ZR, b)
	}
}

// extend is an extension of a part of a register.
func (c *Compiler) extend(v ir.Value, in *ir.Instr) {
	x := in.Args[0]
	if in.Op != ir.Zext32 {
		x = c.plain(x)
	}
	a := c.in(x)
	dst := c.dst(v)
	if !c.Emits() {
		return
	}
	w := width(in.Type)
	switch in.Op {
	case ir.Sext8:
		c.asm.Sext(w, 8, dst, a)
	case ir.Sext16:
		c.asm.Sext(w, 16, dst, a)
	case ir.Sext32:
		c.asm.Sext(w, 32, dst, a)
	case ir.Zext8:
		c.asm.Zext(8, dst, a)
	case ir.Zext16:
		c.asm.Zext(16, dst, a)
	case ir.Zext32:
		c.move(dst, a)
	case ir.Trunc:
		c.asm.MovRR(a64.W32, dst, a)
	}
}
