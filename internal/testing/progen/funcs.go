package progen

import "fmt"

// Random functions. Each may call those made before it; recursive ones call themselves on a part of their argument only.

// function adds one function, or several that are mutually recursive, to the program.
func (g *generator) function() {
	g.names++
	name := fmt.Sprint(pick(g, "go", "step", "f", "walk"), g.names)
	switch g.IntN(8) {
	case 0, 1:
		g.plain(name)
	case 2:
		g.overList(name)
	case 3:
		g.accumulate(name)
	case 4:
		g.overTree(name)
	case 5:
		g.countDown(name)
	case 6:
		g.mutual(name)
	case 7:
		g.entangled(name)
	}
}

func (g *generator) declare(f function, format string, args ...any) {
	fmt.Fprintf(&g.out, format, args...)
	g.funcs = append(g.funcs, f)
}

// plain is a function that is not recursive.
func (g *generator) plain(name string) {
	a, b, r := g.anyType(), g.anyType(), g.anyType()
	g.calls = 2
	env := scope{}.with("a", a).with("b", b)
	if g.chance(2) {
		g.declare(function{name, []typ{a}, -1, r}, "fun %s (a : %s) =\n  %s\n", name, a.sml(), g.expr(r, 3, env[:1]))
		return
	}
	g.declare(function{name, []typ{a, b}, -1, r}, "fun %s (a : %s, b : %s) =\n  %s\n", name, a.sml(), b.sml(), g.expr(r, 3, env))
}

// overList recurs down a list, by clauses or by case.
func (g *generator) overList(name string) {
	b, r := g.anyType(), g.anyType()
	g.calls = 1
	env := scope{}.with("b", b)
	base := g.expr(r, 2, env)
	step := g.expr(r, 2, env.with("x", integer).with("xs", list).with("r", r))
	f := function{name, []typ{list, b}, -1, r}
	if g.chance(2) {
		g.declare(f, "fun %[1]s ([], b : %[2]s) : %[3]s = %[4]s\n  | %[1]s (x :: xs, b) = let val r = %[1]s (xs, b) in %[5]s end\n",
			name, b.sml(), r.sml(), base, step)
		return
	}
	g.declare(f, "fun %[1]s (l : int list, b : %[2]s) : %[3]s =\n  case l of [] => %[4]s\n  | x :: xs => let val r = %[1]s (xs, b) in %[5]s end\n",
		name, b.sml(), r.sml(), base, step)
}

// accumulate is tail recursive down a list.
func (g *generator) accumulate(name string) {
	acc := g.anyType()
	g.calls = 1
	env := scope{}.with("x", integer).with("acc", acc)
	g.declare(function{name, []typ{list, acc}, -1, acc},
		"fun %[1]s (l, acc : %[2]s) : %[2]s =\n  case l of [] => acc | x :: rest => %[1]s (rest, %[3]s)\n", name, acc.sml(), g.expr(acc, 2, env))
}

// overTree recurs into both subtrees.
func (g *generator) overTree(name string) {
	r := g.anyType()
	g.calls = 1
	env := scope{}.with("l", tree).with("x", integer).with("p", r).with("q", r)
	g.declare(function{name, []typ{tree}, -1, r},
		"fun %[1]s t : %[2]s =\n  case t of Leaf => %[3]s\n  | Node (l, x, r) => let val p = %[1]s l val q = %[1]s r in %[4]s end\n",
		name, r.sml(), g.expr(r, 1, nil), g.expr(r, 3, env))
}

// countDown recurs with a counter.
func (g *generator) countDown(name string) {
	a, r := g.anyType(), g.anyType()
	g.calls = 1
	env := scope{}.with("n", integer).with("a", a)
	g.declare(function{name, []typ{integer, a}, 0, r},
		"fun %[1]s (n, a : %[2]s) : %[3]s =\n  if n <= 0 then %[4]s else let val r = %[1]s (n - 1, %[5]s) in %[6]s end\n",
		name, a.sml(), r.sml(), g.expr(r, 2, env), g.expr(a, 1, env), g.expr(r, 2, env.with("r", r)))
}

// mutual is two functions that call each other down a list.
func (g *generator) mutual(name string) {
	r := g.anyType()
	g.calls = 1
	env := scope{}.with("b", boolean)
	base := g.expr(r, 1, env)
	inner := env.with("x", integer).with("r", r)
	other := name + "'"
	g.declare(function{name, []typ{list, boolean}, -1, r},
		"fun %[1]s (l, b : bool) : %[3]s = (case l of [] => %[4]s | x :: xs => let val r = %[2]s (xs, %[5]s) in %[6]s end)\n"+
			"and %[2]s ([], b) = %[7]s\n  | %[2]s (x :: xs, b) = if b then %[7]s else let val r = %[1]s (xs, not b) in %[8]s end\n",
		name, other, r.sml(), base, g.expr(boolean, 1, inner[:2]), g.expr(r, 2, inner), g.expr(r, 1, env), g.expr(r, 2, inner))
	g.funcs = append(g.funcs, function{other, []typ{list, boolean}, -1, r})
}

// entangled is three functions with a counter, each of which calls any of them, behind what another one gives or not: recursion inside recursion, in
// which the functions wait for each other in every order.
func (g *generator) entangled(name string) {
	t := g.anyType()
	names := []string{name, name + "'", name + "''"}
	env := scope{}.with("n", integer).with("a", t)
	for i, f := range names {
		call := func(down int, arg string) string {
			return fmt.Sprintf("%s (n - %d, %s)", pick(g, names...), down, arg)
		}
		way := func() string {
			g.calls = 0
			if g.chance(2) {
				return call(1, g.expr(t, 1, env))
			}
			first := call(1+g.IntN(2), g.expr(t, 1, env))
			return fmt.Sprintf("let val r = %s in %s end", first, pick(g, call(2, g.expr(t, 1, env.with("r", t))), g.expr(t, 2, env.with("r", t))))
		}
		fmt.Fprintf(&g.out, "%s %s (n, a : %s) : %s =\n  if n <= 0 then %s else if %s then %s\n  else %s\n",
			[]string{"fun", "and", "and"}[i], f, t.sml(), t.sml(), g.expr(t, 1, env), g.expr(boolean, 2, env), way(), way())
	}
	for _, f := range names {
		g.funcs = append(g.funcs, function{f, []typ{integer, t}, 0, t})
	}
}
