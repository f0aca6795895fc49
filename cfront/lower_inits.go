package cfront

import (
	"fmt"

	"modernc.org/cc/v4"

	"scf/ast"
)

// This file lowers initialisers. init_parts.go says which expression of a list begins what; the list is then built anew as the tree
// has it, with a value for every part up to the last that is given. Where the tree cannot say it (a union's member that is not the
// first), everything is zero at first and the parts are stored.

// initialize declares v, of in, with its initialiser. One that the tree does not hold is assigned, as a text.
func (l *lowerer) initialize(v *local, in *cc.InitDeclarator) {
	d, n := in.Declarator, in.Initializer
	whole := l.attempt(in, func() ast.Expr { l.initializeInTree(v, n); return nothing() }, func() (ast.Expr, bool) { return l.keepInit(d, v, n) })
	if !isNothing(whole) {
		l.emit(&ast.Declare{Name: v.name, Ty: v.ty, Init: ast.NoInit{}}, &ast.Eval{X: whole})
	}
}

// keepInit is the text that gives v, which is d, its initial value: an assignment, or a copy of an array.
func (l *lowerer) keepInit(d *cc.Declarator, v *local, n *cc.Initializer) (ast.Expr, bool) {
	k := newTextMaker(l)
	k.changed[d] = true
	var value cc.Node = n
	if n.Case == cc.InitializerExpr {
		value = unparen(n.AssignmentExpression)
	}
	text, ok := k.text(value)
	if !ok || v.ty == nil {
		return nil, false
	}
	if _, isComma := value.(*cc.ExpressionList); isComma {
		text = "(" + text + ")"
	}
	place := k.hole(d, v)
	_, isArray := v.ty.(ast.Array)
	if n.Case != cc.InitializerExpr || isArray {
		if n.Case == cc.InitializerExpr {
			text = "{ " + text + " }"
		}
		text = "(" + ast.EscapeText(ast.TypeName(v.ty)) + ")" + text
	}
	if isArray {
		size := fmt.Sprint(l.sizeOfType(v.ty))
		return ast.NewText(ast.Primary, "__builtin_memcpy("+place+", "+text+", "+size+")", voidPointer, k.args...), !v.volatile && !k.bad
	}
	return ast.NewText(ast.Loose, place+" = "+text, ast.Void{}, k.args...), !k.bad
}

// initializeInTree is initialize without texts for the whole of the initialiser.
func (l *lowerer) initializeInTree(v *local, n *cc.Initializer) {
	if v.volatile {
		l.refuse(n, "the initial value of a volatile array", "assign its elements")
		return
	}
	declare := func(init ast.Init) { l.emit(&ast.Declare{Name: v.name, Ty: v.ty, Init: init}) }
	if r, ok := v.ty.(ast.Record); ok {
		l.canCopy(n, r)
	}
	if n.Case == cc.InitializerExpr {
		declare(&ast.InitExpr{X: l.wholeValue(n.AssignmentExpression, v.ty)})
	} else {
		l.initializeWith(v, n, n.InitializerList, declare)
	}
	l.flush()
}

// wholeValue is e as the initial value of something of type t.
func (l *lowerer) wholeValue(e cc.ExpressionNode, t ast.Type) ast.Expr {
	if l.isWholeString(e, t) {
		return l.place(e)
	}
	return l.initial(e, t)
}

func isString(e cc.ExpressionNode) bool {
	p, ok := unparen(e).(*cc.PrimaryExpression)
	return ok && p.Case == cc.PrimaryExpressionString
}

// initializeWith declares v with the values of a list.
func (l *lowerer) initializeWith(v *local, at node, list *cc.InitializerList, declare func(ast.Init)) {
	begun := l.parts(v.ty, list, false)
	parts := begun.parts
	switch {
	case !begun.ok || !l.canRepeat(list, parts):
	case ast.IsScalar(v.ty) && len(parts) == 1:
		declare(&ast.InitExpr{X: l.wholeValue(parts[0].e, v.ty)})
	case ast.IsScalar(v.ty):
		l.failf(at, "a number or pointer has one initial value")
	case isZero(parts):
		declare(l.zeroOf(v.ty))
	default:
		l.initializeParts(v, parts, declare)
	}
}

