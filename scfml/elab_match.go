package scfml

import (
	"strconv"
	"strings"

	"scf/internal/diag"
	"scf/internal/valtext"
)

// Matches that may fail and arms that are never reached, found with the usefulness of pattern matrices (Maranget, "Warnings
// for pattern matching", 2007). Both are warnings. The search is cut off at a number of steps, and then says nothing.

// matchCheck is a match to examine.
type matchCheck struct {
	pos    diag.Pos
	what   string // case, fun, fn or val
	places []diag.Pos
	arms   []Arm
}

const matchSteps = 100_000

// matchWarnings examines one match.
func matchWarnings(c matchCheck) []*diag.Error {
	var warns []*diag.Error
	search := &usefulness{steps: matchSteps}
	var rows [][]Pat
	for i, a := range c.arms {
		row := []Pat{a.Pat}
		if _, useful := search.witness(rows, row); !useful && search.steps > 0 {
			warns = append(warns, diag.Errorf(c.places[i], "this case is never reached: those before it match all that it matches"))
		}
		rows = append(rows, row)
	}
	missing, useful := search.witness(rows, []Pat{&WildPat{}})
	if !useful || search.steps <= 0 {
		return warns
	}
	what := map[string]string{"case": "the case expression", "fun": "the function", "fn": "the fn", "val": "the binding"}[c.what]
	return append(warns, diag.Errorf(c.pos, "%s has no case for %s", what, patText(missing[0])).
		WithHint("a value that no case matches is an error at run time"))
}

// usefulness is one search; steps bounds its work.
type usefulness struct{ steps int }

// witness tells whether row matches values that no row of the matrix matches, and gives patterns for such values.
func (u *usefulness) witness(rows [][]Pat, row []Pat) ([]Pat, bool) {
	u.steps--
	if u.steps <= 0 {
		return nil, false
	}
	if len(row) == 0 {
		return nil, len(rows) == 0
	}
	head := bare(row[0])
	if h, ok := headOf(head); ok {
		w, useful := u.witness(specialize(rows, h), append(h.args(head), row[1:]...))
		if !useful {
			return nil, false
		}
		return h.rebuild(w), true
	}
	heads := headsOf(rows)
	if complete(heads) {
		for _, h := range signature(heads) {
			w, useful := u.witness(specialize(rows, h), append(wildcards(h.arity), row[1:]...))
			if useful {
				return h.rebuild(w), true
			}
		}
		return nil, false
	}
	w, useful := u.witness(defaults(rows), row[1:])
	if !useful {
		return nil, false
	}
	return append([]Pat{missingHead(heads)}, w...), true
}

// head is the outermost constructor of a pattern: a constructor, a literal, or the tuple of some size.
type head struct {
	con   *Con
	lit   Value
	arity int
}

// bare is p without the variables around it.
func bare(p Pat) Pat {
	for {
		as, ok := p.(*AsPat)
		if !ok {
			return p
		}
		p = as.Pat
	}
}

// headOf is the head of a bare pattern; wildcards and variables have none.
func headOf(p Pat) (head, bool) {
	switch p := p.(type) {
	case *ConPat:
		return head{con: p.Con, arity: len(p.Con.Args)}, true
	case *LitPat:
		return head{lit: p.Value}, true
	case *TuplePat:
		return head{arity: len(p.Elems)}, true
	}
	return head{}, false
}

// args are the patterns below h in p, which has that head or none.
func (h head) args(p Pat) []Pat {
	switch p := p.(type) {
	case *ConPat:
		return append([]Pat(nil), p.Args...)
	case *TuplePat:
		return append([]Pat(nil), p.Elems...)
	}
	return wildcards(h.arity)
}

// rebuild puts h back around the first patterns of a witness.
func (h head) rebuild(w []Pat) []Pat {
	var p Pat = &TuplePat{w[:h.arity:h.arity]}
	switch {
	case h.con != nil:
		p = &ConPat{h.con, w[:h.arity:h.arity]}
	case h.lit != nil:
		p = &LitPat{h.lit}
	}
	return append([]Pat{p}, w[h.arity:]...)
}

// specialize keeps the rows that can match a value with head h, and replaces their first pattern by those below it.
func specialize(rows [][]Pat, h head) [][]Pat {
	var out [][]Pat
	for _, r := range rows {
		p := bare(r[0])
		if ph, ok := headOf(p); !ok || ph == h {
			out = append(out, append(h.args(p), r[1:]...))
		}
	}
	return out
}

// defaults keeps the rows that match whatever the head is.
func defaults(rows [][]Pat) [][]Pat {
	var out [][]Pat
	for _, r := range rows {
		if _, ok := headOf(bare(r[0])); !ok {
			out = append(out, r[1:])
		}
	}
	return out
}

// headsOf are the different heads in the first column, in order.
func headsOf(rows [][]Pat) []head {
	var heads []head
	seen := map[head]bool{}
	for _, r := range rows {
		if h, ok := headOf(bare(r[0])); ok && !seen[h] {
			seen[h] = true
			heads = append(heads, h)
		}
	}
	return heads
}

// complete tells whether every value has one of the heads.
func complete(heads []head) bool {
	return len(heads) > 0 && len(signature(heads)) == len(heads)
}

// signature is all heads of the type that the given ones are of; nil where there is no end to them.
func signature(heads []head) []head {
	first := heads[0]
	switch {
	case first.con != nil:
		all := make([]head, len(first.con.Data.Cons))
		for i, c := range first.con.Data.Cons {
			all[i] = head{con: c, arity: len(c.Args)}
		}
		return all
	case first.lit == nil:
		return []head{first}
	}
	switch first.lit.(type) {
	case Bool:
		return []head{{lit: Bool(true)}, {lit: Bool(false)}}
	case Char:
		all := make([]head, 256)
		for i := range all {
			all[i] = head{lit: Char(i)}
		}
		return all
	}
	return nil
}

// missingHead is a pattern whose head is none of those given, which are not complete.
func missingHead(heads []head) Pat {
	if len(heads) == 0 {
		return &WildPat{}
	}
	has := map[head]bool{}
	for _, h := range heads {
		has[h] = true
	}
	for _, h := range signature(heads) {
		switch {
		case has[h]:
		case h.con != nil:
			return &ConPat{h.con, wildcards(h.arity)}
		default:
			return &LitPat{h.lit}
		}
	}
	var lit Value
	for i := 0; lit == nil || has[head{lit: lit}]; i++ {
		lit = Int(i)
		if _, ok := heads[0].lit.(Str); ok {
			lit = Str(strings.Repeat("a", i))
		}
	}
	return &LitPat{lit}
}

// patText is a pattern as it is written, for messages.
func patText(p Pat) string {
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
			writePatText(b, p.Args[1], bare(p.Args[1]) != p.Args[1])
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
	return deadName
}
