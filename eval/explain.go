package eval

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"scf/scfml/interp"
	"scf/stager"
)

// Explanations: what the staged passes still do late, by the reason (package reasons), by the bound that keeps it and the place where that was met,
// by function, by what their expressions do and where in the passes' sources they are from, the greatest first. Where a ratio is small, they
// tell what to mend.

// Explanation is what one staged pass, or all of them composed, executes over all sets of late values.
type Explanation struct {
	Pass       string     `json:"pass"`
	Operations Operations `json:"operations"`
	Met        []string   `json:"met,omitempty"`    // budgets that staging met with the program as a whole
	Reasons    []Part     `json:"reasons"`          // by why it is done late
	Bounds     []Part     `json:"bounds"`           // by the reason and the line of the pass's source where something keeps it, which late values and the result do not
	Advice     []string   `json:"advice,omitempty"` // what can be done about the reasons
	Functions  []Part     `json:"functions"`        // by residual function
	Work       []Part     `json:"work"`             // by what is done: matching a type, building with a constructor, an operation, a call
	Lines      []Part     `json:"lines"`            // by the line of the pass's source
}

// Part is a part of an explanation.
type Part struct {
	Name       string     `json:"name"`
	Operations Operations `json:"operations"`
}

// notTold is the reason of what programs do that are not simplified: nothing is known of it.
const notTold = "not known"

// explain adds what the staged passes did for one set of late values, with that result, to the explanations.
func explain(ctx context.Context, into []Explanation, result *stager.Result) ([]Explanation, error) {
	profiles, err := result.Profile(ctx)
	if err != nil {
		return nil, err
	}
	if into == nil {
		into = make([]Explanation, len(profiles))
	}
	for i, p := range profiles {
		into[i].Pass, into[i].Met = p.Name, p.Met
		for _, s := range p.Spent {
			into[i].Operations.add(s.Counts)
			into[i].Advice = addAdvice(into[i].Advice, s.Note)
			into[i].Reasons = addPart(into[i].Reasons, cmp.Or(s.Note.Text, notTold), s.Counts)
			if s.Note.At != "" {
				into[i].Bounds = addPart(into[i].Bounds, s.Note.Text+", "+s.Note.At, s.Counts)
			}
			into[i].Functions = addPart(into[i].Functions, s.Func, s.Counts)
			into[i].Work = addPart(into[i].Work, s.What, s.Counts)
			into[i].Lines = addPart(into[i].Lines, lineOf(s), s.Counts)
		}
		greatestFirst(into[i].Reasons)
		greatestFirst(into[i].Bounds)
		greatestFirst(into[i].Functions)
		greatestFirst(into[i].Work)
		greatestFirst(into[i].Lines)
	}
	return into, nil
}

// addAdvice adds the advice of the note, once.
func addAdvice(all []string, n interp.Note) []string {
	if line := n.Text + ": " + n.Advice; n.Advice != "" && !slices.Contains(all, line) {
		return append(all, line)
	}
	return all
}

// lineOf is the line of source where operations were spent.
func lineOf(s interp.Spent) string {
	if s.Line == 0 {
		return "(not known)"
	}
	return fmt.Sprintf("%s:%d", s.File, s.Line)
}

func addPart(parts []Part, name string, c interp.Counts) []Part {
	for i := range parts {
		if parts[i].Name == name {
			parts[i].Operations.add(c)
			return parts
		}
	}
	return append(parts, Part{name, operations(c)})
}

func greatestFirst(parts []Part) {
	slices.SortStableFunc(parts, func(a, b Part) int { return cmp.Compare(b.Operations.Total, a.Operations.Total) })
}

func (o *Operations) add(c interp.Counts) {
	d := operations(c)
	*o = Operations{
		o.Calls + d.Calls, o.Tests + d.Tests, o.Loads + d.Loads, o.Allocs + d.Allocs, o.Prims + d.Prims, o.MapOps + d.MapOps, o.Total + d.Total,
	}
}

// explanations are the tables of what staged passes still do, one for each variant.
func (r *Report) explanations() []*Table {
	var out []*Table
	for _, x := range r.Results {
		if len(x.Explanations) == 0 {
			continue
		}
		t := &Table{Title: fmt.Sprintf("What %s still does, for all %d sets of late values%s", Title(x.Workload, x.Variant), len(x.Late), r.without()), Left: 3}
		t.add("pass", "by", "", "calls", "tests", "loads", "allocs", "prims", "mapops", "total", "part")
		all := int64(0)
		for _, e := range x.Explanations {
			all += e.Operations.Total
		}
		for _, e := range x.Explanations {
			t.addParts(e.Pass, "", []Part{{"", e.Operations}}, all)
			t.addNotes("budget", e.Met)
			t.addParts("", "reason", e.Reasons, all)
			t.addParts("", "bound", e.Bounds, all)
			t.addNotes("advice", e.Advice)
			t.addParts("", "function", e.Functions, all)
			t.addParts("", "work", e.Work, all)
			t.addParts("", "line", e.Lines, all)
		}
		out = append(out, t)
	}
	return out
}

// addNotes adds a row for each text.
func (t *Table) addNotes(by string, texts []string) {
	for _, text := range texts {
		t.addNote(text, "", by)
		by = ""
	}
}

// addParts adds the rows of parts, those that are at least a hundredth of all operations and the greatest three in any case.
func (t *Table) addParts(pass, by string, parts []Part, all int64) {
	for i, p := range parts {
		if i >= 3 && p.Operations.Total*100 < all {
			t.addNote(fmt.Sprintf("%d more", len(parts)-i), "", by)
			return
		}
		share := fmt.Sprintf("%.1f %%", 100*per(float64(p.Operations.Total), float64(all)))
		t.add(slices.Concat([]string{pass, by, p.Name}, p.Operations.cells(), []string{share})...)
		pass, by = "", ""
	}
}
