package valuegraph

import (
	"slices"

	"scf/scfml/core"
)

// This file hands on to a recursive call what its caller has computed already [SIM-CARRY]. In
//
//	fun loop (i, m) = case find (m, "n") of SOME n => if i < n then loop (i + 1, insert (m, "i", i)) else m
//
// the next call finds the same n again. It becomes a call of a specialization of the function, which gets n as a parameter, a loop-carried value:
//
//	fun loop (i, m) = case find (m, "n") of SOME n => if i < n then next (i + 1, insert (m, "i", i), n) else m
//	and next (i, m, n) = if i < n then next (i + 1, insert (m, "i", i), n) else m
//
// What is handed on is computed in any case before the call, so that it costs nothing; the specialization does not compute it. (It is what GHC calls SpecConstr, for
// whatever is computed from parameters.)

// specialization is a function for the calls that another one has of itself, and what is given of its parameters, operands first.
type specialization struct {
	fn    *core.Func
	given []given
}

// given is a computation on parameters of which a specialization is given the result, or something about it.
type given struct {
	like *value // the computation, in the function that is specialized
	args []operand
	is   *core.Var // the parameter that holds the result; nil: none does
	head head      // a test that succeeds on it; the zero head where none is known
}

// operand is a parameter, the result of an earlier computation, or a constant.
type operand struct {
	param, given int // -1 where it is not one
	constant     *value
}

// carry makes a specialization of the function, where there is something to hand on to it. The graph has its places; the calls get more operands.
func (b *builder) carry(params []*value, root *block, s *scheduler) *specialization {
	size := b.size(b.body)
	if b.opts.DisableCarry || size > b.unit.Largest {
		return nil
	}
	c := &carrying{
		b: b, params: params, schedule: s, placed: s.placed, position: map[*value]int{},
		index: map[key][]*value{}, onParams: map[*value]bool{}, answers: map[[2]*value]*value{}, entries: map[*value]int{},
	}
	if !c.findCalls() {
		return nil
	}
	c.findComputations()
	chosen := c.chosen(root)
	if len(chosen) == 0 || !b.grants(size) {
		return nil
	}
	return c.specialize(chosen)
}

// carrying is the state of finding what can be handed on.
type carrying struct {
	b        *builder
	params   []*value
	schedule *scheduler
	placed   []*value
	position map[*value]int   // in placed
	calls    []*value         // those of the function itself
	index    map[key][]*value // the placed values by what they compute
	onParams map[*value]bool  // the computations on nothing but parameters and constants
	answers  map[[2]*value]*value
	given    []given
	entries  map[*value]int // where in given a computation is
}

func (c *carrying) findCalls() bool {
	for _, v := range c.placed {
		if v.kind == callKind && v.call.Func == c.b.fn {
			c.calls = append(c.calls, v)
		}
	}
	return len(c.calls) > 0
}

func (c *carrying) findComputations() {
	for _, p := range c.params {
		c.onParams[p] = true
	}
	for i, v := range c.placed {
		c.position[v] = i
		k, ok := computation(v, v.args)
		if !ok || !determined(v) {
			continue
		}
		c.index[k] = append(c.index[k], v)
		c.onParams[v] = !slices.ContainsFunc(v.args, func(a *value) bool { return a.kind != constKind && !c.onParams[a] })
	}
}

// determined reports whether v's type follows from its operands.
func determined(v *value) bool {
	switch v.kind {
	case conKind, tupleKind:
		return typed(v.con, v.args)
	case primKind:
		return typedResult(v.prim.Op, v.args)
	}
	return true
}

// computation is the key of what v computes, on other operands; false for what has a block inside, or none.
func computation(v *value, args []*value) (key, bool) {
	switch v.kind {
	case projKind:
		return projKey(args[0], v.con, v.index, v.arity), true
	case conKind, tupleKind:
		return keyOf(v.kind, v.con, 0, args), true
	case primKind:
		return keyOf(primKind, v.prim.Op, 0, inOrder(v.prim.Op, args)), true
	case callKind:
		return keyOf(callKind, v.call.Func, 0, args), true
	}
	return key{}, false
}

