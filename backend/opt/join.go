package opt

import "scf/backend/ir"

// joinLoads makes one load of numbers that are put together of neighbours in memory, the lowest first: p[0] | p[1] << 8. Since the
// loads, nothing may have changed memory.
func (o *Optimizer) joinLoads(in *ir.Instr) ir.Value {
	if in.Op != ir.Or {
		return 0
	}
	if v := o.joinPair(in, in.Args[0], in.Args[1]); v != 0 {
		return v
	}
	return o.joinPair(in, in.Args[1], in.Args[0])
}

// joinPair is joinLoads of low | high, where low may itself be lower | x, and only x is below high in memory.
func (o *Optimizer) joinPair(in *ir.Instr, low, high ir.Value) ir.Value {
	y, up, ok := o.shifted(high)
	if !ok || up == 0 {
		return 0
	}
	if v := o.joinShifted(in, low, y, up); v != 0 {
		return v
	}
	if a := *o.in(low); a.Op == ir.Or {
		for k := range 2 {
			if v := o.joinShifted(in, a.Args[k], y, up); v != 0 {
				return o.binary(ir.Or, in.Type, a.Args[1-k], v, in.Place)
			}
		}
	}
	return 0
}

// shifted is the load, extended with zeros, that v is, and by how many bits it is shifted up.
func (o *Optimizer) shifted(v ir.Value) (load ir.Value, up int64, ok bool) {
	in := o.in(v)
	if in.Op == ir.Shl {
		if up, ok = o.isConst(in.Args[1]); !ok {
			return 0, 0, false
		}
		v = in.Args[0]
		in = o.in(v)
	}
	if in.Op != ir.Load || in.Volatile || in.Mem != ir.U8 && in.Mem != ir.U16 || o.changedSince(v) {
		return 0, 0, false
	}
	return v, up, true
}

// joinShifted joins what low is, a load that may be shifted, and the load y, which is shifted up bits.
func (o *Optimizer) joinShifted(in *ir.Instr, low, y ir.Value, up int64) ir.Value {
	x, down, ok := o.shifted(low)
	if !ok {
		return 0
	}
	a, b := *o.in(x), *o.in(y)
	n := a.Mem.Size()
	if a.Mem != b.Mem || up-down != 8*n || a.Args[0] != b.Args[0] || b.Imm != a.Imm+n {
		return 0
	}
	a.Type, a.Mem = in.Type, ir.U16
	if n == 2 {
		a.Mem = ir.U32
	}
	a.Class = 0
	whole := o.build(&a, 0)
	if down == 0 {
		return whole
	}
	return o.with(ir.Shl, in.Type, whole, down, in.Place)
}
