package stager

import (
	"scf/ast"
	"scf/inl"
)

// positions are numbers of parameters, by functions.
type positions map[string]map[int]bool

// withoutUnneeded is root, and leaves in m.made the functions, with 0 for the parameters of these that they need for nothing but to give them to each other: where what
// an argument leads to is constant, the argument is most often that.
func (m *making) withoutUnneeded(root *ast.Func) *ast.Func {
	unneeded := m.unneeded(root)
	if len(unneeded) == 0 {
		return root
	}
	for name, g := range m.made {
		m.made[name] = ast.WithoutDeadStores(unneeded.leftOut(g))
	}
	return ast.WithoutDeadStores(unneeded.leftOut(root))
}

// unneeded are the parameters that the functions do not need, whose arguments do nothing either.
func (m *making) unneeded(root *ast.Func) positions {
	found := m.droppable(root)
	for changed := true; changed; {
		changed = false
		for name, g := range m.made {
			needed := ast.Needed(found.leftOut(g))
			for i := range found[name] {
				if needed[g.Params[i].Name] {
					delete(found[name], i)
					changed = true
				}
			}
		}
	}
	for name, of := range found {
		if len(of) == 0 {
			delete(found, name)
		}
	}
	return found
}

// droppable are the parameters of the functions whose arguments do nothing, of those that are called by their names alone.
func (m *making) droppable(root *ast.Func) positions {
	all := positions{}
	for name, g := range m.made {
		all[name] = map[int]bool{}
		for i, p := range g.Params {
			if ast.IsScalar(p.Ty) && !ast.IsVolatile(p.Ty) {
				all[name][i] = true
			}
		}
	}
	called := map[ast.Expr]bool{}
	check := func(f *ast.Func) {
		ast.Walk(f.Body, nil, func(e ast.Expr) {
			if o, ok := e.(*ast.Object); ok && !called[o] {
				delete(all, o.Name)
			}
			name, ok := inl.Called(e)
			if g := m.made[name]; !ok || g == nil || len(e.(*ast.Call).Args) != len(g.Params) {
				return
			}
			call := e.(*ast.Call)
			called[call.Fn] = true
			for i, x := range call.Args {
				if ast.HasCall(x) {
					delete(all[name], i)
				}
			}
		}, nil)
	}
	check(root)
	for _, g := range m.made {
		check(g)
	}
	return all
}

// leftOut is f with 0 in place of the arguments for the parameters.
func (ps positions) leftOut(f *ast.Func) *ast.Func {
	var expr func(ast.Expr) ast.Expr
	expr = func(e ast.Expr) ast.Expr {
		e = ast.RebuildExpr(e, expr)
		if name, ok := inl.Called(e); ok {
			for i := range ps[name] {
				args := e.(*ast.Call).Args
				if _, isConstant := args[i].(*ast.Const); !isConstant {
					args[i] = ast.Zero(ast.TypeOf(args[i]))
				}
			}
		}
		return e
	}
	var cmd func(ast.Cmd) ast.Cmd
	cmd = func(c ast.Cmd) ast.Cmd { return ast.RebuildCmd(c, cmd, expr) }
	out := *f
	out.Body = cmd(f.Body)
	return &out
}
