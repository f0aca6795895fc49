package opt

import "scf/backend/ir"

// truth reports whether v is 0 or 1.
func (o *Optimizer) truth(v ir.Value) bool { return o.ones(v) <= 1 }

// opposite is the comparison of integers that holds where v, one itself, does not.
func (o *Optimizer) opposite(v ir.Value) ir.Value {
	in := *o.in(v)
	in.Cond = in.Cond.Negated()
	return o.build(&in, 0)
}

func (o *Optimizer) compare(in *ir.Instr) ir.Value {
	x, y := in.Args[0], in.Args[1]
	_, constY := o.isConst(y)
	if _, ok := o.isConst(x); ok && !constY || !constY && x > y {
		x, y = y, x
		in.Args[0], in.Args[1], in.Cond = x, y, in.Cond.Swapped()
	}
	if x == y {
		return o.word(ir.I32, boolean(in.Cond.Ints(ir.I64, 0, 0)))
	}
	a, b := *o.in(x), *o.in(y)
	if b.Op == ir.Const {
		return o.compareConst(in, &a, b.Imm)
	}
	if a.Op == b.Op && (a.Op == ir.Sext32 || a.Op == ir.Zext32) {
		return o.recompare(in, a.Args[0], b.Args[0], a.Op == ir.Zext32)
	}
	return 0
}

