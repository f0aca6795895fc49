package amd64

// MovRR appends mov dst, src. Of 32 bits it clears the upper ones.
func (a *Assembler) MovRR(w Width, dst, src Reg) {
	op, rex := wide(0x89, w)
	a.rr(op, rex|low(w, dst)|low(w, src), uint8(src), uint8(dst))
}

// MovRM appends a load.
func (a *Assembler) MovRM(w Width, dst Reg, m Mem) {
	op, rex := wide(0x8b, w)
	a.rm(op, rex|low(w, dst), uint8(dst), m, 0)
}

// MovMR appends a store.
func (a *Assembler) MovMR(w Width, m Mem, src Reg) {
	op, rex := wide(0x89, w)
	a.rm(op, rex|low(w, src), uint8(src), m, 0)
}

// MovRI appends a mov that makes all 64 bits of dst v. It leaves the flags, unlike Zero.
func (a *Assembler) MovRI(dst Reg, v int64) {
	switch {
	case isUint32(v):
		a.plusR(0xb8, 0, dst)
		a.Int32(int32(v))
	case isInt32(v):
		a.rr(0xc7, rexW, 0, uint8(dst))
		a.Int32(int32(v))
	default:
		a.plusR(0xb8, rexW, dst)
		a.Int64(v)
	}
}

// Zero appends xor dst, dst, which changes the flags.
func (a *Assembler) Zero(dst Reg) { a.AluRR(Xor, W32, dst, dst) }

// MovMI appends a store of v, extended with its sign to 64 bits.
func (a *Assembler) MovMI(w Width, m Mem, v int32) {
	op, rex := wide(0xc7, w)
	a.rm(op, rex, 0, m, w.imm())
	a.imm(w, v)
}

// imm is the size of an immediate number of an instruction of width w.
func (w Width) imm() int32 { return min(int32(w), 4) }

// imm appends an immediate number of an instruction of width w.
func (a *Assembler) imm(w Width, v int32) {
	switch w {
	case W8:
		a.Code = append(a.Code, byte(v))
	case W16:
		a.Code = append(a.Code, byte(v), byte(v>>8))
	default:
		a.Int32(v)
	}
}

// plusR appends an instruction that has its register in the opcode.
func (a *Assembler) plusR(op opcode, rex byte, r Reg) {
	a.head(op|opcode(r&7), rex|byte(r)>>3)
}

// MovsxRR appends a mov that extends the low bits of src with their sign: to is W32 or W64, from is less.
func (a *Assembler) MovsxRR(to, from Width, dst, src Reg) {
	op, rex := signExtend(to, from)
	a.rr(op, rex|low(from, src), uint8(dst), uint8(src))
}

// MovsxRM is MovsxRR of memory.
func (a *Assembler) MovsxRM(to, from Width, dst Reg, m Mem) {
	op, rex := signExtend(to, from)
	a.rm(op, rex, uint8(dst), m, 0)
}

func signExtend(to, from Width) (opcode, byte) {
	_, rex := wide(0, to)
	switch from {
	case W8:
		return map0F | 0xbe, rex
	case W16:
		return map0F | 0xbf, rex
	}
	return 0x63, rex
}

// MovzxRR appends a mov that makes dst the low bits of src and zeros.
func (a *Assembler) MovzxRR(from Width, dst, src Reg) {
	if from == W32 {
		a.MovRR(W32, dst, src)
		return
	}
	a.rr(zeroExtend(from), low(from, src), uint8(dst), uint8(src))
}

// MovzxRM is MovzxRR of memory.
func (a *Assembler) MovzxRM(from Width, dst Reg, m Mem) {
	if from == W32 {
		a.MovRM(W32, dst, m)
		return
	}
	a.rm(zeroExtend(from), 0, uint8(dst), m, 0)
}

func zeroExtend(from Width) opcode {
	if from == W8 {
		return map0F | 0xb6
	}
	return map0F | 0xb7
}

// Lea appends lea dst, m.
func (a *Assembler) Lea(w Width, dst Reg, m Mem) {
	op, rex := wide(0x8d, w)
	a.rm(op, rex, uint8(dst), m, 0)
}

// Alu is an operation of two operands, of which the first gets the result.
type Alu uint8

