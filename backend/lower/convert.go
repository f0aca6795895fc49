package lower

import (
	"scf/ast"
	"scf/backend/ir"
)

// This file lowers conversions between scalar types.

// convert is x, of type from, as a value of type to.
func (l *Lowerer) convert(x ir.Value, from, to ast.Type) ir.Value {
	_, toFloat := to.(ast.Floating)
	_, toBool := to.(ast.Boolean)
	switch {
	case toBool:
		return l.toBool(x, from)
	case isFloat(from) && toFloat:
		return l.floatToFloat(x, l.typeOf(to))
	case isFloat(from):
		return l.floatToInteger(x, integerOf(to))
	case toFloat:
		return l.integerToFloat(x, integerOf(from), l.typeOf(to))
	}
	return l.integerToInteger(x, integerOf(from), integerOf(to))
}

func (l *Lowerer) toBool(x ir.Value, from ast.Type) ir.Value {
	if _, ok := from.(ast.Boolean); ok {
		return x
	}
	return l.isNotZero(x, from)
}

func (l *Lowerer) floatToFloat(x ir.Value, to ir.Type) ir.Value {
	switch from := l.b.Type(x); {
	case from == to:
		return x
	case to == ir.F64:
		return l.b.Unary(ir.FWiden, to, x)
	}
	return l.b.Unary(ir.FNarrow, ir.F32, x)
}

// floatToInteger converts as gcc does for this width also where C leaves it undefined: unsigned 32 bits by way of 64, narrower ones by way of 32.
func (l *Lowerer) floatToInteger(x ir.Value, to ast.Integer) ir.Value {
	switch {
	case to.Width == 64 && !to.Signed:
		return l.b.Unary(ir.ToUint, ir.I64, x)
	case to.Width > 32:
		return l.extend(l.b.Unary(ir.ToInt, ir.I64, x), to.Width, to.Signed)
	case to.Width == 32 && !to.Signed:
		return l.b.Unary(ir.Trunc, ir.I32, l.b.Unary(ir.ToInt, ir.I64, x))
	}
	return l.extend(l.b.Unary(ir.ToInt, ir.I32, x), to.Width, to.Signed)
}

func (l *Lowerer) integerToFloat(x ir.Value, from ast.Integer, to ir.Type) ir.Value {
	switch {
	case from.Width == 64 && !from.Signed:
		return l.b.Unary(ir.FromUint, to, x)
	case from.Width == 32 && !from.Signed:
		x = l.b.Unary(ir.Zext32, ir.I64, x)
	}
	return l.b.Unary(ir.FromInt, to, x)
}

func (l *Lowerer) integerToInteger(x ir.Value, from, to ast.Integer) ir.Value {
	switch {
	case to.Width > 32 && from.Width > 32:
		if within(from, to) {
			return x
		}
		return l.extend(x, to.Width, to.Signed)
	case to.Width > 32 && from.Signed:
		x = l.b.Unary(ir.Sext32, ir.I64, x)
		if to.Width < 64 {
			x = l.extend(x, to.Width, to.Signed)
		}
		return x
	case to.Width > 32:
		return l.b.Unary(ir.Zext32, ir.I64, x)
	case from.Width > 32:
		x = l.b.Unary(ir.Trunc, ir.I32, x)
	case within(from, to):
		return x
	}
	return l.extend(x, to.Width, to.Signed)
}

// within reports whether every value of type from is one of type to.
func within(from, to ast.Integer) bool {
	if from.Signed == to.Signed {
		return from.Width <= to.Width
	}
	return to.Signed && from.Width < to.Width
}
