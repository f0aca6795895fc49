package dse

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"scf/scfml"
	"scf/scfml/core"
)

// Random programs that thread two maps and a value through functions, as passes thread their stores: insertions and removals
// of certain and uncertain keys, iterators with total and partial bodies, comparisons, and few lookups in the end. They are
// where dead stores are.

const threadedPrelude = `
datatype v = A of int | B of int * v | C
structure M = MapFn(type key = string type value = v)
structure S = SetFn(type value = string)
fun grow x = case x of A n => B (n, x) | B (n, A m) => A (n + m) | y => y
fun half x = case x of A n => A (n + 1) | B (_, y) => y
fun both (x, y) = case (x, y) of (A n, A m) => A (n + m) | (B (_, z), _) => z | (_, z) => z
fun some (x, y) = case (x, y) of (A n, A _) => B (n, y) | (C, z) => z
fun weight x = case x of A n => n | B (n, y) => n + weight y | C => 0
`

// threaded draws a program.
type threaded struct {
	t     *rapid.T
	names int
	b     strings.Builder
}

func (g *threaded) pick(xs ...string) string { return rapid.SampledFrom(xs).Draw(g.t, "pick") }

func (g *threaded) fresh(kind string) string {
	g.names++
	return fmt.Sprintf("%s%d", kind, g.names)
}

func (g *threaded) key() string { return g.pick(`"a"`, `"b"`, `"c"`, "k", "j") }

// value is an expression of type v over the value variable x and the maps m and n.
func (g *threaded) value(x, m, n string) string {
	switch rapid.IntRange(0, 7).Draw(g.t, "value") {
	case 0:
		return "A 1"
	case 1:
		return "C"
	case 2:
		return "B (i, " + x + ")"
	case 3:
		return "grow " + x
	case 4:
		return fmt.Sprintf("(case M.find (%s, %s) of SOME v => v | NONE => %s)", g.pick(m, n), g.key(), x)
	case 5:
		return fmt.Sprintf("(case M.find (%s, %s) of SOME (B (n, _)) => A n | SOME _ => C | NONE => A i)", g.pick(m, n), g.key())
	case 6:
		return "half " + x
	}
	return x
}

// mapping is an expression of a map.
func (g *threaded) mapping(x, m, n string) string {
	switch rapid.IntRange(0, 9).Draw(g.t, "map") {
	case 0:
		return fmt.Sprintf("M.remove (%s, %s)", m, g.key())
	case 1:
		return fmt.Sprintf("M.map (fn v => %s) %s", g.pick("grow v", "half v", "case v of A n => C | _ => v", x), m)
	case 2:
		return fmt.Sprintf("M.unionWith (fn (v, w) => %s) (%s, %s)", g.pick("both (v, w)", "some (v, w)", "if v = w then v else C", "w"), m, n)
	case 3:
		return fmt.Sprintf("(if i = 1 then %s else %s)", m, n)
	case 4:
		return fmt.Sprintf("(if M.equal (%s, %s) then %s else M.insert (%s, %s, %s))", m, n, n, m, g.key(), x)
	}
	return fmt.Sprintf("M.insert (%s, %s, %s)", m, g.key(), g.value(x, m, n))
}

