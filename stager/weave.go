package stager

import (
	"slices"

	"scf/internal/diag"
	"scf/scfml/core"
)

// This file links the residual programs of a pipeline to one, as they are.

// weaver links the programs of passes to one program, the body of which is a let for each pass.
type weaver struct {
	linker *core.Linker
	entry  *core.Func
	tree   typed // what the passes so far give
	values typed // the list of lattice values; nothing while no pass has taken it
	lets   []let
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

func newWeaver() *weaver {
	return &weaver{linker: core.NewLinker("Composed", "optimize"), entry: &core.Func{Name: "optimize"}}
}

// weave is the program that runs the programs of the passes, each on what the one before gives. It is a notComposed where they work on
// different types.
func (w *weaver) weave(exes []executable) (*core.Program, error) {
	for _, exe := range exes {
		if err := w.pass(w.linker.Add(exe.program), exe); err != nil {
			return nil, err
		}
	}
	return w.program(w.body()), nil
}

// body is the lets for the passes woven; it gives the last one's tree.
func (w *weaver) body() core.Expr {
	var body core.Expr = &core.VarExpr{Var: w.tree.v}
	for _, l := range slices.Backward(w.lets) {
		let := core.Let(&core.VarPat{Var: l.v}, l.e, body)
		let.Pos = l.pos
		body = let
	}
	return body
}

// program is what was linked, with that body of the entry.
func (w *weaver) program(body core.Expr) *core.Program {
	w.entry.Result, w.entry.Body = w.tree.t, body
	return core.Trimmed(w.linker.Program(w.entry)) // the entries of passes stay where they are recursive
}

// pass adds the pass whose entry is f.
func (w *weaver) pass(f *core.Func, exe executable) error {
	types := f.ParamTypes
	pair, whole := f.ArgType().(*core.TupleType)
	if whole {
		types = pair.Elems
	}
	args := []typed{w.argument(&w.tree, "arg", types[0])}
	if exe.takesLattice {
		args = append(args, w.argument(&w.values, "values", types[1]))
	}
	for i, a := range args {
		if !sameType(a.t, types[i]) {
			return notComposed(exe.title + " takes a datatype of its own")
		}
	}
	w.bind(f, args)
	return nil
}

// argument is a with a parameter of the whole for it, where there is none yet.
func (w *weaver) argument(a *typed, name string, t core.Type) typed {
	if a.v == nil {
		*a = typed{&core.Var{Name: name}, t}
		w.entry.Params = append(w.entry.Params, a.v)
		w.entry.ParamTypes = append(w.entry.ParamTypes, t)
	}
	return *a
}

// bind binds f's parameters to the arguments, and what f gives to a new tree.
func (w *weaver) bind(f *core.Func, args []typed) {
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
		w.lets = append(w.lets, let{v, &core.TupleExpr{Elems: parts}, f.Pos})
		sub[f.Params[0]] = &core.VarExpr{Var: v}
	}
	if w.entry.Pos == (diag.Pos{}) {
		w.entry.Pos = f.Pos
	}
	w.tree = typed{&core.Var{Name: "tree"}, f.Result}
	w.lets = append(w.lets, let{w.tree.v, core.Clone(f.Body, sub), f.Pos})
}

// sameType reports whether types of the program, made of datatypes alone, are the same.
func sameType(a, b core.Type) bool {
	x, ok := a.(*core.DataType)
	y, isData := b.(*core.DataType)
	return ok && isData && x.Data == y.Data && slices.EqualFunc(x.Args, y.Args, sameType)
}
