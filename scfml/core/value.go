package core

import (
	"iter"

	"github.com/benbjohnson/immutable"
)

// Concrete values: what the interpreter computes with and what abstract values describe (§3.2.2.1). Values never change; a
// part may be shared by many. Maps and sets are persistent search trees in the order of Compare (order.go).

// Value is a concrete value: Int, Bool, Char, Str, *Tuple, *ConValue, *MapValue, *SetValue or Dead.
type Value interface{ isValue() }

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
	if entries := m.entries.Delete(k); entries != m.entries {
		return &MapValue{entries}
	}
	return m
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

// Map is m with every value replaced by f(value), in the order of the keys.
func (m *MapValue) Map(f func(Value) Value) *MapValue {
	b := immutable.NewSortedMapBuilder[Value, Value](order{})
	for k, v := range m.All() {
		b.Set(k, f(v))
	}
	return &MapValue{b.Map()}
}

// UnionWith is the union of m and n, where a key of both maps to f(value in m, value in n). f is called in the order of the
// keys.
func (m *MapValue) UnionWith(n *MapValue, f func(x, y Value) Value) *MapValue {
	union := m.entries
	for k, y := range n.All() {
		if x, both := m.Get(k); both {
			y = f(x, y)
		}
		union = union.Set(k, y)
	}
	return &MapValue{union}
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
	if members := s.members.Delete(v); members != s.members {
		return &SetValue{members}
	}
	return s
}

// Union is the set of the members of s and of t.
func (s *SetValue) Union(t *SetValue) *SetValue {
	if s.Len() < t.Len() {
		s, t = t, s
	}
	for v := range t.All() {
		s = s.Insert(v)
	}
	return s
}

// Difference is the set of the members of s that are none of t's: s itself where it has none of these.
func (s *SetValue) Difference(t *SetValue) *SetValue {
	if s.Len() < t.Len() {
		for v := range s.All() {
			if t.Has(v) {
				s = s.Remove(v)
			}
		}
		return s
	}
	for v := range t.All() {
		s = s.Remove(v)
	}
	return s
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
