package valuegraph

import (
	"scf/scfml/core"
)

// This file simplifies operations on scalars [SIM-PRIM]. Every rule is exact for all operands on which the operation does not
// fail. An operation is replaced by one operation at most.

// primExpr evaluates an application of a primitive.
func (b *builder) primExpr(e *core.PrimExpr) *value {
	if e.Op == core.OpMapInsert && !b.opts.DisableMaps {
		return b.insertions(e)
	}
	return b.primitive(e, e.Op, b.operands(e.Args))
}

// primitive applies op; e says what else is known about the operation.
func (b *builder) primitive(e *core.PrimExpr, op core.Op, args []*value) *value {
	if b.failing(args) || b.readsDead(op, args) {
		return fail
	}
	if op.IsMap() {
		return b.mapOperation(e, op, args)
	}
	if v := b.fold(op, args); v != nil {
		b.report.Folded++
		return v
	}
	if op, args, ok := b.rewrite(op, args); ok {
		b.report.Folded++
		return b.primitive(e, op, args)
	}
	return b.apply(e, op, args)
}

// readsDead reports whether op, applied to args, needs what is dead. A map may have dead values.
func (b *builder) readsDead(op core.Op, args []*value) bool {
	if op == core.OpMapInsert {
		args = args[:2]
	}
	for _, a := range args {
		if a.kind == deadKind {
			return true
		}
	}
	return false
}

// apply makes the operation, or finds it made.
func (b *builder) apply(e *core.PrimExpr, op core.Op, args []*value) *value {
	return b.reuse(typedResult(op, args), primKind, op, inOrder(op, args), func() *value {
		v := b.newValue(primKind, "", args...)
		v.prim = e
		if e.Op != op {
			v.prim = &core.PrimExpr{Op: op, Mod: e.Mod, Label: e.Label, Keys: e.Keys, Pos: e.Pos}
		}
		return v
	})
}

// inOrder are the operands of op by which its applications are compared.
func inOrder(op core.Op, args []*value) []*value {
	if commutes(op) && args[0].id > args[1].id {
		return []*value{args[1], args[0]}
	}
	return args
}

func commutes(op core.Op) bool {
	switch op {
	case core.OpAdd, core.OpMul, core.OpMin, core.OpMax, core.OpEq, core.OpNe, core.OpAndb, core.OpOrb, core.OpXorb,
		core.OpMapEqual, core.OpSetEqual, core.OpSetUnion:
		return true
	}
	return false
}

// fold is the value of op on args where that is there already or a constant; otherwise nil. It makes no operation.
func (b *builder) fold(op core.Op, args []*value) *value {
	if b.opts.DisablePrims {
		return nil
	}
	if v := b.foldConsts(op, args); v != nil {
		return v
	}
	if len(args) != 2 {
		return nil
	}
	if args[0] == args[1] {
		return b.foldSame(op, args[0])
	}
	if v := b.foldEquality(op, args[0], args[1]); v != nil {
		return v
	}
	return b.foldUnit(op, args[0], args[1])
}

// foldConsts computes op where all operands are constants and it does not fail.
func (b *builder) foldConsts(op core.Op, args []*value) *value {
	lits := make([]core.Value, len(args))
	for i, a := range args {
		if a.kind != constKind {
			return nil
		}
		lits[i] = a.lit
	}
	v, err := core.EvalPrim(op, lits)
	if err != nil {
		return nil
	}
	return b.constant(v)
}

// foldSame is op (x, x).
func (b *builder) foldSame(op core.Op, x *value) *value {
	switch op {
	case core.OpEq, core.OpLe, core.OpGe, core.OpLeu:
		return b.constant(core.Bool(true))
	case core.OpNe, core.OpLt, core.OpGt, core.OpLtu:
		return b.constant(core.Bool(false))
	case core.OpSub, core.OpXorb, core.OpMod, core.OpRem, core.OpModu:
		return b.constant(core.Int(0))
	case core.OpDiv, core.OpQuot, core.OpDivu:
		return b.constant(core.Int(1))
	case core.OpMin, core.OpMax, core.OpAndb, core.OpOrb:
		return x
	}
	return nil
}

