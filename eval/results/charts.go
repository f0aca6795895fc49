package results

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"scf/eval"
)

// chart is a kind of chart.
type chart struct {
	name      string
	title     string
	figure    string // of the dissertation, that shows the same; empty for none
	about     string // what is to be seen
	axis      string
	log       bool
	reference float64                                   // where a line stands
	numbers   func(r *eval.Report) ([]string, []series) // rows and series; no row where the report has no such numbers
}

// charts are all that there are, in the order of the page.
var charts = append([]chart{
	{"speedup", "Speedup of the staged passes", "figure 8.4",
		"How many times less work the staged passes do than those that are not staged, in operations of the interpreter and in its time.",
		"not staged / staged", true, 1, speedups},
	{"node", "Work for a node of the result", "",
		"Late operations for each node of the tree that the staged passes give: what must be built costs one operation.",
		"operations / node, of the set of late values with the fewest, and with the most", true, 1, perNode},
	{"expansion", "Size of the staged passes", "figure 8.5",
		"Nodes of the staged passes, and of the program that they are composed to, as a multiple of the passes'. Behind the names stands the size of the function, in nodes of its tree.",
		"staged / not staged", true, 1, expansions},
	{"function", "Speed of the optimised function", "figure 8.6",
		"How many times as fast a driver runs with the optimised function as with the original one, compiled by the same C compiler, and with native code; geometric means over the sets of late values.",
		"original / optimised", true, 1, functions},
	{"total", "Everything in one total", "§8.1.1",
		"How many times as long a driver takes when nothing is optimised at run time, as the time to code and the driver with that take together.",
		"no optimisation / in all", true, 1, totals},
	{"staging", "Time of staging", "", "How long the early stage takes, in seconds.", "seconds", true, 1, stagingTimes},
	{"family", "Staging functions of growing length", "", "Time and size of staging generated functions, as a multiple of what n log n, or n, would give.", "growth beyond n log n, n", false, 1, growth},
}, ablations()...)

