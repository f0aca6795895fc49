package cfront

import (
	"fmt"

	"modernc.org/cc/v4"

	"scf/ast"
)

// This file turns C's types into the tree's.

// basicNames are C's names of the integer types.
var basicNames = map[cc.Kind]string{
	cc.Char: "char", cc.SChar: "signed char", cc.UChar: "unsigned char",
	cc.Short: "short", cc.UShort: "unsigned short", cc.Int: "int", cc.UInt: "unsigned int",
	cc.Long: "long", cc.ULong: "unsigned long", cc.LongLong: "long long", cc.ULongLong: "unsigned long long",
}

// floatingNames are C's names of the real floating types.
var floatingNames = map[cc.Kind]string{cc.Float: "float", cc.Double: "double", cc.LongDouble: "long double"}

// types turns the types of one function into the tree's. The names that it gives them mean, all through the function, what
// they mean outside it.
type types struct {
	file      *File
	inner     map[string]bool          // names that the function declares anywhere: they may hide a typedef's
	innerTags map[string]bool          // tags that the function defines: they hide others
	ordinal   int                      // of the function among the file's declarations
	declared  declaredQualifiers       // in the function
	local     map[recordID]string      // names of the structs and unions that the function defines
	alias     string                   // behind the name of each record
	layouts   ast.Layouts              // of the records met so far
	basic     map[string]string        // by an arithmetic type's name: what C calls it, typedefs aside
	begun     map[string]bool          // records whose layout is made or being made
	trouble   map[[2]string]*diagnosis // by record and field: why the field is left out of the layout
	opaque    map[string]*diagnosis    // by record: why no value of it is read or written
	extents   map[cc.Type]*extent      // by the type where the record is defined
	derived   map[cc.Type]int          // derivations of the types met so far
	// constFields are the const fields, by record and name; an unnamed one by that of its type.
	constFields map[[2]string]bool
}

// diagnosis says that the tree does not hold a construct, and what to do.
type diagnosis struct{ construct, hint string }

// newTypes is for the declaration number ordinal of the file: the function fn, or, where that is nil, one outside of functions.
func newTypes(f *File, fn *cc.FunctionDefinition, ordinal int) *types {
	t := &types{file: f, inner: map[string]bool{}, innerTags: map[string]bool{}, ordinal: ordinal,
		declared: declaredQualifiers{}, local: map[recordID]string{}, layouts: ast.Layouts{}, trouble: map[[2]string]*diagnosis{}, basic: map[string]string{}, begun: map[string]bool{},
		opaque: map[string]*diagnosis{}, extents: map[cc.Type]*extent{}, derived: map[cc.Type]int{}, constFields: map[[2]string]bool{}}
	if fn == nil {
		return t
	}
	for _, p := range parameters(fn) {
		t.inner[p.Name()] = true
	}
	t.declared.parameters(fn)
	t.collectNames(fn.CompoundStatement.LexicalScope())
	return t
}

// collectNames collects the names and tags that the function declares in s and the scopes in it.
func (ts *types) collectNames(s *cc.Scope) {
	for name, nodes := range s.Nodes {
		for _, n := range nodes {
			switch n := n.(type) {
			case *cc.StructOrUnionSpecifier:
				ts.innerTags[name] = ts.innerTags[name] || n.Case == cc.StructOrUnionSpecifierDef
			case *cc.EnumSpecifier:
				ts.innerTags[name] = ts.innerTags[name] || n.Case == cc.EnumSpecifierDef
			default:
				ts.inner[name] = true
			}
		}
	}
	for _, c := range s.Children {
		ts.collectNames(c)
	}
}

// of is t in the tree, without the qualifiers of t itself. Where t comes from the expression hint in C, hint may serve to name it;
// otherwise it is "".
func (ts *types) of(t cc.Type, hint string) (ast.Type, *diagnosis) {
	if t.Attributes().IsVolatile() {
		return nil, &volatile
	}
	return ts.accessible(t, hint)
}

// accessible is of, whether t is volatile or not.
func (ts *types) accessible(t cc.Type, hint string) (ast.Type, *diagnosis) {
	if bad := ts.file.packing.ofSize(t); bad != nil {
		return nil, bad
	}
	if d := t.Typedef(); d != nil && d.IsAtomic() {
		return nil, &atomic
	}
	if ts.derivations(t) > maxDerivations {
		return nil, &tooDerived
	}
	if r, _, ok := ts.file.foreign(t); ok {
		return r, nil
	}
	switch t := t.(type) {
	case *cc.PointerType:
		if base, ok := variableBase(t.Elem()); ok {
			hint, t = "", base.Pointer().(*cc.PointerType)
		}
		elem, bad := ts.target(t.Elem(), deref(hint))
		return ast.Pointer{Elem: elem}, bad
	case *cc.ArrayType:
		return ts.array(t, hint)
	case *cc.FunctionType:
		return ts.function(t)
	case *cc.StructType, *cc.UnionType:
		return ts.record(t, hint)
	}
	switch kind := t.Kind(); {
	case kind == cc.Void:
		return ast.Void{}, nil
	case floatingNames[kind] != "":
		return ts.floating(t), nil
	}
	if it, ok := ts.file.integer(t, ts); ok {
		return it, nil
	}
	return nil, &diagnosis{nameOfKind(t), "leave this function out"}
}

