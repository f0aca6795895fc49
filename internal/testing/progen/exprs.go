package progen

import (
	"fmt"
	"strings"
)

// Random expressions. What they build stays small: strings, lists and trees grow by a constant at a time, so that recursion
// over what recursion has built stays cheap.

// variable is a variable in scope.
type variable struct {
	name string
	t    typ
}

// scope is the variables in scope, the innermost last.
type scope []variable

func (s scope) with(name string, t typ) scope {
	return append(s[:len(s):len(s)], variable{name, t})
}

// of are the names of the visible variables of type t.
func (s scope) of(t typ) []string {
	var out []string
	seen := map[string]bool{}
	for i := len(s) - 1; i >= 0; i-- {
		if v := s[i]; !seen[v.name] {
			seen[v.name] = true
			if v.t == t {
				out = append(out, v.name)
			}
		}
	}
	return out
}

// newName is a name for a variable. Names recur, so that they shadow each other.
func (g *generator) newName() string {
	return pick(g, "x", "y", "z", "x'", "acc", "t", "n", "m", "rest", "y'")
}

// expr is an expression of type t; depth bounds its size. It is atomic.
func (g *generator) expr(t typ, depth int, env scope) string {
	if vars := env.of(t); len(vars) > 0 && (depth <= 0 || g.chance(4)) {
		return pick(g, vars...)
	}
	if depth <= 0 {
		return g.literal(t)
	}
	switch g.IntN(10) {
	case 0:
		return fmt.Sprintf("(if %s then %s else %s)", g.expr(boolean, depth-1, env), g.expr(t, depth-1, env), g.expr(t, depth-1, env))
	case 1, 2:
		return g.caseOf(t, depth, env)
	case 3:
		return g.let(t, depth, env)
	case 4, 5:
		if call, ok := g.call(t, depth, env); ok {
			return call
		}
	case 6:
		return g.openedTwice(t, depth, env)
	}
	return g.operation(t, depth-1, env)
}

// literal is a constant of type t.
func (g *generator) literal(t typ) string {
	switch t {
	case intMap:
		return "M.empty"
	case colourMap:
		return "N.empty"
	case set:
		return "S.empty"
	case shape:
		if g.chance(4) {
			return "origin"
		}
	}
	v := g.value(t)
	if strings.Contains(v, " ") && !strings.HasPrefix(v, "[") {
		return "(" + v + ")"
	}
	return v
}

// let binds one or two variables.
func (g *generator) let(t typ, depth int, env scope) string {
	if g.chance(3) {
		p, inner := g.pattern(pair, 1, env)
		return fmt.Sprintf("let val %s = %s in %s end", p, g.expr(pair, depth-1, env), g.expr(t, depth-1, inner))
	}
	a, b := g.anyType(), g.anyType()
	x, y := g.newName(), g.newName()
	bound := g.expr(a, depth-1, env)
	inner := env.with(x, a)
	other := g.expr(b, depth-2, inner)
	return fmt.Sprintf("let val %s = %s val %s = %s in %s end", x, bound, y, other, g.expr(t, depth-1, inner.with(y, b)))
}

// caseOf matches one or two values of random types against overlapping patterns.
func (g *generator) caseOf(t typ, depth int, env scope) string {
	s := g.anyType()
	if g.chance(3) {
		return g.caseOfTwo(s, g.anyType(), t, depth, env)
	}
	var arms []string
	for range 1 + g.IntN(3) {
		p, inner := g.pattern(s, 2, env)
		arms = append(arms, p+" => "+g.expr(t, depth-2, inner))
	}
	name := g.newName()
	arms = append(arms, name+" => "+g.expr(t, depth-1, env.with(name, s)))
	return fmt.Sprintf("(case %s of %s)", g.expr(s, depth-1, env), strings.Join(arms, " | "))
}

