package pe

import "hash/maphash"

// A specialization key is a function with the finite part of its argument (figure 6.18), in the form of a string that is equal
// for equal keys within one specialization.
type specKey string

// chain is a contour key: the specialization keys of the calls that led here, newest first. Chains are hash-consed by their
// parents, so that they are equal where the pointers are.
type chain struct {
	parent *chain
	key    specKey
	// dynamic reports whether the call lies under a conditional of its caller that the early stage cannot decide.
	dynamic bool
	// again reports whether key occurs further out, counted for K: the contour stands for iterations behind the first of a recursion, that of before the next
	// earlier one.
	again   bool
	before  *chain
	next    map[edge]*chain
	contour *contour

	depth int
	leap  *leap // where depth is a multiple of leapSize, once a key was looked for
}

// leapSize is how many links of a chain are passed at once where a key is looked for that they do not have.
const leapSize = 32

// leap is what leapSize links, from one on outwards, say together to who looks for a key that they do not have.
type leap struct {
	to      *chain // behind them
	keys    bloom
	again   int // how many are
	dynamic bool
}

// bloom is a set of keys that may seem to have more than it has.
type bloom [4]uint64

var bloomSeed = maphash.MakeSeed()

func bloomOf(key specKey) (b bloom) {
	h := maphash.String(bloomSeed, string(key))
	b[h%4] = 1 << (h / 4 % 64)
	return b
}

func (b *bloom) add(c bloom) {
	for i := range b {
		b[i] |= c[i]
	}
}

func (b *bloom) mayHave(c bloom) bool {
	for i := range b {
		if b[i]&c[i] != 0 {
			return true
		}
	}
	return false
}

type edge struct {
	key     specKey
	dynamic bool
}

// extend is the chain for a call out of ch.
func (ch *chain) extend(key specKey, dynamic bool) *chain {
	e := edge{key, dynamic}
	if c := ch.next[e]; c != nil {
		return c
	}
	if ch.next == nil {
		ch.next = map[edge]*chain{}
	}
	c := &chain{parent: ch, key: key, dynamic: dynamic, depth: ch.depth + 1}
	ch.next[e] = c
	return c
}

// over is the leap from ch; nil where there is none.
func (ch *chain) over() *leap {
	if ch.leap != nil || ch.depth == 0 || ch.depth%leapSize != 0 {
		return ch.leap
	}
	l := &leap{to: ch}
	for range leapSize {
		l.keys.add(bloomOf(l.to.key))
		l.dynamic = l.dynamic || l.to.dynamic
		if l.to.again {
			l.again++
		}
		l.to = l.to.parent
	}
	ch.leap = l
	return l
}

// occurrences are those of a key in a chain, for a call out of it.
type occurrences struct {
	counted, all int    // those that a dynamic conditional separates from the next newer one, all of them
	newest       *chain // nil where there is none
	around       int    // recursions by other keys that are in iterations behind their first, further out than a counted one
}

// occurrences looks for key in ch, for a call that is dynamic or not.
func (ch *chain) occurrences(key specKey, dynamic bool) (o occurrences) {
	separated, bits := dynamic, bloomOf(key)
	for n := ch; n.parent != nil; {
		if l := n.over(); l != nil && !l.keys.mayHave(bits) {
			if o.counted > 0 {
				o.around += l.again
			}
			separated = separated || l.dynamic
			n = l.to
			continue
		}
		if n.key == key {
			o.all++
			if o.newest == nil {
				o.newest = n
			}
			if separated {
				o.counted++
				separated = false
			}
		} else if n.again && o.counted > 0 {
			o.around++
		}
		separated = separated || n.dynamic
		n = n.parent
	}
	return o
}
