package results

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"time"

	"scf/eval"
)

// Tables for programs: times in nanoseconds, empty cells for what was not measured.

const (
	lateFile      = "late.csv"
	stagingFile   = "staging.csv"
	ablationsFile = "ablations.csv"
)

func csvOf(rows [][]string) ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	err := w.WriteAll(rows)
	return b.Bytes(), err
}

// lateRows has a row for each set of late values.
func lateRows(r *eval.Report) [][]string {
	backends := backendNames(r)
	head := []string{"workload", "variant", "configuration", "function", "pipeline", "late", "error",
		"operations unstaged", "operations separate", "operations staged", "ratio", "nodes of result",
		"unstaged ns", "separate ns", "staged ns", "driver original ns", "driver optimised ns", "driver native ns",
		"call before ns"}
	for _, b := range backends {
		head = append(head, "to code by "+b+" ns", "call by "+b+" ns")
	}
	rows := [][]string{append(head, "pays after calls")}
	for _, x := range r.Results {
		start := []string{x.Workload, x.Variant, count(x.Configuration), x.Function, x.Pipeline}
		if x.Error != "" {
			rows = append(rows, padded(slices.Concat(start, []string{"", x.Error}), len(rows[0])))
		}
		for _, l := range x.Late {
			rows = append(rows, padded(slices.Concat(start, []string{l.Name, l.Error}, lateCells(&l, backends)), len(rows[0])))
		}
	}
	return rows
}

func padded(row []string, n int) []string { return append(row, make([]string, n-len(row))...) }

func lateCells(l *eval.Late, backends []string) []string {
	if l.Ratio == nil {
		return nil
	}
	costs := []*eval.Cost{l.Unstaged, l.Separate, l.Staged}
	var cells []string
	for _, c := range costs {
		if c == nil {
			cells = append(cells, "")
			continue
		}
		cells = append(cells, strconv.FormatInt(c.Operations.Total, 10))
	}
	cells = append(cells, float(l.Ratio.Operations), count(l.Nodes))
	for _, c := range costs {
		if c == nil {
			cells = append(cells, "")
			continue
		}
		cells = append(cells, median(c.Time))
	}
	k := l.Kernel
	if k == nil {
		k = &eval.Kernel{}
	}
	cells = append(cells, median(k.Original), median(k.Optimised))
	if k.Native != nil {
		cells = append(cells, median(&k.Native.Time))
	} else {
		cells = append(cells, "")
	}
	return append(cells, runningCells(l.Running, backends)...)
}

func runningCells(run *eval.Running, backends []string) []string {
	if run == nil {
		return nil
	}
	cells := []string{nanoseconds(run.General)}
	for _, name := range backends {
		cell := []string{"", ""}
		for _, b := range run.Backends {
			if b.Name == name {
				cell = []string{median(b.Latency), nanoseconds(b.Call)}
			}
		}
		cells = append(cells, cell...)
	}
	return append(cells, float(run.BreakEven))
}

// backendNames are those of all rows, in their order.
func backendNames(r *eval.Report) (names []string) {
	for _, x := range r.Results {
		for _, l := range x.Late {
			if l.Running == nil {
				continue
			}
			for _, b := range l.Running.Backends {
				if !slices.Contains(names, b.Name) {
					names = append(names, b.Name)
				}
			}
		}
	}
	return names
}

// stagingRows has a row for each variant.
func stagingRows(r *eval.Report) [][]string {
	rows := [][]string{{"workload", "variant", "configuration", "ratio", "separate ratio", "published staging", "published function", "published by hand",
		"nodes of function", "nodes of passes", "nodes staged", "nodes composed", "contours", "evaluations", "staging ns"}}
	for _, x := range r.Results {
		s := x.Staging
		if s == nil {
			continue
		}
		contours, evaluations := 0, 0
		for _, p := range s.Passes {
			contours, evaluations = contours+p.Work.Contours, evaluations+p.Work.Evaluations
		}
		composed := ""
		if s.Composed != nil {
			composed = count(s.Composed.Size.Nodes)
		}
		rows = append(rows, []string{x.Workload, x.Variant, count(x.Configuration), float(x.Ratio), float(x.SeparateRatio),
			x.Published.Staging, x.Published.Function, x.Published.Hand,
			count(s.Function), count(s.Original.Nodes), count(s.Residual.Nodes), composed, count(contours), count(evaluations), median(s.Time)})
	}
	return rows
}

// ablationRows has a row for each variant and each technique.
func ablationRows(r *eval.Report) [][]string {
	rows := [][]string{{"without", "section", "workload", "variant", "error", "ratio", "fraction left", "nodes staged", "contours", "staging ns", "bound ns"}}
	for _, a := range r.Ablations {
		for _, c := range a.Cells {
			row := []string{a.Technique, a.Section, c.Workload, c.Variant, c.Error, float(c.Ratio), "", count(c.Nodes), count(c.Contours), nanoseconds(c.Time), nanoseconds(c.Bound)}
			if c.Error == "" && c.Bound == 0 {
				row[6] = strconv.FormatFloat(c.Change, 'g', 6, 64)
			}
			rows = append(rows, row)
		}
	}
	return rows
}

func count(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func float(x float64) string {
	if x == 0 {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}

func median(t *eval.Times) string {
	if t == nil {
		return ""
	}
	return fmt.Sprint(t.Median.Nanoseconds())
}

func nanoseconds(d time.Duration) string { return count(int(d)) }
