package opt

import (
	"math/bits"

	"scf/backend/ir"
)

// simplify is a value that a pure instruction gives too, or 0; then in is in the form in which equal things look the same: constants on the
// right, what changes in fewer loops further in.
func (o *Optimizer) simplify(in *ir.Instr) ir.Value {
	if x := o.compute(in); x != 0 {
		return x
	}
	switch in.Op {
	case ir.Add:
		return o.add(in)
	case ir.Sub:
		return o.sub(in)
	case ir.Mul:
		return o.mul(in)
	case ir.And:
		return o.and(in)
	case ir.Or, ir.Xor:
		return o.or(in)
	case ir.Shl, ir.Sar, ir.Shr:
		return o.shift(in)
	case ir.Neg, ir.Not:
		return o.negate(in)
	case ir.Div, ir.DivU, ir.Rem, ir.RemU:
		return o.divide(in)
	case ir.Sext8, ir.Sext16, ir.Zext8, ir.Zext16, ir.Sext32, ir.Zext32, ir.Trunc:
		return o.extend(in)
	case ir.Cmp:
		return o.compare(in)
	case ir.Select:
		return o.selection(in)
	case ir.Addr, ir.StackAddr, ir.Const, ir.FConst, ir.FCmp:
		return 0
	}
	return o.float(in)
}

// compute folds an operation on constants.
func (o *Optimizer) compute(in *ir.Instr) ir.Value {
	var words [3]uint64
	for i, v := range in.Args {
		if v == 0 {
			if i == 0 {
				return 0
			}
			break
		}
		x := o.in(v)
		if x.Op != ir.Const && x.Op != ir.FConst {
			return 0
		}
		words[i] = uint64(x.Imm)
		if x.Type == ir.I32 {
			words[i] = uint64(uint32(x.Imm))
		}
	}
	w, ok := ir.Compute(in, o.in(in.Args[0]).Type, words)
	if !ok {
		return 0
	}
	return o.word(in.Type, w)
}

// commute brings a constant to the right, then what changes in more loops.
func (o *Optimizer) commute(in *ir.Instr) {
	x, y := in.Args[0], in.Args[1]
	if _, ok := o.isConst(y); ok {
		return
	}
	if _, ok := o.isConst(x); ok || o.rank[x] > o.rank[y] || o.rank[x] == o.rank[y] && x > y {
		in.Args[0], in.Args[1] = y, x
	}
}

func (o *Optimizer) add(in *ir.Instr) ir.Value {
	o.commute(in)
	x, y := in.Args[0], in.Args[1]
	a, b := o.in(x), o.in(y)
	if c, ok := o.isConst(y); ok {
		if c == 0 {
			return x
		}
		if a.Op == ir.Add {
			if d, ok := o.isConst(a.Args[1]); ok { // (p + d) + c
				return o.with(ir.Add, in.Type, a.Args[0], c+d, in.Place)
			}
		}
		if a.Op == ir.Sub {
			if d, ok := o.isConst(a.Args[0]); ok { // (d - q) + c
				return o.binary(ir.Sub, in.Type, o.constant(in.Type, c+d), a.Args[1], in.Place)
			}
		}
		if (a.Op == ir.Addr || a.Op == ir.StackAddr) && ir.FitsOffset(a.Imm+c) {
			moved := *a
			moved.Imm += c
			return o.build(&moved, 0)
		}
		return 0
	}
	switch {
	case b.Op == ir.Neg:
		return o.binary(ir.Sub, in.Type, x, b.Args[0], in.Place)
	case a.Op == ir.Neg:
		return o.binary(ir.Sub, in.Type, y, a.Args[0], in.Place)
	case b.Op == ir.Sub && b.Args[1] == x:
		return b.Args[0]
	case a.Op == ir.Sub && a.Args[1] == y:
		return a.Args[0]
	}
	return o.regroup(in)
}

// regroup moves the constant part of a sum outwards, and what changes in fewer loops inwards, where that takes no more operations.
func (o *Optimizer) regroup(in *ir.Instr) ir.Value {
	if v := o.regroupLeft(in, in.Args[0], in.Args[1]); v != 0 {
		return v
	}
	return o.regroupLeft(in, in.Args[1], in.Args[0])
}

