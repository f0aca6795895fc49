package stager_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"scf/internal/diag"
	"scf/internal/testing/golden"
	"scf/internal/testing/tier"
	"scf/stager"
)

// TestComposedMulAdd: the composed program of mul_add is the compiler of figure 2.7(c), for each of its configurations.
func TestComposedMulAdd(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	t.Parallel()
	const file = "testdata/compose/mul_add.txtar"
	got := &txtar.Archive{Comment: golden.Read(t, file).Comment}
	for _, c := range stager.MulAddConfigs {
		s := stage(t, parseC(t, mulAdd), map[string]string{"a": c.Early}, verified)
		got.Files = append(got.Files, txtar.File{Name: c.Early, Data: []byte(withoutTypes(s.Composed.Program.String()))})
	}
	golden.CompareArchive(t, file, got)
}

// withoutTypes is the text of a program from its first value or function on.
func withoutTypes(program string) string {
	at := strings.Index(program, "\n  fun ")
	if val := strings.Index(program, "\n  val "); val >= 0 {
		at = min(at, val)
	}
	return program[at+1:]
}

// TestComposedIsHandWritten: composed for any constant, mul_add's passes take few operations, at most half more than the compiler that is
// written by hand, and give what it gives.
func TestComposedIsHandWritten(t *testing.T) {
	tier.Same(t)
	t.Parallel()
	ctx := context.Background()
	f := parseC(t, mulAdd)
	s := stage(t, f, map[string]string{"a": "CONSTANT(Int)"}, verified)
	hand := pipeline(t, "testdata/compose/mul_add_compile.scf-ml")
	for _, c := range []struct{ a, most int64 }{{0, 10}, {1, 12}, {3, 20}, {8, 48}} {
		late := map[string]stager.Late{"a": stager.Int(c.a, f.Params[2])}
		composed, err := s.Run(ctx, late)
		if err != nil {
			t.Fatal(err)
		}
		written, err := stager.RunUnstaged(ctx, f, hand, late)
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		n, m := composed.Total.Total(), written.Total.Total()
		if n > c.most || 2*n > 3*m {
			t.Errorf("a = %d: %d operations, at most %d are wanted; by hand %d", c.a, n, c.most, m)
		}
		got, err := text(composed, nil)
		if err != nil {
			t.Fatal(err)
		}
		want, err := text(written, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("a = %d (-by hand +composed):\n%s", c.a, diff)
		}
	}
}

// carried is how the passes below hand on a number, in a declaration before the function's body.
const carried = `val int = integer ("int", 32, true)
	fun number (func (_, _, _, seq (declare ("k", _, init_expr (const (int_const n, _, _)), _), _, _), _, _)) = n | number _ = 0
	fun numbered (func (n, t, ps, body, m, l), k) =
	  func (n, t, ps, seq (declare ("k", int, init_expr (const (int_const k, int, l)), l), scope (body, l), l), m, l)
	`

// userPasses are passes of a user's own, each with declarations of its own.
var userPasses = map[string]string{
	// It takes the pair as a whole, and is recursive.
	"pair": carried + `fun optimize (x : func * lattice list) : func =
		case x of
		  (f, _ :: (rest as _ :: _)) => optimize (f, rest)
		| (f, [CONSTANT (int_const k)]) => numbered (f, k)
		| (f, _) => f`,
	// It has a datatype, a map and constants of its own, by names that others have.
	"own": carried + `datatype state = reached of int | cmd | unreachable
		structure Env = MapFn(type key = string type value = state)
		val start = Env.insert (Env.empty, "a", reached 3)
		fun value (SOME (reached n)) = n | value (SOME cmd) = 1 | value _ = 0
		fun optimize (f : func) : func = numbered (f, value (Env.find (Env.insert (start, "b", reached (number f)), "b")) + 1)`,
	// It fails for every tree.
	"never": `fun optimize (func (n, t, ps, skip l, m, l')) : func = func (n, t, ps, skip l', m, l)`,
	// It fails where the number is 7.
	"fails": carried + `fun optimize (f : func) : func = numbered (f, 100 div (7 - number f))`,
}

