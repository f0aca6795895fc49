package stager_test

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"scf/ast"
	"scf/internal/diag"
	"scf/internal/testing/golden"
	"scf/internal/testing/tier"
	"scf/stager"
)

// TestCalls: functions of the file that are called with known arguments are made functions of their own. A golden holds in.c, what is known early of
// the parameters of its last function and sets of late values, each a line NAME=VALUE; then the function for each set. Staged and unstaged,
// saved and opened, the text is the same.
func TestCalls(t *testing.T) {
	t.Parallel()
	golden.Each(t, "testdata/calls/*.txtar", func(t *testing.T, file string, a *txtar.Archive) {
		if !strings.Contains(file, "searched") {
			tier.Standard(t, "it takes time to stage")
		}
		tier.Large(t, largeCalls.MatchString(file), "it takes time to stage")
		t.Parallel()
		want := &txtar.Archive{Comment: a.Comment}
		var s *stager.Staged
		for _, f := range a.Files {
			switch {
			case f.Name == "in.c":
			case f.Name == "early":
				s = stageCalls(t, a.Files[0].Data, linesOf(f.Data))
			case strings.HasPrefix(f.Name, "late"):
				want.Files = append(want.Files, f, txtar.File{Name: strings.Replace(f.Name, "late", "optimised", 1), Data: callsOptimised(t, s, linesOf(f.Data))})
				continue
			default:
				continue
			}
			want.Files = append(want.Files, f)
		}
		golden.CompareArchive(t, file, want)
	})
}

// largeCalls are the goldens that take a second to stage, or more.
var largeCalls = regexp.MustCompile(`matcher|expression|lua|numbers|table\.|arms`)

func linesOf(text []byte) map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		out[name] = value
	}
	return out
}

func stageCalls(t *testing.T, source []byte, early map[string]string) *stager.Staged {
	all, err := stager.ParseFunctions(t.Context(), "test.c", source, stager.CConfig{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	f := all[len(all)-1].Function
	return stage(t, f, early, stager.Options{})
}

// callsOptimised is the optimised function, and those made for it.
func callsOptimised(t *testing.T, s *stager.Staged, values map[string]string) []byte {
	late, err := s.Function.ParseLate(values)
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	p := pipeline(t, stager.DefaultPipeline)
	agree(t, s, p, late)
	r, err := s.Run(t.Context(), late)
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	for _, f := range append(r.Func.Made, r.Func) {
		if err := ast.Verify(f); err != nil {
			t.Error(err)
		}
	}
	text, err := r.C(stager.Output{Only: true})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	dir := filepath.Join(t.TempDir(), "staged")
	if err := s.Save(dir); err != nil {
		t.Fatal(err)
	}
	opened, err := stager.Open(t.Context(), dir, stager.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range []func() (*stager.Result, error){
		func() (*stager.Result, error) { return opened.Run(t.Context(), late) },
		func() (*stager.Result, error) { return stager.RunUnstaged(t.Context(), opened.Function, p, late) },
	} {
		again, err := run()
		if err != nil {
			t.Fatal(err)
		}
		if c, err := again.C(stager.Output{Only: true}); err != nil || !bytes.Equal(c, text) {
			t.Errorf("from the directory: %v\n%s", err, c)
		}
	}
	return text
}

// TestCallsPlaces: commands of functions that were made, and of those that stand in place of their calls, are told where they stand.
func TestCallsPlaces(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	t.Parallel()
	source := "static int down(const int *t, int n, int x) {\n    if (n == 0) return x;\n    return (x += t[n]) ? down(t, n - 1, x) : down(t, n - 1, 2);\n}\n" +
		"int f(const int *t, int n, int x) {\n    return down(t, n, x);\n}\n"
	s := stageCalls(t, []byte(source), map[string]string{"n": "CONSTANT"})
	late, err := s.Function.ParseLate(map[string]string{"n": "2"})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*stager.Staged{s, s.Separate()} {
		r, err := s.Run(context.Background(), late)
		if err != nil {
			t.Fatal(err)
		}
		lines := map[int]bool{}
		for _, f := range append(r.Func.Made, r.Func) {
			ast.Walk(f.Body, func(c ast.Cmd) {
				if at, ok := r.Place(ast.LabelOf(c)); ok {
					lines[at.Line] = true
				}
			}, nil, nil)
		}
		if !lines[3] {
			t.Errorf("the lines of %s are %v", ast.PrintFunc(r.Func, ast.DefaultStyle()), lines)
		}
	}
}
