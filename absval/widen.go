package absval

import "slices"

// Widening, where the dissertation has figure 6.30, which cannot produce recursive values: the widening of type graphs (Van Hentenryck,
// Cortesi, Le Charlier), with alternatives told apart by Key.
//
// Only what has grown from the old value to the new one is widened:
//
//   - [WIDEN-SCALAR] a set of integers or of strings that grew becomes the base set;
//   - [WIDEN-MERGE] alternatives of a key that the old set had too, and that grew, are merged argumentwise, and the arguments widened;
//   - [WIDEN-FOLD] a set that grew, nested in another set below an alternative of a key that both have, is folded into the topmost such
//     set: X = b | C[b] and then b | C[b | C[b]] give fix X. b | C[X];
//   - [WIDEN-MAP] must keys stay; may keys widen as values do, and are joined when there are too many.
//
// Why widening ends: consider the paths, as sequences of keys, from the root of a value to the places where it grew. By [WIDEN-FOLD] no
// key is twice on such a path after a widening, and by [NF-OR-MANY] the keys of a set are finitely many; so there are finitely
// many paths at which growth can still take place. At each, the base types and the keys of the set only increase, and after that
// nothing is left that grows: the arguments lie on longer paths. Alternatives that are wholly new are left as they are,
// however deep: that happens once for each key of a place.

// widenSteps bounds the work of one widening; beyond it the result is Top where the work was.
const widenSteps = 20000

// Widen is a value that has all members of old and new, such that a sequence v, Widen(v, w1), Widen(that, w2), ... stops changing. At
// level 0 it is Join, which need not stop. Level 1 is the widening above. At level 2 what grew becomes Top, or the base set of its
// type; only a set that gained a nullary constructor is left.
func (d *Domain) Widen(old, new *Value, level int) *Value {
	return d.WidenAll([]*Value{old}, []*Value{new}, level)[0]
}

// WidenAll widens values one by one, keeping what is equal among them.
func (d *Domain) WidenAll(olds, news []*Value, level int) []*Value {
	out := d.JoinFormals(olds, news)
	for i, v := range out {
		if level > 0 && olds[i].node != d.bottom && v.node != olds[i].node {
			out[i] = d.widened(olds[i], v, level)
		}
	}
	return d.coarseAll(out)
}

func (d *Domain) widened(old, v *Value, level int) *Value {
	if d.opts.Without.CarefulWidening {
		return d.Top()
	}
	return d.widening(level >= 2).value(old, v)
}

func (d *Domain) widening(maximal bool) *widening {
	return &widening{d: d, g: d.graph(), shapes: shapes{}, maximal: maximal}
}

type widening struct {
	d       *Domain
	g       *graph
	shapes  shapes
	maximal bool
	steps   int
}

// value widens v, which includes old, place by place as long as both have the same head, so that tags of places that did not grow
// survive.
func (w *widening) value(old, v *Value) *Value {
	switch {
	case v.node == old.node || old.node == w.d.bottom:
		return v
	case !identicalShape(old.node, v.node):
		return w.whole(old, v)
	}
	kids := make([]*Value, len(v.node.kids))
	for i := range kids {
		at := i
		if v.node.kind == kindMap {
			if at = mustIndex(old.node, v.node.keys[i]); at < 0 {
				return w.whole(old, v)
			}
		}
		kids[i] = w.value(old.kid(at), v.kid(i))
	}
	if v.node.kind != kindMap {
		return w.d.rebuild(v.node, v.id, kids)
	}
	m := mapView{isSet: v.node.isSet, may: w.may(old.node, v.node, w.closed)}
	for i, k := range v.node.keys {
		m.must = append(m.must, mustEntry{k, kids[i]})
	}
	return w.d.mapValue(v.id, m)
}

// identicalShape reports whether a and b are tuples, maps or applications of one constructor with as many parts.
func identicalShape(a, b *Node) bool {
	return a.kind == b.kind && (a.kind == kindTuple || a.kind == kindCon || a.kind == kindMap) && comparable(a, b)
}

// whole widens a value without regard to tags inside.
func (w *widening) whole(old, v *Value) *Value {
	n := w.closed(old.node, v.node)
	if n == v.node {
		return v
	}
	return w.d.value(n, v.id, nil)
}

// closed widens a node on its own.
func (w *widening) closed(old, now *Node) *Node { return w.g.intern(w.node(old, now, nil)) }

