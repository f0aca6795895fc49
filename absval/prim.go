package absval

import (
	"slices"

	"scf/absval/tree"
	"scf/scfml/core"
)

// Primitive operations (§5.3.7, figure 5.11). A primitive gives everything that it gives on members of its arguments; members on
// which it is an error give nothing ([PRIM]).

// Prim is op on args, which are as many as op takes. Operations on identical arguments have identical results ([TAG-DERIVE]).
func (d *Domain) Prim(op core.Op, args []*Value) *Value {
	if slices.ContainsFunc(args, (*Value).IsBottom) {
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
func (d *Domain) primKey(op core.Op, args []*Value) string {
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
func (d *Domain) mapPrim(op core.Op, args []*Value, id ID) *Value {
	if op == core.OpMapEqual || op == core.OpSetEqual {
		return d.value(d.mapsEqual(args[0], args[1]), id, nil)
	}
	if v, ok := d.atKey(op, args, id); ok {
		return v
	}
	m, ok := d.view(args[0], op >= core.OpSetAdd)
	if !ok {
		return d.Bottom()
	}
	if op == core.OpSetUnion || op == core.OpSetDifference {
		n, ok := d.view(args[1], true)
		if !ok {
			return d.Bottom()
		}
		if op == core.OpSetUnion {
			return d.setUnion(m, n, id)
		}
		return d.setDifference(m, n, id)
	}
	key := args[1].node
	switch op {
	case core.OpMapInsert:
		return d.store(m, key, args[2], id)
	case core.OpMapFind:
		return d.find(m, key, id)
	case core.OpMapRemove:
		return d.remove(m, key, id)
	case core.OpSetAdd:
		return d.store(m, key, d.plain(d.trees.Truths[1]), id)
	case core.OpSetDelete:
		return d.delete(m, key, id)
	default:
		return d.member(m, key, id)
	}
}

// scalarPrim is the set of results of an operation whose result is a scalar.
func (d *Domain) scalarPrim(op core.Op, args []*Value) *tree.Node {
	if op == core.OpEq || op == core.OpNe {
		return d.equality(op, args[0], args[1])
	}
	if d.alwaysFails(op, args) {
		return d.trees.Bottom
	}
	if n, ok := d.pointwise(op, args); ok {
		return n
	}
	return d.trees.Bases[resultType(op)]
}

// equality is = or <> ([PRIM-EQ]).
func (d *Domain) equality(op core.Op, a, b *Value) *tree.Node {
	equal := op == core.OpEq
	switch {
	case d.Identical(a, b):
		return d.trees.Const(core.Bool(equal))
	case d.trees.Disjoint(a.node, b.node):
		return d.trees.Const(core.Bool(!equal))
	}
	return d.trees.Bases[core.BoolType]
}

// pointwise evaluates op on every combination of constants that args may be, equal choices for equal tags; ok is false where
// there are infinitely or too many.
func (d *Domain) pointwise(op core.Op, args []*Value) (n *tree.Node, ok bool) {
	c := combinations{op: op, vals: make([]core.Value, len(args))}
	product := 1
	for _, a := range args {
		ms, ok := d.trees.Members(a.node)
		if !ok || product*len(ms) > d.opts.MaxProduct {
			return nil, false
		}
		product *= len(ms)
		c.args = append(c.args, choice{a.id, ms})
	}
	c.from(0)
	return d.trees.Constants(c.results), true
}

// choice is an argument of which one member is to be chosen.
type choice struct {
	id      ID
	members []core.Value
}

// combinations enumerates the choices of all arguments.
type combinations struct {
	op      core.Op
	args    []choice
	vals    []core.Value
	results []core.Value
}

// from chooses for the arguments from the i-th on. Arguments with one tag are one member.
func (c *combinations) from(i int) {
	if i == len(c.args) {
		if v, err := core.EvalPrim(c.op, c.vals); err == nil {
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

// alwaysFails reports whether op divides by zero on all members of args.
func (d *Domain) alwaysFails(op core.Op, args []*Value) bool {
	switch op {
	case core.OpDiv, core.OpMod, core.OpQuot, core.OpRem, core.OpDivu, core.OpModu:
		return args[1].node == d.trees.Const(core.Int(0))
	}
	return false
}

// resultType is the type of an operation that gives a scalar.
func resultType(op core.Op) core.Base {
	switch op {
	case core.OpLt, core.OpLe, core.OpGt, core.OpGe, core.OpEq, core.OpNe, core.OpNot, core.OpLtu, core.OpLeu,
		core.OpFLt, core.OpFLe, core.OpFEq:
		return core.BoolType
	case core.OpConcat, core.OpIntToString, core.OpStr:
		return core.StringType
	case core.OpStrSub, core.OpChr:
		return core.CharType
	}
	return core.IntType
}

// identity is the result of an operation that gives one of its arguments, or a constant, whatever the other is ([PRIM-ID]); nil where
// the arguments show no such thing.
func (d *Domain) identity(op core.Op, args []*Value) *Value {
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
		return d.plain(d.trees.Const(zero(op)))
	case d.Identical(x, y):
		return d.onEqual(op, x)
	}
	return nil
}

func (d *Domain) is(v *Value, c core.Value) bool { return c != nil && v.node == d.trees.Const(c) }

// rightUnit is the second argument with which an operation gives its first.
func rightUnit(op core.Op) core.Value {
	switch op {
	case core.OpAdd, core.OpSub, core.OpOrb, core.OpXorb, core.OpShl, core.OpShr, core.OpSar:
		return core.Int(0)
	case core.OpMul, core.OpDiv, core.OpQuot, core.OpDivu:
		return core.Int(1)
	case core.OpAndb:
		return core.Int(-1)
	case core.OpConcat:
		return core.Str("")
	}
	return nil
}

// leftUnit is the first argument with which an operation gives its second.
func leftUnit(op core.Op) core.Value {
	switch op {
	case core.OpAdd, core.OpMul, core.OpOrb, core.OpXorb, core.OpAndb, core.OpConcat:
		return rightUnit(op)
	case core.OpSext, core.OpZext:
		return core.Int(64)
	}
	return nil
}

// zero is the argument, on either side, that alone decides the result, and is it.
func zero(op core.Op) core.Value {
	switch op {
	case core.OpMul, core.OpAndb:
		return core.Int(0)
	case core.OpOrb:
		return core.Int(-1)
	}
	return nil
}

// onEqual is op on two arguments that are equal to x.
func (d *Domain) onEqual(op core.Op, x *Value) *Value {
	switch op {
	case core.OpSub, core.OpXorb:
		return d.plain(d.trees.Const(core.Int(0)))
	case core.OpMin, core.OpMax, core.OpAndb, core.OpOrb:
		return x
	case core.OpLe, core.OpGe, core.OpLeu:
		return d.plain(d.trees.Truths[1])
	case core.OpLt, core.OpGt, core.OpLtu:
		return d.plain(d.trees.Truths[0])
	}
	return nil
}
