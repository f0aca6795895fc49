package stager_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"scf/ast"
	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/stager"
)

const withNeighbours = `static const int weights[] = {3, 1, 2};
static int calls;
static int weight(int i) {
    static int *count = &calls;
    ++*count;
    return weights[i];
}
int f(int a, int x) {
    int sum = 0;
    for (int i = 0; i < a; i++)
        sum += weight(i) * x;
    return sum;
}
`

// TestUnitOfDirectory: a staged directory has what the function needs to run, as the C file says it.
func TestUnitOfDirectory(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	t.Parallel()
	fn, err := stager.ParseC(t.Context(), "sub/x.c", []byte(withNeighbours), "f", stager.CConfig{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	want, err := fn.Unit()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "x.staged")
	if err := stage(t, fn, map[string]string{"a": "CONSTANT"}, verified).Save(dir); err != nil {
		t.Fatal(err)
	}
	s, err := stager.Open(t.Context(), dir, stager.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Function.Unit()
	if err != nil {
		t.Fatal(err)
	}
	same := func(file string) string { return filepath.Base(file) }
	if string(got.Image(same)) != string(want.Image(same)) {
		t.Error("the unit of the directory is not that of the C file")
	}
	if f := got.Function("weight"); f == nil || !strings.HasPrefix(ast.Places(f)[0].String(), filepath.Join(dir, "x.c")+":5:") {
		t.Errorf("weight is %v", f)
	}
}

// TestPlace: commands of optimised trees stand where those of the C file do that they are of, composed or not.
func TestPlace(t *testing.T) {
	tier.Same(t)
	t.Parallel()
	fn := parseC(t, "int f(int a, int x) {\n    int y = x;\n    if (a > 2)\n        y += a;\n    while (y < 100)\n        y = y * a;\n    return y;\n}\n")
	early := map[string]string{"a": "CONSTANT"}
	late, err := fn.ParseLate(map[string]string{"a": "3"})
	if err != nil {
		t.Fatal(err)
	}
	s := stage(t, fn, early, verified)
	for _, s := range []*stager.Staged{s, s.Separate()} {
		r, err := s.Run(context.Background(), late)
		if err != nil {
			t.Fatal(err)
		}
		var lines []int
		ast.Walk(r.Func.Body, func(c ast.Cmd) {
			switch c.(type) {
			case *ast.Declare, *ast.Assign, *ast.While, *ast.Return:
				at, ok := r.Place(ast.LabelOf(c))
				if !ok {
					t.Errorf("%T has no place", c)
				}
				lines = append(lines, at.Line)
			}
		}, nil, nil)
		if want := []int{2, 4, 5, 6, 7}; !slices.Equal(lines, want) {
			t.Errorf("composed %v: lines %v, want %v", s.Composed != nil, lines, want)
		}
		if _, ok := r.Place(ast.L(12345)); ok {
			t.Error("a label of nothing has a place")
		}
	}
}
