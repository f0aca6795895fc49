package amd64

import (
	x86 "scf/backend/asm/amd64"
	"scf/backend/ir"
	"scf/backend/machine"
	"scf/backend/regalloc"
)

// Instr selects, plans or emits instruction v.
func (c *Compiler) Instr(v ir.Value, in *ir.Instr) {
	switch in.Op {
	case ir.Add:
		c.add(v, in)
	case ir.Sub:
		c.sub(v, in)
	case ir.And:
		c.and(v, in)
	case ir.Or, ir.Xor:
		c.alu(v, in, aluOf(in.Op))
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
	case ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FNeg, ir.FAbs, ir.FSqrt, ir.FWiden, ir.FNarrow:
		c.float(v, in)
	case ir.FromInt, ir.FromUint, ir.ToInt, ir.ToUint, ir.Bits:
		c.convert(v, in)
	case ir.Cmp, ir.FCmp:
		c.setCond(v, in)
	case ir.Select:
		c.choose(v, in)
	case ir.Load:
		c.load(v, in)
	case ir.Store:
		c.store(v, in)
	case ir.Copy:
		c.copy(v, in)
	case ir.Zero:
		c.zero(v, in)
	case ir.Call, ir.CallPtr:
		c.call(v, in)
	case ir.Poll:
		c.poll(in)
	case ir.TrapIf:
		c.trapIf(in)
	default:
		panic("amd64: an instruction " + in.Op.String() + " in a body")
	}
}

func aluOf(op ir.Op) x86.Alu {
	switch op {
	case ir.Add:
		return x86.Add
	case ir.Sub:
		return x86.Sub
	case ir.And:
		return x86.And
	case ir.Or:
		return x86.Or
	}
	return x86.Xor
}

// low is v without what only concerns its upper bits, for who reads the low 32 or fewer.
func (c *Compiler) low(v ir.Value) ir.Value {
	for in := &c.F.Values[v]; in.Op == ir.Trunc && c.SameLoop(v); in = &c.F.Values[v] {
		v = in.Args[0]
	}
	return v
}

// aluOperand appends op dst, y.
func (c *Compiler) aluOperand(op x86.Alu, w x86.Width, dst x86.Reg, y operand) {
	switch y.kind {
	case immediate:
		c.asm.AluRI(op, w, dst, y.imm)
	case inMemory:
		c.asm.AluRM(op, w, dst, y.mem)
	default:
		c.asm.AluRR(op, w, dst, gp(y.loc))
	}
}

// move makes dst what src is.
func (c *Compiler) move(w x86.Width, dst, src x86.Reg) {
	if dst != src {
		c.asm.MovRR(w, dst, src)
	}
}

// alu is a two-operand operation; those that commute may have their operands either way round.
func (c *Compiler) alu(v ir.Value, in *ir.Instr, op x86.Alu) {
	a, b := in.Args[0], in.Args[1]
	commutes := in.Op.Commutes()
	if commutes && c.better(a, b, in.Type.Size()) {
		a, b = b, a
	}
	inMem := c.canFold(b, in.Type.Size())
	x := c.Use(a, regalloc.InReg)
	y := c.source(b, !commutes || inMem)
	how := regalloc.Reuse
	if commutes && !inMem {
		if _, k := c.constant(b); !k {
			how = regalloc.Commute
		}
	}
	dst := gp(c.Result(v, how, 0))
	if c.Mode != machine.Emitting {
		return
	}
	w := width(in.Type)
	if y.kind == register && gp(y.loc) == dst && dst != gp(x) {
		x, y.loc = y.loc, x
	}
	c.move(w, dst, gp(x))
	c.aluOperand(op, w, dst, y)
}

// better reports whether the first operand of an operation that commutes is best the second: a constant, or a load where the second is none.
func (c *Compiler) better(a, b ir.Value, size int64) bool {
	if c.F.Values[b].Op == ir.Const {
		return false
	}
	return c.F.Values[a].Op == ir.Const || c.canFold(a, size) && !c.canFold(b, size)
}

// canFold is foldsLoad without deciding it.
func (c *Compiler) canFold(v ir.Value, size int64) bool {
	x := &c.Info[v]
	if c.Mode != machine.Selecting {
		return x.Folded
	}
	in := &c.F.Values[v]
	return in.Op == ir.Load && !in.Volatile && x.Uses == 1 && int(x.Block) == c.Block && x.After == c.Epoch && in.Mem.Size() == size
}

