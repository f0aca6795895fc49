package cfront

import (
	"slices"

	"scf/ast"
	"scf/internal/diag"
)

// This file changes several places of a text at once.

// edit is that text stands in place of the bytes from the one offset to the other.
type edit struct {
	from, to int
	text     string
}

// applyEdits makes the edits, none of which overlap.
func applyEdits(src []byte, edits []edit) []byte {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b edit) int { return a.from - b.from })
	size := len(src)
	for _, e := range edits {
		size += len(e.text) - (e.to - e.from)
	}
	out := make([]byte, 0, size)
	at := 0
	for _, e := range edits {
		out = append(append(out, src[at:e.from]...), e.text...)
		at = e.to
	}
	return append(out, src[at:]...)
}

// Replacement is a function of a file, by the place where it stands, and what is made of it.
type Replacement struct {
	Site *Site
	Tree *ast.Func
	How  How
}

// SpliceAll is Site.Splice of several functions: everything else in the text stays as it is. It is an error if two functions have
// one name, or any cannot be spliced.
func (t *Text) SpliceAll(rs []Replacement) ([]byte, error) {
	var edits []edit
	names := map[string]bool{}
	for _, r := range rs {
		s := newSplicer(t, r.Site, r.Tree, r.How)
		es, err := s.edits()
		for _, name := range []string{r.Site.Func, s.newName()} {
			if err == nil && name != "" && names[name] {
				err = s.errorf("there would be two functions %s", name)
			}
			names[name] = true
		}
		if err != nil {
			return nil, diag.AttachSource(err, t.name, string(t.src))
		}
		edits = append(edits, es...)
	}
	return applyEdits(t.src, edits), nil
}

// newName is the name of the function that is added; "" for none.
func (s *splicer) newName() string {
	if s.how.Guard {
		return orElse(s.how.As, s.site.Func+"__spec")
	}
	return s.how.As
}
