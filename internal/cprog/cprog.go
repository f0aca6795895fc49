// Package cprog makes random C programs for tests: whole files of the structured subset of C, with one function to optimise, and
// the drivers that run it.
//
// A program is made from a seed alone. It has nothing that C leaves undefined where arithmetic wraps and aliasing is free
// (gcc -fwrapv -fno-strict-aliasing), by construction:
//
//   - an index is masked, or taken modulo the number of elements that a pointer's type promises (Type.n);
//   - a pointer points to objects that live at least as long as itself (variable.reach);
//   - two operands that C does not order have no effect on what the other one reads or writes (effect);
//   - a loop has a counter that nothing else writes;
//   - divisors are positive, shift counts small, floating values are converted to integers only where they fit;
//   - everything has a value before it is read, and no bytes of a floating object are read as integers where it may be a NaN.
//
// What it makes much of is aliasing: pointers that share objects with each other, with globals that are used by name, and with
// locals whose address a helper function keeps; stores through pointers to char; helpers that write all of these.
//
//	cprog.go       the program and its options
//	constructs.go  the constructs of C that can be switched off, and their count
//	types.go       types
//	scope.go       variables, what is visible
//	effects.go     what expressions read and write
//	places.go      objects that can be named at a place
//	pointers.go    pointer expressions
//	exprs.go       arithmetic expressions
//	leaves.go      literals, conversions
//	calls.go       calls
//	assign.go      assignments, as statements and as values
//	stmts.go       statements
//	alias.go       memory under two names
//	loops.go       loops
//	decls.go       declarations and initialisers
//	interpreters.go loops that interpret a program
//	cursors.go     functions that read through a cursor
//	choices.go     functions that call themselves for what a test chooses
//	tables.go      functions that look things up in constant tables of their own
//	globals.go     types and globals of the file
//	functions.go   the file, and its functions
//	gnu.go         what front ends have been wrong about
//	values.go      values of parameters
//	driver.go      the driver
//	compare.go     compiling and running
//	reduce.go      smaller programs that fail too
package cprog

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Options say what the programs hold.
type Options struct {
	Prefix  string // of all names at file scope, so that several programs fit into one file
	Size    int    // about how many statements the function has; 12 if zero
	More    int    // how many functions there are beside the one to optimise that drivers call, too
	Without Set    // constructs to do without
}

// Program is a C file with one function to optimise.
type Program struct {
	Source string // the whole file, without includes
	Func   string // the function to optimise, the last in the file
	Params []Param
	// Helpers are the functions of random statements that Func may call.
	Helpers []string
	// More are further functions in the same file: their Func and Params; they have no Source.
	More []*Program
	Uses [constructs]int // how often each construct was made

	prefix  string
	result  *Type
	globals []*variable
	chains  []chain
	tables  []table
}

// Param is a parameter of the function.
type Param struct {
	Name string
	Type *Type
	// Constant tells that the parameter reaches memory which nothing writes, so that it may be declared constant.
	Constant bool
}

// Generate makes the program of a seed; the same one always.
func Generate(seed uint64, o Options) *Program {
	if o.Size == 0 {
		o.Size = 12
	}
	o.Without = o.Without.closed()
	g := &generator{r: rand.New(rand.NewPCG(seed, 0xc0de)), o: o, p: &Program{prefix: o.Prefix, Func: o.Prefix + "f"}}
	g.file()
	g.p.Source = g.out.String()
	return g.p
}

// New is the program with a function of integers that was made elsewhere. The source defines it and may call what Library
// declares.
func New(prefix, source, function string, result *Type, params []Param) *Program {
	return &Program{Source: source, Func: function, Params: params, prefix: prefix, result: result}
}

// Library declares the functions that leave their arguments in a trace, so that calls left out, repeated or moved show: probe
// and note, which the driver of a program with the prefix defines.
func Library(prefix string) string {
	return fmt.Sprintf("int %sprobe(int, long);\nvoid %snote(long);\n", prefix, prefix)
}

// generator is the state of making one program.
type generator struct {
	r   *rand.Rand
	o   Options
	p   *Program
	out strings.Builder

	records []*Type
	reading *reading    // through cursors; nil if the file does not
	nodes   int         // of the table of choices; 0 if the file has none
	funcs   []*function // that may be called
	vars    []*variable // in scope, the innermost last
	depth   int         // of the innermost scope: 0 for the file
	made    int         // names so far
	level   int         // of indentation

	fn      *function // being made
	budget  int       // statements left in it
	loops   int       // loops around this place
	breaks  []jump    // what break and continue mean here
	labels  []string  // of blocks around this place that goto may leave
	aims    []aim     // labels that goto may lead to from here otherwise
	effects int       // expressions with effects that the full expression may still hold
}

func (g *generator) line(format string, args ...any) {
	if format != "" {
		g.out.WriteString(strings.Repeat("    ", g.level))
		fmt.Fprintf(&g.out, format, args...)
	}
	g.out.WriteByte('\n')
}

func pick[T any](g *generator, xs []T) T { return xs[g.r.IntN(len(xs))] }

func (g *generator) chance(percent int) bool { return g.r.IntN(100) < percent }

// fresh is a name that the file has not used yet.
func (g *generator) fresh(stem string) string {
	g.made++
	if name := fmt.Sprintf("%s%d", stem, g.made); name != "u8" && name != "i64" { // types, in files whose names have no prefix
		return name
	}
	return g.fresh(stem)
}

// fileName is a name at file scope.
func (g *generator) fileName(stem string) string { return g.o.Prefix + stem }