// chosen is what is worth handing on: what all calls have before them, and something else than such computations uses.
func (c *carrying) chosen(root *block) []*value {
	everywhere := map[*value]bool{}
	for _, v := range c.placed {
		everywhere[v] = c.onParams[v] && c.everywhere(v)
	}
	used := c.usedBesides(everywhere, root)
	var out []*value
	for _, v := range c.placed {
		if everywhere[v] && used[v] && len(out) < c.b.limits.Carried && c.b.typeOf(v) != nil {
			out = append(out, v)
		}
	}
	return out
}

// everywhere reports whether every call has before it what v is on its arguments.
func (c *carrying) everywhere(v *value) bool {
	for _, call := range c.calls {
		if w := c.next(v, call); w == nil || !c.before(w, call) {
			return false
		}
	}
	return true
}

// before reports whether w is computed whenever call is, and earlier.
func (c *carrying) before(w, call *value) bool {
	if w.kind == constKind {
		return true
	}
	at, ok := c.position[w]
	return (ok && at < c.position[call] || w.kind == paramKind) && c.place(call).ancestor(c.place(w).depth) == c.place(w)
}

func (c *carrying) place(v *value) *region { return c.schedule.of[v.slot].place }

// usedBesides are the values that something else than those of vs uses.
func (c *carrying) usedBesides(vs map[*value]bool, root *block) map[*value]bool {
	used := map[*value]bool{root.result: true}
	for _, v := range c.placed {
		if !vs[v] {
			for _, a := range v.args {
				used[a] = true
			}
		}
		if v.kind == iterKind {
			used[v.body.result] = true
		}
		if v.kind != matchKind {
			continue
		}
		for _, a := range v.match.arms {
			used[a.body.result] = true
			for _, t := range a.tests {
				used[t.v] = true
			}
		}
	}
	return used
}

// next is what v, a computation on parameters, gives on the arguments of call, as far as that is there; otherwise nil. What it gives may be
// made for the answer, and not be computed.
func (c *carrying) next(v, call *value) *value {
	if v.kind == constKind {
		return v
	}
	if i := slices.Index(c.params, v); i >= 0 {
		return call.args[i]
	}
	at := [2]*value{v, call}
	w, done := c.answers[at]
	if !done {
		args := make([]*value, len(v.args))
		for i, a := range v.args {
			args[i] = c.next(a, call)
		}
		if !slices.Contains(args, nil) {
			w = c.computed(v, args, call)
		}
		c.answers[at] = w
	}
	return w
}

// computed is what v's operation gives on args, where that shows or is computed before call.
func (c *carrying) computed(v *value, args []*value, call *value) *value {
	switch {
	case v.kind == projKind:
		if w := c.part(v, args[0]); w != nil {
			return w
		}
	case v.kind == primKind && v.prim.Op == core.OpMapFind && args[1].kind == constKind:
		m, w := c.b.entryOf(args[0], args[1])
		if w != nil {
			return w
		}
		args = []*value{m, args[1]}
	}
	k, _ := computation(v, args)
	for _, w := range c.index[k] {
		if c.before(w, call) {
			return w
		}
	}
	return nil
}

// part is the component of x that v loads of what it is a component of, where x shows it.
func (c *carrying) part(v, x *value) *value {
	switch {
	case x.kind == constKind:
		if p := c.b.constComponent(x, v.con, v.index); p != fail {
			return p
		}
	case (x.kind == conKind || x.kind == tupleKind) && x.con == v.con && v.index < len(x.args):
		return x.args[v.index]
	}
	return nil
}

// entryOf is what finding the constant k in m gives, where the operations that made m tell, as far as their keys are constants; otherwise
// the map in which it is to be found.
func (b *builder) entryOf(m, k *value) (in, result *value) {
	for m.kind == primKind && len(m.args) > 1 && m.args[1].kind == constKind {
		here := m.args[1] == k
		switch m.prim.Op {
		case core.OpMapInsert:
			if here {
				return m, &value{kind: conKind, con: core.Some, args: []*value{m.args[2]}}
			}
		case core.OpMapRemove:
			if here {
				return m, b.none()
			}
		default:
			return m, nil
		}
		m = m.args[0]
	}
	return m, nil
}

