package tree

// Inclusion and disjointness of nodes. Both are decided coinductively: a pair that is met again while it is being decided is
// taken to hold. That is right for both, because values are finite trees: a value that is in a and not in b, or in a and in b,
// shows itself after finitely many steps. Both are conservative: false means unknown.

// relation is a relation between nodes with the memo of what is known about it.
type relation struct {
	t     *Table
	step  func(p *prover, a, b *Node) bool // decides a pair from smaller ones
	known map[pair]bool
}

func newRelation(t *Table, step func(*prover, *Node, *Node) bool) *relation {
	return &relation{t: t, step: step, known: map[pair]bool{}}
}

// holds decides a pair.
func (r *relation) holds(a, b *Node) bool {
	if v, ok := r.known[pair{a.Num, b.Num}]; ok {
		return v
	}
	p := &prover{relation: r, assumed: map[pair]bool{}}
	if !p.holds(a, b) {
		return false
	}
	for _, q := range p.trail {
		r.known[q] = true
	}
	return true
}

// prover is one decision. A refuted pair is refuted for good, since the assumptions only help; a pair that was found to hold may
// rest on an assumption, so it counts only until an assumption made before it is refuted.
type prover struct {
	*relation
	assumed map[pair]bool
	trail   []pair
}

func (p *prover) holds(a, b *Node) bool {
	key := pair{a.Num, b.Num}
	if p.assumed[key] {
		return true
	}
	if v, ok := p.known[key]; ok {
		return v
	}
	p.t.Step()
	mark := len(p.trail)
	p.assumed[key] = true
	p.trail = append(p.trail, key)
	if p.step(p, a, b) {
		return true
	}
	for _, q := range p.trail[mark:] {
		delete(p.assumed, q)
	}
	p.trail = p.trail[:mark]
	p.known[key] = false
	return false
}

// Leq reports whether every value of a is one of b.
func (t *Table) Leq(a, b *Node) bool {
	if a == b || a.Kind == Bottom || b.Kind == Top {
		return true
	}
	if refuted(a, b) {
		return false
	}
	return t.subset.holds(a, b)
}

// refuted reports whether a has values that b has not, as their roots show, their labels or a component: quicker than a memo. Joins ask about each pair
// of the alternatives that come together, and nearly all of these differ so.
func refuted(a, b *Node) bool {
	if rootsDiffer(a, b) {
		return true
	}
	if a.Kind != Con && a.Kind != Tuple || b.Kind != a.Kind {
		return false
	}
	if a.label.labelled && b.label.labelled && a.label != b.label {
		return true
	}
	for i, k := range a.Kids {
		if rootsDiffer(k, b.Kids[i]) {
			return true
		}
	}
	return false
}

func rootsDiffer(a, b *Node) bool {
	switch {
	case a == b || b.Kind == Top || a.Kind == Bottom:
		return false
	case a.Singleton && b.Singleton:
		return true
	case a.Kind == Alt || b.Kind == Alt:
		return false
	case a.Kind == Base && b.Kind == Const:
		return true
	}
	return !Comparable(a, b)
}

func leqStep(p *prover, a, b *Node) bool {
	switch {
	case a == b || a.Kind == Bottom || b.Kind == Top:
		return true
	case a.Kind == Top || b.Kind == Bottom || a.Singleton && b.Singleton:
		return false
	case a.Kind == Alt:
		for _, k := range a.Kids {
			if !p.holds(k, b) {
				return false
			}
		}
		return true
	case b.Kind == Alt:
		for _, k := range b.Kids {
			if Comparable(a, k) && p.holds(a, k) {
				return true
			}
		}
		return false
	case !Comparable(a, b):
		return false
	case a.Kind == Const:
		return true // the base set of its type
	case a.Kind == Base:
		return b.Kind == Base
	case a.Kind == Map:
		return p.mapLeq(a, b)
	}
	for i := range a.Kids {
		if !p.holds(a.Kids[i], b.Kids[i]) {
			return false
		}
	}
	return true
}

