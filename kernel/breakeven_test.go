package kernel_test

import (
	"testing"
	"time"

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
	k := newKernel(t, polynomial, kernel.Options{Abstract: kernel.Abstract{"c": "[Int,Int,Int,Int,Int,Int,Int,Int]", "n": "8", "points": "CONSTANT"}})
	calls := map[int]float64{}
	for _, points := range []int{1, 100000} {
		s, err := k.Specialize(t.Context(), kernel.Values{"c": coefficients, "points": points})
		if err != nil || s.Err() != nil {
			t.Fatal(err, s.Err())
		}
		n, ok := s.BreakEven()
		if !ok || n < 1 {
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

// BenchmarkBreakEven predicts after how many calls specialising pays, and measures it.
func BenchmarkBreakEven(b *testing.B) {
	k := newKernel(b, polynomial, kernel.Options{Abstract: kernel.Abstract{"c": "[Int,Int,Int,Int,Int,Int,Int,Int]", "n": "8"}})
	s, err := k.Specialize(b.Context(), kernel.Values{"c": coefficients})
	if err != nil {
		b.Fatal(err)
	}
	general, err := kernel.Bind[func(c []int32, n int32, x []int32, points int32) int64](k, nil)
	if err != nil {
		b.Fatal(err)
	}
	special, err := kernel.As[func(c []int32, n int32, x []int32, points int32) int64](s)
	if err != nil {
		b.Fatal(err)
	}
	x := make([]int32, 10) // as many points as are guessed where nothing is known
	for i := range x {
		x[i] = int32(i)
	}
	best := [2]time.Duration{time.Hour, time.Hour}
	for b.Loop() {
		for i, f := range []func(c []int32, n int32, x []int32, points int32) int64{general, special} {
			begin := time.Now()
			for range 1000 {
				f(coefficients, 8, x, int32(len(x)))
			}
			best[i] = min(best[i], time.Since(begin)/1000)
		}
	}
	predicted, _ := s.BreakEven()
	took := s.Explain().Steps[0].Took
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(predicted, "predicted-calls")
	b.ReportMetric(float64(took)/float64(best[0]-best[1]), "measured-calls")
}