// function draws a function over two maps, a value, two keys and a counter, whose body ends in a tuple or in a call.
func (g *threaded) function(name string, callees []string) {
	m, n, x := "m", "n", "x"
	fmt.Fprintf(&g.b, "fun %s (m, n, x, k, j, i) =\n  let\n", name)
	for range rapid.IntRange(1, 5).Draw(g.t, "statements") {
		switch rapid.IntRange(0, 5).Draw(g.t, "statement") {
		case 0:
			v := g.fresh("x")
			fmt.Fprintf(&g.b, "    val %s = %s\n", v, g.value(x, m, n))
			x = v
		case 1:
			v := g.fresh("n")
			fmt.Fprintf(&g.b, "    val %s = %s\n", v, g.mapping(x, n, m))
			n = v
		case 2:
			if len(callees) == 0 {
				continue
			}
			v, w, y := g.fresh("m"), g.fresh("n"), g.fresh("x")
			fmt.Fprintf(&g.b, "    val (%s, %s, %s) = %s (%s, %s, %s, k, j, i)\n", v, w, y, g.pick(callees...), m, n, x)
			m, n, x = v, w, y
		default:
			v := g.fresh("m")
			fmt.Fprintf(&g.b, "    val %s = %s\n", v, g.mapping(x, m, n))
			m = v
		}
	}
	out := fmt.Sprintf("(%s, %s, %s)", m, n, x)
	if rapid.Bool().Draw(g.t, "loop") {
		out = fmt.Sprintf("if i < 1 then %s else %s (%s, %s, %s, j, k, i - 1)", out, name, n, m, x)
	}
	fmt.Fprintf(&g.b, "  in %s end\n", out)
}

func (g *threaded) program() string {
	g.b.WriteString(threadedPrelude)
	var names []string
	for i := range rapid.IntRange(1, 3).Draw(g.t, "functions") {
		name := fmt.Sprintf("step%d", i)
		g.function(name, names)
		names = append(names, name)
	}
	start := `M.insert (M.empty, "a", A 2)`
	fmt.Fprintf(&g.b, "fun main (m, k, j, i) =\n  case %s (%s, %s, A i, k, j, i) of (p, q, r) => %s\n",
		names[len(names)-1], g.pick("m", start), g.pick("M.empty", "m"), g.reads())
	return g.b.String()
}

// reads looks at little of the maps p and q and the value r.
func (g *threaded) reads() string {
	read := func() string {
		return g.pick(
			`(case M.find (p, "a") of SOME v => weight v | NONE => 0)`, `(case M.find (q, k) of SOME (A n) => n | _ => 1)`,
			`(case M.find (p, j) of SOME _ => 1 | NONE => 0)`, `weight r`, `(case r of B (_, y) => y | _ => C)`, `0`,
			`(if M.equal (p, q) then 1 else 0)`, `M.find (p, "c")`, `M.map (fn v => half v) q`,
			`M.find (M.map (fn v => grow v) q, "b")`, `M.find (M.unionWith (fn (v, w) => some (v, w)) (p, q), "b")`)
	}
	return fmt.Sprintf("(%s, %s)", read(), read())
}

func TestThreaded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := (&threaded{t: t}).program()
		p, _, err := scfml.Load("main", scfml.Source{Name: "random", Text: source})
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		var inputs [][]core.Value
		for range rapid.IntRange(1, 3).Draw(t, "inputs") {
			inputs = append(inputs, drawInput(t, p))
		}
		o := Options{IgnoreKeys: rapid.IntRange(0, 9).Draw(t, "ignore") == 0}
		samePruned(t, p, inputs, o)
	})
}

// drawInput draws the arguments of main: a map, two keys and a counter.
func drawInput(t *rapid.T, p *core.Program) []core.Value {
	key := rapid.SampledFrom([]string{`"a"`, `"b"`, `"c"`})
	var entries []string
	for range rapid.IntRange(0, 2).Draw(t, "entries") {
		value := rapid.SampledFrom([]string{"A 5", "C", "B(1, C)", "B(2, A 3)"}).Draw(t, "value")
		entries = append(entries, key.Draw(t, "key")+" -> "+value)
	}
	if len(entries) == 2 && entries[0][:3] == entries[1][:3] {
		entries = entries[:1]
	}
	text := fmt.Sprintf("(map{%s}, %s, %s, %d)", strings.Join(entries, ", "), key.Draw(t, "k"), key.Draw(t, "j"),
		rapid.IntRange(0, 2).Draw(t, "i"))
	v, err := core.ParseValue(text, p.Entry.ArgType(), p)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return arguments(p.Entry, v)
}
