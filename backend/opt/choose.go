package opt

import "scf/backend/ir"

// Limits of choose: a branch that is foreseen costs less than what both ways compute.
const (
	maxSpeculated = 2 // operations of a way that then always run
	maxSelects    = 2
)

// choose makes selections of branches around little: where two ways from a block meet again at once, what they compute runs
// anyway, and the values that differ are selected. Inner ones come first.
func (o *Optimizer) choose() bool {
	changed := false
	for i := len(o.f.Blocks) - 1; i >= 0; i-- {
		if b := o.f.Blocks[i]; b.Term.Kind == ir.Branch && o.chooseAt(b) {
			changed = true
		}
	}
	if changed {
		o.join()
		o.order()
	}
	return changed
}

func (o *Optimizer) chooseAt(b *ir.Block) bool {
	yes, no := &b.Term.Edges[0], &b.Term.Edges[1]
	armYes, armNo := o.arm(yes, ir.Jump), o.arm(no, ir.Jump)
	if armYes == nil && armNo == nil && yes.To != no.To {
		return o.chooseResult(b, o.arm(yes, ir.Return), o.arm(no, ir.Return))
	}
	endYes, endNo := ending(yes, armYes), ending(no, armNo)
	switch {
	case endYes.To == endNo.To:
	case armYes != nil && endYes.To == no.To:
		armNo, endNo = nil, no
	case armNo != nil && endNo.To == yes.To:
		armYes, endYes = nil, yes
	default:
		return false
	}
	if endYes.To.ID <= b.ID || !o.selectable(b, endYes.Args, endNo.Args) {
		return false
	}
	for _, arm := range []*ir.Block{armYes, armNo} {
		if arm != nil {
			b.Body = o.joined(b.Body, arm.Body)
			arm.Body = nil
		}
	}
	o.selectArgs(b, endYes, endNo)
	return true
}

// chooseResult selects between the results of two ways that both leave the function.
func (o *Optimizer) chooseResult(b, yes, no *ir.Block) bool {
	if yes == nil || no == nil || yes == no || o.f.Result == ir.None {
		return false
	}
	x, y := yes.Term.X, no.Term.X
	if o.in(x).Type.IsFloat() && !o.isExtreme(b.Term.X, x, y) {
		return false
	}
	v := ir.Value(len(o.f.Values))
	o.f.Values = append(o.f.Values, ir.Instr{Op: ir.Select, Type: o.f.Result, Args: [3]ir.Value{b.Term.X, x, y}, Place: b.Term.Place})
	body := o.values.MakeCap(0, len(b.Body)+len(yes.Body)+len(no.Body)+1)
	b.Body = append(append(append(append(body, b.Body...), yes.Body...), no.Body...), v)
	b.Term = ir.Term{Kind: ir.Return, X: v, Place: yes.Term.Place}
	yes.Body, no.Body = nil, nil
	return true
}

// arm is the block that e leads to, if it only computes a little and ends so, and is come to by e alone.
func (o *Optimizer) arm(e *ir.Edge, end ir.TermKind) *ir.Block {
	b := e.To
	if b.Term.Kind != end || len(b.Params) > 0 || len(o.predsOf(b.ID)) != 1 {
		return nil
	}
	cost := 0
	for _, v := range b.Body {
		cost += o.cost(v)
	}
	if cost > maxSpeculated {
		return nil
	}
	return b
}

// cost is about how many cycles v takes; more than any limit if it may not always run.
func (o *Optimizer) cost(v ir.Value) int {
	switch in := o.in(v); in.Op {
	case ir.Const, ir.FConst, ir.Addr, ir.StackAddr, ir.Trunc, ir.Zext32:
		return 0
	case ir.Add, ir.Sub, ir.And, ir.Or, ir.Xor, ir.Shl, ir.Sar, ir.Shr, ir.Neg, ir.Not, ir.Cmp,
		ir.Sext8, ir.Sext16, ir.Sext32, ir.Zext8, ir.Zext16, ir.FNeg, ir.FAbs:
		return 1
	case ir.Select, ir.FCmp:
		return 2
	case ir.Mul:
		return 2
	}
	return 1000
}

// ending is where the way over e meets others: the edge itself, or the one behind the arm.
func ending(e *ir.Edge, arm *ir.Block) *ir.Edge {
	if arm != nil {
		return &arm.Term.Edges[0]
	}
	return e
}

// selectable reports whether few values differ, and the machine selects among such.
func (o *Optimizer) selectable(b *ir.Block, x, y []ir.Value) bool {
	n := 0
	for i := range x {
		if x[i] == y[i] {
			continue
		}
		n++
		if o.in(x[i]).Type.IsFloat() && !o.isExtreme(b.Term.X, x[i], y[i]) {
			return false
		}
	}
	return n <= maxSelects
}

// isExtreme reports whether c compares the floating numbers x and y themselves: the selection is their minimum or maximum.
func (o *Optimizer) isExtreme(c, x, y ir.Value) bool {
	in := o.in(c)
	if in.Op != ir.FCmp || in.Cond < ir.Lt {
		return false
	}
	return in.Args[0] == x && in.Args[1] == y || in.Args[0] == y && in.Args[1] == x
}

// selectArgs ends b by a jump to where both ways meet, with what they give selected.
func (o *Optimizer) selectArgs(b *ir.Block, yes, no *ir.Edge) {
	args := o.values.Copy(yes.Args)
	body := o.values.MakeCap(0, len(b.Body)+len(args))
	body = append(body, b.Body...)
	for i := range args {
		if yes.Args[i] == no.Args[i] {
			continue
		}
		args[i] = ir.Value(len(o.f.Values))
		o.f.Values = append(o.f.Values, ir.Instr{Op: ir.Select, Type: o.in(yes.Args[i]).Type, Place: b.Term.Place,
			Args: [3]ir.Value{b.Term.X, yes.Args[i], no.Args[i]}})
		body = append(body, args[i])
	}
	b.Body = body
	b.Term.Edges[0] = ir.Edge{To: yes.To, Args: args}
	b.Term = ir.Term{Kind: ir.Jump, Edges: b.Term.Edges[:1], Place: b.Term.Place}
}
