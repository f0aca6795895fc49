package stager_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
	"scf/stager"
)

// constants are what a line before a function of the programs in cfront/testdata/compiled says of it.
var constants = regexp.MustCompile(`(?m)^// (\w+=\S.*)\n[^\n(]*?(\w+)\(`)

// many are the programs that take seconds each.
var many = regexp.MustCompile("returned|guards|builtins|variable|nested")

// TestConstructs optimises the functions of programs that only a C compiler runs: all without constants, and each (some, but in the long tier) for
// those that a line before it gives, behind a guard. The programs print what they printed.
func TestConstructs(t *testing.T) {
	tier.Standard(t, "programs are compiled")
	toolchain.Compiler(t)
	t.Parallel()
	files, err := filepath.Glob("../cfront/testdata/compiled/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			if many.MatchString(file) {
				tier.OnlyLong(t, "it has many functions")
			}
			t.Parallel()
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want := toolchain.Output(t, src)
			late := map[string]map[string]string{}
			for _, m := range constants.FindAllSubmatch(src, -1) {
				late[string(m[2])] = values(string(m[1]))
			}
			versions := map[string][]byte{"without constants": withOptimised(t, src, "", nil)}
			names := slices.Sorted(maps.Keys(late))
			for _, name := range names[:min(len(names), tier.Pick(1, 1, 3))] {
				versions[name] = withOptimised(t, src, name, late[name])
			}
			for _, name := range slices.Sorted(maps.Keys(versions)) {
				if diff := cmp.Diff(want, toolchain.Output(t, versions[name])); diff != "" {
					t.Errorf("%s: %s\n%s", name, diff, versions[name])
				}
			}
		})
	}
}

func values(text string) map[string]string {
	out := map[string]string{}
	for _, field := range strings.Fields(text) {
		name, value, _ := strings.Cut(field, "=")
		out[name] = value
	}
	return out
}

// withOptimised is the program with the named function optimised for the values, behind a guard; with all, for "".
func withOptimised(t *testing.T, src []byte, name string, values map[string]string) []byte {
	t.Helper()
	outcomes, err := stager.ParseFunctions(t.Context(), "x.c", src, stager.CConfig{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	var rs []stager.Replacement
	for _, o := range outcomes {
		if name != "" && o.Name != name {
			continue
		}
		if o.Err != nil {
			t.Fatal(diag.Render(o.Err))
		}
		late, err := o.Function.ParseLate(values)
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		result, err := stager.RunUnstaged(context.Background(), o.Function, pipeline(t, stager.DefaultPipeline), late)
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		rs = append(rs, stager.Replacement{Result: result, Output: stager.Output{Guard: name != ""}})
	}
	out, err := stager.ReplaceAll(rs)
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	return out
}
