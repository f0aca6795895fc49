// Package houserules holds tests about the code of the whole module.
package houserules

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// floors is the house, from the top down: a package imports only packages of lower floors.
var floors = [][]string{
	{"cmd/stager", "internal/testing/corpus", "examples/convolution", "examples/bytecode", "examples/pixels", "examples/cache"},
	{"examples/internal/measured"},
	{"eval/results"},
	{"eval", "explain", "internal/randomc", "internal/lsp"},
	{"kernel"},
	{"stager"},
	{"internal/testing/judge"},
	{"backend/program"},
	{"passes"},
	{"internal/compact", "params"},
	{"internal/pointsto"},
	{"cfront", "inl", "causes"},
	{"backend/interp", "backend/native", "backend/c"},
	{"backend/lower"},
	{"backend", "backend/opt"},
	{"cfront/splice"},
	{"cfront/ctext"},
	{"ast"},
	{"reasons"},
	{"fuse"},
	{"simplify"},
	{"simplify/similar"},
	{"simplify/valuegraph"},
	{"simplify/ledger", "simplify/refusal"},
	{"dse"},
	{"pe"},
	{"internal/testing/agree"},
	{"absval"},
	{"absval/tree"},
	{"internal/testing/progen"},
	{"internal/testing/scfmltest"},
	{"scfml"},
	{"finiteness", "scfml/image", "scfml/interp", "flow", "scfml/format"},
	{"scfml/core"},
	{"scfml/syntax"},
	{"internal/cflags"},
	{"internal/valtext", "internal/textfile", "internal/replace"},
	{"backend/machine/machinetest"},
	{"backend/ir/eval", "backend/ir/irgen"},
	{"backend/amd64", "backend/arm64"},
	{"backend/machine"},
	{"backend/regalloc"},
	{"backend/ir", "backend/mem", "backend/code"},
	{"backend/asm/amd64", "backend/asm/arm64", "backend/asm/listing"},
	{"backend/asm"},
	{"internal/diag", "internal/stop", "internal/suggest", "internal/cprog", "internal/testing/houserules", "internal/testing/mutants", "internal/arena", "internal/diskcache", "internal/testing/qemu", "internal/graph", "internal/spare", "internal/defaults"},
	{"internal/testing/toolchain"},
	{"internal/ccompiler", "internal/testing/golden", "internal/testing/tier"},
}

// TestImportsGoDown checks the imports of every package; tests are free to import what they need to test with.
func TestImportsGoDown(t *testing.T) {
	for dir, imports := range imports(t) {
		from := floor(dir)
		if from < 0 {
			t.Errorf("package %s has no floor in the house: add it to the table", dir)
			continue
		}
		for _, to := range imports {
			if floor(to) <= from {
				t.Errorf("%s imports %s, which does not lie below it", dir, to)
			}
		}
	}
}

// TestOnlyTheFrontEndKnowsCC checks that only cfront uses the C parser.
func TestOnlyTheFrontEndKnowsCC(t *testing.T) {
	for dir, imports := range allImports(t) {
		if dir != "cfront" && slices.ContainsFunc(imports, func(p string) bool { return strings.HasPrefix(p, "modernc.org/cc/") }) {
			t.Errorf("%s imports the C parser", dir)
		}
	}
}

// TestOnlyTestsTest checks that nothing outside of internal/testing uses what is there, but tests.
func TestOnlyTestsTest(t *testing.T) {
	for dir, imports := range imports(t) {
		for _, to := range imports {
			if strings.HasPrefix(to, "internal/testing/") && !strings.HasPrefix(dir, "internal/testing/") {
				t.Errorf("%s imports %s, which is for tests", dir, to)
			}
		}
	}
}

func floor(dir string) int {
	return slices.IndexFunc(floors, func(f []string) bool { return slices.Contains(f, dir) })
}

// imports are the packages of the module that each package of it imports.
func imports(t *testing.T) map[string][]string {
	out := map[string][]string{}
	for dir, paths := range allImports(t) {
		out[dir] = nil
		for _, p := range paths {
			if own, ok := strings.CutPrefix(p, "scf/"); ok {
				out[dir] = append(out[dir], own)
			}
		}
	}
	return out
}

// allImports are the paths that each package of the module imports, tests apart.
func allImports(t *testing.T) map[string][]string {
	root := filepath.Join("..", "..", "..")
	out := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && (name == "testdata" || path != root && strings.HasPrefix(name, ".")) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(path))
		dir = filepath.ToSlash(dir)
		for _, i := range f.Imports {
			p, _ := strconv.Unquote(i.Path.Value)
			out[dir] = append(out[dir], p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