// The operations.
const (
	Add Alu = iota
	Or
	Adc
	Sbb
	And
	Sub
	Xor
	Cmp // as Sub, but nothing gets the result
)

// AluRR appends op dst, src.
func (a *Assembler) AluRR(op Alu, w Width, dst, src Reg) {
	code, rex := wide(opcode(op)<<3|1, w)
	a.rr(code, rex|low(w, dst)|low(w, src), uint8(src), uint8(dst))
}

// AluRM appends op dst, m.
func (a *Assembler) AluRM(op Alu, w Width, dst Reg, m Mem) {
	code, rex := wide(opcode(op)<<3|3, w)
	a.rm(code, rex|low(w, dst), uint8(dst), m, 0)
}

// AluMR appends op m, src.
func (a *Assembler) AluMR(op Alu, w Width, m Mem, src Reg) {
	code, rex := wide(opcode(op)<<3|1, w)
	a.rm(code, rex|low(w, src), uint8(src), m, 0)
}

// AluRI appends op dst, v; v is extended with its sign to 64 bits.
func (a *Assembler) AluRI(op Alu, w Width, dst Reg, v int32) {
	v = w.cut(v)
	switch {
	case w != W8 && isInt8(v):
		code, rex := wide(0x83, w)
		a.rr(code, rex, uint8(op), uint8(dst))
		a.Code = append(a.Code, byte(v))
		return
	case dst == RAX:
		code, rex := wide(opcode(op)<<3|5, w)
		a.head(code, rex)
	default:
		code, rex := wide(0x81, w)
		a.rr(code, rex|low(w, dst), uint8(op), uint8(dst))
	}
	a.imm(w, v)
}

// AluMI appends op m, v.
func (a *Assembler) AluMI(op Alu, w Width, m Mem, v int32) {
	v = w.cut(v)
	if w != W8 && isInt8(v) {
		code, rex := wide(0x83, w)
		a.rm(code, rex, uint8(op), m, 1)
		a.Code = append(a.Code, byte(v))
		return
	}
	code, rex := wide(0x81, w)
	a.rm(code, rex, uint8(op), m, w.imm())
	a.imm(w, v)
}

// cut is v as an operand of width w: its low bits, extended with their sign.
func (w Width) cut(v int32) int32 {
	switch w {
	case W8:
		return int32(int8(v))
	case W16:
		return int32(int16(v))
	}
	return v
}

// TestRR appends test x, y.
func (a *Assembler) TestRR(w Width, x, y Reg) {
	op, rex := wide(0x85, w)
	a.rr(op, rex|low(w, x)|low(w, y), uint8(y), uint8(x))
}

// TestMR appends test m, y.
func (a *Assembler) TestMR(w Width, m Mem, y Reg) {
	op, rex := wide(0x85, w)
	a.rm(op, rex|low(w, y), uint8(y), m, 0)
}

// TestRI appends test x, v.
func (a *Assembler) TestRI(w Width, x Reg, v int32) {
	if x == RAX {
		op, rex := wide(0xa9, w)
		a.head(op, rex)
	} else {
		op, rex := wide(0xf7, w)
		a.rr(op, rex|low(w, x), 0, uint8(x))
	}
	a.imm(w, v)
}

// TestMI appends test m, v.
func (a *Assembler) TestMI(w Width, m Mem, v int32) {
	op, rex := wide(0xf7, w)
	a.rm(op, rex, 0, m, w.imm())
	a.imm(w, v)
}

// ImulRR appends imul dst, src; the width is not W8.
func (a *Assembler) ImulRR(w Width, dst, src Reg) {
	op, rex := wide(map0F|0xaf, w)
	a.rr(op, rex, uint8(dst), uint8(src))
}

// ImulRM appends imul dst, m.
func (a *Assembler) ImulRM(w Width, dst Reg, m Mem) {
	op, rex := wide(map0F|0xaf, w)
	a.rm(op, rex, uint8(dst), m, 0)
}

// ImulRRI appends imul dst, src, v.
func (a *Assembler) ImulRRI(w Width, dst, src Reg, v int32) {
	op, rex, n := imulImm(w, v)
	a.rr(op, rex, uint8(dst), uint8(src))
	a.imm(n, v)
}

