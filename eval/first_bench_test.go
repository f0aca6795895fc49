package eval

import (
	"context"
	"testing"
	"time"

	"scf/kernel"
)

// BenchmarkFirst is from constants that have not been there before to the first result of code made for them: Kernel.Specialize, a Go func, and one call of it on little
// data, for the built-in workloads in each back end: the median in µs, and how many times native's that is.
//
//	go test ./eval -run '^$' -bench 'First/^(mul_add|doconvol|interpreter)$/^(any|3x3|checksum)$' -benchtime 200ms
func BenchmarkFirst(b *testing.B) {
	ws, err := Builtin()
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range Cases(ws, nil) {
		b.Run(c.Title(), func(b *testing.B) {
			f, ok := firstResults[c.Title()]
			if !ok {
				b.Fatalf("there is no call of %s", c.Title())
			}
			benchmarkFirst(b, c, f)
		})
	}
}

func benchmarkFirst(b *testing.B, c Case, f firstResult) {
	dir := stagedDirectory(b, c)
	general := openKernel(b, dir, kernel.Options{Backend: "interp", NoSpecialized: true})
	want, err := f.result(b.Context(), general, 1)
	if err != nil {
		b.Fatal(err)
	}
	native := 0.0
	for _, be := range kernel.Backends() {
		b.Run(be.Name(), func(b *testing.B) {
			if err := be.Available(); err != nil {
				b.Skip(err)
			}
			k := openKernel(b, dir, kernel.Options{Backend: be.Name(), NoOptimized: true, Cache: kernel.NewCache(1)})
			took := f.benchmark(b, k, want)
			if be.Name() == "native" {
				native = took
			}
			b.ReportMetric(took, "µs")
			b.ReportMetric(per(took, native), "x-native")
		})
	}
}

// benchmark is the median of the times, in microseconds. The first result must be the one wanted.
func (f firstResult) benchmark(b *testing.B, k *kernel.Kernel, want uint64) float64 {
	ctx := context.Background()
	var times []time.Duration
	b.ReportAllocs()
	for i := int32(1); b.Loop(); i++ {
		begin := time.Now()
		got, err := f.result(ctx, k, i)
		times = append(times, time.Since(begin))
		if err != nil || i == 1 && got != want {
			b.Fatalf("%x (%v) instead of %x", got, err, want)
		}
	}
	return float64(summarize(times, b.N).Median) / float64(time.Microsecond)
}

func openKernel(b *testing.B, dir string, o kernel.Options) *kernel.Kernel {
	k, err := kernel.Open(b.Context(), dir, o)
	if err != nil {
		b.Fatal(err)
	}
	return k
}
