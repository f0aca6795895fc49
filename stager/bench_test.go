package stager

import (
	"context"
	"fmt"
	"testing"
	"time"

	"scf/ast"
	"scf/scfml"
)

// BenchmarkMulAdd runs the three staged configurations of mul_add (figure 2.6) and the passes themselves in the interpreter, in
// turn, and reports for each late value the operations that both execute (by kind for the staged ones), the wall time of both
// without the conversion of trees, and the ratios.
func BenchmarkMulAdd(b *testing.B) {
	for _, config := range MulAddConfigs {
		for _, a := range config.Late {
			b.Run(fmt.Sprintf("a=%s/%s", config.Early, a), func(b *testing.B) { benchmarkMulAdd(b, config.Early, a) })
		}
	}
}

func benchmarkMulAdd(b *testing.B, early, a string) {
	ctx := context.Background()
	fn, err := ReadC("../examples/mul_add.c", "")
	fatal(b, err)
	pipeline, err := ParsePipeline(DefaultPipeline)
	fatal(b, err)
	abstract, err := fn.ParseAbstract(map[string]string{"a": early})
	fatal(b, err)
	staged, err := Stage(ctx, fn, pipeline, abstract, Options{})
	fatal(b, err)
	late, err := fn.ParseLate(map[string]string{"a": a})
	fatal(b, err)
	values, err := staged.lateValues(late)
	fatal(b, err)
	residual, err := staged.executables()
	fatal(b, err)
	var original []executable
	for _, p := range pipeline {
		original = append(original, newExecutable(p.Name, p.Program, p.takesLattice, p.Source))
	}
	residualArgs, residualCounts := recordPipeline(b, residual, fn, values)
	originalArgs, originalCounts := recordPipeline(b, original, fn, values)

	var residualTime, originalTime time.Duration
	b.ResetTimer()
	for range b.N {
		residualTime += timePipeline(b, residual, residualArgs)
		originalTime += timePipeline(b, original, originalArgs)
	}
	perOp := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / float64(b.N) }
	b.ReportMetric(perOp(originalTime), "unstaged-ns")
	b.ReportMetric(perOp(residualTime), "staged-ns")
	b.ReportMetric(float64(originalTime)/float64(residualTime), "time-ratio")
	b.ReportMetric(float64(originalCounts.Total()), "unstaged-ops")
	b.ReportMetric(float64(residualCounts.Total()), "staged-ops")
	b.ReportMetric(float64(originalCounts.Total())/float64(residualCounts.Total()), "ops-ratio")
	b.Logf("operations unstaged:\n%vstaged:\n%v", originalCounts, residualCounts)
}

// recordPipeline runs the programs and keeps the argument of each.
func recordPipeline(b *testing.B, exes []executable, fn *Function, late []Late) ([]scfml.Value, scfml.Counts) {
	b.Helper()
	var args []scfml.Value
	var total scfml.Counts
	v, err := ast.ToValue(fn.tree, exes[0].program)
	fatal(b, err)
	for i, exe := range exes {
		arg, err := exe.argument(v, i > 0, late)
		fatal(b, err)
		args = append(args, arg)
		var counts scfml.Counts
		v, counts, err = exe.run(context.Background(), arg)
		fatal(b, err)
		total = total.Add(counts)
	}
	return args, total
}

func timePipeline(b *testing.B, exes []executable, args []scfml.Value) time.Duration {
	start := time.Now()
	for i, exe := range exes {
		if _, _, err := exe.interp().Run(context.Background(), args[i], scfml.RunOptions{}); err != nil {
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
