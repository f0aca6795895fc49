package code

import (
	"testing"

	"pgregory.net/rapid"
)

// TestLines holds lines to a list of who has which line.
func TestLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const limit = 300
		l := lines{limit: limit}
		var owner [limit]int
		runs := map[int][2]int{}
		for id := 1; id <= rapid.IntRange(1, 200).Draw(t, "steps"); id++ {
			if n := rapid.IntRange(1, 40).Draw(t, "size"); len(runs) == 0 || rapid.Bool().Draw(t, "take") {
				at, fresh, ok := l.take(n)
				if !ok {
					continue
				}
				runs[id] = [2]int{at, n}
				for i := at; i < at+n; i++ {
					if owner[i] > 0 || fresh && owner[i] != 0 {
						t.Fatalf("line %d is taken (%d)", i, owner[i])
					}
					owner[i] = id
				}
			} else {
				gone := rapid.SampledFrom(keys(runs)).Draw(t, "give")
				at, n := runs[gone][0], runs[gone][1]
				delete(runs, gone)
				l.give(at, n)
				for i := at; i < at+n; i++ {
					owner[i] = -1
				}
			}
			l.check(t)
		}
		for _, r := range runs {
			l.give(r[0], r[1])
		}
		if at, fresh, ok := l.take(max(len(l.tags), 1)); !ok || at != 0 || fresh != (len(l.tags) == 1 && len(runs) == 0 && owner[0] == 0) || l.used != max(len(l.tags), 1) {
			t.Fatalf("what is free again is not one run: %d %v %v, %d used", at, fresh, ok, l.used)
		}
	})
}

func keys(m map[int][2]int) (ks []int) {
	for i := range 1000 {
		if _, ok := m[i]; ok {
			ks = append(ks, i)
		}
	}
	return ks
}

// check walks over the runs: no two free ones are neighbours, both their ends agree, and the lists lead to all free ones.
func (l *lines) check(t *rapid.T) {
	free, used, before := 0, 0, int32(0)
	for at := 0; at < len(l.tags); {
		n := l.tags[at].size
		if n > 0 && before > 0 {
			t.Fatalf("free neighbours at %d", at)
		}
		before = n
		if n > 0 {
			free++
		} else {
			n = -n
			used += int(n)
		}
		if at += int(n); n == 0 || l.tags[at-1].size != before {
			t.Fatalf("ends of the run before %d differ", at)
		}
	}
	for _, at := range l.free {
		for ; at != 0; at = l.tags[at-1].next {
			free--
		}
	}
	if free != 0 || used != l.used {
		t.Fatalf("%d free runs are in no list, %d of %d lines used", free, l.used, used)
	}
}