// node widens now, which includes old, below the sets of path; the result may be raw.
func (w *widening) node(old, now *Node, path []*frame) *Node {
	w.steps++
	switch {
	case w.d.leq(now, old):
		return w.kept(old, path)
	case w.steps > widenSteps:
		return w.d.top
	case old == w.d.bottom || now == w.d.top:
		return w.kept(now, path)
	case w.maximal:
		return w.most(old, now)
	}
	if f := w.enclosing(now, path); f != nil {
		f.folded = append(f.folded, now)
		return f.raw
	}
	return w.set(old, now, path)
}

// kept is the set n, which did not grow: itself, unless it is part of a set that is recursive now.
func (w *widening) kept(n *Node, path []*frame) *Node {
	r := &refolding{w: w, path: path, done: map[*Node]*Node{}}
	if anyRecursive(path) && r.touches(n) {
		return r.node(n)
	}
	return n
}

// keptAll are alternatives that did not grow.
func (w *widening) keptAll(alts []*Node, path []*frame) []*Node {
	out := slices.Clone(alts)
	if !anyRecursive(path) {
		return out
	}
	r := &refolding{w: w, path: path, done: map[*Node]*Node{}}
	for i, n := range out {
		if slices.ContainsFunc(parts(n), r.touches) {
			out[i] = r.rebuilt(n)
		}
	}
	return out
}

func anyRecursive(path []*frame) bool {
	return slices.ContainsFunc(path, func(f *frame) bool { return f.recursive })
}

// refolding folds what is nested in a set into the sets of path.

type refolding struct {
	w    *widening
	path []*frame
	done map[*Node]*Node
}

// touches reports whether n leads to a set that is to be folded.
func (r *refolding) touches(n *Node) bool {
	seen := map[*Node]bool{}
	work := []*Node{n}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if n.singleton && n.kind != kindCon || seen[n] {
			continue
		}
		seen[n] = true
		if r.w.enclosing(n, r.path) != nil {
			return true
		}
		n.successors(func(k *Node) { work = append(work, k) })
	}
	return false
}

func (r *refolding) node(n *Node) *Node {
	if m := r.done[n]; m != nil {
		return m
	}
	if f := r.w.enclosing(n, r.path); f != nil {
		f.folded = append(f.folded, n)
		return f.raw
	}
	if n.kind != kindAlt {
		return r.rebuilt(n)
	}
	h := r.w.g.hole()
	r.done[n] = h
	for _, k := range n.kids {
		h.kids = append(h.kids, r.rebuilt(k))
	}
	return h
}

// rebuilt is n, no alternatives, with what it consists of folded.
func (r *refolding) rebuilt(n *Node) *Node {
	switch n.kind {
	case kindTuple, kindCon:
		kids := make([]*Node, len(n.kids))
		for i, k := range n.kids {
			kids[i] = r.node(k)
		}
		return r.w.g.like(n, kids, nil)
	case kindMap:
		var must, may []entry
		for i, k := range n.keys {
			must = append(must, entry{k, r.node(n.kids[i])})
		}
		for _, e := range n.may {
			may = append(may, entry{e.key, r.node(e.val)})
		}
		return r.w.g.mapping(n.isSet, must, may)
	}
	return n
}

// frame is a set being widened, as those nested in it see it.
type frame struct {
	raw    *Node
	now    *Node
	head   head    // of the alternative that leads to them
	folded []*Node // sets nested in it that belong to it
	// recursive: sets have been folded into it. Then those that its other alternatives lead to must be as well, also where they did not
	// grow: they may be what the whole was before, and would be left behind as one more layer each time.
	recursive bool
}

// head is what alternatives are told apart by in a widening.
type head struct {
	kind  kind
	key   Key
	parts int
	isSet bool
}

func headOf(n *Node) head {
	h := head{kind: n.kind, isSet: n.isSet}
	switch n.kind {
	case kindCon:
		h.key = n.key()
	case kindTuple:
		h.parts = len(n.kids)
	}
	return h
}

// enclosing is the topmost set of path that now is folded into; nil if there is none.
func (w *widening) enclosing(now *Node, path []*frame) *frame {
	for _, f := range path {
		if f.now == now {
			return f
		}
		if slices.ContainsFunc(w.d.alternatives(now), func(n *Node) bool { return headOf(n) == f.head }) &&
			w.shapes.of(now).compatible(w.shapes.of(f.now)) {
			return f
		}
	}
	return nil
}

// set widens a set, again and again as long as nested sets are folded into it.
func (w *widening) set(old, now *Node, path []*frame) *Node {
	f := &frame{raw: w.g.hole(), now: now}
	inner := append(slices.Clone(path), f)
	for {
		recursive := f.recursive
		f.folded = nil
		kids := w.alternatives(old, f, inner)
		all := w.d.joinAll(append([]*Node{f.now}, f.folded...))
		f.recursive = recursive || len(f.folded) > 0
		if all == f.now && f.recursive == recursive {
			f.raw.kids = kids
			return f.raw
		}
		f.now = all
	}
}

