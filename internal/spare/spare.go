// Package spare keeps memory that is costly to come by for who needs it next: what was given back last stays, what more there is stays as long as the collector
// lets it. So work that comes now and then, with collections in between, finds what it had.
package spare

import (
	"sync"
	"sync/atomic"
)

// Pool holds values that nobody uses. The zero Pool is empty. It is safe for concurrent use.
type Pool[T any] struct {
	last atomic.Pointer[T]
	more sync.Pool
}

// Get takes a value out of the pool; it is nil where there is none.
func (p *Pool[T]) Get() *T {
	if v := p.last.Swap(nil); v != nil {
		return v
	}
	v, _ := p.more.Get().(*T)
	return v
}

// Put gives v, which is not nil, to the pool.
func (p *Pool[T]) Put(v *T) {
	if before := p.last.Swap(v); before != nil {
		p.more.Put(before)
	}
}
