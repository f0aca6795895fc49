package opt

import "scf/backend/ir"

// Limits of unite: how long the blocks are that are compared, and with how many others each is.
const (
	maxUnited = 24
	maxTwins  = 4
)

// unite makes one of blocks that do the same and go on alike: the ends of cases, the arms of a branch that decides nothing then.
func (o *Optimizer) unite() bool {
	changed := false
	o.identity()
	for _, b := range o.f.Blocks {
		if len(o.predsOf(b.ID)) > 1 && o.uniteBefore(b) {
			changed = true
		}
	}
	if changed {
		o.predecessors()
		o.thread()
	}
	return changed
}

// uniteBefore unites blocks that lead only to b, from before. Of two the later one stays: all that lead to either stand before it.
func (o *Optimizer) uniteBefore(b *ir.Block) bool {
	changed := false
	preds := o.predsOf(b.ID)
	for i, p := range preds {
		early := o.f.Blocks[p]
		if !o.unitable(early, b) {
			continue
		}
		for _, q := range preds[i+1 : min(len(preds), i+1+maxTwins)] {
			if late := o.f.Blocks[q]; q > p && o.unitable(late, b) && o.twins(early, late) {
				early.Body = nil
				early.Term.Edges[0] = ir.Edge{To: late}
				changed = true
				break
			}
		}
	}
	return changed
}

func (o *Optimizer) unitable(x, b *ir.Block) bool {
	n := len(x.Body)
	return x.ID > 0 && x.ID < b.ID && x.Term.Kind == ir.Jump && len(x.Params) == 0 && n > 0 && n <= maxUnited
}

// twins reports whether two blocks do the same, pure instructions in any order, and give the same to where they lead.
func (o *Optimizer) twins(x, y *ir.Block) bool {
	if len(x.Body) != len(y.Body) {
		return false
	}
	same := true
	effect := 0 // what of x has an effect and has no fellow yet stands here or behind
	for _, v := range y.Body {
		fellow := ir.Value(0)
		if o.in(v).Op.Pure() {
			fellow = o.fellow(x.Body, v)
		} else {
			for effect < len(x.Body) && o.in(x.Body[effect]).Op.Pure() {
				effect++
			}
			if effect < len(x.Body) && o.alike(x.Body[effect], v) {
				fellow = x.Body[effect]
				effect++
			}
		}
		if same = fellow != 0; !same {
			break
		}
		o.to[v] = fellow
	}
	for k, a := range y.Term.Edges[0].Args {
		same = same && o.to[a] == x.Term.Edges[0].Args[k]
	}
	for _, v := range y.Body {
		o.to[v] = v
	}
	return same
}

// fellow is what of list is as v, or 0.
func (o *Optimizer) fellow(list []ir.Value, v ir.Value) ir.Value {
	for _, x := range list {
		if o.alike(x, v) {
			return x
		}
	}
	return 0
}

// alike reports whether x is as y, whose operands have fellows. What the place of tells, because it may end the call, is not.
func (o *Optimizer) alike(x, y ir.Value) bool {
	a, b := *o.in(x), *o.in(y)
	switch a.Op {
	case ir.TrapIf, ir.Call, ir.CallPtr, ir.Poll:
		return false
	}
	for k, v := range b.Args {
		b.Args[k] = o.to[v]
	}
	return equal(&a, &b) && a.Mem == b.Mem && a.Class == b.Class && a.Volatile == b.Volatile
}