func (o *Optimizer) regroupLeft(in *ir.Instr, x, y ir.Value) ir.Value {
	a := o.in(x)
	if a.Op != ir.Add {
		return 0
	}
	if c, ok := o.isConst(a.Args[1]); ok { // (p + c) + y
		return o.with(ir.Add, in.Type, o.binary(ir.Add, in.Type, a.Args[0], y, in.Place), c, in.Place)
	}
	if r := o.rank[a.Args[1]]; r > o.rank[y] && r > o.rank[a.Args[0]] { // (p + q) + y, where only q changes in the loop
		return o.binary(ir.Add, in.Type, o.binary(ir.Add, in.Type, a.Args[0], y, in.Place), a.Args[1], in.Place)
	}
	return 0
}

func (o *Optimizer) sub(in *ir.Instr) ir.Value {
	x, y := in.Args[0], in.Args[1]
	if x == y {
		return o.constant(in.Type, 0)
	}
	if c, ok := o.isConst(y); ok {
		return o.with(ir.Add, in.Type, x, -c, in.Place)
	}
	a, b := o.in(x), o.in(y)
	if c, ok := o.isConst(x); ok {
		if c == 0 {
			return o.unary(ir.Neg, in.Type, y, in.Place)
		}
		if b.Op == ir.Add {
			if d, ok := o.isConst(b.Args[1]); ok { // c - (q + d)
				return o.binary(ir.Sub, in.Type, o.constant(in.Type, c-d), b.Args[0], in.Place)
			}
		}
		return 0
	}
	switch {
	case b.Op == ir.Neg:
		return o.binary(ir.Add, in.Type, x, b.Args[0], in.Place)
	case a.Op == ir.Add && a.Args[1] == y:
		return a.Args[0]
	case a.Op == ir.Add && a.Args[0] == y:
		return a.Args[1]
	case b.Op == ir.Sub && b.Args[0] == x:
		return b.Args[1]
	}
	if a.Op == ir.Add {
		if c, ok := o.isConst(a.Args[1]); ok { // (p + c) - y
			return o.with(ir.Add, in.Type, o.binary(ir.Sub, in.Type, a.Args[0], y, in.Place), c, in.Place)
		}
	}
	if b.Op == ir.Add {
		if c, ok := o.isConst(b.Args[1]); ok { // x - (q + c)
			return o.with(ir.Add, in.Type, o.binary(ir.Sub, in.Type, x, b.Args[0], in.Place), -c, in.Place)
		}
	}
	return 0
}

func (o *Optimizer) mul(in *ir.Instr) ir.Value {
	o.commute(in)
	x := in.Args[0]
	c, ok := o.isConst(in.Args[1])
	if !ok {
		return 0
	}
	t := in.Type
	switch a := o.in(x); {
	case c == 0:
		return in.Args[1]
	case c == 1:
		return x
	case c == -1:
		return o.unary(ir.Neg, t, x, in.Place)
	case a.Op == ir.Neg:
		return o.with(ir.Mul, t, a.Args[0], -c, in.Place)
	case a.Op == ir.Mul || a.Op == ir.Shl:
		if d, ok := o.isConst(a.Args[1]); ok {
			if a.Op == ir.Shl {
				d = 1 << d
			}
			return o.with(ir.Mul, t, a.Args[0], c*d, in.Place)
		}
	case a.Op == ir.Add && t == ir.I64:
		if d, ok := o.isConst(a.Args[1]); ok {
			return o.with(ir.Add, t, o.with(ir.Mul, t, a.Args[0], c, in.Place), c*d, in.Place)
		}
	}
	return o.mulConst(in, x, width(t, c))
}

// width is c without the bits above those of t.
func width(t ir.Type, c int64) uint64 {
	if t == ir.I32 {
		return uint64(uint32(c))
	}
	return uint64(c)
}

