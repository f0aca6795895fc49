package cfront

import (
	"fmt"

	"modernc.org/cc/v4"

	"scf/ast"
)

// This file is about types whose values the tree does not compute with: complex numbers, integers of 128 bits, vectors, va_list and others.
// To the tree they are structs without fields; what is done with them is kept as the source has it (keep.go).

// wideNames are C's names of arithmetic types that the tree has no numbers of, and their sizes in bytes; 0 for the ABI's.
var wideNames = map[cc.Kind]struct {
	name string
	size int64
}{
	cc.ComplexFloat: {"_Complex float", 0}, cc.ComplexDouble: {"_Complex double", 0}, cc.ComplexLongDouble: {"_Complex long double", 32},
	cc.ComplexChar: {"_Complex char", 2}, cc.ComplexShort: {"_Complex short", 4}, cc.ComplexInt: {"_Complex int", 8}, cc.ComplexUInt: {"_Complex unsigned int", 8},
	cc.ComplexLong: {"_Complex long", 16}, cc.ComplexLongLong: {"_Complex long long", 16},
	cc.Int128: {"__int128", 16}, cc.UInt128: {"unsigned __int128", 16},
	cc.Float16: {"_Float16", 2}, cc.Float32: {"_Float32", 4}, cc.Float64: {"_Float64", 8}, cc.Float128: {"_Float128", 16},
	cc.Float32x: {"_Float32x", 8}, cc.Float64x: {"_Float64x", 16},
	cc.Decimal32: {"_Decimal32", 4}, cc.Decimal64: {"_Decimal64", 8}, cc.Decimal128: {"_Decimal128", 16},
}

var vaLists = map[string]bool{"va_list": true, "__builtin_va_list": true, "__gnuc_va_list": true, "__va_list": true}

// foreign is what the tree takes t for, and its alignment; ok is false for a type that the tree has.
func (f *File) foreign(t cc.Type) (r ast.Record, align int64, ok bool) {
	if name, isTypedef := typedefName(t); isTypedef && vaLists[name] {
		return ast.Record{Name: "__builtin_va_list", Size: f.vaListSize()}, 8, true
	}
	if mode, ok := f.packing.mode(t); ok {
		wide := map[bool]string{true: "__int128", false: "unsigned __int128"}[f.isSigned(t.Kind())]
		return ast.Record{Name: wide, Size: 16}, 16, mode == "TI" && cc.IsIntegerType(t)
	}
	if n := t.VectorSize(); n > 0 {
		elem := orElse(basicNames[t.Kind()], orElse(floatingNames[t.Kind()], wideNames[t.Kind()].name))
		return ast.Record{Name: fmt.Sprintf("%s __attribute__((vector_size(%d)))", elem, n), Size: n}, n, elem != ""
	}
	wide, ok := wideNames[t.Kind()]
	if !ok {
		return r, 0, false
	}
	if wide.size == 0 {
		wide.size = f.abi.Types[t.Kind()].Size
	}
	align = wide.size
	if cc.IsComplexType(t) {
		align = min(align/2, 16)
	}
	return ast.Record{Name: wide.name, Size: wide.size}, align, true
}

// vaListSize is the size of va_list where the file is for.
func (f *File) vaListSize() int64 {
	if f.arch == "arm64" {
		return 32
	}
	return 24
}

// isForeign reports whether t, or what it is an array of, is such a type.
func (f *File) isForeign(t cc.Type) bool {
	if t == nil {
		return false
	}
	if a, ok := t.Undecay().(*cc.ArrayType); ok {
		return f.isForeign(a.Elem())
	}
	if mode, ok := f.packing.mode(t); ok && mode == "TI" {
		return true
	}
	name, _ := typedefName(t)
	return vaLists[name] || t.VectorSize() > 0 || wideNames[t.Kind()].name != ""
}