// maxDerivations bounds the pointers, arrays and functions of a type with its typedefs replaced: function types double with each typedef
// that names the last one twice.
const maxDerivations = 256

var tooDerived = diagnosis{fmt.Sprintf("a type of more than %d pointers, arrays and functions", maxDerivations), "put a struct between them"}

// derivations counts the pointers, arrays and functions of t with its typedefs replaced, those in records left out; of more than the
// limit it is one more.
func (ts *types) derivations(t cc.Type) int {
	if n, ok := ts.derived[t]; ok {
		return n
	}
	n := 0
	switch t := t.(type) {
	case *cc.PointerType:
		n = 1 + ts.derivations(t.Elem())
	case *cc.ArrayType:
		n = 1 + ts.derivations(t.Elem())
	case *cc.FunctionType:
		n = 1 + ts.derivations(t.Result())
		for _, p := range prototype(t) {
			n += ts.derivations(p.Type())
		}
	}
	ts.derived[t] = min(n, maxDerivations+1)
	return ts.derived[t]
}

// pointee is t as what an array holds: its const stays in its name.
func (ts *types) pointee(t cc.Type, hint string) (ast.Type, *diagnosis) {
	elem, bad := ts.of(t, hint)
	if bad == nil && t.Attributes().IsConst() {
		elem = ast.Qualified(elem)
	}
	return elem, bad
}

// target is t as what a pointer points to: its const and volatile stay in its name.
func (ts *types) target(t cc.Type, hint string) (ast.Type, *diagnosis) {
	if !t.Attributes().IsVolatile() {
		return ts.pointee(t, hint)
	}
	elem, bad := ts.accessible(t, hint)
	if bad != nil {
		return nil, bad
	}
	if _, isFunction := elem.(*ast.Function); isFunction {
		return nil, &volatile
	}
	v := ts.volatile(elem)
	if t.Attributes().IsConst() {
		v = ast.Qualified(v)
	}
	return v, nil
}

func deref(hint string) string {
	if hint == "" {
		return ""
	}
	return "(*" + hint + ")"
}

func typedefName(t cc.Type) (string, bool) {
	if d := t.Typedef(); d != nil {
		return d.Name(), true
	}
	return "", false
}

var variableLength = diagnosis{"an array of variable length", "use an array of constant length, or allocate it"}

// maxArray bounds the bytes of an array: the places in records are counted in bits, of which there are 2^63.
const maxArray = 1 << 48

var tooLarge = diagnosis{"an array of more than 2^48 bytes", "make it smaller"}

// isTooLarge reports whether the array has more than maxArray bytes.
func isTooLarge(t *cc.ArrayType) bool {
	n, elem := t.Len(), t.Elem().Size()
	return n > maxArray || n > 0 && elem > 0 && n > maxArray/elem
}

func (ts *types) array(t *cc.ArrayType, hint string) (ast.Type, *diagnosis) {
	if t.IsVLA() {
		return nil, &variableLength
	}
	if isTooLarge(t) {
		return nil, &tooLarge
	}
	if bad := ts.ofConstant(t.SizeExpression()); bad != nil {
		return nil, bad
	}
	if hint != "" {
		hint += "[0]"
	}
	elem, bad := ts.pointee(t.Elem(), hint)
	n := t.Len()
	if n < 0 || t.IsIncomplete() {
		n = -1
	}
	return ast.Array{Elem: elem, Len: n}, bad
}

func (ts *types) function(t *cc.FunctionType) (ast.Type, *diagnosis) {
	result, bad := ts.of(t.Result(), "")
	fn := &ast.Function{Result: result, Variadic: t.IsVariadic() || isUnprototyped(t)}
	for _, p := range prototype(t) {
		param, wrong := ts.of(p.Type(), "")
		if isVariable(p.Type()) { // what the tree has in place of it is no such pointer to C
			param = ast.AnyPointer
		}
		if bad == nil {
			bad = wrong
		}
		fn.Params = append(fn.Params, param)
	}
	return fn, bad
}

// assignable reports whether C takes a value of the pointer type from for one of the type to, represented alike: it tells pointers
// to long and to long long apart, and neither const nor volatile may be lost.
func (ts *types) assignable(to, from ast.Pointer) bool {
	lost := ast.IsQualified(from.Elem) && !ast.IsQualified(to.Elem) || ast.IsVolatile(from.Elem) && !ast.IsVolatile(to.Elem)
	return !lost && ts.compatible(ast.Unqualified(to.Elem), ast.Unqualified(from.Elem))
}

