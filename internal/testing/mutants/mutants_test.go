// Package mutants holds tests to what they are for: each mechanism of chapters 4 to 7 is switched off, or broken on purpose, in a copy of its file, and a
// test that names the mechanism must fail. The table below lists the mechanisms with their tests.
package mutants

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"scf/internal/testing/tier"
)

var all = flag.Bool("mutants.all", tier.Long, "break each mechanism in turn, which compiles its package and what lies between it and the test")

// mutant is a mechanism, and how it is broken.
type mutant struct {
	name    string // what is broken: a rule of the package, or a technique
	section string // of the dissertation
	file    string // where the mechanism is, from the root of the module
	old     string // a text that stands once in the file
	new     string // what stands there in the mutant
	test    string // the package of the test that fails, and its name
}

// TestMutants breaks one mechanism after the other. The mutants exist in the compiler's eyes only (-overlay): no file is changed.
func TestMutants(t *testing.T) {
	if !*all {
		t.Skip("only with -tags long, or -mutants.all")
	}
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			out := m.run(t, root)
			if _, name, _ := strings.Cut(m.test, " "); !strings.Contains(out, "--- FAIL: "+name+" ") {
				t.Errorf("%s (%s) is broken, and %s does not fail:\n%s", m.name, m.section, m.test, out)
			}
		})
	}
}

// TestTable checks, without compiling anything, that what the mutants replace stands where the table says.
func TestTable(t *testing.T) {
	for _, m := range mutants {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", m.file))
		if err != nil {
			t.Error(err)
		} else if n := strings.Count(string(text), m.old); n != 1 {
			t.Errorf("%s: %q stands %d times in %s", m.name, m.old, n, m.file)
		}
	}
}

// run gives what go test prints for the mutant.
func (m mutant) run(t *testing.T, root string) string {
	path := filepath.Join(root, m.file)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	mutated := filepath.Join(t.TempDir(), "mutant.go")
	if err := os.WriteFile(mutated, []byte(strings.Replace(string(text), m.old, m.new, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(filepath.Dir(mutated), "overlay.json")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {path: mutated}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(overlay, replace, 0o600); err != nil {
		t.Fatal(err)
	}
	pkg, name, _ := strings.Cut(m.test, " ")
	cmd := exec.CommandContext(t.Context(), "go", "test", "-overlay", overlay, "-vet=off", "-count=1", "-run", exactly(name), pkg)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out)
}

// exactly is the pattern of -run that matches a test or a subtest by its name.
func exactly(name string) string {
	return "^" + strings.ReplaceAll(name, "/", "$/^") + "$"
}
