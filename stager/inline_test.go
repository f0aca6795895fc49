package stager_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"scf/internal/testing/tier"
	"scf/stager"
)

const withHelpers = `
struct table { int mask, step; const int *keys; };
static int hash(const struct table *t, int key) { return key * 31 & t->mask; }
static int find(const struct table *t, int key)
{
    int i = hash(t, key);
    while (t->keys[i] != key) {
        if (t->keys[i] < 0)
            return -1;
        i = (i + t->step) & t->mask;
    }
    return i;
}
int lookup(const struct table *t, int key, int otherwise)
{
    int at = find(t, key);
    return at < 0 ? otherwise : at;
}
`

func inlined(t *testing.T, i stager.Inlining) *stager.Function {
	t.Helper()
	f, err := stager.ParseC(context.Background(), "table.c", []byte(withHelpers), "lookup", stager.CConfig{})
	if err != nil {
		t.Fatal(err)
	}
	if f, err = f.Inline(i); err != nil {
		t.Fatal(err)
	}
	return f
}

// TestInlineAndStage: what was inlined is staged, saved and opened; both pipelines work on the same function.
func TestInlineAndStage(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	t.Parallel()
	f := inlined(t, stager.Inlining{Names: []string{"find", "hash"}})
	if want := []string{"find", "hash"}; !slices.Equal(f.Inlined, want) {
		t.Errorf("inlined %v", f.Inlined)
	}
	s := stage(t, f, map[string]string{"t": "{mask:Int, step:1|2}"}, verified)
	dir := filepath.Join(t.TempDir(), "lookup.staged")
	if err := s.Save(dir); err != nil {
		t.Fatal(err)
	}
	opened, err := stager.Open(context.Background(), dir, stager.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(opened.Function.Inlined, f.Inlined) {
		t.Errorf("opened, inlined %v", opened.Function.Inlined)
	}
	p := pipeline(t, stager.DefaultPipeline)
	for _, values := range []map[string]any{{"mask": 7, "step": 1}, {"mask": 255, "step": 2}} {
		for _, s := range []*stager.Staged{s, opened} {
			late, err := s.Function.Late(map[string]any{"t": values})
			if err != nil {
				t.Fatal(err)
			}
			agree(t, s, p, late)
			c, err := text(s.Run(context.Background(), late))
			if err != nil {
				t.Fatal(err)
			}
			_, body, _ := strings.Cut(c, "int lookup(")
			if strings.Contains(body, "t->mask") || strings.Contains(body, "find(") {
				t.Errorf("the constants and the calls are still there:\n%s", body)
			}
		}
	}
	var usage *stager.UsageError
	if _, err := opened.Function.Inline(stager.Inlining{Size: 3}); !errors.As(err, &usage) {
		t.Errorf("inlining into an opened function: %v", err)
	}
	if f, err := opened.Function.Inline(stager.Inlining{}); err != nil || f != opened.Function {
		t.Errorf("inlining nothing: %v", err)
	}
}

// TestInlineConcurrently: one parsed function serves many.
func TestInlineConcurrently(t *testing.T) {
	f := inlined(t, stager.Inlining{})
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			if _, err := f.Inline(stager.Inlining{Size: 10 * i}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

// TestInlineBesideStatics: the types of the function's own static variables are no names that hide others.
func TestInlineBesideStatics(t *testing.T) {
	t.Parallel()
	source := `typedef unsigned char u8;
static int mix(long b) { return (int)(unsigned)(u8)b; }
int f(long a) { static unsigned long kept = 3; static u8 byte; return mix(a) + (int)kept + byte; }
`
	f, err := stager.ParseC(context.Background(), "kept.c", []byte(source), "f", stager.CConfig{})
	if err != nil {
		t.Fatal(err)
	}
	if f, err = f.Inline(stager.Inlining{Size: 20}); err != nil || len(f.Inlined) != 1 {
		t.Fatalf("inlined %v: %v", f, err)
	}
}