// foldEquality decides x = y and x <> y by what is known about constructors, and leaves a truth value compared with a constant.
func (b *builder) foldEquality(op core.Op, x, y *value) *value {
	if op != core.OpEq && op != core.OpNe {
		return nil
	}
	if same := b.equal(x, y); same != maybe {
		return b.constant(core.Bool((same == yes) == (op == core.OpEq)))
	}
	if x.kind == constKind {
		x, y = y, x
	}
	if t, ok := y.lit.(core.Bool); ok && bool(t) == (op == core.OpEq) {
		return x
	}
	return nil
}

// foldUnit applies what 0, 1, all ones and "" mean to op.
func (b *builder) foldUnit(op core.Op, x, y *value) *value {
	if commutes(op) && x.kind == constKind {
		x, y = y, x
	}
	if s, ok := y.lit.(core.Str); ok && op == core.OpConcat && s == "" {
		return x
	}
	if s, ok := x.lit.(core.Str); ok && op == core.OpConcat && s == "" {
		return y
	}
	if n, ok := x.lit.(core.Int); ok {
		if v := b.foldLeft(op, n, y); v != nil {
			return v
		}
	}
	if n, ok := y.lit.(core.Int); ok {
		return b.foldRight(op, x, n)
	}
	return nil
}

// foldLeft is op (n, y) for operations that do not commute.
func (b *builder) foldLeft(op core.Op, n core.Int, y *value) *value {
	switch op {
	case core.OpShl, core.OpShr, core.OpSar, core.OpDiv, core.OpQuot, core.OpDivu, core.OpMod, core.OpRem, core.OpModu:
		if n == 0 {
			return b.constant(n)
		}
	case core.OpLtu:
		if n == -1 { // the largest unsigned number
			return b.constant(core.Bool(false))
		}
	case core.OpLeu:
		if n == 0 {
			return b.constant(core.Bool(true))
		}
	case core.OpSext, core.OpZext:
		return foldExtension(op, n, y)
	}
	return nil
}

// foldRight is op (x, n).
func (b *builder) foldRight(op core.Op, x *value, n core.Int) *value {
	var unchanged, zero bool
	switch op {
	case core.OpAdd, core.OpSub, core.OpShl, core.OpShr, core.OpSar, core.OpXorb:
		unchanged = n == 0
	case core.OpMul:
		unchanged, zero = n == 1, n == 0
	case core.OpDiv, core.OpQuot, core.OpDivu:
		unchanged = n == 1
	case core.OpMod, core.OpRem, core.OpModu:
		zero = n == 1
	case core.OpAndb:
		unchanged, zero = n == -1, n == 0
	case core.OpOrb:
		unchanged = n == 0
		if n == -1 {
			return b.constant(n)
		}
	case core.OpLtu:
		if n == 0 {
			return b.constant(core.Bool(false))
		}
	case core.OpLeu:
		if n == -1 {
			return b.constant(core.Bool(true))
		}
	}
	switch {
	case unchanged:
		return x
	case zero:
		return b.constant(core.Int(0))
	}
	return nil
}

// foldExtension drops an extension of what is extended from as few bits or fewer.
func foldExtension(op core.Op, width core.Int, x *value) *value {
	if width == 64 {
		return x
	}
	if width < 1 || x.kind != primKind || (x.prim.Op != core.OpSext && x.prim.Op != core.OpZext) {
		return nil
	}
	inner, ok := x.args[0].lit.(core.Int)
	if !ok || inner < 1 {
		return nil
	}
	if op == x.prim.Op && inner <= width || x.prim.Op == core.OpZext && inner < width {
		return x
	}
	return nil
}

// negated are the comparisons that hold exactly where another one does not.
var negated = map[core.Op]core.Op{
	core.OpEq: core.OpNe, core.OpNe: core.OpEq, core.OpLt: core.OpGe, core.OpGe: core.OpLt,
	core.OpGt: core.OpLe, core.OpLe: core.OpGt,
}

// rewrite gives one operation on other operands that computes the same, nearer to the operands of their operations.
func (b *builder) rewrite(op core.Op, args []*value) (core.Op, []*value, bool) {
	if b.opts.DisablePrims {
		return op, nil, false
	}
	x := args[0]
	if op == core.OpNot && x.kind == primKind {
		if n, ok := negated[x.prim.Op]; ok {
			return n, x.args, true
		}
		switch x.prim.Op {
		case core.OpLtu:
			return core.OpLeu, []*value{x.args[1], x.args[0]}, true
		case core.OpLeu:
			return core.OpLtu, []*value{x.args[1], x.args[0]}, true
		}
	}
	if len(args) != 2 {
		return op, nil, false
	}
	y := args[1]
	if commutes(op) && x.kind == constKind {
		x, y = y, x
	}
	if t, ok := y.lit.(core.Bool); ok && (op == core.OpEq || op == core.OpNe) && bool(t) != (op == core.OpEq) {
		return core.OpNot, []*value{x}, true
	}
	return b.reassociate(op, x, y)
}

