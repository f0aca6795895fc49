package kernel

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
	"weak"

	"scf/backend"
)

// This file finds out which specialisations run a lot, and has optimised code made for them. Machine code counts nothing; so for a short window
// now and then functions lead to code that counts. What runs in a window is taken for what runs between windows.

// monitor samples the specialisations of a kernel that have no optimised code. While there are any a goroutine does that, which keeps none of them alive.
type monitor struct {
	mu      sync.Mutex
	watched []weak.Pointer[Specialization]
	running bool
}

// The times of sampling: the first after firstSample, each later one after twice as long, up to slowestSample. A window ends after window, or when
// a call that began in it has ended, but at the latest after longestWindow.
const (
	firstSample   = 10 * time.Millisecond
	slowestSample = time.Second
	window        = time.Millisecond
	longestWindow = 100 * time.Millisecond
	// shortestCall is what calls must take to be worth optimised code: one of a C compiler's code costs half a microsecond more than one of machine code.
	shortestCall = 5 * time.Microsecond
)

// watch has s sampled from now on.
func (m *monitor) watch(s *Specialization) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.watched = append(m.watched, weak.Make(s))
	if !m.running {
		m.running = true
		go m.run()
	}
}

func (m *monitor) run() {
	wait := firstSample
	for n := 0; ; {
		time.Sleep(wait)
		watched := m.take()
		if len(watched) == 0 {
			return
		}
		if len(watched) != n {
			wait, n = firstSample, len(watched)
		}
		for _, p := range watched {
			if s := p.Value(); s != nil && !s.sample(wait) {
				m.keep(p)
			}
		}
		wait = min(2*wait, slowestSample)
	}
}

// take is what is to be sampled; without any the goroutine ends.
func (m *monitor) take() []weak.Pointer[Specialization] {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := m.watched
	m.watched = nil
	m.running = len(out) > 0
	return out
}

func (m *monitor) keep(p weak.Pointer[Specialization]) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.watched = append(m.watched, p)
}

// sample takes a sample, which stands for an interval. It tells whether no further ones are needed.
func (s *Specialization) sample(interval time.Duration) (done bool) {
	c := &counted{Code: s.current()}
	if !s.swap(c.Code, c) {
		return false
	}
	begin := time.Now()
	for time.Since(begin) < longestWindow {
		time.Sleep(window)
		if c.ended.Load() > 0 || c.begun.Load() == 0 {
			break
		}
	}
	length := time.Since(begin)
	s.swap(c.Code, c.Code)
	if !c.worthwhile() {
		return false
	}
	share := min(float64(c.busy(begin))/float64(length), 1)
	return s.ran(time.Duration(share * float64(interval)))
}

// current is the code that runs.
func (s *Specialization) current() backend.Code {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.code
}

// swap has the functions lead to c while their code is still what it was; there must be some.
func (s *Specialization) swap(was, c backend.Code) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.code == was && len(s.funcs) > 0 && s.lead(c) == nil
}

// ran adds to the time that the code has run, and has optimised code made where it is enough.
func (s *Specialization) ran(d time.Duration) (done bool) {
	s.mu.Lock()
	s.busy += d
	hot := s.busy >= s.kernel.hotAfter()
	s.mu.Unlock()
	if hot {
		s.optimize(context.Background())
	}
	return hot
}

// Optimize makes the optimised code now, unless it is made: the call returns when it is there. The error says why there is none.
func (s *Specialization) Optimize(ctx context.Context) error {
	if err := s.Wait(ctx); err != nil {
		return err
	}
	return s.optimize(ctx)
}

func (s *Specialization) optimize(ctx context.Context) error {
	s.optimizing.Lock()
	defer s.optimizing.Unlock()
	s.mu.Lock()
	tree, tier, err := s.tree, s.tier, s.err
	s.mu.Unlock()
	switch {
	case tier == Optimized:
		return nil
	case err != nil:
		return err
	case tree == nil:
		return errors.New("nothing is constant: the function runs as it is")
	}
	if err := s.kernel.unoptimized; err != nil {
		return err
	}
	begin := time.Now()
	c, err := s.kernel.optimizer.Compile(ctx, s.kernel.module, tree, backend.Options{Steps: s.kernel.options.Steps})
	if err == nil || ctx.Err() == nil {
		s.install(c, Step{Tier: Optimized, Backend: s.kernel.optimizer.Name(), Took: time.Since(begin), Err: err})
	}
	return err
}

// whyNoOptimizer says why there is no optimised code; nil where there can be.
func (k *Kernel) whyNoOptimizer() error {
	if k.options.NoOptimized {
		return errors.New("optimised code is switched off")
	}
	if k.options.Checked {
		return errors.New("what the C compiler makes checks no accesses")
	}
	if err := k.optimizer.Available(); err != nil {
		return fmt.Errorf("the back end %s is not available: %w", k.optimizer.Name(), err)
	}
	return nil
}

func (k *Kernel) hotAfter() time.Duration {
	if k.options.HotAfter > 0 {
		return k.options.HotAfter
	}
	return DefaultHotAfter
}

// counted is code that counts its calls.
type counted struct {
	backend.Code
	begun, ended, nanoseconds atomic.Int64
}

func (c *counted) Call(ctx context.Context, args []uint64) (uint64, error) {
	begin := time.Now()
	c.begun.Add(1)
	defer func() {
		c.nanoseconds.Add(int64(time.Since(begin)))
		c.ended.Add(1)
	}()
	return c.Code.Call(ctx, args)
}

// worthwhile tells whether calls take long enough for optimised code. One that has not ended does.
func (c *counted) worthwhile() bool {
	n := c.ended.Load()
	return n == 0 || time.Duration(c.nanoseconds.Load()/n) >= shortestCall
}

// busy is how long calls ran since begin; one that has not ended is taken to have begun then.
func (c *counted) busy(begin time.Time) time.Duration {
	if c.begun.Load() > c.ended.Load() {
		return time.Since(begin)
	}
	return time.Duration(c.nanoseconds.Load())
}
