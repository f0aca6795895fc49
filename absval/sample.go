package absval

import (
	"math/rand/v2"

	"scf/absval/tree"
	"scf/scfml/core"
)

// Random members of abstract values, for tests.

// Sample is a random member of v, tags respected, which is of type t: the type tells what Top may be. size is about how deep recursive
// values go. ok is false where none was found: v is Bottom, or its tags ask for what its structure does not have.
func (d *Domain) Sample(v *Value, t core.Type, rng *rand.Rand, size int) (member core.Value, ok bool) {
	members, ok := d.sampleAll([]*Value{v}, []core.Type{t}, rng, size)
	if !ok {
		return nil, false
	}
	return members[0], true
}

// sampleAll samples values that share their tags.
func (d *Domain) sampleAll(vs []*Value, ts []core.Type, rng *rand.Rand, size int) (members []core.Value, ok bool) {
	const tries = 20
	for range tries {
		s := &sampler{d: d, rng: rng, gamma: map[ID]core.Value{}, heights: map[*tree.Node]int{}}
		members = nil
		for i, v := range vs {
			members = append(members, s.value(v, ts[i], size))
		}
		if !s.failed && d.containsAll(vs, members) {
			return members, true
		}
	}
	return nil, false
}

type sampler struct {
	d       *Domain
	rng     *rand.Rand
	gamma   map[ID]core.Value
	heights map[*tree.Node]int
	failed  bool
}

func (s *sampler) value(v *Value, t core.Type, size int) core.Value {
	if v.id == 0 {
		return s.untagged(v, t, size)
	}
	if _, ok := s.gamma[v.id]; !ok {
		s.gamma[v.id] = s.untagged(v, t, size)
	}
	return s.gamma[v.id]
}

func (s *sampler) untagged(v *Value, t core.Type, size int) core.Value {
	n := v.node
	if n.Singleton {
		return n.Value()
	}
	switch n.Kind {
	case tree.Bottom:
		s.failed = true
		return core.UnitValue
	case tree.Top:
		return s.ofType(t, size)
	case tree.Base:
		return s.ofType(n.Base, size)
	case tree.Alt:
		return s.untagged(s.d.kid(v, s.choose(n, size)), t, size)
	case tree.Map:
		return s.mapping(v, t, size)
	}
	types := partTypes(n, t)
	parts := make([]core.Value, len(n.Kids))
	for i := range parts {
		parts[i] = s.value(s.d.kid(v, i), types[i], size-1)
	}
	if n.Kind == tree.Tuple {
		return &core.Tuple{Elems: parts}
	}
	return &core.ConValue{Con: n.Con, Args: parts}
}

// partTypes are the types of the components of n, a tuple or constructor application of type t.
func partTypes(n *tree.Node, t core.Type) []core.Type {
	switch t := t.(type) {
	case *core.TupleType:
		if n.Kind == tree.Tuple && len(t.Elems) == len(n.Kids) {
			return t.Elems
		}
	case *core.DataType:
		if n.Kind == tree.Con && t.Data == n.Con.Data {
			return n.Con.ArgTypes(t)
		}
	}
	if n.Kind == tree.Con {
		return n.Con.Args
	}
	types := make([]core.Type, len(n.Kids))
	for i := range types {
		types[i] = &core.TypeVar{Name: "'a"}
	}
	return types
}

// choose picks an alternative, a lowest one where size has run out.
func (s *sampler) choose(n *tree.Node, size int) int {
	if size > 0 {
		return s.rng.IntN(len(n.Kids))
	}
	best := 0
	for i, k := range n.Kids {
		if s.height(k) < s.height(n.Kids[best]) {
			best = i
		}
	}
	return best
}

const endless = 1 << 30

// height is the height of the lowest member of n.
func (s *sampler) height(n *tree.Node) int {
	if h, ok := s.heights[n]; ok {
		return h
	}
	var nodes []*tree.Node
	work := []*tree.Node{n}
	for len(work) > 0 {
		m := work[len(work)-1]
		work = work[:len(work)-1]
		if _, seen := s.heights[m]; seen || m.Singleton {
			continue
		}
		s.heights[m] = endless
		nodes = append(nodes, m)
		m.Successors(func(k *tree.Node) { work = append(work, k) })
	}
	for changed := true; changed; {
		changed = false
		for i := len(nodes) - 1; i >= 0; i-- {
			if h := s.heightOf(nodes[i]); h < s.heights[nodes[i]] {
				s.heights[nodes[i]] = h
				changed = true
			}
		}
	}
	return s.heights[n]
}

