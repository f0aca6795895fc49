package passes_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
	"scf/stager"
)

// TestHandWrittenPrograms optimizes every function of the programs that the front end is tested with, without any constants:
// they print what they printed.
func TestHandWrittenPrograms(t *testing.T) {
	tier.Standard(t, "each program is compiled")
	toolchain.Compiler(t)
	pipeline, err := stager.ParsePipeline(stager.DefaultPipeline)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../cfront/testdata/programs/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for i, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			tier.Case(t, i, 0, 3)
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			optimized := allOptimized(t, pipeline, src)
			if diff := cmp.Diff(toolchain.Output(t, src), toolchain.Output(t, optimized)); diff != "" {
				t.Fatalf("%s\n%s", diff, optimized)
			}
		})
	}
}

// allOptimized is the file src with every function optimized.
func allOptimized(t *testing.T, pipeline stager.Pipeline, src []byte) []byte {
	t.Helper()
	outcomes, err := stager.ParseFunctions(t.Context(), "x.c", src, stager.CConfig{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	var rs []stager.Replacement
	for _, o := range outcomes {
		if o.Err != nil {
			t.Fatal(diag.Render(o.Err))
		}
		result, err := stager.RunUnstaged(context.Background(), o.Function, pipeline, nil)
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		rs = append(rs, stager.Replacement{Result: result})
	}
	out, err := stager.ReplaceAll(rs)
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	return out
}
