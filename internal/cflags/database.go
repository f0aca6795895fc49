package cflags

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"scf/internal/diag"
	"scf/internal/textfile"
)

// The compilation database of clang's tools: an array of objects, one for each compilation, with the directory in which it runs, the
// file, and the compiler's arguments, as words or as a command line.

const databaseName = "compile_commands.json"

// maxDatabase bounds the bytes of a database.
const maxDatabase = 256 << 20

// entry is a compilation of a database.
type entry struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Arguments []string `json:"arguments"`
	Command   string   `json:"command"`

	line, column int // of the entry
}

// Find is the flags with which the database compiles the file; of several compilations the first one counts. The database is
// compile_commands.json in dir or in the next directory above that has one; dir may name the file itself.
func Find(dir, file string) (Flags, error) {
	path, err := database(dir)
	if err != nil {
		return Flags{}, err
	}
	entries, err := readDatabase(path)
	if err != nil {
		return Flags{}, err
	}
	for _, e := range entries {
		if sameFile(e.path(path), file) {
			return e.flags(path)
		}
	}
	return Flags{}, missing(path, file, entries)
}

// database is the path of the database.
func database(dir string) (string, error) {
	if filepath.Base(dir) == databaseName && isRegular(dir) {
		return dir, nil
	}
	at, err := filepath.Abs(dir)
	if info, statErr := os.Stat(dir); err != nil || statErr != nil || !info.IsDir() {
		return "", diag.Errorf(diag.Pos{File: dir}, "no such directory").WithHint("-p names the directory that has %s", databaseName)
	}
	if path := filepath.Join(dir, databaseName); isRegular(path) {
		return path, nil
	}
	for {
		if path := filepath.Join(at, databaseName); isRegular(path) {
			return path, nil
		}
		above := filepath.Dir(at)
		if above == at {
			return "", diag.Errorf(diag.Pos{File: dir}, "no %s here nor in a directory above", databaseName).
				WithHint("cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, meson, and `bear -- make` write one; or give -I and -D yourself")
		}
		at = above
	}
}

func isRegular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// readDatabase reads all entries.
func readDatabase(path string) ([]entry, error) {
	text, err := textfile.Read(path, maxDatabase)
	if err != nil {
		return nil, err
	}
	wrong := func(at int64, err error) error {
		before := text[:min(max(int(at), 0), len(text))]
		pos := diag.Pos{File: path, Line: 1 + bytes.Count(before, []byte("\n")), Col: len(before) - bytes.LastIndexByte(before, '\n')}
		return diag.AttachSource(diag.Errorf(pos, "this is no compilation database: %s", strings.TrimPrefix(err.Error(), "json: ")).
			WithHint("it is an array of objects with directory, file, and arguments or command"), path, string(text))
	}
	var all []json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, wrong(offsetOf(err), err)
	}
	var out []entry
	d := json.NewDecoder(bytes.NewReader(text))
	_, _ = d.Token() // what comes is an array, as the first reading has found
	for d.More() {
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return nil, wrong(d.InputOffset(), err)
		}
		at := d.InputOffset() - int64(len(raw))
		e := entry{line: 1 + bytes.Count(text[:at], []byte("\n")), column: int(at) - bytes.LastIndexByte(text[:at], '\n')}
		if err := json.Unmarshal(raw, &e); err != nil {
			return nil, wrong(at+offsetOf(err), err)
		}
		out = append(out, e)
	}
	return out, nil
}

// offsetOf is where reading JSON has failed.
func offsetOf(err error) int64 {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return syntax.Offset - 1
	case errors.As(err, &kind):
		return kind.Offset - 1
	}
	return 0
}

// directory is where the compiler runs.
func (e entry) directory(database string) string {
	if filepath.IsAbs(e.Directory) {
		return e.Directory
	}
	return filepath.Join(filepath.Dir(database), e.Directory)
}

// path is that of the file.
func (e entry) path(database string) string {
	if filepath.IsAbs(e.File) {
		return filepath.Clean(e.File)
	}
	return filepath.Join(e.directory(database), e.File)
}

// sameFile reports whether two paths lead to one file.
func sameFile(a, b string) bool {
	x, errX := filepath.Abs(a)
	y, errY := filepath.Abs(b)
	if errX == nil && errY == nil && x == y {
		return true
	}
	if filepath.Base(a) != filepath.Base(b) {
		return false
	}
	s, errS := os.Stat(a)
	t, errT := os.Stat(b)
	return errS == nil && errT == nil && os.SameFile(s, t)
}

// foreign matches the names of compilers for other machines, as in arm-linux-gnueabihf-gcc-12.
var foreign = regexp.MustCompile(`^([\w.]+-[\w.]+(?:-[\w.]+)*)-(?:gcc|cc|clang)(?:-[\d.]+)?(?:\.exe)?$`)

func (e entry) pos(database string) diag.Pos {
	return diag.Pos{File: database, Line: e.line, Col: e.column}
}

// flags are those of the entry.
func (e entry) flags(database string) (Flags, error) {
	words := e.Arguments
	if len(words) == 0 {
		var ok bool
		if words, ok = Split(e.Command); !ok {
			return Flags{}, diag.Errorf(e.pos(database), "a quote in the command is not closed").WithHint("write the database again")
		}
	}
	if len(words) == 0 {
		return Flags{}, diag.Errorf(e.pos(database), "the entry of %s has neither arguments nor a command", e.File).WithHint("write the database again")
	}
	for len(words) > 1 && slices.Contains([]string{"ccache", "sccache", "distcc"}, filepath.Base(words[0])) {
		words = words[1:]
	}
	if m := foreign.FindStringSubmatch(filepath.Base(words[0])); m != nil && !strings.HasPrefix(m[1], "x86_64-") {
		return Flags{}, diag.Errorf(e.pos(database), "%s is compiled for another machine, by %s", e.File, words[0]).
			WithHint("preprocess it with that compiler (-E), or give -I and -D without -p")
	}
	f, err := Parse(words[1:])
	var usage *UsageError
	if errors.As(err, &usage) {
		return f, diag.Errorf(e.pos(database), "%v", usage).WithHint("%s; without -p, -I and -D say what matters", usage.Hint)
	}
	f.Dir, f.Complete = e.directory(database), true
	return f, err
}

// missing is the error that the file has no entry.
func missing(database, file string, entries []entry) error {
	err := diag.Errorf(diag.Pos{File: database}, "no entry for %s", file)
	var close []string
	for _, e := range entries {
		if path := e.path(database); filepath.Base(path) == filepath.Base(file) && !slices.Contains(close, path) {
			close = append(close, path)
		}
	}
	if _, statErr := os.Stat(file); errors.Is(statErr, fs.ErrNotExist) {
		return err.WithHint("there is no such file")
	}
	switch {
	case len(close) > 0:
		return err.WithHint("it has %s; paths in it are those of the build", diag.Names(close))
	case len(entries) == 0:
		return err.WithHint("it is empty: build the project first")
	}
	return err.WithHint("only files that the build compiles have one; give -I and -D yourself")
}
