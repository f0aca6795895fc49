package cprog

import (
	"fmt"
	"strings"
)

// declaration declares a variable.
func (g *generator) declaration() bool {
	switch n := g.r.IntN(100); {
	case n < 12 && g.may(Arrays):
		return g.declareArray()
	case n < 26 && g.may(Structs):
		return g.declareRecord()
	case n < 46 && g.may(Pointers):
		return g.declarePointer()
	case n < 50 && g.may(StaticLocals):
		return g.declareStatic()
	}
	return g.declareNumber()
}

func (g *generator) declareNumber() bool {
	v := &variable{name: g.fresh("v"), t: g.numberType(), private: !g.may(EscapedLocals) || g.chance(55)}
	intOnly := v.t.isInteger()
	if outer := g.hidable(); outer != "" && g.choose(Shadowing, 30) {
		v.name = outer
		g.line("%s = %d;", g.declared(v.t, v.name), g.r.IntN(100))
		g.declare(v)
		return true
	}
	switch n := g.r.IntN(10); {
	case n == 0:
		v.fixed = true
		g.line("const %s = %s;", g.declared(v.t, v.name), g.value(2, intOnly).text)
	case n == 1:
		g.line("%s;", g.declared(v.t, v.name))
		g.line("if (%s)", g.value(2, false).text)
		g.line("    %s = %s;", v.name, g.value(2, intOnly).text)
		g.line("else")
		g.line("    %s = %s;", v.name, g.value(2, intOnly).text)
	case n == 2:
		twin := &variable{name: v.name + "_", t: v.t, private: true}
		g.line("%s = %s, %s;", g.declared(v.t, v.name), g.value(2, intOnly).text, twin.name)
		g.declare(v)
		g.line("%s = %s;", twin.name, g.value(2, intOnly).text)
		g.declare(twin)
		return true
	default:
		g.line("%s = %s;", g.declared(v.t, v.name), g.value(3, intOnly).text)
	}
	g.declare(v)
	return true
}

// hidable is the name of a variable further out that another one here may take, or "".
func (g *generator) hidable() string {
	v := pick(g, g.vars)
	if g.depth < 2 || v.depth == 0 || v.fixed || !v.t.isNumber() || g.declaredHere(v.name) {
		return ""
	}
	return v.name
}

func (g *generator) declareArray() bool {
	g.use(Arrays)
	t := arrayOf(g.numberType(), pick(g, []int{2, 3, 4, 8}))
	if g.choose(Arrays2D, 25) {
		t = arrayOf(t, 2+g.r.IntN(2))
	}
	v := &variable{name: g.fresh("a"), t: t, private: !g.may(EscapedLocals) || g.chance(40)}
	g.line("%s = %s;", g.declared(t, v.name), g.initializer(t, false))
	g.declare(v)
	return true
}

func (g *generator) declareRecord() bool {
	if len(g.records) == 0 {
		return false
	}
	t := pick(g, g.records)
	v := &variable{name: g.fresh("s"), t: t, private: !g.may(EscapedLocals) || g.chance(40)}
	g.use(Structs)
	g.effects = 0
	value, ok := expr{}, false
	if g.may(StructCopies) && g.chance(50) {
		if value, ok = g.recordValue(t); ok {
			g.use(StructCopies)
		}
	}
	if !ok {
		value.text = g.initializer(t, false)
	}
	g.line("%s = %s;", g.declared(t, v.name), value.text)
	g.declare(v)
	return true
}

func (g *generator) declarePointer() bool {
	p, ok := g.find(func(p place) bool {
		pointee := p.t.isNumber() || p.t.kind == record || p.t.kind == array && p.t.elem.isNumber() || p.t.kind == pointer && p.reach == 0
		return p.memory && !p.bits && !p.fixed && pointee
	})
	if !ok {
		return false
	}
	elem, n := p.t, 1
	if elem.kind == array && g.chance(90) {
		elem, n = elem.elem, 1+g.r.IntN(elem.n)
	}
	if elem.isInteger() && n == 1 && g.choose(CharAliases, 25) {
		elem, n = pick(g, []*Type{byteType, charType}), elem.size
	}
	reach := g.depth
	if g.chance(40) {
		reach = 0
	}
	g.effects = 0
	t := g.viewOf(pointerTo(elem, n), 20)
	value, ok := g.pointer(wanted(t, reach))
	if !ok {
		return false
	}
	g.use(Pointers)
	v := &variable{name: g.fresh("p"), t: t, reach: reach, private: !g.may(EscapedLocals) || g.chance(70)}
	g.line("%s = %s;", g.declared(t, v.name), value.text)
	g.declare(v)
	return true
}

// declareStatic declares a variable that keeps its value between calls.
func (g *generator) declareStatic() bool {
	if !g.fn.target {
		return false
	}
	t := g.integerType()
	if g.choose(Arrays, 30) {
		t = arrayOf(t, 4)
	}
	v := &variable{name: g.fresh("kept"), t: t, private: g.chance(50)}
	g.use(StaticLocals)
	g.line("static %s = %s;", g.declared(t, v.name), g.initializer(t, true))
	g.declare(v).life = 0
	return true
}

// initializer is an initialiser; of constants alone where constant. Values in a list are in no order: they have no effects.
func (g *generator) initializer(t *Type, constant bool) string {
	g.effects = 0
	switch t.kind {
	case integer:
		if constant || g.chance(60) {
			return g.constant(t)
		}
		return g.num(1, true).text
	case floating:
		if constant || g.chance(60) {
			return g.constant(t)
		}
		return g.num(1, false).text
	case pointer:
		return g.pointerInitializer(t)
	case array:
		return g.arrayInitializer(t, constant)
	}
	return g.recordInitializer(t, constant)
}

// constant is a literal for a number's type.
func (g *generator) constant(t *Type) string {
	if t.kind == floating {
		return g.floatLiteral().text
	}
	if t.bits == 1 {
		return fmt.Sprint(g.r.IntN(2))
	}
	return fmt.Sprint(g.r.IntN(100) - 20)
}

// pointerInitializer points to something that lives forever. The file has something for each type of pointers in records.
func (g *generator) pointerInitializer(t *Type) string {
	if g.depth == 0 {
		return g.staticPointer(t)
	}
	e, ok := g.pointer(wanted(t, 0))
	if !ok {
		panic("cprog: nothing to point to")
	}
	return e.text
}

func (g *generator) arrayInitializer(t *Type, constant bool) string {
	n := t.n
	if !t.elem.holds(isPointer) {
		n = 1 + g.r.IntN(t.n)
	}
	var parts []string
	for range n {
		parts = append(parts, g.initializer(t.elem, constant))
	}
	if n > 1 && t.elem.isNumber() && g.choose(Designators, 15) {
		parts = []string{fmt.Sprintf("[%d] = %s", n-1, parts[0])}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func (g *generator) recordInitializer(t *Type, constant bool) string {
	named := !t.union && g.choose(Designators, 30)
	var parts []string
	for _, f := range t.fields {
		text := "0"
		if !f.next {
			text = g.initializer(f.t, constant)
		}
		if named {
			text = "." + f.name + " = " + text
		}
		parts = append(parts, text)
		if t.union {
			break
		}
	}
	if named {
		g.r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
