package cprog

import (
	"fmt"
	"slices"
	"strings"
)

// This file writes the file as a whole, and its functions: those that every program may call, helpers, and those to optimise.

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
	g.recursions()
	g.cursors()
	g.choices()
	if g.may(IndirectCalls) {
		constant := ""
		if g.choose(Callbacks, 50) {
			constant = "const "
		}
		g.line("static int (*%s%stable[3])(int, long) = {%smix, %sprobe, %sbump};", constant, p, p, p, p)
	}
	if g.may(Callbacks) {
		g.line("static int %sapply(int (*f)(int, long), int a, long b) { return f ? (*f)(a, b) + (f == %smix) : a; }", p, p)
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
	g.fn, g.budget, g.loops, g.breaks, g.labels, g.aims = f, size, 0, nil, nil, nil
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
		if g.choose(Tables, 25) {
			g.tables()
		}
		if f.target && g.chance(60) {
			g.interpreter()
		}
		if f.target && g.chance(80) {
			g.recursion()
		}
		if f.target && g.chance(60) {
			g.choice()
		}
		if f.target && g.chance(80) {
			g.readings()
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
		return g.viewOf(pointerTo(intType, 1+g.r.IntN(6)), 50)
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
		if g.choose(Callbacks, 12) {
			v.t, v.private, v.fixed = g.callbackType(), true, true
		}
		if v.t.kind != callback && g.may(Pointers) && g.choose(ConstantMemory, 25) {
			v.t, constant = g.constantMemory(), true
			v.private = true
		}
		f.params = append(f.params, v)
		p.Params = append(p.Params, Param{Name: v.name, Type: v.t, Constant: constant})
	}
	g.begin(f, "", g.o.Size)
}

// callbackType is the type of a pointer to a function, which may be null.
func (g *generator) callbackType() *Type {
	return &Type{kind: callback, name: "function", size: 8, values: append(g.binaryNames(), "0")}
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