func boolean(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// recompare compares the operands of two extensions; after Zext32 without their signs.
func (o *Optimizer) recompare(in *ir.Instr, x, y ir.Value, zero bool) ir.Value {
	c := in.Cond
	if zero {
		c = c.Unsigned()
	}
	return o.build(&ir.Instr{Op: ir.Cmp, Type: ir.I32, Cond: c, Args: [3]ir.Value{x, y}, Place: in.Place}, 0)
}

func (o *Optimizer) compareConst(in, a *ir.Instr, c int64) ir.Value {
	x, t := in.Args[0], a.Type
	equality := in.Cond == ir.Eq || in.Cond == ir.Ne
	if v := o.always(in, c); v != 0 {
		return v
	}
	switch {
	case equality && t == ir.I32 && o.truth(x) && (c == 0 || c == 1):
		if (in.Cond == ir.Ne) == (c == 0) {
			return x
		}
		if a.Op == ir.Cmp {
			return o.opposite(x)
		}
	case equality && a.Op == ir.Add && o.in(a.Args[0]).Op != ir.Param: // a counter's next value is there anyway
		if d, ok := o.isConst(a.Args[1]); ok { // p + d == c
			return o.comparison(in, a.Args[0], o.constant(t, c-d))
		}
	case equality && c == 0 && (a.Op == ir.Sub || a.Op == ir.Xor):
		return o.comparison(in, a.Args[0], a.Args[1])
	case equality && c == 0 && a.Op == ir.Neg:
		return o.comparison(in, a.Args[0], in.Args[1])
	case a.Op == ir.Sext32 && c == int64(int32(c)):
		return o.recompare(in, a.Args[0], o.constant(ir.I32, c), false)
	case a.Op == ir.Zext32 && c == int64(uint32(c)):
		return o.recompare(in, a.Args[0], o.constant(ir.I32, c), true)
	}
	return 0
}

func (o *Optimizer) comparison(in *ir.Instr, x, y ir.Value) ir.Value {
	return o.build(&ir.Instr{Op: ir.Cmp, Type: ir.I32, Cond: in.Cond, Args: [3]ir.Value{x, y}, Place: in.Place}, 0)
}

// always is the truth of a comparison with a constant that the bits of x that may be set decide.
func (o *Optimizer) always(in *ir.Instr, c int64) ir.Value {
	t := o.in(in.Args[0]).Type
	ones, w := o.ones(in.Args[0]), width(t, c)
	least, most := int64(0), ir.Signed(t, ones)
	if ones>>(8*t.Size()-1) != 0 { // may be negative
		if in.Cond <= ir.Ne && w&^ones != 0 {
			return o.word(ir.I32, boolean(in.Cond == ir.Ne))
		}
		least, most = -1<<(8*t.Size()-1), int64(^uint64(0)>>1>>(64-8*t.Size()))
	}
	yes, no := false, false
	switch in.Cond {
	case ir.Eq, ir.Ne:
		no = w&^ones != 0
		if in.Cond == ir.Ne {
			yes, no = no, false
		}
	case ir.Lt:
		yes, no = most < c, least >= c
	case ir.Le:
		yes, no = most <= c, least > c
	case ir.Gt:
		yes, no = least > c, most <= c
	case ir.Ge:
		yes, no = least >= c, most < c
	case ir.Below:
		yes, no = ones < w, w == 0
	case ir.BelowEq:
		yes = ones <= w
	case ir.Above:
		no = ones <= w
	case ir.AboveEq:
		yes, no = w == 0, ones < w
	}
	if yes || no {
		return o.word(ir.I32, boolean(yes))
	}
	return 0
}

func (o *Optimizer) selection(in *ir.Instr) ir.Value {
	c, x, y := in.Args[0], in.Args[1], in.Args[2]
	if x == y {
		return x
	}
	if n, ok := o.isConst(c); ok {
		if n != 0 {
			return x
		}
		return y
	}
	if d, flipped := o.condition(c); d != c || flipped {
		if flipped {
			x, y = y, x
		}
		return o.build(&ir.Instr{Op: ir.Select, Type: in.Type, Args: [3]ir.Value{d, x, y}, Place: in.Place}, 0)
	}
	one, okX := o.isConst(x)
	other, okY := o.isConst(y)
	if okX && okY && o.truth(c) {
		switch {
		case one == 1 && other == 0:
			return o.truthAs(in, c)
		case one == 0 && other == 1 && o.in(c).Op == ir.Cmp:
			return o.truthAs(in, o.opposite(c))
		}
	}
	return 0
}

// truthAs is the truth c as an integer of in's type.
func (o *Optimizer) truthAs(in *ir.Instr, c ir.Value) ir.Value {
	if in.Type == ir.I64 {
		return o.unary(ir.Zext32, ir.I64, c, in.Place)
	}
	return c
}

// condition is what may be asked in place of whether c is not 0; flipped if it is to be 0.
func (o *Optimizer) condition(c ir.Value) (d ir.Value, flipped bool) {
	for {
		in := o.in(c)
		n, ok := int64(0), false
		if in.Args[1] != 0 {
			n, ok = o.isConst(in.Args[1])
		}
		switch {
		case in.Op == ir.Cmp && ok && n == 0 && in.Cond <= ir.Ne && o.in(in.Args[0]).Type == ir.I32:
			x := o.in(in.Args[0])
			if x.Op != ir.Cmp && x.Op != ir.FCmp && in.Cond == ir.Ne {
				return c, flipped
			}
			if x.Op != ir.Cmp && x.Op != ir.FCmp {
				return c, flipped
			}
			if in.Cond == ir.Eq {
				flipped = !flipped
			}
		case in.Op == ir.Xor && ok && n == 1 && o.truth(in.Args[0]):
			flipped = !flipped
		default:
			return c, flipped
		}
		c = in.Args[0]
	}
}

// foldTerm folds the end of the block that the walk is at.
func (o *Optimizer) foldTerm(t *ir.Term) {
	switch t.Kind {
	case ir.Branch:
		o.foldBranch(t)
	case ir.Switch:
		if c, ok := o.isConst(t.X); ok {
			at := 0
			for i := range t.Cases {
				if t.Cases[i] == c {
					at = i + 1
				}
			}
			o.goTo(t, at)
		} else if len(t.Cases) == 0 {
			o.goTo(t, 0)
		}
	}
}

func (o *Optimizer) foldBranch(t *ir.Term) {
	x, flipped := o.condition(t.X)
	t.X = x
	if flipped {
		t.Edges[0], t.Edges[1] = t.Edges[1], t.Edges[0]
	}
	if c, ok := o.isConst(x); ok {
		at := 0
		if c == 0 {
			at = 1
		}
		o.goTo(t, at)
		return
	}
	if known, holds := o.decided(x); known {
		at := 0
		if !holds {
			at = 1
		}
		o.goTo(t, at)
		return
	}
	if sameEdges(&t.Edges[0], &t.Edges[1]) {
		o.goTo(t, 0)
	}
}

func (o *Optimizer) goTo(t *ir.Term, edge int) {
	t.Edges[0] = t.Edges[edge]
	*t = ir.Term{Kind: ir.Jump, Edges: t.Edges[:1], Place: t.Place}
}

func sameEdges(a, b *ir.Edge) bool {
	if a.To != b.To {
		return false
	}
	for i := range a.Args {
		if a.Args[i] != b.Args[i] {
			return false
		}
	}
	return true
}

// decided reports whether a branch above, on x or its opposite, has decided x here.
func (o *Optimizer) decided(x ir.Value) (known, holds bool) {
	b := int32(o.at)
	for range 12 {
		if b == 0 {
			break
		}
		up := o.idom[b]
		t := &o.f.Blocks[up].Term
		if o.oneWay(b) && t.Kind == ir.Branch && t.Edges[0].To != t.Edges[1].To {
			yes := t.Edges[0].To.ID == int(b)
			if t.X == x {
				return true, yes
			}
			c, d := o.in(x), o.in(t.X)
			if c.Op == ir.Cmp && d.Op == ir.Cmp && c.Args == d.Args && c.Cond == d.Cond.Negated() {
				return true, !yes
			}
		}
		b = up
	}
	return false, false
}
