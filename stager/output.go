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
	conditions, err := r.conditions(o.Guard)
	if err != nil {
		return nil, err
	}
	how := splice.How{As: o.As, Guard: o.Guard, Conditions: conditions, Made: r.made()}
	if o.Only {
		return r.function.site.Alone(r.function.text, r.Func, how)
	}
	return r.function.site.Splice(r.function.text, r.Func, how)
}

// made are the functions that the optimised one needs, with where the functions stand that they are made of.
func (r *Result) made() []splice.Made {
	var out []splice.Made
	for _, f := range r.Func.Made {
		out = append(out, splice.Made{Site: r.function.siteOf(r.bases[f.Name]), Tree: f})
	}
	return out
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
		g := global(f.Params[i])
		return &ast.Object{Name: g.Name, Ty: g.Ty}
	}
	p := f.tree.Params[i]
	if p.InMemory {
		return &ast.Object{Name: p.Name, Ty: p.Ty}
	}
	return &ast.Var{Name: p.Name, Ty: p.Ty}
}
