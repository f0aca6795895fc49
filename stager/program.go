package stager

import (
	"context"
	"path/filepath"
	"regexp"

	"scf/internal/diag"
	"scf/internal/replace"
	"scf/internal/textfile"
	"scf/passes"
	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/interp"
)

// maxProgramBytes bounds the text of an SCF-ML file.
const maxProgramBytes = 64 << 20

// ReadProgram loads the SCF-ML program in the file at path. entry names its entry function; empty, it is optimize, or else main, or
// else the last function. A program that uses the structure AST without declaring it, as passes do, gets the prelude of passes.
// Warnings come beside the program; errors are *diag.Error or diag.List.
func ReadProgram(path, entry string) (*core.Program, []*diag.Error, error) {
	text, err := textfile.Read(path, maxProgramBytes)
	if err != nil {
		return nil, nil, err
	}
	p, warnings, err := scfml.Load(entry, ProgramSources(path, string(text))...)
	if err != nil && filepath.Ext(path) == ".c" {
		err = fileErrorf(path, "this is C, not SCF-ML").WithHint("`stager run %s` optimises a function of it", path)
	}
	return p, warnings, err
}

// ProgramSources are the texts of the program whose own text, the last of them, is in the file at path: where it uses the structure AST without
// declaring it, as passes do, the prelude of passes stands before it.
func ProgramSources(path, text string) []scfml.Source {
	var sources []scfml.Source
	if usesTree.MatchString(text) && !declaresTree.MatchString(text) {
		sources = passes.Prelude(text)
	}
	return append(sources, scfml.Source{Name: path, Text: text})
}

// Exec runs the program, which was read from the file at path, on a value. Errors are those of scfml.Interp.Run, with their lines.
func Exec(ctx context.Context, p *core.Program, path string, arg core.Value) (v core.Value, c interp.Counts, err error) {
	defer catch("the run of "+p.Entry.Name, &err)
	v, c, err = interp.New(p).Run(ctx, arg, interp.Options{})
	if err != nil {
		if text, readErr := textfile.Read(path, maxProgramBytes); readErr == nil {
			err = diag.AttachSource(err, path, string(text))
		}
	}
	return v, c, err
}

var (
	usesTree     = regexp.MustCompile(`\bAST\b`)
	declaresTree = regexp.MustCompile(`\bstructure\s+AST\b`)
)

// WriteFile writes text to the file at path: where it is a regular file or none, as a whole or not at all. Its permissions stay.
func WriteFile(path string, text []byte) error {
	if err := replace.WriteFile(path, text); err != nil {
		return fileErrorf(path, "cannot write: %v", diag.WithoutPath(err))
	}
	return nil
}
