package absval

import (
	"slices"

	"scf/scfml"
)

// Primitive operations (§5.3.7, figure 5.11). A primitive gives everything that it gives on members of its arguments; members on
// which it is an error give nothing ([PRIM]).

// Prim is op on args, which are as many as op takes. Operations on identical arguments have identical results ([TAG-DERIVE]).
func (d *Domain) Prim(op scfml.Op, args []*Value) *Value {
	if slices.ContainsFunc(args, d.IsBottom) {
		return d.Bottom()
	}
	id := d.deriveResult(d.primKey(op, args))
	if op.IsMap() {
		return d.coarse(d.mapPrim(op, args, id))
	}
	if v := d.identity(op, args); v != nil {
		return v
	}
	return d.coarse(d.value(d.scalarPrim(op, args), id, nil))
}

// primKey tells which results are identical; empty where an argument has no identity.
func (d *Domain) primKey(op scfml.Op, args []*Value) string {
	var buffer [64]byte
	key := append(buffer[:0], byte(op))
	for _, a := range args {
		is := a.token()
		if is.kind == 0 {
			return ""
		}
		key = is.appendTo(key)
	}
	return string(key)
}

// mapPrim dispatches the operations on maps and sets.
func (d *Domain) mapPrim(op scfml.Op, args []*Value, id ID) *Value {
	if op == scfml.OpMapEqual || op == scfml.OpSetEqual {
		return d.value(d.mapsEqual(args[0], args[1]), id, nil)
	}
	m, ok := d.view(args[0], op >= scfml.OpSetAdd)
	if !ok {
		return d.Bottom()
	}
	if op == scfml.OpSetUnion {
		n, ok := d.view(args[1], true)
		if !ok {
			return d.Bottom()
		}
		if d.Identical(args[0], args[1]) {
			return args[0]
		}
		return d.setUnion(m, n, id)
	}
	key := args[1].node
	switch op {
	case scfml.OpMapInsert:
		return d.store(m, key, args[2], id)
	case scfml.OpMapFind:
		return d.find(m, key, id)
	case scfml.OpMapRemove:
		return d.remove(m, key, id)
	case scfml.OpSetAdd:
		return d.store(m, key, d.truths[1].plain, id)
	case scfml.OpSetDelete:
		return d.delete(m, key, id)
	default:
		return d.member(m, key, id)
	}
}

// setUnion is the union of two sets; of a set and the empty one the set itself.
func (d *Domain) setUnion(a, b mapView, id ID) *Value {
	switch {
	case len(b.must) == 0 && len(b.may) == 0:
		return a.whole
	case len(a.must) == 0 && len(a.may) == 0:
		return b.whole
	}
	return d.unionSets(a, b, id)
}

// scalarPrim is the set of results of an operation whose result is a scalar.
func (d *Domain) scalarPrim(op scfml.Op, args []*Value) *Node {
	if op == scfml.OpEq || op == scfml.OpNe {
		return d.equality(op, args[0], args[1])
	}
	if d.alwaysFails(op, args) {
		return d.bottom
	}
	if n, ok := d.pointwise(op, args); ok {
		return n
	}
	return d.bases[resultType(op)]
}

// equality is = or <> ([PRIM-EQ]).
func (d *Domain) equality(op scfml.Op, a, b *Value) *Node {
	equal := op == scfml.OpEq
	switch {
	case d.Identical(a, b):
		return d.constant(scfml.Bool(equal))
	case d.disjoint(a.node, b.node):
		return d.constant(scfml.Bool(!equal))
	}
	return d.bases[scfml.BoolType]
}

// pointwise evaluates op on every combination of constants that args may be, equal choices for equal tags; ok is false where
// there are infinitely or too many.
func (d *Domain) pointwise(op scfml.Op, args []*Value) (n *Node, ok bool) {
	c := combinations{op: op, vals: make([]scfml.Value, len(args))}
	product := 1
	for _, a := range args {
		ms, ok := d.members(a.node)
		if !ok || product*len(ms) > d.opts.MaxProduct {
			return nil, false
		}
		product *= len(ms)
		c.args = append(c.args, choice{a.id, ms})
	}
	c.from(0)
	return d.joinScalars(c.results), true
}

// joinScalars is the set of constants.
func (d *Domain) joinScalars(vs []scfml.Value) *Node {
	ns := make([]*Node, len(vs))
	for i, v := range vs {
		ns[i] = d.constant(v)
	}
	return d.union(ns)
}

// choice is an argument of which one member is to be chosen.
type choice struct {
	id      ID
	members []scfml.Value
}

