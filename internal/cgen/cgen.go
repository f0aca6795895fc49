// Package cgen makes random C functions for tests, and runs pairs of C functions against each other.
//
// A function is made from a seed alone. It uses integers of every type, loops bounded by construction, and nothing that C
// leaves undefined where arithmetic wraps (gcc -fwrapv): divisors are not zero and not minus one, shift counts are masked,
// variables have values before they are read. Calls go to functions with visible effects, which Prelude defines.
//
//	cgen.go     the program, types, statements
//	exprs.go    expressions
//	compare.go  running two functions on the same arguments
package cgen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Options say what the functions may hold.
type Options struct {
	Name  string // of the function; f if empty
	Size  int    // about how many statements; 12 if zero
	Loops bool
	Calls bool
}

// Type is an integer type.
type Type struct {
	Name   string // in C, as Header declares it
	Bits   int    // 1 for _Bool
	Signed bool
}

// Param is a parameter of a generated function.
type Param struct {
	Name   string
	CType  string
	Bits   int
	Signed bool
}

// Prog is a C file that defines one function.
type Prog struct {
	Source     string // Header and Definition: a whole file, without includes
	Definition string // the function alone
	Func       string
	Result     string // its C type
	Params     []Param
}

// Header declares what generated functions use. It needs no compiler's headers.
const Header = `typedef unsigned char u8;
typedef short s16;
typedef unsigned long u64;
enum color { RED, GREEN = 5, BLUE };
int probe(int, long);
unsigned char squash(unsigned long);
void note(short);

`

// Prelude defines the functions that Header declares: each leaves its arguments in trace, so that calls left out, repeated
// or moved show.
const Prelude = `static unsigned long trace;
int probe(int a, long b) { trace = trace * 31 + (unsigned long)a * 7 + (unsigned long)b; return (int)(trace >> 3); }
unsigned char squash(unsigned long a) { trace = trace * 33 + a; return (unsigned char)(a ^ a >> 9); }
void note(short a) { trace = trace * 37 + (unsigned long)a; }
`

// types are those of variables, on a target where long has 64 bits.
var types = []Type{
	{"int", 32, true}, {"int", 32, true}, {"unsigned", 32, false}, {"_Bool", 1, false},
	{"char", 8, true}, {"signed char", 8, true}, {"unsigned char", 8, false}, {"u8", 8, false},
	{"short", 16, true}, {"s16", 16, true}, {"unsigned short", 16, false},
	{"long", 64, true}, {"unsigned long", 64, false}, {"u64", 64, false},
	{"long long", 64, true}, {"unsigned long long", 64, false}, {"enum color", 32, false},
}

// Generate makes the function of a seed; the same one always.
func Generate(seed uint64, o Options) Prog {
	if o.Name == "" {
		o.Name = "f"
	}
	if o.Size == 0 {
		o.Size = 12
	}
	g := &generator{r: rand.New(rand.NewPCG(seed, 0x5cf)), o: o, budget: o.Size}
	return g.program()
}

type generator struct {
	r      *rand.Rand
	o      Options
	budget int // statements left
	loops  int // loops around this place
	level  int // of indentation
	out    strings.Builder
	result Type
	vars   []variable // in scope, the innermost last; names may repeat
	scope  int        // where the innermost scope begins in vars
	made   int        // locals so far
	calls  int        // calls that the expression being made may still hold
}

type variable struct {
	name  string
	ty    Type
	fixed bool // a loop's counter: not assigned to by random statements
}

func (g *generator) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat("    ", g.level))
	fmt.Fprintf(&g.out, format, args...)
	g.out.WriteByte('\n')
}

func pick[T any](g *generator, xs []T) T { return xs[g.r.IntN(len(xs))] }

func (g *generator) chance(percent int) bool { return g.r.IntN(100) < percent }

func (g *generator) program() Prog {
	g.result = pick(g, types)
	p := Prog{Func: g.o.Name, Result: g.result.Name}
	var heads []string
	for i := range 1 + g.r.IntN(4) {
		t := pick(g, types)
		name := string(rune('a' + i))
		p.Params = append(p.Params, Param{name, t.Name, t.Bits, t.Signed})
		g.vars = append(g.vars, variable{name, t, false})
		heads = append(heads, t.Name+" "+name)
	}
	g.line("%s %s(%s) {", g.result.Name, g.o.Name, strings.Join(heads, ", "))
	g.block(func() {
		for g.budget > 0 {
			g.statement()
		}
		g.line("return %s;", g.value(3))
	})
	g.line("}")
	p.Definition = g.out.String()
	p.Source = Header + p.Definition
	return p
}

// block is what f writes, a level further in, with a scope of its own.
func (g *generator) block(f func()) {
	outer := g.scope
	g.scope = len(g.vars)
	g.level++
	f()
	g.level--
	g.vars = g.vars[:g.scope]
	g.scope = outer
}

