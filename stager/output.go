package stager

import (
	"scf/ast"
	"scf/cfront/splice"
	"scf/params"
)

// Optimised functions in their C files, and the guards that check before a call whether the constants hold.

// Output says how the optimised function stands in the C file. The zero value replaces the function: it keeps its name, and the
// caller vouches for the constants.
type Output struct {
	// As keeps the original and adds the optimised function under this name.
	As string
	// Guard keeps the original, which checks the constants and calls the optimised function where they hold. Of memory it compares
	// all contents that are known, at most params.MaxGuardTests values: the memory must be as large as the late value is, and it must
	// not change while the function runs, which the guard cannot see.
	Guard bool
	// Only gives the text of the function alone, in place of the file's: that of the optimised function as it stands in the file, with
	// Guard the original with its check, too. It compiles behind the rest of the file.
	Only bool
}

// C is the text of the C file with the optimised function in it, or of the function alone. Everything else in the file is left byte for byte. Errors are
// *diag.Error: the name is taken, there is no constant to check, a constant cannot be checked, or the text around the function
// does not allow it.
func (r *Result) C(o Output) (text []byte, err error) {
	defer catch("the printing of "+r.function.Name, &err)
	tree, how, err := r.replacing(o)
	if err != nil {
		return nil, err
	}
	if o.Only {
		return r.function.site.Alone(r.function.text, tree, how)
	}
	return r.function.site.Splice(r.function.text, tree, how)
}

// replacing is the optimised function, and how it stands in the file.
func (r *Result) replacing(o Output) (*ast.Func, splice.How, error) {
	conditions, err := r.conditions(o.Guard)
	tree, made := r.under(o.As)
	return tree, splice.How{As: o.As, Guard: o.Guard, Conditions: conditions, Made: made, Others: r.function.others(), Tables: r.function.allTables()}, err
}

// under is the optimised function where it is called as, or keeps its name, and the functions that it needs, with where the functions stand that they are made
// of. They are named after it, so that those of one function, optimised for several values, do not meet in one file.
func (r *Result) under(as string) (*ast.Func, []splice.Made) {
	tree, names := r.Func, map[string]string{}
	if as != "" && len(tree.Made) > 0 {
		numbers, variables := map[string]int{}, variablesOf(tree, tree.Made)
		for _, g := range tree.Made {
			names[g.Name] = r.function.unused(as, r.function.Name, r.bases[g.Name], numbers, variables)
		}
		tree = renamedCopy(tree, names)
	}
	var out []splice.Made
	for _, g := range r.Func.Made {
		site := r.function.siteOf(r.bases[g.Name])
		if tree != r.Func {
			g = renamedCopy(g, names)
		}
		out = append(out, splice.Made{Site: site, Tree: g})
	}
	return tree, out
}

// conditions are what the optimised function takes for granted: of scalars first, then of memory, whose size they may say. With
// tests each has those that a guard makes.
func (r *Result) conditions(withTests bool) ([]splice.Condition, error) {
	var scalars, memory []splice.Condition
	guard := &params.Guard{Function: r.function.Name, File: r.function.File}
	for i, l := range r.late {
		if !l.IsConstant() {
			continue
		}
		p := r.function.Params[i]
		if p.Initial.IsConstant() {
			continue
		}
		c := splice.Condition{Param: p.Name, Value: l.Lattice()}
		if p.Variable {
			c.Param = ""
		}
		if withTests {
			c.Tests = guard.Tests(r.function.param(i), p, l)
		}
		if p.IsPointer() || !ast.IsScalar(p.Type) {
			memory = append(memory, c)
		} else {
			scalars = append(scalars, c)
		}
	}
	if err := guard.Err(); err != nil {
		return nil, err
	}
	return append(scalars, memory...), nil
}

// param is the parameter or variable at position i as an expression.
func (f *Function) param(i int) ast.Expr {
	if f.Params[i].Variable {
		g := f.global(f.Params[i])
		return &ast.Object{Name: g.Name, Ty: g.Ty}
	}
	p := f.tree.Params[i]
	if p.InMemory {
		return &ast.Object{Name: p.Name, Ty: p.Ty}
	}
	return &ast.Var{Name: p.Name, Ty: p.Ty}
}
