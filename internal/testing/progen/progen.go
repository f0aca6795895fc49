// Package progen makes random SCF-ML programs for tests that compare two ways to run a program: well typed, terminating by
// construction (recursion goes down lists, trees and small counters), with inputs to run them on. A seed gives one program,
// always the same.
//
// The programs hold what makes partial evaluation hard: helper functions called several times in one activation, recursion
// with and without accumulators, mutual recursion, nested and overlapping patterns, maps with unknown keys, equality of maps
// and sets, unionWith, and comparison of structures.
package progen

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/interp"
)

// Case is a random program with its inputs.
type Case struct {
	Source   string   // an SCF-ML program
	Entry    string   // its entry function
	ArgType  string   // the type of the entry's argument, as SCF-ML writes it
	Inputs   []string // texts of concrete values of that type, on all of which the program terminates without error
	Abstract []string // texts of abstract values of that type
}

const (
	maxAttempts = 50
	maxSteps    = 50_000 // operations that a program may take on one of its inputs
	inputs      = 4
)

// Generate is the case of a seed. A program that takes long or fails on one of its inputs is replaced by another.
func Generate(seed uint64) Case {
	var c Case
	for attempt := range uint64(maxAttempts) {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, attempt))}
		c = g.generate()
		if runs(c) {
			return c
		}
	}
	panic(fmt.Sprintf("progen: no program of seed %d runs; the last one:\n%s", seed, c.Source))
}

// runs reports whether the program is right and runs on its inputs within the bounds. An error of Load is a bug in this
// package, so it panics with the program.
func runs(c Case) bool {
	p, _, err := scfml.Load(c.Entry, scfml.Source{Name: "progen", Text: c.Source})
	if err != nil {
		panic(fmt.Sprintf("progen: %v in\n%s", err, c.Source))
	}
	in := interp.New(p)
	for _, text := range c.Inputs {
		v, err := core.ParseValue(text, p.Entry.ArgType(), p)
		if err != nil {
			panic(fmt.Sprintf("progen: input %s: %v", text, err))
		}
		if _, _, err := in.Run(context.Background(), v, interp.Options{MaxSteps: maxSteps}); err != nil {
			return false
		}
	}
	return true
}

// generator makes one program.
type generator struct {
	*rand.Rand
	out   strings.Builder
	funcs []function // those that may be called
	calls int        // how many calls the body being made may still hold
	names int
}

// function is a function that was made. A counter parameter bounds its recursion and takes small numbers only.
type function struct {
	name    string
	params  []typ
	counter int // index of the counter, or -1
	result  typ
}

const prelude = `datatype colour = Red | Green | Blue
datatype shape = Dot | Circle of int | Rect of int * int
datatype tree = Leaf | Node of tree * int * tree
structure M = MapFn(type key = int type value = int)
structure N = MapFn(type key = colour * bool type value = int list)
structure S = SetFn(type value = int)
val origin = Rect (0, 0)
fun first (x, y) = x
fun swap (x, y) = (y, x)
fun length xs = case xs of [] => 0 | x :: xs => 1 + length xs
`

func (g *generator) generate() Case {
	g.out.WriteString(prelude)
	for range 2 + g.IntN(4) {
		g.function()
	}
	params := make([]typ, 1+g.IntN(3))
	env := scope{}
	var texts []string
	for i := range params {
		params[i] = g.anyType()
		name := fmt.Sprint("in", i+1)
		env = env.with(name, params[i])
		texts = append(texts, name+" : "+params[i].sml())
	}
	g.calls = 6
	result := g.tupleOf(2+g.IntN(2), env)
	fmt.Fprintf(&g.out, "fun main (%s) =\n  %s\n", strings.Join(texts, ", "), result)
	c := Case{Source: g.out.String(), Entry: "main", ArgType: argType(params)}
	for range inputs {
		c.Inputs = append(c.Inputs, g.tupleText(params, g.value))
	}
	c.Abstract = append(c.Abstract, g.tupleText(params, func(t typ) string { return t.top() }))
	for range inputs {
		c.Abstract = append(c.Abstract, g.tupleText(params, g.abstract))
	}
	return c
}

// tupleOf is a tuple of n expressions of random types.
func (g *generator) tupleOf(n int, env scope) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = g.expr(g.anyType(), 4, env)
	}
	return "(" + strings.Join(parts, ",\n   ") + ")"
}

func argType(params []typ) string {
	texts := make([]string, len(params))
	for i, p := range params {
		texts[i] = p.sml()
		if len(params) > 1 && strings.Contains(texts[i], "*") {
			texts[i] = "(" + texts[i] + ")"
		}
	}
	return strings.Join(texts, " * ")
}

func (g *generator) tupleText(params []typ, text func(typ) string) string {
	texts := make([]string, len(params))
	for i, p := range params {
		texts[i] = text(p)
	}
	if len(texts) == 1 {
		return texts[0]
	}
	return "(" + strings.Join(texts, ", ") + ")"
}

// chance is true in one of n cases.
func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

func pick[T any](g *generator, xs ...T) T { return xs[g.IntN(len(xs))] }
