package stager

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"scf/pe"
	"scf/scfml/core"
)

// Report says what the phases made of one program. It is the same on every run.
type Report struct {
	ResidualFunctions    int `json:"residualFunctions"`    // functions of the residual program
	CodeSize             int `json:"codeSize"`             // nodes of their bodies (scfml.Size)
	Contours             int `json:"contours"`             // made by the partial evaluator
	Evaluations          int `json:"evaluations"`          // of contours
	Steps                int `json:"steps"`                // expressions evaluated
	Widenings            int `json:"widenings"`            // of arguments and results of recursive contours
	ExpressionsFolded    int `json:"expressionsFolded"`    // expressions that the partial evaluator replaced by constants
	MapOperationsRemoved int `json:"mapOperationsRemoved"` // operations on maps and sets that the phases behind the partial evaluator removed
	// Unspecialised are functions that are called unspecialised because a budget was reached.
	Unspecialised []string `json:"unspecialised,omitempty"`
	// Merged is how far contours were merged for lack of memory (Options.MaxMemory), and Unfinished whether simplification ended early for that; then the
	// report need not be the same on every run.
	Merged     string `json:"merged,omitempty"`
	Unfinished bool   `json:"unfinished,omitempty"`
}

// specialized is what the partial evaluator reports.
func specialized(res *pe.Result) Report {
	out := Report{
		Contours:          res.Report.Contours,
		Evaluations:       res.Report.Evaluations,
		Steps:             res.Report.Steps,
		Widenings:         res.Report.Widenings,
		ExpressionsFolded: res.Report.Folded,
		Unspecialised:     res.Report.Unspecialised,
	}
	if m := res.Report.Merged; m > pe.Apart {
		out.Merged = m.String()
	}
	return out
}

// finished notes what the residual program is like.
func (r *Report) finished(p *core.Program) {
	r.ResidualFunctions = len(p.Funcs)
	r.CodeSize = p.Size()
}

// lacksMemory reports whether the program would be another with more memory.
func (r Report) lacksMemory() bool { return r.Merged != "" || r.Unfinished }

// WriteTable writes a table with a line for each staged pass, and one for the composed program. It is the same on every run.
func (s *Staged) WriteTable(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "pass\tresidual functions\tcode size\tcontours\texpressions folded\tmap operations removed\t")
	for _, p := range s.Passes {
		r := p.Report
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t\n", p.Name, r.ResidualFunctions, r.CodeSize, r.Contours, r.ExpressionsFolded, r.MapOperationsRemoved)
	}
	if s.Composed != nil {
		r := s.Composed.Report
		fmt.Fprintf(t, "%s\t%d\t%d\t-\t-\t%d\t\n", composedName, r.ResidualFunctions, r.CodeSize, r.MapOperationsRemoved)
	}
	return t.Flush()
}

// Warnings are the budgets that were reached, a line each, and why the passes are not composed; none as a rule.
func (s *Staged) Warnings() []string {
	var out []string
	for _, p := range s.Passes {
		out = append(out, p.Report.warnings("pass "+p.Name)...)
	}
	if s.Composed != nil {
		out = append(out, s.Composed.Report.warnings("the composed program")...)
	}
	if s.causes != nil {
		out = append(out, s.Function.lines(s.causes.Writes)...)
	}
	if s.Apart != "" {
		out = append(out, "the passes are not composed: "+s.Apart)
	}
	return out
}

// warnedNames is how many functions a warning names.
const warnedNames = 5

func (r Report) warnings(what string) []string {
	var out []string
	if r.Merged != "" {
		out = append(out, fmt.Sprintf("%s: calls share contours (%s), as more lives in memory than may: late work is more than it need be", what, r.Merged))
	}
	if r.Unfinished {
		out = append(out, what+": simplification has ended early, as more lives in memory than may: late work is more than it need be")
	}
	switch names := r.Unspecialised; {
	case len(names) == 1:
		out = append(out, fmt.Sprintf("%s: %s is called unspecialised where a budget was reached", what, names[0]))
	case len(names) > 1:
		list := strings.Join(names[:min(len(names), warnedNames)], ", ")
		if more := len(names) - warnedNames; more > 0 {
			list += fmt.Sprintf(" and %d more", more)
		}
		out = append(out, fmt.Sprintf("%s: %d functions are called unspecialised where a budget was reached: %s", what, len(names), list))
	}
	return out
}
