package dse

import (
	"strings"

	"scf/scfml/core"
)

// The text of liveness patterns, for traces (figure 7.4).

// String is the dissertation's notation: L, D, (L, D), unary D | binary(L, D), [keys, l], {keys} for a set, and a star after maps
// and sets that are iterated. Patterns share their parts, so that as text they can be very long: what lies deep, or behind many
// others, is left out.
func (l *LivenessPattern) String() string { return patternText([]*LivenessPattern{l}) }

// A text shows sums to the depth maxNested, and maxShown of them.
const (
	maxNested = 3
	maxShown  = 12
)

// patternText is a list of patterns.
func patternText(ls []*LivenessPattern) string {
	p := &patternPrinter{}
	p.list(ls)
	return p.b.String()
}

type patternPrinter struct {
	b     strings.Builder
	depth int // of sums around
	shown int // sums
}

func (p *patternPrinter) list(ls []*LivenessPattern) {
	for i, l := range ls {
		if i > 0 {
			p.b.WriteString(", ")
		}
		p.pattern(l)
	}
}

func (p *patternPrinter) pattern(l *LivenessPattern) {
	switch l.kind {
	case dead:
		p.b.WriteString("D")
	case live:
		p.b.WriteString("L")
	case product:
		p.b.WriteString("(")
		p.list(l.elems)
		p.b.WriteString(")")
	case sum:
		p.sum(l)
	case mapping:
		p.mapping(l)
	}
}

func (p *patternPrinter) sum(l *LivenessPattern) {
	if p.depth == maxNested || p.shown == maxShown {
		p.b.WriteString("...")
		return
	}
	p.depth++
	p.shown++
	for i, a := range l.alts {
		if i > 0 {
			p.b.WriteString(" | ")
		}
		p.alternative(a)
	}
	p.depth--
}

func (p *patternPrinter) mapping(l *LivenessPattern) {
	if l.isSet {
		p.b.WriteString("{" + l.keys.String() + "}")
	} else {
		p.b.WriteString("[" + l.keys.String() + ", ")
		p.pattern(l.value)
		p.b.WriteString("]")
	}
	if l.iterated {
		p.b.WriteString("*")
	}
}

func (p *patternPrinter) alternative(a alternative) {
	switch {
	case a.con == nil:
		p.b.WriteString(core.FormatValue(a.lit))
	case len(a.args) == 0:
		p.b.WriteString(a.con.Name)
	case len(a.args) == 1 && a.args[0].kind != sum && a.args[0].kind != mapping:
		p.b.WriteString(a.con.Name + " ")
		p.pattern(a.args[0])
	default:
		p.b.WriteString(a.con.Name + "(")
		p.list(a.args)
		p.b.WriteString(")")
	}
}
