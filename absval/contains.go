package absval

import (
	"scf/absval/tree"
	"scf/scfml/core"
)

// Membership of concrete values (table 1): the judge of every law of this package.

// Contains reports whether the concrete value t is a member of v, tags respected: whether there are concrete values for the tags such
// that what stands at each tagged place is its tag's.
func (d *Domain) Contains(v *Value, t core.Value) bool {
	return d.containsAll([]*Value{v}, []core.Value{t})
}

// containsAll reports whether the concrete values ts are together members of vs, which share their tags.
func (d *Domain) containsAll(vs []*Value, ts []core.Value) bool {
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
		return m.d.trees.Has(v.node, t) && then()
	}
	switch v.node.Kind {
	case tree.Alt:
		for _, k := range v.kids {
			if m.untagged(k, t, then) {
				return true
			}
		}
		return false
	case tree.Map:
		vals, ok := m.d.trees.MustPart(v.node, t)
		return ok && m.all(v.kids, vals, then)
	}
	parts, ok := tree.PartsOf(v.node, t)
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
			return t.Get(o.key.Value())
		}
	case *core.SetValue:
		if o.key != nil {
			return core.Bool(t.Has(o.key.Value())), true
		}
	}
	return nil, false
}