// drawings are the charts for which the report has numbers.
func drawings(r *eval.Report) ([]drawing, error) {
	var out []drawing
	for _, c := range charts {
		d := drawing{chart: c}
		d.rows, d.series = c.numbers(r)
		d.series = slices.DeleteFunc(d.series, func(s series) bool { return len(s.points()) == 0 })
		if len(d.rows) == 0 || len(d.series) == 0 {
			continue
		}
		if err := d.draw(); err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

// column is a series under its name.
func column[Row any](name string, rows []Row, value func(Row) float64) series {
	s := series{name: name}
	for _, r := range rows {
		v := value(r)
		if v == 0 || math.IsInf(v, 0) {
			v = math.NaN()
		}
		s.values = append(s.values, v)
	}
	return s
}

// summaries are those of the variants, without the means.
func summaries(r *eval.Report) []eval.Summary {
	return slices.DeleteFunc(r.Summaries(), func(s eval.Summary) bool { return s.IsMean })
}

func names(rows []eval.Summary) []string {
	var out []string
	for _, s := range rows {
		out = append(out, rowName(s.Configuration, s.Name))
	}
	return out
}

func rowName(configuration int, title string) string {
	if configuration == 0 {
		return title
	}
	return fmt.Sprintf("%s  (%d)", title, configuration)
}

func speedups(r *eval.Report) ([]string, []series) {
	rows := summaries(r)
	return names(rows), []series{
		column("operations", rows, func(s eval.Summary) float64 { return s.Operations }),
		column("time", rows, func(s eval.Summary) float64 { return s.Time }),
		column("operations, passes one after the other", rows, func(s eval.Summary) float64 { return s.Separate }),
		column("time, as the dissertation publishes it", rows, func(s eval.Summary) float64 { return published(s.Published.Staging) }),
	}
}

var firstNumber = regexp.MustCompile(`[0-9]+(\.[0-9]+)?`)

// published is the number in a published figure; 0 for none.
func published(text string) float64 {
	v, err := strconv.ParseFloat(firstNumber.FindString(text), 64)
	if err != nil {
		return 0
	}
	return v
}

// results are those that have numbers, in the order of the summaries.
func results(r *eval.Report) (rows []eval.Result, names []string) {
	for _, s := range summaries(r) {
		for _, x := range r.Results {
			if eval.Title(x.Workload, x.Variant) == s.Name {
				rows, names = append(rows, x), append(names, rowName(s.Configuration, s.Name))
			}
		}
	}
	return rows, names
}

func perNode(r *eval.Report) ([]string, []series) {
	rows, names := results(r)
	of := func(choose func(a, b float64) float64, none float64) func(eval.Result) float64 {
		return func(x eval.Result) float64 {
			v := none
			for _, l := range x.Late {
				v = choose(v, l.PerNode())
			}
			return v
		}
	}
	return names, []series{column("fewest", rows, of(math.Min, math.Inf(1))), column("most", rows, of(math.Max, 0))}
}

func expansions(r *eval.Report) ([]string, []series) {
	rows, names := results(r)
	for i, x := range rows {
		names[i] += fmt.Sprintf("  [%d]", x.Staging.Function)
	}
	return names, []series{
		column("staged passes", rows, func(x eval.Result) float64 {
			return float64(x.Staging.Residual.Nodes) / float64(x.Staging.Original.Nodes)
		}),
		column("composed", rows, func(x eval.Result) float64 {
			if x.Staging.Composed == nil {
				return 0
			}
			return float64(x.Staging.Composed.Size.Nodes) / float64(x.Staging.Original.Nodes)
		}),
	}
}

func functions(r *eval.Report) ([]string, []series) {
	rows := slices.DeleteFunc(summaries(r), func(s eval.Summary) bool { return s.Kernel == 0 })
	return names(rows), []series{
		column("by the C compiler", rows, func(s eval.Summary) float64 { return s.Kernel }),
		column("as native code", rows, func(s eval.Summary) float64 { return s.Native }),
		column("as the dissertation publishes it", rows, func(s eval.Summary) float64 { return published(s.Published.Function) }),
		column("staged by hand, as published", rows, func(s eval.Summary) float64 { return published(s.Published.Hand) }),
	}
}

// totals has a row for each set of late values.
func totals(r *eval.Report) ([]string, []series) {
	var names []string
	var rows []map[string]float64
	for _, x := range r.Results {
		for _, l := range x.Late {
			ts := l.Totals()
			if len(ts) == 0 {
				continue
			}
			row := map[string]float64{}
			for _, t := range ts {
				row[t.Backend+", staged"] = float64(t.None) / float64(t.Staged)
				row[t.Backend+", not staged"] = float64(t.None) / float64(t.Unstaged)
			}
			rows, names = append(rows, row), append(names, short(eval.Title(x.Workload, x.Variant)+", "+l.Name))
		}
	}
	var all []series
	for _, name := range []string{"native, staged", "native, not staged", "c, staged", "c, not staged"} {
		all = append(all, column(name, rows, func(row map[string]float64) float64 { return row[name] }))
	}
	return names, all
}

// short is a name that fits beside a chart.
func short(name string) string {
	const most = 44
	if r := []rune(name); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return name
}

func stagingTimes(r *eval.Report) ([]string, []series) {
	rows := slices.DeleteFunc(summaries(r), func(s eval.Summary) bool { return s.Staging == nil })
	return names(rows), []series{column("the early stage", rows, func(s eval.Summary) float64 { return s.Staging.Median.Seconds() })}
}

func growth(r *eval.Report) ([]string, []series) {
	rows := slices.DeleteFunc(slices.Clone(r.Family), func(m eval.Member) bool { return m.Error != "" })
	var names []string
	for _, m := range rows {
		names = append(names, fmt.Sprintf("%d statements", m.Statements))
	}
	return names, []series{
		column("time / n log n", rows, func(m eval.Member) float64 { return m.TimePerNLogN }),
		column("nodes / n", rows, func(m eval.Member) float64 { return m.NodesPerStatement }),
	}
}

// ablations are the charts of what is left of the speedup without techniques, one for each figure of §8.3.
func ablations() []chart {
	var out []chart
	for _, f := range []struct{ number, section, title string }{
		{"8.7", "8.3.1.1", "Without variants of abstract values"},
		{"8.8", "8.3.1.2", "Without identity tags"},
		{"8.9", "8.3.1.3", "Without lists of what maps must and may have"},
		{"8.10", "8.3.2.1", "Without contexts"},
		{"8.11", "8.3.2.2", "Without the specialisation of expressions"},
		{"8.12", "8.3.2.3", "Without careful widening"},
		{"8.13", "8.3.2.4", "Without rematerialisation, and without hoisting"},
		{"8.14", "8.3.3", "Without dead-store elimination"},
	} {
		out = append(out, chart{
			name: "without-" + strings.ReplaceAll(f.number, ".", "-"), title: f.title, figure: "figure " + f.number,
			about: "The fraction of the speedup that is left, (s' - 1) / (s - 1) for the speedups s in operations.", axis: "fraction left", reference: 1,
			numbers: func(r *eval.Report) ([]string, []series) { return ablated(r, f.section) },
		})
	}
	return out
}

func ablated(r *eval.Report, section string) (names []string, all []series) {
	for _, a := range r.Ablations {
		if a.Section != section {
			continue
		}
		s := series{name: "without " + a.Technique}
		names = nil
		for _, c := range a.Cells {
			v := c.Change
			if c.Error != "" || c.Bound > 0 {
				v = math.NaN()
			}
			s.values, names = append(s.values, v), append(names, eval.Title(c.Workload, c.Variant))
		}
		all = append(all, s)
	}
	return names, all
}
