package code

import (
	"fmt"
	"runtime"
	"sync"
	"time"
)

const lineSize = 64

// Arena is memory for code. The same memory is mapped twice: writable for this package, executable for the processor. It is safe for
// concurrent use. What is in use when nothing reaches the arena and its regions is given back to the system.
type Arena struct {
	mem *memory

	mu         sync.Mutex
	lines      lines
	regions    int
	made       int
	soft       int // lines in use at which the collector is run, so that regions nothing reaches are freed
	collecting bool
	freed      chan struct{} // gets a value, if there is room, when a region is freed
}

// Statistics tells what an arena holds.
type Statistics struct {
	Regions  int // alive
	Bytes    int // that they take
	Reached  int // the most bytes that were in use at one time, free ones between them included: what the system has given
	Limit    int // bytes
	Mappings int
	Made     int // regions made so far
}

// softFloor is the least number of lines in use at which the collector is run for their sake: 4 MiB.
const softFloor = 4 << 20 / lineSize

// NewArena makes an arena for at most limit bytes of code. It is an error where code cannot be run.
func NewArena(limit int) (*Arena, error) {
	limit = (limit + 1<<16 - 1) &^ (1<<16 - 1)
	mem, err := newMemory(limit)
	if err != nil {
		return nil, err
	}
	a := &Arena{mem: mem, soft: min(softFloor, limit/lineSize/2), freed: make(chan struct{}, 1)}
	a.lines.limit = limit / lineSize
	runtime.AddCleanup(a, (*memory).close, mem)
	return a, nil
}

// Statistics of the arena at this moment.
func (a *Arena) Statistics() Statistics {
	a.mu.Lock()
	defer a.mu.Unlock()
	return Statistics{
		Regions: a.regions, Bytes: a.lines.used * lineSize, Reached: len(a.lines.tags) * lineSize,
		Limit: a.lines.limit * lineSize, Mappings: mappings, Made: a.made,
	}
}

// Region is code in an arena. Its memory is freed when nothing reaches it; what leads to code by its address must therefore hold its Region.
type Region struct {
	arena   *Arena
	addr    uintptr
	size    int
	cleanup runtime.Cleanup
}

// run is what is left of a region that nothing reaches.
type run struct {
	arena *Arena
	at, n int
}

// Addr is the address of the region's first byte, where it can be executed and read. It is a multiple of 64.
func (r *Region) Addr() uintptr { return r.addr }

// Size is the number of bytes that were installed.
func (r *Region) Size() int { return r.size }

// Release frees the region's memory now. Nothing may lead to its code any more.
func (r *Region) Release() {
	if r.size == 0 {
		return
	}
	r.cleanup.Stop()
	at := int(r.addr-r.arena.mem.exec) / lineSize
	r.arena.free(run{r.arena, at, lineCount(r.size)})
	r.size = 0
}

// Install copies text to memory where it can be executed, and has fix finish it there: fix is given the copy, writable, and the address that it will
// have when it is executed. fix may be nil. When the arena is full the collector is run, so that regions which nothing reaches make room.
func (a *Arena) Install(text []byte, fix func(text []byte, addr uintptr)) (*Region, error) {
	if len(text) == 0 {
		return nil, fmt.Errorf("no code to install")
	}
	n := lineCount(len(text))
	at, fresh, err := a.take(n)
	if err != nil {
		return nil, err
	}
	r := &Region{arena: a, addr: a.mem.exec + uintptr(at*lineSize), size: len(text)}
	w := a.mem.writable[at*lineSize : (at+n)*lineSize]
	copy(w, text)
	if fix != nil {
		fix(w[:len(text):len(text)], r.addr)
	}
	fill(w[len(text):])
	if err := a.mem.publish(at*lineSize, len(w), fresh); err != nil {
		a.free(run{a, at, n})
		return nil, err
	}
	r.cleanup = runtime.AddCleanup(r, (run).release, run{a, at, n})
	return r, nil
}

func lineCount(size int) int { return (size + lineSize - 1) / lineSize }

// take finds room for n lines. At a full arena it runs the collector, whose cleanups come some time after it.
func (a *Arena) take(n int) (at int, fresh bool, err error) {
	for try := range 6 {
		at, fresh, ok := a.tryTake(n)
		if ok {
			return at, fresh, nil
		}
		if n > a.lines.limit {
			break
		}
		runtime.GC()
		select {
		case <-a.freed:
		case <-time.After(time.Millisecond << try):
		}
	}
	s := a.Statistics()
	return 0, false, fmt.Errorf("no room for %d bytes of code: %d regions take %d of %d bytes", n*lineSize, s.Regions, s.Bytes, s.Limit)
}

func (a *Arena) tryTake(n int) (at int, fresh, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	at, fresh, ok = a.lines.take(n)
	if !ok {
		return 0, false, false
	}
	a.regions++
	a.made++
	if a.lines.used > a.soft && !a.collecting {
		a.collecting = true
		go a.collect()
	}
	return at, fresh, true
}

// collect runs the collector, because it does not see how much memory a region stands for, and again when twice what is left is in use.
// What is left is known when the cleanups have run, which nothing tells of.
func (a *Arena) collect() {
	runtime.GC()
	time.Sleep(10 * time.Millisecond)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.collecting = false
	a.soft = max(softFloor, 2*a.lines.used)
}

func (r run) release() { r.arena.free(r) }

func (a *Arena) free(r run) {
	a.mem.wipe(r.at*lineSize, r.n*lineSize)
	a.mu.Lock()
	a.lines.give(r.at, r.n)
	a.regions--
	a.mu.Unlock()
	select {
	case a.freed <- struct{}{}:
	default:
	}
}
