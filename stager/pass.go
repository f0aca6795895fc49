package stager

import (
	"path/filepath"
	"strings"
	"sync"

	"scf/internal/diag"
	"scf/internal/suggest"
	"scf/internal/textfile"
	"scf/passes"
	"scf/scfml"
	"scf/scfml/core"
)

// Pass is one optimization: an SCF-ML program from a C function to a C function. It is immutable and safe for concurrent use.
//
// The type of the program's entry function says what the pass is given: AST.func alone, or AST.func * AST.lattice list, the
// function and what is known about each parameter. Its result is an AST.func. A pass that also looks into the functions that the function calls
// has a function optimizeProgram beside the entry, AST.prog * AST.lattice list -> AST.prog; one that copies loops may have a function
// reports, which says what became of them (reports.go).
type Pass struct {
	Name     string       // what file names and tables call it: cnp
	From     string       // the built-in name or the path that it was loaded from
	Source   scfml.Source // its text, without the prelude of passes, with the name that messages use for it
	Program  *core.Program
	Warnings []*diag.Error // of the type checker

	shape   shape
	whole   func() *core.Program // the pass over programs (lift.go)
	reports reporting
}

// Pipeline is a sequence of passes, each working on what the one before gives.
type Pipeline []*Pass

// DefaultPipeline is the pipeline used where none is asked for: constant propagation, copy propagation, dead-assignment
// elimination.
const DefaultPipeline = "cnp,cpp,dae"

// ParsePipeline loads the passes that spec names, separated by commas: each a built-in pass or the path of an .scf-ml file.
func ParsePipeline(spec string) (Pipeline, error) {
	var p Pipeline
	for _, name := range strings.Split(spec, ",") {
		pass, err := LoadPass(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		p = append(p, pass)
	}
	return p, nil
}

// LoadPass loads the pass that spec names: a built-in pass (cnp), or the path of an .scf-ml file, which may `open AST`. Errors
// about the file are *diag.Error or diag.List with positions.
func LoadPass(spec string) (*Pass, error) {
	if b, ok := passes.Lookup(spec); ok {
		return builtin(fileName(b), b)
	}
	if isPath(spec) {
		text, err := textfile.Read(spec, maxProgramBytes)
		if err != nil && !strings.HasSuffix(spec, extension) && suggest.Hint(spec, passNames()) != "" {
			return nil, unknownPass(spec)
		}
		if err != nil {
			return nil, err
		}
		return NewPass(strings.TrimSuffix(filepath.Base(spec), extension), spec, scfml.Source{Name: spec, Text: string(text)})
	}
	return nil, unknownPass(spec)
}

// fileName is the name of a built-in pass as it stands in names of files: classic-cnp.
func fileName(b passes.Pass) string { return strings.ReplaceAll(b.Name, "/", "-") }

// isPath reports whether spec names a file, not a built-in pass.
func isPath(spec string) bool {
	return strings.HasSuffix(spec, extension) || strings.ContainsAny(spec, `/\`) || spec == "." || spec == ".."
}

func unknownPass(name string) error {
	if name == "" {
		return &UsageError{Msg: "the pipeline has an empty element", Hint: "write the passes separated by commas, as in " + DefaultPipeline}
	}
	known := passNames()
	hint := "the built-in passes are " + strings.Join(known, ", ") + "; a pass of your own is named by its path, as in ./" + name + extension
	if close := suggest.Hint(name, known); close != "" {
		hint = close + " " + hint
	}
	return &UsageError{Msg: "no such pass: " + name, Hint: hint}
}

func errEmptyPipeline() error {
	return &UsageError{Msg: "the pipeline has no passes", Hint: "name some, as in " + DefaultPipeline}
}

func passNames() []string {
	var names []string
	for _, p := range passes.All() {
		names = append(names, p.Name)
	}
	return names
}

// NewPass makes a pass of a source text. from is the name or path that LoadPass would load it by.
func NewPass(name, from string, source scfml.Source) (pass *Pass, err error) {
	defer catch("the loading of pass "+name, &err)
	p, warnings, err := scfml.Load("", append(passes.Prelude(source.Text), source)...)
	if err != nil {
		return nil, err
	}
	return passOf(&Pass{Name: name, From: from, Source: source, Program: p, Warnings: warnings})
}

// builtin is the pass b, by that name.
func builtin(name string, b passes.Pass) (pass *Pass, err error) {
	defer catch("the loading of pass "+name, &err)
	p, err := b.Load()
	if err != nil {
		return nil, err
	}
	return passOf(&Pass{Name: name, From: b.Name, Source: scfml.Source{Name: b.File, Text: b.Source}, Program: p})
}

// passOf is the pass with what follows from its program, which is looked at.
func passOf(pass *Pass) (_ *Pass, err error) {
	p, source := pass.Program, pass.Source
	if pass.shape, err = shapeOf(p); err == nil && pass.shape.isProgram {
		err = diag.Errorf(p.Entry.Pos, "%s is a pass over programs alone", p.Entry.Name).
			WithHint("call it %s, and have a function optimize over AST.func, too, which is what functions are given to that call no others", wholeEntry)
	}
	if err == nil {
		err = checkReports(p)
	}
	if err != nil {
		return nil, diag.AttachSource(err, source.Name, source.Text)
	}
	pass.whole = sync.OnceValue(func() *core.Program { return wholeProgram(p, pass.shape) })
	pass.reports = reportingOf(newExecutable(pass.Name, p, pass.shape, source))
	return pass, nil
}

// over is the pass over functions, or over programs.
func (p *Pass) over(programs bool) (*core.Program, shape) {
	if programs {
		return p.whole(), shape{takesLattice: true, isProgram: true}
	}
	return p.Program, p.shape
}

// ownSource is the source of a user's own pass, nothing for a built-in one.
func (p *Pass) ownSource() scfml.Source {
	if b, ok := passes.Lookup(p.From); ok && b.Source == p.Source.Text {
		return scfml.Source{}
	}
	return p.Source
}
