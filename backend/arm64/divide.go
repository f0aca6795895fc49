package arm64

import (
	"math"
	"math/bits"

	a64 "scf/backend/asm/arm64"
	"scf/backend/ir"
	"scf/backend/machine"
)

// divide.go divides: by constants with a multiplication (machine.Magic), else with the machine's division.

// division is a division of x by d, or what remains of it.
type division struct {
	*Compiler
	w         a64.Width
	signed    bool
	remainder bool
	d         int64
	dst, x    a64.Reg
}

func (c *Compiler) divide(v ir.Value, in *ir.Instr) {
	q := division{Compiler: c, w: width(in.Type), signed: in.Op == ir.Div || in.Op == ir.Rem, remainder: in.Op == ir.Rem || in.Op == ir.RemU}
	k := &c.F.Values[in.Args[1]]
	q.x = c.in(in.Args[0])
	if q.d = k.Imm; k.Op != ir.Const || q.isHard() {
		by := c.in(in.Args[1])
		if q.dst = c.dst(v); c.Emits() {
			q.byRegister(by)
		}
		return
	}
	if q.dst = c.dst(v); c.Emits() {
		q.byConstant()
	}
}

// isHard reports whether d is a number for which the machine divides itself. It makes d what it is without sign.
func (q *division) isHard() bool {
	if q.w == a64.W32 && !q.signed {
		q.d &= math.MaxUint32
	}
	return q.d == 0 || q.d == 1 || q.signed && (q.d == -1 || q.d == math.MinInt64>>(64-q.w.Bits()))
}

func (q *division) byRegister(d a64.Reg) {
	op := a64.Udiv
	if q.signed {
		op = a64.Sdiv
	}
	if !q.remainder {
		q.asm.Two(op, q.w, q.dst, q.x, d)
		return
	}
	q.asm.Two(op, q.w, a64.R16, q.x, d)
	q.asm.Multiply(a64.Msub, q.w, q.dst, a64.R16, d, q.x)
}

func (q *division) byConstant() {
	size := uint64(max(q.d, -q.d))
	if !q.signed {
		size = uint64(q.d)
	}
	switch power := size&(size-1) == 0; {
	case power && q.signed:
		q.byPower(uint32(bits.TrailingZeros64(size)))
	case power:
		q.byPowerU(uint32(bits.TrailingZeros64(size)))
	case q.remainder:
		q.quotient(a64.R16)
		q.asm.MovRI(a64.R17, q.d)
		q.asm.Multiply(a64.Msub, q.w, q.dst, a64.R16, a64.R17, q.x)
	default:
		q.quotient(q.dst)
	}
}

// byPower divides by 1<<k, or its negative: what is negative is first made larger by (1<<k)-1, because shifts round down.
func (q *division) byPower(k uint32) {
	n := q.w.Bits()
	sign := a64.R16
	if k == 1 {
		sign = q.x
	} else {
		q.asm.ShiftI(a64.ASR, q.w, sign, q.x, n-1)
	}
	q.asm.AluShift(a64.Add, q.w, a64.R16, q.x, sign, a64.LSR, n-k)
	switch {
	case q.remainder:
		q.asm.AluRRI(a64.And, q.w, a64.R16, a64.R16, -1<<k)
		q.asm.AluRRR(a64.Sub, q.w, q.dst, q.x, a64.R16)
	case q.d < 0:
		q.asm.AluShift(a64.Sub, q.w, q.dst, a64.ZR, a64.R16, a64.ASR, k)
	default:
		q.asm.ShiftI(a64.ASR, q.w, q.dst, a64.R16, k)
	}
}

func (q *division) byPowerU(k uint32) {
	if q.remainder {
		q.asm.AluRRI(a64.And, q.w, q.dst, q.x, 1<<k-1)
	} else {
		q.asm.ShiftI(a64.LSR, q.w, q.dst, q.x, k)
	}
}

// quotient makes dst the quotient, with R16 and R17.
func (q *division) quotient(dst a64.Reg) {
	if q.signed {
		q.quotientS(dst)
	} else {
		q.quotientU(dst)
	}
}

func (q *division) quotientS(dst a64.Reg) {
	m, s := machine.Magic(q.d, uint(q.w.Bits()))
	adjust := q.d < 0 != (m < 0)
	shift := uint32(s)
	if q.w == a64.W64 {
		q.asm.MovRI(a64.R16, m)
		q.asm.Multiply(a64.Smulh, a64.W64, a64.R16, q.x, a64.R16, a64.ZR)
	} else {
		q.asm.MovRI(a64.R16, m&math.MaxUint32)
		q.asm.Multiply(a64.Smaddl, a64.W64, a64.R16, q.x, a64.R16, a64.ZR)
		if !adjust {
			shift += 32
		} else {
			q.asm.ShiftI(a64.LSR, a64.W64, a64.R16, a64.R16, 32)
		}
	}
	switch {
	case adjust && q.d > 0:
		q.asm.AluRRR(a64.Add, q.w, a64.R16, a64.R16, q.x)
	case adjust:
		q.asm.AluRRR(a64.Sub, q.w, a64.R16, a64.R16, q.x)
	}
	if shift >= 32 && q.w == a64.W32 {
		q.asm.ShiftI(a64.ASR, a64.W64, a64.R16, a64.R16, shift)
	} else if shift > 0 {
		q.asm.ShiftI(a64.ASR, q.w, a64.R16, a64.R16, shift)
	}
	q.asm.AluShift(a64.Add, q.w, dst, a64.R16, a64.R16, a64.LSR, q.w.Bits()-1)
}

func (q *division) quotientU(dst a64.Reg) {
	m, s, add := machine.MagicU(uint64(q.d), uint(q.w.Bits()))
	shift := uint32(s)
	q.asm.MovRI(a64.R16, int64(m))
	if q.w == a64.W64 {
		q.asm.Multiply(a64.Umulh, a64.W64, a64.R16, q.x, a64.R16, a64.ZR)
	} else {
		q.asm.Multiply(a64.Umaddl, a64.W64, a64.R16, q.x, a64.R16, a64.ZR)
		if !add {
			q.asm.ShiftI(a64.LSR, a64.W64, dst, a64.R16, 32+shift)
			return
		}
		q.asm.ShiftI(a64.LSR, a64.W64, a64.R16, a64.R16, 32)
	}
	if add {
		q.asm.AluRRR(a64.Sub, q.w, a64.R17, q.x, a64.R16)
		q.asm.AluShift(a64.Add, q.w, a64.R16, a64.R16, a64.R17, a64.LSR, 1)
		shift--
	}
	q.asm.ShiftI(a64.LSR, q.w, dst, a64.R16, shift)
}