// alternatives widens the alternatives of f.now, by head.
func (w *widening) alternatives(old *Node, f *frame, path []*frame) []*Node {
	olds, nows := byHead(w.d.alternatives(old)), byHead(w.d.alternatives(f.now))
	var scalarsOld, scalarsNow, out []*Node
	for _, g := range olds {
		if g[0].isScalar() {
			scalarsOld = append(scalarsOld, g...)
		}
	}
	for _, g := range nows {
		f.head = headOf(g[0])
		i := slices.IndexFunc(olds, func(o []*Node) bool { return headOf(o[0]) == f.head })
		switch {
		case g[0].isScalar():
			scalarsNow = append(scalarsNow, g...)
		case i >= 0 && !w.d.leq(w.d.joinAll(g), w.d.joinAll(olds[i])):
			out = append(out, w.merged(olds[i], g, path))
		default:
			out = append(out, w.keptAll(g, path)...)
		}
	}
	return append(out, w.d.widenScalars(scalarsOld, scalarsNow)...)
}

// byHead groups alternatives, which are in order, by head.
func byHead(ns []*Node) [][]*Node {
	var out [][]*Node
	for _, n := range ns {
		i := slices.IndexFunc(out, func(g []*Node) bool { return headOf(g[0]) == headOf(n) })
		if i < 0 {
			out = append(out, []*Node{n})
		} else {
			out[i] = append(out[i], n)
		}
	}
	return out
}

// merged merges alternatives of one head and widens what they consist of.
func (w *widening) merged(olds, nows []*Node, path []*frame) *Node {
	n := nows[0]
	inner := func(old, now *Node) *Node { return w.node(old, now, path) }
	if n.kind == kindMap {
		return w.mapping(olds[0], n, inner)
	}
	kids := make([]*Node, len(n.kids))
	for i := range kids {
		kids[i] = inner(w.d.joinAll(nth(olds, i)), w.d.joinAll(nth(nows, i)))
	}
	return w.g.like(n, kids, nil)
}

func nth(ns []*Node, i int) []*Node {
	out := make([]*Node, len(ns))
	for j, n := range ns {
		out[j] = n.kids[i]
	}
	return out
}

// mapping widens a map.
func (w *widening) mapping(old, now *Node, inner func(old, now *Node) *Node) *Node {
	var must []entry
	for i, k := range now.keys {
		was := w.d.mustValue(old, k)
		if was == nil {
			was = w.d.bottom
		}
		must = append(must, entry{k, inner(was, now.kids[i])})
	}
	return w.g.mapping(now.isSet, must, w.may(old, now, inner))
}

// may widens the may entries of now: one whose keys overlap with keys that old had, against those; all as one where there are
// too many.
func (w *widening) may(old, now *Node, inner func(old, now *Node) *Node) []entry {
	if sameEntries(old.may, now.may) {
		return now.may
	}
	if len(now.keys)+len(now.may) > w.d.opts.MaxMapKeys {
		return []entry{w.entry(old.may, collapse(w.d, now.may), inner)}
	}
	var out []entry
	for _, e := range now.may {
		var was []entry
		for _, o := range old.may {
			if !w.d.disjoint(o.key, e.key) {
				was = append(was, o)
			}
		}
		out = append(out, w.entry(was, e, inner))
	}
	return out
}

// collapse joins may entries into one.
func collapse(d *Domain, es []entry) entry {
	all := entry{d.bottom, d.bottom}
	for _, e := range es {
		all = entry{d.join(all.key, e.key), d.join(all.val, e.val)}
	}
	return all
}

// entry widens a may entry against those that it has taken in; a new one is left as it is.
func (w *widening) entry(was []entry, e entry, inner func(old, now *Node) *Node) entry {
	if len(was) == 0 {
		return e
	}
	old := collapse(w.d, was)
	key := w.d.widening(w.maximal).closed(old.key, w.d.join(old.key, e.key))
	return entry{key, inner(old.val, w.d.join(old.val, e.val))}
}

// most is the maximal widening of a set that grew.
func (w *widening) most(old, now *Node) *Node {
	out := []*Node{old}
	for _, n := range w.d.alternatives(now) {
		switch {
		case w.d.leq(n, old):
		case n.isScalar():
			out = append(out, w.d.bases[n.base])
		case n.kind == kindCon && len(n.kids) == 0:
			out = append(out, n)
		default:
			return w.d.top
		}
	}
	return w.d.joinAll(out)
}
