package native_test

import (
	"context"
	"errors"
	"testing"

	"scf/backend"
	"scf/backend/mem"
	"scf/cfront"
)

const checkedSource = `
int table[4] = {1, 2, 3, 4};
int sum(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
static void fill(int *p, int n) { for (int i = 0; i < n; i++) p[i] = i; }
int filled(int n) { int a[5]; fill(a, n); return a[4] + table[n - 5]; }
int divided(int n) { return 100 / (n - 3); }
int rows(int **r, int n) { return r[1][n]; }
static int one(int x) { return x + 1; }
int called(int n) { int (*f)(int) = n ? (int (*)(int))(unsigned long)table : one; return f(1); }
`

// TestChecked calls checked code with arguments that are all right, and others.
func TestChecked(t *testing.T) {
	b := begin(t)
	f, err := cfront.Parse(t.Context(), "x.c", []byte(checkedSource), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	u, err := f.Unit()
	if err != nil {
		t.Fatal(err)
	}
	m, err := backend.NewModule(u, nil)
	if err != nil {
		t.Fatal(err)
	}
	array, row := mem.Alloc(16, 8), mem.Alloc(16, 8)
	mem.Store32(array.Address()+8, 7)
	mem.Store64(row.Address()+8, array.Address())
	for _, c := range []struct {
		name string
		args []uint64
		want uint64
		kind backend.FaultKind
		line int
	}{
		{"sum", []uint64{array.Address(), 4}, 7, 0, 0},
		{"sum", []uint64{array.Address(), 5}, 0, backend.OutOfBounds, 7},
		{"sum", []uint64{0, 1}, 0, backend.OutOfBounds, 7},
		{"sum", []uint64{row.Address() + 17, 1}, 0, backend.OutOfBounds, 7},
		{"filled", []uint64{5}, 5, 0, 0},
		{"filled", []uint64{6}, 0, backend.OutOfBounds, 10},
		{"divided", []uint64{5}, 50, 0, 0},
		{"divided", []uint64{3}, 0, backend.DivisionByZero, 12},
		{"rows", []uint64{row.Address(), 2}, 7, 0, 0},
		{"rows", []uint64{row.Address(), 4}, 0, backend.OutOfBounds, 13},
		{"called", []uint64{0}, 2, 0, 0},
		{"called", []uint64{1}, 0, backend.NoFunction, 15},
	} {
		code, err := b.Compile(t.Context(), m, u.Function(c.name), backend.Options{Checked: true})
		if err != nil {
			t.Fatal(err)
		}
		given := &backend.Regions{}
		given.Add(array.Address(), 16)
		given.Add(row.Address(), 16)
		got, err := code.Call(backend.WithRegions(context.Background(), given), c.args)
		if c.kind == 0 {
			if err != nil || got != c.want {
				t.Errorf("%s%v: %d, %v", c.name, c.args, got, err)
			}
			continue
		}
		var fault *backend.Fault
		if !errors.As(err, &fault) || fault.Kind != c.kind || fault.Pos.Line != c.line {
			t.Errorf("%s%v: %d, %v", c.name, c.args, got, err)
		}
	}
}