// specialize is the specialization that gets the chosen computations, and the calls call it.
func (c *carrying) specialize(chosen []*value) *specialization {
	f := c.b.fn
	g := &core.Func{Name: f.Name, ParamTypes: slices.Clone(f.ParamTypes), Result: f.Result, Pos: f.Pos}
	for _, p := range f.Params {
		g.Params = append(g.Params, &core.Var{Name: p.Name})
	}
	for _, v := range chosen {
		x := &core.Var{Name: v.label()}
		c.given[c.entry(v)].is = x
		g.Params = append(g.Params, x)
		g.ParamTypes = append(g.ParamTypes, c.b.typeOf(v))
	}
	for _, call := range c.calls {
		args := slices.Clone(call.args)
		for _, v := range chosen {
			w := c.next(v, call)
			if !w.shared() && w.kind != paramKind {
				at := &c.schedule.of[w.slot]
				at.uses = append(at.uses, use{at: c.place(call)})
				at.meet = common(at.meet, c.place(call))
			}
			args = append(args, w)
		}
		call.args, call.call = args, &core.CallExpr{Func: g, Pos: call.call.Pos}
	}
	return &specialization{g, c.given}
}

// entry is the position in given of v, a computation on parameters.
func (c *carrying) entry(v *value) int {
	if i, ok := c.entries[v]; ok {
		return i
	}
	k := given{like: v, head: c.headOf(v)}
	for _, a := range v.args {
		o := operand{-1, -1, nil}
		switch {
		case a.kind == constKind:
			o.constant = a
		case a.kind == paramKind:
			o.param = slices.Index(c.params, a)
		default:
			o.given = c.entry(a)
			if v.kind == projKind && v.con != nil { // what has such a component is made by its constructor
				c.given[o.given].head = head{con: v.con}
			}
		}
		k.args = append(k.args, o)
	}
	c.entries[v] = len(c.given)
	c.given = append(c.given, k)
	return c.entries[v]
}

// headOf is the test that succeeds in all calls on what v is there; the zero head where there is none.
func (c *carrying) headOf(v *value) head {
	var all head
	for i, call := range c.calls {
		h, ok := headAt(c.next(v, call), c.place(call))
		if !ok || i > 0 && h != all {
			return head{}
		}
		all = h
	}
	return all
}

// headAt is the test that succeeds on w in the region at.
func headAt(w *value, at *region) (head, bool) {
	switch w.kind {
	case constKind:
		return headOfConst(w.lit)
	case conKind:
		return head{con: w.con}, true
	}
	for ; at.parent != at; at = at.parent {
		if at.match == nil {
			continue
		}
		for _, a := range at.match.arms {
			for _, t := range a.tests {
				if a.body == at.block && t.v == w {
					return t.head, true
				}
			}
		}
	}
	return head{}, false
}

// complete makes v, a specialization of the function that was simplified to r.
func (b *builder) complete(v *specialization, r *Result) {
	sub := map[*core.Var]core.Expr{}
	for i, p := range r.Params {
		sub[p] = &core.VarExpr{Var: v.fn.Params[i]}
	}
	inner := b.unit.newBuilder(v.fn, core.Clone(r.Body, sub), b.ledger.Means)
	v.fn.Params, v.fn.Body, _ = inner.simplified(v.given)
	b.report.Specialized++
	b.report.Add(inner.report)
	b.ledger.Asked = append(b.ledger.Asked, inner.ledger.Asked...)
	r.Made = v.fn
}

// know makes known what the specialization that is built is given of its parameters.
func (b *builder) know(params []*value, given []given) {
	results := make([]*value, len(given))
	for i, k := range given {
		args := make([]*value, len(k.args))
		for j, o := range k.args {
			switch {
			case o.constant != nil:
				args[j] = o.constant
			case o.param >= 0:
				args[j] = params[o.param]
			default:
				args[j] = results[o.given]
			}
		}
		results[i] = b.recalled(k, args)
		if k.head != (head{}) {
			b.assume(results[i], k.head)
		}
	}
}

// recalled is what k's computation gives on args: the parameter that holds it, or the computation again, which is not done unless it is used.
func (b *builder) recalled(k given, args []*value) *value {
	if k.is != nil {
		v := b.env[k.is]
		if at, _ := computation(k.like, args); b.scope.available[at] == nil {
			b.scope.provide(at, v)
		}
		return v
	}
	switch v := k.like; v.kind {
	case projKind:
		return b.component(args[0], v.con, v.index, v.arity)
	case conKind, tupleKind:
		return b.construct(v.con, args)
	case callKind:
		return b.callOf(v.call, args)
	default:
		return b.primitive(v.prim, v.prim.Op, args)
	}
}
