package eval

import (
	"slices"
	"strings"

	"scf/scfml"
	"scf/stager"
)

// Reasons: why staged passes still do late what they do, by what the work is on. What the late values decide must be done, and the tree
// that is given must be made; the rest is what a bound, a loop or a join keeps between those who make a value and those who take it apart.

// reason is why some work is done late.
type reason string

const (
	decided reason = "late values decide"            // tests of what is known late only, and arithmetic on it
	given   reason = "the result is made"            // nodes of the tree
	walked  reason = "a tree from a loop or call"    // nodes taken apart: another function makes them, or a join gives them
	mapped  reason = "maps that loops or calls keep" // operations on maps and sets, with keys that are not known or not the same in all calls
	called  reason = "loops and shared code"         // calls
	between reason = "values of loops and joins"     // tuples, states, facts: what functions and joins hand on
)

// constants is the datatype of the numbers in the tree and in what is known late.
const constants = "const"

// treeTypes are the datatypes of the tree; lateTypes those of what is known late.
var (
	treeTypes = []string{"func", "cmd", "expr", "init", "case_arm", "param", "label", "ty", "unop", "binop", "advice"}
	lateTypes = []string{"lattice", constants, "list", "a literal", "a condition"}
)

// reasons tells why the work of a program is done.
type reasons struct {
	tree map[string]bool // constructors of the tree
	maps []string        // what names of operations on maps begin with
}

// reasonsOf is for the programs of s that run.
func reasonsOf(s *stager.Staged) (*reasons, error) {
	var programs []*scfml.Program
	if s.Composed != nil {
		programs = append(programs, s.Composed.Program)
	} else {
		for _, pass := range s.Passes {
			p, err := pass.Program()
			if err != nil {
				return nil, err
			}
			programs = append(programs, p)
		}
	}
	r := &reasons{tree: map[string]bool{}}
	for _, p := range programs {
		for _, d := range p.Datatypes {
			for _, c := range d.Cons {
				r.tree[c.Name] = r.tree[c.Name] || slices.Contains(treeTypes, d.Name) || d.Name == constants
			}
		}
		for _, m := range p.Modules {
			r.maps = append(r.maps, m.Name+".")
		}
	}
	return r, nil
}

// of is why what (scfml.Spent) is done.
func (r *reasons) of(what string) reason {
	kind, name, _ := strings.Cut(what, " ")
	switch kind {
	case "call":
		return called
	case "build":
		if r.tree[name] {
			return given
		}
		return between
	case "match":
		switch {
		case slices.Contains(lateTypes, name):
			return decided
		case slices.Contains(treeTypes, name):
			return walked
		}
		return between
	}
	if slices.ContainsFunc(r.maps, func(m string) bool { return strings.HasPrefix(what, m) }) {
		return mapped
	}
	return decided
}
