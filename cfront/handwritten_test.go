package cfront

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/ast"
	"scf/cfront/splice"
	"scf/internal/diag"
	"scf/internal/testing/golden"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

// TestHandWrittenPrograms replaces every function of the programs in testdata/programs, and of those in testdata/compiled, which only a C compiler
// runs, by its own tree: they print what they printed. The programs hold every construct of the subset; NAME.printed is what NAME.c looks like then.
func TestHandWrittenPrograms(t *testing.T) {
	toolchain.Compiler(t)
	files, err := filepath.Glob("testdata/[pc]*m*/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for i, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			tier.Case(t, i, 18, 3)
			t.Parallel()
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			once := allRelowered(t, src)
			if diff := cmp.Diff(toolchain.Output(t, src), toolchain.Output(t, once)); diff != "" {
				t.Fatalf("%s\n%s", diff, once)
			}
			golden.Compare(t, strings.TrimSuffix(file, ".c")+".printed", once)
			if diff := cmp.Diff(string(once), string(allRelowered(t, once))); diff != "" {
				t.Errorf("printed once and again: %s", diff)
			}
		})
	}
}

// allRelowered is the file src with every function as its tree prints.
func allRelowered(t *testing.T, src []byte) []byte {
	t.Helper()
	f, err := Parse(context.Background(), "x.c", src, Options{})
	if err != nil {
		t.Fatalf("%s\n%s", diag.Render(err), src)
	}
	var rs []splice.Replacement
	for _, o := range f.Functions() {
		if o.Err != nil {
			t.Fatal(diag.Render(o.Err))
		}
		if err := ast.Verify(o.Function.Tree); err != nil {
			t.Error(err)
		}
		site, err := f.Site(o.Name)
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		rs = append(rs, splice.Replacement{Site: site, Tree: o.Function.Tree})
	}
	out, err := splice.All(f.Text, rs)
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	return out
}
