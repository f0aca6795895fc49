package ast_test

import (
	"strings"
	"testing"

	"scf/ast"
)

// unitOf is a unit in which everything is in order: a function that uses a variable, and one that points to it.
func unitOf() *ast.Unit {
	f := &ast.Func{Name: "f", Result: ast.Int, Params: []ast.Param{{Name: "a", Ty: ast.Int}}}
	f.Body = &ast.Return{X: &ast.Binary{Op: ast.Add, Ty: ast.Int, X: &ast.Var{Name: "a", Ty: ast.Int}, Y: &ast.Object{Name: "n", Ty: ast.Int}}}
	ast.Number(f)
	return &ast.Unit{
		Funcs: []*ast.Func{f},
		Variables: []ast.Variable{
			{Name: "n", Func: "f", Ty: ast.Int, Size: 4, Align: 4, Init: []byte{1}},
			{Name: "p", Ty: ast.Pointer{Elem: ast.Int}, Size: 8, Align: 8, Addresses: []ast.Address{{Of: "n", Func: "f"}}},
		},
		Externs: []ast.Extern{{Name: "puts", Ty: &ast.Function{Result: ast.Int, Variadic: true}}},
	}
}

func TestVerifyUnit(t *testing.T) {
	if err := unitOf().Verify(); err != nil {
		t.Fatal(err)
	}
	for want, damage := range map[string]func(u *ast.Unit){
		"the function f: nothing is ca": func(u *ast.Unit) { u.Variables = u.Variables[1:]; u.Variables[0].Addresses = nil },
		"two things are called n":       func(u *ast.Unit) { u.Variables = append(u.Variables, u.Variables[0]) },
		"2 bytes begin what has 1":      func(u *ast.Unit) { u.Variables[0].Size, u.Variables[0].Init = 1, []byte{1, 2} },
		"its alignment is 6":            func(u *ast.Unit) { u.Variables[0].Align = 6 },
		"its size is -1":                func(u *ast.Unit) { u.Variables[0].Size = -1 },
		"an address at the offset 1":    func(u *ast.Unit) { u.Variables[1].Addresses[0].Offset = 1 },
		"the address of m":              func(u *ast.Unit) { u.Variables[1].Addresses[0].Of = "m" },
		"the function f: tree of f":     func(u *ast.Unit) { u.Funcs[0].Label = nil },
		"an address at the offset 0":    func(u *ast.Unit) { a := &u.Variables[1].Addresses; *a = append(*a, (*a)[0]) },
		"two things are called puts":    func(u *ast.Unit) { u.Refused = append(u.Refused, ast.Refused{Name: "puts"}) },
		"the function g: nothing is ca": func(u *ast.Unit) { u.Funcs[0].Name = "g" },
	} {
		u := unitOf()
		damage(u)
		if err := u.Verify(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Verify gives %v, not %q", err, want)
		}
	}
}

// TestUnitVariable: a static variable hides the file's, in its function.
func TestUnitVariable(t *testing.T) {
	u := unitOf()
	u.Variables = append(u.Variables, ast.Variable{Name: "n", Ty: ast.Uint, Size: 4, Align: 4})
	if v := u.Variable("f", "n"); v != &u.Variables[0] {
		t.Errorf("in f, n is %v", v)
	}
	if v := u.Variable("g", "n"); v != &u.Variables[2] {
		t.Errorf("in g, n is %v", v)
	}
	if v := u.Variable("g", "m"); v != nil {
		t.Errorf("in g, m is %v", v)
	}
}