func userPipeline(t *testing.T, names ...string) stager.Pipeline {
	t.Helper()
	dir := t.TempDir()
	var paths []string
	for _, n := range names {
		if text, ok := userPasses[n]; ok {
			n = filepath.Join(dir, n+".scf-ml")
			if err := os.WriteFile(n, []byte("structure Pass = struct open AST\n"+text+"\nend\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		paths = append(paths, n)
	}
	return pipeline(t, strings.Join(paths, ","))
}

func stagePipeline(t *testing.T, p stager.Pipeline, o stager.Options) *stager.Staged {
	t.Helper()
	f := parseC(t, mulAdd)
	early, err := f.ParseAbstract(map[string]string{"a": "CONSTANT"})
	if err != nil {
		t.Fatal(err)
	}
	s, err := stager.Stage(context.Background(), f, p, early, o)
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	return s
}

// TestComposedUserPasses: passes with declarations of their own are composed, saved and opened.
func TestComposedUserPasses(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	t.Parallel()
	for _, names := range [][]string{{"pair", "own"}, {"cnp", "own", "pair"}, {"own", "own", "cnp", "own"}, {"pair", "pair", "dae"}} {
		p := userPipeline(t, names...)
		s := stagePipeline(t, p, verified)
		if s.Composed == nil {
			t.Errorf("%v are not composed: %s", names, s.Apart)
			continue
		}
		dir := filepath.Join(t.TempDir(), "staged")
		if err := s.Save(dir); err != nil {
			t.Fatal(err)
		}
		opened, err := stager.Open(context.Background(), dir, stager.Limits{})
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		if diff := cmp.Diff(s.Composed.Program.String(), opened.Composed.Program.String()); diff != "" {
			t.Errorf("%v: the opened program differs:\n%s", names, diff)
		}
		for _, a := range []int64{0, 1, 5, 8} {
			agree(t, s, p, map[string]stager.Late{"a": stager.Int(a, s.Function.Params[2])})
			agree(t, opened, p, map[string]stager.Late{"a": stager.Int(a, s.Function.Params[2])})
		}
	}
}

// TestComposedFails: an error while a composed program runs names the place in the source of its pass.
func TestComposedFails(t *testing.T) {
	t.Parallel()
	s := stagePipeline(t, userPipeline(t, "pair", "fails"), stager.Options{})
	late, err := s.Function.ParseLate(map[string]string{"a": "7"})
	if err != nil {
		t.Fatal(err)
	}
	for _, staged := range []*stager.Staged{s, s.Separate()} {
		_, err = staged.Run(context.Background(), late)
		if err == nil || !strings.Contains(diag.Render(err), "fails.scf-ml:6:") || !strings.Contains(diag.Render(err), "div (7 - number f)") {
			t.Errorf("composed: %v: the error is %v", staged.Composed != nil, diag.Render(err))
		}
	}
	dir := filepath.Join(t.TempDir(), "staged")
	if err := s.Save(dir); err != nil {
		t.Fatal(err)
	}
	opened, err := stager.Open(context.Background(), dir, stager.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	one, err := s.Function.ParseLate(map[string]string{"a": "1"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := opened.Run(context.Background(), one)
	if err != nil {
		t.Fatal(err)
	}
	profile, err := r.Profile(context.Background())
	if err != nil || !strings.HasSuffix(profile[0].Spent[0].File, "composed.staged.scf-ml") || profile[0].Spent[0].Line == 0 {
		t.Errorf("from a directory: the profile is %+v, %v", profile, err)
	}
	place := regexp.MustCompile(`composed\.staged\.scf-ml:\d+:\d+: division by zero\n.*div`)
	if _, err := opened.Run(context.Background(), late); !place.MatchString(diag.Render(err)) {
		t.Errorf("from a directory: the error is %v", diag.Render(err))
	}
	if err := os.WriteFile(filepath.Join(dir, "composed.staged.scf-ml"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := opened.Run(context.Background(), late); err == nil || !strings.Contains(err.Error(), "division by zero") {
		t.Errorf("where the text is gone: the error is %v", err)
	}
	if _, err := s.Run(context.Background(), late); !strings.HasPrefix(err.Error(), "the composed program: ") {
		t.Errorf("the error is %v", err)
	}
	never := stagePipeline(t, userPipeline(t, "pair", "never"), stager.Options{})
	if _, err := never.Run(context.Background(), late); err == nil || !strings.Contains(err.Error(), "unstaged, to see where") {
		t.Errorf("a pass that fails early: the error is %v", err)
	}
}

// TestApart: what is not composed, and what is said about it.
func TestApart(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	t.Parallel()
	three := pipeline(t, stager.DefaultPipeline)
	for what, c := range map[string]struct {
		pipeline stager.Pipeline
		set      func(*stager.Options)
		want     string
	}{
		"one pass":      {three[:1], func(*stager.Options) {}, ""},
		"switched off":  {three, func(o *stager.Options) { o.Separate = true }, ""},
		"no simplifier": {three, func(o *stager.Options) { o.NoSimplify = true }, ""},
		"budget":        {three, func(o *stager.Options) { o.NoDSE, o.PE.MaxContours = true, 10 }, "pass cnp is not specialised as a whole"},
		"size":          {three, func(o *stager.Options) { o.Simplify.MaxSize = 150 }, "they are too large to be simplified together"},
	} {
		o := stager.Options{}
		c.set(&o)
		s := stagePipeline(t, c.pipeline, o)
		warned := strings.Contains(strings.Join(s.Warnings(), "\n"), "the passes are not composed: "+c.want)
		if s.Composed != nil || s.Apart != c.want || warned != (c.want != "") {
			t.Errorf("%s: apart %q, warnings %q", what, s.Apart, s.Warnings())
		}
	}
}

// TestComposedBounds: the composed program stays within its bound, whatever that is.
func TestComposedBounds(t *testing.T) {
	tier.Standard(t, "it stages")
	t.Parallel()
	f, err := stager.ReadC(context.Background(), "../examples/dot.c", "", stager.CConfig{})
	if err != nil {
		t.Fatal(err)
	}
	p := pipeline(t, stager.DefaultPipeline)
	for _, growth := range []float64{1, 0, 1.5}[:tier.Pick(1, 1, 3)] {
		o := verified
		o.ComposedGrowth = growth
		s := stage(t, f, map[string]string{"v2": "[Int*]", "s": "CONSTANT"}, o)
		size := 0
		for _, pass := range s.Passes {
			size += pass.Report.CodeSize
		}
		if limit := max(1.25, growth) * float64(size+600); float64(s.Composed.Report.CodeSize) > limit {
			t.Errorf("growth %v: the passes have %d nodes, composed %d", growth, size, s.Composed.Report.CodeSize)
		}
		for _, texts := range []map[string]string{{"v2": "[0,1,7]", "s": "3"}, {"v2": "[]", "s": "0"}, {"v2": "[2]", "s": "1"}} {
			late, err := f.ParseLate(texts)
			if err != nil {
				t.Fatal(err)
			}
			agree(t, s, p, late)
		}
	}
}

// TestOpenLazily: an opened pipeline does not look at the programs of the passes until they run by themselves; one without a composed program,
// as other versions have written it, runs them.
func TestOpenLazily(t *testing.T) {
	tier.Same(t)
	s := stage(t, parseC(t, mulAdd), map[string]string{"a": "CONSTANT"}, stager.Options{})
	dir := filepath.Join(t.TempDir(), "staged")
	if err := s.Save(dir); err != nil {
		t.Fatal(err)
	}
	manifest := filepath.Join(dir, "stage.json")
	change := func(change func(m map[string]any)) {
		t.Helper()
		text, err := os.ReadFile(manifest)
		if err != nil {
			t.Fatal(err)
		}
		writeChanged(t, manifest, text, change)
	}
	p := pipeline(t, stager.DefaultPipeline)
	late := map[string]stager.Late{"a": stager.Int(3, s.Function.Params[2])}
	opened := func() *stager.Staged {
		t.Helper()
		s, err := stager.Open(context.Background(), dir, stager.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	agree(t, opened(), p, late)

	first := func(m map[string]any) map[string]any { return m["passes"].([]any)[0].(map[string]any) }
	change(func(m map[string]any) { first(m)["entry"] = "nothing" })
	if _, err := opened().Run(context.Background(), late); err != nil {
		t.Errorf("the composed program: %v", err)
	}
	if _, err := opened().Separate().Run(context.Background(), late); err == nil {
		t.Error("a program without its entry runs")
	}
	if _, err := opened().Passes[0].Program(); err == nil {
		t.Error("a program without its entry is loaded")
	}

	change(func(m map[string]any) { first(m)["entry"] = "optimize"; delete(m, "composed") })
	old := opened()
	if old.Composed != nil {
		t.Error("there is a composed program")
	}
	agree(t, old, p, late)
}
