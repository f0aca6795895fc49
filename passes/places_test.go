package passes_test

import "scf/ast"

// This file makes random expressions that denote objects, and random pointers.

// scalarPlace is a place of an integer or floating type, or what is loaded from memory that does not change.
func (g *grower) scalarPlace(depth int) ast.Expr {
	if g.oneIn(3) {
		return g.unchanging(depth)
	}
	for {
		if p := g.place(depth); !isPointer(ast.TypeOf(p)) {
			return p
		}
	}
}

// place is a scalar in memory.
func (g *grower) place(depth int) ast.Expr {
	switch g.upTo(7) {
	case 0:
		return &ast.Deref{X: g.pointer(depth - 1), Ty: ast.Int}
	case 1:
		return &ast.Index{X: g.pointer(depth - 1), I: g.subscript(2, depth), Ty: ast.Int}
	case 2:
		to := ast.Pointer{Elem: uchar}
		return &ast.Deref{X: &ast.Convert{Ty: to, X: g.pointer(depth - 1)}, Ty: uchar}
	case 3:
		to := &ast.AddressOf{X: g.recordObject(), Ty: ast.Pointer{Elem: record}}
		f := fields[record.Name][g.upTo(3)]
		return &ast.Arrow{X: to, Field: f.name, Offset: f.offset, Ty: f.ty}
	}
	return g.part(g.object(), depth)
}

func (g *grower) recordObject() ast.Expr {
	o := global{"record", record}
	if p := g.local[g.upTo(len(g.local)-1)]; ast.Same(p.ty, record) {
		o = p
	}
	return &ast.Object{Name: o.name, Ty: o.ty}
}

// part is a scalar in the object o.
func (g *grower) part(o global, depth int) ast.Expr {
	var e ast.Expr = &ast.Object{Name: o.name, Ty: o.ty}
	if ast.Same(o.ty, record) {
		f := fields[record.Name][g.upTo(len(fields[record.Name])-1)]
		e = &ast.Member{X: e, Field: f.name, Offset: f.offset, Ty: f.ty}
	}
	if a, ok := ast.TypeOf(e).(ast.Array); ok {
		e = &ast.Index{X: e, I: g.subscript(int(a.Len), depth), Ty: a.Elem}
	}
	return e
}

// subscript is an index below n, a power of two, that is often a constant.
func (g *grower) subscript(n, depth int) ast.Expr {
	if depth <= 0 || !g.oneIn(3) {
		return number(int64(g.upTo(n-1)), ast.Int)
	}
	return &ast.Binary{Op: ast.BitAnd, Ty: ast.Int, X: g.expr(ast.Int, depth-1), Y: number(int64(n-1), ast.Int)}
}

// unchanging is an int or float that a parameter reaches in memory that may be declared constant; or g, where there is none.
func (g *grower) unchanging(depth int) ast.Expr {
	var found []ast.Type
	for _, v := range g.vars {
		if isPointer(v.ty) {
			found = append(found, v.ty)
		}
	}
	if len(found) > 0 {
		t := found[g.upTo(len(found)-1)]
		if g.oneIn(3) {
			return g.reached(g.frozenPointer(t), depth)
		}
		return g.reached(g.variable(t), depth)
	}
	return &ast.Object{Name: "g", Ty: ast.Int}
}

// reached is a scalar that the pointer p reaches.
func (g *grower) reached(p ast.Expr, depth int) ast.Expr {
	elem := ast.TypeOf(p).(ast.Pointer).Elem
	var e ast.Expr = &ast.Index{X: p, I: g.subscript(2, depth), Ty: elem}
	if g.oneIn(3) {
		e = &ast.Deref{X: p, Ty: elem}
	}
	for {
		switch t := ast.TypeOf(e).(type) {
		case ast.Pointer:
			return g.reached(e, depth)
		case ast.Array:
			e = &ast.Index{X: e, I: g.subscript(2, depth), Ty: t.Elem}
		case ast.Record:
			f := fields[t.Name][g.upTo(3)]
			if g.oneIn(2) {
				e = &ast.Arrow{X: p, Field: f.name, Offset: f.offset, Ty: f.ty}
			} else {
				e = &ast.Member{X: e, Field: f.name, Offset: f.offset, Ty: f.ty}
			}
		default:
			return e
		}
	}
}

// frozenPointer is an expression of the pointer type t: a variable, moved or not.
func (g *grower) frozenPointer(t ast.Type) ast.Expr {
	e := g.variable(t)
	switch g.upTo(4) {
	case 0:
		return &ast.Binary{Op: ast.PtrAdd, Ty: t, X: e, Y: number(int64(g.upTo(1)), long)}
	case 1:
		return &ast.AddressOf{X: &ast.Index{X: e, I: number(int64(g.upTo(1)), ast.Int), Ty: t.(ast.Pointer).Elem}, Ty: t}
	case 2:
		return &ast.AddressOf{X: &ast.Deref{X: e, Ty: t.(ast.Pointer).Elem}, Ty: t}
	}
	return e
}

// pointer is an expression of type pointer to int, most of the time one that points to an int.
func (g *grower) pointer(depth int) ast.Expr {
	switch kind := g.upTo(7); {
	case kind < 2:
		return g.variable(pointer)
	case kind == 2:
		return &ast.AddressOf{X: &ast.Object{Name: "g", Ty: ast.Int}, Ty: pointer}
	case kind == 3:
		return &ast.Binary{Op: ast.PtrAdd, Ty: pointer, X: element(), Y: number(int64(g.upTo(2)), long)}
	case kind == 4:
		other := element()
		if depth > 0 {
			other = g.pointer(depth - 1)
		}
		distance := &ast.Binary{Op: ast.PtrDiff, Ty: long, X: element(), Y: other}
		return &ast.Binary{Op: ast.PtrSub, Ty: pointer, X: element(), Y: distance}
	case kind < 7:
		o := g.object()
		if e := g.part(o, 0); ast.Same(ast.TypeOf(e), ast.Int) {
			return &ast.AddressOf{X: e, Ty: pointer}
		}
		if ast.Same(o.ty, array) {
			return &ast.AddressOf{X: &ast.Object{Name: o.name, Ty: o.ty}, Ty: pointer}
		}
	}
	return element()
}

// element is &array[1].
func element() ast.Expr {
	e := &ast.Index{X: &ast.Object{Name: "array", Ty: array}, I: number(1, ast.Int), Ty: ast.Int}
	return &ast.AddressOf{X: e, Ty: pointer}
}
