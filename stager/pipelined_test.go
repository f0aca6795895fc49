package stager

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"pgregory.net/rapid"

	"scf/internal/testing/tier"
	"scf/pe"
	"scf/scfml/core"
	"scf/simplify"
)

// stagedText is all that a staging gives, but for times.
func stagedText(t rapid.TB, s *Staged) string {
	t.Helper()
	text := fmt.Sprint(s.Forms, s.Loops, s.Apart)
	show := func(name string, r Report, p *core.Program) { text += fmt.Sprintf("%s: %+v\n%v\n", name, r, p) }
	for _, pass := range s.Passes {
		p, err := pass.Program()
		if err != nil {
			t.Fatal(err)
		}
		show(pass.Name, pass.Report, p)
		text += pass.Input + "\n" + pass.Output + "\n"
	}
	if s.Composed != nil {
		show(composedName, s.Composed.Report, s.Composed.Program)
	}
	files, err := s.files()
	if err != nil {
		t.Fatal(err)
	}
	return text + string(files[len(files)-1].Text) // the manifest, with the hashes of all others
}

// TestPipelined: passes that are specialised while those before become small give what they give one after the other; also where a result is
// only known when the program before is small.
func TestPipelined(t *testing.T) {
	tier.Standard(t, "it stages")
	for i, c := range []struct {
		source, pipeline string
		abstract         map[string]string
	}{
		{`int f(int a, int b) { int c = a * b; return c + b * 2; }`, DefaultPipeline, map[string]string{"a": "CONSTANT(0|1)"}},
		{`int f(int a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a; return s; }`, DefaultPipeline, map[string]string{"a": "CONSTANT"}},
		{`int f(int a) { return a; }`, "cnp,cpp,dae,cnp,cpp,dae", nil},
		{`int f(int a, int b) { if (a < 3) b = a; return b; }`, "cnp,cpp,dae,cnp", map[string]string{"a": "CONSTANT", "b": "7"}},
		{
			`struct point { int x, y; };
			int f(const struct point *p, int n) { int s = 0; for (int i = 0; i < n; i++) { if (p[i].x > p[i].y) s += p[i].x; else s -= p[i].y; } return s; }`,
			DefaultPipeline, map[string]string{"p": "[{x:Int}*]", "n": "CONSTANT"},
		},
	} {
		t.Run(c.source, func(t *testing.T) {
			tier.Case(t, i, 0, 4)
			f, err := ParseC(context.Background(), "f.c", []byte(c.source), "f", CConfig{})
			if err != nil {
				t.Fatal(err)
			}
			pipeline, err := ParsePipeline(c.pipeline)
			if err != nil {
				t.Fatal(err)
			}
			early, err := f.ParseAbstract(c.abstract)
			if err != nil {
				t.Fatal(err)
			}
			pipelined, err := Stage(t.Context(), f, pipeline, early, Options{})
			if err != nil {
				t.Fatal(err)
			}
			inOrder, err := Stage(t.Context(), f, pipeline, early, Options{Debug: Debug{Trace: io.Discard}})
			if err != nil {
				t.Fatal(err)
			}
			if got, want := stagedText(t, pipelined), stagedText(t, inOrder); got != want {
				t.Errorf("%s: pipelined\n%s\nin order\n%s", c.source, got, want)
			}
		})
	}
}

