package interp

import (
	"cmp"
	"context"
	"slices"

	"scf/scfml/core"
)

// Profiles: where a run spends its operations. A Profiler compiles a program as an Interp does, but for a note around every
// expression that costs something: from where to where it runs, what the cost model counts is its own.
//
// Invariants: what a profiled run gives and counts is what the run of an Interp gives and counts; the sum of a profile's entries is
// that count.

// Spent is what the expressions of one kind in one function and one line of the source cost in a run.
type Spent struct {
	Func   string
	What   string // match TYPE, build CONSTRUCTOR, call FUNCTION, or the operation
	File   string // where they stand, or what stands around them; empty if that is not known, as in what phases make
	Line   int
	Note   Note // of the expression, where notes were asked for
	Counts Counts
}

// Note is what someone who profiles a program knows of an expression: expressions with different notes are kept apart. Advice goes with the text.
type Note struct{ Text, At, Advice string }

// Profiler runs one program and tells where it spends its operations. Any number of runs may go on at once.
type Profiler struct {
	in     *Interp
	places *places
}

// NewProfiler is for p, which must be well formed, and compiles it at once. note gives the notes of expressions; nil for none.
func NewProfiler(p *core.Program, note func(core.Expr) Note) *Profiler {
	all := &places{index: map[Spent]int{}, note: note}
	in := newInterp(p, all)
	for _, f := range p.Funcs { // a run has a count for each place
		in.link.funcs[f].compiled()
	}
	return &Profiler{in, all}
}

// Run calls the program's entry function, as Interp.Run does. The entries that cost anything come greatest first, those of the same
// cost in the order of the program, parts of expressions before the whole.
func (p *Profiler) Run(ctx context.Context, arg core.Value, o Options) (core.Value, []Spent, error) {
	v, profile, err := p.run(ctx, arg, o)
	if err != nil {
		return nil, nil, err
	}
	var out []Spent
	for i, s := range p.places.all {
		s.Counts = profile.counts[i]
		if s.Counts.Total() > 0 {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b Spent) int { return cmp.Compare(b.Counts.Total(), a.Counts.Total()) })
	return v, out, nil
}

func (p *Profiler) run(ctx context.Context, arg core.Value, o Options) (core.Value, *profile, error) {
	profile := &profile{counts: make([]Counts, len(p.places.all)), at: outside, calls: &activation{}}
	v, counts, err := p.in.run(ctx, arg, o, profile)
	if err != nil {
		return nil, nil, err
	}
	profile.enter(outside, counts)
	return v, profile, nil
}

// Stack is what a run spends in a function while the same functions are active around it: as in a flame graph.
type Stack struct {
	Func   string
	Caller int // its position in the list of stacks; -1 for the entry function
	Spent  []Spent
}

// Stacks is Run with the calls that lead to what is spent, callers before those that they call. A function that is active already is not active twice: what it
// spends when it calls itself, or others that call it, it spends where it was called first. A call in tail position counts as one inside the caller.
func (p *Profiler) Stacks(ctx context.Context, arg core.Value, o Options) (core.Value, []Stack, error) {
	v, profile, err := p.run(ctx, arg, o)
	if err != nil {
		return nil, nil, err
	}
	var out []Stack
	var list func(a *activation, caller int)
	list = func(a *activation, caller int) {
		s := Stack{Func: a.of, Caller: caller}
		for i, place := range p.places.all {
			if n, met := a.counts[i]; met && n.Total() > 0 {
				place.Counts = n
				s.Spent = append(s.Spent, place)
			}
		}
		at := len(out)
		out = append(out, s)
		for _, b := range a.calls {
			list(b, at)
		}
	}
	for _, a := range profile.calls.calls {
		list(a, -1)
	}
	return v, out, nil
}

// places are those that a profile distinguishes, in the order in which they were met.
type places struct {
	all   []Spent
	index map[Spent]int
	note  func(core.Expr) Note
}

func (p *places) place(at *site, e core.Expr, what string) int {
	key := Spent{Func: at.fn, What: what, File: at.pos.File, Line: at.pos.Line}
	if p.note != nil {
		key.Note = p.note(e)
	}
	if i, known := p.index[key]; known {
		return i
	}
	p.index[key] = len(p.all)
	p.all = append(p.all, key)
	return len(p.all) - 1
}

// profile is the profile of one run: what was counted at each place, and at which place the run is since which count.
type profile struct {
	counts []Counts
	at     int
	since  Counts
	calls  *activation // the function that is active
	tail   *activation // one that has ended with a call that is still to be made; nil for none
	active []noted
	around []int // the places to go back to
}