func (l *lowerer) initializeParts(v *local, parts []*part, declare func(ast.Init)) {
	before := len(l.errs)
	init, ok := l.build(v.ty, 0, parts)
	if len(l.errs) > before {
		return
	}
	if ok {
		l.evaluate(parts)
		declare(init)
		return
	}
	declare(l.zeroOf(v.ty))
	for _, p := range parts {
		place := l.partOf(&ast.Object{Name: v.name, Ty: v.ty}, p.offset(), p.ty)
		if place == nil || p.width > 0 {
			l.refuse(p.e, "this initial value", "assign it in a statement")
			return
		}
		l.emit(&ast.Store{Dest: place, X: l.settle(l.initial(p.e, p.ty))})
	}
}

// canRepeat refuses ranges of elements whose value, which is evaluated once, may not be evaluated once for each.
func (l *lowerer) canRepeat(list *cc.InitializerList, parts []*part) bool {
	seen := map[cc.ExpressionNode]bool{}
	for _, p := range parts {
		if seen[p.e] && mayHaveEffect(p.e) {
			l.refuse(list, "a range of array elements in an initialiser, with a value that has effects,", "assign them in a loop")
			return false
		}
		seen[p.e] = true
	}
	return true
}

// isZero reports whether the list says nothing but zero.
func isZero(parts []*part) bool {
	if len(parts) != 1 {
		return len(parts) == 0
	}
	p, ok := unparen(parts[0].e).(*cc.PrimaryExpression)
	return ok && parts[0].from == 0 && parts[0].width == 0 && p.Case == cc.PrimaryExpressionInt && p.Value() == cc.Value(cc.Int64Value(0))
}

// evaluate lowers the parts in the order of the source.
func (l *lowerer) evaluate(parts []*part) {
	var evals []func() ast.Expr
	for _, p := range parts {
		evals = append(evals, func() ast.Expr { return l.wholeValue(p.e, p.ty) })
	}
	for i, x := range l.operands(evals...) {
		parts[i].into.X = x
	}
}

// build is the initial value of something of type t at the offset, from the parts; they get their places in it. It is not ok
// where a part has no place in the tree's form.
func (l *lowerer) build(t ast.Type, offset int64, parts []*part) (init ast.Init, ok bool) {
	for _, p := range parts {
		if p.from == 8*offset && p.width == 0 && ast.Same(p.ty, t) {
			p.into = &ast.InitExpr{}
			return p.into, len(parts) == 1
		}
	}
	list := &ast.InitList{}
	left := len(parts)
	for _, f := range l.slots(t, offset, parts) {
		inside := l.inside(parts, f, offset)
		if left == 0 {
			break
		}
		if len(inside) == 0 {
			list.Elems = append(list.Elems, l.zeroOf(f.Ty))
			continue
		}
		elem, ok := l.initOf(f, offset, inside)
		if !ok {
			return nil, false
		}
		list.Elems = append(list.Elems, elem)
		left -= len(inside)
	}
	return list, left == 0
}

// maxElements bounds the elements that an initialiser names in order; sparse arrays beyond are stored to.
const maxElements = 4096

// slots are the parts of t in order that a list initialises: of a union the first field, of an array no more elements than
// the parts reach.
func (l *lowerer) slots(t ast.Type, offset int64, parts []*part) []ast.Field {
	switch t := t.(type) {
	case ast.Record:
		layout, ok := l.types.layouts.Of(t)
		if ok && layout.Union && len(layout.Fields) > 0 {
			return layout.Fields[:1]
		}
		return layout.Fields
	case ast.Array:
		size := l.sizeOfType(t.Elem)
		var n int64
		for _, p := range parts {
			if size > 0 {
				n = max(n, (p.offset()-offset)/size+1)
			}
		}
		if n > maxElements && n > 4*int64(len(parts)) {
			return nil
		}
		fields := make([]ast.Field, n)
		for i := range fields {
			fields[i] = ast.Field{Offset: int64(i) * size, Ty: unqualified(t.Elem)}
		}
		return fields
	}
	return nil
}

// initOf is the initial value of the field f of what lies at the offset, from the parts inside it.
func (l *lowerer) initOf(f ast.Field, offset int64, parts []*part) (init ast.Init, ok bool) {
	if f.Bits == 0 {
		return l.build(f.Ty, offset+f.Offset, parts)
	}
	parts[0].into = &ast.InitExpr{}
	return parts[0].into, len(parts) == 1
}

