package lower

import (
	"scf/ast"
	"scf/backend/ir"
)

// This file says how C's types are represented.

func isRecord(t ast.Type) bool { _, ok := t.(ast.Record); return ok }

func isFloat(t ast.Type) bool { _, ok := t.(ast.Floating); return ok }

// hasAddress reports whether what stands for an object of type t in expressions is its address.
func hasAddress(t ast.Type) bool {
	switch t.(type) {
	case ast.Record, ast.Array, *ast.Function:
		return true
	}
	return false
}

// typeOf is the type of values of type t; those of aggregates and functions are addresses.
func (l *Lowerer) typeOf(t ast.Type) ir.Type {
	switch t := t.(type) {
	case ast.Integer:
		if t.Width > 32 {
			return ir.I64
		}
		return ir.I32
	case ast.Boolean:
		return ir.I32
	case ast.Floating:
		switch t.Width {
		case 32:
			return ir.F32
		case 64:
			return ir.F64
		}
		l.fail(t.Name)
		return ir.F64
	case ast.Void:
		return ir.None
	}
	return ir.I64
}

// memOf is how a scalar of type t lies in memory.
func (l *Lowerer) memOf(t ast.Type) ir.Mem {
	switch t := t.(type) {
	case ast.Integer:
		return integerMem(t.Width, t.Signed)
	case ast.Boolean:
		return ir.U8
	case ast.Floating:
		if l.typeOf(t) == ir.F32 {
			return ir.MF32
		}
		return ir.MF64
	}
	return ir.M64
}

// integerMem is the least memory that holds an integer.
func integerMem(width int64, signed bool) ir.Mem {
	m := ir.M64
	switch {
	case width <= 8:
		m = ir.U8
	case width <= 16:
		m = ir.U16
	case width <= 32:
		m = ir.U32
	}
	if signed && m != ir.M64 {
		m--
	}
	return m
}

// sizeOf is the size of an object of type t in bytes; of void and of functions it is 1, as gcc has it.
func sizeOf(t ast.Type) int64 {
	switch t := t.(type) {
	case ast.Integer:
		return t.Width / 8
	case ast.Pointer:
		return 8
	case ast.Floating:
		if t.Width == 80 {
			return 16
		}
		return t.Width / 8
	case ast.Array:
		return max(t.Len, 0) * sizeOf(t.Elem)
	case ast.Record:
		return t.Size
	}
	return 1
}

// alignOf is the alignment of an object of type t in bytes.
func (l *Lowerer) alignOf(t ast.Type) int64 {
	switch t := t.(type) {
	case ast.Array:
		return l.alignOf(t.Elem)
	case ast.Record:
		layout, _ := l.u.layouts.Of(t)
		return max(layout.Align, 1)
	}
	return sizeOf(t)
}

// integerOf is t as an integer: a pointer is one without sign, a bool one of one bit.
func integerOf(t ast.Type) ast.Integer {
	switch t := t.(type) {
	case ast.Integer:
		return t
	case ast.Boolean:
		return ast.Integer{Width: 1}
	}
	return ast.Integer{Width: 64}
}

// newSlot is memory for an object of type t.
func (l *Lowerer) newSlot(name string, t ast.Type) ir.Slot {
	align := l.alignOf(t)
	if sizeOf(t) >= 16 {
		align = max(align, 16)
	}
	return l.addSlot(ir.Local{Name: name, Size: sizeOf(t), Align: align})
}

func (l *Lowerer) addSlot(s ir.Local) ir.Slot {
	l.b.Func.Slots = append(l.b.Func.Slots, s)
	return ir.Slot(len(l.b.Func.Slots) - 1)
}
