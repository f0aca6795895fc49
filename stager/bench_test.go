package stager

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"scf/ast"
	"scf/scfml/core"
	"scf/scfml/interp"
)

// BenchmarkMulAdd runs the three staged configurations of mul_add (figure 2.6), composed and one pass after the other, the compiler for
// mul_add that is written by hand (figure 2.7(c)), and the passes themselves in the interpreter, in turn, and reports for each late value the operations that they execute (by kind in the log), the median of
// the wall times without the conversion of trees, and the ratios to the passes.
func BenchmarkMulAdd(b *testing.B) {
	for _, config := range MulAddConfigs {
		for _, a := range config.Late {
			b.Run(fmt.Sprintf("a=%s/%s", config.Early, a), func(b *testing.B) { benchmarkMulAdd(b, config.Early, a) })
		}
	}
}

// measured is one form of a pipeline: its programs, what they get, what they cost.
type measured struct {
	name   string
	exes   []executable
	args   []core.Value
	counts interp.Counts
	times  []time.Duration
}

// median is the median of the times, in nanoseconds.
func (m *measured) median() float64 {
	times := slices.Sorted(slices.Values(m.times))
	return float64(times[len(times)/2].Nanoseconds())
}

func benchmarkMulAdd(b *testing.B, early, a string) {
	ctx := context.Background()
	fn, err := ReadC(context.Background(), "../examples/mul_add.c", "", CConfig{})
	fatal(b, err)
	pipeline, err := ParsePipeline(DefaultPipeline)
	fatal(b, err)
	abstract, err := fn.ParseAbstract(map[string]string{"a": early})
	fatal(b, err)
	staged, err := Stage(ctx, fn, pipeline, abstract, Options{})
	fatal(b, err)
	late, err := fn.ParseLate(map[string]string{"a": a})
	fatal(b, err)
	stage, err := staged.ready()
	fatal(b, err)
	values, err := staged.lateValues(stage, late)
	fatal(b, err)
	composed, err := staged.executables()
	fatal(b, err)
	separate, err := staged.Separate().executables()
	fatal(b, err)
	hand, err := ParsePipeline("testdata/compose/mul_add_compile.scf-ml")
	fatal(b, err)
	forms := []*measured{
		{name: "passes", exes: pipeline.executables(false)}, {name: "separate", exes: separate}, {name: "composed", exes: composed},
		{name: "hand", exes: hand.executables(false)},
	}
	for _, m := range forms {
		m.args, m.counts = recordPipeline(b, m.exes, fn, values)
	}
	b.ResetTimer()
	for range b.N {
		for _, m := range forms {
			m.times = append(m.times, timePipeline(b, m.exes, m.args))
		}
	}
	for _, m := range forms {
		b.ReportMetric(m.median(), m.name+"-ns")
		b.ReportMetric(float64(m.counts.Total()), m.name+"-ops")
		b.ReportMetric(forms[0].median()/m.median(), m.name+"-ratio")
		b.Logf("operations, %s:\n%v", m.name, m.counts)
	}
}

// recordPipeline runs the programs and keeps the argument of each.
func recordPipeline(b *testing.B, exes []executable, fn *Function, late []Late) ([]core.Value, interp.Counts) {
	b.Helper()
	var args []core.Value
	var total interp.Counts
	v, err := ast.ToValue(fn.tree, exes[0].program)
	fatal(b, err)
	for i, exe := range exes {
		arg, err := exe.argument(v, i > 0, late)
		fatal(b, err)
		args = append(args, arg)
		var counts interp.Counts
		v, counts, err = exe.run(context.Background(), arg, nil)
		fatal(b, err)
		total = total.Add(counts)
	}
	return args, total
}

func timePipeline(b *testing.B, exes []executable, args []core.Value) time.Duration {
	start := time.Now()
	for i, exe := range exes {
		if _, _, err := exe.interp().Run(context.Background(), args[i], interp.Options{}); err != nil {
			b.Fatal(err)
		}
	}
	return time.Since(start)
}

func fatal(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}