// ImulRMI appends imul dst, m, v.
func (a *Assembler) ImulRMI(w Width, dst Reg, m Mem, v int32) {
	op, rex, n := imulImm(w, v)
	a.rm(op, rex, uint8(dst), m, n.imm())
	a.imm(n, v)
}

// imulImm is the opcode of a multiplication by v, and the width of v in it.
func imulImm(w Width, v int32) (opcode, byte, Width) {
	code, n := opcode(0x69), w
	if isInt8(w.cut(v)) {
		code, n = 0x6b, W8
	}
	op, rex := wide(code, w)
	return op, rex, n
}

// Unary is an operation of one operand.
type Unary uint8

// The operations. Mul, Imul, Div and Idiv work on RDX:RAX.
const (
	Not  Unary = 2
	Neg  Unary = 3
	Mul  Unary = 4
	Imul Unary = 5
	Div  Unary = 6
	Idiv Unary = 7
)

// UnaryR appends op x.
func (a *Assembler) UnaryR(op Unary, w Width, x Reg) {
	code, rex := wide(0xf7, w)
	a.rr(code, rex|low(w, x), uint8(op), uint8(x))
}

// UnaryM appends op m.
func (a *Assembler) UnaryM(op Unary, w Width, m Mem) {
	code, rex := wide(0xf7, w)
	a.rm(code, rex, uint8(op), m, 0)
}

// Cdq appends cwd, cdq or cqo: RDX, of width w, gets the sign of RAX.
func (a *Assembler) Cdq(w Width) {
	op, rex := wide(0x99, w)
	a.head(op, rex)
}

// Shift is a shift or a rotation.
type Shift uint8

// The shifts.
const (
	Rol Shift = 0
	Ror Shift = 1
	Shl Shift = 4
	Shr Shift = 5
	Sar Shift = 7
)

// ShiftRI appends op x, n.
func (a *Assembler) ShiftRI(op Shift, w Width, x Reg, n uint8) {
	code, rex := shiftImm(w, n)
	a.rr(code, rex|low(w, x), uint8(op), uint8(x))
	if n != 1 {
		a.Code = append(a.Code, n)
	}
}

// ShiftMI appends op m, n.
func (a *Assembler) ShiftMI(op Shift, w Width, m Mem, n uint8) {
	code, rex := shiftImm(w, n)
	if n == 1 {
		a.rm(code, rex, uint8(op), m, 0)
		return
	}
	a.rm(code, rex, uint8(op), m, 1)
	a.Code = append(a.Code, n)
}

func shiftImm(w Width, n uint8) (opcode, byte) {
	if n == 1 {
		return wide(0xd1, w)
	}
	return wide(0xc1, w)
}

// ShiftRCL appends op x, cl.
func (a *Assembler) ShiftRCL(op Shift, w Width, x Reg) {
	code, rex := wide(0xd3, w)
	a.rr(code, rex|low(w, x), uint8(op), uint8(x))
}

// ShiftMCL appends op m, cl.
func (a *Assembler) ShiftMCL(op Shift, w Width, m Mem) {
	code, rex := wide(0xd3, w)
	a.rm(code, rex, uint8(op), m, 0)
}

// ShiftX appends shlx, shrx or sarx dst, src, count, which leave the flags; W32 or W64. It needs BMI2.
func (a *Assembler) ShiftX(op Shift, w Width, dst, src, count Reg) {
	a.vexRR(a.shiftX(op), byte(w)>>3, uint8(dst), uint8(count), uint8(src))
}

// ShiftXM is ShiftX of memory.
func (a *Assembler) ShiftXM(op Shift, w Width, dst Reg, m Mem, count Reg) {
	a.vexRM(a.shiftX(op), byte(w)>>3, uint8(dst), uint8(count), m)
}

func (a *Assembler) shiftX(op Shift) opcode {
	if !a.Features.BMI2 {
		panic("amd64: ShiftX without BMI2")
	}
	switch op {
	case Shl:
		return pre66 | map0F38 | 0xf7
	case Shr:
		return preF2 | map0F38 | 0xf7
	case Sar:
		return preF3 | map0F38 | 0xf7
	}
	panic("amd64: ShiftX of a rotation")
}

// Bit is an operation that puts a bit of an operand into the carry flag (condition B).
type Bit uint8

// The operations.
const (
	Bt  Bit = 4 // and leaves the operand
	Bts Bit = 5 // and sets it
	Btr Bit = 6 // and clears it
	Btc Bit = 7 // and flips it
)

