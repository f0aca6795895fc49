package valuegraph

import (
	"fmt"
	"slices"

	"scf/internal/stop"
	"scf/scfml/core"
	"scf/simplify/ledger"
)

// This file builds the graph of a function from its core form. It goes through the body once, from the top, as an interpreter
// would that knows some of the values: every constructor of the graph looks first whether the value is there already, and
// every match whether its arm is known. What waits for a value is a continuation, so that a match whose scrutinee is a match
// can be moved into the arms by going through it once in each [SIM-CASE-CASE].
//
// Invariants: the input is not changed. An input variable may get several values, one after the other, as code is copied into
// branches; a copy is finished before the next one is begun, so one table of variables is enough.

// builder builds one function's graph.
type builder struct {
	unit        *Unit // only read
	opts        *Options
	limits      *Limits
	fn          *core.Func
	body        core.Expr     // of fn
	report      Report        // what the function adds to the run's
	ledger      ledger.Ledger // of the function
	env         map[*core.Var]*value
	scope       *scope
	current     *block   // being built
	values      []*value // all but the constants, by id
	spareValues []value  // made together, since there are many
	sizes       map[*core.CaseExpr]int
	heads       map[*value]knownHead // of matches and selections
	inside      int                  // how many operands are being evaluated, one in the other; 0: the result of the function
}

// cont waits for a value: it matches it against the arms, and what the arm chosen gives goes to next.
type cont struct {
	match *core.CaseExpr // its scrutinee is what the continuation waits for
	next  *cont          // nil: nothing waits
	size  int            // nodes of the arms and of all that follows
}

func (k *cont) weight() int {
	if k == nil {
		return 0
	}
	return k.size
}

// build makes the graph of f's body, its parameters first. given is what is known of them.
func (b *builder) build(given []given) (params []*value, root *block) {
	for _, p := range b.fn.Params {
		v := b.newValue(paramKind, p.Name)
		b.env[p] = v
		params = append(params, v)
	}
	for i, v := range params {
		v.typ = b.fn.ParamTypes[i]
	}
	return params, b.block(func() *value {
		b.know(params, given)
		return b.eval(b.body, nil)
	})
}

// block makes a block of what f evaluates; what f learns holds in it only.
func (b *builder) block(f func() *value) *block {
	stop.If(b.unit.Context)
	mark := b.scope.enter()
	outer := b.current
	b.current = &block{outer: outer}
	inner := b.current
	inner.result = f()
	b.current = outer
	b.scope.leave(mark)
	return inner
}

func (b *builder) newValue(k kind, name string, args ...*value) *value {
	if len(b.spareValues) == 0 {
		b.spareValues = make([]value, 32)
	}
	v := &b.spareValues[0]
	b.spareValues = b.spareValues[1:]
	*v = value{id: len(b.values), slot: len(b.values), since: len(b.values), kind: k, name: name, args: slices.Clone(args), home: b.current}
	b.values = append(b.values, v)
	return v
}

// grants reports whether the program may grow by the n nodes of a copy, and enters that.
func (b *builder) grants(n int) bool { return b.ledger.Grants(n, ledger.Decision) }

func (b *builder) constant(lit core.Value) *value {
	if _, isDead := lit.(core.Dead); isDead {
		return dead
	}
	return b.unit.Constants.of(lit)
}

// eval evaluates e and what waits for it in the current block.
func (b *builder) eval(e core.Expr, k *cont) *value {
	for {
		var v *value
		if c, isMatch := e.(*core.CaseExpr); !isMatch {
			v = b.operation(e)
		} else {
			after := &cont{match: c, next: k, size: b.size(c) - b.size(c.Scrut) + k.weight()}
			if pushed := branches(c.Scrut); !pushed || b.pushes(after) {
				if pushed {
					b.report.MatchesPushed++
				}
				e, k = c.Scrut, after
				continue
			}
			v, k = b.operand(c.Scrut), after
		}
		if k == nil {
			return b.resolve(v)
		}
		chosen, result := b.choose(v, k)
		if chosen == nil {
			return result
		}
		e, k = chosen, k.next
	}
}

// operation evaluates an expression that is no match.
func (b *builder) operation(e core.Expr) *value {
	switch e := e.(type) {
	case *core.VarExpr:
		return b.resolve(b.env[e.Var])
	case *core.Const:
		return b.constant(e.Value)
	case *core.DeadExpr:
		return dead
	case *core.ConExpr:
		return b.construct(e.Con, b.operands(e.Args))
	case *core.TupleExpr:
		return b.construct(nil, b.operands(e.Elems))
	case *core.PrimExpr:
		return b.primExpr(e)
	case *core.CallExpr:
		return b.callOf(e, b.operands(e.Args))
	case *core.IterExpr:
		return b.iterate(e)
	}
	panic(fmt.Sprintf("valuegraph: no such expression: %T", e))
}

// operand evaluates e in the current block, where its value does not become the function's result.
func (b *builder) operand(e core.Expr) *value {
	b.inside++
	v := b.eval(e, nil)
	b.inside--
	return v
}

func (b *builder) operands(es []core.Expr) []*value {
	vs := make([]*value, len(es))
	for i, e := range es {
		vs[i] = b.operand(e)
	}
	for i, v := range vs {
		vs[i] = b.resolve(v)
	}
	return vs
}

