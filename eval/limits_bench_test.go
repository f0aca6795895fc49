package eval

import (
	"flag"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"testing"

	"scf/absval"
	"scf/absval/tree"
	"scf/dse"
	"scf/pe"
	"scf/simplify"
	"scf/simplify/valuegraph"
	"scf/stager"
)

var (
	limitsCases = flag.String("limits.cases", "", "the variants that BenchmarkLimits stages, a regular expression; those that do not take long by default")
	limitsBy    = flag.Float64("limits.by", 2, "by what BenchmarkLimits divides and multiplies each limit")
)

// BenchmarkLimits stages the built-in workloads with each limit of abstract values, partial evaluation, dead-store elimination and simplification divided and
// multiplied, and reports how many of the operations (of the composed programs), contours and evaluations that the defaults give there are
// then: percentages, over all variants; the least and the most operations are those of one variant; and the sum of the operations. What the comments on the limits say
// of other numbers was measured here.
//
//	go test ./eval -run '^$' -bench Limits/pe.K -benchtime 1x
//	go test ./eval -run '^$' -bench 'Limits/dse' -benchtime 1x -limits.by 100 -limits.cases sparse
func BenchmarkLimits(b *testing.B) {
	cases := limitedCases(b)
	normal := staged(b, cases, stager.Options{})
	var o stager.Options
	for _, l := range slices.Concat(
		limits("tree", &o.Values.Trees, tree.DefaultOptions()), limits("absval", &o.Values, absval.DefaultOptions()),
		limits("pe", &o.PE.Limits, pe.DefaultLimits()), limits("dse", &o.DSE.Limits, dse.DefaultLimits()),
		limits("simplify", &o.Simplify, simplify.Options{}.WithDefaults()), limits("simplify", &o.Simplify.Limits, simplify.Limits{}.WithDefaults()),
		limits("simplify", &o.Simplify.Options, valuegraph.Options{}.WithDefaults()), limits("simplify", &o.Simplify.Limits.Limits, valuegraph.Limits{}.WithDefaults()),
	) {
		for _, to := range []int64{max(1, int64(float64(l.normal) / *limitsBy)), int64(float64(l.normal) * *limitsBy)} {
			b.Run(fmt.Sprintf("%s=%d", l.name, to), func(b *testing.B) {
				l.field.SetInt(to)
				defer l.field.SetInt(0)
				var r []staging
				for range b.N {
					r = staged(b, cases, o)
				}
				compareStagings(b, r, normal)
			})
		}
	}
}

func limitedCases(b *testing.B) []Case {
	ws, err := Builtin()
	if err != nil {
		b.Fatal(err)
	}
	if *limitsCases != "" {
		return Cases(ws, regexp.MustCompile(*limitsCases))
	}
	var out []Case
	for _, c := range Cases(ws, nil) {
		if !takesLong.MatchString(c.Title()) {
			out = append(out, c)
		}
	}
	return out
}

// limit is a field of a struct of limits.
type limit struct {
	name   string
	field  reflect.Value
	normal int64
}

// limits are the numbers in the struct that of points to, with what they are in normal; those that are 0 there bound nothing.
func limits(pkg string, of, normal any) []limit {
	var out []limit
	s := reflect.ValueOf(of).Elem()
	for i := range s.NumField() {
		if s.Field(i).Kind() != reflect.Int || reflect.ValueOf(normal).Field(i).IsZero() {
			continue
		}
		out = append(out, limit{pkg + "." + s.Type().Field(i).Name, s.Field(i), reflect.ValueOf(normal).Field(i).Int()})
	}
	return out
}

// staging is what staging one variant took and gives.
type staging struct{ late, contours, evaluations float64 }

func staged(b *testing.B, cases []Case, o stager.Options) []staging {
	r, err := Run(b.Context(), cases, Options{Stager: o})
	if err != nil {
		b.Fatal(err)
	}
	if f := r.Failures(); len(f) > 0 {
		b.Fatal(f)
	}
	var out []staging
	for _, x := range r.Results {
		var s staging
		for _, l := range x.Late {
			s.late += float64(l.Staged.Operations.Total)
		}
		for _, p := range x.Staging.Passes {
			s.contours += float64(p.Work.Contours)
			s.evaluations += float64(p.Work.Evaluations)
		}
		out = append(out, s)
	}
	return out
}

func compareStagings(b *testing.B, now, normal []staging) {
	var late, contours, evaluations []float64
	least, most, sum := math.Inf(1), 0.0, 0.0
	for i, s := range now {
		of := normal[i]
		late = append(late, s.late/of.late)
		sum += s.late
		least, most = min(least, s.late/of.late), max(most, s.late/of.late)
		contours, evaluations = append(contours, s.contours/of.contours), append(evaluations, s.evaluations/of.evaluations)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(sum, "operations")
	b.ReportMetric(100*geometricMean(late), "late-%")
	b.ReportMetric(100*least, "least-late-%")
	b.ReportMetric(100*most, "most-late-%")
	b.ReportMetric(100*geometricMean(contours), "contours-%")
	b.ReportMetric(100*geometricMean(evaluations), "evaluations-%")
}