// mulConst multiplies by shifts and at most one sum.
func (o *Optimizer) mulConst(in *ir.Instr, x ir.Value, c uint64) ir.Value {
	t, low := in.Type, bits.TrailingZeros64(c)
	n := int(8 * t.Size())
	odd := c >> low
	shl := func(v ir.Value, k int) ir.Value { return o.with(ir.Shl, t, v, int64(k), in.Place) }
	negative := -c
	if t == ir.I32 {
		negative = uint64(uint32(negative))
	}
	switch {
	case bits.OnesCount64(c) == 1:
		return shl(x, low)
	case bits.OnesCount64(negative) == 1:
		return o.unary(ir.Neg, t, shl(x, bits.TrailingZeros64(negative)), in.Place)
	case odd == 3 || odd == 5 || odd == 9: // one addition with a scaled operand
		return shl(o.binary(ir.Add, t, x, shl(x, bits.TrailingZeros64(odd-1)), in.Place), low)
	case bits.OnesCount64(odd+1) == 1 && low+bits.TrailingZeros64(odd+1) < n && low == 0: // 2^k - 1
		return o.binary(ir.Sub, t, shl(x, bits.TrailingZeros64(odd+1)), x, in.Place)
	}
	return 0
}

func (o *Optimizer) and(in *ir.Instr) ir.Value {
	o.commute(in)
	x, y := in.Args[0], in.Args[1]
	if x == y {
		return x
	}
	c, ok := o.isConst(y)
	if !ok {
		return 0
	}
	a := o.in(x)
	switch {
	case c == 0:
		return y
	case c == -1:
		return x
	case a.Op == ir.And:
		if d, ok := o.isConst(a.Args[1]); ok {
			return o.with(ir.And, in.Type, a.Args[0], c&d, in.Place)
		}
	case a.Op == ir.Sext8 && c == c&0xff, a.Op == ir.Sext16 && c == c&0xffff:
		return o.with(ir.And, in.Type, a.Args[0], c, in.Place)
	}
	if o.ones(x)&^width(in.Type, c) == 0 {
		return x
	}
	switch c {
	case 0xff:
		return o.unary(ir.Zext8, in.Type, x, in.Place)
	case 0xffff:
		return o.unary(ir.Zext16, in.Type, x, in.Place)
	case 0xffffffff:
		return o.unary(ir.Zext32, in.Type, o.unary(ir.Trunc, ir.I32, x, in.Place), in.Place)
	}
	return 0
}

func (o *Optimizer) or(in *ir.Instr) ir.Value {
	o.commute(in)
	x, y := in.Args[0], in.Args[1]
	if x == y {
		if in.Op == ir.Or {
			return x
		}
		return o.constant(in.Type, 0)
	}
	c, ok := o.isConst(y)
	if !ok {
		return o.joinLoads(in)
	}
	a := o.in(x)
	switch {
	case c == 0:
		return x
	case c == -1 && in.Op == ir.Or:
		return y
	case c == -1:
		return o.unary(ir.Not, in.Type, x, in.Place)
	case a.Op == in.Op:
		if d, ok := o.isConst(a.Args[1]); ok {
			if in.Op == ir.Or {
				return o.with(ir.Or, in.Type, a.Args[0], c|d, in.Place)
			}
			return o.with(ir.Xor, in.Type, a.Args[0], c^d, in.Place)
		}
	case c == 1 && in.Op == ir.Xor && a.Op == ir.Cmp:
		return o.opposite(x)
	}
	return 0
}

