package interp

import (
	"scf/ast"
)

// expr is an expression as a closure.
type expr func(m *machine) uint64

// test is an expression of which only matters whether it is zero.
type test func(m *machine) bool

func (c *compiler) expr(e ast.Expr) expr {
	switch e := e.(type) {
	case *ast.Const:
		return c.constant(e)
	case *ast.Var:
		return c.read(e)
	case *ast.Unary:
		return c.unary(e)
	case *ast.Binary:
		return c.binary(e)
	case *ast.Convert:
		return c.convert(e)
	case *ast.LogAnd, *ast.LogOr:
		t := c.test(e)
		return func(m *machine) uint64 { return truth(t(m)) }
	case *ast.Cond:
		return c.cond(e)
	case *ast.AddressOf:
		return c.place(e.X).word()
	case *ast.Call:
		return c.call(e)
	}
	return c.value(e)
}

// value is the value of the object that e designates.
func (c *compiler) value(e ast.Expr) expr {
	if f, at, ok := c.bitField(e); ok {
		return c.loadBits(at, f)
	}
	return c.load(c.place(e), ast.TypeOf(e))
}

func (c *compiler) constant(e *ast.Const) expr {
	c.refuseType(e.Ty)
	w := wordOf(e.Value)
	return func(*machine) uint64 { return w }
}

func wordOf(v ast.Constant) uint64 {
	if f, ok := v.(ast.FloatConst); ok {
		return uint64(f)
	}
	return uint64(v.(ast.IntConst))
}

func (c *compiler) read(e *ast.Var) expr {
	if o, ok := c.objects[e.Name]; ok && c.isObject(e.Name) {
		return c.load(c.objectAt(o), e.Ty)
	}
	slot := c.variable(e.Name)
	return func(m *machine) uint64 { return m.vars[slot] }
}

func (c *compiler) cond(e *ast.Cond) expr {
	test, then, otherwise := c.test(e.Test), c.expr(e.Then), c.expr(e.Else)
	return func(m *machine) uint64 {
		if test(m) {
			return then(m)
		}
		return otherwise(m)
	}
}

// truth is C's value of a comparison.
func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// test is e as a test.
func (c *compiler) test(e ast.Expr) test {
	switch e := e.(type) {
	case *ast.LogAnd:
		x, y := c.test(e.X), c.test(e.Y)
		return func(m *machine) bool { return x(m) && y(m) }
	case *ast.LogOr:
		x, y := c.test(e.X), c.test(e.Y)
		return func(m *machine) bool { return x(m) || y(m) }
	case *ast.Unary:
		if e.Op == ast.LogNot {
			x := c.test(e.X)
			return func(m *machine) bool { return !x(m) }
		}
	case *ast.Binary:
		if e.Op.IsComparison() {
			return c.comparison(e)
		}
	}
	x := c.expr(e)
	switch kindOf(ast.TypeOf(e)) {
	case isF32:
		return func(m *machine) bool { return uint32(x(m))<<1 != 0 }
	case isF64:
		return func(m *machine) bool { return x(m)<<1 != 0 }
	}
	return func(m *machine) bool { return x(m) != 0 }
}
