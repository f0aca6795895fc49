package splice

import "scf/ast"

// This file declares the constant static variables of other functions, which stand in place of calls, again where they are mentioned.

// withTables is the tree with names in C for the tables that it mentions, and the declarations of these.
func (s *splicer) withTables(tree *ast.Func) (*ast.Func, []string) {
	names, taken := map[string]string{}, map[string]bool{}
	var declared []string
	for _, t := range s.how.Tables {
		if names[t.InTree()] != "" || !ast.Mentions(tree.Body, t.InTree()) {
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
	if len(names) == 0 {
		return tree, nil
	}
	return ast.WithNames(tree, names), declared
}
