package scfml

import (
	"strings"

	"scf/internal/diag"
	"scf/scfml/core"
)

// Matches that may fail and arms that are never reached, found with the usefulness of pattern matrices (Maranget, "Warnings
// for pattern matching", 2007). Both are warnings. The search is cut off at a number of steps, and then says nothing.

// matchCheck is a match to examine.
type matchCheck struct {
	pos    diag.Pos
	what   string // case, fun, fn or val
	places []diag.Pos
	arms   []core.Arm
}

const matchSteps = 100_000

// matchWarnings examines one match.
func matchWarnings(c matchCheck) []*diag.Error {
	var warns []*diag.Error
	search := &usefulness{steps: matchSteps}
	var rows [][]core.Pat
	for i, a := range c.arms {
		row := []core.Pat{a.Pat}
		if _, useful := search.witness(rows, row); !useful && search.steps > 0 {
			warns = append(warns, diag.Errorf(c.places[i], "this case is never reached: those before it match all that it matches"))
		}
		rows = append(rows, row)
	}
	missing, useful := search.witness(rows, []core.Pat{&core.WildPat{}})
	if !useful || search.steps <= 0 {
		return warns
	}
	what := map[string]string{"case": "the case expression", "fun": "the function", "fn": "the fn", "val": "the binding"}[c.what]
	return append(warns, diag.Errorf(c.pos, "%s has no case for %s", what, core.PatText(missing[0])).
		WithHint("a value that no case matches is an error at run time"))
}

// usefulness is one search; steps bounds its work.
type usefulness struct{ steps int }

// witness reports whether row matches values that no row of the matrix matches, and gives patterns for such values.
func (u *usefulness) witness(rows [][]core.Pat, row []core.Pat) ([]core.Pat, bool) {
	u.steps--
	if u.steps <= 0 {
		return nil, false
	}
	if len(row) == 0 {
		return nil, len(rows) == 0
	}
	head := core.Bare(row[0])
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
	return append([]core.Pat{missingHead(heads)}, w...), true
}

// head is the outermost constructor of a pattern: a constructor, a literal, or the tuple of some size.
type head struct {
	con   *core.Con
	lit   core.Value
	arity int
}

// headOf is the head of a bare pattern; wildcards and variables have none.
func headOf(p core.Pat) (head, bool) {
	switch p := p.(type) {
	case *core.ConPat:
		return head{con: p.Con, arity: len(p.Con.Args)}, true
	case *core.LitPat:
		return head{lit: p.Value}, true
	case *core.TuplePat:
		return head{arity: len(p.Elems)}, true
	}
	return head{}, false
}

// args are the patterns below h in p, which has that head or none.
func (h head) args(p core.Pat) []core.Pat {
	switch p := p.(type) {
	case *core.ConPat:
		return append([]core.Pat(nil), p.Args...)
	case *core.TuplePat:
		return append([]core.Pat(nil), p.Elems...)
	}
	return wildcards(h.arity)
}

// rebuild puts h back around the first patterns of a witness.
func (h head) rebuild(w []core.Pat) []core.Pat {
	var p core.Pat = &core.TuplePat{Elems: w[:h.arity:h.arity]}
	switch {
	case h.con != nil:
		p = &core.ConPat{Con: h.con, Args: w[:h.arity:h.arity]}
	case h.lit != nil:
		p = &core.LitPat{Value: h.lit}
	}
	return append([]core.Pat{p}, w[h.arity:]...)
}

// specialize keeps the rows that can match a value with head h, and replaces their first pattern by those below it.
func specialize(rows [][]core.Pat, h head) [][]core.Pat {
	var out [][]core.Pat
	for _, r := range rows {
		p := core.Bare(r[0])
		if ph, ok := headOf(p); !ok || ph == h {
			out = append(out, append(h.args(p), r[1:]...))
		}
	}
	return out
}

// defaults keeps the rows that match whatever the head is.
func defaults(rows [][]core.Pat) [][]core.Pat {
	var out [][]core.Pat
	for _, r := range rows {
		if _, ok := headOf(core.Bare(r[0])); !ok {
			out = append(out, r[1:])
		}
	}
	return out
}

// headsOf are the different heads in the first column, in order.
func headsOf(rows [][]core.Pat) []head {
	var heads []head
	seen := map[head]bool{}
	for _, r := range rows {
		if h, ok := headOf(core.Bare(r[0])); ok && !seen[h] {
			seen[h] = true
			heads = append(heads, h)
		}
	}
	return heads
}

// complete reports whether every value has one of the heads.
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
	case core.Bool:
		return []head{{lit: core.Bool(true)}, {lit: core.Bool(false)}}
	case core.Char:
		all := make([]head, 256)
		for i := range all {
			all[i] = head{lit: core.Char(i)}
		}
		return all
	}
	return nil
}

// missingHead is a pattern whose head is none of those given, which are not complete.
func missingHead(heads []head) core.Pat {
	if len(heads) == 0 {
		return &core.WildPat{}
	}
	has := map[head]bool{}
	for _, h := range heads {
		has[h] = true
	}
	for _, h := range signature(heads) {
		switch {
		case has[h]:
		case h.con != nil:
			return &core.ConPat{Con: h.con, Args: wildcards(h.arity)}
		default:
			return &core.LitPat{Value: h.lit}
		}
	}
	var lit core.Value
	for i := 0; lit == nil || has[head{lit: lit}]; i++ {
		lit = core.Int(i)
		if _, ok := heads[0].lit.(core.Str); ok {
			lit = core.Str(strings.Repeat("a", i))
		}
	}
	return &core.LitPat{Value: lit}
}