// combinations enumerates the choices of all arguments.
type combinations struct {
	op      scfml.Op
	args    []choice
	vals    []scfml.Value
	results []scfml.Value
}

// from chooses for the arguments from the i-th on. Arguments with one tag are one member.
func (c *combinations) from(i int) {
	if i == len(c.args) {
		if v, err := scfml.EvalPrim(c.op, c.vals); err == nil {
			c.results = append(c.results, v)
		}
		return
	}
	a := c.args[i]
	first := slices.IndexFunc(c.args[:i], func(b choice) bool { return a.id != 0 && b.id == a.id })
	for _, v := range a.members {
		if first >= 0 && c.vals[first] != v {
			continue
		}
		c.vals[i] = v
		c.from(i + 1)
	}
}

// alwaysFails tells whether op divides by zero on all members of args.
func (d *Domain) alwaysFails(op scfml.Op, args []*Value) bool {
	switch op {
	case scfml.OpDiv, scfml.OpMod, scfml.OpQuot, scfml.OpRem, scfml.OpDivu, scfml.OpModu:
		return args[1].node == d.constant(scfml.Int(0))
	}
	return false
}

// resultType is the type of an operation that gives a scalar.
func resultType(op scfml.Op) scfml.Base {
	switch op {
	case scfml.OpLt, scfml.OpLe, scfml.OpGt, scfml.OpGe, scfml.OpEq, scfml.OpNe, scfml.OpNot, scfml.OpLtu, scfml.OpLeu,
		scfml.OpFLt, scfml.OpFLe, scfml.OpFEq:
		return scfml.BoolType
	case scfml.OpConcat, scfml.OpIntToString, scfml.OpStr:
		return scfml.StringType
	case scfml.OpStrSub, scfml.OpChr:
		return scfml.CharType
	}
	return scfml.IntType
}

// identity is the result of an operation that gives one of its arguments, or a constant, whatever the other is ([PRIM-ID]); nil where
// the arguments show no such thing.
func (d *Domain) identity(op scfml.Op, args []*Value) *Value {
	if len(args) != 2 {
		return nil
	}
	x, y := args[0], args[1]
	switch {
	case d.is(y, rightUnit(op)):
		return x
	case d.is(x, leftUnit(op)):
		return y
	case d.is(x, zero(op)) || d.is(y, zero(op)):
		return d.constant(zero(op)).plain
	case d.Identical(x, y):
		return d.onEqual(op, x)
	}
	return nil
}

func (d *Domain) is(v *Value, c scfml.Value) bool { return c != nil && v.node == d.constant(c) }

// rightUnit is the second argument with which an operation gives its first.
func rightUnit(op scfml.Op) scfml.Value {
	switch op {
	case scfml.OpAdd, scfml.OpSub, scfml.OpOrb, scfml.OpXorb, scfml.OpShl, scfml.OpShr, scfml.OpSar:
		return scfml.Int(0)
	case scfml.OpMul, scfml.OpDiv, scfml.OpQuot, scfml.OpDivu:
		return scfml.Int(1)
	case scfml.OpAndb:
		return scfml.Int(-1)
	case scfml.OpConcat:
		return scfml.Str("")
	}
	return nil
}

// leftUnit is the first argument with which an operation gives its second.
func leftUnit(op scfml.Op) scfml.Value {
	switch op {
	case scfml.OpAdd, scfml.OpMul, scfml.OpOrb, scfml.OpXorb, scfml.OpAndb, scfml.OpConcat:
		return rightUnit(op)
	case scfml.OpSext, scfml.OpZext:
		return scfml.Int(64)
	}
	return nil
}

// zero is the argument, on either side, that alone decides the result, and is it.
func zero(op scfml.Op) scfml.Value {
	switch op {
	case scfml.OpMul, scfml.OpAndb:
		return scfml.Int(0)
	case scfml.OpOrb:
		return scfml.Int(-1)
	}
	return nil
}

// onEqual is op on two arguments that are equal to x.
func (d *Domain) onEqual(op scfml.Op, x *Value) *Value {
	switch op {
	case scfml.OpSub, scfml.OpXorb:
		return d.constant(scfml.Int(0)).plain
	case scfml.OpMin, scfml.OpMax, scfml.OpAndb, scfml.OpOrb:
		return x
	case scfml.OpLe, scfml.OpGe, scfml.OpLeu:
		return d.truths[1].plain
	case scfml.OpLt, scfml.OpGt, scfml.OpLtu:
		return d.truths[0].plain
	}
	return nil
}
