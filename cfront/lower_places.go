package cfront

import (
	"modernc.org/cc/v4"

	"scf/ast"
)

// This file lowers designators: expressions that stand for objects. Arrays and functions become pointers where C makes them
// so (decay): of an array the tree takes the address of its first element by address_of with that type.

// place is what e designates: a Var, or an Object, Deref, Index, Member, Arrow or Str; for an expression that designates nothing,
// like the result of a call, a variable with its value.
func (l *lowerer) place(e cc.ExpressionNode) ast.Expr {
	e = unparen(e)
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			return l.identifier(x)
		case cc.PrimaryExpressionString:
			return l.stringLiteral(x)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			return l.element(x)
		case cc.PostfixExpressionSelect:
			return l.field(x, l.place(x.PostfixExpression))
		case cc.PostfixExpressionPSelect:
			return l.fieldOfPointer(x)
		case cc.PostfixExpressionComplit:
			return l.compoundLiteral(x)
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			return l.pointedTo(x)
		}
	}
	v := l.expr(e)
	if r, ok := ast.TypeOf(v).(ast.Record); ok {
		l.canCopy(e, r)
		return l.spill(v)
	}
	return v
}

// load is the value of the object that place designates.
func (l *lowerer) load(at node, place ast.Expr) ast.Expr {
	switch t := ast.TypeOf(place).(type) {
	case ast.Array:
		return l.decayed(place, t)
	case *ast.Function:
		if p, ok := place.(*ast.Deref); ok {
			return p.X
		}
		return l.functionAddress(place, t)
	case ast.Record:
		l.canCopy(at, t)
	case ast.Integer:
		if ast.IsBitField(place) {
			return convert(ast.Promote(t), place)
		}
	}
	return place
}

// functionAddress is the address of the function that place designates. Of one that another definition may stand in for, or none, passes
// are not to know which function it is of, and neither of one that is defined inside the function, which has no name elsewhere.
func (l *lowerer) functionAddress(place ast.Expr, t *ast.Function) ast.Expr {
	address := &ast.AddressOf{X: place, Ty: ast.Pointer{Elem: t}}
	if o, ok := place.(*ast.Object); ok && l.nested.names[o.Name] {
		return ast.NewText(ast.Primary, ast.EscapeText(o.Name), address.Ty)
	} else if ok && l.file.Interposable(o.Name) {
		return &ast.Convert{Ty: address.Ty, X: &ast.Convert{Ty: voidPointer, X: address}}
	}
	return address
}

// canCopy refuses to read or write records as a whole whose fields must be accessed in a way of their own.
func (l *lowerer) canCopy(at node, r ast.Record) {
	if why := l.types.opaque[r.Name]; why != nil {
		l.refuse(at, "a copy of "+r.Name+", which has "+why.construct+" in it,", why.hint)
	}
}

// pointedTo is *p.
func (l *lowerer) pointedTo(e *cc.UnaryExpression) ast.Expr {
	p, elem, ok := l.pointer(e, e.CastExpression)
	if !ok {
		return wrong()
	}
	if _, ok := l.shape(e.CastExpression).element(); ok {
		return p
	}
	return &ast.Deref{X: p, Ty: unqualified(elem)}
}

// pointer is p, through which e accesses an object of type elem.
func (l *lowerer) pointer(e cc.Node, operand cc.ExpressionNode) (p ast.Expr, elem ast.Type, ok bool) {
	p = l.expr(operand)
	t, ok := ast.TypeOf(p).(ast.Pointer)
	if !ok {
		l.mismatch(e, p, "a pointer")
		return nil, nil, false
	}
	l.checkAccess(e, t.Elem, operand)
	return p, t.Elem, true
}

// checkAccess refuses to use an object that a pointer leads to if it is volatile: as the pointer's type in the tree says, or that in
// C of one of the expressions.
func (l *lowerer) checkAccess(at node, elem ast.Type, pointers ...cc.ExpressionNode) {
	found := ast.IsVolatile(elem)
	for _, e := range pointers {
		if p, ok := e.Type().(*cc.PointerType); ok {
			found = found || p.Elem().Attributes().IsVolatile()
		}
	}
	if found {
		l.refuse(at, volatile.construct, volatile.hint)
	}
}

// unqualified is the type of an object of which a type says t. What an array holds keeps its name.
func unqualified(t ast.Type) ast.Type {
	if _, ok := t.(ast.Array); ok {
		return t
	}
	return ast.Unqualified(t)
}

// element is a[i], or i[a].
func (l *lowerer) element(e *cc.PostfixExpression) ast.Expr {
	v := l.operands(func() ast.Expr { return l.indexable(e.PostfixExpression) },
		func() ast.Expr { return l.indexable(e.ExpressionList) })
	a, i := v[0], v[1]
	if ast.IsInteger(ast.TypeOf(a)) {
		a, i = i, a
	}
	elem, ok := elementOf(ast.TypeOf(a))
	if isWrong(a) || isWrong(i) {
		return wrong()
	}
	if !ok || !ast.IsInteger(ast.TypeOf(i)) {
		l.failf(e, "the operands of [] are not a pointer and an integer")
		return wrong()
	}
	l.checkAccess(e, elem, e.PostfixExpression, e.ExpressionList)
	for _, x := range []cc.ExpressionNode{e.PostfixExpression, e.ExpressionList} {
		if l.shape(x) != nil {
			return l.elementOfShaped(x, a, i, elem)
		}
	}
	return &ast.Index{X: a, I: i, Ty: unqualified(elem)}
}

