package stager

import (
	"fmt"
	"slices"

	"scf/ast"
	"scf/internal/diag"
	"scf/scfml/core"
)

// What passes are given and give: a function, or a function with others, a program of the tree. A function whose file has no
// others for passes to look into goes through a pipeline as a func; one whose file has goes through it as a prog. A pass that is written for
// a func alone is lifted then: it works on the function, and on those that passes have made; those of the file stay.

// shape is the type of the entry of a pass.
type shape struct {
	takesLattice bool // the list of lattice values, too
	isProgram    bool // of prog, not of func
}

// wholeEntry is what the entry is called that a pass over programs has beside the one over functions.
const wholeEntry = "optimizeProgram"

// shapeOf is the type of p's entry. An error says that it is not that of a pass.
func shapeOf(p *core.Program) (shape, error) {
	if s, ok := shapeOfFunc(p.Entry, p); ok {
		return s, nil
	}
	return shape{}, diag.Errorf(p.Entry.Pos, "%s has the type %v -> %v, which is not that of a pass", p.Entry.Name, p.Entry.ArgType(), p.Entry.Result).
		WithHint("a pass is a function AST.func -> AST.func or AST.func * AST.lattice list -> AST.func; the entry is optimize, or else main, or else the last function")
}

func shapeOfFunc(f *core.Func, p *core.Program) (s shape, ok bool) {
	tree := "func"
	if s.isProgram = isTreeType(f.Result, "prog", p); s.isProgram {
		tree = "prog"
	}
	arg := f.ArgType()
	if t, isTuple := arg.(*core.TupleType); isTuple && len(t.Elems) == 2 && isLatticeList(t.Elems[1], p) {
		s.takesLattice, arg = true, t.Elems[0]
	}
	return s, isTreeType(f.Result, tree, p) && isTreeType(arg, tree, p)
}

// isTreeType reports whether t is the tree's datatype called name, in a program that the tree's source was loaded into first.
func isTreeType(t core.Type, name string, p *core.Program) bool {
	d, ok := t.(*core.DataType)
	return ok && d.Data == ast.FindDatatype(p, name)
}

func isLatticeList(t core.Type, p *core.Program) bool {
	d, ok := t.(*core.DataType)
	return ok && d.Data == core.ListData && isTreeType(d.Args[0], "lattice", p)
}

// wholeProgram is the pass p, over functions, as a pass over programs, which takes the lattice values: p's own, or p lifted.
func wholeProgram(p *core.Program, s shape) *core.Program {
	out := *p
	if own := p.Func(wholeEntry); own != nil {
		if t, ok := shapeOfFunc(own, p); ok && t == (shape{takesLattice: true, isProgram: true}) {
			out.Entry = own
			return &out
		}
	}
	made := lifted(p, s)
	out.Entry, out.Funcs = made[0], append(slices.Clip(p.Funcs), made...)
	return &out
}

func treeType(p *core.Program, name string) core.Type {
	return &core.DataType{Data: ast.FindDatatype(p, name)}
}

// lifted is the pass p, over functions, as a function over programs:
//
//	fun optimizeProgram (prog (f, file, made), _) = prog (optimize f, file, optimizeEach made)
//
// A pass that takes values gets those of f, and leaves the functions that others have made as they are.
func lifted(p *core.Program, s shape) []*core.Func {
	prog := ast.FindDatatype(p, "prog").Cons[0]
	list := &core.DataType{Data: core.ListData, Args: []core.Type{treeType(p, "lattice")}}
	whole, values := &core.Var{Name: "p"}, &core.Var{Name: "values"}
	f, file, made := &core.Var{Name: "f"}, &core.Var{Name: "file"}, &core.Var{Name: "made"}
	args := []core.Expr{use(f)}
	if s.takesLattice {
		args = append(args, use(values))
	}
	if len(p.Entry.Params) < len(args) {
		args = []core.Expr{&core.TupleExpr{Elems: args}}
	}
	entry := &core.Func{Name: freshName(p, wholeEntry), Params: []*core.Var{whole, values}, ParamTypes: []core.Type{treeType(p, "prog"), list}, Result: treeType(p, "prog"), Pos: p.Entry.Pos}
	all, others := []*core.Func{entry}, use(made)
	if !s.takesLattice {
		each := optimizeEach(p)
		all, others = append(all, each), &core.CallExpr{Func: each, Args: []core.Expr{use(made)}, Pos: p.Entry.Pos}
	}
	parts := []core.Pat{&core.VarPat{Var: f}, &core.VarPat{Var: file}, &core.VarPat{Var: made}}
	entry.Body = core.Let(&core.ConPat{Con: prog, Args: parts}, use(whole), &core.ConExpr{Con: prog, Args: []core.Expr{
		&core.CallExpr{Func: p.Entry, Args: args, Pos: p.Entry.Pos}, use(file), others}})
	return all
}

// optimizeEach applies the pass p, which takes no values, to each function of a list:
//
//	fun optimizeEach nil = nil
//	  | optimizeEach (f :: rest) = optimize f :: optimizeEach rest
func optimizeEach(p *core.Program) *core.Func {
	list := &core.DataType{Data: core.ListData, Args: []core.Type{treeType(p, "func")}}
	fs, f, rest := &core.Var{Name: "fs"}, &core.Var{Name: "f"}, &core.Var{Name: "rest"}
	each := &core.Func{Name: freshName(p, "optimizeEach"), Params: []*core.Var{fs}, ParamTypes: []core.Type{list}, Result: list, Pos: p.Entry.Pos}
	each.Body = &core.CaseExpr{Scrut: use(fs), Pos: p.Entry.Pos, Arms: []core.Arm{
		{Pat: &core.ConPat{Con: core.Nil}, Body: &core.ConExpr{Con: core.Nil}},
		{Pat: &core.ConPat{Con: core.Cons, Args: []core.Pat{&core.VarPat{Var: f}, &core.VarPat{Var: rest}}}, Body: &core.ConExpr{Con: core.Cons, Args: []core.Expr{
			&core.CallExpr{Func: p.Entry, Args: []core.Expr{use(f)}, Pos: p.Entry.Pos},
			&core.CallExpr{Func: each, Args: []core.Expr{use(rest)}, Pos: p.Entry.Pos}}}},
	}}
	return each
}

func use(v *core.Var) core.Expr { return &core.VarExpr{Var: v} }

// freshName is name, or where p has a function of that name one that begins with it.
func freshName(p *core.Program, name string) string {
	fresh := name
	for i := 2; p.Func(fresh) != nil; i++ {
		fresh = fmt.Sprintf("%s_%d", name, i)
	}
	return fresh
}