// BitRR appends op x, n; of n the low bits count. The width is not W8.
func (a *Assembler) BitRR(op Bit, w Width, x, n Reg) {
	code, rex := wide(map0F|0x83|opcode(op)<<3, w)
	a.rr(code, rex, uint8(n), uint8(x))
}

// BitRI appends op x, n.
func (a *Assembler) BitRI(op Bit, w Width, x Reg, n uint8) {
	code, rex := wide(map0F|0xba, w)
	a.rr(code, rex, uint8(op), uint8(x))
	a.Code = append(a.Code, n)
}

// BitMI appends op m, n.
func (a *Assembler) BitMI(op Bit, w Width, m Mem, n uint8) {
	code, rex := wide(map0F|0xba, w)
	a.rm(code, rex, uint8(op), m, 1)
	a.Code = append(a.Code, n)
}

// Setcc appends a set of the low byte of dst: 1 where c holds, else 0.
func (a *Assembler) Setcc(c Cond, dst Reg) {
	a.rr(map0F|0x90|opcode(c), low(W8, dst), 0, uint8(dst))
}

// SetccM is Setcc of a byte of memory.
func (a *Assembler) SetccM(c Cond, m Mem) { a.rm(map0F|0x90|opcode(c), 0, 0, m, 0) }

// Cmov appends a move of src to dst where c holds. Of 32 bits it clears the upper ones in any case. The width is not W8.
func (a *Assembler) Cmov(c Cond, w Width, dst, src Reg) {
	op, rex := wide(map0F|0x40|opcode(c), w)
	a.rr(op, rex, uint8(dst), uint8(src))
}

// CmovM is Cmov of memory, which is read in any case.
func (a *Assembler) CmovM(c Cond, w Width, dst Reg, m Mem) {
	op, rex := wide(map0F|0x40|opcode(c), w)
	a.rm(op, rex, uint8(dst), m, 0)
}

// XchgRR appends xchg x, y.
func (a *Assembler) XchgRR(w Width, x, y Reg) {
	if w != W8 && x != y && (x == RAX || y == RAX) {
		op, rex := wide(0x90, w)
		a.plusR(op, rex, max(x, y))
		return
	}
	op, rex := wide(0x87, w)
	a.rr(op, rex|low(w, x)|low(w, y), uint8(y), uint8(x))
}

// XchgRM appends xchg x, m, which locks the memory.
func (a *Assembler) XchgRM(w Width, x Reg, m Mem) {
	op, rex := wide(0x87, w)
	a.rm(op, rex|low(w, x), uint8(x), m, 0)
}

// PushR appends push x, of 64 bits.
func (a *Assembler) PushR(x Reg) { a.plusR(0x50, 0, x) }

// PushM appends push m.
func (a *Assembler) PushM(m Mem) { a.rm(0xff, 0, 6, m, 0) }

// PushI appends push v, extended with its sign.
func (a *Assembler) PushI(v int32) {
	if isInt8(v) {
		a.Code = append(a.Code, 0x6a, byte(v))
		return
	}
	a.Code = append(a.Code, 0x68)
	a.Int32(v)
}

// PopR appends pop x.
func (a *Assembler) PopR(x Reg) { a.plusR(0x58, 0, x) }

// PopM appends pop m.
func (a *Assembler) PopM(m Mem) { a.rm(0x8f, 0, 0, m, 0) }

// RepMovs appends rep movs: RCX units of w bytes from RSI to RDI.
func (a *Assembler) RepMovs(w Width) {
	a.rep(0xa5, w)
}

// RepStos appends rep stos: RCX units of w bytes at RDI become RAX.
func (a *Assembler) RepStos(w Width) {
	a.rep(0xab, w)
}

func (a *Assembler) rep(op opcode, w Width) {
	if w == W16 {
		a.Code = append(a.Code, 0x66)
		w = W32
	}
	op, rex := wide(op, w)
	a.head(op|preF3, rex)
}

// Pause appends pause.
func (a *Assembler) Pause() { a.Code = append(a.Code, 0xf3, 0x90) }

// Ud2 appends an instruction that is not defined.
func (a *Assembler) Ud2() { a.Code = append(a.Code, 0x0f, 0x0b) }
