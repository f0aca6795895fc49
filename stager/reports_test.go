package stager_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/scfml"
	"scf/stager"
)

// TestReports: what passes say of loops early, and of the function that was made late, whether staged, opened from a directory or
// unstaged: a pass of a user's own, before and behind one that unrolls loops, which has the last word of those that were kept.
func TestReports(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	t.Parallel()
	source, err := os.ReadFile("../examples/once.c")
	fatal(t, err)
	const once, alone = "../examples/once.scf-ml", "it may run more than once"
	for _, c := range []struct{ pipeline, early, late string }{
		{once, "4:5: loop unrolled early, iterations: 1\n7:5: loop kept: " + alone, "4:5: loop unrolled, iterations: 1\n7:5: loop kept: " + alone},
		{"cnp," + once,
			"4:5: loop unrolled early, iterations: 1\n7:5: loop unrolled late, as often as late values say; or kept: " + alone,
			"4:5: loop unrolled, iterations: 1\n7:5: loop unrolled, iterations: 2"},
		{once + ",cnp",
			"4:5: loop unrolled early, iterations: 1\n7:5: loop unrolled late, as often as late values say; or kept: it may have more than 128 iterations, which is the most that are unrolled",
			"4:5: loop unrolled, iterations: 1\n7:5: loop unrolled, iterations: 2"},
		{"cpp,dae", "", ""},
	} {
		t.Run(strings.ReplaceAll(c.pipeline, once, "once"), func(t *testing.T) {
			f, err := stager.ParseC(t.Context(), "in.c", source, "", stager.CConfig{})
			fatal(t, err)
			early, err := f.ParseAbstract(map[string]string{"n": "CONSTANT", "k": "CONSTANT"})
			fatal(t, err)
			late, err := f.ParseLate(map[string]string{"n": "-1", "k": "3"})
			fatal(t, err)
			p := pipeline(t, c.pipeline)
			staged, err := stager.Stage(t.Context(), f, p, early, stager.Options{})
			fatal(t, err)
			loopsAre(t, "early", staged.Loops, c.early)
			dir := filepath.Join(t.TempDir(), "steps.staged")
			fatal(t, staged.Save(dir))
			opened, err := stager.Open(t.Context(), dir, stager.Limits{})
			fatal(t, err)
			for name, s := range map[string]*stager.Staged{"staged": staged, "separate": staged.Separate(), "opened": opened} {
				r, err := s.Run(t.Context(), late)
				fatal(t, err)
				lateLoops(t, name, r, c.late)
			}
			r, err := stager.RunUnstaged(t.Context(), f, p, late)
			fatal(t, err)
			lateLoops(t, "unstaged", r, c.late)
		})
	}
}

// TestReportsOfLoads: passes that were opened from a directory say of loops with copies of bytes, which are loads for them, what they say otherwise.
func TestReportsOfLoads(t *testing.T) {
	f, err := stager.ParseC(t.Context(), "in.c", []byte(`int f(int n, const unsigned char *p)
{
    unsigned char w;
    int s = 0;
    while (n-- > 0) {
        __builtin_memcpy(&w, p++, 1);
        s += w;
    }
    return s;
}
`), "f", stager.CConfig{})
	fatal(t, err)
	staged := stage(t, f, map[string]string{"n": "CONSTANT"}, stager.Options{})
	dir := filepath.Join(t.TempDir(), "f.staged")
	fatal(t, staged.Save(dir))
	opened, err := stager.Open(t.Context(), dir, stager.Limits{})
	fatal(t, err)
	for name, s := range map[string]*stager.Staged{"staged": staged, "opened": opened} {
		late, err := s.Function.ParseLate(map[string]string{"n": "3"})
		fatal(t, err)
		r, err := s.Run(t.Context(), late)
		fatal(t, err)
		lateLoops(t, name, r, "5:5: loop unrolled, iterations: 3")
	}
}

func lateLoops(t *testing.T, name string, r *stager.Result, want string) {
	t.Helper()
	loops, err := r.Loops(context.Background())
	fatal(t, err)
	loopsAre(t, name, loops, want)
}

// loopsAre compares what is said of loops, without the names of files.
func loopsAre(t *testing.T, name string, loops []stager.Loop, want string) {
	t.Helper()
	var got []string
	for _, l := range loops {
		l.File = ""
		got = append(got, strings.TrimPrefix(fmt.Sprint(l), ":"))
	}
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("%s: %s\nwanted: %s", name, text, want)
	}
}

// TestReportsType: a function that gives reports of loops and is not what the stager calls is refused where the pass is loaded.
func TestReportsType(t *testing.T) {
	t.Parallel()
	const text = `structure P = struct
  open AST
  open Reports
  fun optimize (f : func) : func = f
  fun reports (f : func) : report list = []
end
`
	_, err := stager.NewPass("p", "p.scf-ml", scfml.Source{Name: "p.scf-ml", Text: text})
	if err == nil || !strings.Contains(diag.Render(err), "p.scf-ml:5:7: reports has the type func -> report list") || !strings.Contains(diag.Render(err), "trace list") {
		t.Errorf("%v", err)
	}
}