func (o *Optimizer) shift(in *ir.Instr) ir.Value {
	x, t := in.Args[0], in.Type
	n := 8 * t.Size()
	c, ok := o.isConst(in.Args[1])
	if !ok {
		return 0
	}
	c &= n - 1
	if c == 0 {
		return x
	}
	in.Args[1] = o.constant(ir.I32, c)
	a := *o.in(x)
	d, known := int64(0), false
	if a.Args[1] != 0 {
		d, known = o.isConst(a.Args[1])
	}
	switch {
	case a.Op == in.Op && known:
		if c+d < n {
			return o.with(in.Op, t, a.Args[0], c+d, in.Place)
		}
		if in.Op == ir.Sar {
			return o.with(in.Op, t, a.Args[0], n-1, in.Place)
		}
		return o.constant(t, 0)
	case in.Op == ir.Shl && a.Op == ir.Add && t == ir.I64:
		if known { // (p + d) << c
			return o.with(ir.Add, t, o.with(ir.Shl, t, a.Args[0], c, in.Place), d<<c, in.Place)
		}
		if o.rank[a.Args[0]] != o.rank[a.Args[1]] {
			return o.binary(ir.Add, t, o.with(ir.Shl, t, a.Args[0], c, in.Place), o.with(ir.Shl, t, a.Args[1], c, in.Place), in.Place)
		}
	case in.Op == ir.Shl && a.Op == ir.Mul && known && t == ir.I64:
		return o.with(ir.Mul, t, a.Args[0], d<<c, in.Place)
	case in.Op == ir.Shr && a.Op == ir.Shl && d == c && known:
		return o.with(ir.And, t, a.Args[0], int64(width(t, -1)>>c), in.Place)
	case in.Op == ir.Shl && a.Op == ir.Shr && d == c && known:
		return o.with(ir.And, t, a.Args[0], -1<<c, in.Place)
	case in.Op == ir.Shr && o.ones(x)>>c == 0:
		return o.constant(t, 0)
	case in.Op == ir.Sar && o.ones(x)>>(n-1) == 0:
		return o.with(ir.Shr, t, x, c, in.Place)
	}
	return 0
}

func (o *Optimizer) negate(in *ir.Instr) ir.Value {
	a := o.in(in.Args[0])
	switch {
	case a.Op == in.Op:
		return a.Args[0]
	case in.Op == ir.Neg && a.Op == ir.Sub:
		return o.binary(ir.Sub, in.Type, a.Args[1], a.Args[0], in.Place)
	}
	return 0
}

// extend folds extensions and truncations.
func (o *Optimizer) extend(in *ir.Instr) ir.Value {
	x := in.Args[0]
	a, ones := *o.in(x), o.ones(x)
	switch in.Op {
	case ir.Zext8, ir.Zext16:
		return o.zeroExtend(in, &a, ones)
	case ir.Sext8, ir.Sext16:
		return o.signExtend(in, &a, ones)
	case ir.Sext32:
		if ones>>31 == 0 {
			return o.unary(ir.Zext32, ir.I64, x, in.Place)
		}
	case ir.Zext32:
		if a.Op == ir.Add {
			c, ok := o.isConst(a.Args[1])
			if ok && c > 0 && o.ones(a.Args[0]) <= 1<<32-1-uint64(c) { // p + c does not wrap
				return o.with(ir.Add, ir.I64, o.unary(ir.Zext32, ir.I64, a.Args[0], in.Place), c, in.Place)
			}
		}
	case ir.Trunc:
		switch a.Op {
		case ir.Sext32, ir.Zext32:
			return a.Args[0]
		}
	}
	return 0
}

func (o *Optimizer) zeroExtend(in, a *ir.Instr, ones uint64) ir.Value {
	mask := uint64(0xff)
	if in.Op == ir.Zext16 {
		mask = 0xffff
	}
	if ones&^mask == 0 {
		return in.Args[0]
	}
	switch a.Op {
	case ir.Sext8, ir.Sext16:
		if a.Op == ir.Sext16 || in.Op == ir.Zext8 {
			return o.unary(in.Op, in.Type, a.Args[0], in.Place)
		}
	case ir.Zext16:
		return o.unary(in.Op, in.Type, a.Args[0], in.Place)
	case ir.And:
		if c, ok := o.isConst(a.Args[1]); ok {
			return o.with(ir.And, in.Type, a.Args[0], c&int64(mask), in.Place)
		}
	}
	return 0
}

func (o *Optimizer) signExtend(in, a *ir.Instr, ones uint64) ir.Value {
	n := 8
	if in.Op == ir.Sext16 {
		n = 16
	}
	if ones>>(n-1) == 0 {
		return in.Args[0]
	}
	switch a.Op {
	case ir.Sext8:
		return in.Args[0]
	case ir.Zext8, ir.Sext16, ir.Zext16:
		if n == 8 || a.Op != ir.Zext8 {
			return o.unary(in.Op, in.Type, a.Args[0], in.Place)
		}
	case ir.Load:
		if a.Mem == ir.S8 || a.Mem == ir.S16 && n == 16 {
			return in.Args[0]
		}
	}
	return 0
}
