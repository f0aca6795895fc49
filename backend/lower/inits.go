package lower

import (
	"scf/ast"
	"scf/backend/ir"
)

// This file lowers declarations and initialisers. An initialiser that does not give every byte has zeros put there before.

func (l *Lowerer) declare(d *ast.Declare) {
	m := l.names.lookup(d.Name)
	if ast.IsScalar(d.Ty) && m.kind != isSlot {
		l.declareVariable(d)
		return
	}
	if m.kind != isSlot { // the function denies that it mentions objects
		m = meaning{isSlot, int32(l.newSlot(d.Name, d.Ty))}
		l.names.add(d.Name, m)
	}
	p := place{base: atSlot, index: m.index}
	switch i := d.Init.(type) {
	case *ast.InitExpr:
		l.initWhole(p, d.Ty, i.X)
	case *ast.InitList:
		if n := l.given(i, d.Ty); n < sizeOf(d.Ty) {
			l.zero(p, sizeOf(d.Ty))
		}
		l.initPart(p, d.Ty, i)
	}
}

func (l *Lowerer) declareVariable(d *ast.Declare) {
	v := l.variable(d.Name, d.Ty)
	switch i := d.Init.(type) {
	case *ast.InitExpr:
		l.assign(v, i.X)
		return
	case *ast.InitList:
		l.assign(v, i.Elems[0].(*ast.InitExpr).X)
		return
	}
	for n := int32(0); n == 0 || n < 3 && l.vars[v].isPointer; n++ {
		if l.vars[v+n].cur != 0 {
			l.set(v+n, 0)
		}
	}
}

func (l *Lowerer) zero(p place, size int64) {
	if size > 0 {
		l.b.Emit(ir.Instr{Op: ir.Zero, Args: [3]ir.Value{l.address(p)}, Imm: size})
	}
}

// given is how many bytes an initialiser gives for an object of type t, as far as that is plain; less than the size where zeros are needed.
func (l *Lowerer) given(i ast.Init, t ast.Type) int64 {
	switch i := i.(type) {
	case *ast.InitExpr:
		if s, ok := i.X.(*ast.Str); ok && hasAddress(t) {
			return min(int64(len(s.Text))+1, sizeOf(t))
		}
		return sizeOf(t)
	case *ast.InitList:
		total := int64(0)
		switch t := t.(type) {
		case ast.Array:
			for _, x := range i.Elems {
				total += l.given(x, t.Elem)
			}
		case ast.Record:
			layout, _ := l.u.layouts.Of(t)
			for n, x := range i.Elems {
				if n < len(layout.Fields) && layout.Fields[n].Bits == 0 {
					total += l.given(x, layout.Fields[n].Ty)
				}
			}
		default:
			return sizeOf(t)
		}
		return total
	}
	return 0
}

// initWhole gives the object of type t at p the value of e.
func (l *Lowerer) initWhole(p place, t ast.Type, e ast.Expr) {
	if s, ok := e.(*ast.Str); ok && !ast.IsScalar(t) {
		n := min(int64(len(s.Text))+1, sizeOf(t))
		if n < sizeOf(t) {
			l.zero(p, sizeOf(t))
		}
		l.initString(p, s, n)
		return
	}
	if ast.IsScalar(t) {
		l.storeTo(p, t, l.value(e))
		return
	}
	if c, ok := e.(*ast.Call); ok && p.base == atSlot {
		l.callInto(c, l.escaping(p))
		return
	}
	l.copyObject(p, l.place(e), sizeOf(t))
}

// initString copies the first n bytes of a string and its final zero.
func (l *Lowerer) initString(p place, s *ast.Str, n int64) {
	from := l.b.Emit(ir.Instr{Op: ir.Addr, Type: ir.I64, Symbol: l.str(s)})
	l.copy(l.address(p), from, n)
}

// initPart gives the object of type t at p, which is zero where the initialiser does not give everything, its value.
func (l *Lowerer) initPart(p place, t ast.Type, i ast.Init) {
	switch i := i.(type) {
	case *ast.InitExpr:
		if s, ok := i.X.(*ast.Str); ok && !ast.IsScalar(t) {
			l.initString(p, s, min(int64(len(s.Text))+1, sizeOf(t)))
			return
		}
		l.initWhole(p, t, i.X)
	case *ast.InitList:
		l.initParts(p, t, i)
	}
}

func (l *Lowerer) initParts(p place, t ast.Type, i *ast.InitList) {
	switch t := t.(type) {
	case ast.Array:
		for n, x := range i.Elems {
			q := p
			q.off += int64(n) * sizeOf(t.Elem)
			l.initPart(q, t.Elem, x)
		}
	case ast.Record:
		layout, ok := l.u.layouts.Of(t)
		if !ok && len(i.Elems) > 0 {
			l.fail("an initialiser of " + t.Name + ", whose fields are not known,")
		}
		for n, x := range i.Elems {
			if n < len(layout.Fields) {
				q, ft := l.fieldPlace(p, layout.Fields[n])
				l.initPart(q, ft, x)
			}
		}
	default:
		if len(i.Elems) > 0 {
			l.initPart(p, t, i.Elems[0])
		}
	}
}

// fieldPlace is a field of the record at p.
func (l *Lowerer) fieldPlace(p place, f ast.Field) (place, ast.Type) {
	p.off += f.Offset
	if f.Bits > 0 {
		p.bits = bitField{integerMem(8*sizeOf(f.Ty), false), f.Shift, f.Bits}
		return p, f.BitField().Ty
	}
	return p, f.Ty
}
