package simplify

import "scf/scfml"

// This file simplifies operations on scalars [SIM-PRIM]. Every rule is exact for all operands on which the operation does not
// fail. An operation is replaced by one operation at most.

// primExpr evaluates an application of a primitive.
func (b *builder) primExpr(e *scfml.PrimExpr) *value {
	if e.Op == scfml.OpMapInsert && !b.opts.DisableMaps {
		return b.insertions(e)
	}
	return b.primitive(e, e.Op, b.operands(e.Args))
}

// primitive applies op; e says what else is known about the operation.
func (b *builder) primitive(e *scfml.PrimExpr, op scfml.Op, args []*value) *value {
	if b.failing(args) || b.readsDead(op, args) {
		return b.fail
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

// readsDead tells whether op, applied to args, needs what is dead. A map may have dead values.
func (b *builder) readsDead(op scfml.Op, args []*value) bool {
	if op == scfml.OpMapInsert {
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
func (b *builder) apply(e *scfml.PrimExpr, op scfml.Op, args []*value) *value {
	return b.reuse(typedResult(op, args), primKind, op, inOrder(op, args), func() *value {
		v := b.newValue(primKind, "", args...)
		v.prim = e
		if e.Op != op {
			v.prim = &scfml.PrimExpr{Op: op, Mod: e.Mod, Label: e.Label, Keys: e.Keys, Pos: e.Pos}
		}
		return v
	})
}

// inOrder are the operands of op by which its applications are compared.
func inOrder(op scfml.Op, args []*value) []*value {
	if commutes(op) && args[0].id > args[1].id {
		return []*value{args[1], args[0]}
	}
	return args
}

func commutes(op scfml.Op) bool {
	switch op {
	case scfml.OpAdd, scfml.OpMul, scfml.OpMin, scfml.OpMax, scfml.OpEq, scfml.OpNe, scfml.OpAndb, scfml.OpOrb, scfml.OpXorb,
		scfml.OpMapEqual, scfml.OpSetEqual, scfml.OpSetUnion:
		return true
	}
	return false
}

// fold is the value of op on args where that is there already or a constant; otherwise nil. It makes no operation.
func (b *builder) fold(op scfml.Op, args []*value) *value {
	if b.opts.DisablePrims {
		return nil
	}
	if v := b.foldConsts(op, args); v != nil {
		return v
	}
	switch len(args) {
	case 1:
		return foldUnary(op, args[0])
	case 2:
		if args[0] == args[1] {
			return b.foldSame(op, args[0])
		}
		if v := b.foldEquality(op, args[0], args[1]); v != nil {
			return v
		}
		return b.foldUnit(op, args[0], args[1])
	}
	return nil
}

// foldConsts computes op where all operands are constants and it does not fail.
func (b *builder) foldConsts(op scfml.Op, args []*value) *value {
	lits := make([]scfml.Value, len(args))
	for i, a := range args {
		if a.kind != constKind {
			return nil
		}
		lits[i] = a.lit
	}
	v, err := scfml.EvalPrim(op, lits)
	if err != nil {
		return nil
	}
	return b.constant(v)
}

// inverse are the operations that undo each other where they do not fail.
var inverse = map[scfml.Op]scfml.Op{
	scfml.OpNeg: scfml.OpNeg, scfml.OpNot: scfml.OpNot, scfml.OpNotb: scfml.OpNotb,
	scfml.OpOrd: scfml.OpChr, scfml.OpChr: scfml.OpOrd,
}

func foldUnary(op scfml.Op, x *value) *value {
	if inner, ok := inverse[op]; ok && x.kind == primKind && x.prim.Op == inner {
		return x.args[0]
	}
	return nil
}

// foldSame is op (x, x).
func (b *builder) foldSame(op scfml.Op, x *value) *value {
	switch op {
	case scfml.OpEq, scfml.OpLe, scfml.OpGe, scfml.OpLeu:
		return b.constant(scfml.Bool(true))
	case scfml.OpNe, scfml.OpLt, scfml.OpGt, scfml.OpLtu:
		return b.constant(scfml.Bool(false))
	case scfml.OpSub, scfml.OpXorb, scfml.OpMod, scfml.OpRem, scfml.OpModu:
		return b.constant(scfml.Int(0))
	case scfml.OpDiv, scfml.OpQuot, scfml.OpDivu:
		return b.constant(scfml.Int(1))
	case scfml.OpMin, scfml.OpMax, scfml.OpAndb, scfml.OpOrb:
		return x
	}
	return nil
}

// foldEquality decides x = y and x <> y by what is known about constructors, and leaves a truth value compared with a constant.
func (b *builder) foldEquality(op scfml.Op, x, y *value) *value {
	if op != scfml.OpEq && op != scfml.OpNe {
		return nil
	}
	if same := b.equal(x, y); same != maybe {
		return b.constant(scfml.Bool((same == yes) == (op == scfml.OpEq)))
	}
	if x.kind == constKind {
		x, y = y, x
	}
	if t, ok := y.lit.(scfml.Bool); ok && bool(t) == (op == scfml.OpEq) {
		return x
	}
	return nil
}

// foldUnit applies what 0, 1, all ones and "" mean to op.
func (b *builder) foldUnit(op scfml.Op, x, y *value) *value {
	if commutes(op) && x.kind == constKind {
		x, y = y, x
	}
	if s, ok := y.lit.(scfml.Str); ok && op == scfml.OpConcat && s == "" {
		return x
	}
	if s, ok := x.lit.(scfml.Str); ok && op == scfml.OpConcat && s == "" {
		return y
	}
	if n, ok := x.lit.(scfml.Int); ok {
		if v := b.foldLeft(op, n, y); v != nil {
			return v
		}
	}
	if n, ok := y.lit.(scfml.Int); ok {
		return b.foldRight(op, x, n)
	}
	return nil
}

// foldLeft is op (n, y) for operations that do not commute.
func (b *builder) foldLeft(op scfml.Op, n scfml.Int, y *value) *value {
	switch op {
	case scfml.OpShl, scfml.OpShr, scfml.OpSar, scfml.OpDiv, scfml.OpQuot, scfml.OpDivu, scfml.OpMod, scfml.OpRem, scfml.OpModu:
		if n == 0 {
			return b.constant(n)
		}
	case scfml.OpLtu:
		if n == -1 { // the largest unsigned number
			return b.constant(scfml.Bool(false))
		}
	case scfml.OpLeu:
		if n == 0 {
			return b.constant(scfml.Bool(true))
		}
	case scfml.OpSext, scfml.OpZext:
		return foldExtension(op, n, y)
	}
	return nil
}

// foldRight is op (x, n).
func (b *builder) foldRight(op scfml.Op, x *value, n scfml.Int) *value {
	var unchanged, zero bool
	switch op {
	case scfml.OpAdd, scfml.OpSub, scfml.OpShl, scfml.OpShr, scfml.OpSar, scfml.OpXorb:
		unchanged = n == 0
	case scfml.OpMul:
		unchanged, zero = n == 1, n == 0
	case scfml.OpDiv, scfml.OpQuot, scfml.OpDivu:
		unchanged = n == 1
	case scfml.OpMod, scfml.OpRem, scfml.OpModu:
		zero = n == 1
	case scfml.OpAndb:
		unchanged, zero = n == -1, n == 0
	case scfml.OpOrb:
		unchanged = n == 0
		if n == -1 {
			return b.constant(n)
		}
	case scfml.OpLtu:
		if n == 0 {
			return b.constant(scfml.Bool(false))
		}
	case scfml.OpLeu:
		if n == -1 {
			return b.constant(scfml.Bool(true))
		}
	}
	switch {
	case unchanged:
		return x
	case zero:
		return b.constant(scfml.Int(0))
	}
	return nil
}

// foldExtension drops an extension of what is extended from as few bits or fewer.
func foldExtension(op scfml.Op, width scfml.Int, x *value) *value {
	if width == 64 {
		return x
	}
	if width < 1 || x.kind != primKind || (x.prim.Op != scfml.OpSext && x.prim.Op != scfml.OpZext) {
		return nil
	}
	inner, ok := x.args[0].lit.(scfml.Int)
	if !ok || inner < 1 {
		return nil
	}
	if op == x.prim.Op && inner <= width || x.prim.Op == scfml.OpZext && inner < width {
		return x
	}
	return nil
}

// negated are the comparisons that hold exactly where another one does not.
var negated = map[scfml.Op]scfml.Op{
	scfml.OpEq: scfml.OpNe, scfml.OpNe: scfml.OpEq, scfml.OpLt: scfml.OpGe, scfml.OpGe: scfml.OpLt,
	scfml.OpGt: scfml.OpLe, scfml.OpLe: scfml.OpGt,
}

// rewrite gives one operation on other operands that computes the same, nearer to the operands of their operations.
func (b *builder) rewrite(op scfml.Op, args []*value) (scfml.Op, []*value, bool) {
	if b.opts.DisablePrims {
		return op, nil, false
	}
	x := args[0]
	if op == scfml.OpNot && x.kind == primKind {
		if n, ok := negated[x.prim.Op]; ok {
			return n, x.args, true
		}
		switch x.prim.Op {
		case scfml.OpLtu:
			return scfml.OpLeu, []*value{x.args[1], x.args[0]}, true
		case scfml.OpLeu:
			return scfml.OpLtu, []*value{x.args[1], x.args[0]}, true
		}
	}
	if len(args) != 2 {
		return op, nil, false
	}
	y := args[1]
	if commutes(op) && x.kind == constKind {
		x, y = y, x
	}
	if t, ok := y.lit.(scfml.Bool); ok && (op == scfml.OpEq || op == scfml.OpNe) && bool(t) != (op == scfml.OpEq) {
		return scfml.OpNot, []*value{x}, true
	}
	return b.reassociate(op, x, y)
}

// reassociate joins the constants of two operations, the inner one on x: (z + 1) + 2 is z + 3, and z + 1 = 3 is z = 2.
func (b *builder) reassociate(op scfml.Op, x, y *value) (scfml.Op, []*value, bool) {
	n, ok := y.lit.(scfml.Int)
	if !ok || x.kind != primKind {
		return op, nil, false
	}
	if op == scfml.OpMul && x.prim.Op == scfml.OpMul {
		if z, m, ok := constantOperand(x); ok {
			return op, []*value{z, b.constant(m * n)}, true
		}
	}
	z, m, ok := offset(x)
	if !ok || z == x {
		return op, nil, false
	}
	switch op {
	case scfml.OpAdd:
		return b.plus(z, m+n)
	case scfml.OpSub:
		return b.plus(z, m-n)
	case scfml.OpEq, scfml.OpNe:
		return op, []*value{z, b.constant(n - m)}, true
	}
	return op, nil, false
}

// plus is the operation z + n, written as a difference where n is negative.
func (b *builder) plus(z *value, n scfml.Int) (scfml.Op, []*value, bool) {
	if n < 0 && n != -n {
		return scfml.OpSub, []*value{z, b.constant(-n)}, true
	}
	return scfml.OpAdd, []*value{z, b.constant(n)}, true
}

// constantOperand takes a commuting operation apart that has one constant integer operand.
func constantOperand(v *value) (x *value, n scfml.Int, ok bool) {
	for i, a := range v.args {
		if n, ok := a.lit.(scfml.Int); ok {
			return v.args[1-i], n, true
		}
	}
	return nil, 0, false
}

// offset takes v apart into x + n; for other operations n is 0.
func offset(v *value) (x *value, n scfml.Int, ok bool) {
	if v.kind != primKind {
		return v, 0, v.kind != constKind
	}
	switch v.prim.Op {
	case scfml.OpAdd:
		if x, n, ok := constantOperand(v); ok {
			return x, n, true
		}
	case scfml.OpSub:
		if n, ok := v.args[1].lit.(scfml.Int); ok {
			return v.args[0], -n, true
		}
	}
	return v, 0, true
}

// maxEqual bounds how deep equal looks into structures.
const maxEqual = 6

// equal tells whether x and y are the same value, as far as that is known here.
func (b *builder) equal(x, y *value) answer { return b.equalTo(x, y, maxEqual) }

func (b *builder) equalTo(x, y *value, depth int) answer {
	x, y = b.resolve(x), b.resolve(y)
	switch {
	case x == y:
		return yes
	case x.kind == constKind && y.kind == constKind:
		if scfml.Equal(x.lit, y.lit) {
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
	case xKnown && yKnown && h != k, yKnown && b.excluded(x, k), xKnown && b.excluded(y, h):
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
	if t, ok := v.lit.(*scfml.Tuple); ok {
		return len(t.Elems)
	}
	return 0
}

func (b *builder) equalComponents(x, y *value, con *scfml.Con, n, depth int) answer {
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
