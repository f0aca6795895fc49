package simplify

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"scf/internal/testing/progen"
	"scf/scfml"
)

// TestRandomLoops simplifies random functions that call themselves with parts of what they have found in maps, lists and other values, which
// the programs of TestRandomPrograms rarely do [SIM-CARRY]. A failing case is repeated by -run TestRandomLoops -cases 1 -seed N.
func TestRandomLoops(t *testing.T) {
	versions, programs := 0, uint64(cases.Int()+1)/2
	for i := range programs {
		c := randomLoop(*seed + i)
		if err := checkCase(c, Options{}); err != nil {
			t.Fatalf("seed %d: %v", *seed+i, err)
		}
		p, _, err := scfml.Load(c.Entry, scfml.Source{Name: "loop", Text: c.Source})
		if err != nil {
			t.Fatal(err)
		}
		_, report, _ := Run(context.Background(), p, Options{})
		versions += report.Specialized
	}
	if versions < int(programs/8) {
		t.Errorf("%d versions in %d programs", versions, programs)
	}
}

// loopMaker makes the body of a loop. Its variables are known by their types.
type loopMaker struct {
	*rand.Rand
	ints, values, lists []string
	names               int
	pairs               bool // all values that are made are pairs
}

func randomLoop(seed uint64) progen.Case {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 3))}
	m.ints, m.values, m.lists, m.pairs = []string{"i", "acc"}, []string{"v"}, []string{"xs"}, m.IntN(3) == 0
	var b strings.Builder
	b.WriteString("datatype value = Number of int | Pair of int * value | Nothing\n")
	b.WriteString("structure M = MapFn (type key = string type value = value)\n")
	fmt.Fprintf(&b, "fun loop (i, acc, v, m, xs) = if i <= 0 then (acc, v, m) else %s\n", m.first(4))
	b.WriteString("fun main (n : int, v : value, xs : int list) =\n")
	b.WriteString("  let val m = M.insert (M.insert (M.empty, \"a\", Number n), \"b\", v)\n")
	b.WriteString("  in loop (n, 0, v, if n > 7 then M.insert (m, \"c\", Nothing) else m, xs) end\n")
	c := progen.Case{Entry: "main", Source: b.String()}
	for _, v := range []string{"Nothing", "Number(3)", "Pair(2,Pair(1,Number(7)))"} {
		c.Inputs = append(c.Inputs, "(0,"+v+",[1])", "(5,"+v+",[3,1,4,1,5])", "(9,"+v+",[])")
	}
	return c
}

// first is the body of the loop: of pairs, one that tests inside of them first.
func (m *loopMaker) first(depth int) string {
	if m.pairs {
		return m.nested(depth)
	}
	return m.body(depth)
}

// nested is a body that tests inside of a value, and behind that takes it apart.
func (m *loopMaker) nested(depth int) string {
	v, n, rest := m.of(m.values), m.name(), m.name()
	special := m.of([]string{fmt.Sprint(m.IntN(3), ", _"), "_, Nothing", "_, Number 1"})
	first, none := m.end(), m.end()
	m.ints, m.values = append(m.ints, n), append(m.values, rest)
	return fmt.Sprintf("(case %s of Pair (%s) => %s | _ => (case %s of Pair (%s, %s) => %s | _ => %s))", v, special, first, v, n, rest, m.body(depth-1), none)
}

