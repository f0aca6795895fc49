// Package golden is what the golden tests of all packages have in common: the flag -update, which rewrites goldens instead of comparing
// with them, and goldens in txtar files.
//
// A test makes the text of a golden as it should be now, and Compare does the rest. So updating a golden that is up to date changes
// nothing.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// Update reports whether goldens are to be rewritten.
func Update() bool { return *update }

// Each runs f as a test of its own on every txtar file that the pattern matches; there must be one.
func Each(t *testing.T, pattern string, f func(t *testing.T, file string, a *txtar.Archive)) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no goldens %s: %v", pattern, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { f(t, file, Read(t, file)) })
	}
}

// Read reads a txtar file.
func Read(t testing.TB, file string) *txtar.Archive {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Section is the text of the section of that name, empty if there is none.
func Section(a *txtar.Archive, name string) string {
	if i := index(a, name); i >= 0 {
		return string(a.Files[i].Data)
	}
	return ""
}

// Set sets the text of the section of that name. A new one goes to the end.
func Set(a *txtar.Archive, name, text string) {
	i := index(a, name)
	if i < 0 {
		i = len(a.Files)
		a.Files = append(a.Files, txtar.File{Name: name})
	}
	a.Files[i].Data = []byte(text)
}

func index(a *txtar.Archive, name string) int {
	return slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == name })
}

// Pairs holds the txtar file to what f makes of each section NAME.c in it: that is the section NAME.want behind it.
func Pairs(t *testing.T, file string, f func(t *testing.T, name string, source []byte) string) {
	t.Helper()
	a := Read(t, file)
	out := &txtar.Archive{Comment: a.Comment}
	for _, s := range a.Files {
		if name, ok := strings.CutSuffix(s.Name, ".c"); ok {
			out.Files = append(out.Files, s, txtar.File{Name: name + ".want", Data: []byte(f(t, name, s.Data))})
		}
	}
	CompareArchive(t, file, out)
}

// CompareArchive is Compare for a txtar file.
func CompareArchive(t testing.TB, file string, now *txtar.Archive) {
	t.Helper()
	Compare(t, file, txtar.Format(now))
}

// Compare compares the file with its text as it should be now, or writes that to it.
func Compare(t testing.TB, file string, now []byte) {
	t.Helper()
	old, err := os.ReadFile(file)
	switch {
	case err == nil && string(old) == string(now):
	case *update:
		if err := os.WriteFile(file, now, 0o666); err != nil {
			t.Fatal(err)
		}
	case err != nil:
		t.Errorf("%v (-update writes it)", err)
	default:
		t.Errorf("%s is not up to date (-there +now; go test -run '^%s$' -update rewrites it):\n%s", file, t.Name(),
			cmp.Diff(strings.Split(string(old), "\n"), strings.Split(string(now), "\n")))
	}
}

// Between is what stands in the file between two marks, which it must have; with -update, text is put there first.
func Between(t testing.TB, file, begin, end, text string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(data), begin)
	old, after, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatalf("%s has no %q ... %q", file, begin, end)
	}
	if !*update {
		return old
	}
	Compare(t, file, []byte(before+begin+text+end+after))
	return text
}
