package eval

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"scf/internal/testing/toolchain"
)

// BenchmarkKernels runs the driver of each built-in workload with the original and with the optimised function, both compiled alike, in
// turn: the medians of the processor times, their deviations, and their ratio. The function as native code is compared with the optimised one
// twice: native/gcc, and native/called where the C compiler does not inline it into the other functions of its file, but calls it as it calls
// native code. At least ten rounds are worth something:
//
//	go test ./eval -run '^$' -bench Kernels -benchtime 10x
func BenchmarkKernels(b *testing.B) {
	toolchain.Compiler(b)
	ws, err := Builtin()
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range Cases(ws, nil) {
		b.Run(c.Title(), func(b *testing.B) {
			e := newEvaluator(b.Context(), Options{CC: DefaultCompiler()})
			p, err := e.prepare(b.Context(), c)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := e.stage(b.Context(), p); err != nil {
				b.Fatal(err)
			}
			for i, set := range c.Variant.Late {
				b.Run(set.Name, func(b *testing.B) { benchmarkKernel(b, e, p, i) })
			}
		})
	}
}

func benchmarkKernel(b *testing.B, e *evaluator, p *prepared, set int) {
	all, err := runAll(b.Context(), p, p.c.Variant.Late[set])
	if err != nil {
		b.Fatal(err)
	}
	if err := e.compare(b.Context(), &all, &Late{}); err != nil {
		b.Fatal(err)
	}
	t := p.trial(set, all.text)
	t.Native = e.native(b.Context(), p, all.staged.Func)
	dir := b.TempDir()
	programs, err := e.cc.programs(b.Context(), dir, t)
	if err != nil {
		b.Fatal(err)
	}
	if t.Native != "" {
		weak := version{"called", t.File, append([]byte("#pragma weak "+t.Function+"\n"), t.Optimised...)}
		called, err := e.cc.build(b.Context(), filepath.Join(dir, weak.what), t, weak)
		if err != nil {
			b.Fatal(err)
		}
		programs = append(programs, driven{path: called})
	}
	samples := make([][]time.Duration, len(programs))
	order := []int{0, 1, 2, 3}[:len(programs)]
	b.ResetTimer()
	for range b.N {
		for _, i := range order {
			_, took, err := runDriver(b.Context(), programs[i].path)
			if err != nil {
				b.Fatal(err)
			}
			samples[i] = append(samples[i], took)
		}
		slices.Reverse(order)
	}
	milliseconds := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	original, optimised := summarize(samples[0], b.N), summarize(samples[1], b.N)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(milliseconds(original.Median), "original-ms")
	b.ReportMetric(milliseconds(original.Deviation), "±original-ms")
	b.ReportMetric(milliseconds(optimised.Median), "optimised-ms")
	b.ReportMetric(milliseconds(optimised.Deviation), "±optimised-ms")
	b.ReportMetric(per(milliseconds(original.Median), milliseconds(optimised.Median)), "ratio")
	if len(programs) > 2 {
		native := summarize(samples[2], b.N)
		b.ReportMetric(milliseconds(native.Median), "native-ms")
		b.ReportMetric(per(milliseconds(optimised.Median), milliseconds(native.Median)), "native/gcc")
		called := summarize(samples[3], b.N)
		b.ReportMetric(per(milliseconds(called.Median), milliseconds(native.Median)), "native/called")
	}
}
