package stager

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"

	"scf/ast"
	"scf/internal/diag"
	"scf/internal/spare"
	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/interp"
)

// One program of a pipeline, residual or original, and its runs in the interpreter.

// executable is one program of a pipeline, ready to run. It is immutable and safe for concurrent use.
type executable struct {
	name     string
	title    string         // in messages: what it is, and its run
	sources  []scfml.Source // that the positions in its errors are of
	program  *core.Program
	interp   func() *interp.Interp // made when it first runs
	shape    shape
	lattices func() *ast.LatticeMaker
	notes    *notes    // nil where it was not staged here
	reports  reporting // nil where the pass has no such function
	isOwn    bool      // it is a user's own pass, or has one in it: what it gives is checked
	// fromText is the program as its text has it, with positions, where it was loaded without them.
	fromText func() (executable, error)
}

// newExecutable is the program of a pass.
func newExecutable(name string, p *core.Program, s shape, sources ...scfml.Source) executable {
	interp := sync.OnceValue(func() *interp.Interp { return interp.New(p) })
	lattices := sync.OnceValue(func() *ast.LatticeMaker { return ast.NewLatticeMaker(p) })
	return executable{name: name, title: "pass " + name, sources: sources, program: p, interp: interp, shape: s, lattices: lattices}
}

// located is err with the lines of source that it is about.
func (e *executable) located(err error) error {
	for _, s := range e.sources {
		err = diag.AttachSource(err, s.Name, s.Text)
	}
	return err
}

// run runs the program on arg. What it gives is made in the arena, if there is one.
func (e *executable) run(ctx context.Context, arg core.Value, arena *interp.Arena) (v core.Value, c interp.Counts, err error) {
	defer e.catch(&err)
	if v, c, err = e.interp().Run(ctx, arg, interp.Options{Arena: arena}); err == nil {
		return v, c, nil
	}
	if e.fromText != nil && ctx.Err() == nil {
		if inText := e.errorInText(ctx, arg); inText != nil {
			err = inText
		}
	}
	return v, c, e.located(err)
}

// check checks that the tree v, which the program gave for of, means something in C; unlabelled tells that it has no labels that nobody reads. Who reads a value that
// is no tree says so.
func (e *executable) check(v core.Value, unlabelled bool, of *Function) error {
	fs, err := e.functions(v, unlabelled)
	if err != nil {
		return nil
	}
	for _, f := range fs {
		if err := ast.Check(of.withoutGlobals(f)); err != nil {
			return fmt.Errorf("%s gives what is no function in C: %w\nthe pass is wrong; `stager check -diff` looks for small functions that show it", e.title, err)
		}
	}
	return nil
}

// functions are the function that v, a func or a prog, is, and those that were made for it.
func (e *executable) functions(v core.Value, unlabelled bool) ([]*ast.Func, error) {
	if optimisedIn(v) == v {
		read := ast.FromValue
		if unlabelled {
			read = ast.FromUnlabelled
		}
		f, err := read(v)
		return []*ast.Func{f}, err
	}
	read := ast.ProgramFromValue
	if unlabelled {
		read = ast.ProgramFromUnlabelled
	}
	p, err := read(v)
	if err != nil {
		return nil, err
	}
	return append([]*ast.Func{p.Func}, p.Made...), nil
}

// arenas are those that no run has.
var arenas spare.Pool[interp.Arena]

func takeArena() *interp.Arena {
	if a := arenas.Get(); a != nil {
		return a
	}
	return &interp.Arena{}
}

// giveBack gives an arena back, with the values that were made in it.
func giveBack(a *interp.Arena) {
	a.Release()
	arenas.Put(a)
}

// catch is to be deferred around a run.
func (e *executable) catch(err *error) {
	if r := recover(); r != nil {
		*err = &InternalError{Phase: "the run of " + e.title, Cause: r, Stack: debug.Stack()}
	}
}

// errorInText is the error that a run of the program's text ends with; nil where there is none.
func (e *executable) errorInText(ctx context.Context, arg core.Value) error {
	t, err := e.fromText()
	if err != nil {
		return nil
	}
	if arg, err = core.Rebind(arg, t.program); err != nil {
		return nil
	}
	_, _, err = t.run(ctx, arg, nil)
	return err
}

// argument is what the program gets: the tree, which may be a value of another program, and the lattice values if it asks.
func (e *executable) argument(tree core.Value, foreign bool, late []Late) (core.Value, error) {
	var err error
	if foreign {
		tree, err = core.Rebind(tree, e.program)
	}
	if err != nil || !e.shape.takesLattice {
		return tree, err
	}
	list := e.latticeList(late)
	if list == nil {
		list, err = e.slowLatticeList(late)
	}
	return &core.Tuple{Elems: []core.Value{tree, list}}, err
}

// latticeList is what is known of the parameters as the program gets it; nil where the program lacks a constructor.
func (e *executable) latticeList(late []Late) core.Value {
	m := e.lattices()
	var few [8]core.Value
	values := few[:0]
	for i := range late {
		values = append(values, late[i].Encode(m))
	}
	return m.List(values)
}

// slowLatticeList is latticeList, or the error that says which constructor is not there.
func (e *executable) slowLatticeList(late []Late) (core.Value, error) {
	lattices := make([]ast.Lattice, len(late))
	for i, l := range late {
		lattices[i] = l.Lattice()
	}
	return ast.LatticesToValue(lattices, e.program)
}
