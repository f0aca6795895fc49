package stager

import (
	"slices"

	"scf/internal/diag"
	"scf/scfml/core"
)

// This file links the residual programs of a pipeline to one, as they are.

// linker links the programs of passes to one program, the body of which is a let for each pass.
type linker struct {
	programs *core.Linker
	entry    *core.Func
	tree     typed // what the passes so far give
	values   typed // the list of lattice values; nothing while no pass has taken it
	lets     []let
}

type typed struct {
	v *core.Var
	t core.Type
}

type let struct {
	v   *core.Var
	e   core.Expr
	pos diag.Pos
}

// linked is the program that runs the programs of the passes, each on what the one before gives. It is a notComposed where they work on
// different types.
func linked(exes []executable) (*core.Program, error) {
	l := &linker{programs: core.NewLinker("Composed", "optimize"), entry: &core.Func{Name: "optimize"}}
	for _, exe := range exes {
		if err := l.pass(l.programs.Add(exe.program), exe); err != nil {
			return nil, err
		}
	}
	l.entry.Result, l.entry.Body = l.tree.t, l.body()
	return core.Trimmed(l.programs.Program(l.entry)), nil // the entries of passes stay where they are recursive
}

// body is the lets of all passes; it gives the last one's tree.
func (l *linker) body() core.Expr {
	var body core.Expr = &core.VarExpr{Var: l.tree.v}
	for _, x := range slices.Backward(l.lets) {
		let := core.Let(&core.VarPat{Var: x.v}, x.e, body)
		let.Pos = x.pos
		body = let
	}
	return body
}

// pass adds the pass whose entry is f.
func (l *linker) pass(f *core.Func, exe executable) error {
	types := f.ParamTypes
	pair, whole := f.ArgType().(*core.TupleType)
	if whole {
		types = pair.Elems
	}
	args := []typed{l.argument(&l.tree, "arg", types[0])}
	if exe.shape.takesLattice {
		args = append(args, l.argument(&l.values, "values", types[1]))
	}
	for i, a := range args {
		if !sameType(a.t, types[i]) {
			return notComposed(exe.title + " takes a datatype of its own")
		}
	}
	l.bind(f, args)
	return nil
}

// argument is a with a parameter of the whole for it, where there is none yet.
func (l *linker) argument(a *typed, name string, t core.Type) typed {
	if a.v == nil {
		*a = typed{&core.Var{Name: name}, t}
		l.entry.Params = append(l.entry.Params, a.v)
		l.entry.ParamTypes = append(l.entry.ParamTypes, t)
	}
	return *a
}

// bind binds f's parameters to the arguments, and what f gives to a new tree.
func (l *linker) bind(f *core.Func, args []typed) {
	sub := map[*core.Var]core.Expr{}
	var parts []core.Expr
	for i, a := range args {
		parts = append(parts, &core.VarExpr{Var: a.v})
		if len(f.Params) == len(args) {
			sub[f.Params[i]] = parts[i]
		}
	}
	if len(f.Params) < len(args) { // it takes the pair as a whole
		v := &core.Var{Name: f.Params[0].Name}
		l.lets = append(l.lets, let{v, &core.TupleExpr{Elems: parts}, f.Pos})
		sub[f.Params[0]] = &core.VarExpr{Var: v}
	}
	if l.entry.Pos == (diag.Pos{}) {
		l.entry.Pos = f.Pos
	}
	l.tree = typed{&core.Var{Name: "tree"}, f.Result}
	l.lets = append(l.lets, let{l.tree.v, core.Clone(f.Body, sub), f.Pos})
}

// sameType reports whether types of the program, made of datatypes alone, are the same.
func sameType(a, b core.Type) bool {
	x, ok := a.(*core.DataType)
	y, isData := b.(*core.DataType)
	return ok && isData && x.Data == y.Data && slices.EqualFunc(x.Args, y.Args, sameType)
}
