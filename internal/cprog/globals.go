package cprog

import (
	"fmt"
	"slices"
	"strings"
)

// chain is a type of nodes of lists.
type chain struct {
	t    *Type
	link string
}

// table is an array of structs that does not change.
type table struct {
	v *variable
	n int
}

// types declares the types that programs name.
func (g *generator) types() {
	if g.may(Typedefs) {
		g.line("typedef unsigned char %s;", g.fileName("u8"))
		g.line("typedef long %s;", g.fileName("i64"))
	}
	if g.may(Enums) {
		p := g.o.Prefix
		g.line("enum %scolor { %sRED, %sGREEN = 5, %sBLUE };", p, p, p, p)
	}
	if g.may(LineDirectives) {
		g.line("#define %s 77", g.fileName("LINE"))
	}
	if g.may(FloatBits) {
		g.line("union %s { float f; unsigned u; double d; unsigned long l; };", g.fileName("bits"))
	}
}

// global declares a variable of the file.
func (g *generator) global(stem string, t *Type, init string) *variable {
	g.use(Globals)
	v := &variable{name: g.fileName(g.fresh(stem)), t: t}
	storage := ""
	if g.chance(60) {
		storage = "static "
	}
	if init == "" {
		init = g.initializer(t, true)
	}
	g.line("%s%s = %s;", storage, t.Declare(v.name), init)
	return g.declare(v)
}

// plainGlobals are globals without pointers: one for each type that pointers in records lead to, and some more.
func (g *generator) plainGlobals() {
	if g.may(Arrays) {
		g.global("g", arrayOf(intType, 8), "")
		g.global("g", arrayOf(byteType, 4), "")
	}
	g.global("g", intType, "")
	for range 1 + g.r.IntN(4) {
		t := g.numberType()
		if g.choose(Arrays, 25) {
			t = arrayOf(t, 2+g.r.IntN(4))
			if g.choose(Arrays2D, 30) {
				t = arrayOf(t, 3)
			}
		}
		g.global("g", t, "")
	}
	if g.chance(30) && g.may(Arrays) {
		v := &variable{name: g.fileName(g.fresh("k")), t: arrayOf(g.integerType(), 4), fixed: true}
		g.line("static const %s = %s;", v.t.Declare(v.name), g.initializer(v.t, true))
		g.declare(v)
	}
}

// recordType declares a struct or union, and a global of it.
func (g *generator) recordType() {
	union := g.choose(Unions, 15)
	t := &Type{kind: record, union: union}
	keyword := "struct"
	if union {
		keyword = "union"
	}
	t.name = keyword + " " + g.fileName(g.fresh("S"))
	g.line("%s {", t.name)
	for i := range 2 + g.r.IntN(4) {
		f := g.field(fmt.Sprintf("m%d", i), union, i == 0)
		t.fields = append(t.fields, f)
		width := ""
		if f.bits > 0 {
			width = fmt.Sprintf(" : %d", f.bits)
		}
		g.line("    %s%s;", f.t.Declare(f.name), width)
	}
	if !union && g.may(Globals) && g.may(Pointers) && g.choose(Lists, 35) {
		g.line("    %s *next;", t.name)
		t.fields = append(t.fields, field{name: "next", t: pointerTo(t, 1), next: true})
		g.p.chains = append(g.p.chains, chain{t, "next"})
	}
	packed := ""
	if !slices.ContainsFunc(t.fields, func(f field) bool { return f.bits > 0 }) && g.choose(Attributes, 12) { // front ends do not look into packed bit-fields
		packed, t.packed = " __attribute__((packed))", true
	}
	g.line("}%s;", packed)
	g.use(Structs)
	t.size = 4 // no pointer promises bytes of it
	g.records = append(g.records, t)
	if g.may(Globals) {
		g.recordGlobals(t)
	}
}