// failing reports whether the program fails before it has all of vs.
func (b *builder) failing(vs []*value) bool {
	for _, v := range vs {
		if v == fail {
			return true
		}
	}
	return false
}

// construct applies con, or makes a tuple where con is nil.
func (b *builder) construct(con *core.Con, args []*value) *value {
	if b.failing(args) {
		return fail
	}
	if v := b.closed(con, args); v != nil {
		return v
	}
	if v := b.rebuilt(con, args); v != nil {
		b.report.Rebuilt++
		return v
	}
	kind := conKind
	if con == nil {
		kind = tupleKind
	}
	return b.reuse(typed(con, args), kind, con, args, func() *value {
		v := b.newValue(kind, "", args...)
		v.con = con
		return v
	})
}

// closed is the constant that con makes of constants and dead values [SIM-CONST].
func (b *builder) closed(con *core.Con, args []*value) *value {
	if b.opts.DisableConsts {
		return nil
	}
	lits := make([]core.Value, len(args))
	for i, a := range args {
		switch {
		case a == dead:
			lits[i] = core.Dead{}
		case a.kind == constKind:
			lits[i] = a.lit
		default:
			return nil
		}
	}
	b.report.Constants++
	if con == nil {
		return b.constant(&core.Tuple{Elems: lits})
	}
	return b.constant(&core.ConValue{Con: con, Args: lits})
}

// rebuilt is the value that con was taken apart from into just these args [SIM-KNOWN].
func (b *builder) rebuilt(con *core.Con, args []*value) *value {
	if !typed(con, args) {
		return nil
	}
	for i, a := range args {
		x, arity := a.componentOf(con, i)
		if x != nil && (con != nil || arity == len(args)) && b.consistsOf(x, con, args) {
			return x
		}
	}
	return nil
}

// consistsOf reports whether x's components are known to be args.
func (b *builder) consistsOf(x *value, con *core.Con, args []*value) bool {
	for i, a := range args {
		if c := b.peek(x, con, i, len(args)); c == nil || b.resolve(c) != a {
			return false
		}
	}
	return true
}

// callOf calls e's function.
func (b *builder) callOf(e *core.CallExpr, args []*value) *value {
	if b.failing(args) {
		return fail
	}
	return b.reuse(true, callKind, e.Func, args, func() *value {
		v := b.newValue(callKind, "", args...)
		v.call = e
		return v
	})
}

// reuse gives the value that was computed from the same operands already, or makes it [SIM-REUSE]. Where the type of the
// value does not follow from its operands two equal computations may have two types, and so stay two.
func (b *builder) reuse(determined bool, kind kind, what any, args []*value, make func() *value) *value {
	if b.opts.DisableReuse || !determined {
		return make()
	}
	k := keyOf(kind, what, 0, args)
	if v, ok := b.scope.available[k]; ok {
		b.report.Reused++
		return b.resolve(v)
	}
	v := make()
	b.scope.provide(k, v)
	return v
}

// component is component i of x, which con makes of arity components (a tuple where con is nil), as the current block knows.
func (b *builder) component(x *value, con *core.Con, i, arity int) *value {
	if c := b.peek(x, con, i, arity); c != nil {
		return b.resolve(c)
	}
	v := b.newValue(projKind, "", x)
	v.con, v.index, v.arity = con, i, arity
	b.scope.provide(projKey(x, con, i, arity), v)
	return v
}

func projKey(x *value, con *core.Con, i, arity int) key {
	k := keyOf(projKind, con, i, []*value{x})
	if con == nil {
		k.what = arity
	}
	return k
}

// peek is the component where it needs no computation, because it is known or loaded already; otherwise nil.
func (b *builder) peek(x *value, con *core.Con, i, arity int) *value {
	switch x.kind {
	case deadKind:
		return x
	case constKind:
		return b.constComponent(x, con, i)
	case conKind, tupleKind:
		if x.con == con && i < len(x.args) {
			return x.args[i]
		}
		return fail
	case matchKind, selectKind:
		if c := b.through(x, con, i, arity); c != nil {
			return c
		}
	}
	return b.scope.available[projKey(x, con, i, arity)]
}

func (b *builder) constComponent(x *value, con *core.Con, i int) *value {
	switch lit := x.lit.(type) {
	case *core.ConValue:
		if lit.Con == con && i < len(lit.Args) {
			return b.constant(lit.Args[i])
		}
	case *core.Tuple:
		if con == nil && i < len(lit.Elems) {
			return b.constant(lit.Elems[i])
		}
	}
	return fail
}

// size is scfml.Size, computed once for each match.
func (b *builder) size(e core.Expr) int {
	c, isMatch := e.(*core.CaseExpr)
	if n, ok := b.sizes[c]; isMatch && ok {
		return n
	}
	n := 1
	core.Children(e, func(x core.Expr) { n += b.size(x) })
	if isMatch {
		b.sizes[c] = n
	}
	return n
}

// branches reports whether e ends in a match of several arms.
func branches(e core.Expr) bool {
	for {
		c, ok := e.(*core.CaseExpr)
		if !ok {
			return false
		}
		if len(c.Arms) != 1 {
			return true
		}
		e = c.Arms[0].Body
	}
}