func (g *generator) caseOfTwo(a, b, t typ, depth int, env scope) string {
	var arms []string
	for range 1 + g.IntN(3) {
		ps := &patterns{generator: g, env: env}
		arms = append(arms, fmt.Sprintf("(%s, %s) => ", ps.of(a, 1), ps.of(b, 1))+g.expr(t, depth-2, ps.env))
	}
	arms = append(arms, "_ => "+g.expr(t, depth-1, env))
	return fmt.Sprintf("(case (%s, %s) of %s)", g.expr(a, depth-1, env), g.expr(b, depth-2, env), strings.Join(arms, " | "))
}

// openedTwice binds what a match gives, a rectangle or a circle, and asks in two places for a number of one of them; neither place knows
// what the other finds. The number of the other one is never read.
func (g *generator) openedTwice(t typ, depth int, env scope) string {
	of, read := g.anyType(), g.IntN(2)
	p, matched := g.pattern(of, 1, env)
	bound := fmt.Sprintf("(case %s of %s => %s | _ => %s)",
		g.expr(of, depth-1, env), p, g.made(read, depth-2, matched), g.made(1-read, depth-2, env))
	number := func() string {
		pattern := []string{"Circle n", "Rect (n, _)"}[read]
		return fmt.Sprintf("(case made of %s => %s n | _ => %s)", pattern, pick(g, "3 *", "5 +", "7 -"), g.expr(integer, depth-2, env))
	}
	inner := env.with("y1", integer).with("y2", integer)
	return fmt.Sprintf("let val made = %s val y1 = %s val y2 = %s in (if y1 %s y2 then %s else %s) end", bound, number(), number(),
		pick(g, "<", "<>"), g.expr(t, depth-1, inner), g.expr(t, depth-1, inner))
}

// made makes a circle, or for 1 a rectangle, at run time.
func (g *generator) made(what, depth int, env scope) string {
	n := func() string { return g.expr(integer, depth, env) }
	return []form{apply("Circle (1 + %s)", n), apply("Rect (2 + %s, %s)", n, n)}[what]()
}

// call calls a function made before with result t.
func (g *generator) call(t typ, depth int, env scope) (string, bool) {
	var fits []function
	for _, f := range g.funcs {
		if f.result == t {
			fits = append(fits, f)
		}
	}
	if g.calls == 0 || len(fits) == 0 {
		return "", false
	}
	g.calls--
	f := pick(g, fits...)
	return g.callOf(f, depth, env), true
}

func (g *generator) callOf(f function, depth int, env scope) string {
	args := make([]string, len(f.params))
	for i, p := range f.params {
		args[i] = g.expr(p, depth-2, env)
		if i == f.counter {
			args[i] = fmt.Sprintf("%s mod %d", args[i], 2+g.IntN(4))
		}
	}
	return fmt.Sprintf("(%s (%s))", f.name, strings.Join(args, ", "))
}

// form is an expression or pattern that is made when it is chosen.
type form func() string

// apply is the form of a format with forms for its parts.
func apply(format string, parts ...form) form {
	return func() string {
		texts := []any{}
		for _, p := range parts {
			texts = append(texts, p())
		}
		return fmt.Sprintf(format, texts...)
	}
}

// one makes one of several forms.
func (g *generator) one(forms ...form) string { return pick(g, forms...)() }