// field is a member of a record. The first of a union is no bit-field: it is what initialisers give a value, and the bits beside it would have none.
func (g *generator) field(name string, union, first bool) field {
	t := g.integerType()
	if union && t.bits == 1 { // another member's bytes may be no _Bool
		t = intType
	}
	switch n := g.r.IntN(100); {
	case n < 10 && g.may(BitFields) && !(union && first):
		t = pick(g, []*Type{intType, wordType})
		g.use(BitFields)
		return field{name: name, t: t, bits: 1 + g.r.IntN(31)}
	case n < 25 && g.may(Arrays):
		t = arrayOf(t, 2+g.r.IntN(3))
	case union:
	case n < 40 && g.may(Floats):
		t = pick(g, []*Type{floatType, doubleType})
	case n < 55 && g.may(NestedStructs) && len(g.records) > 0:
		if inner := pick(g, g.records); !inner.linked() {
			g.use(NestedStructs)
			t = inner
		}
	case n < 75 && g.may(Pointers) && g.may(Globals):
		t = g.storedPointer()
	}
	return field{name: name, t: t}
}

// storedPointer is the type of a pointer in a record or a global: there is a global for it to point to.
func (g *generator) storedPointer() *Type {
	switch n := g.r.IntN(4); {
	case n == 0 && len(g.records) > 0:
		return g.viewOf(pointerTo(pick(g, g.records), 1), 20)
	case n == 1 && g.may(Arrays):
		return g.viewOf(pointerTo(intType, 1+g.r.IntN(8)), 40)
	case n == 2 && g.may(Arrays):
		return g.viewOf(pointerTo(byteType, 1+g.r.IntN(4)), 40)
	}
	return g.viewOf(pointerTo(intType, 1), 20)
}

// recordGlobals declares globals of a type: nodes of a list the last one first, so that each is linked to the one before.
func (g *generator) recordGlobals(t *Type) {
	first := g.global("g", t, "")
	if n := len(t.fields); t.fields[n-1].next {
		for range 2 {
			init := g.recordInitializer(t, true)
			cut := strings.LastIndex(init, "0")
			if dot := strings.Index(init, ".next = 0"); dot >= 0 {
				cut = dot + len(".next = ")
			}
			first = g.global("g", t, init[:cut]+"&"+first.name+init[cut+1:])
		}
	} else if g.choose(Arrays, 40) {
		g.global("g", arrayOf(t, 2), "")
	}
	if !t.union && !t.linked() && g.may(Arrays) && g.choose(ConstantMemory, 30) {
		n := 2 + g.r.IntN(3)
		v := &variable{name: g.fileName(g.fresh("k")), t: arrayOf(t, n), fixed: true}
		g.line("static const %s = %s;", v.t.Declare(v.name), g.initializer(v.t, true))
		g.p.tables = append(g.p.tables, table{g.declare(v), n})
	}
}

// furtherGlobals are pointers, at times in arrays.
func (g *generator) furtherGlobals() {
	if !g.may(Pointers) {
		return
	}
	for range g.r.IntN(3) {
		t := g.storedPointer()
		if g.choose(Arrays, 25) {
			t = arrayOf(t, 2)
		}
		g.global("g", t, "")
	}
}

// staticPointer is a constant expression for a pointer to a global.
func (g *generator) staticPointer(t *Type) string {
	options := staticPointers(g.vars, t)
	if len(options) == 0 {
		panic("cprog: no global for " + t.Declare("p"))
	}
	return pick(g, options)
}

// staticPointers are constant expressions for pointers of type t to globals, or parts of them.
func staticPointers(globals []*variable, t *Type) []string {
	var out []string
	var visit func(text string, u *Type)
	visit = func(text string, u *Type) {
		switch {
		case u.kind == array && same(u.elem, t.elem) && u.n >= t.n:
			out = append(out, text)
			if u.n > t.n {
				out = append(out, fmt.Sprintf("%s + %d", text, u.n-t.n))
			}
		case same(u, t.elem) && t.n == 1 && (u.kind != pointer || u.n >= t.elem.n && u.qualifiedLike(t.elem)):
			out = append(out, "&"+text)
		}
		if u.kind == array && t.n == 1 {
			visit(fmt.Sprintf("%s[%d]", text, u.n-1), u.elem)
		}
		for _, f := range u.fields {
			if f.bits == 0 && !f.next && !u.packed {
				visit(text+"."+f.name, f.t)
			}
		}
	}
	for _, v := range globals {
		if !v.fixed {
			visit(v.name, v.t)
		}
	}
	return out
}
