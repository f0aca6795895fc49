package code

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"scf/internal/testing/qemu"
	"scf/internal/testing/tier"
)

// These tests are about Go's runtime while generated code runs: collections, moved stacks, panics, signals.

type summer = func(a []int32, n int32) int32

// long is how often sum adds a thousand numbers in about a second.
func long() int32 {
	switch {
	case testing.Short():
		return 200_000
	case tier.Long:
		return 2_000_000
	}
	return 500_000
}

func ones(n int) []int32 {
	a := make([]int32, n)
	for i := range a {
		a[i] = 1
	}
	return a
}

// TestCollectionsDoNotWait counts the collections that end while one call runs.
func TestCollectionsDoNotWait(t *testing.T) {
	m := newMachine(t)
	sum := bound[summer](t, m.load(t, "sum", Native{Entry: 16}))
	var running atomic.Bool
	during := make(chan int)
	running.Store(true)
	go func() {
		n := 0
		for running.Load() {
			runtime.GC()
			if running.Load() {
				n++
			}
		}
		during <- n
	}()
	n := long()
	got := sum(ones(1000), n)
	running.Store(false)
	if want := int32(1000 * int64(n)); got != want {
		t.Errorf("%d instead of %d", got, want)
	}
	if n := <-during; n < 2 {
		t.Errorf("%d collections ended while the call ran", n)
	}
	checkStacks(t)
}

// checkStacks checks that no call holds a stack.
func checkStacks(t *testing.T) {
	t.Helper()
	if made, busy := Stacks(); busy != 0 {
		t.Errorf("%d of %d stacks are in use", busy, made)
	}
}

// TestCodeStaysAlive polls all the time in code that nothing leads to but the call, while the collector runs.
func TestCodeStaysAlive(t *testing.T) {
	m := newMachine(t)
	n := int64(long()) / 2
	var running atomic.Bool
	running.Store(true)
	var wg sync.WaitGroup
	wg.Go(func() {
		for running.Load() {
			runtime.GC()
		}
	})
	if got := bound[func(int64) int64](t, m.load(t, "polls", Native{}))(n); got != n {
		t.Errorf("%d", got)
	}
	running.Store(false)
	wg.Wait()
}

// TestArgumentsStayAlive has the only pointer to the numbers be that of the call, and other memory be taken and freed meanwhile.
func TestArgumentsStayAlive(t *testing.T) {
	m := newMachine(t)
	sum := bound[summer](t, m.load(t, "sum", Native{Entry: 16}))
	var running atomic.Bool
	running.Store(true)
	var wg sync.WaitGroup
	wg.Go(func() {
		for running.Load() {
			runtime.GC()
			for range 100 {
				garbage.Store(&[]int32{slices.Repeat([]int32{77}, 1000)[5]})
			}
		}
	})
	for range 20 {
		if got := sum(ones(1000), 20_000); got != 20_000_000 {
			t.Errorf("%d", got)
		}
	}
	running.Store(false)
	wg.Wait()
}

var garbage atomic.Pointer[[]int32]

// deep moves the goroutine's stack.
//
//go:noinline
func deep(n int) int {
	var room [64]int
	room[n%64] = n
	if n == 0 {
		return 0
	}
	return deep(n-1) + room[n%64] - n + 1
}

func TestStackMovesDuringHost(t *testing.T) {
	m := newMachine(t)
	c := m.load(t, "call", Native{Hosts: []HostFunc{nil, func(_ context.Context, words *[MaxWords]uint64) error {
		words[0] += uint64(deep(2000)) + words[1]
		runtime.GC()
		return nil
	}}})
	done := make(chan int64)
	for range 10 {
		go func() { done <- bound[twoInts](t, c)(3, 4) }()
		if got := <-done; got != 2*2007 {
			t.Errorf("%d", got)
		}
	}
	checkStacks(t)
}

// TestNested has a Go function that generated code calls call generated code.
func TestNested(t *testing.T) {
	m := newMachine(t)
	var f twoInts
	depth := 0
	c := m.load(t, "call", Native{Hosts: []HostFunc{nil, func(_ context.Context, words *[MaxWords]uint64) error {
		depth++
		if words[0] > 0 {
			words[0] = uint64(f(int64(words[0])-1, int64(words[1])))
		} else {
			words[0] = words[1]
		}
		return nil
	}}})
	f = bound[twoInts](t, c)
	if got := f(6, 5); got != 5<<7 || depth != 254 {
		t.Errorf("%d, %d calls", got, depth)
	}
	if made, _ := Stacks(); made < 7 {
		t.Errorf("%d stacks", made)
	}
	checkStacks(t)
}

func TestCancel(t *testing.T) {
	m := newMachine(t)
	c := m.load(t, "sum", Native{})
	const forever = 1<<31 - 1
	ctx, cancel := context.WithTimeoutCause(context.Background(), 30*time.Millisecond, errors.New("enough"))
	defer cancel()
	got, err := bound[func(ctx context.Context, a []int32, n int32) (int32, error)](t, c)(ctx, ones(1000), forever)
	if got != 0 || err != context.Cause(ctx) {
		t.Errorf("%d, %v", got, err)
	}
	defer func() {
		if err := recover(); err != context.Cause(ctx) {
			t.Error(err)
		}
		checkStacks(t)
	}()
	bound[func(ctx context.Context, a []int32, n int32) int32](t, c)(ctx, ones(1000), forever)
}

