package opt

import "scf/backend/ir"

// numbers finds, for a pure instruction, an equal one that was met before and is computed wherever this one is.
type numbers struct {
	table []ir.Value // open addressing; its length is a power of 2
	held  int
}

func (n *numbers) resetNumbers(values int) {
	size := 16
	for size < values+values/2 {
		size *= 2
	}
	n.table = filled(n.table, size, 0)
	n.held = 0
}

func hash(in *ir.Instr) uint32 {
	h := uint64(in.Op)<<40 ^ uint64(in.Type)<<48 ^ uint64(in.Cond)<<52 ^ uint64(uint32(in.Args[0]))
	h = (h ^ h>>29) * 0x9e3779b97f4a7c15
	h ^= uint64(uint32(in.Args[1]))<<32 ^ uint64(uint32(in.Args[2])) ^ uint64(in.Imm) ^ uint64(in.Slot)<<20 ^ uint64(in.Symbol)<<44
	h = (h ^ h>>32) * 0xff51afd7ed558ccd
	return uint32(h >> 32)
}

func equal(a, b *ir.Instr) bool {
	return a.Op == b.Op && a.Type == b.Type && a.Cond == b.Cond && a.Args == b.Args && a.Imm == b.Imm && a.Slot == b.Slot && a.Symbol == b.Symbol
}

// find is an earlier value equal to in, or 0, and the place in the table where it is or belongs.
func (o *Optimizer) find(in *ir.Instr) (v ir.Value, place uint32) {
	mask := uint32(len(o.table) - 1)
	for i := hash(in) & mask; ; i = (i + 1) & mask {
		v := o.table[i]
		if v == 0 {
			return 0, i
		}
		if equal(o.in(v), in) {
			if o.dominates(o.home[v], int32(o.at)) {
				return v, i
			}
			return 0, i // one that is met later may find this one, not that
		}
	}
}

// keep puts v into the table at the place that find gave.
func (o *Optimizer) remember(v ir.Value, place uint32) {
	if o.table[place] == 0 {
		if o.held++; 4*o.held > 3*len(o.table) {
			o.rehash()
			_, place = o.find(o.in(v))
		}
	}
	o.table[place] = v
}

func (o *Optimizer) rehash() {
	old := append([]ir.Value(nil), o.table...)
	o.table = filled(o.table, 2*len(old), 0)
	mask := uint32(len(o.table) - 1)
	for _, v := range old {
		if v != 0 {
			i := hash(o.in(v)) & mask
			for o.table[i] != 0 {
				i = (i + 1) & mask
			}
			o.table[i] = v
		}
	}
}
