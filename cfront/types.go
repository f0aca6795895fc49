package cfront

import (
	"modernc.org/cc/v4"

	"scf/ast"
)

// basicNames are C's names of the integer types.
var basicNames = map[cc.Kind]string{
	cc.Char: "char", cc.SChar: "signed char", cc.UChar: "unsigned char",
	cc.Short: "short", cc.UShort: "unsigned short", cc.Int: "int", cc.UInt: "unsigned int",
	cc.Long: "long", cc.ULong: "unsigned long", cc.LongLong: "long long", cc.ULongLong: "unsigned long long",
}

// typeNames says which of the file's type names mean, all through one function, what they mean outside it.
type typeNames struct{ inner map[string]bool }

// namesDeclaredIn are the names that the function declares anywhere, tags included; they may hide a type's name.
func namesDeclaredIn(s *cc.Scope) map[string]bool {
	names := map[string]bool{}
	var walk func(*cc.Scope)
	walk = func(s *cc.Scope) {
		for name := range s.Nodes {
			names[name] = true
		}
		for _, c := range s.Children {
			walk(c)
		}
	}
	walk(s)
	return names
}

// of is the name that the source gives to t, if new text in the function may use it: a typedef's or an enumeration's.
func (n typeNames) of(t cc.Type) (string, bool) {
	if d := t.Typedef(); d != nil && d.LexicalScope().Parent == nil && !n.inner[d.Name()] {
		return d.Name(), true
	}
	if e, ok := t.(*cc.EnumType); ok {
		tag := e.Tag()
		scope := e.LexicalScope()
		if name := tag.SrcStr(); name != "" && scope != nil && scope.Parent == nil && !n.inner[name] {
			return "enum " + name, true
		}
	}
	return "", false
}

// integer is the tree's type for an integer type of C; ok is false for another type.
func (f *File) integer(t cc.Type, names typeNames) (ast.Type, bool) {
	kind, name := t.Kind(), ""
	if kind == cc.Bool {
		return ast.Boolean{}, true
	}
	if own, ok := names.of(t); ok {
		name = own
	}
	if e, ok := t.(*cc.EnumType); ok {
		kind = e.UnderlyingType().Kind()
	}
	basic, ok := basicNames[kind]
	if !ok || t.Size() > 8 || t.VectorSize() > 0 {
		return nil, false
	}
	return ast.Integer{Name: orElse(name, basic), Width: 8 * f.abi.Types[kind].Size, Signed: f.isSigned(kind)}, true
}

func (f *File) isSigned(k cc.Kind) bool {
	switch k {
	case cc.Char:
		return f.abi.SignedChar
	case cc.SChar, cc.Short, cc.Int, cc.Long, cc.LongLong:
		return true
	}
	return false
}

// integerOf is the tree's type of a basic kind.
func (f *File) integerOf(k cc.Kind) ast.Type {
	return ast.Integer{Name: basicNames[k], Width: 8 * f.abi.Types[k].Size, Signed: f.isSigned(k)}
}

// nameOfKind says what a type is that the tree does not take yet.
func nameOfKind(t cc.Type) string {
	switch {
	case t.VectorSize() > 0:
		return "a vector"
	case cc.IsComplexType(t):
		return "a complex number"
	case cc.IsFloatingPointType(t):
		return "floating point"
	case cc.IsIntegerType(t):
		return "an integer of more than 64 bits"
	}
	switch t.Kind() {
	case cc.Ptr:
		return "a pointer"
	case cc.Array:
		return "an array"
	case cc.Struct:
		return "a struct"
	case cc.Union:
		return "a union"
	case cc.Function:
		return "a function"
	case cc.Void:
		return "void"
	}
	return "an unknown type"
}
