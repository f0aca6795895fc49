package splice

import (
	"cmp"

	"scf/ast"
	"scf/cfront/ctext"
	"scf/internal/diag"
)

// This file puts several functions back at once.

// Replacement is a function of a file, by the place where it stands, and what is made of it.
type Replacement struct {
	Site *Site
	Tree *ast.Func
	How  How
}

// All is Site.Splice of several functions: everything else in the text stays as it is. It is an error if two functions have
// one name, or any cannot be spliced.
func All(t *ctext.Text, rs []Replacement) ([]byte, error) {
	var edits []ctext.Edit
	names := map[string]bool{}
	for _, r := range rs {
		s := newSplicer(t, r.Site, r.Tree, r.How)
		es, err := s.edits()
		for _, name := range append(s.madeNames(), r.Site.Func, s.newName()) {
			if err == nil && name != "" && names[name] {
				err = s.errorf("there would be two functions %s", name)
			}
			names[name] = true
		}
		if err != nil {
			return nil, diag.AttachSource(err, t.Name(), string(t.Source()))
		}
		edits = append(edits, es...)
	}
	return ctext.Apply(t.Source(), edits), nil
}

// madeNames are the names of the functions that are added for the new one.
func (s *splicer) madeNames() (names []string) {
	for _, m := range s.how.Made {
		names = append(names, m.Tree.Name)
	}
	return names
}

// newName is the name of the function that is added; "" for none.
func (s *splicer) newName() string {
	if s.how.Guard {
		return cmp.Or(s.how.As, s.site.Func+"__spec")
	}
	return s.how.As
}
