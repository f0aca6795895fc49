// Package interp runs programs in core form: it is their meaning, and the oracle that staged programs are held against. A program is
// compiled into code that works on frames of slots; a run counts operations by the cost model.
//
//	interp.go   interpreters and runs
//	compile.go  expressions as code; pattern.go: case expressions
//	code.go     the code: its instructions
//	exec.go     running it
//	frames.go   frames; room.go: values, and arenas for them
//	cost.go     the cost model
//	profile.go  where a run spends its operations
//
// Invariants: any number of runs may go on at once, each with a machine of its own; a function is compiled once for all. Every slot is
// written before it is read. Calls in tail position reuse their caller's place, so loops run in constant space; other calls
// nest in memory of the run, and end with an error before that is too much. Whatever goes wrong in a run is an error with a position.
package interp

import (
	"context"
	"fmt"
	"runtime/metrics"

	"scf/internal/diag"
	"scf/scfml/core"
)

// Interp runs one program.
type Interp struct {
	p    *core.Program
	link *linker
}

// Options limits a run.
type Options struct {
	// MaxDepth is how many calls may be active at once, calls in tail position not counted; 0 means 100,000.
	MaxDepth int
	// MaxSteps is how many operations may be counted, looked at at every call; 0 means no limit.
	MaxSteps int64
	// Arena is where the run makes its values; nil for values that live as long as somebody has them.
	Arena *Arena
}

const defaultMaxDepth = 100_000

// LimitError is the error of a run that met a limit of its Options, the depth that there is memory for, or the memory that the process may take
// (debug.SetMemoryLimit).
type LimitError struct{ Err *diag.Error }

func (e *LimitError) Error() string { return e.Err.Error() }

// Unwrap gives the message with its position.
func (e *LimitError) Unwrap() error { return e.Err }

// New is for p, which must be well formed (Verify). Functions are compiled when they are first called.
func New(p *core.Program) *Interp { return newInterp(p, nil) }

// newInterp is New with the places of a profile, or nil for none.
func newInterp(p *core.Program, places *places) *Interp {
	l := &linker{funcs: map[*core.Func]*function{}, places: places}
	for _, f := range p.Funcs {
		l.funcs[f] = &function{source: f, link: l}
	}
	return &Interp{p, l}
}

// Run calls the program's entry function. Its argument is one value: unit for a function without parameters, a tuple for
// one with several. The error is a *diag.Error where the program goes wrong (a match fails, a division by zero, a dead value
// is read), a *LimitError where a limit is met, or the cause with which ctx was cancelled. The counts are of what was done
// up to then.
func (in *Interp) Run(ctx context.Context, arg core.Value, o Options) (core.Value, Counts, error) {
	return in.run(ctx, arg, o, nil)
}

func (in *Interp) run(ctx context.Context, arg core.Value, o Options, to *profile) (core.Value, Counts, error) {
	f := in.p.Entry
	if f == nil {
		return nil, Counts{}, diag.Errorf(diag.Pos{File: in.p.Name}, "the program has no entry function")
	}
	args := []core.Value{arg}
	if n := len(f.Params); n != 1 {
		tuple, ok := arg.(*core.Tuple)
		if !ok || len(tuple.Elems) != n {
			return nil, Counts{}, diag.Errorf(f.Pos, "function %s takes an argument of type %s, not %s",
				f.Name, f.ArgType(), core.AbbreviateValue(arg, abbreviated))
		}
		args = tuple.Elems
	}
	return in.call(ctx, f, args, o, to)
}

// Call calls a function of the program, as Run does, with one value for each parameter.
func (in *Interp) Call(ctx context.Context, f *core.Func, args []core.Value, o Options) (core.Value, Counts, error) {
	return in.call(ctx, f, args, o, nil)
}

func (in *Interp) call(ctx context.Context, f *core.Func, args []core.Value, o Options, to *profile) (v core.Value, counts Counts, err error) {
	callee := in.link.funcs[f]
	if callee == nil {
		return nil, Counts{}, diag.Errorf(f.Pos, "function %s is none of this program", f.Name)
	}
	if len(args) != len(f.Params) {
		return nil, Counts{}, diag.Errorf(f.Pos, "function %s takes %s, not %d", f.Name, diag.Count(len(f.Params), "argument"), len(args))
	}
	m := in.link.machine(ctx, o)
	m.profile = to
	defer func() {
		counts = m.counts
		in.link.putBack(m)
		switch r := recover().(type) {
		case nil:
		case stopped:
			v, err = nil, r.err
		default:
			panic(r)
		}
	}()
	base, fn := m.frames.mark(), callee.compiled()
	fr := m.frames.push(fn.slots)
	copy(fr, args)
	m.enter(fn, 0)
	return m.exec(fn, fr, base, 0), m.counts, nil
}

