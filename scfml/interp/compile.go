package interp

import (
	"sync"
	"sync/atomic"

	"scf/internal/diag"
	"scf/internal/spare"
	"scf/scfml/core"
)

// Compiling core expressions. Variables become slots of the frame of their function; variables of different arms share
// slots, as only one arm runs. Parts of expressions that are neither variables nor constants are computed into slots of their own first.

// function is a function of the program, which is compiled when it is first called: of a large residual program a run calls a small part.
type function struct {
	source *core.Func
	link   *linker
	ready  atomic.Pointer[compiled] // nil while it is not compiled
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
	at := &site{pos: f.source.Pos, fn: f.source.Name}
	c := &compiler{assembler: newAssembler(at), link: l, vars: map[*core.Var]int32{}, at: at}
	for _, v := range f.source.Params {
		c.vars[v] = c.newSlot()
	}
	if l.places != nil {
		c.put(opBegin, 0)
	}
	c.compute(f.source.Body, result)
	c.endMatches()
	done := c.done()
	f.ready.Store(done)
	return done
}

// compiler compiles one function.
type compiler struct {
	assembler
	link  *linker
	vars  map[*core.Var]int32 // slots
	next  int32               // the first free slot
	at    *site               // the nearest position known
	fails []unmatched         // of its case expressions
}

func (c *compiler) newSlot() int32 {
	c.next++
	c.slots = max(c.slots, int(c.next))
	return c.next - 1
}

// siteOf is a site at pos, or at the nearest known place if pos is not known.
func (c *compiler) siteOf(pos diag.Pos) *site {
	if pos.IsValid() && pos != c.at.pos {
		c.at = &site{pos: pos, fn: c.at.fn}
	}
	return c.at
}

// result is where the value of an expression goes that is the function's.
const result = -1

// compute appends what computes e into a slot, or as the result of the function. Case expressions with one arm, such as let, follow each other.
func (c *compiler) compute(e core.Expr, to int32) {
	outer, free := c.at, c.next
	for {
		let, ok := e.(*core.CaseExpr)
		if !ok || len(let.Arms) != 1 {
			break
		}
		note := c.note(let)
		c.let(let)
		c.noted(note, let)
		e = let.Arms[0].Body
	}
	note := c.note(e)
	c.node(e, to)
	c.noted(note, e)
	c.at, c.next = outer, free
}

// operand is e as an operand of an instruction that follows. The slot that it may take is the compiler's to free.
func (c *compiler) operand(e core.Expr) int32 {
	switch e := e.(type) {
	case *core.VarExpr:
		if slot, bound := c.vars[e.Var]; bound {
			return slot
		}
	case *core.Const:
		return c.constant(e.Value)
	case *core.DeadExpr:
		return c.constant(core.Dead{})
	}
	slot := c.newSlot()
	c.compute(e, slot)
	return slot
}

func (c *compiler) operands(es []core.Expr) []int32 {
	out := make([]int32, len(es))
	for i, e := range es {
		out[i] = c.operand(e)
	}
	return out
}

// into gives the slot for a result that is computed there, and give appends what becomes of it.
func (c *compiler) into(to int32) int32 {
	if to == result {
		return c.newSlot()
	}
	return to
}

func (c *compiler) give(from, to int32) {
	switch {
	case to == result:
		c.put(opReturn, 0, from)
	case from != to:
		c.put(opMove, 0, to, from)
	}
}

func (c *compiler) node(e core.Expr, to int32) {
	switch e := e.(type) {
	case *core.VarExpr, *core.Const, *core.DeadExpr:
		if v, ok := e.(*core.VarExpr); ok {
			if _, bound := c.vars[v.Var]; !bound {
				c.fail("variable %s is not bound: the program is not well formed", v.Var.Name)
				return
			}
		}
		c.give(c.operand(e), to)
	case *core.ConExpr:
		c.construct(e, to)
	case *core.TupleExpr:
		words := c.operands(e.Elems)
		slot := c.into(to)
		c.put(opTuple, len(words), slot)
		c.code = append(c.code, words...)
		c.give(slot, to)
	case *core.CaseExpr:
		c.caseOf(e, to)
	case *core.CallExpr:
		c.call(e, to)
	case *core.PrimExpr:
		c.prim(e, to)
	case *core.IterExpr:
		c.iterate(e, to)
	default:
		panic("interp: no such expression")
	}
}

// fail appends the error of a program that is not well formed.
func (c *compiler) fail(format string, args ...any) {
	err := c.at.errorf(format, args...)
	c.sited(&site{pos: c.at.pos, fn: c.at.fn, err: err}, opFail, 0)
}

func (c *compiler) construct(e *core.ConExpr, to int32) {
	if len(e.Args) == 0 {
		c.give(c.constant(&core.ConValue{Con: e.Con}), to)
		return
	}
	words := c.operands(e.Args)
	slot := c.into(to)
	c.put(opConstruct, len(words), slot, c.con(e.Con))
	c.code = append(c.code, words...)
	c.give(slot, to)
}

func (c *compiler) call(e *core.CallExpr, to int32) {
	words, at := c.operands(e.Args), c.siteOf(e.Pos)
	callee := c.callee(c.link.funcs[e.Func])
	if to == result {
		c.sited(at, opTailCall, len(words), callee)
	} else {
		c.sited(at, opCall, len(words), to, callee)
	}
	c.code = append(c.code, words...)
}

func (c *compiler) prim(e *core.PrimExpr, to int32) {
	words, at := c.operands(e.Args), c.siteOf(e.Pos)
	slot := c.into(to)
	var op opcode
	onMap := 0
	switch isMap := e.Op.IsMap(); {
	case !isMap && len(words) == 1:
		op = opUnary
	case e.Op == core.OpMapFind && len(words) == 2:
		op = opFind
	case len(words) == 2:
		if op = opBinary; isMap {
			onMap = 1
		}
	case isMap && len(words) == 3:
		op = opInsert
	default:
		c.fail("%s has %d arguments: the program is not well formed", e.Op.Name(), len(words))
		return
	}
	c.sited(at, op, onMap, slot, int32(e.Op))
	c.code = append(c.code, words...)
	c.give(slot, to)
}

// iterate compiles `M.map (fn p => body) m` and `M.unionWith (fn (x, y) => body) (m, m')`.
func (c *compiler) iterate(e *core.IterExpr, to int32) {
	words, at := c.operands(e.Args), c.at
	slot := c.into(to)
	var params []int32
	for _, v := range e.Params {
		params = append(params, c.newSlot())
		c.vars[v] = params[len(params)-1]
	}
	op := opMapEach
	switch {
	case len(words) == 1 && len(params) == 1:
	case len(words) == 2 && len(params) == 2:
		op = opMapUnion
	default:
		c.fail("an iterator has %d arguments and %d parameters: the program is not well formed", len(words), len(params))
		return
	}
	c.sited(at, op, 0, slot)
	c.code = append(append(append(c.code, words...), params...), 0)
	end := len(c.code) - 1
	body := c.newSlot()
	c.compute(e.Body, body)
	c.put(opYield, 0, body)
	c.code[end] = c.here()
	c.give(slot, to)
}
