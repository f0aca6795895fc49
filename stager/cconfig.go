package stager

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"scf/internal/cflags"
	"scf/internal/textfile"
)

// CConfig says how a C file is compiled in its project, and what reading it may cost. The zero value is a file without flags.
type CConfig struct {
	// Flags are flags of the C compiler, as words: -I, -isystem, -iquote, -D, -U, -include, -nostdinc say what is included and defined, and those that
	// the compiler's own macros depend on (-O2, -std=c99, -mavx2) are what it is asked with. Flags that change what C means and are not supported are an
	// error, others are skipped.
	Flags []string
	// Database is the directory of a compile_commands.json, or one below it, whose flags for the file stand before Flags; empty for none.
	Database string
	// FS has the file and those that it includes by names that are no absolute paths, as //go:embed makes one; nil for the file system of the machine.
	FS fs.FS
	// Limits bound the cost.
	Limits Limits
}

// flags are those for the file.
func (c CConfig) flags(file string) (cflags.Flags, error) {
	var all cflags.Flags
	if c.Database != "" {
		var err error
		if all, err = cflags.Find(c.Database, file); err != nil {
			return all, err
		}
	}
	own, err := cflags.Parse(c.Flags)
	var usage *cflags.UsageError
	if errors.As(err, &usage) {
		err = &UsageError{Msg: usage.Error(), Hint: usage.Hint}
	}
	return all.With(own), err
}

// CompilerFlags are what a C compiler needs to compile the file, in whatever directory it runs.
func (c CConfig) CompilerFlags(file string) ([]string, error) {
	flags, err := c.flags(file)
	return flags.Args(), err
}

// read is the text of the C file at path.
func (c CConfig) read(path string) ([]byte, error) {
	if c.FS == nil || filepath.IsAbs(path) {
		return textfile.Read(path, c.Limits.sourceBytes())
	}
	return textfile.ReadFS(c.FS, filepath.ToSlash(filepath.Clean(path)), path, c.Limits.sourceBytes())
}

// CompilerFlags are what a C compiler needs to compile the file of f, in whatever directory it runs: those that f was read with. Of a function from a staged
// directory none are known.
func (f *Function) CompilerFlags() []string { return slices.Clone(f.flags) }

// isStagedDirectory reports whether a staged directory is at path.
func isStagedDirectory(path string) bool {
	_, err := os.Stat(filepath.Join(path, manifestName))
	return err == nil
}
