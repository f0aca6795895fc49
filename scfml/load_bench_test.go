package scfml_test

import (
	"os"
	"testing"

	"scf/scfml"
)

func passSources(b *testing.B) []scfml.Source {
	var out []scfml.Source
	for _, file := range []string{"../ast/ast.scf-ml", "../passes/cnp.scf-ml"} {
		text, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		out = append(out, scfml.Source{Name: file, Text: string(text)})
	}
	return out
}

func BenchmarkLoad(b *testing.B) {
	sources := passSources(b)
	b.SetBytes(int64(len(sources[0].Text) + len(sources[1].Text)))
	for b.Loop() {
		if _, _, err := scfml.Load("", sources...); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPrint(b *testing.B) {
	p, _, err := scfml.Load("", passSources(b)...)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		b.SetBytes(int64(len(p.String())))
	}
}
