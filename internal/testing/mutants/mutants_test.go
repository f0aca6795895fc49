// Package mutants holds tests to what they are for: each mechanism of chapters 4 to 7 is switched off, or broken on purpose, in a copy of its file, and a
// test that names the mechanism must fail. The table below lists the mechanisms with their tests.
package mutants

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"scf/internal/testing/tier"
)

var all = flag.Bool("mutants.all", tier.Long, "break each mechanism in turn, which compiles the packages and what lies between them and the tests")

// mutant is a mechanism, and how it is broken.
type mutant struct {
	name    string // what is broken: a rule of the package, or a technique
	section string // of the dissertation
	file    string // where the mechanism is, from the root of the module
	old     string // a text that stands once in the file, in a function's body
	new     string // what stands there in the mutant
	test    string // the package of the test that fails, and its name
}

// TestMutants breaks one mechanism after the other. All mutants are built at once, and chosen by a variable of the environment ("mutant schemata"): a function
// that has mutants has a body for each of them before its own. They exist in the compiler's eyes only (-overlay): no file is changed.
func TestMutants(t *testing.T) {
	if !*all {
		t.Skip("only with -tags long, or -mutants.all")
	}
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	binaries := build(t, root)
	for i, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			pkg, name, _ := strings.Cut(m.test, " ")
			fails := "--- FAIL: " + name + " "
			if out := run(t, binaries[pkg], filepath.Join(root, pkg), name, none); strings.Contains(out, fails) || !strings.Contains(out, "--- PASS: "+name+" ") {
				t.Errorf("%s does not pass where nothing is broken:\n%s", m.test, out)
			}
			if out := run(t, binaries[pkg], filepath.Join(root, pkg), name, number(i)); !strings.Contains(out, fails) {
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

// chosen is the variable of the environment that says which mutant a test is run with, by its number.
const chosen = "SCF_MUTANT"

// none is the number of no mutant, with which nothing is broken.
const none = 0

// number is the one by which the mutant at a place of the table is chosen.
func number(place int) int { return place + 1 }

// chooser is the file that packages with mutants have besides their own.
const chooser = `package %s

import (
	"os"
	"strconv"
)

var chosenMutant, _ = strconv.Atoi(os.Getenv(%q))
`

// build compiles the tests of all mutants, and gives their programs by package.
func build(t *testing.T, root string) map[string]string {
	dir := t.TempDir()
	replace := map[string]string{}
	add := func(path, text string) {
		copied := filepath.Join(dir, strconv.Itoa(len(replace))+".go")
		if err := os.WriteFile(copied, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		replace[path] = copied
	}
	numbers := map[string][]int{}
	for i, m := range mutants {
		numbers[m.file] = append(numbers[m.file], i)
	}
	for file, of := range numbers {
		path := filepath.Join(root, file)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		schema, name, err := withMutants(string(text), of)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		add(path, schema)
		if in := filepath.Join(filepath.Dir(path), "chosen_mutant.go"); replace[in] == "" {
			add(in, fmt.Sprintf(chooser, name, chosen))
		}
	}
	overlay := filepath.Join(dir, "overlay.json")
	list, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(overlay, list, 0o600); err != nil {
		t.Fatal(err)
	}
	binaries := map[string]string{}
	args := []string{"test", "-overlay", overlay, "-vet=off", "-ldflags=-s -w", "-c", "-o", dir + "/"}
	for _, m := range mutants {
		pkg, _, _ := strings.Cut(m.test, " ")
		if binaries[pkg] == "" {
			binaries[pkg] = filepath.Join(dir, filepath.Base(pkg)+".test")
			args = append(args, pkg)
		}
	}
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return binaries
}

// withMutants is a file in which functions have a body for each of the mutants, given by their places in the table, and the name of its package.
func withMutants(text string, places []int) (schema, name string, err error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	if err != nil {
		return "", "", err
	}
	bodies := map[int]string{} // what stands before the body that begins there
	for _, i := range places {
		m := mutants[i]
		at := strings.Index(text, m.old)
		f := functionAround(fset, file, at, at+len(m.old))
		if f == nil {
			return "", "", fmt.Errorf("%s: %q stands in no function", m.name, m.old)
		}
		begin, end := fset.Position(f.Body.Lbrace).Offset+1, fset.Position(f.Body.Rbrace).Offset
		body := strings.Replace(text[begin:end], m.old, m.new, 1)
		if f.Type.Results == nil {
			body += "return\n"
		}
		bodies[begin] += fmt.Sprintf("\nif chosenMutant == %d {%s}\n", number(i), body)
	}
	var b strings.Builder
	last := 0
	for _, begin := range slices.Sorted(maps.Keys(bodies)) {
		b.WriteString(text[last:begin] + bodies[begin])
		last = begin
	}
	return b.String() + text[last:], file.Name.Name, nil
}

// functionAround is the function whose body has the text from begin to end, nil for none.
func functionAround(fset *token.FileSet, file *ast.File, begin, end int) *ast.FuncDecl {
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && fset.Position(f.Body.Lbrace).Offset < begin && end <= fset.Position(f.Body.Rbrace).Offset {
			return f
		}
	}
	return nil
}

// run gives what the test prints with the mutant of that number, or with none.
func run(t *testing.T, binary, dir, test string, mutant int) string {
	cmd := exec.CommandContext(t.Context(), binary, "-test.v", "-test.run", exactly(test))
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), chosen+"="+strconv.Itoa(mutant))
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
