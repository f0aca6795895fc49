package core

import (
	"iter"

	"github.com/benbjohnson/immutable"
)

// Concrete values: what the interpreter computes with and what abstract values describe (§3.2.2.1). Values never change; a
// part may be shared by many. Maps and sets are persistent search trees in the order of Compare (order.go).

// Value is a concrete value: Int, Bool, Char, Str, *Tuple, *ConValue, *MapValue, *SetValue or Dead.
type Value interface{ isValue() }

// IsScalar reports whether v is an Int, a Bool, a Char or a Str: what a literal pattern can name.
func IsScalar(v Value) bool {
	switch v.(type) {
	case Int, Bool, Char, Str:
		return true
	}
	return false
}

// Int is a 64-bit integer.
type Int int64

// Bool is a truth value.
type Bool bool

// Char is a character, 0 to 255.
type Char byte

// Str is a string of bytes.
type Str string

// Tuple is a tuple; with no elements it is unit.
type Tuple struct{ Elems []Value }

// ConValue is a constructor applied to its arguments.
type ConValue struct {
	Con  *Con
	Args []Value
}

// MapValue is a finite map. EmptyMap is the one to begin with; the zero MapValue is no map.
type MapValue struct {
	entries *immutable.SortedMap[Value, Value]
}

// SetValue is a finite set. EmptySet is the one to begin with; the zero SetValue is no set.
type SetValue struct {
	members *immutable.SortedMap[Value, struct{}]
}

// Dead is the value of a DeadExpr.
type Dead struct{}

func (Int) isValue()       {}
func (Bool) isValue()      {}
func (Char) isValue()      {}
func (Str) isValue()       {}
func (*Tuple) isValue()    {}
func (*ConValue) isValue() {}
func (*MapValue) isValue() {}
func (*SetValue) isValue() {}
func (Dead) isValue()      {}

// UnitValue is the value ().
var UnitValue = &Tuple{}

// The map and the set without elements.
var (
	EmptyMap = &MapValue{immutable.NewSortedMap[Value, Value](order{})}
	EmptySet = &SetValue{immutable.NewSortedMap[Value, struct{}](order{})}
)

// order is Compare as the comparer of search trees.
type order struct{}

func (order) Compare(a, b Value) int { return Compare(a, b) }

// SomeValue is SOME v.
func SomeValue(v Value) *ConValue {
	b := &struct {
		ConValue
		arg [1]Value
	}{arg: [1]Value{v}}
	b.Con, b.Args = Some, b.arg[:]
	return &b.ConValue
}

// ListValue is the list of vs.
func ListValue(vs ...Value) *ConValue {
	list := &ConValue{Con: Nil}
	for i := len(vs) - 1; i >= 0; i-- {
		list = &ConValue{Con: Cons, Args: []Value{vs[i], list}}
	}
	return list
}

// Len is the number of m's entries.
func (m *MapValue) Len() int { return m.entries.Len() }

// Get is what m maps k to; ok is false if k is no key of m.
func (m *MapValue) Get(k Value) (v Value, ok bool) { return m.entries.Get(k) }

// Insert is m with k mapped to v.
func (m *MapValue) Insert(k, v Value) *MapValue { return &MapValue{m.entries.Set(k, v)} }

// Remove is m without k, and m itself where k is no key.
func (m *MapValue) Remove(k Value) *MapValue {
	return m.with(m.entries.Delete(k))
}

// All are m's entries in the order of their keys.
func (m *MapValue) All() iter.Seq2[Value, Value] {
	return func(yield func(k, v Value) bool) {
		for it := m.entries.Iterator(); !it.Done(); {
			if k, v, _ := it.Next(); !yield(k, v) {
				return
			}
		}
	}
}

// Map is m with every value replaced by f(value), in the order of the keys; m itself where all stay.
func (m *MapValue) Map(f func(Value) Value) *MapValue {
	entries := m.entries
	var b *immutable.SortedMapBuilder[Value, Value] // of all so far, once it is seen that many change
	changes, at := 0, 0
	for k, v := range m.All() {
		w := f(v)
		switch {
		case b != nil:
			b.Set(k, w)
		case w != v:
			entries = entries.Set(k, w)
			changes++
		}
		if at++; b == nil && changes > mapChanges {
			b = firstEntries(entries, at)
		}
	}
	if b != nil {
		return &MapValue{b.Map()}
	}
	return m.with(entries)
}