// operation is a constructor or primitive operation of type t.
func (g *generator) operation(t typ, d int, env scope) string {
	e := func(t typ) form { return func() string { return g.expr(t, d, env) } }
	lit := func() string { return g.literal(t) }
	key := func() string { return g.key(d, env) }
	switch t {
	case integer:
		return g.arithmetic(d, env)
	case boolean:
		return g.test(d, env)
	case char:
		return g.one(lit, apply("(chr (65 + %s mod 26))", e(integer)))
	case str:
		return g.one(lit, apply("(%s ^ %s)", e(str), lit), apply("(Int.toString %s)", e(integer)), apply("(str %s)", e(char)))
	case colour:
		return g.literal(colour)
	case shape:
		return g.one(apply("(Circle %s)", e(integer)), apply("(Rect (%s, %s))", e(integer), e(integer)))
	case pair:
		return g.one(apply("(%s, %s)", e(integer), e(colour)), apply("(swap (%s, %s))", e(colour), e(integer)))
	case option:
		return g.one(apply("(SOME %s)", e(integer)), apply("(M.find (%s, %s))", e(intMap), key))
	case list:
		return g.one(apply("[%s, %s]", e(integer), e(integer)), apply("(%s :: %s)", e(integer), e(list)),
			apply("(case N.find (%s, (%s, %s)) of SOME l => l | NONE => [])", e(colourMap), e(colour), e(boolean)))
	case tree:
		return g.one(apply("(Node (Leaf, %s, %s))", e(integer), e(tree)), apply("(Node (%s, %s, Leaf))", e(tree), e(integer)))
	case intMap:
		return g.mapOperation(d, env)
	case colourMap:
		return g.one(apply("(N.insert (%s, (%s, %s), %s))", e(colourMap), e(colour), e(boolean), e(list)),
			apply("(N.remove (%s, (%s, true)))", e(colourMap), e(colour)))
	}
	return g.one(apply("(S.add (%s, %s))", e(set), key), apply("(S.delete (%s, %s))", e(set), key), apply("(S.union (%s, %s))", e(set), e(set)),
		apply("(S.difference (%s, %s))", e(set), e(set)))
}

// key is a number that is likely to be a key of a map.
func (g *generator) key(d int, env scope) string {
	if g.chance(2) {
		return fmt.Sprint(g.IntN(4))
	}
	return fmt.Sprintf("(%s mod 4)", g.expr(integer, d, env))
}

func (g *generator) arithmetic(d int, env scope) string {
	a, b := g.expr(integer, d, env), g.expr(integer, d-1, env)
	switch g.IntN(10) {
	case 0:
		return fmt.Sprintf("(%s %s %d)", a, pick(g, "div", "mod"), 2+g.IntN(5))
	case 1:
		return fmt.Sprintf("(%s (%s, %s))", pick(g, "Int.min", "Int.max", "Bits.andb", "Bits.orb", "Bits.xorb"), a, b)
	case 2:
		return fmt.Sprintf("(%s %s)", pick(g, "~", "abs", "Bits.notb", "Bits.ctz"), a)
	case 3:
		return fmt.Sprintf("(%s (%s, %d))", pick(g, "Int.quot", "Int.rem", "Bits.divu", "Bits.lshift", "Bits.arshift"), a, 1+g.IntN(5))
	case 4:
		return fmt.Sprintf("(size %s)", g.expr(str, d, env))
	case 5:
		return fmt.Sprintf("(ord %s)", g.expr(char, d, env))
	case 6:
		return fmt.Sprintf("(length %s)", g.expr(list, d, env))
	case 7:
		return fmt.Sprintf("(first (%s, %s))", a, g.expr(g.anyType(), d-1, env))
	case 8:
		return fmt.Sprintf("(case M.find (%s, %s) of NONE => %s | SOME x => x + 1)", g.expr(intMap, d, env), g.key(d, env), b)
	}
	return fmt.Sprintf("(%s %s %s)", a, pick(g, "+", "-", "*"), b)
}

