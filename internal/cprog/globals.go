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

// file writes the file: types, globals, helper functions, the functions to optimise.
func (g *generator) file() {
	g.types()
	if g.may(Globals) {
		g.plainGlobals()
	}
	for range g.r.IntN(4) {
		if g.may(Structs) {
			g.recordType()
		}
	}
	if g.may(Globals) {
		g.furtherGlobals()
	}
	g.library()
	if g.may(HelperCalls) {
		for i := range g.r.IntN(4) {
			g.helper(i)
		}
	}
	g.p.globals = append([]*variable{}, g.vars...)
	g.target(g.p)
	for i := range g.o.More {
		p := &Program{Func: fmt.Sprintf("%s%d", g.p.Func, i+1), prefix: g.p.prefix, globals: g.p.globals}
		g.target(p)
		g.p.More = append(g.p.More, p)
	}
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
	g.line("};")
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
			if f.bits == 0 && !f.next {
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

// library declares the functions that every program may call; the driver defines those without a body.
func (g *generator) library() {
	if !g.may(Calls) {
		return
	}
	p := g.o.Prefix
	param := func(t *Type) *variable { return &variable{t: t} }
	two := []*variable{param(intType), param(longType)}
	g.out.WriteString(Library(p))
	g.funcs = append(g.funcs,
		&function{name: p + "probe", result: intType, params: two, external: true},
		&function{name: p + "note", params: two[1:], external: true})
	if g.may(VariadicCalls) {
		g.line("int %ssum(int, ...);", p)
		g.funcs = append(g.funcs, &function{name: p + "sum", result: intType, params: two[:1], external: true, variadic: true})
	}
	if !g.may(HelperCalls) {
		return
	}
	g.line("static int %smix(int a, long b) { return (int)(a * 31 + (b ^ a >> 3)); }", p)
	g.line("static int %sheld;", p)
	g.line("static int *%sstash = &%sheld;", p, p)
	g.line("static int %sbump(int a, long b) { *%sstash += a; return (int)b - %sheld; }", p, p, p)
	g.line("static void %spoke(int a) { *%sstash ^= a; }", p, p)
	g.line("static void %skeep(int *a) { %sstash = a; }", p, p)
	g.line("static int *%seither(int *a, int *b, int c) { return c ? a : b; }", p)
	g.line("static double %shalf(double a, int b) { return a / 2 + b; }", p)
	held := g.declare(&variable{name: p + "held", t: intType})
	held.private = false
	g.funcs = append(g.funcs,
		&function{name: p + "mix", result: intType, params: two, pure: true},
		&function{name: p + "bump", result: intType, params: two},
		&function{name: p + "poke", params: two[:1]})
	if g.may(Floats) {
		g.funcs = append(g.funcs, &function{name: p + "half", result: doubleType, params: []*variable{param(doubleType), param(intType)}, pure: true})
	}
	if g.may(IndirectCalls) {
		g.line("static int (*%stable[3])(int, long) = {%smix, %sprobe, %sbump};", p, p, p, p)
	}
}

// begin starts a function with these parameters, its body, and what ends it.
func (g *generator) begin(f *function, head string, size int) {
	var params []string
	for _, v := range f.params {
		params = append(params, g.parameter(v, f.params))
	}
	if len(params) == 0 {
		params = []string{"void"}
	}
	g.fn, g.budget, g.loops, g.breaks, g.labels = f, size, 0, nil, nil
	result := "void " + f.name
	if f.result != nil {
		result = f.result.Declare(f.name)
	}
	g.line("")
	if g.choose(LineDirectives, 15) {
		g.line("%s", g.newLine())
	}
	g.line("%s%s%s(%s)", g.attribute(f), head, result, strings.Join(params, ", "))
	g.line("{")
	g.scope(func() {
		for _, v := range f.params {
			g.declare(v)
		}
		if f.target && g.chance(60) {
			g.interpreter()
		}
		for g.budget > 0 {
			g.statement()
		}
		if f.result != nil {
			g.line("%s", g.returned())
		}
	})
	g.line("}")
}

// helper is a function that the one to optimise may call.
func (g *generator) helper(i int) {
	f := &function{name: g.fileName(fmt.Sprintf("helper%d", i)), result: g.resultType()}
	for j := range g.r.IntN(4) {
		f.params = append(f.params, &variable{name: string(rune('a' + j)), t: g.paramType(), reach: 1, private: g.chance(70)})
	}
	g.begin(f, "static ", 2+g.r.IntN(4))
	g.funcs = append(g.funcs, f)
	g.p.Helpers = append(g.p.Helpers, f.name)
}

// resultType is the type of a function's result; nil for void.
func (g *generator) resultType() *Type {
	switch n := g.r.IntN(10); {
	case n == 0:
		return nil
	case n == 1 && len(g.records) > 0 && g.choose(StructValues, 100):
		return pick(g, g.records)
	}
	return g.numberType()
}

// paramType is the type of a parameter.
func (g *generator) paramType() *Type {
	switch n := g.r.IntN(100); {
	case n < 25 && g.may(Pointers):
		t := g.numberType()
		if t.bits == 1 {
			t = intType
		}
		return g.viewOf(pointerTo(t, 1), 20)
	case n < 35 && g.may(Pointers) && g.may(Arrays):
		return g.viewOf(pointerTo(intType, 1+g.r.IntN(6)), 30)
	case n < 45 && g.may(Pointers) && len(g.records) > 0:
		return g.viewOf(pointerTo(pick(g, g.records), 1), 20)
	case n < 48 && g.may(Pointers) && g.choose(Arrays2D, 100):
		return pointerTo(arrayOf(intType, 3), 2)
	case n < 53 && len(g.records) > 0 && g.choose(StructValues, 100):
		return pick(g, g.records)
	}
	return g.numberType()
}

// target is the function of p. What its pointers reach lives forever.
func (g *generator) target(p *Program) {
	f := &function{name: p.Func, result: g.resultType(), target: true}
	p.result = f.result
	for i := range 1 + g.r.IntN(4) {
		v := &variable{name: string(rune('a' + i)), t: g.paramType(), private: g.chance(75)}
		constant := false
		if g.may(Pointers) && g.choose(ConstantMemory, 25) {
			v.t, constant = g.constantMemory(), true
			v.private = true
		}
		f.params = append(f.params, v)
		p.Params = append(p.Params, Param{Name: v.name, Type: v.t, Constant: constant})
	}
	g.begin(f, "", g.o.Size)
}

// constantMemory is the type of a pointer to memory that nothing writes.
func (g *generator) constantMemory() *Type {
	switch n := g.r.IntN(10); {
	case n < 2 && g.may(Arrays2D):
		g.use(Arrays2D)
		return frozenPointer(arrayOf(intType, 3), 2)
	case n < 5:
		for _, t := range g.records {
			if !t.holds(hasNoNotation) {
				return frozenPointer(t, 1)
			}
		}
	}
	t := g.numberType()
	if t.bits > 64 {
		t = doubleType
	}
	return frozenPointer(t, 2+g.r.IntN(5))
}

// hasNoNotation tells of types whose values cannot be given as constants.
func hasNoNotation(t *Type) bool {
	bits := slices.ContainsFunc(t.fields, func(f field) bool { return f.bits > 0 })
	return t.kind == pointer || t.union || bits || t.isNumber() && t.bits > 64
}