func (s *sampler) heightOf(n *tree.Node) int {
	h := 0
	if n.Kind == tree.Alt {
		h = endless
	}
	for _, k := range n.Kids {
		if n.Kind == tree.Alt {
			h = min(h, s.heights[k])
		} else {
			h = max(h, s.heights[k]+1)
		}
	}
	return min(h, endless)
}

func (s *sampler) mapping(v *Value, t core.Type, size int) core.Value {
	var key, val core.Type = &core.TypeVar{Name: "'a"}, &core.TypeVar{Name: "'b"}
	switch t := t.(type) {
	case *core.MapType:
		key, val = t.Key, t.Value
	case *core.SetType:
		key, val = t.Elem, core.BoolType
	}
	m := core.EmptyMap
	for _, e := range v.node.May {
		for range s.rng.IntN(3) {
			m = m.Insert(s.value(s.d.plain(e.Key), key, size-1), s.value(s.d.plain(e.Val), val, size-1))
		}
	}
	for i, k := range v.node.Keys {
		m = m.Insert(k.Value(), s.value(s.d.kid(v, i), val, size-1))
	}
	if v.node.IsSet {
		return setOf(m)
	}
	return m
}

// setOf is the set of the keys that m maps to true.
func setOf(m *core.MapValue) *core.SetValue {
	set := core.EmptySet
	for k, v := range m.All() {
		if core.Equal(v, core.Bool(true)) {
			set = set.Insert(k)
		}
	}
	return set
}

// ofType is a random value of type t.
func (s *sampler) ofType(t core.Type, size int) core.Value {
	switch t := t.(type) {
	case core.Base:
		return s.scalar(t)
	case *core.TupleType:
		parts := make([]core.Value, len(t.Elems))
		for i, e := range t.Elems {
			parts[i] = s.ofType(e, size-1)
		}
		return &core.Tuple{Elems: parts}
	case *core.DataType:
		return s.ofData(t, size)
	case *core.MapType:
		m := core.EmptyMap
		for range s.rng.IntN(max(1, min(4, size))) {
			m = m.Insert(s.ofType(t.Key, size-1), s.ofType(t.Value, size-1))
		}
		return m
	case *core.SetType:
		set := core.EmptySet
		for range s.rng.IntN(max(1, min(4, size))) {
			set = set.Insert(s.ofType(t.Elem, size-1))
		}
		return set
	}
	return s.scalar(core.IntType)
}

func (s *sampler) scalar(b core.Base) core.Value {
	switch b {
	case core.BoolType:
		return core.Bool(s.rng.IntN(2) == 0)
	case core.CharType:
		return core.Char('a' + s.rng.IntN(4))
	case core.StringType:
		return core.Str([]string{"", "a", "b", "x", "ab"}[s.rng.IntN(5)])
	}
	if s.rng.IntN(8) == 0 {
		return core.Int(s.rng.Uint64())
	}
	return core.Int(s.rng.IntN(9) - 3)
}

func (s *sampler) ofData(t *core.DataType, size int) core.Value {
	c := t.Data.Cons[s.rng.IntN(len(t.Data.Cons))]
	if size <= 0 {
		c = lowest(t.Data, map[*core.Datatype]int{})
	}
	types := c.ArgTypes(t)
	args := make([]core.Value, len(types))
	for i, a := range types {
		args[i] = s.ofType(a, size-1)
	}
	return &core.ConValue{Con: c, Args: args}
}

// lowest is the constructor with which the lowest value of the datatype begins; heights holds those of datatypes found or under way.
func lowest(data *core.Datatype, heights map[*core.Datatype]int) *core.Con {
	heights[data] = endless
	var best *core.Con
	for _, c := range data.Cons {
		h := 0
		for _, a := range c.Args {
			h = max(h, typeHeight(a, heights)+1)
		}
		if best == nil || h < heights[data] {
			best, heights[data] = c, h
		}
	}
	return best
}

func typeHeight(t core.Type, heights map[*core.Datatype]int) int {
	switch t := t.(type) {
	case *core.TupleType:
		h := 0
		for _, e := range t.Elems {
			h = max(h, typeHeight(e, heights)+1)
		}
		return h
	case *core.DataType:
		if _, known := heights[t.Data]; !known {
			lowest(t.Data, heights)
		}
		return heights[t.Data]
	}
	return 0
}
