package interp

import (
	"context"
	"unsafe"

	"scf/ast"
	"scf/backend"
	"scf/backend/mem"
	"scf/internal/diag"
)

// maxDepth bounds calls in calls: Go's stack holds as many, whatever the expressions that they stand in.
const maxDepth = 20000

// maxFrames bounds the words of all frames together.
const maxFrames = 1 << 23

// firstChunk is the number of words that a machine begins with.
const firstChunk = 1 << 13

// pollEvery is the number of steps after which the context is looked at.
const pollEvery = 1 << 12

// machine is the state of one call from Go, and of the calls in it. It is used again for later calls.
type machine struct {
	program *program
	ctx     context.Context

	vars   []uint64         // the words of the frame
	memory uint64           // the address of its objects
	result uint64           // of the function that returned last
	within backend.Region   // of the address that was found last, if accesses are checked
	given  *backend.Regions // what the call may access, if that is checked

	stack []uint64 // the words of the chunk that frames are taken from
	chunk *chunk
	sp    int // the words in use
	depth int

	fuel    int   // steps until the context is looked at
	steps   int64 // left behind that; unlimited where limited is false
	limited bool
	inHost  bool // whether a function of the program runs
}

// chunk is a piece of the stack. The next one is taken when it is full, and kept.
type chunk struct {
	words []uint64
	next  *chunk
}

func newMachine(p *program) *machine {
	m := &machine{program: p}
	m.use(&chunk{words: make([]uint64, firstChunk)}, 0)
	return m
}

// use makes c the chunk to take frames from, of which sp words are in use.
func (m *machine) use(c *chunk, sp int) { m.stack, m.chunk, m.sp = c.words, c, sp }

// begin makes m ready for a call from Go.
func (m *machine) begin(ctx context.Context, steps int64) {
	m.ctx, m.depth, m.sp, m.inHost = ctx, 0, 0, false
	m.fuel, m.steps, m.limited = pollEvery, 0, steps > 0
	if m.program.checked {
		if m.given = backend.RegionsOf(ctx); m.given == nil {
			m.given = &backend.Regions{}
		}
	}
	if m.limited {
		m.fuel = int(min(steps, pollEvery))
		m.steps = steps - int64(m.fuel)
	}
}

// step counts an iteration of a loop or a call.
func (m *machine) step(at *place) {
	if m.fuel--; m.fuel < 0 {
		m.refuel(at)
	}
}

// refuel looks whether the call is to go on.
func (m *machine) refuel(at *place) {
	if err := m.ctx.Err(); err != nil {
		panic(stopped{err})
	}
	m.fuel = pollEvery
	if m.limited {
		if m.steps == 0 {
			at.fail(backend.OutOfSteps, nil)
		}
		m.fuel = int(min(m.steps, pollEvery))
		m.steps -= int64(m.fuel)
	}
	m.fuel--
}

// stopped is what a call panics with that its context ends.
type stopped struct{ err error }

// place is a command in the source. Where its tree does not tell where it stands that is asked for when it is needed, by its label.
type place struct {
	function *function
	pos      diag.Pos
	label    ast.Label
	before   *place // the command that is compiled before it; nil for the first
}

// locate makes the place of x, if it has one, that of what is compiled.
func (c *compiler) locate(x ast.Cmd) {
	pos := ast.PlaceOf(x)
	if !ast.HasPlace(x) || !pos.IsValid() && c.at.function.placeOf == nil || pos.IsValid() && pos == c.at.pos {
		return
	}
	c.last = &place{c.at.function, pos, ast.LabelOf(x), c.last}
	c.at = c.last
}

// position is where the command stands, or the nearest one before it of which that is known: passes make some that stand nowhere.
func (at *place) position() (pos diag.Pos) {
	for ; at != nil && !pos.IsValid(); at = at.before {
		if pos = at.pos; !pos.IsValid() && at.label != nil {
			pos = at.function.placeOf(at.label)
		}
	}
	return pos
}

// fail ends the call with a fault.
func (at *place) fail(kind backend.FaultKind, err error) {
	panic(&backend.Fault{Kind: kind, Func: at.function.tree.Name, Pos: at.position(), Err: err})
}

// call runs fn on the arguments, which are evaluated in the frame that is there.
func (m *machine) call(fn *function, args []expr, at *place) uint64 {
	if err := fn.prepare(m.program); err != nil {
		at.fail(backend.NoFunction, err)
	}
	chunk, sp := m.chunk, m.sp
	m.reserve(max(fn.frame, len(args)), at)
	base := m.sp
	m.sp = base + len(args)
	m.evaluate(args, base)
	r := m.run(fn, base, at)
	m.use(chunk, sp)
	return r
}

// reserve sees to it that there are n words behind sp.
func (m *machine) reserve(n int, at *place) {
	if m.sp+n <= len(m.stack) {
		return
	}
	if len(m.stack) > maxFrames/4 {
		at.fail(backend.OutOfStack, nil)
	}
	if c := m.chunk; c.next == nil || len(c.next.words) < n {
		c.next = &chunk{words: make([]uint64, max(2*len(m.stack), n))}
	}
	m.use(m.chunk.next, 0)
}

// run runs fn, whose arguments are the words from base on.
func (m *machine) run(fn *function, base int, at *place) uint64 {
	vars, memory := m.vars, m.memory
	if m.depth++; m.depth > maxDepth {
		at.fail(backend.OutOfStack, nil)
	}
	m.step(at)
	m.enter(fn, base)
	m.result = 0
	if m.program.checked {
		m.enterChecked(fn)
		fn.body(m)
		m.given.Drop(len(fn.objects))
	} else {
		fn.body(m)
	}
	m.vars, m.memory = vars, memory
	m.depth--
	return m.result
}

// enter makes the words from base on the frame of fn.
func (m *machine) enter(fn *function, base int) {
	m.sp = base + fn.frame
	m.vars = m.stack[base:m.sp:m.sp]
	if fn.memory == 0 {
		return
	}
	at := mem.AddressOf(unsafe.Pointer(&m.vars[fn.words]))
	m.memory = (at + fn.align - 1) &^ (fn.align - 1)
	for i := range fn.params {
		p := &fn.params[i]
		backend.Store(m.memory+p.offset, p.ty, m.vars[p.slot])
	}
}
