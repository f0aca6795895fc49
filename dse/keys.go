package dse

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"scf/scfml/core"
)

// Sets of map keys, as the partial evaluator recorded them on map operations: here they are interned, so that patterns that hold equal
// sets are the same pattern.

// keys is an interned set of keys: those that one of its patterns matches, by their numbers, in order.
type keys struct {
	id    int
	exact []int // those that match one key each
	open  []int // those that match several
	table *keyTable
}

func (k *keys) String() string {
	if k == k.table.all {
		return "Any"
	}
	var out []string
	for _, n := range slices.Concat(k.exact, k.open) {
		out = append(out, k.table.texts[n])
	}
	sort.Slice(out, func(i, j int) bool {
		if len(out[i]) != len(out[j]) {
			return len(out[i]) < len(out[j])
		}
		return out[i] < out[j]
	})
	if out == nil {
		return "Nothing"
	}
	return strings.Join(out, " | ")
}

// keyTable interns sets of keys and their patterns, and remembers what it found of pairs of sets.
type keyTable struct {
	all      *keys // every key
	none     *keys // no key
	patterns []core.Pat
	texts    []string
	numbers  map[string]int // of patterns, by their texts
	recorded map[*core.KeySet]*keys
	sets     map[string]*keys
	singles  map[core.Value]*core.KeySet
	joins    map[[2]int]*keys
	disjoins map[[2]int]bool
}

func newKeyTable() *keyTable {
	t := &keyTable{
		singles: map[core.Value]*core.KeySet{}, numbers: map[string]int{}, recorded: map[*core.KeySet]*keys{}, sets: map[string]*keys{},
		joins: map[[2]int]*keys{}, disjoins: map[[2]int]bool{},
	}
	t.all = &keys{id: -1, table: t}
	t.none = t.set(nil, nil)
	return t
}

// of is the interned form of a recorded set; nil is every key.
func (t *keyTable) of(s *core.KeySet) *keys {
	if s == nil {
		return t.all
	}
	k, ok := t.recorded[s]
	if !ok {
		k = t.interned(s)
		t.recorded[s] = k
	}
	return k
}

func (t *keyTable) interned(s *core.KeySet) *keys {
	var exact, open []int
	for _, p := range s.Pats {
		n, ok := t.numbers[core.PatString(p)]
		if !ok {
			n = len(t.patterns)
			t.numbers[core.PatString(p)] = n
			t.patterns, t.texts = append(t.patterns, p), append(t.texts, core.PatString(p))
		}
		if _, any := p.(*core.WildPat); any {
			return t.all
		}
		if core.MatchesOne(p) {
			exact = append(exact, n)
		} else {
			open = append(open, n)
		}
	}
	return t.set(exact, open)
}

// set is the interned set of those patterns, in any order.
func (t *keyTable) set(exact, open []int) *keys {
	sorted := func(ns []int) []int {
		ns = slices.Clone(ns)
		slices.Sort(ns)
		return slices.Compact(ns)
	}
	exact, open = sorted(exact), sorted(open)
	text := fmt.Sprint(exact, open)
	k, ok := t.sets[text]
	if !ok {
		k = &keys{id: len(t.sets), exact: exact, open: open, table: t}
		t.sets[text] = k
	}
	return k
}

func (t *keyTable) join(a, b *keys) *keys {
	switch {
	case a == b || b == t.none || a == t.all:
		return a
	case a == t.none || b == t.all:
		return b
	case a.id > b.id:
		a, b = b, a
	}
	pair := [2]int{a.id, b.id}
	j, ok := t.joins[pair]
	if !ok {
		j = t.set(slices.Concat(a.exact, b.exact), slices.Concat(a.open, b.open))
		t.joins[pair] = j
	}
	return j
}

// subtract is a without the keys of b: only a b of one key takes anything away, since a set of several possible keys does not tell which one
// an operation writes.
func (t *keyTable) subtract(a, b *keys) *keys {
	if a == t.all || len(b.exact) != 1 || len(b.open) > 0 {
		return a
	}
	at, found := slices.BinarySearch(a.exact, b.exact[0])
	if !found {
		return a
	}
	return t.set(slices.Delete(slices.Clone(a.exact), at, at+1), a.open)
}

// has reports whether the key v may be one of k.
func (t *keyTable) has(k *keys, v core.Value) bool {
	if k == t.all {
		return true
	}
	return !t.disjoint(t.of(t.single(v)), k)
}

// single is the set of the one key v.
func (t *keyTable) single(v core.Value) *core.KeySet {
	s, ok := t.singles[v]
	if !ok {
		s = &core.KeySet{Pats: []core.Pat{core.PatOf(v)}}
		t.singles[v] = s
	}
	return s
}

// disjoint reports whether no key is in both sets; it may deny what is true.
func (t *keyTable) disjoint(a, b *keys) bool {
	switch {
	case a == t.none || b == t.none:
		return true
	case a == t.all || b == t.all || a == b:
		return false
	case a.id > b.id:
		a, b = b, a
	}
	pair := [2]int{a.id, b.id}
	is, ok := t.disjoins[pair]
	if !ok {
		is = !meets(a.exact, b.exact) && !t.overlap(a.open, slices.Concat(b.exact, b.open)) && !t.overlap(b.open, a.exact)
		t.disjoins[pair] = is
	}
	return is
}

// meets reports whether two lists in order have a number in common.
func meets(a, b []int) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return slices.ContainsFunc(a, func(n int) bool { _, found := slices.BinarySearch(b, n); return found })
}

// overlap reports whether one of the patterns a may match what one of the patterns b matches.
func (t *keyTable) overlap(a, b []int) bool {
	for _, n := range a {
		for _, m := range b {
			if core.Overlap(t.patterns[n], t.patterns[m]) {
				return true
			}
		}
	}
	return false
}
