package opt

import (
	"math/bits"
	"slices"

	"scf/backend/ir"
)

// divide folds divisions by constants that are shifts, or that one multiplication in 64 bits gives because few bits of the dividend may be
// set. The others are left to the machine, which can multiply to twice as many bits.
func (o *Optimizer) divide(in *ir.Instr) ir.Value {
	x, t := in.Args[0], in.Type
	c, ok := o.isConst(in.Args[1])
	if !ok || c == 0 {
		return o.together(in)
	}
	d, n := width(t, c), int(8*t.Size())
	power := bits.OnesCount64(d) == 1
	if (in.Op == ir.Div || in.Op == ir.Rem) && c > 0 && o.ones(x)>>(n-1) == 0 { // x is not negative
		return o.binary(in.Op+ir.DivU-ir.Div, t, x, in.Args[1], in.Place)
	}
	switch {
	case in.Op == ir.DivU && power:
		return o.with(ir.Shr, t, x, int64(bits.TrailingZeros64(d)), in.Place)
	case in.Op == ir.RemU && power:
		return o.with(ir.And, t, x, int64(d-1), in.Place)
	case in.Op == ir.DivU && t == ir.I32:
		return o.reciprocal(x, d, in.Place)
	case in.Op == ir.RemU && t == ir.I32:
		if q := o.reciprocal(x, d, in.Place); q != 0 {
			return o.binary(ir.Sub, t, x, o.with(ir.Mul, t, q, c, in.Place), in.Place)
		}
	case in.Op == ir.Div && c == 1:
		return x
	case in.Op == ir.Div && c == -1:
		return o.unary(ir.Neg, t, x, in.Place)
	case in.Op == ir.Rem && (c == 1 || c == -1):
		return o.constant(t, 0)
	}
	return o.together(in)
}

// together makes a remainder of a quotient that is there, or that follows it in its block: one division is enough for both.
func (o *Optimizer) together(in *ir.Instr) ir.Value {
	other := *in
	switch in.Op {
	case ir.Rem, ir.RemU:
		other.Op -= ir.Rem - ir.Div
		if q, _ := o.find(&other); q != 0 {
			return o.remainder(in, q)
		}
	case ir.Div, ir.DivU:
		other.Op += ir.Rem - ir.Div
		if r, _ := o.find(&other); r != 0 && o.home[r] == int32(o.at) {
			return o.quotientBefore(in, r)
		}
	}
	return 0
}

// remainder is that of the division of which q is the quotient.
func (o *Optimizer) remainder(in *ir.Instr, q ir.Value) ir.Value {
	return o.binary(ir.Sub, in.Type, in.Args[0], o.binary(ir.Mul, in.Type, q, in.Args[1], in.Place), in.Place)
}

// quotientBefore is the quotient in, put before the remainder r, which is made of it then.
func (o *Optimizer) quotientBefore(in *ir.Instr, r ir.Value) ir.Value {
	at := slices.Index(o.body, r)
	behind := append(o.stack[:0], o.body[at+1:]...)
	o.stack = behind
	o.body = o.body[:at]
	q := o.put(in, 0)
	_, place := o.find(in)
	o.remember(q, place)
	product := o.put(&ir.Instr{Op: ir.Mul, Type: in.Type, Args: [3]ir.Value{q, in.Args[1]}, Place: in.Place}, 0)
	o.put(&ir.Instr{Op: ir.Sub, Type: in.Type, Args: [3]ir.Value{in.Args[0], product}, Place: o.in(r).Place}, r)
	o.body = append(o.body, behind...)
	return q
}

// reciprocal is x / d, of 32 bits without sign, as x * (2^s / d + 1) / 2^s, or 0 if the product may need more than 64 bits. With
// s = the bits of x + those of d that is exact for each x (Granlund and Montgomery, Division by invariant integers using multiplication).
func (o *Optimizer) reciprocal(x ir.Value, d uint64, at ir.Place) ir.Value {
	most := o.ones(x)
	s := bits.Len64(most) + bits.Len64(d-1)
	magic := uint64(1)<<s/d + 1
	if high, _ := bits.Mul64(magic, most); s > 63 || high != 0 {
		return 0
	}
	product := o.with(ir.Mul, ir.I64, o.unary(ir.Zext32, ir.I64, x, at), int64(magic), at)
	return o.unary(ir.Trunc, ir.I32, o.with(ir.Shr, ir.I64, product, int64(s), at), at)
}