func (g *generator) test(d int, env scope) string {
	both := func(format string, t typ) string {
		return fmt.Sprintf(format, g.expr(t, d, env), g.expr(t, d-1, env))
	}
	switch g.IntN(9) {
	case 0:
		return both("(%s "+pick(g, "<", "<=", ">", ">=")+" %s)", pick(g, integer, char, str))
	case 1, 2:
		return both("(%s "+pick(g, "=", "<>")+" %s)", typ(g.IntN(int(intMap))))
	case 3:
		return both(pick(g, "(%s andalso %s)", "(%s orelse %s)"), boolean)
	case 4:
		return fmt.Sprintf("(not %s)", g.expr(boolean, d, env))
	case 5:
		return both("(M.equal (%s, %s))", intMap)
	case 6:
		return both("(S.equal (%s, %s))", set)
	case 7:
		return fmt.Sprintf("(S.member (%s, %s))", g.expr(set, d, env), g.key(d, env))
	}
	if len(g.funcs) == 0 || g.calls < 2 {
		return both("(Bits.ltu (%s, %s))", integer)
	}
	return g.sameCalls(d, env)
}

// sameCalls compares the results of two calls of one function.
func (g *generator) sameCalls(d int, env scope) string {
	f := pick(g, g.funcs...)
	g.calls -= 2
	a, b := g.callOf(f, d, env), g.callOf(f, d, env)
	if g.chance(3) {
		b = a
	}
	equal := map[typ]string{intMap: "M.equal (p, q)", colourMap: "N.equal (p, q)", set: "S.equal (p, q)"}[f.result]
	if equal == "" {
		equal = "p = q"
	}
	return fmt.Sprintf("let val p = %s val q = %s in %s end", a, b, equal)
}

func (g *generator) mapOperation(d int, env scope) string {
	m := g.expr(intMap, d, env)
	switch g.IntN(6) {
	case 0:
		return fmt.Sprintf("(M.remove (%s, %s))", m, g.key(d, env))
	case 1:
		return fmt.Sprintf("(M.map (fn v => %s) %s)", g.expr(integer, d-1, env.with("v", integer)), m)
	case 2:
		inner := env.with("v", integer).with("w", integer)
		return fmt.Sprintf("(M.unionWith (fn (v, w) => %s) (%s, %s))", g.expr(integer, d-1, inner), m, g.expr(intMap, d-1, env))
	}
	return fmt.Sprintf("(M.insert (%s, %s, %s))", m, g.key(d, env), g.expr(integer, d-1, env))
}

// patterns makes patterns that bind different variables.
type patterns struct {
	*generator
	env   scope
	bound []string
}

// pattern is one pattern, atomic, with the scope behind it.
func (g *generator) pattern(t typ, depth int, env scope) (string, scope) {
	ps := &patterns{generator: g, env: env}
	p := ps.of(t, depth)
	return p, ps.env
}

func (p *patterns) variable(t typ) string {
	for range 5 {
		name := p.newName()
		if !strings.Contains(" "+strings.Join(p.bound, " ")+" ", " "+name+" ") {
			p.bound = append(p.bound, name)
			p.env = p.env.with(name, t)
			return name
		}
	}
	return "_"
}

// of is a pattern for values of type t.
func (p *patterns) of(t typ, depth int) string {
	switch {
	case p.chance(4):
		return "_"
	case depth <= 0 || p.chance(4) || t >= intMap:
		return p.variable(t)
	case p.chance(6):
		if name := p.variable(t); name != "_" {
			return fmt.Sprintf("(%s as %s)", name, p.of(t, depth-1))
		}
	}
	sub := func(t typ) form { return func() string { return p.of(t, depth-1) } }
	switch t {
	case shape:
		return p.one(apply("Dot"), apply("(Circle %s)", sub(integer)), apply("(Rect (%s, %s))", sub(integer), sub(integer)))
	case pair:
		return apply("(%s, %s)", sub(integer), sub(colour))()
	case option:
		return p.one(apply("NONE"), apply("(SOME %s)", sub(integer)))
	case list:
		return p.one(apply("[]"), apply("[%s]", sub(integer)), apply("(%s :: %s)", sub(integer), sub(list)))
	case tree:
		return p.one(apply("Leaf"), apply("(Node (%s, %s, %s))", sub(tree), sub(integer), sub(tree)))
	}
	return p.literal(t)
}