// Comparable reports whether two nodes that are no alternatives could have a value in common, by their roots.
func Comparable(a, b *Node) bool {
	if a.Kind == Const || a.Kind == Base {
		return (b.Kind == Const || b.Kind == Base) && a.Base == b.Base &&
			(a.Kind == Base || b.Kind == Base || a == b)
	}
	return a.Kind == b.Kind && a.Con == b.Con && a.IsSet == b.IsSet && (a.Kind == Map || len(a.Kids) == len(b.Kids))
}

// mapLeq is inclusion of maps: what b requires a must require, and what else a may hold b must allow. Keys are closed graphs of
// their own, so the decisions about them stand alone.
func (p *prover) mapLeq(a, b *Node) bool {
	for i, k := range b.Keys {
		v := p.t.mustValue(a, k)
		if v == nil && a.IsSet {
			v = p.t.SetLookup(a, k)
		}
		if v == nil || !p.holds(v, b.Kids[i]) {
			return false
		}
	}
	for i, k := range a.Keys {
		if p.t.mustValue(b, k) == nil && !p.allows(b, k, a.Kids[i]) {
			return false
		}
	}
	for _, e := range a.May {
		for _, k := range p.t.Alternatives(e.Key) {
			if k.Singleton && p.t.mustValue(b, k) != nil {
				continue // a requires it too, so its must entry counts
			}
			if !p.allows(b, k, e.Val) {
				return false
			}
		}
	}
	return true
}

// allows reports whether the may entries of the map b admit the keys k with values of v.
func (p *prover) allows(b, k, v *Node) bool {
	if b.IsSet && v == p.t.Truths[0] {
		return true
	}
	for _, e := range b.May {
		if p.t.Leq(k, e.Key) && (b.IsSet || p.holds(v, e.Val)) {
			return true
		}
	}
	return false
}

// Disjoint reports whether a and b have no value in common.
func (t *Table) Disjoint(a, b *Node) bool {
	if a.Kind == Bottom || b.Kind == Bottom {
		return true
	}
	if a.Singleton && b.Singleton {
		return a != b
	}
	return a != b && t.disjoint.holds(a, b)
}

func disjointStep(p *prover, a, b *Node) bool {
	switch {
	case a.Kind == Bottom || b.Kind == Bottom:
		return true
	case a == b || a.Kind == Top || b.Kind == Top:
		return false
	case a.Singleton && b.Singleton:
		return true
	case a.Kind == Alt:
		for _, k := range a.Kids {
			if !p.holds(k, b) {
				return false
			}
		}
		return true
	case b.Kind == Alt:
		return p.holds(b, a)
	case !Comparable(a, b):
		return true
	case a.Kind == Map:
		return p.mapsDiffer(a, b) || p.mapsDiffer(b, a)
	}
	for i := range a.Kids {
		if p.holds(a.Kids[i], b.Kids[i]) {
			return true
		}
	}
	return false
}

// mapsDiffer reports whether a requires an entry that b excludes.
func (p *prover) mapsDiffer(a, b *Node) bool {
	for i, k := range a.Keys {
		if a.IsSet {
			if p.holds(a.Kids[i], p.t.SetLookup(b, k)) {
				return true
			}
			continue
		}
		if v := p.t.mustValue(b, k); v != nil {
			if p.holds(a.Kids[i], v) {
				return true
			}
		} else if p.mayAllDiffer(b, k, a.Kids[i]) {
			return true
		}
	}
	return false
}

// mayAllDiffer reports whether no may entry of the map b has the key k and a value of v.
func (p *prover) mayAllDiffer(b, k, v *Node) bool {
	for _, e := range b.May {
		if !p.t.Disjoint(e.Key, k) && !p.holds(v, e.Val) {
			return false
		}
	}
	return true
}
