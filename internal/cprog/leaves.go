package cprog

import (
	"fmt"
	"strings"
)

// leaf is a literal or what a place holds.
func (g *generator) leaf(intOnly bool) expr {
	if g.chance(70) {
		if e, ok := g.load(intOnly); ok {
			return e
		}
	}
	if !intOnly && g.choose(Floats, 15) {
		return g.floatLiteral()
	}
	return g.intLiteral()
}

// load is what a number's place holds.
func (g *generator) load(intOnly bool) (expr, bool) {
	p, ok := g.find(func(p place) bool { return p.t.isInteger() || p.t.kind == floating && !intOnly })
	if !ok {
		return expr{}, false
	}
	return g.read(p), true
}

func (g *generator) read(p place) expr {
	text, eff := g.name(p)
	return expr{text: text, float: p.t.kind == floating, eff: eff.and(p.access())}
}

func (g *generator) intLiteral() expr {
	switch g.r.IntN(12) {
	case 0:
		return literal(fmt.Sprintf("%du", g.r.Uint32()))
	case 1:
		return literal(fmt.Sprintf("%dL", g.r.Uint64()>>1))
	case 2:
		return literal(fmt.Sprintf("0x%xUL", g.r.Uint64()))
	case 3:
		return literal(pick(g, []string{"'a'", `'\n'`, `'\xff'`, `'\0'`}))
	case 4:
		return literal(pick(g, []string{"(-2147483647 - 1)", "2147483647", "0xffffu", "-1"}))
	case 5:
		return literal(fmt.Sprint(g.r.Int64N(1 << 31)))
	case 6:
		if g.choose(Enums, 100) {
			return literal(g.o.Prefix + pick(g, []string{"RED", "GREEN", "BLUE"}))
		}
	}
	return literal(fmt.Sprint(g.r.IntN(20)))
}

func (g *generator) floatLiteral() expr {
	text := pick(g, []string{"0.0", "1.0", "0.5", "-2.25", "3.0f", "0.1f", "0.1", "1e10", "-1e-3", "0x1.8p+3", "1e300", "-0.0", "16777217.0f"})
	return expr{text: text, float: true}
}

// sizeofExpr is the size of something.
func (g *generator) sizeofExpr() expr {
	g.use(Sizeof)
	if p, ok := g.find(func(p place) bool { return !p.bits && len(p.path) < 2 }); ok && g.chance(60) {
		text, _ := g.name(p)
		return literal("sizeof " + text)
	}
	return literal("sizeof(" + g.integerType().name + ")")
}

// character is a character of a string literal.
func (g *generator) character() expr {
	g.use(Strings)
	at := g.index(8)
	if g.chance(30) {
		in := strings.NewReplacer("S", pick(g, stringLiterals), "T", pick(g, stringLiterals), "I", "("+at.text+")")
		return expr{text: in.Replace(pick(g, builtinForms)), eff: at.eff}
	}
	return expr{text: fmt.Sprintf("%s[%s]", pick(g, stringLiterals), at.text), eff: at.eff}
}

// stringLiterals are string literals of eight characters or more, the end included.
var stringLiterals = []string{`"hello, w"`, `"\n\t\"q\\\0z"`, `"\x80\xff\001abcde"`}

// builtinForms are uses of functions that compilers know, of string literals S and T and an index I in them.
var builtinForms = []string{"(int)__builtin_strlen(S + I)", "(__builtin_strcmp(S, T + I) > 0)", "(__builtin_strchr(S, I + 100) != 0)", "__builtin_popcount(I)",
	"(__builtin_bswap32(I) >> 24)", "__builtin_ctz(I | 8)", "__builtin_clz(I | 1)", "__builtin_abs(I - 3)"}

// intOfFloat converts what a floating place holds where it fits.
func (g *generator) intOfFloat() (expr, bool) {
	p, ok := g.find(func(p place) bool { return p.t.kind == floating })
	if !ok {
		return expr{}, false
	}
	text, eff := g.name(p)
	if !eff.quiet() {
		return expr{}, false
	}
	g.use(FloatToInt)
	t := pick(g, integers)
	low, high := "-1", fmt.Sprintf("0x1p%d", t.bits)
	if t.signed {
		low, high = fmt.Sprintf("-0x1p%d", t.bits-1), fmt.Sprintf("0x1p%d", t.bits-1)
	}
	if t.bits == 1 {
		high = "2"
	}
	if p.t.bits > 64 {
		low, high = low+"L", high+"L"
	}
	return expr{
		text: fmt.Sprintf("(%s > %s && %s < %s ? (%s)%s : %d)", text, low, text, high, t.name, text, g.r.IntN(5)),
		eff:  eff.and(p.access()),
	}, true
}
