package core

import "strings"

// KeySet is a set of keys of maps: those that one of its patterns matches, of literals, constructors, tuples and wildcards. None is the empty
// set. It is immutable; sets that are the same pointer are equal, others may be.
type KeySet struct{ Pats []Pat }

// String lists the patterns.
func (s *KeySet) String() string {
	var out []string
	for _, p := range s.Pats {
		out = append(out, PatString(p))
	}
	if out == nil {
		return "Nothing"
	}
	return strings.Join(out, " | ")
}

// Size is the number of nodes of the patterns.
func (s *KeySet) Size() int { return sizeOfPats(s.Pats) }

func sizeOfPats(ps []Pat) int {
	n := len(ps)
	for _, p := range ps {
		n += sizeOfPats(SubPats(p))
	}
	return n
}

// SubPats are the patterns that a pattern of a key set is made of.
func SubPats(p Pat) []Pat {
	switch p := p.(type) {
	case *ConPat:
		return p.Args
	case *TuplePat:
		return p.Elems
	}
	return nil
}

// PatString is a pattern of a key set as text: patterns match the same keys where the texts are equal.
func PatString(p Pat) string {
	switch p := p.(type) {
	case *LitPat:
		return FormatValue(p.Value)
	case *ConPat:
		if len(p.Args) == 0 {
			return p.Con.Name
		}
		return p.Con.Name + tupleOfPats(p.Args)
	case *TuplePat:
		return tupleOfPats(p.Elems)
	}
	return "_"
}

func tupleOfPats(ps []Pat) string {
	var out []string
	for _, p := range ps {
		out = append(out, PatString(p))
	}
	return "(" + strings.Join(out, ", ") + ")"
}

// Overlap reports whether a key may match both patterns, of key sets of one type.
func Overlap(p, q Pat) bool {
	if isWild(p) || isWild(q) {
		return true
	}
	if l, ok := p.(*LitPat); ok {
		m, ok := q.(*LitPat)
		return ok && Equal(l.Value, m.Value)
	}
	if c, ok := p.(*ConPat); ok {
		d, isCon := q.(*ConPat)
		if !isCon || c.Con != d.Con {
			return false
		}
	}
	ps, qs := SubPats(p), SubPats(q)
	for i := range min(len(ps), len(qs)) {
		if !Overlap(ps[i], qs[i]) {
			return false
		}
	}
	return true
}

func isWild(p Pat) bool {
	_, ok := p.(*WildPat)
	return ok
}

// MatchesOne reports whether a pattern of a key set matches one key alone.
func MatchesOne(p Pat) bool {
	if isWild(p) {
		return false
	}
	for _, part := range SubPats(p) {
		if !MatchesOne(part) {
			return false
		}
	}
	return true
}

// PatOf is the pattern of a key set that v alone matches; of a map, any.
func PatOf(v Value) Pat {
	parts := func(vs []Value) (out []Pat) {
		for _, v := range vs {
			out = append(out, PatOf(v))
		}
		return out
	}
	switch v := v.(type) {
	case *ConValue:
		return &ConPat{Con: v.Con, Args: parts(v.Args)}
	case *Tuple:
		return &TuplePat{Elems: parts(v.Elems)}
	case *MapValue, *SetValue:
		return &WildPat{}
	}
	return &LitPat{Value: v}
}

// KeyOf is the key that p matches, a pattern that matches one key.
func KeyOf(p Pat) Value {
	parts := func(ps []Pat) (out []Value) {
		for _, p := range ps {
			out = append(out, KeyOf(p))
		}
		return out
	}
	switch p := p.(type) {
	case *ConPat:
		return &ConValue{Con: p.Con, Args: parts(p.Args)}
	case *TuplePat:
		return &Tuple{Elems: parts(p.Elems)}
	}
	return p.(*LitPat).Value
}
