package pe

import (
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestOccurrences: a key is found in a chain as often as its links have it, however many are passed at once.
func TestOccurrences(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		root := &chain{}
		ch, n := root, r.IntN(6*leapSize)
		for i := range n {
			key := specKey("rare " + strconv.Itoa(i))
			if r.IntN(20) == 0 {
				key = specKey(strconv.Itoa(r.IntN(4)))
			}
			ch = ch.extend(key, r.IntN(30) == 0)
			ch.again = r.IntN(30) == 0
		}
		for k := range 5 {
			key, dynamic := specKey(strconv.Itoa(k)), r.IntN(2) == 0
			if got, want := ch.occurrences(key, dynamic), linkByLink(ch, key, dynamic); got != want {
				t.Fatalf("of %s in %d links: %+v, not %+v", key, n, got, want)
			}
		}
	}
}

// linkByLink is occurrences without leaps.
func linkByLink(ch *chain, key specKey, separated bool) (o occurrences) {
	for n := ch; n.parent != nil; n = n.parent {
		switch {
		case n.key == key:
			o.all++
			if o.newest == nil {
				o.newest = n
			}
			if separated {
				o.counted, separated = o.counted+1, false
			}
		case n.again && o.counted > 0:
			o.around++
		}
		separated = separated || n.dynamic
	}
	return o
}
