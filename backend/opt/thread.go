package opt

import "scf/backend/ir"

// thread leads edges past blocks that only lead on, and joins a block and the only one that follows it.
func (o *Optimizer) thread() {
	for i := len(o.f.Blocks) - 1; i > 0; i-- {
		if s := o.f.Blocks[i]; o.leadsOn(s) {
			o.bypass(s)
		}
	}
	if len(o.f.Blocks) > 1 {
		o.join()
	}
	o.order()
}

// leadsOn reports whether a block does nothing but jump. The block that leads back to the head of a loop stays, so that there is only one.
func (o *Optimizer) leadsOn(s *ir.Block) bool {
	t := &s.Term
	if len(s.Body) > 0 || len(s.Params) > 0 || t.Kind != ir.Jump || t.Edges[0].To == s {
		return false
	}
	return t.Edges[0].To.ID > s.ID || len(o.predsOf(s.ID)) == 1
}

// bypass leads all edges to s to where s leads.
func (o *Optimizer) bypass(s *ir.Block) {
	on := s.Term.Edges[0]
	for _, p := range o.predsOf(s.ID) {
		edges := o.f.Blocks[p].Term.Edges
		for i := range edges {
			if edges[i].To == s {
				edges[i] = ir.Edge{To: on.To, Args: o.values.Copy(on.Args)}
			}
		}
	}
	s.Term = ir.Term{Kind: ir.Unreachable}
	s.Body = nil
}

// join puts blocks that one edge alone leads to behind the block that it comes from, and drops those that nothing leads to.
func (o *Optimizer) join() {
	f := o.f
	ways := filled(o.ints, len(f.Blocks), 0)
	o.ints = ways
	ways[0] = 2
	for _, b := range f.Blocks {
		if b.ID > 0 && ways[b.ID] == 0 {
			continue
		}
		for i := range b.Term.Edges {
			ways[b.Term.Edges[i].To.ID]++
		}
	}
	kept := f.Blocks[:0]
	for _, b := range f.Blocks {
		if ways[b.ID] == 0 {
			continue
		}
		for b.Term.Kind == ir.Jump {
			next := b.Term.Edges[0].To
			if next == b || ways[next.ID] != 1 || len(next.Params) > 0 {
				break
			}
			b.Body = o.joined(b.Body, next.Body)
			b.Term = next.Term
			ways[next.ID] = 0
		}
		kept = append(kept, b)
	}
	f.Blocks = kept
}
