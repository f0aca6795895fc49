package progen

import (
	"fmt"
	"strings"
)

// The types that random programs use, and texts of their values, concrete and abstract (design: the value grammar of
// internal/valtext).

type typ int

const (
	integer typ = iota
	boolean
	char
	str
	colour
	shape
	pair // int * colour
	option
	list // of int
	tree
	intMap    // M
	colourMap // N
	set       // S
	typeCount
)

func (t typ) sml() string {
	return [...]string{"int", "bool", "char", "string", "colour", "shape", "int * colour", "int option", "int list", "tree",
		"M.map", "N.map", "S.set"}[t]
}

// top is the text of all values of t.
func (t typ) top() string {
	switch t {
	case integer:
		return "Int"
	case boolean:
		return "Bool"
	case char:
		return "Char"
	case str:
		return "String"
	}
	return "Any"
}

func (g *generator) anyType() typ {
	if g.chance(3) {
		return integer
	}
	return typ(g.IntN(int(typeCount)))
}

// value is the text of a random value of t.
func (g *generator) value(t typ) string {
	switch t {
	case integer:
		return number(g.IntN(9) - 2)
	case boolean:
		return pick(g, "true", "false")
	case char:
		return pick(g, `#"a"`, `#"b"`, `#"\n"`)
	case str:
		return pick(g, `""`, `"a"`, `"abc"`, `"q\"\\"`)
	case colour:
		return pick(g, "Red", "Green", "Blue")
	case shape:
		return pick(g, "Dot", fmt.Sprintf("Circle %s", g.value(integer)), fmt.Sprintf("Rect(%s, %s)", g.value(integer), g.value(integer)))
	case pair:
		return fmt.Sprintf("(%s, %s)", g.value(integer), g.value(colour))
	case option:
		return pick(g, "NONE", "SOME "+g.value(integer))
	case list:
		return "[" + strings.Join(g.repeat(g.IntN(4), func() string { return g.value(integer) }), ", ") + "]"
	case tree:
		return g.treeValue(3)
	case intMap:
		return "map{" + strings.Join(g.entries(func(i int) string { return fmt.Sprintf("%d -> %s", i, g.value(integer)) }), ", ") + "}"
	case colourMap:
		return pick(g, "map{}", fmt.Sprintf("map{(Red, true) -> %s}", g.value(list)),
			fmt.Sprintf("map{(Red, false) -> %s, (Blue, true) -> %s}", g.value(list), g.value(list)))
	}
	return "set{" + strings.Join(g.entries(func(i int) string { return fmt.Sprint(i) }), ", ") + "}"
}

func number(n int) string { return strings.Replace(fmt.Sprint(n), "-", "~", 1) }

func (g *generator) repeat(n int, f func() string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = f()
	}
	return out
}

// entries are texts for some of the keys 0 to 4.
func (g *generator) entries(f func(int) string) []string {
	var out []string
	for i := range 5 {
		if g.chance(3) {
			out = append(out, f(i))
		}
	}
	return out
}

func (g *generator) treeValue(depth int) string {
	if depth == 0 || g.chance(3) {
		return "Leaf"
	}
	return fmt.Sprintf("Node(%s, %s, %s)", g.treeValue(depth-1), g.value(integer), g.treeValue(depth-1))
}

// abstract is the text of a random abstract value of t.
func (g *generator) abstract(t typ) string {
	switch {
	case g.chance(5):
		return t.top()
	case g.chance(5):
		return g.value(t)
	}
	switch t {
	case shape:
		return pick(g, "Dot | Circle Int", fmt.Sprintf("Rect(%s, Int)", g.abstract(integer)), "Circle (1 | 2)")
	case pair:
		return fmt.Sprintf("(%s, %s)", g.abstract(integer), g.abstract(colour))
	case option:
		return pick(g, "NONE | SOME Int", "SOME Int", "NONE | SOME 3")
	case list:
		return pick(g, "fix X. [] | Int :: X", "[Int, Int]", "[1, Int] | []", "[Int, 2] | [0]", "fix X. [1] | (2 | 3) :: X")
	case tree:
		return pick(g, "fix X. Leaf | Node(X, Int, X)", "Node(Leaf, Int, Leaf)", "Leaf | Node(Leaf, 1, Leaf)",
			"fix X. Leaf | Node(X, 1 | 2, Leaf)")
	case intMap:
		return pick(g, "map{0 -> Int, 1 -> 2}", "map{must [1 -> Int], may [Int -> Int]}", "map{must [], may [2 -> 0 | 1]}",
			"map{must [0 -> 1, 1 -> Int], may [3 -> Int]}")
	case colourMap:
		return pick(g, "map{(Red, true) -> [Int]}", "map{must [], may [(Any, Bool) -> fix X. [] | Int :: X]}")
	case set:
		return pick(g, "set{0, 1, 2}", "map{must [0 -> true, 1 -> Bool], may []}", "map{must [2 -> true], may [Int -> Bool]}")
	}
	return strings.Join([]string{g.value(t), g.value(t), g.value(t)}[:2+g.IntN(2)], " | ")
}
