package absval

// Inclusion and disjointness of nodes. Both are decided coinductively: a pair that is met again while it is being decided is
// taken to hold. That is right for both, because values are finite trees: a value that is in a and not in b, or in a and in b,
// shows itself after finitely many steps. Both are conservative: false means unknown.

// relation is a relation between nodes with the memo of what is known about it.
type relation struct {
	d     *Domain
	step  func(p *prover, a, b *Node) bool // decides a pair from smaller ones
	known map[pair]bool
}

func newRelation(d *Domain, step func(*prover, *Node, *Node) bool) *relation {
	return &relation{d: d, step: step, known: map[pair]bool{}}
}

// holds decides a pair.
func (r *relation) holds(a, b *Node) bool {
	if v, ok := r.known[pair{a.num, b.num}]; ok {
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
	key := pair{a.num, b.num}
	if p.assumed[key] {
		return true
	}
	if v, ok := p.known[key]; ok {
		return v
	}
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

// leq reports whether every value of a is one of b.
func (d *Domain) leq(a, b *Node) bool {
	if a == b || a.kind == kindBottom || b.kind == kindTop {
		return true
	}
	if a.singleton && b.singleton {
		return false
	}
	return d.subset.holds(a, b)
}

func leqStep(p *prover, a, b *Node) bool {
	switch {
	case a == b || a.kind == kindBottom || b.kind == kindTop:
		return true
	case a.kind == kindTop || b.kind == kindBottom || a.singleton && b.singleton:
		return false
	case a.kind == kindAlt:
		for _, k := range a.kids {
			if !p.holds(k, b) {
				return false
			}
		}
		return true
	case b.kind == kindAlt:
		for _, k := range b.kids {
			if comparable(a, k) && p.holds(a, k) {
				return true
			}
		}
		return false
	case !comparable(a, b):
		return false
	case a.kind == kindConst:
		return true // the base set of its type
	case a.kind == kindBase:
		return b.kind == kindBase
	case a.kind == kindMap:
		return p.mapLeq(a, b)
	}
	for i := range a.kids {
		if !p.holds(a.kids[i], b.kids[i]) {
			return false
		}
	}
	return true
}

// comparable reports whether two nodes that are no alternatives could have a value in common, by their roots.
func comparable(a, b *Node) bool {
	if a.kind == kindConst || a.kind == kindBase {
		return (b.kind == kindConst || b.kind == kindBase) && a.base == b.base &&
			(a.kind == kindBase || b.kind == kindBase || a == b)
	}
	return a.kind == b.kind && a.con == b.con && a.isSet == b.isSet && (a.kind == kindMap || len(a.kids) == len(b.kids))
}

// mapLeq is inclusion of maps: what b requires a must require, and what else a may hold b must allow. Keys are closed graphs of
// their own, so the decisions about them stand alone.
func (p *prover) mapLeq(a, b *Node) bool {
	for i, k := range b.keys {
		v := p.d.mustValue(a, k)
		if v == nil && a.isSet {
			v = p.d.setLookup(a, k)
		}
		if v == nil || !p.holds(v, b.kids[i]) {
			return false
		}
	}
	for i, k := range a.keys {
		if p.d.mustValue(b, k) == nil && !p.allows(b, k, a.kids[i]) {
			return false
		}
	}
	for _, e := range a.may {
		for _, k := range p.d.alternatives(e.key) {
			if k.singleton && p.d.mustValue(b, k) != nil {
				continue // a requires it too, so its must entry counts
			}
			if !p.allows(b, k, e.val) {
				return false
			}
		}
	}
	return true
}

// allows reports whether the may entries of the map b admit the keys k with values of v.
func (p *prover) allows(b, k, v *Node) bool {
	if b.isSet && v == p.d.truths[0] {
		return true
	}
	for _, e := range b.may {
		if p.d.leq(k, e.key) && (b.isSet || p.holds(v, e.val)) {
			return true
		}
	}
	return false
}

// disjoint reports whether a and b have no value in common.
func (d *Domain) disjoint(a, b *Node) bool {
	if a.kind == kindBottom || b.kind == kindBottom {
		return true
	}
	if a.singleton && b.singleton {
		return a != b
	}
	return a != b && d.apart.holds(a, b)
}

func disjointStep(p *prover, a, b *Node) bool {
	switch {
	case a.kind == kindBottom || b.kind == kindBottom:
		return true
	case a == b || a.kind == kindTop || b.kind == kindTop:
		return false
	case a.singleton && b.singleton:
		return true
	case a.kind == kindAlt:
		for _, k := range a.kids {
			if !p.holds(k, b) {
				return false
			}
		}
		return true
	case b.kind == kindAlt:
		return p.holds(b, a)
	case !comparable(a, b):
		return true
	case a.kind == kindMap:
		return p.mapsDiffer(a, b) || p.mapsDiffer(b, a)
	}
	for i := range a.kids {
		if p.holds(a.kids[i], b.kids[i]) {
			return true
		}
	}
	return false
}

// mapsDiffer reports whether a requires an entry that b excludes.
func (p *prover) mapsDiffer(a, b *Node) bool {
	for i, k := range a.keys {
		if a.isSet {
			if p.holds(a.kids[i], p.d.setLookup(b, k)) {
				return true
			}
			continue
		}
		if v := p.d.mustValue(b, k); v != nil {
			if p.holds(a.kids[i], v) {
				return true
			}
		} else if p.mayAllDiffer(b, k, a.kids[i]) {
			return true
		}
	}
	return false
}

// mayAllDiffer reports whether no may entry of the map b has the key k and a value of v.
func (p *prover) mayAllDiffer(b, k, v *Node) bool {
	for _, e := range b.may {
		if !p.d.disjoint(e.key, k) && !p.holds(v, e.val) {
			return false
		}
	}
	return true
}
