package causes

import "scf/ast"

// This file evaluates what is read from memory: cells of objects with names, and memory that parameters reach and that does not change.

// load is the value of the object that e denotes.
func (w *walker) load(e ast.Expr, s *state) *value {
	v := w.object(e, s)
	if v.into != 0 {
		w.read(e, v)
	}
	switch {
	case !v.known() || v.fact.isMemory() && !isNumber(e):
		return v
	case isNumber(e) || v.fact.Scalar:
		return &value{from: v.from, literal: v.literal}
	}
	return v
}

func isNumber(e ast.Expr) bool { return ast.IsArithmetic(ast.TypeOf(e)) }

// object is what is known of the object that e denotes: for memory that does not change the fact about it.
func (w *walker) object(e ast.Expr, s *state) *value {
	if name, offset, named := placeOf(e); named {
		return w.cell(e, name, offset, s)
	}
	switch e := e.(type) {
	case *ast.Index:
		base := w.aggregate(e.X, s)
		i := w.expr(e.I, s)
		v := part(e, e.X, base, base.fact.element())
		v.from |= i.from
		if v.known() && !i.known() {
			v.why = &cause{kind: atIndex, x: e, next: i.why}
		}
		return v
	case *ast.Deref:
		p := w.expr(e.X, s)
		return part(e, e.X, p, p.fact.element())
	case *ast.Arrow:
		p := w.expr(e.X, s)
		return part(e, e.X, p, p.fact.field(e.Field))
	case *ast.Member:
		p := w.object(e.X, s)
		return part(e, e.X, p, p.fact.field(e.Field))
	}
	return unknown(address, e)
}

// aggregate is the array, or the pointer, that e is.
func (w *walker) aggregate(e ast.Expr, s *state) *value {
	if _, isArray := ast.TypeOf(e).(ast.Array); isArray {
		return w.object(e, s)
	}
	return w.expr(e, s)
}

// part is the part e of the memory that the value p of x leads to, of which the fact is known.
func part(e, x ast.Expr, p *value, f Fact) *value {
	v := &value{fact: f, from: p.from, into: p.into}
	switch {
	case p.why != nil && p.why.kind == parameter:
		v.why = &cause{kind: pointee, x: e, name: p.why.name}
	case p.why != nil && (p.why.kind == pointee || p.why.kind == global && isNamed(x)):
		c := *p.why
		c.x = e
		v.why = &c
	case p.why != nil:
		v.why = &cause{kind: through, x: e, next: p.why}
	case !f.Known():
		v.why = &cause{kind: pointee, x: e}
	}
	return v
}

// isNamed reports whether x is an object with a name, or a part of one.
func isNamed(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Object:
		return true
	case *ast.Member:
		return isNamed(x.X)
	}
	return false
}

// cell is what is known of a scalar in the object called name; no offset is any element.
func (w *walker) cell(e ast.Expr, name string, offset int64, s *state) *value {
	found := s.cells[cellOf(name, offset, ast.TypeOf(e))]
	if !w.isLocal(name) && !w.isPrivate(name) && s.forgotten == nil && found == nil {
		return unknown(global, e)
	}
	if m, isField := e.(*ast.Member); isField && offset < 0 && ast.IsBitField(m) {
		return unknown(bitField, e)
	}
	if offset < 0 {
		return unknown(anyElement, e)
	}
	switch {
	case found != nil:
		return w.asUsed(found, e)
	case s.forgotten != nil && !w.isPrivate(name):
		c := *s.forgotten
		c.x = e
		return &value{why: &c}
	case w.isLocal(name):
		return unknown(undefined, e)
	}
	return unknown(global, e)
}

// placeOf is the object with a name that e denotes a part of, as constant propagation tells it (passes/library/memory.scf-ml), and the offset in
// bytes; -1 where that is no constant. Not ok is what pointers lead to.
func placeOf(e ast.Expr) (name string, offset int64, ok bool) {
	switch e := e.(type) {
	case *ast.Object:
		return e.Name, 0, true
	case *ast.Member:
		name, offset, ok = placeOf(e.X)
		if offset < 0 || e.Offset < 0 {
			return name, -1, ok
		}
		return name, offset + e.Offset, ok
	case *ast.Arrow:
		if a, isAddress := e.X.(*ast.AddressOf); isAddress {
			return placeOf(&ast.Member{X: a.X, Offset: e.Offset})
		}
	case *ast.Deref:
		if a, isAddress := e.X.(*ast.AddressOf); isAddress {
			return placeOf(a.X)
		}
	case *ast.Index:
		return elementOf(e)
	}
	return "", -1, false
}

func elementOf(e *ast.Index) (name string, offset int64, ok bool) {
	base := e.X
	if a, isAddress := base.(*ast.AddressOf); isAddress {
		base = a.X
	} else if _, isArray := ast.TypeOf(base).(ast.Array); !isArray {
		return "", -1, false
	}
	name, offset, ok = placeOf(base)
	c, isConst := e.I.(*ast.Const)
	size, sized := sizeOf(e.Ty)
	i, isInt := ast.IntConst(0), false
	if isConst {
		i, isInt = c.Value.(ast.IntConst)
	}
	if offset < 0 || !isInt || !sized {
		return name, -1, ok
	}
	return name, offset + int64(i)*size, ok
}

// sizeOf is the size of a type in bytes, if it is the same on all targets.
func sizeOf(t ast.Type) (int64, bool) {
	switch t := t.(type) {
	case ast.Boolean:
		return 1, true
	case ast.Integer:
		return t.Width / 8, true
	case ast.Floating:
		return t.Width / 8, t.Width <= 64
	case ast.Record:
		return t.Size, true
	case ast.Array:
		n, ok := sizeOf(t.Elem)
		return n * t.Len, ok && t.Len >= 0
	}
	return 0, false
}
