package passes_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"scf/ast"
	"scf/cfront"
	"scf/internal/diag"
	"scf/internal/testing/golden"
	"scf/internal/testing/tier"
	"scf/passes"
)

// TestGoldens runs the standard pipeline on the C functions of testdata: the function after each pass, and what each pass cost.
// A golden holds in.c and known (parameters with their constants), then what is wanted.
func TestGoldens(t *testing.T) {
	tier.Same(t)
	holdGoldens(t, load(t), "testdata/*.txtar")
}

// TestClassicGoldens does the same with the classic passes.
func TestClassicGoldens(t *testing.T) {
	tier.Same(t)
	holdGoldens(t, runners(t, passes.Classic()), "testdata/classic/*.txtar")
}

func holdGoldens(t *testing.T, rs []*runner, files string) {
	golden.Each(t, files, func(t *testing.T, file string, a *txtar.Archive) {
		golden.CompareArchive(t, file, optimize(t, rs, a.Files[0], a.Files[1]))
	})
}

// optimize is the golden of the C function in with what is known of its parameters.
func optimize(t *testing.T, rs []*runner, in, known txtar.File) *txtar.Archive {
	a := &txtar.Archive{Files: []txtar.File{in, known}}
	file, err := cfront.Parse(context.Background(), in.Name, in.Data, cfront.Options{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	f, err := file.Lower("")
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	var counts strings.Builder
	values := knowledge(t, f, string(known.Data))
	for _, r := range rs {
		g, c, err := r.run(f, values)
		if err != nil {
			t.Fatal(err)
		}
		a.Files = append(a.Files, txtar.File{Name: filepath.Base(r.Name) + ".c", Data: []byte(ast.PrintFunc(g, file.Style()))})
		fmt.Fprintf(&counts, "%s: %d\n", filepath.Base(r.Name), c.Total())
		f = g
	}
	a.Files = append(a.Files, txtar.File{Name: "operations", Data: []byte(counts.String())})
	return a
}

// knowledge reads `name=constant` for some parameters of f.
func knowledge(t *testing.T, f *ast.Func, text string) []ast.Lattice {
	constants := map[string]int64{}
	for _, field := range strings.Fields(text) {
		name, value, _ := strings.Cut(field, "=")
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			u, err := strconv.ParseUint(value, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			n = int64(u)
		}
		constants[name] = n
	}
	var known []ast.Lattice
	for _, p := range f.Params {
		if n, ok := constants[p.Name]; ok {
			known = append(known, ast.Known{Value: ast.IntConst(n)})
		} else {
			known = append(known, ast.NonConstant{})
		}
	}
	return known
}
