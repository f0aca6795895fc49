package stager

import (
	"os"
	"path/filepath"
	"regexp"

	"scf/ast"
	"scf/internal/diag"
	"scf/scfml"
)

// ReadProgram loads the SCF-ML program in the file at path. entry names its entry function; empty, it is optimize, or else main, or
// else the last function. A program that uses the structure AST without declaring it, as passes do, gets the tree's datatype.
// Warnings come beside the program; errors are *diag.Error or diag.List.
func ReadProgram(path, entry string) (*scfml.Program, []*diag.Error, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, readError(path, err)
	}
	sources := []scfml.Source{{Name: path, Text: string(text)}}
	if usesTree.Match(text) && !declaresTree.Match(text) {
		sources = append([]scfml.Source{treeSource}, sources...)
	}
	return scfml.Load(entry, sources...)
}

// treeSource is the text of the tree's datatype.
var treeSource = scfml.Source{Name: "ast" + extension, Text: ast.Source}

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
