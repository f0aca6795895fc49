package stager

import (
	"context"
	"os"
	"path/filepath"
	"regexp"

	"scf/internal/diag"
	"scf/internal/textfile"
	"scf/passes"
	"scf/scfml"
)

// maxProgramBytes bounds the text of an SCF-ML file.
const maxProgramBytes = 64 << 20

// ReadProgram loads the SCF-ML program in the file at path. entry names its entry function; empty, it is optimize, or else main, or
// else the last function. A program that uses the structure AST without declaring it, as passes do, gets the prelude of passes.
// Warnings come beside the program; errors are *diag.Error or diag.List.
func ReadProgram(path, entry string) (*scfml.Program, []*diag.Error, error) {
	text, err := textfile.Read(path, maxProgramBytes)
	if err != nil {
		return nil, nil, err
	}
	sources := []scfml.Source{{Name: path, Text: string(text)}}
	if usesTree.Match(text) && !declaresTree.Match(text) {
		sources = append(passes.Prelude(string(text)), sources...)
	}
	return scfml.Load(entry, sources...)
}

// Exec runs the program, which was read from the file at path, on a value. Errors are those of scfml.Interp.Run, with their lines.
func Exec(ctx context.Context, p *scfml.Program, path string, arg scfml.Value) (v scfml.Value, c scfml.Counts, err error) {
	defer catch("the run of "+p.Entry.Name, &err)
	v, c, err = scfml.NewInterp(p).Run(ctx, arg, scfml.RunOptions{})
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

// WriteFile writes text to the file at path, as a whole or not at all where it is a file of a directory.
func WriteFile(path string, text []byte) error {
	if err := writeWhole(path, text); err != nil {
		return fileErrorf(path, "cannot write: %v", unwrapPath(err))
	}
	return nil
}

func writeWhole(path string, text []byte) error {
	mode := os.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			return os.WriteFile(path, text, 0o666)
		}
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(text)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Chmod(f.Name(), mode)
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	return err
}
