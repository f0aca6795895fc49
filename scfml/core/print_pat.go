package core

import (
	"strconv"
	"strings"

	"scf/internal/valtext"
)

// PatText is a pattern as it is written, for messages.
func PatText(p Pat) string {
	var b strings.Builder
	writePatText(&b, p, false)
	return b.String()
}

func writePatText(b *strings.Builder, p Pat, atomic bool) {
	list := func(ps []Pat) {
		b.WriteString("(")
		for i, x := range ps {
			if i > 0 {
				b.WriteString(", ")
			}
			writePatText(b, x, false)
		}
		b.WriteString(")")
	}
	switch p := p.(type) {
	case *LitPat:
		b.WriteString(scalarText(p.Value))
	case *TuplePat:
		list(p.Elems)
	case *ConPat:
		if len(p.Args) == 0 {
			b.WriteString(p.Con.Name)
			return
		}
		if atomic {
			b.WriteString("(")
			defer b.WriteString(")")
		}
		if p.Con == Cons {
			writePatText(b, p.Args[0], true)
			b.WriteString(" :: ")
			writePatText(b, p.Args[1], Bare(p.Args[1]) != p.Args[1])
			return
		}
		b.WriteString(p.Con.Name + " ")
		if len(p.Args) == 1 {
			writePatText(b, p.Args[0], true)
		} else {
			list(p.Args)
		}
	default:
		b.WriteString("_")
	}
}

// scalarText is a scalar as a literal of SCF-ML.
func scalarText(v Value) string {
	switch v := v.(type) {
	case Int:
		return valtext.FormatInt(int64(v))
	case Bool:
		return strconv.FormatBool(bool(v))
	case Char:
		return valtext.QuoteChar(byte(v))
	case Str:
		return valtext.Quote(string(v))
	}
	return DeadName
}

// Bare is p without the variables around it.
func Bare(p Pat) Pat {
	for {
		as, ok := p.(*AsPat)
		if !ok {
			return p
		}
		p = as.Pat
	}
}