// add is lea where that saves a move, or does a shift on the way.
func (c *Compiler) add(v ir.Value, in *ir.Instr) {
	a, b := in.Args[0], in.Args[1]
	if c.better(a, b, in.Type.Size()) {
		a, b = b, a
	}
	if c.canFold(b, in.Type.Size()) {
		c.alu(v, in, x86.Add)
		return
	}
	if k, ok := c.constant(b); ok {
		c.addConstant(v, in, a, k)
		return
	}
	if _, s := c.scaled(a); s != 0 {
		a, b = b, a
	}
	index, shift := c.scaled(b)
	if shift != 0 && c.Info[b].Uses > 2 {
		index, shift = b, 0
	}
	x := c.Use(a, regalloc.InReg)
	y := c.Use(index, regalloc.InReg)
	how := regalloc.Commute
	if shift != 0 {
		how = regalloc.Reuse
	}
	dst := gp(c.Result(v, how, 0))
	if c.Mode != machine.Emitting {
		return
	}
	w := width(in.Type)
	switch {
	case shift == 0 && dst == gp(x):
		c.asm.AluRR(x86.Add, w, dst, gp(y))
	case shift == 0 && dst == gp(y):
		c.asm.AluRR(x86.Add, w, dst, gp(x))
	default:
		c.asm.Lea(w, dst, x86.Mem{Base: gp(x), Index: gp(y), Scale: 1 << shift})
	}
}

// addConstant is a + k.
func (c *Compiler) addConstant(v ir.Value, in *ir.Instr, a ir.Value, k int32) {
	x := c.Use(a, regalloc.InReg)
	dst := gp(c.Result(v, regalloc.Reuse, 0))
	if c.Mode != machine.Emitting {
		return
	}
	w := width(in.Type)
	switch {
	case dst != gp(x):
		c.asm.Lea(w, dst, x86.At(gp(x), k))
	case k == 128:
		c.asm.AluRI(x86.Sub, w, dst, -128)
	default:
		c.asm.AluRI(x86.Add, w, dst, k)
	}
}

func (c *Compiler) sub(v ir.Value, in *ir.Instr) {
	k, ok := c.constant(in.Args[1])
	if ok && k != -1<<31 {
		c.addConstant(v, in, in.Args[0], -k)
		return
	}
	c.alu(v, in, x86.Sub)
}

// and is an extension where the constant says that.
func (c *Compiler) and(v ir.Value, in *ir.Instr) {
	k := &c.F.Values[in.Args[1]]
	if k.Op != ir.Const || k.Imm != 0xff && k.Imm != 0xffff && (k.Imm != 0xffffffff || in.Type != ir.I64) {
		c.alu(v, in, x86.And)
		return
	}
	x := c.Use(c.low(in.Args[0]), regalloc.InReg)
	dst := gp(c.Result(v, regalloc.Reuse, 0))
	if c.Mode != machine.Emitting {
		return
	}
	switch k.Imm {
	case 0xff:
		c.asm.MovzxRR(x86.W8, dst, gp(x))
	case 0xffff:
		c.asm.MovzxRR(x86.W16, dst, gp(x))
	default:
		c.asm.MovRR(x86.W32, dst, gp(x))
	}
}

func (c *Compiler) mul(v ir.Value, in *ir.Instr) {
	a, b := in.Args[0], in.Args[1]
	if c.better(a, b, in.Type.Size()) {
		a, b = b, a
	}
	if k, ok := c.constant(b); ok {
		c.mulConstant(v, in, a, k)
		return
	}
	inMem := c.canFold(b, in.Type.Size())
	x := c.Use(a, regalloc.InReg)
	y := c.registerOrMemory(b, inMem)
	how := regalloc.Commute
	if inMem {
		how = regalloc.Reuse
	}
	dst := gp(c.Result(v, how, 0))
	if c.Mode != machine.Emitting {
		return
	}
	w := width(in.Type)
	if y.kind == inMemory {
		c.move(w, dst, gp(x))
		c.asm.ImulRM(w, dst, y.mem)
		return
	}
	if gp(y.loc) == dst {
		x, y.loc = y.loc, x
	}
	c.move(w, dst, gp(x))
	c.asm.ImulRR(w, dst, gp(y.loc))
}

func (c *Compiler) mulConstant(v ir.Value, in *ir.Instr, a ir.Value, k int32) {
	inMem := c.canFold(a, in.Type.Size())
	x := c.registerOrMemory(a, false)
	dst := gp(c.Result(v, regalloc.Reuse, 0))
	if c.Mode != machine.Emitting {
		return
	}
	w := width(in.Type)
	switch {
	case inMem || x.kind == inMemory:
		c.asm.ImulRMI(w, dst, x.mem, k)
	case k == 3 || k == 5 || k == 9:
		c.asm.Lea(w, dst, x86.Mem{Base: gp(x.loc), Index: gp(x.loc), Scale: uint8(k - 1)})
	case k > 0 && k&(k-1) == 0:
		c.move(w, dst, gp(x.loc))
		c.asm.ShiftRI(x86.Shl, w, dst, log2(uint64(k)))
	default:
		c.asm.ImulRRI(w, dst, gp(x.loc), k)
	}
}

func log2(n uint64) (k uint8) {
	for ; n > 1; n >>= 1 {
		k++
	}
	return k
}

