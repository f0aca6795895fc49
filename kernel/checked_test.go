package kernel_test

import (
	"errors"
	"testing"

	"scf/backend"
	"scf/backend/native"
	"scf/kernel"
	"scf/stager"
)

const goesWrong = `int table[4] = {1, 2, 3, 4};
int weigh(const int *in, int n, const int *weights, int size) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < size; j++)
            s += in[i + j] * weights[j];
    return s / (n - 1);
}
`

func needNative(t *testing.T) {
	if err := native.New().Available(); err != nil {
		t.Skip(err)
	}
}

// TestChecked calls checked functions that go wrong: each is an error that names the C line.
func TestChecked(t *testing.T) {
	needNative(t)
	for _, o := range []kernel.Options{
		{Func: "weigh", Checked: true},
		{Func: "weigh", Checked: true, Abstract: kernel.Abstract{"weights": "[Int*]", "size": "CONSTANT"}, NoGeneral: true},
	} {
		k := newKernel(t, goesWrong, o)
		values := kernel.Values{}
		if o.NoGeneral {
			values = kernel.Values{"weights": []int32{1, 2, 1}, "size": 3}
		}
		f, err := kernel.Bind[func(in []int32, n int32, weights []int32, size int32) (int32, error)](k, values)
		if err != nil {
			t.Fatal(err)
		}
		in, weights := []int32{1, 2, 3, 4, 5, 6, 7, 8}, []int32{1, 2, 1}
		if got, err := f(in, 6, weights, 3); err != nil || got != 108/5 {
			t.Errorf("%v: %d, %v", o.Abstract, got, err)
		}
		for _, c := range []struct {
			in   []int32
			n    int32
			kind backend.FaultKind
		}{{in, 7, backend.OutOfBounds}, {in[:7], 6, backend.OutOfBounds}, {nil, 2, backend.OutOfBounds}, {in, 1, backend.DivisionByZero}} {
			var fault *backend.Fault
			if got, err := f(c.in, c.n, weights, 3); !errors.As(err, &fault) || fault.Kind != c.kind {
				t.Errorf("%v: %v, %d: %d, %v", o.Abstract, c.in, c.n, got, err)
			} else if !o.NoGeneral && fault.Pos.Line != map[backend.FaultKind]int{backend.OutOfBounds: 6, backend.DivisionByZero: 7}[c.kind] {
				t.Errorf("%v", fault)
			}
		}
	}
}

// TestCheckedCall calls a checked function on values.
func TestCheckedCall(t *testing.T) {
	needNative(t)
	k := newKernel(t, goesWrong, kernel.Options{Func: "weigh", Checked: true})
	s, err := k.Specialize(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []string{"2", "3"} {
		var args []stager.Late
		for i, text := range []string{"[1,2,3]", n, "[1,1]", "2"} {
			l, err := stager.ParseLate(text, s.Arguments()[i])
			if err != nil {
				t.Fatal(err)
			}
			args = append(args, l)
		}
		out, err := s.Call(t.Context(), args...)
		var fault *backend.Fault
		if n == "2" && (err != nil || out.Text() != "8") || n == "3" && !errors.As(err, &fault) {
			t.Errorf("n = %s: %v, %v", n, out, err)
		}
	}
}
