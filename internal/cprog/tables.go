package cprog

import (
	"fmt"
	"strings"
)

// This file writes functions that look things up in constant tables of their own.

// tables declares such tables, and variables with what is read there.
func (g *generator) tables() {
	for range 1 + g.r.IntN(2) {
		t, n := g.integerType(), 1<<g.r.IntN(4)
		var elements []string
		for range n {
			elements = append(elements, g.constant(t))
		}
		table := g.fresh("table")
		g.line("static const %s = {%s};", arrayOf(t, n).Declare(table), strings.Join(elements, ", "))
		for range 1 + g.r.IntN(2) {
			g.lookUp(t, table, n)
		}
	}
}

// lookUp declares a variable with what is read in a table of n elements of type t.
func (g *generator) lookUp(t *Type, table string, n int) {
	v := &variable{name: g.fresh("v"), t: intType}
	g.effects = 0
	at := g.index(n).text
	switch form := g.r.IntN(6); {
	case form == 0 && g.may(Pointers):
		p := g.fresh("p")
		g.line("const %s = %s + %s;", pointerTo(t, 1).Declare(p), table, at)
		g.line("int %s = *%s + (int)(%s - %s);", v.name, p, p, table)
	case form == 1 && g.may(Pointers) && g.may(For):
		p := g.fresh("p")
		g.line("int %s = %s;", v.name, at)
		g.line("for (const %s = %s; %s < %s + %d; %s++) %s ^= *%s;", pointerTo(t, 1).Declare(p), table, p, table, n, p, v.name, p)
	case form == 2 && g.may(For):
		i := g.fresh("i")
		g.line("int %s = 0;", v.name)
		g.line("for (int %s = 0; %s < %d; %s++) %s = (%s << 1 ^ %s[%s]) & 0xffff;", i, i, 1+g.r.IntN(n), i, v.name, v.name, table, i)
	case form == 3 && g.may(Pointers):
		p := g.fresh("p")
		g.line("const %s = %s + %s;", pointerTo(t, 1).Declare(p), table, at)
		g.line("int %s = %s == %s;", v.name, p, pick(g, []string{table, fmt.Sprintf("&%s[%d]", table, n-1), "(void *)0"}))
	default:
		g.line("int %s = %s[%s];", v.name, table, at)
	}
	g.declare(v)
}
