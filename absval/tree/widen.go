package tree

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

func (t *Table) Widening(maximal bool) *Widening {
	return &Widening{t: t, g: t.Graph(), shapes: shapes{}, maximal: maximal}
}

type Widening struct {
	t       *Table
	g       *Graph
	shapes  shapes
	maximal bool
	steps   int
}

// Closed widens a node on its own.
func (w *Widening) Closed(old, now *Node) *Node { return w.g.Intern(w.node(old, now, nil)) }

// node widens now, which includes old, below the sets of path; the result may be raw.
func (w *Widening) node(old, now *Node, path []*frame) *Node {
	w.steps++
	switch {
	case w.t.Leq(now, old):
		return w.kept(old, path)
	case w.steps > w.t.opts.MaxWidening:
		return w.t.Top
	case old == w.t.Bottom || now == w.t.Top:
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
func (w *Widening) kept(n *Node, path []*frame) *Node {
	r := &refolding{w: w, path: path, done: map[*Node]*Node{}}
	if anyRecursive(path) && r.touches(n) {
		return r.node(n)
	}
	return n
}

// keptAll are alternatives that did not grow.
func (w *Widening) keptAll(alts []*Node, path []*frame) []*Node {
	out := slices.Clone(alts)
	if !anyRecursive(path) {
		return out
	}
	r := &refolding{w: w, path: path, done: map[*Node]*Node{}}
	for i, n := range out {
		if slices.ContainsFunc(Parts(n), r.touches) {
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
	w    *Widening
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
		if n.Singleton && n.Kind != Con || seen[n] {
			continue
		}
		seen[n] = true
		if r.w.enclosing(n, r.path) != nil {
			return true
		}
		n.Successors(func(k *Node) { work = append(work, k) })
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
	if n.Kind != Alt {
		return r.rebuilt(n)
	}
	h := r.w.g.Hole()
	r.done[n] = h
	for _, k := range n.Kids {
		h.Kids = append(h.Kids, r.rebuilt(k))
	}
	return h
}

// rebuilt is n, no alternatives, with what it consists of folded.
func (r *refolding) rebuilt(n *Node) *Node {
	switch n.Kind {
	case Tuple, Con:
		kids := make([]*Node, len(n.Kids))
		for i, k := range n.Kids {
			kids[i] = r.node(k)
		}
		return r.w.g.Like(n, kids, nil)
	case Map:
		var must, may []Entry
		for i, k := range n.Keys {
			must = append(must, Entry{k, r.node(n.Kids[i])})
		}
		for _, e := range n.May {
			may = append(may, Entry{e.Key, r.node(e.Val)})
		}
		return r.w.g.Mapping(n.IsSet, must, may)
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
	kind  Kind
	key   Key
	parts int
	isSet bool
}

func headOf(n *Node) head {
	h := head{kind: n.Kind, isSet: n.IsSet}
	switch n.Kind {
	case Con:
		h.key = n.Key()
	case Tuple:
		h.parts = len(n.Kids)
	}
	return h
}

// enclosing is the topmost set of path that now is folded into; nil if there is none.
func (w *Widening) enclosing(now *Node, path []*frame) *frame {
	for _, f := range path {
		if f.now == now {
			return f
		}
		if slices.ContainsFunc(w.t.Alternatives(now), func(n *Node) bool { return headOf(n) == f.head }) &&
			w.shapes.of(now).compatible(w.shapes.of(f.now)) {
			return f
		}
	}
	return nil
}

// set widens a set, again and again as long as nested sets are folded into it.
func (w *Widening) set(old, now *Node, path []*frame) *Node {
	f := &frame{raw: w.g.Hole(), now: now}
	inner := append(slices.Clone(path), f)
	for {
		recursive := f.recursive
		f.folded = nil
		kids := w.alternatives(old, f, inner)
		all := w.t.JoinAll(append([]*Node{f.now}, f.folded...))
		f.recursive = recursive || len(f.folded) > 0
		if all == f.now && f.recursive == recursive {
			f.raw.Kids = kids
			return f.raw
		}
		f.now = all
	}
}

// alternatives widens the alternatives of f.now, by head.
func (w *Widening) alternatives(old *Node, f *frame, path []*frame) []*Node {
	olds, nows := byHead(w.t.Alternatives(old)), byHead(w.t.Alternatives(f.now))
	var scalarsOld, scalarsNow, out []*Node
	for _, g := range olds {
		if g[0].IsScalar() {
			scalarsOld = append(scalarsOld, g...)
		}
	}
	for _, g := range nows {
		f.head = headOf(g[0])
		i := slices.IndexFunc(olds, func(o []*Node) bool { return headOf(o[0]) == f.head })
		switch {
		case g[0].IsScalar():
			scalarsNow = append(scalarsNow, g...)
		case i >= 0 && !w.t.Leq(w.t.JoinAll(g), w.t.JoinAll(olds[i])):
			out = append(out, w.merged(olds[i], g, path))
		default:
			out = append(out, w.keptAll(g, path)...)
		}
	}
	return append(out, w.t.widenScalars(scalarsOld, scalarsNow)...)
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
func (w *Widening) merged(olds, nows []*Node, path []*frame) *Node {
	n := nows[0]
	inner := func(old, now *Node) *Node { return w.node(old, now, path) }
	if n.Kind == Map {
		return w.mapping(olds[0], n, inner)
	}
	kids := make([]*Node, len(n.Kids))
	for i := range kids {
		kids[i] = inner(w.t.JoinAll(nth(olds, i)), w.t.JoinAll(nth(nows, i)))
	}
	return w.g.Like(n, kids, nil)
}

func nth(ns []*Node, i int) []*Node {
	out := make([]*Node, len(ns))
	for j, n := range ns {
		out[j] = n.Kids[i]
	}
	return out
}

// mapping widens a map.
func (w *Widening) mapping(old, now *Node, inner func(old, now *Node) *Node) *Node {
	var must []Entry
	for i, k := range now.Keys {
		was := w.t.mustValue(old, k)
		if was == nil {
			was = w.t.Bottom
		}
		must = append(must, Entry{k, inner(was, now.Kids[i])})
	}
	return w.g.Mapping(now.IsSet, must, w.May(old, now, inner))
}

// May widens the may entries of now: one whose keys overlap with keys that old had, against those; all as one where there are
// too many.
func (w *Widening) May(old, now *Node, inner func(old, now *Node) *Node) []Entry {
	if sameEntries(old.May, now.May) {
		return now.May
	}
	if len(now.Keys)+len(now.May) > w.t.opts.MaxMapKeys {
		return []Entry{w.entry(old.May, collapse(w.t, now.May), inner)}
	}
	var out []Entry
	for _, e := range now.May {
		var was []Entry
		for _, o := range old.May {
			if !w.t.Disjoint(o.Key, e.Key) {
				was = append(was, o)
			}
		}
		out = append(out, w.entry(was, e, inner))
	}
	return out
}

// collapse joins may entries into one.
func collapse(t *Table, es []Entry) Entry {
	all := Entry{t.Bottom, t.Bottom}
	for _, e := range es {
		all = Entry{t.Join(all.Key, e.Key), t.Join(all.Val, e.Val)}
	}
	return all
}

// entry widens a may entry against those that it has taken in; a new one is left as it is.
func (w *Widening) entry(was []Entry, e Entry, inner func(old, now *Node) *Node) Entry {
	if len(was) == 0 {
		return e
	}
	old := collapse(w.t, was)
	key := w.t.Widening(w.maximal).Closed(old.Key, w.t.Join(old.Key, e.Key))
	return Entry{key, inner(old.Val, w.t.Join(old.Val, e.Val))}
}

// most is the maximal widening of a set that grew.
func (w *Widening) most(old, now *Node) *Node {
	out := []*Node{old}
	for _, n := range w.t.Alternatives(now) {
		switch {
		case w.t.Leq(n, old):
		case n.IsScalar():
			out = append(out, w.t.Bases[n.Base])
		case n.Kind == Con && len(n.Kids) == 0:
			out = append(out, n)
		default:
			return w.t.Top
		}
	}
	return w.t.JoinAll(out)
}

// IdenticalShape reports whether a and b are tuples, maps or applications of one constructor with as many parts.
func IdenticalShape(a, b *Node) bool {
	return a.Kind == b.Kind && (a.Kind == Tuple || a.Kind == Con || a.Kind == Map) && Comparable(a, b)
}
