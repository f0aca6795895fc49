package absval

import (
	"scf/scfml/core"
)

// Membership of concrete values (table 1): the judge of every law of this package.

// Contains reports whether the concrete value t is a member of v, tags respected: whether there are concrete values for the tags such
// that what stands at each tagged place is its tag's.
func (d *Domain) Contains(v *Value, t core.Value) bool {
	return d.ContainsAll([]*Value{v}, []core.Value{t})
}

// ContainsAll reports whether the concrete values ts are together members of vs, which share their tags.
func (d *Domain) ContainsAll(vs []*Value, ts []core.Value) bool {
	m := &membership{d: d, gamma: map[ID]core.Value{}}
	return len(vs) == len(ts) && m.all(vs, ts, m.consistent)
}

// membership searches for gamma, with backtracking over alternatives: each method calls then with every gamma that fits its part.
type membership struct {
	d     *Domain
	gamma map[ID]core.Value
}

func (m *membership) value(v *Value, t core.Value, then func() bool) bool {
	if v.id == 0 {
		return m.untagged(v, t, then)
	}
	if s, ok := m.gamma[v.id]; ok {
		return core.Equal(s, t) && m.untagged(v, t, then)
	}
	m.gamma[v.id] = t
	ok := m.untagged(v, t, then)
	delete(m.gamma, v.id)
	return ok
}

func (m *membership) untagged(v *Value, t core.Value, then func() bool) bool {
	if v.kids == nil {
		return m.d.has(v.node, t) && then()
	}
	switch v.node.kind {
	case kindAlt:
		for _, k := range v.kids {
			if m.untagged(k, t, then) {
				return true
			}
		}
		return false
	case kindMap:
		vals, ok := m.d.mustPart(v.node, t)
		return ok && m.all(v.kids, vals, then)
	}
	parts, ok := partsOf(v.node, t)
	return ok && m.all(v.kids, parts, then)
}

func (m *membership) all(vs []*Value, ts []core.Value, then func() bool) bool {
	if len(vs) == 0 {
		return then()
	}
	return m.value(vs[0], ts[0], func() bool { return m.all(vs[1:], ts[1:], then) })
}

// consistent reports whether each tag that names a part of another's value has that part.
func (m *membership) consistent() bool {
	for id, t := range m.gamma {
		o := m.d.origin(id)
		of, known := m.gamma[o.of]
		if o.of == 0 || !known {
			continue
		}
		if part, ok := partAt(of, o); ok && !core.Equal(part, t) {
			return false
		}
	}
	return true
}

// partAt is the part of t at the origin o; ok is false if t has none there.
func partAt(t core.Value, o origin) (part core.Value, ok bool) {
	switch t := t.(type) {
	case *core.Tuple:
		if o.con == nil && o.key == nil && o.index < len(t.Elems) {
			return t.Elems[o.index], true
		}
	case *core.ConValue:
		if t.Con == o.con {
			return t.Args[o.index], true
		}
	case *core.MapValue:
		if o.key != nil {
			return t.Get(o.key.value())
		}
	case *core.SetValue:
		if o.key != nil {
			return core.Bool(t.Has(o.key.value())), true
		}
	}
	return nil, false
}

// has reports whether t is a member of n.
func (d *Domain) has(n *Node, t core.Value) bool {
	switch n.kind {
	case kindBottom:
		return false
	case kindTop:
		return true
	case kindConst:
		return core.Equal(n.val, t)
	case kindBase:
		return isScalarValue(t) && baseOf(t) == n.base
	case kindAlt:
		for _, k := range n.kids {
			if d.has(k, t) {
				return true
			}
		}
		return false
	case kindMap:
		vals, ok := d.mustPart(n, t)
		return ok && d.hasAll(n.kids, vals)
	}
	parts, ok := partsOf(n, t)
	return ok && d.hasAll(n.kids, parts)
}

func (d *Domain) hasAll(ns []*Node, ts []core.Value) bool {
	for i, n := range ns {
		if !d.has(n, ts[i]) {
			return false
		}
	}
	return true
}

func isScalarValue(t core.Value) bool {
	switch t.(type) {
	case core.Int, core.Bool, core.Char, core.Str:
		return true
	}
	return false
}

// partsOf are the components of t, if it is a tuple or constructor application with the head of n.
func partsOf(n *Node, t core.Value) (parts []core.Value, ok bool) {
	switch t := t.(type) {
	case *core.Tuple:
		return t.Elems, n.kind == kindTuple && len(t.Elems) == len(n.kids)
	case *core.ConValue:
		return t.Args, n.kind == kindCon && t.Con == n.con
	}
	return nil, false
}

// mustPart are the values that t, a map or set, has for the must keys of n; ok is false if it lacks one, or if it has an entry that n
// does not allow.
func (d *Domain) mustPart(n *Node, t core.Value) (vals []core.Value, ok bool) {
	var entries *core.MapValue
	switch t := t.(type) {
	case *core.MapValue:
		entries, ok = t, !n.isSet
	case *core.SetValue:
		entries, ok = core.EmptyMap, n.isSet
		for k := range t.All() {
			entries = entries.Insert(k, core.Bool(true))
		}
	}
	if !ok {
		return nil, false
	}
	rest := entries
	for _, k := range n.keys {
		v, found := entries.Get(k.value())
		if !found && n.isSet {
			v, found = core.Bool(false), true
		}
		if !found {
			return nil, false
		}
		vals = append(vals, v)
		rest = rest.Remove(k.value())
	}
	for k, v := range rest.All() {
		if !d.mayHave(n, k, v) {
			return nil, false
		}
	}
	return vals, true
}

// mayHave reports whether a may entry of n allows the entry.
func (d *Domain) mayHave(n *Node, k, v core.Value) bool {
	for _, e := range n.may {
		if d.has(e.key, k) && d.has(e.val, v) {
			return true
		}
	}
	return false
}
