package stager

import (
	"context"
	"errors"
	"slices"

	"scf/absval"
	"scf/ast"
	"scf/internal/diag"
	"scf/scfml/core"
)

// This file composes the residual programs of a pipeline. One after the other, each builds a tree for the next to take apart. As one
// program, `let val tree = <the first> in let val tree = <the second> in <the third>`, they are simplified together: what a pass tests that
// the one before has decided is decided, and what is built to be matched is not built. That gives the compiler that one would write by
// hand for the function (figure 2.7(c) of the dissertation).
//
// Nobody reads the labels of the nodes that come out at the end, so they are not made (ast.Unread); the nodes are numbered anew.
//
// But for them the composed program gives what the passes give one after the other, and executes no more operations on any input: linking calls nothing,
// since the bodies of the entries stand in place, and neither simplification nor dead-store elimination makes a run longer. (A pass that hands
// on the pair of its arguments as a whole may cost the one operation that makes the pair.)
//
// Passes that a budget has left partly unspecialised stay apart: what is left of them decides little for each other, and would take long.

// Composed is a staged pipeline as one program.
type Composed struct {
	// Program takes the tree of the function and, if any of the passes does, the list of lattice values, and gives the last pass's tree.
	Program *core.Program
	Report  Report      // of the composition alone, which has no part in what the partial evaluator counts
	Times   []PhaseTime // of the composition; none where it was opened

	exe executable
}

// composedName is what file names and tables call the composed program.
const composedName = "composed"

// composedTitle is what messages call it.
const composedTitle = "the composed program"

// The bounds of a composition, as multiples of the nodes of the residual programs together.
const (
	defaultComposedGrowth = 1.25 // for the nodes of the composed program
	composedWork          = 4    // for the computations that simplification looks at, in all rounds
)

// minComposedGrowth is how many nodes a composed program may grow by in any case.
const minComposedGrowth = 600

// apart says why passes are not composed.
type apart string

// Error is the reason.
func (a apart) Error() string { return string(a) }

// compose composes the passes of s, unless there is one alone or the options switch it off. Where it cannot be done, s.Apart says why.
func (s *Staged) compose(ctx context.Context, o Options) error {
	if len(s.Passes) < 2 || o.Separate || o.NoSimplify {
		return nil
	}
	for _, p := range s.Passes {
		if len(p.Report.Unspecialised) > 0 {
			s.Apart = "pass " + p.Name + " is not specialised as a whole"
			return nil
		}
	}
	exes, err := s.executables()
	if err != nil {
		return err
	}
	s.Composed, err = composed(ctx, exes, o)
	var why apart
	if errors.As(err, &why) {
		s.Apart = string(why)
		return nil
	}
	return err
}

// composed is the composition of programs of passes. The error may be an apart.
func composed(ctx context.Context, exes []executable, o Options) (*Composed, error) {
	j := &job{name: composedName, options: o, domain: absval.New(o.Values), unread: ast.Unread, helpers: idle(1)}
	w := newWeaver()
	link := phase{name: "link", run: func(context.Context, *job) (err error) {
		j.program, err = w.weave(exes)
		return err
	}}
	if err := j.phase(ctx, link); err != nil {
		return nil, err
	}
	if err := j.simplify(ctx); err != nil {
		return nil, err
	}
	return newComposed(j, w.takesLattice(), exes), nil
}

// newComposed is the composition of the programs of passes that j made.
func newComposed(j *job, takesLattice bool, exes []executable) *Composed {
	exe := newExecutable(composedName, j.program, takesLattice)
	exe.title, exe.notes = composedTitle, newNotes(j)
	for _, pass := range exes {
		exe.sources = append(exe.sources, pass.sources...)
	}
	return &Composed{Program: j.program, Report: j.report, Times: j.times, exe: exe}
}

// simplify runs the phases that repeat, within the bounds of a composition. The error may be an apart.
func (j *job) simplify(ctx context.Context) error {
	growth := j.options.ComposedGrowth
	if growth == 0 {
		growth = defaultComposedGrowth
	}
	size := codeSize(j.program)
	j.sizeLimit = max(int(growth*float64(size)), size+minComposedGrowth)
	j.maxWork = composedWork * j.sizeLimit
	_, repeated := enabled(j.options)
	slices.Reverse(repeated) // dse has found what it can in each of the programs
	if err := j.rounds(ctx, repeated); err != nil {
		return err
	}
	if j.tooLarge {
		return apart("they are too large to be simplified together")
	}
	j.program = core.Trimmed(j.program)
	j.report.finished(j.program)
	return nil
}

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

func (w *weaver) takesLattice() bool { return w.values.v != nil }

// weave is the program that runs the programs of the passes, each on what the one before gives. It is an apart where they work on different
// types.
func (w *weaver) weave(exes []executable) (*core.Program, error) {
	for _, exe := range exes {
		if err := w.pass(w.linker.Add(exe.program), exe); err != nil {
			return nil, err
		}
	}
	return w.program(w.body()), nil
}

// body is the lets for the passes woven since it was asked for last; it gives the last one's tree.
func (w *weaver) body() core.Expr {
	var body core.Expr = &core.VarExpr{Var: w.tree.v}
	for _, l := range slices.Backward(w.lets) {
		let := core.Let(&core.VarPat{Var: l.v}, l.e, body)
		let.Pos = l.pos
		body = let
	}
	w.lets = nil
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
			return apart(exe.title + " takes a datatype of its own")
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
