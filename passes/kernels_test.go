package passes_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/stager"
)

// kernels are functions that keep their loops, with what is known of their parameters early and late.
var kernels = []struct {
	name, source string
	early, late  map[string]string
}{
	{"a filter whose weights are constant", `
int filter(const int *in, int *out, int n, const int *k, int norm, int mode)
{
    int total = 0;
    for (int i = 1; i < n - 1; i++) {
        int s = in[i - 1] * k[0] + in[i] * k[1] + in[i + 1] * k[2];
        if (mode == 1)
            s = s * norm;
        else if (mode == 2)
            s = s / norm;
        if (s < 0)
            s = 0;
        if (s > 255)
            s = 255;
        out[i] = s;
        total += s;
    }
    return total;
}
`, map[string]string{"k": "[Int,Int,Int]", "mode": "CONSTANT"}, map[string]string{"k": "[1,2,1]", "mode": "2"}},
	{"a search in a table whose shape is constant", `
struct config { int size, assoc, policy; };
int counter;
int find(const struct config *cfg, const unsigned *tags, unsigned tag, int limit)
{
    int i;
    int hits = 0;
    if (cfg->size == 0)
        return -1;
    for (i = 0; i < cfg->assoc; i++) {
        if (tags[i] == 0)
            continue;
        if (tags[i] == tag)
            break;
        hits = hits + cfg->policy * tags[i];
    }
    counter = i;
    if (limit && hits > limit)
        return -2;
    switch (cfg->policy) {
    case 0:
        hits = 0;
        break;
    case 1:
        hits = hits * cfg->size; /* fall through */
    default:
        hits = hits + counter;
    }
    return hits;
}
`, map[string]string{"cfg": "{size:Int,assoc:Int,policy:Int}", "limit": "CONSTANT"}, map[string]string{"cfg": "{size:8,assoc:2,policy:1}", "limit": "0"}},
	{"a recurrence of floats in a struct", `
struct state { float y, gain; int n; };
float smooth(const float *in, int n, float a, float b, int clip)
{
    struct state s = {0};
    s.gain = a * b;
    do {
        float x = in[s.n] * s.gain;
        if (clip && x > 1.0f)
            x = 1.0f;
        s.y = s.y * a + x * b;
        s.n++;
    } while (s.n < n);
    return s.y * 1.0f;
}
`, map[string]string{"a": "CONSTANT", "b": "CONSTANT", "clip": "CONSTANT"}, map[string]string{"a": "0.5", "b": "1", "clip": "0"}},
}

// TestKernels stages the pipeline for the kernels: staged and unstaged give the same text, and staged costs at most a fifth.
func TestKernels(t *testing.T) {
	tier.Standard(t, "it stages")
	for _, k := range kernels {
		t.Run(k.name, func(t *testing.T) {
			tier.Large(t, strings.HasPrefix(k.name, "a search"), "it takes a second to stage")
			r, u := runBoth(t, stageC(t, k.source, "", k.early), k.late)
			if 5*r.Total.Total() > u.Total.Total() {
				t.Errorf("staged %d operations, unstaged %d", r.Total.Total(), u.Total.Total())
			}
			t.Logf("operations: staged %d, unstaged %d", r.Total.Total(), u.Total.Total())
		})
	}
}

// standardPipeline is loaded once.
var standardPipeline = sync.OnceValues(func() (stager.Pipeline, error) { return stager.ParsePipeline(stager.DefaultPipeline) })

// stageC stages the standard pipeline for a function of the source.
func stageC(t *testing.T, source, function string, early map[string]string) *stager.Staged {
	t.Helper()
	pipeline, err := standardPipeline()
	must(t, err)
	fn, err := stager.ParseC(context.Background(), "kernel.c", []byte(source), function, stager.CConfig{})
	must(t, err)
	abstract, err := fn.ParseAbstract(early)
	must(t, err)
	staged, err := stager.Stage(context.Background(), fn, pipeline, abstract, stager.Options{})
	must(t, err)
	return staged
}

// runBoth runs the staged and the standard pipeline, which have to give the same text.
func runBoth(t *testing.T, staged *stager.Staged, values map[string]string) (r, u *stager.Result) {
	t.Helper()
	ctx := context.Background()
	pipeline, err := standardPipeline()
	must(t, err)
	late, err := staged.Function.ParseLate(values)
	must(t, err)
	r, err = staged.Run(ctx, late)
	must(t, err)
	u, err = stager.RunUnstaged(ctx, staged.Function, pipeline, late)
	must(t, err)
	got, err := r.C(stager.Output{})
	must(t, err)
	want, err := u.C(stager.Output{})
	must(t, err)
	if string(got) != string(want) {
		t.Errorf("%v: staged\n%s\nunstaged\n%s", values, got, want)
	}
	apart, err := staged.Separate().Run(ctx, late)
	must(t, err)
	if r.Total.Total() > apart.Total.Total() {
		t.Errorf("%v: composed %d operations, one after the other %d", values, r.Total.Total(), apart.Total.Total())
	}
	return r, u
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(diag.Render(err))
	}
}