// body is an expression that gives what the loop gives.
func (m *loopMaker) body(depth int) string {
	if depth == 0 {
		return m.end()
	}
	defer func(ints, values, lists int) {
		m.ints, m.values, m.lists = m.ints[:ints], m.values[:values], m.lists[:lists]
	}(len(m.ints), len(m.values), len(m.lists))
	switch m.IntN(8) {
	case 0:
		return fmt.Sprintf("(case M.find (m, %s) of %s | NONE => %s)", m.key(), m.arms("SOME (%s)", depth), m.body(depth-1))
	case 1:
		x, find, other := m.name(), fmt.Sprintf("M.find (m, %s)", m.key()), m.end()
		m.ints = append(m.ints, x)
		return fmt.Sprintf("(case %s of SOME (Number %s) => %s | _ => %s)", find, x, m.body(depth-1), other)
	case 2:
		return fmt.Sprintf("(case %s of %s)", m.of(m.values), m.arms("%s", depth))
	case 3:
		x, rest := m.name(), m.name()
		list := m.of(m.lists)
		none := m.body(depth - 1)
		m.ints, m.lists = append(m.ints, x), append(m.lists, rest)
		return fmt.Sprintf("(case %s of [] => %s | %s :: %s => %s)", list, none, x, rest, m.body(depth-1))
	case 4:
		x, e := m.name(), m.int(2)
		m.ints = append(m.ints, x)
		return fmt.Sprintf("(let val %s = %s in %s end)", x, e, m.body(depth-1))
	case 5:
		return fmt.Sprintf("(if %s < %s then %s else %s)", m.int(1), m.int(1), m.body(depth-1), m.body(depth-1))
	case 6:
		return m.nested(depth)
	}
	return m.end()
}

// end goes on with the loop, or ends it.
func (m *loopMaker) end() string {
	call := fmt.Sprintf("loop (i - %d, %s, %s, %s, %s)", 1+m.IntN(2), m.int(2), m.made(), m.entries(), m.of(append(m.lists, "xs", "xs")))
	switch m.IntN(8) {
	case 0, 3, 4, 5:
		return fmt.Sprintf("(%s, %s, %s)", m.int(1), m.made(), m.entries())
	case 1, 2:
		a, v, n := m.name(), m.name(), m.name()
		return fmt.Sprintf("(let val (%s, %s, %s) = %s in (%s + %s, %s, %s) end)", a, v, n, call, a, m.int(1), v, n)
	}
	return call
}

func (m *loopMaker) of(names []string) string { return names[m.IntN(len(names))] }

func (m *loopMaker) name() string {
	m.names++
	return fmt.Sprintf("x%d", m.names)
}

func (m *loopMaker) key() string { return m.of([]string{`"a"`, `"b"`, `"c"`}) }

// arms are the arms of a match on a value, with the pattern put into another one.
func (m *loopMaker) arms(pattern string, depth int) string {
	arm := func(p string) string { return fmt.Sprintf(pattern, p) + " => " + m.body(depth-1) }
	nothing := arm("Nothing")
	n, rest := m.name(), m.name()
	m.ints = append(m.ints, n)
	number := arm("Number " + n)
	m.values = append(m.values, rest)
	pair := arm(fmt.Sprintf("Pair (%s, %s)", n, rest))
	m.ints, m.values = m.ints[:len(m.ints)-1], m.values[:len(m.values)-1]
	return number + " | " + pair + " | " + nothing
}

// int is an expression for a number.
func (m *loopMaker) int(depth int) string {
	switch {
	case depth == 0 || m.IntN(3) == 0:
		if m.IntN(4) == 0 {
			return fmt.Sprint(m.IntN(10))
		}
		return m.of(m.ints)
	}
	return fmt.Sprintf("(%s %s %s)", m.int(depth-1), m.of([]string{"+", "-", "*"}), m.int(depth-1))
}

// made is an expression for a value.
func (m *loopMaker) made() string {
	if m.pairs {
		return fmt.Sprintf("Pair (%s, %s)", m.int(1), m.of(append(m.values, "Nothing", "Number 1")))
	}
	switch m.IntN(12) {
	case 0:
		return fmt.Sprintf("Number %s", m.int(1))
	case 1:
		return fmt.Sprintf("Pair (%s, %s)", m.int(1), m.of(m.values))
	case 2:
		return "Nothing"
	case 3, 4:
		return m.of(m.values)
	}
	return "v"
}

// entries is an expression for a map.
func (m *loopMaker) entries() string {
	switch m.IntN(5) {
	case 0, 1:
		return fmt.Sprintf("M.insert (m, %s, %s)", m.key(), m.made())
	case 2:
		return fmt.Sprintf("M.remove (m, %s)", m.key())
	}
	return "m"
}