// statement writes one statement, with those inside it.
func (g *generator) statement() {
	g.budget--
	switch n := g.r.IntN(100); {
	case n < 25:
		g.declaration()
	case n < 50:
		g.assignment()
	case n < 58:
		if v, ok := g.target(); ok {
			g.line(pick(g, []string{"%s++;", "%s--;", "++%s;", "--%s;"}), v.name)
		}
	case n < 75:
		g.branch()
	case n < 88 && g.o.Loops && g.loops < 2:
		g.loop()
	case n < 91:
		g.line("{")
		g.body(2)
		g.line("}")
	case n < 95 && g.o.Calls:
		g.callStatement()
	case n < 97:
		g.line("if (%s) return %s;", g.value(2), g.value(2))
	default:
		g.line(";")
	}
}

func (g *generator) callStatement() {
	g.calls = 0
	switch g.r.IntN(3) {
	case 0:
		g.line("%s;", g.call(2))
	case 1:
		g.line("(void)%s;", g.call(2))
	default:
		g.line("note(%s);", g.expr(2))
	}
}

// body is a block of up to n statements.
func (g *generator) body(n int) {
	g.block(func() {
		for range 1 + g.r.IntN(n) {
			g.statement()
		}
	})
}

// declaration declares a variable, sometimes under a name that is in use further out. The initialiser of such a one is a
// constant, since in C it would read the new variable.
func (g *generator) declaration() {
	g.made++
	v := variable{fmt.Sprintf("v%d", g.made), pick(g, types), false}
	outer := pick(g, g.vars)
	switch {
	case g.level > 1 && !outer.fixed && !g.declaredHere(outer.name) && g.chance(40):
		v.name = outer.name
		g.line("%s %s = %d;", v.ty.Name, v.name, g.r.IntN(100))
	case g.chance(70):
		g.line("%s %s = %s;", v.ty.Name, v.name, g.value(3))
	default:
		twin := variable{v.name + "_", v.ty, false}
		g.line("%s %s, %s; %s = %s; %s = %s;", v.ty.Name, v.name, twin.name, v.name, g.value(3), twin.name, g.value(1))
		g.vars = append(g.vars, twin)
	}
	g.vars = append(g.vars, v)
}

// declaredHere tells whether the name is declared in the innermost scope.
func (g *generator) declaredHere(name string) bool {
	for _, v := range g.vars[g.scope:] {
		if v.name == name {
			return true
		}
	}
	return false
}

// target is a variable to assign to. Where names repeat it is the innermost, which alone can be named.
func (g *generator) target() (variable, bool) {
	name := pick(g, g.vars).name
	for i := len(g.vars) - 1; i >= 0; i-- {
		if v := g.vars[i]; v.name == name {
			return v, !v.fixed
		}
	}
	return variable{}, false
}

func (g *generator) assignment() {
	v, ok := g.target()
	if !ok {
		return
	}
	switch g.r.IntN(4) {
	case 0:
		op := pick(g, []string{"+", "-", "*", "&", "|", "^"})
		g.line("%s %s= %s;", v.name, op, g.value(3))
	case 1:
		g.line("%s %s= %s;", v.name, pick(g, []string{"<<", ">>"}), g.count())
	case 2:
		g.line("%s %s= %s;", v.name, pick(g, []string{"/", "%"}), g.divisor())
	default:
		g.line("%s = %s;", v.name, g.value(3))
	}
}

func (g *generator) branch() {
	g.line("if (%s) {", g.value(3))
	g.body(3)
	switch g.r.IntN(4) {
	case 0:
		g.line("} else if (%s)", g.value(2))
		g.single()
		g.line("else {")
		g.body(2)
	case 1:
		g.line("} else {")
		g.body(3)
	}
	g.line("}")
}

// single is a statement without braces.
func (g *generator) single() {
	g.level++
	g.assignmentOrEmpty()
	g.level--
}

func (g *generator) assignmentOrEmpty() {
	if v, ok := g.target(); ok {
		g.line("%s = %s;", v.name, g.value(2))
	} else {
		g.line(";")
	}
}

// loop runs up to five times: its counter is assigned to in its head or at the end of its body alone.
func (g *generator) loop() {
	g.loops++
	g.made++
	i, n := fmt.Sprintf("i%d", g.made), 1+g.r.IntN(5)
	counter := variable{i, types[0], true}
	switch g.r.IntN(4) {
	case 0:
		g.line("for (int %s = 0; %s < %d; %s++) {", i, i, n, i)
		g.counted(counter, "")
		g.line("}")
	case 1:
		g.line("for (int %s = %d, %s_ = 0; %s > %s_; %s--, %s_ += 1) {", i, n, i, i, i, i, i)
		g.counted(counter, "")
		g.line("}")
	case 2:
		g.line("{")
		g.block(func() {
			g.line("int %s = %d;", i, n)
			g.line("while (%s > 0) {", i)
			g.counted(counter, i+"--;")
			g.line("}")
		})
		g.line("}")
	default:
		g.line("{")
		g.block(func() {
			g.line("unsigned char %s = 0;", i)
			g.line("do {")
			g.counted(variable{i, types[6], true}, i+" += 1;")
			g.line("} while (%s < %d);", i, n)
		})
		g.line("}")
	}
	g.loops--
}

// counted is a loop's body, which reads the counter and ends with the step.
func (g *generator) counted(counter variable, step string) {
	g.block(func() {
		g.vars = append(g.vars, counter)
		for range 1 + g.r.IntN(3) {
			g.statement()
		}
		if step != "" {
			g.line("%s", step)
		}
	})
}
