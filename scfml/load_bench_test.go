package scfml_test

import (
	"testing"

	"scf/passes"
	"scf/scfml"
	"scf/scfml/syntax"
)

// passSources are the texts of constant propagation.
func passSources() []syntax.Source { return passes.All()[0].Sources() }

func BenchmarkLoad(b *testing.B) {
	sources := passSources()
	size := 0
	for _, s := range sources {
		size += len(s.Text)
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		if _, _, err := scfml.Load("", sources...); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPrint(b *testing.B) {
	p, _, err := scfml.Load("", passSources()...)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		b.SetBytes(int64(len(p.String())))
	}
}
