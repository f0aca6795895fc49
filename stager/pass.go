package stager

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"scf/ast"
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
// function and what is known about each parameter. Its result is an AST.func.
type Pass struct {
	Name     string       // what file names and tables call it: cnp
	From     string       // the built-in name or the path that it was loaded from
	Source   scfml.Source // its text, without the prelude of passes, with the name that messages use for it
	Program  *core.Program
	Warnings []*diag.Error // of the type checker

	takesLattice bool
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
	if isPath(spec) {
		text, err := textfile.Read(spec, maxProgramBytes)
		if err != nil {
			return nil, err
		}
		return NewPass(strings.TrimSuffix(filepath.Base(spec), extension), spec, scfml.Source{Name: spec, Text: string(text)})
	}
	if b, ok := passes.Lookup(spec); ok {
		return NewPass(b.Name, b.Name, scfml.Source{Name: b.File, Text: b.Source})
	}
	return nil, unknownPass(spec)
}

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
	pass = &Pass{Name: name, From: from, Source: source, Program: p, Warnings: warnings}
	if pass.takesLattice, err = passType(p); err != nil {
		return nil, diag.AttachSource(err, source.Name, source.Text)
	}
	return pass, nil
}

// ownSource is the source of a user's own pass, nothing for a built-in one.
func (p *Pass) ownSource() scfml.Source {
	if b, ok := passes.Lookup(p.From); ok && b.Source == p.Source.Text {
		return scfml.Source{}
	}
	return p.Source
}

// passType checks that p's entry has the type of a pass and reports whether it takes the list of lattice values.
func passType(p *core.Program) (takesLattice bool, err error) {
	arg := p.Entry.ArgType()
	if isTreeType(p.Entry.Result, "func", p) {
		if isTreeType(arg, "func", p) {
			return false, nil
		}
		if t, ok := arg.(*core.TupleType); ok && len(t.Elems) == 2 && isTreeType(t.Elems[0], "func", p) && isLatticeList(t.Elems[1], p) {
			return true, nil
		}
	}
	return false, diag.Errorf(p.Entry.Pos, "%s has the type %v -> %v, which is not that of a pass", p.Entry.Name, arg, p.Entry.Result).
		WithHint("a pass is a function AST.func -> AST.func or AST.func * AST.lattice list -> AST.func; the entry is optimize, or else main, or else the last function")
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

// unwrapPath drops the operation and the path that the os package puts before its errors.
func unwrapPath(err error) error {
	var path *os.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
