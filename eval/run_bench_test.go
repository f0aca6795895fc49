package eval

import "testing"

// BenchmarkRun times Staged.Run of each built-in workload with its first late values, and the interpreter's part of it.
//
//	go test ./eval -run '^$' -bench Run/mul_add
func BenchmarkRun(b *testing.B) {
	ws, err := Builtin()
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range Cases(ws, nil) {
		b.Run(c.Title(), func(b *testing.B) { benchmarkRun(b, c) })
	}
}

func benchmarkRun(b *testing.B, c Case) {
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
	late, err := p.fn.ParseLate(c.Variant.Late[0].Values)
	check(err)
	result, err := p.staged.Run(ctx, late)
	check(err)
	b.Run("Run", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, err := p.staged.Run(ctx, late)
			check(err)
		}
	})
	b.Run("Replay", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			check(result.Replay(ctx))
		}
	})
}
