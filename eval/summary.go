package eval

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// The summary of a report: one line for each variant, those of table 3 of the dissertation first and in its order, beside what the
// dissertation gives for them, and geometric means.

// Configurations is how many there are in table 3.
const Configurations = 11

// Summary is what one variant comes to, or a geometric mean of several. A number that is not known is 0.
type Summary struct {
	Name          string
	Configuration int
	Operations    float64 // the ratio over all sets of late values
	Separate      float64 // that of the passes one after the other; Operations where they are not composed
	Least         float64 // Operations for the worst set
	Time          float64 // geometric means over all sets of late values: of the times in the interpreter,
	Kernel        float64 // and of those of the driver,
	Native        float64 // and with native code
	Staging       *Times
	Published     Published
	IsMean        bool // of several variants
}

// Summaries are those of all variants that have numbers, then the geometric means: of the configurations of table 3, where all are
// there, and of all variants, where these are others.
func (r *Report) Summaries() []Summary {
	var rows, table3 []Summary
	for i := range r.Results {
		if x := &r.Results[i]; x.Ratio > 0 {
			rows = append(rows, x.summary())
		}
	}
	slices.SortStableFunc(rows, func(a, b Summary) int { return order(a) - order(b) })
	for _, s := range rows {
		if s.Configuration > 0 {
			table3 = append(table3, s)
		}
	}
	means := []Summary{}
	if len(table3) == Configurations {
		means = append(means, mean(fmt.Sprintf("geometric mean of 1 to %d", Configurations), table3))
	}
	if len(rows) > 1 && len(means)*len(rows) != Configurations {
		means = append(means, mean("geometric mean", rows))
	}
	return append(rows, means...)
}

// order is where a variant stands in the summary.
func order(s Summary) int {
	if s.Configuration == 0 {
		return math.MaxInt
	}
	return s.Configuration
}

func (x *Result) summary() Summary {
	s := Summary{
		Name: Title(x.Workload, x.Variant), Configuration: x.Configuration, Operations: x.Ratio, Least: math.Inf(1),
		Staging: x.Staging.Time, Published: x.Published, Separate: cmp.Or(x.SeparateRatio, x.Ratio),
	}
	var times, kernels, natives []float64
	for _, l := range x.Late {
		s.Least = min(s.Least, l.Ratio.Operations)
		times = append(times, l.Ratio.Time)
		if l.Kernel != nil {
			kernels = append(kernels, l.Kernel.Ratio)
			if n := l.Kernel.Native; n != nil && l.Kernel.Original != nil {
				natives = append(natives, per(float64(l.Kernel.Original.Median), float64(n.Time.Median)))
			}
		}
	}
	s.Time, s.Kernel, s.Native = geometricMean(times), geometricMean(kernels), geometricMean(natives)
	return s
}

// mean is the geometric mean of what all of them have.
func mean(name string, rows []Summary) Summary {
	of := func(part func(Summary) float64) float64 {
		var xs []float64
		for _, s := range rows {
			xs = append(xs, part(s))
		}
		return geometricMean(xs)
	}
	return Summary{
		Name: name, IsMean: true,
		Operations: of(func(s Summary) float64 { return s.Operations }), Least: of(func(s Summary) float64 { return s.Least }),
		Separate: of(func(s Summary) float64 { return s.Separate }),
		Time:     of(func(s Summary) float64 { return s.Time }), Kernel: of(func(s Summary) float64 { return s.Kernel }),
	}
}

// geometricMean of no numbers, or of some that are 0 or less, is 0.
func geometricMean(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		if x <= 0 {
			return 0
		}
		sum += math.Log(x)
	}
	if len(xs) == 0 {
		return 0
	}
	return math.Exp(sum / float64(len(xs)))
}

// summary is the table of the summaries, where there are several results.
func (r *Report) summary() *Table {
	t := &Table{Title: "Summary: how many times less work" + r.without(), Left: 2}
	t.add("no.", "workload", "separate", "operations", "least", "time", "kernel", "staging", "published: staging", "function", "by hand")
	if len(r.Results) < 2 {
		return t
	}
	for _, s := range r.Summaries() {
		t.add(s.number(), s.Name, number(s.Separate), number(s.Operations), number(s.Least), optional(s.Time, "%.1f"), optional(s.Kernel, "%.2f"), s.stagingCell(),
			s.Published.Staging, s.Published.Function, s.Published.Hand)
	}
	return t
}

func (s Summary) number() string {
	if s.Configuration == 0 {
		return ""
	}
	return fmt.Sprint(s.Configuration)
}

func (s Summary) stagingCell() string {
	if s.Staging == nil {
		return ""
	}
	return s.Staging.cell()
}

// optional is x in a format; empty for 0.
func optional(x float64, format string) string {
	if x == 0 {
		return ""
	}
	return fmt.Sprintf(format, x)
}