// mapChanges is how many values are changed one by one: more take less time when the map is made anew.
const mapChanges = 4

// firstEntries has the first n of entries.
func firstEntries(entries *immutable.SortedMap[Value, Value], n int) *immutable.SortedMapBuilder[Value, Value] {
	b := immutable.NewSortedMapBuilder[Value, Value](order{})
	for it := entries.Iterator(); n > 0; n-- {
		k, v, _ := it.Next()
		b.Set(k, v)
	}
	return b
}

// UnionWith is the union of m and n, where a key of both maps to f(value in m, value in n). f is called in the order of the
// keys. It is one of the two itself where that has all that the union has.
func (m *MapValue) UnionWith(n *MapValue, f func(x, y Value) Value) *MapValue {
	if m.Len() < n.Len() {
		return n.UnionWith(m, func(y, x Value) Value { return f(x, y) })
	}
	entries := m.entries
	it := m.entries.Iterator() // goes along
	j, x, more := it.Next()
	for k, y := range n.All() {
		for more && j != k && Compare(j, k) < 0 {
			j, x, more = it.Next()
		}
		if !more || j != k && !Equal(j, k) {
			entries = entries.Set(k, y)
		} else if z := f(x, y); z != x {
			entries = entries.Set(k, z)
		}
	}
	return m.with(entries)
}

// with is the map of these entries, m itself where they are m's.
func (m *MapValue) with(entries *immutable.SortedMap[Value, Value]) *MapValue {
	if entries == m.entries {
		return m
	}
	return &MapValue{entries}
}

// Len is the number of s's members.
func (s *SetValue) Len() int { return s.members.Len() }

// Has reports whether v is a member of s.
func (s *SetValue) Has(v Value) bool {
	_, ok := s.members.Get(v)
	return ok
}

// Insert is s with the member v, and s itself where v is one already.
func (s *SetValue) Insert(v Value) *SetValue {
	if s.Has(v) {
		return s
	}
	return &SetValue{s.members.Set(v, struct{}{})}
}

// Remove is s without v, and s itself where v is no member.
func (s *SetValue) Remove(v Value) *SetValue {
	return s.with(s.members.Delete(v))
}

// Union is the set of the members of s and of t; one of the two itself where it has all of them.
func (s *SetValue) Union(t *SetValue) *SetValue {
	if s.Len() < t.Len() {
		s, t = t, s
	}
	members := s.members
	for v, has := range s.ofEach(t) {
		if !has {
			members = members.Set(v, struct{}{})
		}
	}
	return s.with(members)
}

// Difference is the set of the members of s that are none of t's: s itself where it has none of these.
func (s *SetValue) Difference(t *SetValue) *SetValue {
	few, many := t, s
	if s.Len() < t.Len() {
		few, many = s, t
	}
	members := s.members
	for v, both := range many.ofEach(few) {
		if both {
			members = members.Delete(v)
		}
	}
	return s.with(members)
}

// with is the set of these members, s itself where they are s's.
func (s *SetValue) with(members *immutable.SortedMap[Value, struct{}]) *SetValue {
	if members == s.members {
		return s
	}
	return &SetValue{members}
}

// ofEach are t's members, each with whether s has it. Of few it is looked up, and beside many s is gone through.
func (s *SetValue) ofEach(t *SetValue) iter.Seq2[Value, bool] {
	return func(yield func(Value, bool) bool) {
		few := 8*t.Len() < s.Len()
		it := s.members.Iterator()
		j, _, more := it.Next()
		for v := range t.All() {
			for !few && more && j != v && Compare(j, v) < 0 {
				j, _, more = it.Next()
			}
			if has := few && s.Has(v) || !few && more && (j == v || Equal(j, v)); !yield(v, has) {
				return
			}
		}
	}
}

// All are s's members in order.
func (s *SetValue) All() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for it := s.members.Iterator(); !it.Done(); {
			if v, _, _ := it.Next(); !yield(v) {
				return
			}
		}
	}
}
