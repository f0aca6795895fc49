package kernel

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
	"weak"

	"scf/backend"
)

// This file finds out which specialisations run a lot, and has optimised code made for them. Machine code counts nothing; so for a short window
// now and then functions lead to code that counts. What runs in a window is taken for what runs between windows.

// monitor samples the specialisations of a kernel that may get optimised code, or of which it is not known what a call saves. While there are any a goroutine does that, which keeps none of them alive.
// They take turns, a few at once, so that what sampling costs does not grow with their number.
type monitor struct {
	mu      sync.Mutex
	watched []watched // those whose turn comes first stand first
	fresh   bool      // whether one was added since the last round
	running bool
	// compiling is held while optimised code is made: one C compiler at a time is enough.
	compiling sync.Mutex
}

// watched is a specialisation that is sampled, and when its last sample was taken.
type watched struct {
	of    weak.Pointer[Specialization]
	since time.Time
}

// The times of sampling: the first after firstSample, each later one after twice as long, up to slowestSample. A window ends after window, or later, when
// enoughCalls that began in it have ended: one that runs when the window begins may take long. At the latest it ends about longestWindow after it began.
// At most sampledAtOnce specialisations are sampled in a round.
const (
	firstSample   = 10 * time.Millisecond
	slowestSample = time.Second
	window        = time.Millisecond
	longestWindow = 100 * time.Millisecond
	enoughCalls   = 4
	sampledAtOnce = 16
)

// watch has s sampled from now on.
func (m *monitor) watch(s *Specialization) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.watched = append(m.watched, watched{weak.Make(s), time.Now()})
	m.fresh = true
	if !m.running {
		m.running = true
		go m.run()
	}
}

func (m *monitor) run() {
	wait := firstSample
	for {
		time.Sleep(wait)
		turn, of, fresh := m.take()
		if len(turn) == 0 {
			return
		}
		var sampling sync.WaitGroup
		for _, s := range turn {
			sampling.Go(func() { m.sample(s) })
		}
		sampling.Wait()
		// Where they take turns, rounds follow each other so that each has one about once in slowestSample.
		wait = min(2*wait, max(firstSample, slowestSample*time.Duration(len(turn))/time.Duration(of)))
		if fresh {
			wait = firstSample
		}
	}
}

// take is what is sampled in this round, of how many, and whether some are new since the last one; without any the goroutine ends. What nobody holds any more is forgotten.
func (m *monitor) take() (turn []watched, of int, fresh bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.watched = slices.DeleteFunc(m.watched, func(w watched) bool { return w.of.Value() == nil })
	of = len(m.watched)
	m.running = of > 0
	fresh, m.fresh = m.fresh, false
	n := min(of, sampledAtOnce)
	turn = slices.Clone(m.watched[:n])
	m.watched = slices.Delete(m.watched, 0, n)
	return turn, of, fresh
}

// sample samples one, whose next turn, where it needs further ones, is after that of all others.
func (m *monitor) sample(w watched) {
	s := w.of.Value()
	if s == nil || s.sample(time.Since(w.since)) {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.watched = append(m.watched, watched{w.of, time.Now()})
}

// sample takes a sample, which stands for an interval. It reports whether no further ones are needed.
func (s *Specialization) sample(interval time.Duration) (done bool) {
	w := &windowed{calls: &calls{}}
	if !s.window(counted{s.current(), w.calls}, w) {
		return false
	}
	compared := w.calls.begun.Load() > 0 && s.compare()
	if s.kernel.unoptimized != nil {
		return compared
	}
	if !w.calls.worthwhile() {
		return false
	}
	share := min(float64(w.calls.busy(w.begin))/float64(w.length), 1)
	return s.ran(time.Duration(share * float64(interval)))
}

// windowed is calls that were counted for a while.
type windowed struct {
	begin  time.Time
	length time.Duration
	calls  *calls
}

// window has calls that begin now run c, which counts them, in place of the code that it is made of. It is false where nothing leads to the code, or to other code meanwhile.
func (s *Specialization) window(c counting, w *windowed) bool {
	was := c.original()
	if !s.swap(was, c) {
		return false
	}
	w.begin = time.Now()
	for wait := window; w.calls.ended.Load() < enoughCalls && time.Since(w.begin) < longestWindow; wait *= 2 {
		time.Sleep(wait)
	}
	w.length = time.Since(w.begin)
	return s.swap(was, was)
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
		s.kernel.monitor.compiling.Lock()
		defer s.kernel.monitor.compiling.Unlock()
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
	tree, placeOf, tier, err := s.tree, s.placeOf, s.tier, s.err
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
	c, err := s.kernel.optimizer.Compile(ctx, s.kernel.module, tree, backend.Options{PlaceOf: placeOf})
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
	if k.options.Steps > 0 {
		return errors.New("what the C compiler makes counts no steps")
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
