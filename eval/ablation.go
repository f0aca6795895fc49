package eval

import (
	"context"
	"slices"
	"time"
)

// Ablate evaluates the cases with everything on that is not Disabled, then without each technique of the dissertation in turn (§8.3), and adds to the
// report what is left of the ratio of operations, as in figures 8.7 to 8.14. Results must be there: they are what it is compared
// with, and they must be of the same cases with the same Disabled switched off, which stay so.
func (r *Report) Ablate(ctx context.Context, cases []Case, o Options) error {
	e := newEvaluator(ctx, o)
	var measured []Technique
	for _, t := range Techniques {
		if t.Section != "" && !slices.Contains(o.Disabled, t.Name) {
			measured = append(measured, t)
		}
	}
	whole := Ablation{}
	for i := range cases {
		whole.Cells = append(whole.Cells, wholeCell(&r.Results[i]))
	}
	r.Ablations = []Ablation{whole}
	for i, t := range measured {
		a := Ablation{Technique: t.Name, Section: t.Section}
		for j, c := range cases {
			e.progress(i*len(cases)+j, len(measured)*len(cases), c.Title()+" without "+t.Name)
			cell, err := e.without(ctx, t, c, e.bound(&r.Results[j]))
			if err != nil {
				return err
			}
			cell.Change = change(cell, whole.Cells[j])
			a.Cells = append(a.Cells, cell)
		}
		r.Ablations = append(r.Ablations, a)
	}
	e.progress(len(measured)*len(cases), len(measured)*len(cases), "")
	return nil
}

// wholeCell is the cell of a case with everything on.
func wholeCell(r *Result) Cell {
	c := Cell{Workload: r.Workload, Variant: r.Variant, Error: r.Error, Ratio: r.Ratio}
	for _, l := range r.Late {
		if c.Error == "" {
			c.Error = l.Error
		}
	}
	if c.Error == "" {
		c.Change = 1
		c.measure(r.Staging)
	}
	return c
}

func (c *Cell) measure(s *Staging) {
	c.Nodes = s.Residual.Nodes
	for _, p := range s.Passes {
		c.Contours += p.Work.Contours
	}
	if s.Time != nil {
		c.Time = s.Time.Median
	}
}

// Staging without a technique may take so many times as long as with it, and leastBound in any case: what is specialised then may be the pass for any
// function.
const (
	boundTimes = 10
	leastBound = 20 * time.Second
)

// bound is how long the staging of the row's case without a technique may take, 0 for ever: as the limit says where it is not known how long it takes
// with everything on.
func (e *evaluator) bound(r *Result) time.Duration {
	if e.Limit == 0 || r.Staging == nil || r.Staging.Time == nil {
		return e.Limit
	}
	return min(e.Limit, max(leastBound, boundTimes*r.Staging.Time.Median).Round(time.Second))
}

// without is one case without one technique, whose staging may take as long as the bound says. Of times that of one staging is taken, if any are.
func (e *evaluator) without(ctx context.Context, t Technique, c Case, bound time.Duration) (Cell, error) {
	ablated := *e
	ablated.Budget, ablated.ablating, ablated.Limit, ablated.cc = 0, e.Budget > 0, bound, nil
	t.off(&ablated.Stager)
	r, err := ablated.row(ctx, c)
	if err != nil {
		return Cell{}, err
	}
	cell := wholeCell(&r)
	if ablated.over {
		cell.Error, cell.Bound = "", bound
	}
	return cell, nil
}

// change is the fractional speedup change: the fraction of the speedup that is left.
func change(c, whole Cell) float64 {
	if c.Error != "" || c.Bound > 0 || whole.Error != "" {
		return 0
	}
	return per(c.Ratio-1, whole.Ratio-1)
}
