package explain

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"scf/ast"
	"scf/scfml/interp"
	"scf/stager"
)

// Result is what one combination of late values gives.
type Result struct {
	Values   []int  `json:"values"` // of the choices, in number
	C        string `json:"c"`      // the optimised function
	Nodes    int    `json:"nodes"`  // of it
	Loops    []Note `json:"loops"`
	Notes    []Note `json:"notes"`
	Staged   Cost   `json:"staged"`
	Unstaged Cost   `json:"unstaged"`
}

// Cost is the operations of a run, by kind and by where in the sources of the passes they are from.
type Cost struct {
	Total int64   `json:"total"`
	Kinds []Kind  `json:"kinds"`
	Calls []Call  `json:"calls"`
	Spent []Spent `json:"spent"`
}

// Call is a function that is active, in the programs that run.
type Call struct {
	Program  string `json:"program"`
	Function string `json:"function"`
	Caller   int    `json:"caller"` // -1 for an entry function
}

// Kind is a kind of operations, and how many there are.
type Kind struct {
	Name  string `json:"name"`
	Count int64  `json:"count"`
}

func kindsOf(c interp.Counts) []Kind {
	return []Kind{{"calls", c.Calls}, {"tests", c.Tests}, {"loads", c.Loads}, {"allocs", c.Allocs}, {"prims", c.Prims}, {"mapops", c.MapOps}}
}

// Spent is the operations of one kind at one line.
type Spent struct {
	Call     int    `json:"call"`
	Source   int    `json:"source"`   // -1 where it is not known
	Function string `json:"function"` // of the source
	Line     int    `json:"line"`
	What     string `json:"what"`
	Reason   string `json:"reason,omitempty"`
	Count    int64  `json:"count"`
}

// addResults runs all combinations of late values.
func (p *Page) addResults(ctx context.Context, s *stager.Staged, pipeline stager.Pipeline, of *sources) error {
	for n := range combinations(p.Choices) {
		r := &Result{Values: make([]int, len(p.Choices))}
		texts := map[string]string{}
		for i, c := range slices.Backward(p.Choices) {
			r.Values[i] = n % len(c.Values)
			n /= len(c.Values)
			texts[c.Param] = c.Values[r.Values[i]]
		}
		if err := r.run(ctx, s, pipeline, texts, of); err != nil {
			return err
		}
		p.Results = append(p.Results, r)
	}
	return nil
}

// run fills the result in for late values.
func (r *Result) run(ctx context.Context, s *stager.Staged, pipeline stager.Pipeline, texts map[string]string, of *sources) error {
	late, err := s.Function.ParseLate(texts)
	if err != nil {
		return err
	}
	staged, err := s.Run(ctx, late)
	if err != nil {
		return err
	}
	text, err := staged.C(stager.Output{Only: true})
	if err != nil {
		return err
	}
	r.C = string(text)
	r.Nodes = ast.Nodes(staged.Func)
	loops, err := staged.Loops(ctx)
	if err != nil {
		return err
	}
	blocked, err := staged.Blocked(ctx)
	if err != nil {
		return err
	}
	r.Loops, r.Notes = loopNotes(loops), notes(s.Function.File, blocked)
	if r.Staged, err = costOf(ctx, staged, of); err != nil {
		return err
	}
	if late, err = s.Complete(late); err != nil {
		return err
	}
	unstaged, err := stager.RunUnstaged(ctx, s.Function, pipeline, late)
	if err != nil {
		return err
	}
	r.Unstaged, err = costOf(ctx, unstaged, of)
	return err
}

// costOf is the operations that made a result.
func costOf(ctx context.Context, r *stager.Result, of *sources) (Cost, error) {
	passes, err := r.Stacks(ctx)
	if err != nil {
		return Cost{}, err
	}
	cost := Cost{Total: r.Total.Total(), Kinds: kindsOf(r.Total), Calls: []Call{}, Spent: []Spent{}}
	for _, pass := range passes {
		first := len(cost.Calls)
		for _, stack := range pass.Stacks {
			caller := stack.Caller
			if caller >= 0 {
				caller += first
			}
			cost.Calls = append(cost.Calls, Call{pass.Name, stack.Func, caller})
			cost.Spent = append(cost.Spent, spentIn(len(cost.Calls)-1, stack.Spent, of)...)
		}
	}
	return cost, nil
}

// spentIn is what was spent in a call, in the order of sources and lines.
func spentIn(call int, all []interp.Spent, of *sources) []Spent {
	sums := map[Spent]int64{}
	for _, spent := range all {
		x := Spent{Call: call, Source: -1, What: spent.What, Reason: spent.Note.Text}
		if i, known := of.index[spent.File]; known && spent.Line > 0 {
			x.Source, x.Line, x.Function = i, spent.Line, of.function(spent.File, spent.Line)
		}
		sums[x] += spent.Counts.Total()
	}
	var out []Spent
	for _, x := range slices.SortedFunc(maps.Keys(sums), compareSpent) {
		x.Count = sums[x] // behind the look-up: it is part of the key
		out = append(out, x)
	}
	return out
}

func compareSpent(a, b Spent) int {
	return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Line, b.Line), cmp.Compare(a.What, b.What), cmp.Compare(a.Reason, b.Reason))
}
