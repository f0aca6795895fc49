package kernel_test

import (
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"scf/internal/testing/tier"
	"scf/kernel"
)

// polynomial is evaluated at many points: of its coefficients most are zero.
const polynomial = `long eval(const int *c, int n, const int *x, int points) {
    long sum = 0;
    for (int p = 0; p < points; p++) {
        long v = 0;
        for (int i = n - 1; i >= 0; i--)
            v = v * x[p] + c[i];
        sum += v;
    }
    return sum;
}
`

var coefficients = []int32{1, 0, 0, 0, 0, 0, 0, 3}

func TestBreakEven(t *testing.T) {
	tier.OnlyLong(t, "it waits and measures")
	k := newKernel(t, polynomial, kernel.Options{Abstract: kernel.Abstract{"c": "[Int,Int,Int,Int,Int,Int,Int,Int]", "n": "8", "points": "CONSTANT"}})
	calls := map[int]float64{}
	for _, points := range []int{1, 100000} {
		s, err := k.Specialize(t.Context(), kernel.Values{"c": coefficients, "points": points})
		if err != nil || s.Err() != nil {
			t.Fatal(err, s.Err())
		}
		n, ok := s.BreakEven()
		if !ok || n <= 0 {
			t.Fatalf("%v, %v\n%v", n, ok, s.Explain())
		}
		calls[points] = n
	}
	if calls[1] < calls[100000] {
		t.Errorf("%v", calls)
	}
	s, err := k.Specialize(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if n, ok := s.BreakEven(); ok {
		t.Errorf("general code pays after %v calls", n)
	}
}

// TestSampled calls functions until there are samples: what they say is about what measuring gives.
func TestSampled(t *testing.T) {
	tier.Standard(t, "it waits and measures")
	tier.Same(t)
	k := newKernel(t, polynomial, kernel.Options{Abstract: kernel.Abstract{"c": "[Int,Int,Int,Int,Int,Int,Int,Int]", "n": "8"}, NoOptimized: true})
	type eval = func(c []int32, n int32, x []int32, points int32) int64
	general, err := kernel.Bind[eval](k, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := k.Specialize(t.Context(), kernel.Values{"c": coefficients})
	if err != nil {
		t.Fatal(err)
	}
	special, err := kernel.As[eval](s)
	if err != nil {
		t.Fatal(err)
	}
	x := make([]int32, 20000)
	best := [2]time.Duration{time.Hour, time.Hour}
	for s.Explain().Saves == 0 {
		for i, f := range []eval{general, special, special, special} {
			begin := time.Now()
			f(coefficients, 8, x, int32(len(x)))
			best[min(i, 1)] = min(best[min(i, 1)], time.Since(begin))
		}
		if t.Context().Err() != nil {
			t.Fatal("there are no samples")
		}
	}
	measured, sampled := best[0]-best[1], s.Explain().Saves
	if sampled < measured/4 || sampled > 4*measured {
		t.Errorf("a call saves %v, and samples say %v", measured, sampled)
	}
	if text := s.Explain().String(); !strings.Contains(text, "a call saves ") {
		t.Error(text)
	}
}

// TestSampledInTurns has more specialisations than are sampled at once: each gets its turn, and what samples them does not grow with their number.
func TestSampledInTurns(t *testing.T) {
	tier.OnlyLong(t, "it waits and measures")
	k := newKernel(t, polynomial, kernel.Options{Abstract: kernel.Abstract{"c": "[Int,Int,Int,Int,Int,Int,Int,Int]", "n": "8"}, NoOptimized: true})
	type eval = func(c []int32, n int32, x []int32, points int32) int64
	before := runtime.NumGoroutine()
	x := make([]int32, 20000)
	made, funcs := make([]*kernel.Specialization, 50), make([]eval, 50)
	for i := range made {
		coefficients := []int32{int32(i), 2, 3, 4, 5, 6, 7, 8}
		s, err := k.Specialize(t.Context(), kernel.Values{"c": coefficients})
		if err != nil {
			t.Fatal(err)
		}
		f, err := kernel.As[eval](s)
		if err != nil {
			t.Fatal(err)
		}
		made[i], funcs[i] = s, func(_ []int32, n int32, x []int32, points int32) int64 { return f(coefficients, n, x, points) }
	}
	for slices.ContainsFunc(made, func(s *kernel.Specialization) bool { return s.Explain().Saves == 0 }) {
		for _, f := range funcs {
			f(nil, 8, x, int32(len(x)))
		}
		if n := runtime.NumGoroutine(); n > before+25 {
			t.Fatalf("%d goroutines sample %d specialisations", n-before, len(made))
		}
		if t.Context().Err() != nil {
			t.Fatal("some are not sampled")
		}
	}
}
