package eval

import (
	"math"
	"path/filepath"
	"testing"
	"time"

	"scf/kernel"
)

// BenchmarkBreakEven is after how much work specialising pays, as the kernel predicts it from samples of calls, as it guesses it before there are any, and as it is
// measured: for the built-in workloads in machine code, on the calls of BenchmarkFirst, with the time that making the code took once the kernel was warm. Where it
// does not pay there is no metric.
//
//	go test ./eval -run '^$' -bench 'BreakEven/^(mul_add|unpack)$'
func BenchmarkBreakEven(b *testing.B) {
	ws, err := Builtin()
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range Cases(ws, nil) {
		b.Run(c.Title(), func(b *testing.B) { benchmarkBreakEven(b, c, firstResults[c.Title()]) })
	}
}

func benchmarkBreakEven(b *testing.B, c Case, f firstResult) {
	dir := stagedDirectory(b, c)
	k := openKernel(b, dir, kernel.Options{NoOptimized: true})
	general, err := openKernel(b, dir, kernel.Options{NoOptimized: true, NoSpecialized: true}).Specialize(b.Context(), f.values(1))
	if err != nil {
		b.Fatal(err)
	}
	for i := range int32(3) { // the way is warm then
		if _, err := k.Specialize(b.Context(), f.values(i+2)); err != nil {
			b.Fatal(err)
		}
	}
	special, err := k.Specialize(b.Context(), f.values(1))
	if err != nil || special.Err() != nil {
		b.Fatal(err, special.Err())
	}
	guessed, isGuessed := special.BreakEven()
	n, saved := 1, 0.0
	for n < 1<<20 && f.took(b, special, n) < 2*time.Millisecond {
		n *= 2
	}
	b.ResetTimer()
	best := [2]float64{math.Inf(1), math.Inf(1)}
	for i := 0; i < b.N || special.Explain().Saves == 0 && i < 200; i++ {
		for j, s := range []*kernel.Specialization{general, special, special, special} {
			best[min(j, 1)] = min(best[min(j, 1)], float64(f.took(b, s, n))/float64(n))
		}
	}
	if saved = best[0] - best[1]; saved > 0 {
		b.ReportMetric(float64(f.units)*float64(special.Explain().Steps[0].Took)/saved, "measured-"+f.unit)
	}
	if predicted, ok := special.BreakEven(); ok {
		b.ReportMetric(float64(f.units)*predicted, "predicted-"+f.unit)
	}
	if isGuessed {
		b.ReportMetric(float64(f.units)*guessed, "guessed-"+f.unit)
	}
	b.ReportMetric(best[0]/best[1], "times-as-fast")
	b.ReportMetric(0, "ns/op")
}

// took is how long n calls take.
func (f firstResult) took(b *testing.B, s *kernel.Specialization, n int) time.Duration {
	begin := time.Now()
	if _, err := f.call(s, n); err != nil {
		b.Fatal(err)
	}
	return time.Since(begin)
}

// stagedDirectory stages a case.
func stagedDirectory(b *testing.B, c Case) string {
	dir := filepath.Join(b.TempDir(), "staged")
	e := newEvaluator(b.Context(), Options{})
	p, err := e.prepare(b.Context(), c)
	if err == nil {
		err = e.stageOnce(b.Context(), p)
	}
	if err == nil {
		err = p.staged.Save(dir)
	}
	if err != nil {
		b.Fatal(err)
	}
	return dir
}
