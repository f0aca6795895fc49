package core

import (
	"cmp"
	"testing"

	"pgregory.net/rapid"
)

// drawShared draws values that share parts with each other: long lists and their tails, tuples in each other some hundred levels deep, maps, and now
// and then a dead value.
func drawShared(t *rapid.T) []Value {
	values := []Value{Int(0), Str("a"), Bool(true), Char('c'), &Tuple{}, &ConValue{Con: Nil}, &ConValue{Con: None}}
	for range rapid.IntRange(20, 100).Draw(t, "values") {
		part := func() Value { return rapid.SampledFrom(values).Draw(t, "part") }
		v := part()
		switch rapid.IntRange(0, 8).Draw(t, "kind") {
		case 0:
			v = Int(rapid.IntRange(0, 3).Draw(t, "n"))
		case 1:
			v = Dead{}
		case 2:
			v = SomeValue(part())
		case 3:
			v = EmptyMap.Insert(Int(1), part())
		case 4, 5: // a list, of some cells or many, before another
			if c, ok := v.(*ConValue); !ok || c.Con != Cons && c.Con != Nil {
				v = &ConValue{Con: Nil}
			}
			elem := part()
			if rapid.IntRange(0, 3).Draw(t, "end") == 0 {
				v = &ConValue{Con: Cons, Args: []Value{Dead{}, v}}
			}
			for range rapid.SampledFrom([]int{1, 5, 50, 300}).Draw(t, "cells") {
				v = &ConValue{Con: Cons, Args: []Value{elem, v}}
			}
		case 6:
			v = &Tuple{[]Value{part(), part()}}
		case 7:
			v = &Tuple{[]Value{v, part(), part()}}
		case 8:
			for range rapid.SampledFrom([]int{3, 31, 32, 33, 200}).Draw(t, "levels") {
				v = &Tuple{[]Value{v, Int(1)}}
			}
		}
		if !tooLarge(v) {
			values = append(values, v)
		}
	}
	return values
}

// tooLarge reports whether v has more parts than a test should go through.
func tooLarge(v Value) bool {
	parts := 0
	eachPart(v, func(Value) bool { parts++; return parts < 10_000 })
	return parts >= 10_000
}

// eachPart calls f for v and its parts, as long as it gives true.
func eachPart(v Value, f func(Value) bool) bool {
	if !f(v) {
		return false
	}
	var parts []Value
	switch v := v.(type) {
	case *Tuple:
		parts = v.Elems
	case *ConValue:
		parts = v.Args
	case *MapValue:
		for k, x := range v.All() {
			parts = append(parts, k, x)
		}
	}
	for _, p := range parts {
		if !eachPart(p, f) {
			return false
		}
	}
	return true
}

// TestLiving: what is remembered of values that were looked at before changes nothing.
func TestLiving(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l Living
		for _, v := range drawShared(t) {
			dead := !eachPart(v, func(v Value) bool { return v != Dead{} })
			if got := l.HasDead(v); got != dead {
				t.Fatalf("%v: dead parts: %v, but %v", v, dead, got)
			}
		}
	})
}

// TestCompareShared: the order of values of all shapes is that of their parts, one after the other.
func TestCompareShared(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := drawShared(t)
		for range 100 {
			a, b := rapid.SampledFrom(values).Draw(t, "a"), rapid.SampledFrom(values).Draw(t, "b")
			if got, want := Compare(a, b), compareSlowly(a, b); got != want {
				t.Fatalf("%v and %v: %d, not %d", a, b, got, want)
			}
		}
	})
}

// compareSlowly is Compare by its definition.
func compareSlowly(a, b Value) int {
	if c := cmp.Compare(kindOf(a), kindOf(b)); c != 0 {
		return c
	}
	heads := func(a, b Value) (c int, parts, others []Value) {
		switch a := a.(type) {
		case *Tuple:
			return cmp.Compare(len(a.Elems), len(b.(*Tuple).Elems)), a.Elems, b.(*Tuple).Elems
		case *ConValue:
			return compareCons(a.Con, b.(*ConValue).Con), a.Args, b.(*ConValue).Args
		case *MapValue:
			for k, v := range a.All() {
				parts = append(parts, k, v)
			}
			for k, v := range b.(*MapValue).All() {
				others = append(others, k, v)
			}
			return cmp.Compare(len(parts), len(others)), parts, others
		}
		c, _ = compareHeads(a, b, nil)
		return c, nil, nil
	}
	c, parts, others := heads(a, b)
	for i := range parts {
		if c != 0 || i >= len(others) {
			break
		}
		c = compareSlowly(parts[i], others[i])
	}
	return c
}
