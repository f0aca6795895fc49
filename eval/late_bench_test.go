package eval

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"scf/stager"
)

// BenchmarkLate times the late stage of each built-in workload with its first late values, and of mul_add in a file of 100 KB: what
// `stager run` does with a staged directory (open, run, print), Staged.Run and Result.C; the shortest times in microseconds.
//
//	go test ./eval -run '^$' -bench Late/mul_add -benchtime 100x
func BenchmarkLate(b *testing.B) {
	ws, err := Builtin()
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range Cases(ws, nil) {
		b.Run(c.Title(), func(b *testing.B) { benchmarkLate(b, c) })
		if c.Title() == "mul_add/any" {
			padded := *c.Workload
			padded.Text = padding("before", 50_000) + padded.Text + padding("behind", 50_000)
			c.Workload = &padded
			b.Run("mul_add/100KB", func(b *testing.B) { benchmarkLate(b, c) })
		}
	}
}

// padding is declarations and functions of that many bytes, with a part of their names.
func padding(name string, bytes int) string {
	var out strings.Builder
	for out.Len() < bytes {
		n := fmt.Sprintf("%s_%d", name, out.Len())
		out.WriteString("extern int call_" + n + "(int, const char *);\n\nstatic int keep_" + n + "(int x)\n{\n    if (x > 1) {\n        return call_" + n + "(x, \"text\");\n    } else {\n        return 0;\n    }\n}\n\n")
	}
	return out.String()
}

func benchmarkLate(b *testing.B, c Case) {
	check := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	ctx := b.Context()
	e := newEvaluator(ctx, Options{})
	p, err := e.prepare(ctx, c)
	check(err)
	check(e.stageOnce(ctx, p))
	dir := filepath.Join(b.TempDir(), "staged")
	check(p.staged.Save(dir))
	late, err := p.fn.ParseLate(c.Variant.Late[0].Values)
	check(err)
	shortest := map[string]time.Duration{}
	timed := func(name string, work func() error) {
		start := time.Now()
		check(work())
		if took := time.Since(start); shortest[name] == 0 || took < shortest[name] {
			shortest[name] = took
		}
	}
	var result *stager.Result
	for b.Loop() {
		timed("directory", func() error {
			s, err := stager.Open(ctx, dir, stager.Limits{})
			check(err)
			r, err := s.Run(ctx, late)
			check(err)
			_, err = r.C(stager.Output{})
			return err
		})
		timed("Run", func() (err error) { result, err = p.staged.Run(ctx, late); return err })
		timed("C", func() error { _, err := result.C(stager.Output{}); return err })
	}
	b.ReportMetric(0, "ns/op")
	for name, took := range shortest {
		b.ReportMetric(float64(took.Nanoseconds())/1000, name+"-µs")
	}
}
