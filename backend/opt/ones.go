package opt

import (
	"math/bits"

	"scf/backend/ir"
)

// ones are the bits that may be set in the word of v.
func (o *Optimizer) ones(v ir.Value) uint64 {
	if int(v) < len(o.mask) {
		return o.mask[v]
	}
	return allOnes(o.in(v).Type)
}

func allOnes(t ir.Type) uint64 {
	if t == ir.I32 || t == ir.F32 {
		return 1<<32 - 1
	}
	return ^uint64(0)
}

// upTo are the bits of the numbers from 0 to n.
func upTo(n uint64) uint64 { return 1<<bits.Len64(n) - 1 }

// onesOf is ones of what in gives, by those of its operands.
func (o *Optimizer) onesOf(in *ir.Instr) uint64 {
	all := allOnes(in.Type)
	x, y := o.mask[in.Args[0]], o.mask[in.Args[1]]
	switch in.Op {
	case ir.Const:
		return width(in.Type, in.Imm)
	case ir.Cmp, ir.FCmp:
		return 1
	case ir.Zext8:
		return x & 0xff
	case ir.Zext16:
		return x & 0xffff
	case ir.Zext32:
		return x
	case ir.Trunc:
		return x & all
	case ir.Load:
		switch in.Mem {
		case ir.U8:
			return 0xff
		case ir.U16:
			return 0xffff
		case ir.U32:
			return 0xffffffff
		}
	case ir.And:
		return x & y
	case ir.Or, ir.Xor:
		return x | y
	case ir.Shl, ir.Shr, ir.Sub, ir.RemU:
		return o.onesByConst(in, x, all)
	case ir.Add:
		if sum := x + y; sum >= x && sum <= all {
			return upTo(sum)
		}
	case ir.Mul:
		if high, low := bits.Mul64(x, y); high == 0 && low <= all {
			return upTo(low)
		}
	case ir.DivU:
		return upTo(x)
	case ir.Select:
		return y | o.mask[in.Args[2]]
	}
	return all
}

// onesByConst is onesOf for what says something only where a constant is involved.
func (o *Optimizer) onesByConst(in *ir.Instr, x, all uint64) uint64 {
	c, ok := o.isConst(in.Args[1])
	switch a := o.in(in.Args[0]); {
	case ok && in.Op == ir.Shr:
		return x >> (c & 63)
	case ok && in.Op == ir.Shl:
		return x << (c & 63) & all
	case ok && in.Op == ir.RemU && c > 0:
		return upTo(uint64(c - 1))
	case in.Op == ir.Sub && a.Op == ir.Shl && a.Args[0] == in.Args[1]: // x << k - x, which mul makes
		k, ok := o.isConst(a.Args[1])
		if high, low := bits.Mul64(o.mask[in.Args[1]], 1<<k-1); ok && high == 0 && low <= all {
			return upTo(low)
		}
	}
	return all
}
