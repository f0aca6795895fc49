package kernel

import (
	"container/list"
	"sync"
)

// DefaultCacheSize is the number of specialisations that a kernel keeps unless its options say otherwise.
const DefaultCacheSize = 128

// Cache holds the specialisations that were used last, of one kernel or of several, by kernel and constants. Kernels share its room, and no entries, also where they are made of
// the same text, pipeline and back end: code has the addresses of its kernel's variables and strings in it, so that what is made for one would change the variables of another. A program that wants
// to share code shares the Kernel. A specialisation that falls out of it lives on in the Go funcs that lead to
// it; it is only made anew when its constants come again. It is safe for concurrent use.
type Cache struct {
	mu      sync.Mutex
	size    int
	entries map[cacheKey]*list.Element
	order   list.List // of *Specialization, the one used last in front
	stats   Stats
}

// cacheKey is what a specialisation is made of. A kernel stands for its code, its pipeline and its back end: none of them changes, and code for one kernel's variables
// is not another's.
type cacheKey struct {
	kernel    *Kernel
	constants string
}

// Stats counts what a cache did.
type Stats struct {
	Hits, Misses, Evictions int64
	Entries                 int // at this moment
}

// NewCache makes a cache for at most size specialisations, at least one.
func NewCache(size int) *Cache {
	return &Cache{size: max(size, 1), entries: map[cacheKey]*list.Element{}}
}

// Stats are the counts up to now.
func (c *Cache) Stats() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.stats
	s.Entries = len(c.entries)
	return s
}

// Clear has the cache keep nothing that it kept.
func (c *Cache) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stats.Evictions += int64(len(c.entries))
	clear(c.entries)
	c.order.Init()
}

// get is the specialisation of k with the constants, which make makes if there is none. It is called by one at a time.
func (c *Cache) get(k *Kernel, constants []byte, make func(key cacheKey) *Specialization) *Specialization {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[cacheKey{k, string(constants)}]; ok {
		c.stats.Hits++
		c.order.MoveToFront(e)
		return e.Value.(*Specialization)
	}
	c.stats.Misses++
	s := make(cacheKey{k, string(constants)})
	c.entries[s.key] = c.order.PushFront(s)
	if len(c.entries) > c.size {
		last := c.order.Back()
		c.order.Remove(last)
		delete(c.entries, last.Value.(*Specialization).key)
		c.stats.Evictions++
	}
	return s
}

// Cache is where the kernel's specialisations are kept.
func (k *Kernel) Cache() *Cache { return k.cache }