// activation is a function that is active, with those around it.
type activation struct {
	of     string
	around *activation
	calls  []*activation
	counts map[int]Counts // by place
}

// call is the activation of the function inside a.
func (a *activation) call(function string) *activation {
	for b := a; b.around != nil; b = b.around {
		if b.of == function {
			return b
		}
	}
	for _, b := range a.calls {
		if b.of == function {
			return b
		}
	}
	b := &activation{of: function, around: a, counts: map[int]Counts{}}
	a.calls = append(a.calls, b)
	return b
}

// begin notes that the function is called.
func (p *profile) begin(function string, now Counts) (before *activation) {
	p.enter(p.at, now)
	before = p.calls
	from := before
	if p.tail != nil {
		from, p.tail = p.tail, nil
	}
	p.calls = from.call(function)
	return before
}

// end notes that it has ended, perhaps with a call that is still to be made.
func (p *profile) end(before *activation, calls bool, now Counts) {
	p.enter(p.at, now)
	if calls {
		p.tail = p.calls
	}
	p.calls = before
}

// outside is where a run is before and after all places. Nothing is counted there.
const outside = -1

// enter goes to a place; what was counted since the last change belongs to the place before, which is given back.
func (p *profile) enter(place int, now Counts) (before int) {
	before = p.at
	if before != outside && now != p.since {
		spent := now.minus(p.since)
		p.counts[before] = p.counts[before].Add(spent)
		if p.calls.counts != nil {
			p.calls.counts[before] = p.calls.counts[before].Add(spent)
		}
	}
	p.at, p.since = place, now
	return before
}

// noted is a function that is active, with what it is to leave behind.
type noted struct {
	before *activation
	places int // how many places were being left
}

// note appends that e begins, where there is a profile and e itself costs something. It gives the position of the word for the place.
func (c *compiler) note(e core.Expr) int {
	if c.link.places == nil || WhatItDoes(e) == "" {
		return 0
	}
	return c.put(opEnter, 0, 0) + 1
}

// noted appends that e ends, which stands at c.at.
func (c *compiler) noted(note int, e core.Expr) {
	if note > 0 {
		c.code[note] = int32(c.link.places.place(c.at, e, WhatItDoes(e)))
		c.put(opLeave, 0)
	}
}

// enterFunction notes that the function is active.
func (p *profile) enterFunction(name string, now Counts) {
	p.active = append(p.active, noted{p.begin(name, now), len(p.around)})
}

// leaveFunction notes that it has ended, perhaps with a call that is still to be made.
func (p *profile) leaveFunction(calls bool, now Counts) {
	f := p.active[len(p.active)-1]
	p.active = p.active[:len(p.active)-1]
	if len(p.around) > f.places {
		p.enter(p.around[f.places], now)
		p.around = p.around[:f.places]
	}
	p.end(f.before, calls, now)
}

// enterPlace goes to a place, leavePlace back to the one before.
func (p *profile) enterPlace(place int, now Counts) { p.around = append(p.around, p.enter(place, now)) }

func (p *profile) leavePlace(now Counts) {
	last := len(p.around) - 1
	p.enter(p.around[last], now)
	p.around = p.around[:last]
}

// WhatItDoes names what e itself does that may cost something; empty for nothing.
func WhatItDoes(e core.Expr) string {
	switch e := e.(type) {
	case *core.ConExpr:
		return "build " + e.Con.Name
	case *core.TupleExpr:
		return "build a tuple"
	case *core.CaseExpr:
		return matched(e)
	case *core.CallExpr:
		return "call " + e.Func.Name
	case *core.PrimExpr:
		if e.Mod != nil {
			return e.Mod.Name + "." + e.Op.Name()
		}
		return e.Op.Name()
	case *core.IterExpr:
		if len(e.Args) == 1 {
			return e.Mod.Name + ".map"
		}
		return e.Mod.Name + ".unionWith"
	}
	return ""
}

// matched names what the patterns of a case expression tell apart first, or take apart.
func matched(e *core.CaseExpr) string {
	for _, a := range e.Arms {
		if what := takenApart(a.Pat); what != "" {
			return "match " + what
		}
	}
	return ""
}

func takenApart(p core.Pat) string {
	switch p := p.(type) {
	case *core.LitPat:
		if _, ok := p.Value.(core.Bool); ok {
			return "a condition"
		}
		return "a literal"
	case *core.ConPat:
		return p.Con.Data.Name
	case *core.TuplePat:
		for _, q := range p.Elems {
			if what := takenApart(q); what != "" {
				return what
			}
		}
		return "a tuple"
	case *core.AsPat:
		return takenApart(p.Pat)
	}
	return ""
}
