package eval

import (
	"reflect"
	"regexp"
	"testing"

	"scf/simplify"
	"scf/stager"
)

// limitCases are what limits of simplification are measured with.
var limitCases = regexp.MustCompile(`^(doconvol_1d|dotproduct/any|sparse/any)$`)

// BenchmarkLimits counts the operations of the staged pipelines, and what simplification has looked at, with half of each of simplify.Limits and
// with its double, which is what they were chosen by. Its times mean nothing:
//
//	go test ./eval -run - -bench Limits -benchtime 1x
func BenchmarkLimits(b *testing.B) {
	limits := simplify.Limits{}.WithDefaults()
	b.Run("default", func(b *testing.B) { reportOperations(b, simplify.Options{}) })
	for i := range reflect.TypeOf(limits).NumField() {
		name, n := reflect.TypeOf(limits).Field(i).Name, reflect.ValueOf(limits).Field(i).Int()
		for _, change := range []struct {
			name string
			to   int64
		}{{"half", n / 2}, {"double", n * 2}} {
			b.Run(name+"/"+change.name, func(b *testing.B) {
				var o simplify.Options
				reflect.ValueOf(&o.Limits).Elem().Field(i).SetInt(change.to)
				reportOperations(b, o)
			})
		}
	}
}

// reportOperations stages the cases and reports the operations that their staged pipelines execute, for all late values together.
func reportOperations(b *testing.B, o simplify.Options) {
	ws, err := Builtin()
	if err != nil {
		b.Fatal(err)
	}
	var operations int64
	for range b.N {
		operations = 0
		e := newEvaluator(b.Context(), Options{Stager: stager.Options{Simplify: o}})
		for _, c := range Cases(ws, limitCases) {
			p, err := e.prepare(b.Context(), c)
			if err == nil {
				_, err = e.stage(b.Context(), p)
			}
			for _, set := range c.Variant.Late {
				if err != nil {
					break
				}
				var late Late
				var all results
				if all, err = runAll(b.Context(), p, set); err == nil {
					err = e.compare(b.Context(), &all, &late)
				}
				if late.Staged != nil {
					operations += late.Staged.Operations.Total
				}
			}
			if err != nil {
				b.Fatalf("%s: %v", c.Title(), err)
			}
		}
	}
	b.ReportMetric(float64(operations), "operations")
}