// TestRefined forgets what the first pass gives, which making its program small finds out again: the passes behind it are staged for that.
func TestRefined(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	f, pipeline := identity(t)
	options := Options{PE: pe.Options{Limits: pe.Limits{MaxSteps: 2000}}}
	cached := options
	cached.Cache = OpenCache(t.TempDir(), 0)
	want, err := Stage(t.Context(), f, pipeline, nil, options)
	if err != nil {
		t.Fatal(err)
	}
	staged := map[string]int{}
	replacePhase(t, "specialize", func(ctx context.Context, r *runner, in state) (state, error) {
		staged[r.name]++
		out, err := specialize(ctx, r, in)
		if r.name == "1-cnp" {
			out.result = in.domain.Top()
		}
		return out, err
	})
	got, err := Stage(t.Context(), f, pipeline, nil, options)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := stagedText(t, got), stagedText(t, want); got != want {
		t.Errorf("it gives\n%s\nnot\n%s", got, want)
	}
	if staged["1-cnp"] != 1 || staged["2-cpp"] != 2 {
		t.Errorf("passes were specialised so often: %v", staged)
	}
	for _, kept := range []int{0, 4} {
		got, err := Stage(t.Context(), f, pipeline, nil, cached)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := stagedText(t, got), stagedText(t, want); got != want {
			t.Errorf("with a cache it gives\n%s\nnot\n%s", got, want)
		}
		if n := len(Cached(got)); n != kept {
			t.Errorf("%d are from the cache, not %d", n, kept)
		}
	}
}

// TestFailsInOrder: of several passes that fail the first one is told, whatever came first in time.
func TestFailsInOrder(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	for _, c := range []struct {
		fail []string // phase and job
		want string
	}{
		{[]string{"dse 1-cnp"}, "phase dse of 1-cnp"},
		{[]string{"dse 1-cnp", "specialize 2-cpp"}, "phase dse of 1-cnp"},
		{[]string{"simplify 1-cnp", "dse 2-cpp", "specialize 3-dae"}, "phase simplify of 1-cnp"},
		{[]string{"specialize 2-cpp"}, "phase specialize of 2-cpp"},
		{[]string{"simplify 3-dae"}, "phase simplify of 3-dae"},
	} {
		t.Run(fmt.Sprint(c.fail), func(t *testing.T) {
			f, pipeline := identity(t)
			for _, ph := range passTable.phases {
				replacePhase(t, ph.name, func(ctx context.Context, r *runner, in state) (state, error) {
					for _, what := range c.fail {
						if what == ph.name+" "+r.name {
							panic("a bug")
						}
					}
					return ph.run(ctx, r, in)
				})
			}
			_, err := Stage(t.Context(), f, pipeline, nil, Options{})
			var internal *InternalError
			if !errors.As(err, &internal) || internal.Phase != c.want || ExitCode(err) != ExitInternal {
				t.Errorf("the error is %v", err)
			}
		})
	}
}

// replacePhase makes the phase of passes do something else in this test.
func replacePhase(t *testing.T, name string, run func(context.Context, *runner, state) (state, error)) {
	t.Helper()
	phases := passTable.phases
	for i := range phases {
		if phases[i].name == name {
			original := phases[i].run
			phases[i].run = run
			t.Cleanup(func() { phases[i].run = original })
		}
	}
}

func identity(t *testing.T) (*Function, Pipeline) {
	t.Helper()
	f, err := ParseC(context.Background(), "f.c", []byte(`int f(int a) { return a; }`), "f", CConfig{})
	if err != nil {
		t.Fatal(err)
	}
	pipeline, err := ParsePipeline(DefaultPipeline)
	if err != nil {
		t.Fatal(err)
	}
	return f, pipeline
}

// TestTooLarge: programs that are too large to be simplified go through the phases once.
func TestTooLarge(t *testing.T) {
	tier.Same(t)
	f, err := ParseC(context.Background(), "f.c", []byte(`int f(int a, int b) { int c = a * b; return c + b * 2; }`), "f", CConfig{})
	if err != nil {
		t.Fatal(err)
	}
	pipeline, err := ParsePipeline(DefaultPipeline)
	if err != nil {
		t.Fatal(err)
	}
	early, err := f.ParseAbstract(map[string]string{"a": "CONSTANT"})
	if err != nil {
		t.Fatal(err)
	}
	s, err := Stage(t.Context(), f, pipeline, early, Options{Simplify: simplify.Options{MaxSize: 10}})
	if err != nil {
		t.Fatal(err)
	}
	for _, pass := range s.Passes {
		if len(pass.Times) != 3 {
			t.Errorf("%s: %v", pass.Name, pass.Times)
		}
	}
	if s.Composed != nil {
		t.Error("they are composed")
	}
}
