package cprog

import "strconv"

// This file writes functions that call themselves, or each other: with numbers that end, along memory that does not change, and
// where the same arguments come back.

// recursions writes the recursive functions that every program may call.
func (g *generator) recursions() {
	if !g.may(Recursion) {
		return
	}
	p := g.o.Prefix
	two := []*variable{{t: intType}, {t: longType}}
	g.line("static int %sfall(int a, long b) {", p)
	g.line("    a &= %d;", pick(g, []int{3, 7, 15}))
	g.line("    if (a == 0) return (int)(b & 0xffff);")
	g.line("    return %sfall(a - 1, %s) + a;", p, pick(g, []string{"b", "b * 3", "b ^ a", "7"}))
	g.line("}")
	g.line("static int %sodd(int, long);", p)
	g.line("static int %seven(int a, long b) {", p)
	g.line("    %sheld += %d;", p, g.r.IntN(3))
	g.line("    return (b & 31) == 0 ? a + 1 : %sodd(a, %s);", p, pick(g, []string{"(b & 31) - 1", "(b & 31) / 2"}))
	g.line("}")
	g.line("static int %sodd(int a, long b) {", p)
	g.line("    while (b & 32) b ^= 32;")
	g.line("    if ((b & 31) != 0 && a < %d) return %seven(%s, (b & 31) - 1);", g.r.IntN(40), p, pick(g, []string{"a", "a", "a + 1"}))
	g.line("    return a - 1;")
	g.line("}")
	g.line("static int %swalk(const int *t, int n, int x) {", p)
	g.line("    if (n <= 0) return x;")
	g.line("    switch (t[0] & 7) {")
	g.line("    case 0: return %swalk(t + 1, n - 1, x * 3 + 1);", p)
	g.line("    case 1: return x & 4 ? %swalk(t + 1, n - 1, x + t[0]) : x ^ 5;", p)
	g.line("    case 2: return %swalk(t + 1, n - 2, x) - %swalk(t + 1, n - 1, x + 1);", p, p)
	g.line("    case 3: { int a = %sprobe(x, n); return n > 2 && %swalk(t + 2, n - 2, a) > x || t[0] > a; }", p, p)
	g.line("    case 4: for (int i = 0; i < 2; i++) x += %swalk(t + 1, n - 3, i); return x;", p)
	g.line("    case 5: return (x & 8) == 0 ? %swalk(t, n, x | 8) : %swalk(t + 1, n - 1, x & ~8);", p, p)
	g.line("    case 6: %sheld ^= t[0]; break;", p)
	g.line("    }")
	g.line("    return %swalk(t + 1, n - 1, x ^ t[0]);", p)
	g.line("}")
	g.funcs = append(g.funcs,
		&function{name: p + "fall", result: intType, params: two, pure: true},
		&function{name: p + "even", result: intType, params: two},
		&function{name: p + "odd", result: intType, params: two})
}

// recursion calls the function that goes along memory.
func (g *generator) recursion() bool {
	if !g.may(Recursion) || !g.may(HelperCalls) || !g.may(Calls) || !g.may(Pointers) {
		return false
	}
	p, ok := g.find(func(p place) bool { return p.t.kind == pointer && p.t.frozen && p.t.n > 1 && p.t.elem == intType })
	acc, found := g.find(func(q place) bool { return !q.fixed && q.t.isInteger() && !q.memory && len(q.path) == 0 })
	if !ok || !found {
		return false
	}
	g.effects = 0
	from, ok := g.pointer(want{elem: intType, n: p.t.n, life: g.depth, frozen: true})
	if !ok {
		return false
	}
	g.use(Recursion)
	n := min(p.t.n, 1+g.r.IntN(9))
	g.line("%s += %swalk(%s, %s, %s);", acc.v.name, g.o.Prefix, from.text, strconv.Itoa(n), pick(g, []string{"3", acc.v.name}))
	return true
}
