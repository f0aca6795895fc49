package splice

import (
	"maps"
	"slices"

	"scf/ast"
	"scf/cfront/ctext"
)

// This file declares the constant static variables and the types of other functions, which stand in place of calls, again where they are mentioned.

// withTables is the tree, of which the function called own becomes another one ("" for a new function), with names in C for the tables that it mentions, and the
// declarations of these, and of the types that they or the tree name.
func (s *splicer) withTables(tree *ast.Func, own string) (*ast.Func, []string) {
	names, taken := map[string]string{}, map[string]bool{}
	var declared []string
	for _, t := range s.how.Tables {
		if t.IsType() || names[t.InTree()] != "" || !ast.Mentions(tree.Body, t.InTree()) {
			continue
		}
		name := t.Func + "_" + t.Name
		for taken[name] || s.mentions(name) || ast.Declares(tree, name) || ast.Mentions(tree.Body, name) {
			name += "_"
		}
		taken[name] = true
		names[t.InTree()] = name
		declared = append(declared, t.Before+name+t.After)
	}
	if len(names) > 0 {
		tree = ast.WithNames(tree, names)
	}
	return tree, append(s.typesIn(tree, own, declared), declared...)
}

// typesIn are the definitions of types of functions other than own that the tree, or the declarations of its tables, name.
func (s *splicer) typesIn(tree *ast.Func, own string, tables []string) (declared []string) {
	names, seen := map[string]bool{}, map[string]bool{}
	for _, t := range s.how.Tables {
		if t.IsType() && t.Func != own && !seen[t.Before] {
			seen[t.Before] = true
			declared = append(declared, t.Before)
			for _, name := range t.Names {
				names[name] = true
			}
		}
	}
	return s.mentionedOf(declared, names, tree, tables)
}

// keptFor are those declarations that are kept of the function which its new tree, or what is declared behind them, names.
func (s *splicer) keptFor(tree *ast.Func, behind []string) []string {
	names := map[string]bool{}
	for _, name := range s.site.KeptNames {
		names[name] = true
	}
	return s.mentionedOf(s.site.Kept, names, tree, behind)
}

// mentionedOf are those of the declarations of which one of names is mentioned in the tree, in the declarations behind them, or in those that are left.
func (s *splicer) mentionedOf(declarations []string, names map[string]bool, tree *ast.Func, behind []string) (out []string) {
	if len(declarations) == 0 {
		return nil
	}
	mentioned := ctext.Words([]byte(ast.PrintBody(tree, s.style, behind...)))
	for _, d := range slices.Backward(declarations) {
		words := ctext.Words([]byte(d))
		if !slices.ContainsFunc(slices.Collect(maps.Keys(words)), func(w string) bool { return names[w] && mentioned[w] }) {
			continue
		}
		out = append(out, d)
		maps.Copy(mentioned, words)
	}
	slices.Reverse(out)
	return out
}
