package eval

import (
	"encoding/json"
	"io"
	"time"

	"scf/internal/diag"
	"scf/scfml/interp"
	"scf/stager"
)

// ReportFormat marks a report, SchemaVersion is the version of its form; docs/eval.md describes it.
const (
	ReportFormat  = "scf evaluation"
	SchemaVersion = 3
)

// Report is what an evaluation found.
type Report struct {
	Format   string        `json:"format"`
	Schema   int           `json:"schema"`
	Machine  Machine       `json:"machine"`
	Budget   time.Duration `json:"budgetNs"` // for the measurements of one row; 0: no times were measured
	Disabled []string      `json:"disabled"` // techniques that were switched off in Results and Family
	Results  []Result      `json:"results"`
	// Ablations are the workloads of Results with everything on, then without each technique in turn.
	Ablations []Ablation `json:"ablations,omitempty"`
	// Family are members of the generated family, the smallest first.
	Family []Member `json:"family,omitempty"`
}

// Machine is where the times were measured.
type Machine struct {
	OS   string `json:"os"`
	Arch string `json:"arch"`
	CPUs int    `json:"cpus"`
	Go   string `json:"go"`
	CC   string `json:"cc"` // the C compiler, as it names itself; empty where there is none
}

// Result is what was found about one variant of a workload.
type Result struct {
	Workload string `json:"workload"`
	Variant  string `json:"variant"`
	// Configuration is the variant's number in table 3 of the dissertation, and Published what others measured of it.
	Configuration int       `json:"configuration,omitempty"`
	Published     Published `json:"published,omitzero"`

	Function string            `json:"function"`
	Pipeline string            `json:"pipeline"`
	Inlined  []string          `json:"inlined,omitempty"` // functions that were inlined
	Abstract map[string]string `json:"abstract"`
	// Error says why there are no numbers, or fewer; empty where all is well.
	Error   string   `json:"error,omitempty"`
	Staging *Staging `json:"staging,omitempty"`
	Late    []Late   `json:"late,omitempty"`
	// Ratio is how many times more operations the passes execute than their staged forms, over all late values; 0 with an Error.
	Ratio float64 `json:"ratio,omitempty"`
	// SeparateRatio is Ratio of the staged passes one after the other, where they are composed.
	SeparateRatio float64 `json:"separateRatio,omitempty"`
	// Explanations are what each staged pass still does, where that was asked for.
	Explanations []Explanation `json:"explanations,omitempty"`
}

// Staging is what the early stage made and took.
type Staging struct {
	Time     *Times   `json:"time,omitempty"` // of the whole early stage
	Function int      `json:"functionNodes"`  // size of the function before staging, in nodes of the tree
	Original Size     `json:"original"`       // of the passes
	Residual Size     `json:"residual"`       // of their staged forms
	Passes   []Pass   `json:"passes"`
	Composed *Pass    `json:"composed,omitempty"` // the passes as one program; absent where they are not composed
	Warnings []string `json:"warnings,omitempty"`
}

// Size is how large programs are.
type Size struct {
	Functions int `json:"functions"`
	Nodes     int `json:"nodes"` // of expressions
	Bytes     int `json:"bytes"` // of the text
}

// Pass is one staged pass, or all of them composed.
type Pass struct {
	Name   string        `json:"name"`
	Size   Size          `json:"size"`
	Work   stager.Report `json:"work"`
	Rounds int           `json:"rounds"` // of the phases that repeat
	Phases []PhaseTime   `json:"phases,omitempty"`
}

// PhaseTime is how long a phase took in all its rounds, in one staging.
type PhaseTime struct {
	Phase string        `json:"phase"`
	Time  time.Duration `json:"timeNs"`
}

// Late is what was found about one set of late values.
type Late struct {
	Name   string            `json:"name"`
	Values map[string]string `json:"values"`
	// Error says why there are no numbers: what differs, as a rule.
	Error    string  `json:"error,omitempty"`
	Unstaged *Cost   `json:"unstaged,omitempty"`
	Staged   *Cost   `json:"staged,omitempty"`   // composed, where the passes are
	Separate *Cost   `json:"separate,omitempty"` // the staged passes one after the other, where they are composed
	Ratio    *Ratio  `json:"ratio,omitempty"`
	Nodes    int     `json:"nodes,omitempty"`  // of the tree that all of them give
	Kernel   *Kernel `json:"kernel,omitempty"` // absent without a driver or a C compiler
	// Running is what the function costs in a Go program; absent without a driver or a budget.
	Running *Running `json:"running,omitempty"`
}

// Cost is what one run of a pipeline takes.
type Cost struct {
	Operations Operations `json:"operations"`
	Passes     []Executed `json:"passes"` // operations by pass
	Time       *Times     `json:"time,omitempty"`
}

// Operations are counts by kind.
type Operations struct {
	Calls  int64 `json:"calls"`
	Tests  int64 `json:"tests"`
	Loads  int64 `json:"loads"`
	Allocs int64 `json:"allocs"`
	Prims  int64 `json:"prims"`
	MapOps int64 `json:"mapops"`
	Total  int64 `json:"total"`
}

