package core

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestCollections compares what maps and sets do as wholes with Go's maps, of few and of many elements, with much and with nothing in common.
func TestCollections(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawInts(t, "a"), drawInts(t, "b")
		if rapid.Bool().Draw(t, "alike") {
			maps.Copy(b, a)
		}
		m, n := mapOf(a), mapOf(b)
		changes := rapid.IntRange(1, 8).Draw(t, "changes")
		change := func(v Value) Value {
			if v.(Int)%Int(changes) == 0 {
				return v.(Int) + 100
			}
			return v
		}
		var united []Value // in the order of the keys
		union := m.UnionWith(n, func(x, y Value) Value {
			united = append(united, x)
			return x.(Int) - 2*y.(Int)
		})
		want, mapped, all := maps.Clone(a), map[Int]Int{}, map[Int]Int{}
		var common []Value
		for _, k := range slices.Sorted(maps.Keys(b)) {
			if x, both := a[k]; both {
				common = append(common, x)
				want[k] = x - 2*b[k]
			} else {
				want[k] = b[k]
			}
		}
		for k, v := range a {
			mapped[k], all[k] = change(v).(Int), v+1
		}
		s, u := setOf(a), setOf(b)
		difference := maps.Clone(a)
		maps.DeleteFunc(difference, func(k, _ Int) bool { _, both := b[k]; return both })
		either := maps.Clone(a)
		maps.Copy(either, b)
		for _, x := range []struct {
			what      string
			got, want Value
		}{
			{"UnionWith", union, mapOf(want)},
			{"Map of few", m.Map(change), mapOf(mapped)},
			{"Map of all", m.Map(func(v Value) Value { return v.(Int) + 1 }), mapOf(all)},
			{"Map of none", m.Map(func(v Value) Value { return v }), m},
			{"Union", s.Union(u), setOf(either)},
			{"Difference", s.Difference(u), setOf(difference)},
		} {
			if !Equal(x.got, x.want) {
				t.Errorf("%s of %v and %v is %v, not %v", x.what, m, n, x.got, x.want)
			}
		}
		if !slices.Equal(united, common) {
			t.Errorf("UnionWith of %v and %v unites %v, not %v", m, n, united, common)
		}
	})
}

func drawInts(t *rapid.T, name string) map[Int]Int {
	most := rapid.SampledFrom([]int{3, 20, 100}).Draw(t, name+" has up to")
	return rapid.MapOfN(rapid.Map(rapid.IntRange(0, 120), asInt), rapid.Map(rapid.IntRange(0, 30), asInt), 0, most).Draw(t, name)
}

func asInt(n int) Int { return Int(n) }

func mapOf(entries map[Int]Int) *MapValue {
	m := EmptyMap
	for k, v := range entries {
		m = m.Insert(k, v)
	}
	return m
}

func setOf(members map[Int]Int) *SetValue {
	s := EmptySet
	for k := range members {
		s = s.Insert(k)
	}
	return s
}
