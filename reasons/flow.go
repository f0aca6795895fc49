package reasons

import (
	"scf/flow"
	"scf/scfml/core"
)

// Where values come from and go to: two problems on the flow graph of the program, in which components are in the slots of the values that they
// are part of. The facts of a slot are about the parts of one type that its values have. What is known of a part goes with the values, and what
// is asked of it goes back.

// fact is what holds of a part, the parts of one type of the values in a slot: where it is from, or who asks for it.
type fact struct {
	flags   is
	barrier *Reason // the weakest of those that its values passed, which keep them from who takes them apart; nil for none
}

type is uint8

const (
	made     is = 1 << iota // in the program, and known here
	input                   // of the program
	computed                // from what is input

	read // somebody takes it apart, here
	used // it is a part of the result
)

// over is what is left of x behind barrier b, where direct is the flag of what no barrier keeps yet: the weakest of the barriers that its values
// passed is now the stronger one of that and b.
func (x fact) over(b *Reason, direct is) fact {
	if b == nil {
		return x
	}
	if x.barrier != nil && x.barrier.Kind < b.Kind {
		x.barrier = b
	}
	if x.flags&direct != 0 {
		x.flags &^= direct
		x.barrier = weaker(x.barrier, b)
	}
	return x
}

// weaker is the weaker of two barriers, a where they are alike.
func weaker(a, b *Reason) *Reason {
	if a == nil || b != nil && b.Kind < a.Kind {
		return b
	}
	return a
}

func (x fact) join(y fact) fact { return fact{x.flags | y.flags, weaker(x.barrier, y.barrier)} }

// facts are those about the parts in a slot, each of one type, by number.
type facts []factOf

type factOf struct {
	of int32
	fact
}

func (fs facts) get(of int32) fact {
	for _, x := range fs {
		if x.of == of {
			return x.fact
		}
	}
	return fact{}
}

// with is fs and what x says, and whether that is more than fs.
func (fs facts) with(x factOf) (facts, bool) {
	for i, y := range fs {
		if y.of == x.of {
			fs[i].fact = y.join(x.fact)
			return fs, fs[i].fact != y.fact
		}
	}
	return append(fs, x), true
}

// lattice is the facts of either problem.
type lattice struct {
	*analysis
	direction flow.Direction
	direct    is // the flag of what no barrier keeps
}

func (l *lattice) Join(x, y facts) (facts, bool) {
	more := false
	for _, f := range y {
		var this bool
		x, this = x.with(f)
		more = more || this
	}
	return x, more
}

// Along is what becomes of the facts x along e. Parts of a type go where values can have such parts.
func (l *lattice) Along(e *flow.Edge, x facts) (facts, bool) {
	to, b := e.To, l.barrierOf(e)
	if l.direction == flow.Backwards {
		to = e.From
	}
	moves := e.Kind != flow.Operand && e.Kind != flow.Key
	var out facts
	for _, f := range x {
		y := factOf{f.of, f.over(b, l.direct)}
		if moves && l.types.contains(l.typeOf[to], y.of) {
			out, _ = out.with(y)
		}
		if y, ok := l.result(e, y); ok {
			out, _ = out.with(y)
		}
	}
	return out, len(out) > 0
}

// result is what x, of an operand at the beginning of e, says of the operation's result; false for nothing. What is looked up in a map is known where
// the map is; what is computed is not known by being made.
func (l *lattice) result(e *flow.Edge, x factOf) (factOf, bool) {
	switch {
	case l.direction == flow.Backwards:
		return x, false
	case e.Kind == flow.Operand:
		x.flags &^= made
		if x.flags&input != 0 {
			x.flags = computed
		}
	case e.Kind != flow.Lookup || x.of != l.typeOf[e.From]:
		return x, false
	}
	return factOf{l.typeOf[e.To], x.fact}, x.fact != fact{}
}

// solve finds out where the values of the program come from and go to.
func (a *analysis) solve() {
	a.sources = flow.NewSolver(a.g, flow.Forwards, &lattice{a, flow.Forwards, made})
	a.asks = flow.NewSolver(a.g, flow.Backwards, &lattice{a, flow.Backwards, read})
	for _, x := range a.program.Entry.Params {
		a.all(a.sources, a.g.Var(x), input)
	}
	a.all(a.asks, a.g.Result(a.program.Entry), used)
	for s, e := range a.g.Exprs {
		if c, ok := e.(*core.Const); ok {
			a.constant(flow.Slot(s), c.Value, a.types.all[a.typeOf[s]])
		}
	}
	for i := range a.g.Edges {
		a.looked(&a.g.Edges[i])
	}
	a.sources.Solve()
	a.asks.Solve()
}

// looked notes who makes what is at the end of e, and who asks for what is at its beginning.
func (a *analysis) looked(e *flow.Edge) {
	switch e.Kind {
	case flow.Component:
		a.add(a.sources, e.To, a.typeOf[e.To], fact{flags: made})
	case flow.Change:
		if _, ok := e.By.(*core.PrimExpr); ok {
			a.add(a.sources, e.To, a.typeOf[e.To], fact{flags: made}.over(a.barrierOf(e), made))
		}
	case flow.Operand: // structures are compared as a whole
		a.all(a.asks, e.From, read)
	case flow.Lookup, flow.Test, flow.Open:
		a.add(a.asks, e.From, a.typeOf[e.From], fact{flags: read}.over(a.barrierOf(e), read))
	case flow.Entry:
		a.add(a.asks, e.From, a.typeOf[e.From], fact{flags: read})
	}
}

func (a *analysis) add(to *flow.Solver[facts], s flow.Slot, of int32, x fact) {
	to.Add(s, facts{{of, x}})
}

// all adds a fact about all parts of the values in s.
func (a *analysis) all(to *flow.Solver[facts], s flow.Slot, flags is) {
	if s == flow.Nowhere {
		return
	}
	for _, n := range a.types.parts(a.typeOf[s]) {
		a.add(to, s, n, fact{flags: flags})
	}
}

// constant notes that the parts of a constant of type t are made in the program.
func (a *analysis) constant(s flow.Slot, v core.Value, t core.Type) {
	a.add(a.sources, s, a.types.of(t), fact{flags: made})
	var values []core.Value
	var types []core.Type
	switch v := v.(type) {
	case *core.ConValue:
		values, types = v.Args, v.Con.ArgTypes(t.(*core.DataType))
	case *core.Tuple:
		values, types = v.Elems, t.(*core.TupleType).Elems
	case *core.MapValue, *core.SetValue:
		a.all(a.sources, s, made)
		return
	}
	for i, x := range values {
		a.constant(s, x, types[i])
	}
}
