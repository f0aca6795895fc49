package opt

import "scf/backend/ir"

// dead takes out what nobody needs: pure instructions and loads without a use, parameters that only they use. It needs predecessors.
func (o *Optimizer) dead() bool {
	f := o.f
	o.live = filled(o.live, len(f.Values), false)
	o.where = grow(o.where, len(f.Values))
	o.stack = o.stack[:0]
	o.live[0] = true // no value: there is nothing to look at
	for _, p := range f.Blocks[0].Params {
		o.live[p] = true
		o.where[p] = spot{}
	}
	for _, b := range f.Blocks {
		for k, p := range b.Params {
			o.where[p] = spot{b, int32(k)}
		}
		for _, v := range b.Body {
			if in := o.in(v); needed(in) {
				o.use(v)
			}
		}
		o.use(b.Term.X)
	}
	o.mark()
	o.sweep()
	return true
}

// spot is where a parameter stands.
type spot struct {
	block *ir.Block
	index int32
}

// needed reports whether an instruction runs even if nobody uses what it gives.
func needed(in *ir.Instr) bool {
	return !in.Op.Pure() && (in.Op != ir.Load || in.Volatile)
}

func (o *Optimizer) use(v ir.Value) {
	if !o.live[v] {
		o.live[v] = true
		o.stack = append(o.stack, v)
	}
}

func (o *Optimizer) mark() {
	for len(o.stack) > 0 {
		v := o.stack[len(o.stack)-1]
		o.stack = o.stack[:len(o.stack)-1]
		in := o.in(v)
		if in.Op == ir.Param {
			o.markArgs(o.where[v])
			continue
		}
		for _, a := range in.Args {
			o.use(a)
		}
		for _, a := range in.List {
			o.use(a)
		}
	}
}

func (o *Optimizer) markArgs(at spot) {
	if at.block.ID == 0 {
		return
	}
	for _, p := range o.predsOf(at.block.ID) {
		edges := o.f.Blocks[p].Term.Edges
		for i := range edges {
			if edges[i].To == at.block {
				o.use(edges[i].Args[at.index])
			}
		}
	}
}

// sweep keeps what is live.
func (o *Optimizer) sweep() {
	for _, b := range o.f.Blocks {
		b.Body = o.alive(b.Body, b.Body)
		for e := range b.Term.Edges {
			edge := &b.Term.Edges[e]
			edge.Args = o.alive(edge.Args, edge.To.Params)
		}
	}
	for _, b := range o.f.Blocks[1:] {
		b.Params = o.alive(b.Params, b.Params)
	}
}

// alive keeps those of list whose fellow in by is live.
func (o *Optimizer) alive(list, by []ir.Value) []ir.Value {
	n := 0
	for i, v := range by {
		if o.live[v] {
			list[n] = list[i]
			n++
		}
	}
	return list[:n]
}
