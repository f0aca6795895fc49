package pe_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"scf/absval"
	"scf/internal/testing/scfmltest"
	"scf/pe"
	"scf/scfml"
)

// BenchmarkDepth unfolds a recursion over a list known early, so that contours are evaluated inside one another as deep as the list is
// long, and reports how much of Go's stack each takes. Limits.MaxDepth times that must fit into what Go allows, 1 GB on 64-bit machines.
//
//	go test ./pe -run '^$' -bench Depth -benchtime 1x
func BenchmarkDepth(b *testing.B) {
	for _, n := range []int{1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var perContour float64
			for range b.N {
				perContour = stackOf(b, n) / float64(n)
			}
			b.ReportMetric(perContour, "stack-B/contour")
		})
	}
}

// stackOf is the stack, in bytes, that it takes to unfold a recursion n deep.
func stackOf(b *testing.B, n int) float64 {
	p, _, err := scfml.Load("sum", scfml.Source{Name: "sum.scf-ml", Text: `
		fun sum (xs : int list, n : int) : int =
		  case xs of x :: r => x + sum (r, n + x) | [] => n`})
	if err != nil {
		b.Fatal(err)
	}
	d := absval.New(absval.Options{})
	in, err := d.Parse("(["+strings.Repeat("1, ", n)+"1], Int)", p.Entry.ArgType(), p)
	if err != nil {
		b.Fatal(err)
	}
	return scfmltest.Stack(func() {
		r, err := pe.Run(context.Background(), p, d, in, pe.Options{})
		if err != nil || len(r.Report.Unspecialised) > 0 {
			b.Error(err, r.Report.Unspecialised)
		}
	})
}
