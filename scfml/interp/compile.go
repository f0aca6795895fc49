package interp

import (
	"sync"
	"sync/atomic"

	"scf/internal/diag"
	"scf/internal/spare"
	"scf/scfml/core"
)

// Compiling core expressions to closures. Variables become slots of the frame of their function; variables of different arms share
// slots, as only one arm runs.

// code evaluates an expression in a frame. In tail position it may instead give nil, and leave a call for machine.enter.
type code func(m *machine, fr []core.Value) core.Value

// function is a function of the program, which is compiled when it is first called: of a large residual program a run calls a small part.
type function struct {
	source *core.Func
	link   *linker
	ready  atomic.Pointer[compiled] // nil while it is not compiled
}

// compiled is a compiled function. Its parameters are the first slots.
type compiled struct {
	body  code
	slots int
}

func (f *function) compiled() *compiled {
	if c := f.ready.Load(); c != nil {
		return c
	}
	return f.link.compile(f)
}

// linker compiles the functions of a program, each once.
type linker struct {
	funcs  map[*core.Func]*function // all of them; it never changes
	places *places                  // where a profile notes what is spent; nil for no profile
	mu     sync.Mutex               // held while a function is compiled

	machines spare.Pool[machine] // of those whose runs have ended
}

func (l *linker) compile(f *function) *compiled {
	l.mu.Lock()
	defer l.mu.Unlock()
	if done := f.ready.Load(); done != nil {
		return done
	}
	c := &compiler{link: l, vars: map[*core.Var]int{}, at: &site{pos: f.source.Pos, fn: f.source.Name}, level: 1 + l.levels()}
	for _, v := range f.source.Params {
		c.vars[v] = c.newSlot()
	}
	done := &compiled{body: c.notedBody(f.source.Name, c.expr(f.source.Body, true))}
	done.slots = c.maxSlots
	f.ready.Store(done)
	return done
}

// compiler compiles one function.
type compiler struct {
	link           *linker
	vars           map[*core.Var]int // slots
	next, maxSlots int               // the first free slot; the most that were in use
	at             *site             // the nearest position known
	level          int               // how deep the expression stands: how many closures may be active there, one within the other
}

func (c *compiler) newSlot() int {
	c.next++
	c.maxSlots = max(c.maxSlots, c.next)
	return c.next - 1
}

// siteOf is a site at pos, or at the nearest known place if pos is not known.
func (c *compiler) siteOf(pos diag.Pos) *site {
	if pos.IsValid() && pos != c.at.pos {
		c.at = &site{pos: pos, fn: c.at.fn}
	}
	return c.at
}

// expr compiles e; tail reports whether its value is that of the function.
func (c *compiler) expr(e core.Expr, tail bool) code {
	outer, level, free := c.at, c.level, c.next
	c.level += c.link.levels()
	code := c.node(e, tail)
	at := c.at
	c.at, c.level, c.next = outer, level, free
	return c.noted(e, at, code)
}

// levels is how many closures an expression is: with a note around it, two.
func (l *linker) levels() int {
	if l.places != nil {
		return 2
	}
	return 1
}

// operand is an operand of an operation. Most are variables and constants: these need no closure, which would be further memory to go through.
type operand struct {
	slot  int32 // of a variable; noSlot where it is none
	code  code  // of what is neither a variable nor a constant
	value core.Value
}

const noSlot = -1

func (o *operand) get(m *machine, fr []core.Value) core.Value {
	switch {
	case o.slot >= 0:
		return fr[o.slot]
	case o.code != nil:
		return o.code(m, fr)
	}
	return o.value
}

func (c *compiler) operand(e core.Expr) operand {
	if c.link.places == nil { // a note around a variable costs nothing, but where there are notes everything is code
		switch e := e.(type) {
		case *core.VarExpr:
			if slot, bound := c.vars[e.Var]; bound {
				return operand{slot: int32(slot)}
			}
		case *core.Const:
			return operand{slot: noSlot, value: e.Value}
		}
	}
	return operand{slot: noSlot, code: c.expr(e, false)}
}

func (c *compiler) operands(es []core.Expr) []operand {
	out := make([]operand, len(es))
	for i, e := range es {
		out[i] = c.operand(e)
	}
	return out
}

func (c *compiler) node(e core.Expr, tail bool) code {
	switch e := e.(type) {
	case *core.VarExpr:
		return c.variable(e)
	case *core.Const:
		v := e.Value
		return func(*machine, []core.Value) core.Value { return v }
	case *core.DeadExpr:
		return func(*machine, []core.Value) core.Value { return core.Dead{} }
	case *core.ConExpr:
		return c.construct(e)
	case *core.TupleExpr:
		return c.tuple(e)
	case *core.CaseExpr:
		return c.caseOf(e, tail)
	case *core.CallExpr:
		return c.call(e, tail)
	case *core.PrimExpr:
		return c.prim(e)
	case *core.IterExpr:
		return c.iterate(e)
	}
	panic("interp: no such expression")
}

func (c *compiler) variable(e *core.VarExpr) code {
	slot, bound := c.vars[e.Var]
	if !bound {
		return failing(c.at.errorf("variable %s is not bound: the program is not well formed", e.Var.Name))
	}
	return func(_ *machine, fr []core.Value) core.Value { return fr[slot] }
}

func (c *compiler) construct(e *core.ConExpr) code {
	con, args := e.Con, c.operands(e.Args)
	if len(args) == 0 {
		v := &core.ConValue{Con: con}
		return func(*machine, []core.Value) core.Value { return v }
	}
	return func(m *machine, fr []core.Value) core.Value {
		v := m.room.con(con, len(args))
		for i := range args {
			v.Args[i] = args[i].get(m, fr)
		}
		m.counts.Allocs++
		return v
	}
}

func (c *compiler) tuple(e *core.TupleExpr) code {
	elems := c.operands(e.Elems)
	return func(m *machine, fr []core.Value) core.Value {
		v := m.room.tuple(len(elems))
		for i := range elems {
			v.Elems[i] = elems[i].get(m, fr)
		}
		m.counts.Allocs++
		return v
	}
}

// call compiles a call. Arguments are evaluated into the frame of the function called.
func (c *compiler) call(e *core.CallExpr, tail bool) code {
	f, args, at, level := c.link.funcs[e.Func], c.operands(e.Args), c.siteOf(e.Pos), c.level
	if tail {
		return func(m *machine, fr []core.Value) core.Value {
			next := m.frames.push(len(args))
			for i := range args {
				next[i] = args[i].get(m, fr)
			}
			m.counts.Calls++
			m.next, m.nextArgs = f.compiled(), next
			return nil
		}
	}
	return func(m *machine, fr []core.Value) core.Value {
		base, f := m.frames.mark(), f.compiled()
		callee := m.frames.push(f.slots)
		for i := range args {
			callee[i] = args[i].get(m, fr)
		}
		m.counts.Calls++
		v := m.enter(f, callee, base, at, level)
		m.frames.release(base)
		return v
	}
}
