package interp

import (
	"scf/ast"
	"scf/backend"
	"scf/backend/mem"
)

// declare gives a variable its first value.
func (c *compiler) declare(x *ast.Declare) cmd {
	c.refuseType(x.Ty)
	if !c.isObject(x.Name) {
		return c.declareWord(x)
	}
	o := c.objects[x.Name]
	switch i := x.Init.(type) {
	case *ast.InitExpr:
		return c.initialise(x.Ty, i, o.offset)
	case *ast.InitList:
		var parts []cmd
		c.parts(x.Ty, i, o.offset, &parts)
		offset, size := uint64(o.offset), int(backend.SizeOf(x.Ty))
		return func(m *machine) signal {
			mem.Zero(m.memory+offset, size)
			for _, p := range parts {
				p(m)
			}
			return next
		}
	}
	return skip
}

// declareWord is declare for a variable that is a word. One without a value keeps that of the last time, as memory would.
func (c *compiler) declareWord(x *ast.Declare) cmd {
	switch i := x.Init.(type) {
	case *ast.InitExpr:
		return c.assign(x.Name, x.Ty, i.X)
	case *ast.InitList:
		slot := c.variable(x.Name)
		if len(i.Elems) > 0 {
			if e, ok := i.Elems[0].(*ast.InitExpr); ok {
				return c.assign(x.Name, x.Ty, e.X)
			}
		}
		return func(m *machine) signal { m.vars[slot] = 0; return next }
	}
	if bounds, ok := c.bounds[x.Name]; ok {
		return func(m *machine) signal { m.vars[bounds], m.vars[bounds+1] = 0, 0; return next }
	}
	return skip
}

// parts lists what sets the parts of an object of type t at the offset in the frame's memory.
func (c *compiler) parts(t ast.Type, i *ast.InitList, offset int64, out *[]cmd) {
	switch t := t.(type) {
	case ast.Array:
		elem := ast.Unqualified(t.Elem)
		for n, x := range i.Elems {
			c.part(elem, x, offset+int64(n)*backend.SizeOf(elem), out)
		}
	case ast.Record:
		l, ok := c.layouts.Of(t)
		if !ok && len(i.Elems) > 0 {
			c.failf("the fields of %s are not known", ast.TypeName(t))
			return
		}
		for n, x := range i.Elems {
			if n >= len(l.Fields) {
				c.failf("%d initial values for %s", len(i.Elems), ast.TypeName(t))
				return
			}
			c.field(l.Fields[n], x, offset, out)
		}
	default:
		if len(i.Elems) > 0 {
			c.part(t, i.Elems[0], offset, out)
		}
	}
}

// field is part for the field f of an object at the offset.
func (c *compiler) field(f ast.Field, x ast.Init, offset int64, out *[]cmd) {
	if f.Bits == 0 {
		c.part(f.Ty, x, offset+f.Offset, out)
		return
	}
	if e, ok := x.(*ast.InitExpr); ok {
		at := own(offset+f.Offset, backend.SizeOf(f.Ty))
		*out = append(*out, c.storeBits(at, f, c.expr(e.X)))
	}
}

// part sets a part that is zero so far.
func (c *compiler) part(t ast.Type, x ast.Init, offset int64, out *[]cmd) {
	switch x := x.(type) {
	case *ast.InitExpr:
		*out = append(*out, c.initialise(t, x, offset))
	case *ast.InitList:
		c.parts(t, x, offset, out)
	}
}

// own is the address of an object of the frame, or of a part of one.
func own(offset, size int64) address {
	return address{kind: inFrame, offset: offset, of: object{offset, offset + size}}
}

// initialise sets the object of type t at the offset to the expression; an array of characters to a string.
func (c *compiler) initialise(t ast.Type, x *ast.InitExpr, offset int64) cmd {
	at := own(offset, backend.SizeOf(t))
	s, isString := x.X.(*ast.Str)
	a, isArray := t.(ast.Array)
	if !isString || !isArray {
		return c.storeAt(at, t, c.expr(x.X))
	}
	text := make([]byte, max(a.Len, 0)*backend.SizeOf(a.Elem))
	copy(text, s.Text)
	return func(m *machine) signal {
		copy(mem.Bytes(m.memory+uint64(offset), len(text)), text)
		return next
	}
}