func operations(c interp.Counts) Operations {
	return Operations{c.Calls, c.Tests, c.Loads, c.Allocs, c.Prims, c.MapOps, c.Total()}
}

// Executed are the operations of one pass.
type Executed struct {
	Name  string `json:"name"`
	Total int64  `json:"total"`
}

// Ratio is the unstaged pipeline's cost as a multiple of the staged one's.
type Ratio struct {
	Operations float64 `json:"operations"`
	Time       float64 `json:"time,omitempty"`
	Separate   float64 `json:"separate,omitempty"` // of operations, for the passes one after the other
}

// Kernel is how long the driver runs with the function as it was and as it was optimised.
type Kernel struct {
	Original  *Times `json:"original,omitempty"`
	Optimised *Times `json:"optimised,omitempty"`
	Spread           // how many times as fast the optimised function is
	// Native is the optimised function as machine code of this module; absent where there is none.
	Native *Native `json:"native,omitempty"`
}

// Native is how long the driver runs with machine code of this module.
type Native struct {
	Time   Times `json:"time"`
	Spread       // how many times as fast as the C compiler's code for the optimised function it is
}

// Running is what the function costs in this process, in each back end. Calls are the first ones that the driver makes.
type Running struct {
	Calls    int           `json:"calls,omitempty"`     // that the times are medians of
	TooShort bool          `json:"tooShort,omitempty"`  // calls take less than the way to them, so that there are no times of them
	General  time.Duration `json:"generalNs,omitempty"` // of a call of the function as it was, in the first of the back ends
	Backends []Backend     `json:"backends"`
	// BreakEven is after how many calls the code of the first back end has saved the time that making it took; 0 for never.
	BreakEven float64 `json:"breakEven,omitempty"`
}

// Backend is what a function costs in one back end.
type Backend struct {
	Name    string        `json:"name"`
	Missing string        `json:"missing,omitempty"` // why there are no times, or fewer
	Latency *Times        `json:"latency,omitempty"` // from constants to code that can be called
	Call    time.Duration `json:"callNs,omitempty"`  // of a call of the optimised function
}

// Ablation is what is left without one technique.
type Ablation struct {
	Technique string `json:"technique"` // empty: with everything on
	Section   string `json:"section,omitempty"`
	Cells     []Cell `json:"cells"`
}

// Cell is one variant of a workload without one technique.
type Cell struct {
	Workload string  `json:"workload"`
	Variant  string  `json:"variant"`
	Error    string  `json:"error,omitempty"`
	Ratio    float64 `json:"ratio,omitempty"` // as Result's
	// Change is the fraction of the speedup that is left: (ratio-1) as a multiple of what it is with everything on.
	Change   float64       `json:"change"`
	Nodes    int           `json:"nodes,omitempty"` // of the residual programs
	Contours int           `json:"contours,omitempty"`
	Time     time.Duration `json:"stagingNs,omitempty"` // of one staging
	// Bound is the time that staging ran into; then there is nothing else.
	Bound time.Duration `json:"boundNs,omitempty"`
}

// Member is a member of the generated family.
type Member struct {
	Statements int    `json:"statements"`
	Error      string `json:"error,omitempty"`
	Time       *Times `json:"time,omitempty"`
	Residual   Size   `json:"residual"`
	Contours   int    `json:"contours"`
	// TimePerNLogN and NodesPerStatement are relative to the smallest member.
	TimePerNLogN      float64 `json:"timePerNLogN,omitempty"`
	NodesPerStatement float64 `json:"nodesPerStatement,omitempty"`
	Passes            []Pass  `json:"passes,omitempty"`
}

// Failures are the titles of rows that have an error, each with it.
func (r *Report) Failures() []string {
	var out []string
	add := func(title, err string) {
		if err != "" {
			out = append(out, title+": "+err)
		}
	}
	for _, x := range r.Results {
		add(Title(x.Workload, x.Variant), x.Error)
		for _, l := range x.Late {
			add(Title(x.Workload, x.Variant)+", "+l.Name, l.Error)
		}
	}
	for _, a := range r.Ablations {
		for _, c := range a.Cells {
			add(Title(c.Workload, c.Variant)+" without "+a.Technique, c.Error)
		}
	}
	for _, m := range r.Family {
		add(memberTitle(m.Statements), m.Error)
	}
	return out
}

// Title is the name of a workload and a variant of it, as tables have it.
func Title(workload, variant string) string {
	return (&Workload{Name: workload}).Title(Variant{Name: variant})
}

// ReadReport reads a report that WriteJSON wrote; file is its name in messages.
func ReadReport(file string, text []byte) (*Report, error) {
	var r Report
	switch err := json.Unmarshal(text, &r); {
	case err != nil || r.Format != ReportFormat:
		return nil, diag.Errorf(diag.Pos{File: file}, "this is no report of an evaluation").WithHint("`stager eval -json FILE` and `stager eval -o DIR` write one")
	case r.Schema != SchemaVersion:
		return nil, diag.Errorf(diag.Pos{File: file}, "the report has form %d; this program reads form %d", r.Schema, SchemaVersion).WithHint("evaluate again")
	}
	return &r, nil
}

// WriteJSON writes the report as JSON.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}