// TestHostPanics ends calls by what Go functions do to their goroutine.
func TestHostPanics(t *testing.T) {
	m := newMachine(t)
	for _, end := range []func(){func() { panic("no") }, runtime.Goexit, func() { var p *int; *p = 1 }} {
		c := m.load(t, "call", Native{Hosts: []HostFunc{nil, func(context.Context, *[MaxWords]uint64) error { end(); return nil }}})
		f := bound[twoInts](t, c)
		ended := make(chan bool)
		for range 20 {
			go func() {
				defer func() { recover(); ended <- true }()
				f(1, 2)
			}()
			<-ended
		}
	}
	checkStacks(t)
	if made, _ := Stacks(); made > 100 {
		t.Errorf("%d stacks", made)
	}
}

// TestCallers unwinds from a Go function through generated code.
func TestCallers(t *testing.T) {
	m := newMachine(t)
	var stack string
	c := m.load(t, "call", Native{Hosts: []HostFunc{nil, func(context.Context, *[MaxWords]uint64) error {
		buf := make([]byte, 1<<16)
		stack = string(buf[:runtime.Stack(buf, true)])
		var pcs [64]uintptr
		if runtime.Callers(0, pcs[:]) < 5 {
			t.Error("few callers")
		}
		return nil
	}}})
	bound[twoInts](t, c)(1, 2)
	for _, want := range []string{"code.thunk", "code.TestCallers(", "testing.tRunner"} {
		if !strings.Contains(stack, want) {
			t.Errorf("no %s in\n%s", want, stack)
		}
	}
}

// TestProfile has signals come while generated code, the thunk and Go functions run.
func TestProfile(t *testing.T) {
	m := newMachine(t)
	sum := bound[summer](t, m.load(t, "sum", Native{Entry: 16}))
	add := bound[twoInts](t, m.load(t, "add", Native{}))
	call := bound[twoInts](t, m.load(t, "call", Native{Hosts: []HostFunc{nil, func(context.Context, *[MaxWords]uint64) error { return nil }}}))
	var profile bytes.Buffer
	if err := pprof.StartCPUProfile(&profile); err != nil {
		t.Skip(err)
	}
	for start := time.Now(); time.Since(start) < 300*time.Millisecond; {
		sum(ones(100), 1000)
		for i := range int64(1000) {
			add(i, i)
			call(i, i)
		}
	}
	pprof.StopCPUProfile()
	if profile.Len() == 0 {
		t.Error("no profile")
	}
}

// TestSoak calls and swaps code from many goroutines while code is made and collected.
func TestSoak(t *testing.T) {
	m := newMachine(t)
	rounds := 300
	if testing.Short() {
		rounds = 30
	}
	host := Native{Hosts: []HostFunc{nil, func(_ context.Context, words *[MaxWords]uint64) error {
		runtime.Gosched()
		words[0] *= words[1]
		return nil
	}}}
	call, sum := bound[twoInts](t, m.load(t, "call", host)), bound[summer](t, m.load(t, "sum", Native{Entry: 16}))
	shared := closure[func() uint32](t, Dispatched(func(context.Context, []uint64) (uint64, error) { return 1, nil }))
	var wg sync.WaitGroup
	for g := range 64 {
		wg.Go(func() {
			a := ones(100 + g)
			for i := range rounds {
				r, err := m.Install(returning(uint32(g*1000+i)|1, 64), nil)
				if err != nil {
					t.Error(err)
					return
				}
				shared.Swap(Machine(Native{Region: r}))
				if got := Func[func() uint32](shared)(); got&1 != 1 || got > 64*1000 {
					t.Errorf("%d", got)
				}
				if got := call(int64(i), 3); got != int64(6*i) {
					t.Errorf("%d instead of %d", got, 6*i)
				}
				if got := sum(a, int32(i)); got != int32(i*len(a)) {
					t.Errorf("%d instead of %d", got, i*len(a))
				}
			}
		})
	}
	wg.Wait()
	checkStacks(t)
}

// TestUnderStress runs the others with the collector at work all the time, and checking itself.
func TestUnderStress(t *testing.T) {
	tier.Standard(t, "the collector runs all the time")
	if os.Getenv("CODE_STRESS") != "" {
		t.Skip("runs already")
	}
	newMachine(t)
	all := []string{"GODEBUG=gccheckmark=1,clobberfree=1", "GODEBUG=gcstoptheworld=1", "GODEBUG=asyncpreemptoff=1", "GOMAXPROCS=1"}
	for _, env := range all[:tier.Pick(0, 1, len(all))] {
		cmd := exec.Command(os.Args[0], "-test.short", "-test.run", "CodeStays|Soak|Host|Nested|Cancel|Callers|Alive|Signatures|Collected")
		cmd.Env = append(os.Environ(), "CODE_STRESS=1", "GOGC=1", env)
		if out, err := cmd.CombinedOutput(); errors.Is(err, syscall.ENOEXEC) {
			t.Skip("an emulator runs this test, but not its child processes")
		} else if err != nil {
			t.Errorf("%s: %v\n%s", env, err, out)
		}
	}
}

// TestUnderQemu runs the tests on the other machine.
func TestUnderQemu(t *testing.T) {
	tier.OnlyLong(t, "the whole test program is emulated")
	if runtime.GOOS != "linux" || os.Getenv("CODE_STRESS") != "" {
		t.Skip("for Linux")
	}
	qemu.ARM64(t, "-test.short")
}