// inside are the parts of the field f of what lies at the offset. Bit-fields share their bytes with other fields: a part of one is
// told by its bits, or lies in a field that has fields itself.
func (l *lowerer) inside(parts []*part, f ast.Field, offset int64) []*part {
	if f.Bits == 0 {
		parts = within(parts, offset+f.Offset, l.sizeOfType(f.Ty))
	}
	var out []*part
	for _, p := range parts {
		switch {
		case f.Bits > 0 && (p.width != f.Bits || p.from != 8*(offset+f.Offset)+f.Shift):
		case f.Bits == 0 && p.width > 0 && ast.IsScalar(f.Ty):
		default:
			out = append(out, p)
		}
	}
	return out
}

// within are the parts of an object of the given size at the offset.
func within(parts []*part, offset, size int64) []*part {
	var out []*part
	for _, p := range parts {
		if offset <= p.offset() && p.offset() < offset+size {
			out = append(out, p)
		}
	}
	return out
}

// zeroOf is the initial value of a t that is zero.
func (l *lowerer) zeroOf(t ast.Type) ast.Init {
	switch t := t.(type) {
	case ast.Floating:
		zero := &ast.Const{Value: ast.FloatConst(0), Ty: double}
		if t.Width <= 64 {
			zero.Ty = t
		}
		return &ast.InitExpr{X: convert(t, zero)}
	case ast.Array:
		return &ast.InitList{Elems: []ast.Init{l.zeroOf(unqualified(t.Elem))}}
	case ast.Record:
		if layout, ok := l.types.layouts.Of(t); ok && len(layout.Fields) > 0 {
			return &ast.InitList{Elems: []ast.Init{l.zeroOf(layout.Fields[0].Ty)}}
		}
		return &ast.InitList{}
	}
	return &ast.InitExpr{X: intConst(0, t)}
}

// partOf is the scalar or record of type t in place at the offset, or nil.
func (l *lowerer) partOf(place ast.Expr, offset int64, t ast.Type) ast.Expr {
	of := ast.TypeOf(place)
	if _, array := of.(ast.Array); offset == 0 && !array && ast.Same(of, t) {
		return place
	}
	switch of := of.(type) {
	case ast.Array:
		elem := unqualified(of.Elem)
		size := l.sizeOfType(elem)
		if size == 0 {
			return nil
		}
		i := intConst(offset/size, ast.Int)
		return l.partOf(&ast.Index{X: place, I: i, Ty: elem}, offset%size, t)
	case ast.Record:
		layout, _ := l.types.layouts.Of(of)
		for _, f := range layout.Fields {
			if f.Bits > 0 || offset < f.Offset || offset >= f.Offset+l.sizeOfType(f.Ty) {
				continue
			}
			m := &ast.Member{X: place, Field: f.Name, Offset: f.Offset, Ty: f.Ty}
			if p := l.partOf(m, offset-f.Offset, t); p != nil {
				return flatten(p)
			}
		}
	}
	return nil
}

// flatten leaves out the unnamed members on the way to a field.
func flatten(e ast.Expr) ast.Expr {
	m, ok := e.(*ast.Member)
	if !ok {
		return e
	}
	if inner, ok := m.X.(*ast.Member); ok && inner.Field == "" {
		return &ast.Member{X: inner.X, Field: m.Field, Offset: inner.Offset + m.Offset, Ty: m.Ty}
	}
	return e
}

// sizeOfType is the size of t in bytes.
func (l *lowerer) sizeOfType(t ast.Type) int64 {
	switch t := t.(type) {
	case ast.Boolean:
		return 1
	case ast.Integer:
		return t.Width / 8
	case ast.Floating:
		if t.Width > 64 {
			return l.file.abi.Types[cc.LongDouble].Size
		}
		return t.Width / 8
	case ast.Pointer:
		return l.file.abi.Types[cc.Ptr].Size
	case ast.Array:
		return max(t.Len, 0) * l.sizeOfType(t.Elem)
	case ast.Record:
		return t.Size
	}
	return 1
}

// compoundLiteral is a new object with the values of a list.
func (l *lowerer) compoundLiteral(e *cc.PostfixExpression) ast.Expr {
	if l.literal != nil {
		return l.literal(e)
	}
	if l.branchDepth > 0 {
		l.refuse(e, "a compound literal in an expression that is not always evaluated", "declare a variable for it")
		return wrong()
	}
	ty, ok := l.typeNamed(e.TypeName)
	if !ok {
		return wrong()
	}
	v := &local{ty: ty}
	v.name = l.freshName("literal")
	l.literals[v.name] = true
	l.initializeWith(v, e, e.InitializerList, func(init ast.Init) {
		l.emit(&ast.Declare{Name: v.name, Ty: v.ty, Init: init})
	})
	return &ast.Object{Name: v.name, Ty: v.ty}
}