// compatible reports whether C sees no difference between a and b, which are represented alike.
func (ts *types) compatible(a, b ast.Type) bool {
	if ast.IsQualified(a) != ast.IsQualified(b) || ast.IsVolatile(a) != ast.IsVolatile(b) {
		return false
	}
	switch a := a.(type) {
	case ast.Integer, ast.Floating:
		return ts.basicName(a) == ts.basicName(b)
	case ast.Pointer:
		b, ok := b.(ast.Pointer)
		return ok && ts.compatible(a.Elem, b.Elem)
	case ast.Array:
		b, ok := b.(ast.Array)
		return ok && ts.compatible(a.Elem, b.Elem)
	case *ast.Function:
		b, ok := b.(*ast.Function)
		return ok && ts.compatibleFunctions(a, b)
	}
	return true
}

func (ts *types) compatibleFunctions(a, b *ast.Function) bool {
	for i, p := range a.Params {
		if i < len(b.Params) && !ts.compatible(p, b.Params[i]) {
			return false
		}
	}
	return ts.compatible(a.Result, b.Result)
}

// basicName is what C calls an arithmetic type.
func (ts *types) basicName(t ast.Type) string {
	name := ""
	switch t := ast.Unqualified(t).(type) {
	case ast.Integer:
		name = t.Name
	case ast.Floating:
		name = t.Name
	}
	return orElse(ts.basic[name], name)
}

// isUnprototyped reports whether t is declared with empty parentheses.
func isUnprototyped(t *cc.FunctionType) bool { return len(prototype(t)) == 0 && t.MaxArgs() != 0 }

// prototype is the parameters that t declares.
func prototype(t *cc.FunctionType) []*cc.Parameter {
	if t.MaxArgs() == 0 {
		return nil
	}
	return t.Parameters()
}

// named is the name that the source gives to t, if new text in the function may use it: a typedef's or an enumeration's.
func (ts *types) named(t cc.Type) (string, bool) {
	if d := t.Typedef(); d != nil && d.LexicalScope().Parent == nil && !ts.inner[d.Name()] {
		return d.Name(), true
	}
	if e, ok := t.(*cc.EnumType); ok {
		tag := e.Tag()
		scope := e.LexicalScope()
		if name := tag.SrcStr(); name != "" && scope != nil && scope.Parent == nil && !ts.innerTags[name] {
			return "enum " + name, true
		}
	}
	return "", false
}

// floating is a real floating type. A long double is wider than it looks: on x86 it has 80 bits, elsewhere as many as its size.
func (ts *types) floating(t cc.Type) ast.Type {
	kind := t.Kind()
	abi := ts.file.abi
	width := 8 * abi.Types[kind].Size
	if kind == cc.LongDouble && (ts.file.arch == "amd64" || ts.file.arch == "386") && ts.file.os != "windows" {
		width = 80
	}
	name := floatingNames[kind]
	if own, ok := ts.named(t); ok {
		name = own
	}
	ts.basic[name] = floatingNames[kind]
	return ast.Floating{Name: name, Width: width}
}

// integer is the tree's type for an integer type of C; ok is false for another type.
func (f *File) integer(t cc.Type, names *types) (ast.Type, bool) {
	kind, name := t.Kind(), ""
	if mode, ok := f.packing.mode(t); ok {
		return f.integerOfMode(t, mode, names)
	}
	if kind == cc.Bool {
		return ast.Boolean{}, true
	}
	if own, ok := names.named(t); ok {
		name = own
	}
	if e, ok := t.(*cc.EnumType); ok {
		kind = e.UnderlyingType().Kind()
	}
	basic, ok := basicNames[kind]
	if !ok || t.Size() > 8 {
		return nil, false
	}
	name = orElse(name, basic)
	names.basic[name] = basic
	return ast.Integer{Name: name, Width: 8 * f.abi.Types[kind].Size, Signed: f.isSigned(kind)}, true
}

// integerOfMode is the integer of a width that an attribute says.
func (f *File) integerOfMode(t cc.Type, mode string, names *types) (ast.Type, bool) {
	width, known := modeWidths[mode]
	basic, isInteger := basicNames[t.Kind()]
	name, isNamed := names.named(t)
	if !known || !isInteger || width > 64 || !isNamed {
		return nil, false
	}
	names.basic[name] = basic
	return ast.Integer{Name: name, Width: width, Signed: f.isSigned(t.Kind())}, true
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

// sizeType is size_t, differenceType is ptrdiff_t.
func (f *File) sizeType() ast.Type       { return f.wordType(cc.UInt, cc.ULong, cc.ULongLong) }
func (f *File) differenceType() ast.Type { return f.wordType(cc.Int, cc.Long, cc.LongLong) }

// wordType is the first of the kinds that is as wide as a pointer.
func (f *File) wordType(kinds ...cc.Kind) ast.Type {
	for _, k := range kinds {
		if f.abi.Types[k].Size == f.abi.Types[cc.Ptr].Size {
			return f.integerOf(k)
		}
	}
	return f.integerOf(kinds[len(kinds)-1])
}

// nameOfKind says what a type is that the tree does not take.
func nameOfKind(t cc.Type) string {
	switch {
	case cc.IsFloatingPointType(t):
		return "a floating type that C does not have"
	case cc.IsIntegerType(t):
		return "an integer of more than 128 bits"
	}
	return "an unknown type"
}
