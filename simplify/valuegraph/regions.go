package valuegraph

// This file defines the regions of a graph in which values are placed: a tree of its blocks, the dominator tree of the function.

// region is a block as scheduling sees it.
type region struct {
	block        *block
	match        *match // of which the block is an arm
	parent, jump *region
	depth        int
	loop         *region  // the innermost iterator's body that contains the block, or nil
	placed       []*value // the last one first
}

// rootRegion is the region of a function's body.
func rootRegion(b *block) *region {
	r := &region{block: b}
	r.parent, r.jump = r, r
	return r
}

// inside is the region of b, an arm of m or the body of an iterator, inside p. Jumps skip over ever more ancestors, so that common
// takes logarithmic time (E. Myers, An applicative random-access stack, 1983).
func (p *region) inside(b *block, m *match) *region {
	r := &region{block: b, match: m, parent: p, jump: p, depth: p.depth + 1, loop: p.loop}
	if p.depth-p.jump.depth == p.jump.depth-p.jump.jump.depth {
		r.jump = p.jump.jump
	}
	return r
}

// common is the innermost region that contains a and b.
func common(a, b *region) *region {
	a, b = a.ancestor(b.depth), b.ancestor(a.depth)
	for a != b {
		if a.jump != b.jump {
			a, b = a.jump, b.jump
		} else {
			a, b = a.parent, b.parent
		}
	}
	return a
}

// ancestor is the region around r at depth d, or r if that is not deeper.
func (r *region) ancestor(d int) *region {
	for r.depth > d {
		if r.jump.depth >= d {
			r = r.jump
		} else {
			r = r.parent
		}
	}
	return r
}

// outOfLoops is the innermost region around r that no iterator's body separates from home.
func (r *region) outOfLoops(home *region) *region {
	for r.loop != home.loop {
		r = r.loop.parent
	}
	return r
}
