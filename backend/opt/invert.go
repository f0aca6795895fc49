package opt

import "scf/backend/ir"

// Limits of invert: a test is put in front of a loop and at its end only if it is short, and so only for the first loops of a function.
const (
	maxTest     = 4
	maxInverted = 16
)

// invert makes loops that test at their heads test at their ends: while (test) body becomes if (test) do body while (test). So there is one branch in a round
// instead of two, and what stands in front of the loop runs only if the loop does.
//
// The head's instructions are copied to the end of the block in front of the loop and of the one that leads back. What the head computed comes to the body, and to what stands behind the loop, as
// parameters.
func (o *Optimizer) invert() bool {
	o.preheaders()
	changed := false
	for l, n := 0, 0; l < len(o.loops) && n < maxInverted; l++ {
		if t, ok := o.topTest(int32(l)); ok {
			o.locateValues()
			if o.turn(&t) {
				changed = true
				n++
			}
		}
	}
	if changed {
		o.join()
		o.order()
	}
	return changed
}

// topTest is a loop whose head tests.
type topTest struct {
	head, front, latch *ir.Block
	body, behind       *ir.Block
	inside             int // the head's edge to the body
}

func (o *Optimizer) topTest(l int32) (t topTest, ok bool) {
	lp := &o.loops[l]
	if lp.latch < 0 || o.entry(int(lp.head)) < 0 {
		return t, false
	}
	t.head, t.latch, t.front = o.f.Blocks[lp.head], o.f.Blocks[lp.latch], o.f.Blocks[o.entry(int(lp.head))]
	term := &t.head.Term
	if t.head == t.latch || term.Kind != ir.Branch || t.latch.Term.Kind != ir.Jump || len(t.head.Body) > maxTest {
		return t, false
	}
	if !o.inLoop(int32(term.Edges[0].To.ID), l) {
		t.inside = 1
	}
	t.body, t.behind = term.Edges[t.inside].To, term.Edges[1-t.inside].To
	if o.inLoop(int32(t.behind.ID), l) || len(o.predsOf(t.body.ID)) != 1 || len(o.predsOf(t.behind.ID)) != 1 {
		return t, false
	}
	for _, v := range t.head.Body {
		if in := o.in(v); !in.Op.Pure() && (in.Op != ir.Load || in.Volatile) {
			return t, false
		}
	}
	return t, true
}

// turn turns a loop, unless a value of its head is used where it would be neither the body's nor that of what stands behind.
func (o *Optimizer) turn(t *topTest) bool {
	values := append(o.stack[:0], t.head.Params...)
	values = append(values, t.head.Body...)
	o.stack = values
	o.live = filled(o.live, len(o.f.Values), false) // of the head, and used elsewhere
	if !o.usesInside(t) {
		return false
	}
	inside, behind := o.renamed(values), o.renamed(values)
	o.rename(t.body, values, inside)
	o.rename(t.behind, values, behind)
	o.copyTest(t.front, t, values)
	o.copyTest(t.latch, t, values)
	t.body.Params = o.addParams(t.body.Params, inside)
	t.behind.Params = o.addParams(t.behind.Params, behind)
	t.head.Term = ir.Term{Kind: ir.Unreachable}
	return true
}

// usesInside marks the values of the head that are used elsewhere, and reports whether all uses are in the body or behind.
func (o *Optimizer) usesInside(t *topTest) bool {
	head, ok := int32(t.head.ID), true
	for _, b := range o.f.Blocks[t.head.ID+1:] {
		i := int32(b.ID)
		known := o.dominates(int32(t.body.ID), i) || o.dominates(int32(t.behind.ID), i)
		use := func(v ir.Value) {
			if v != 0 && o.home[v] == head {
				o.live[v] = true
				ok = ok && known
			}
		}
		for _, v := range b.Body {
			in := o.in(v)
			for _, a := range in.Args {
				use(a)
			}
			for _, a := range in.List {
				use(a)
			}
		}
		use(b.Term.X)
		for e := range b.Term.Edges {
			for _, a := range b.Term.Edges[e].Args {
				use(a)
			}
		}
	}
	return ok
}

// renamed are parameters for those of values that are used outside the head; 0 for the others.
func (o *Optimizer) renamed(values []ir.Value) []ir.Value {
	out := o.values.Make(len(values))
	for k, v := range values {
		if o.live[v] {
			out[k] = ir.Value(len(o.f.Values))
			o.f.Values = append(o.f.Values, ir.Instr{Op: ir.Param, Type: o.in(v).Type})
		}
	}
	return out
}

// rename puts names in place of values wherever the block first dominates.
func (o *Optimizer) rename(first *ir.Block, values, names []ir.Value) {
	o.identity()
	for k, v := range values {
		if names[k] != 0 {
			o.to[v] = names[k]
		}
	}
	for _, b := range o.f.Blocks[first.ID:] {
		if !o.dominates(int32(first.ID), int32(b.ID)) {
			continue
		}
		for _, v := range b.Body {
			o.resolve(v)
		}
		o.resolveTerm(&b.Term)
	}
}

func (o *Optimizer) addParams(params, names []ir.Value) []ir.Value {
	for _, p := range names {
		if p != 0 {
			params = o.values.Append(params, p)
		}
	}
	return params
}

// copyTest puts the head in place of the jump to it at the end of b.
func (o *Optimizer) copyTest(b *ir.Block, t *topTest, values []ir.Value) {
	o.identity()
	for k, p := range t.head.Params {
		o.to[p] = b.Term.Edges[0].Args[k]
	}
	body := append(o.values.MakeCap(0, len(b.Body)+len(t.head.Body)), b.Body...)
	for _, v := range t.head.Body {
		copied := o.fresh(*o.in(v))
		o.resolve(copied)
		o.to[v] = copied
		body = append(body, copied)
	}
	b.Body = body
	edges := o.edges.Make(2)
	for e := range edges {
		from := &t.head.Term.Edges[e]
		edges[e] = ir.Edge{To: from.To, Args: o.values.Copy(from.Args)}
		for _, v := range values {
			if o.live[v] {
				edges[e].Args = o.values.Append(edges[e].Args, v)
			}
		}
	}
	b.Term = ir.Term{Kind: ir.Branch, X: t.head.Term.X, Edges: edges, Place: t.head.Term.Place}
	o.resolveTerm(&b.Term)
}
