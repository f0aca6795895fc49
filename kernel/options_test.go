package kernel_test

import (
	"context"
	"strings"
	"testing"

	"scf/kernel"
)

// TestWrongOptions asks for what there is not, and leaves out what has no value.
func TestWrongOptions(t *testing.T) {
	source := []byte("int f(int a, int k) { return a * k; }")
	constant := map[string]string{"k": "CONSTANT(Int)"}
	for name, o := range map[string]kernel.Options{
		"there is no back end foo": {Backend: "foo"},
		"no such pass: nonsense":   {Pipeline: "cnp,nonsense"},
		"no parameter x":           {Abstract: map[string]string{"x": "1"}},
	} {
		k, err := kernel.New(context.Background(), "f.c", source, o)
		if err == nil || k != nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v, %v, want %q", k, err, name)
		}
	}
	k, err := kernel.New(context.Background(), "f.c", source, kernel.Options{Abstract: constant})
	if err != nil {
		t.Fatal(err)
	}
	_, err = kernel.Bind[func(a int32) int32](k, nil)
	if want := "it has 1 parameter: C's function has (int a, int k)"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
	f, err := kernel.Bind[func(a, k int32) int32](k, nil)
	if err != nil || f(4, 5) != 20 {
		t.Errorf("4 times 5: %v", err)
	}
}
