package scfml

import (
	"fmt"
	"slices"
	"strings"

	"scf/internal/diag"
	"scf/scfml/core"
	"scf/scfml/syntax"
)

// Loading: source texts to a program in core form.

// Source is one text of a program with the name that messages use for it.
type Source = syntax.Source

// maxDepth bounds how deeply the core expressions of a program nest, since every phase is recursive in them.
const maxDepth = 20_000

// Load parses the sources as one program, one after the other (a pass is ast.scf-ml and then its own text), checks it and
// elaborates it to core form.
//
// The entry is the function of that name, which may be qualified. For "" it is the function `optimize`, or else `main`, of the
// last structure that holds functions (or of the top level, if the last functions stand there), or else the last function
// there that no other function calls, or else simply the last.
//
// Errors are a diag.List with source lines attached. Warnings (matches that may fail, cases that are never reached) come
// with the program.
func Load(entry string, sources ...Source) (*core.Program, []*diag.Error, error) {
	e := newElaborator()
	files := parseSources(e, sources)
	if len(e.errs) == 0 {
		e.files(files)
	}
	var warns []*diag.Error
	if len(e.errs) == 0 {
		e.finish(entry, sources)
	}
	if len(e.errs) == 0 {
		for _, c := range e.checks {
			warns = append(warns, matchWarnings(c)...)
		}
	}
	for _, s := range sources {
		_ = diag.AttachSource(e.errs, s.Name, s.Text)
		_ = diag.AttachSource(diag.List(warns), s.Name, s.Text)
	}
	if err := e.sortedErrors(sources); err != nil {
		return nil, nil, err
	}
	return e.prog, warns, nil
}

func parseSources(e *elaborator, sources []Source) []*syntax.File {
	var files []*syntax.File
	for _, s := range sources {
		f, err := syntax.Parse(s)
		if err != nil {
			e.errs = append(e.errs, err.(*diag.Error))
			continue
		}
		files = append(files, f)
	}
	return files
}

func (e *elaborator) files(files []*syntax.File) {
	for _, f := range files {
		e.noteFunctions(f.Decls)
	}
	for _, f := range files {
		e.decls(f.Decls)
	}
}

// noteFunctions collects the names of all functions, to tell a missing name from one that is declared too late.
func (e *elaborator) noteFunctions(ds []*syntax.Decl) {
	for _, d := range ds {
		if d.Structure != nil && d.Structure.Body != nil {
			e.noteFunctions(d.Structure.Body.Decls)
		}
		for _, f := range d.Funs {
			e.later[f.Clauses[0].Name] = true
		}
	}
}

// finish chooses the entry and gives everything its name.
func (e *elaborator) finish(entry string, sources []Source) {
	if e.prog.Entry = e.findEntry(entry, sources); e.prog.Entry == nil {
		return
	}
	e.prog.Name, _, _ = strings.Cut(e.home[e.prog.Entry], ".")
	e.nameAll()
}

func (e *elaborator) findEntry(entry string, sources []Source) *core.Func {
	pos := diag.Pos{}
	if len(sources) > 0 {
		pos.File = sources[len(sources)-1].Name
	}
	switch {
	case entry != "":
		return e.namedEntry(entry, pos)
	case e.lastFuns == nil:
		e.errorf(pos, "the program has no function")
		return nil
	}
	for _, name := range []string{"optimize", "main"} {
		if f, ok := e.lastFuns.values[name].(*funBinding); ok {
			return f.fn
		}
	}
	return e.lastUncalled()
}

// namedEntry is the function of that name: as seen from the top level, else in the last structure that holds functions.
func (e *elaborator) namedEntry(entry string, pos diag.Pos) *core.Func {
	b := e.named(entry)
	if b == nil && e.lastFuns != nil {
		b = e.lastFuns.values[entry]
	}
	if f, ok := b.(*funBinding); ok {
		return f.fn
	}
	names := e.entries(pos.File)
	err := e.errorf(pos, "the program has no function %s", entry)
	switch near := nearest(entry, names); {
	case len(names) == 0:
	case near != "" && len(names) == 1:
		err.WithHint("did you mean %s?", near)
	case near != "":
		err.WithHint("did you mean %s? its functions are %s", near, listed(names))
	default:
		err.WithHint("its functions are %s", listed(names))
	}
	return nil
}

// entries are the names by which the functions of a source can be chosen as the entry.
func (e *elaborator) entries(file string) []string {
	var names []string
	for _, f := range e.prog.Funcs {
		name := f.Name
		if home := e.home[f]; home != "" && home != e.lastFuns.path {
			name = home + "." + name
		}
		if f.Pos.File == file && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// listed are the names, the first ones if there are many.
func listed(names []string) string {
	const most = 20
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// lastUncalled is the last function that no other function calls, of those declared where the last functions are.
func (e *elaborator) lastUncalled() *core.Func {
	called := map[*core.Func]bool{}
	for _, f := range e.prog.Funcs {
		core.Calls(f.Body, func(g *core.Func) { called[g] = called[g] || g != f })
	}
	var candidates []*core.Func
	for _, f := range e.prog.Funcs {
		if e.home[f] == e.lastFuns.path {
			candidates = append(candidates, f)
		}
	}
	for _, f := range slices.Backward(candidates) {
		if !called[f] {
			return f
		}
	}
	return candidates[len(candidates)-1]
}

// nameAll makes the names of functions and constructors, of datatypes and of modules unique: a name that is taken is
// qualified with its structure. The entry goes first, constructors before functions, and late functions before early ones.
func (e *elaborator) nameAll() {
	values := core.NewNames(core.ReservedValues)
	e.prog.Entry.Name = values.Take(e.prog.Entry.Name, e.home[e.prog.Entry])
	types := core.NewNames(core.ReservedTypes)
	for _, d := range e.prog.Datatypes {
		d.Name = types.Take(d.Name, e.home[d])
		for _, c := range d.Cons {
			declared := c.Name
			if c.Name = values.Take(declared, e.home[c]); c.Name != declared {
				c.Declared = declared
			}
		}
	}
	for _, f := range slices.Backward(e.prog.Funcs) {
		if f != e.prog.Entry {
			f.Name = values.Take(f.Name, e.home[f])
		}
	}
	modules := core.NewNames(core.BuiltinStructs)
	for _, m := range e.prog.Modules {
		m.Name = modules.Take(m.Name, e.home[m])
	}
}

// sortedErrors is the errors by source, in the order of the sources, and by place.
func (e *elaborator) sortedErrors(sources []Source) error {
	var out diag.List
	for _, s := range sources {
		var of diag.List
		for _, err := range e.errs {
			if err.Pos.File == s.Name {
				of = append(of, err)
			}
		}
		_ = of.Err()
		out = append(out, of...)
	}
	if len(e.errs) == 0 {
		return nil
	}
	if len(out) == 0 {
		return e.errs
	}
	return out
}

// checkDepth refuses a function whose body nests too deeply for the phases behind.
func (e *elaborator) checkDepth(f *core.Func) {
	type item struct {
		e     core.Expr
		depth int
	}
	work := []item{{f.Body, 1}}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if at.depth > maxDepth {
			e.errorf(f.Pos, "the function %s nests expressions more than %d deep", f.Name, maxDepth).
				WithHint("split it, or write long constant lists as val")
			f.Body = &core.DeadExpr{}
			return
		}
		core.Children(at.e, func(x core.Expr) { work = append(work, item{x, at.depth + 1}) })
	}
}