// indexable is e as an operand of []: an array stays one.
func (l *lowerer) indexable(e cc.ExpressionNode) ast.Expr {
	x := l.place(e)
	if isArray(x) {
		return x
	}
	return l.load(e, x)
}

func elementOf(t ast.Type) (ast.Type, bool) {
	switch t := t.(type) {
	case ast.Array:
		return t.Elem, true
	case ast.Pointer:
		return t.Elem, true
	}
	return nil, false
}

// field is x.f.
func (l *lowerer) field(e *cc.PostfixExpression, x ast.Expr) ast.Expr {
	if isWrong(x) {
		return x
	}
	f, ok := l.fieldOf(e, ast.TypeOf(x))
	if !ok {
		return wrong()
	}
	return &ast.Member{X: x, Field: f.Name, Offset: f.Offset, Ty: f.Ty}
}

// fieldOfPointer is p->f.
func (l *lowerer) fieldOfPointer(e *cc.PostfixExpression) ast.Expr {
	p, elem, ok := l.pointer(e, e.PostfixExpression)
	if !ok {
		return wrong()
	}
	f, ok := l.fieldOf(e, elem)
	if !ok {
		return wrong()
	}
	return &ast.Arrow{X: p, Field: f.Name, Offset: f.Offset, Ty: f.Ty}
}

// fieldOf is the field of t that e names.
func (l *lowerer) fieldOf(e *cc.PostfixExpression, t ast.Type) (ast.Field, bool) {
	name := e.Token2.SrcStr()
	r, ok := ast.Unqualified(t).(ast.Record)
	if !ok {
		l.failf(e, "%s is a field of what is no struct or union", name)
		return ast.Field{}, false
	}
	f, ok := l.types.layouts.Field(r, name)
	switch why := l.troubleWith(r, name); {
	case why != nil:
		l.refuse(e, "the field "+name+": "+why.construct, why.hint)
	case !ok:
		l.failf(e, "%s has no field %s that is known here", r.Name, name)
	case f.Bits == 0:
		return f, true
	case l.sizeOfType(f.Ty) > l.sizeOfType(ast.Int):
		l.refuse(e, "the bit-field "+name+" of a type wider than int", "leave this function out")
	default:
		return f.BitField(), true
	}
	return ast.Field{}, false
}

// troubleWith says why a field of r, or of an unnamed member of r, is not in the layout.
func (l *lowerer) troubleWith(r ast.Record, name string) *diagnosis {
	if why := l.types.trouble[[2]string{r.Name, name}]; why != nil {
		return why
	}
	layout, ok := l.types.layouts.Of(r)
	if !ok {
		return l.types.opaque[r.Name]
	}
	for _, f := range layout.Fields {
		if inner, ok := f.Ty.(ast.Record); ok && f.Name == "" {
			if why := l.troubleWith(inner, name); why != nil {
				return why
			}
		}
	}
	return nil
}

// address is &e.
func (l *lowerer) address(e *cc.UnaryExpression) ast.Expr {
	x := unparen(e.CastExpression)
	if d, ok := x.(*cc.UnaryExpression); ok && d.Case == cc.UnaryExpressionDeref { // &*p
		return l.expr(d.CastExpression)
	}
	if l.isFlat(x) {
		return l.place(x)
	}
	if address, ok := l.addressOfVolatile(x); ok {
		return address
	}
	place := l.place(x)
	if isWrong(place) {
		return place
	}
	switch p := place.(type) {
	case *ast.Var:
		l.takeAddress(x)
		return intConst(0, ast.Pointer{Elem: p.Ty})
	case *ast.Object, *ast.Deref, *ast.Index, *ast.Member, *ast.Arrow, *ast.Str:
		if ast.IsBitField(place) {
			l.failf(e, "the address of a bit-field")
			return wrong()
		}
		if fn, ok := ast.TypeOf(place).(*ast.Function); ok {
			return l.functionAddress(place, fn)
		}
		if p, ok := p.(*ast.Index); ok && selects(p.I) {
			return l.selectedAddress(p)
		}
		return l.addressOf(place)
	}
	l.failf(e, "the address of what is no object")
	return wrong()
}

// selectedAddress is &a[i], where a test selects i, as a + i: of that passes tell which address it is for each outcome.
func (l *lowerer) selectedAddress(p *ast.Index) ast.Expr {
	a := p.X
	if array, ok := ast.TypeOf(a).(ast.Array); ok {
		a = l.decayed(a, array)
	}
	return &ast.Binary{Op: ast.PtrAdd, Ty: ast.TypeOf(a), X: a, Y: p.I}
}

// selects reports whether e is one of two values, or computed from one.
func selects(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Cond:
		return true
	case *ast.Convert:
		return selects(e.X)
	case *ast.Unary:
		return selects(e.X)
	case *ast.Binary:
		return selects(e.X) || selects(e.Y)
	}
	return false
}

// takeAddress notes that the variable e lies in memory.
func (l *lowerer) takeAddress(e cc.ExpressionNode) {
	p, ok := e.(*cc.PrimaryExpression)
	d := declaratorOf(p)
	if !ok || d == nil || l.locals[d] == nil {
		l.failf(e, "the address of what is no object")
		return
	}
	l.facts.add(l.facts.inMemory[d], func() { l.facts.inMemory[d] = true })
}

// declaratorOf is what an identifier names, if that is a variable or function.
func declaratorOf(e *cc.PrimaryExpression) *cc.Declarator {
	if e == nil {
		return nil
	}
	switch n := e.ResolvedTo().(type) {
	case *cc.Declarator:
		return n
	case *cc.Parameter:
		return n.Declarator
	}
	return nil
}