// machine makes one run after the other.
type machine struct {
	state
	frames frames
	calls  []call // those that others are active in
	own    room   // where runs without an arena make values
}

// state is the state of a run.
type state struct {
	counts Counts
	room   *room       // where it makes values
	living core.Living // for the keys of maps

	depth    int // active calls
	nested   int // active map iterators
	maxDepth int

	profile *profile // nil for none

	ctx      context.Context
	patience int // calls until limits are looked at again
	period   int
	heapIn   int // calls until the heap is looked at again
	maxSteps int64
}

// abbreviated is how long values in messages are.
const abbreviated = 120

// What bounds the memory of a run, whatever its options say: the calls that are active take 32 bytes each, their frames 16 bytes a slot, and map
// iterators, which call each other on Go's stack, about a kilobyte.
const (
	mostCalls  = 1 << 21
	mostSlots  = 1 << 23
	mostNested = 1 << 17
)

// heapPeriod is how many calls there are from one look at the heap to the next: they take tens of milliseconds.
const heapPeriod = 1 << 20

// machine is a machine for a run. One that was put back has frames already, and no state.
func (l *linker) machine(ctx context.Context, o Options) *machine {
	m := l.machines.Get()
	if m == nil {
		m = &machine{frames: newFrames()}
	}
	m.ctx, m.maxDepth, m.maxSteps, m.period = ctx, o.MaxDepth, o.MaxSteps, 1000
	if m.room = &m.own; o.Arena != nil {
		m.room = &o.Arena.room
	}
	if m.maxDepth <= 0 {
		m.maxDepth = defaultMaxDepth
	}
	m.maxDepth = min(m.maxDepth, mostCalls)
	if m.maxSteps > 0 {
		m.period = 1
	}
	m.patience, m.heapIn = m.period, heapPeriod
	return m
}

// putBack keeps m, whose run has ended, for another.
func (l *linker) putBack(m *machine) {
	m.frames.forget()
	m.own.forget()
	if m.calls = m.calls[:0]; cap(m.calls) > maxKept {
		m.calls = nil
	}
	m.state = state{}
	l.machines.Put(m)
}

// stopped is what a machine panics with to end its run.
type stopped struct{ err error }

// site is a place in the program that errors refer to.
type site struct {
	pos diag.Pos
	fn  string
	err error // of what is not well formed there
}

func (s *site) errorf(format string, args ...any) *diag.Error {
	e := diag.Errorf(s.pos, format, args...)
	if !s.pos.IsValid() && s.fn != "" {
		e.Msg += " in function " + s.fn
	}
	return e
}

func (m *machine) fail(err error) { panic(stopped{err}) }

// enter notes that the instruction at pc of f calls.
func (m *machine) enter(f *compiled, pc int) {
	if m.depth++; m.depth > m.maxDepth || m.frames.full {
		m.tooDeep(f.site(pc))
	}
	m.tick(f, pc)
}

// nest notes that the instruction at pc of f runs code for the values of a map.
func (m *machine) nest(f *compiled, pc int) {
	if m.nested++; m.nested > mostNested {
		m.tooDeep(f.site(pc))
	}
}

func (m *machine) tooDeep(at *site) {
	m.fail(&LimitError{at.errorf("the recursion is too deep: %d calls are active", m.depth).
		WithHint("a call whose result is the function's result does not count; give the function an accumulator, for instance")})
}

// tick looks at the limits now and then.
func (m *machine) tick(f *compiled, pc int) {
	if m.patience--; m.patience <= 0 {
		m.look(f, pc)
	}
}

func (m *machine) look(f *compiled, pc int) {
	m.patience = m.period
	if m.ctx.Err() != nil {
		m.fail(fmt.Errorf("the run was interrupted: %w", context.Cause(m.ctx)))
	}
	if m.heapIn -= m.period; m.heapIn <= 0 {
		m.heapIn = heapPeriod
		m.lookAtHeap(f, pc)
	}
	if m.maxSteps > 0 && m.counts.Total() > m.maxSteps {
		m.fail(&LimitError{f.site(pc).errorf("the run takes more than %d steps", m.maxSteps).WithHint("raise the limit, or see whether the program ends")})
	}
}

// lookAtHeap ends the run where more lives on the heap than the process may take, which the collector would try to prevent forever.
func (m *machine) lookAtHeap(f *compiled, pc int) {
	h := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/gomemlimit:bytes"}}
	metrics.Read(h)
	if limit := h[1].Value.Uint64(); h[0].Value.Uint64() > limit {
		m.fail(&LimitError{f.site(pc).errorf("the run takes more than the %d MB that the process may take", limit>>20).
			WithHint("see whether the program ends, or set the environment's GOMEMLIMIT higher")})
	}
}