// reassociate joins the constants of two operations, the inner one on x: (z + 1) + 2 is z + 3, and z + 1 = 3 is z = 2.
func (b *builder) reassociate(op core.Op, x, y *value) (core.Op, []*value, bool) {
	n, ok := y.lit.(core.Int)
	if !ok || x.kind != primKind {
		return op, nil, false
	}
	if op == core.OpMul && x.prim.Op == core.OpMul {
		if z, m, ok := constantOperand(x); ok {
			return op, []*value{z, b.constant(m * n)}, true
		}
	}
	z, m, ok := offset(x)
	if !ok || z == x {
		return op, nil, false
	}
	switch op {
	case core.OpAdd:
		return b.plus(z, m+n)
	case core.OpSub:
		return b.plus(z, m-n)
	case core.OpEq, core.OpNe:
		return op, []*value{z, b.constant(n - m)}, true
	}
	return op, nil, false
}

// plus is the operation z + n, written as a difference where n is negative.
func (b *builder) plus(z *value, n core.Int) (core.Op, []*value, bool) {
	if n < 0 && n != -n {
		return core.OpSub, []*value{z, b.constant(-n)}, true
	}
	return core.OpAdd, []*value{z, b.constant(n)}, true
}

// constantOperand takes a commuting operation apart that has one constant integer operand.
func constantOperand(v *value) (x *value, n core.Int, ok bool) {
	for i, a := range v.args {
		if n, ok := a.lit.(core.Int); ok {
			return v.args[1-i], n, true
		}
	}
	return nil, 0, false
}

// offset takes v apart into x + n; for other operations n is 0.
func offset(v *value) (x *value, n core.Int, ok bool) {
	if v.kind != primKind {
		return v, 0, v.kind != constKind
	}
	switch v.prim.Op {
	case core.OpAdd:
		if x, n, ok := constantOperand(v); ok {
			return x, n, true
		}
	case core.OpSub:
		if n, ok := v.args[1].lit.(core.Int); ok {
			return v.args[0], -n, true
		}
	}
	return v, 0, true
}

// equal reports whether x and y are the same value, as far as that is known here.
func (b *builder) equal(x, y *value) answer { return b.equalTo(x, y, b.limits.Depth) }

func (b *builder) equalTo(x, y *value, depth int) answer {
	x, y = b.resolve(x), b.resolve(y)
	switch {
	case x == y:
		return yes
	case x.kind == constKind && y.kind == constKind:
		if core.Equal(x.lit, y.lit) {
			return yes
		}
		return no
	case depth == 0 || x.kind == deadKind || y.kind == deadKind:
		return maybe
	}
	if z, m, ok := offset(x); ok {
		if w, n, ok := offset(y); ok && z == w && m != n {
			return no
		}
	}
	h, xKnown := b.headOf(x)
	k, yKnown := b.headOf(y)
	switch {
	case xKnown && yKnown && h != k:
		return no
	case xKnown && yKnown && h.con != nil:
		return b.equalComponents(x, y, h.con, len(h.con.Args), depth)
	}
	if n := max(tupleArity(x), tupleArity(y)); n > 0 {
		return b.equalComponents(x, y, nil, n, depth)
	}
	return maybe
}

// tupleArity is the number of components of what is seen to be a tuple, or 0.
func tupleArity(v *value) int {
	if v.kind == tupleKind {
		return len(v.args)
	}
	if t, ok := v.lit.(*core.Tuple); ok {
		return len(t.Elems)
	}
	return 0
}

func (b *builder) equalComponents(x, y *value, con *core.Con, n, depth int) answer {
	all := yes
	for i := range n {
		c, d := b.peek(x, con, i, n), b.peek(y, con, i, n)
		if c == nil || d == nil {
			all = min(all, maybe)
			continue
		}
		all = min(all, b.equalTo(c, d, depth-1))
	}
	return all
}