func shiftOf(op ir.Op) x86.Shift {
	switch op {
	case ir.Shl:
		return x86.Shl
	case ir.Sar:
		return x86.Sar
	}
	return x86.Shr
}

func (c *Compiler) shift(v ir.Value, in *ir.Instr) {
	op, w := shiftOf(in.Op), width(in.Type)
	k := &c.F.Values[in.Args[1]]
	switch {
	case k.Op == ir.Const:
		c.shiftConstant(v, in, op, uint8(k.Imm)&uint8(8*w-1))
	case c.asm.Features.BMI2:
		x := c.registerOrMemory(in.Args[0], false)
		n := c.Use(c.low(in.Args[1]), regalloc.InReg)
		dst := gp(c.Result(v, regalloc.Reuse, 0))
		if c.Mode != machine.Emitting {
			return
		}
		if x.kind == inMemory {
			c.asm.ShiftXM(op, w, dst, x.mem, gp(n))
		} else {
			c.asm.ShiftX(op, w, dst, gp(x.loc), gp(n))
		}
	default:
		x := c.Use(in.Args[0], regalloc.InReg)
		c.UseAt(in.Args[1], regalloc.Loc(rcx))
		dst := gp(c.Result(v, regalloc.Reuse, regalloc.Of(rcx)))
		c.Busy(regalloc.Of(rcx))
		if c.Mode == machine.Emitting {
			c.move(w, dst, gp(x))
			c.asm.ShiftRCL(op, w, dst)
		}
	}
}

func (c *Compiler) shiftConstant(v ir.Value, in *ir.Instr, op x86.Shift, k uint8) {
	x := c.Use(in.Args[0], regalloc.InReg)
	dst := gp(c.Result(v, regalloc.Reuse, 0))
	if c.Mode != machine.Emitting {
		return
	}
	w := width(in.Type)
	switch {
	case op == x86.Shl && k == 1 && dst != gp(x):
		c.asm.Lea(w, dst, x86.Mem{Base: gp(x), Index: gp(x), Scale: 1})
	case op == x86.Shl && k == 1:
		c.asm.AluRR(x86.Add, w, dst, dst)
	case op == x86.Shl && k <= 3 && dst != gp(x):
		c.asm.Lea(w, dst, x86.Mem{Base: x86.None, Index: gp(x), Scale: 1 << k})
	default:
		c.move(w, dst, gp(x))
		if k != 0 {
			c.asm.ShiftRI(op, w, dst, k)
		}
	}
}

func (c *Compiler) unary(v ir.Value, in *ir.Instr) {
	x := c.Use(in.Args[0], regalloc.InReg)
	dst := gp(c.Result(v, regalloc.Reuse, 0))
	if c.Mode != machine.Emitting {
		return
	}
	w := width(in.Type)
	c.move(w, dst, gp(x))
	if in.Op == ir.Neg {
		c.asm.UnaryR(x86.Neg, w, dst)
	} else {
		c.asm.UnaryR(x86.Not, w, dst)
	}
}

// extend is an extension of a part of a register, or of a load.
func (c *Compiler) extend(v ir.Value, in *ir.Instr) {
	from := extendsFrom(in.Op)
	a := in.Args[0]
	if in.Op != ir.Trunc && in.Op != ir.Zext32 {
		a = c.low(a)
	}
	var x operand
	if size := c.F.Values[a].Mem.Size(); size >= int64(from) && c.foldsLoad(a, size) {
		x = operand{kind: inMemory, mem: c.loaded(a, regalloc.InReg)}
	} else {
		x = operand{loc: c.Use(a, regalloc.InReg)}
	}
	dst := gp(c.Result(v, regalloc.Reuse, 0))
	if c.Mode == machine.Emitting {
		c.emitExtend(in, from, dst, x)
	}
}

func extendsFrom(op ir.Op) x86.Width {
	switch op {
	case ir.Sext8, ir.Zext8:
		return x86.W8
	case ir.Sext16, ir.Zext16:
		return x86.W16
	}
	return x86.W32
}

func (c *Compiler) emitExtend(in *ir.Instr, from x86.Width, dst x86.Reg, x operand) {
	w := width(in.Type)
	switch in.Op {
	case ir.Sext8, ir.Sext16, ir.Sext32:
		if x.kind == inMemory {
			c.asm.MovsxRM(w, from, dst, x.mem)
		} else {
			c.asm.MovsxRR(w, from, dst, gp(x.loc))
		}
	case ir.Zext8, ir.Zext16:
		if x.kind == inMemory {
			c.asm.MovzxRM(from, dst, x.mem)
		} else {
			c.asm.MovzxRR(from, dst, gp(x.loc))
		}
	default:
		switch {
		case x.kind == inMemory:
			c.asm.MovRM(x86.W32, dst, x.mem)
		case in.Op == ir.Trunc || dst != gp(x.loc):
			c.asm.MovRR(x86.W32, dst, gp(x.loc))
		}
	}
}
