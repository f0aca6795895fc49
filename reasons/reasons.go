package reasons

import (
	"context"
	"fmt"

	"scf/flow"
	"scf/internal/diag"
	"scf/internal/stop"
	"scf/scfml/core"
	"scf/simplify"
	"scf/simplify/refusal"
)

// Reason is why an expression is still evaluated, and where what keeps it stands.
type Reason struct {
	Kind Kind
	At   diag.Pos // of a bound: the call, the match or the operation that it kept; not valid for others
}

// Kind is a kind of reasons: a refusal.Kind, or one of those below.
type Kind int

// The kinds behind simplify's refusals.
const (
	Key     = Kind(refusal.Recursive) + 1 + iota // a key of a map that is not known
	Entries                                      // an iterator over a map whose entries are not known
	Decided                                      // late values decide it
	Result                                       // the result is made
	Both                                         // the result is made, or what somebody takes apart
	Unknown
)

// Text is what a reader is told about the kind, for a program that was simplified with o.
func (k Kind) Text(o simplify.Options) string {
	bounds := o.WithDefaults()
	switch k {
	case Kind(refusal.None):
		return "kept: simplification ended before"
	case Kind(refusal.OverGrowth):
		return fmt.Sprintf("kept: growth to more than %d nodes", bounds.SizeLimit)
	case Kind(refusal.OverInline):
		return fmt.Sprintf("kept: a shared function, copies over %d nodes", bounds.InlineCopies)
	case Kind(refusal.OverCopies):
		return fmt.Sprintf("kept: more than %d nodes behind a join", bounds.CaseOfCaseSize)
	case Kind(refusal.OverBranches):
		return "kept: too many branches before a join"
	case Kind(refusal.Recursive):
		return "kept: recursion"
	case Kind(refusal.Undecided):
		return "kept: a join, unclear in its branches"
	case Kind(refusal.Elsewhere):
		return "kept: a join, looked at later"
	case Kind(refusal.SwitchedOff):
		return "kept: switched off"
	case Key:
		return "kept: a key is not known"
	case Entries:
		return "kept: a map's entries are not known"
	case Decided:
		return "late values decide"
	case Result:
		return "the result is made"
	case Both:
		return "the result is made, or taken apart"
	}
	return "not known"
}

// Of tells the reasons for what p does late. p is a program as simplification gives it, with the bounds of o, SizeLimit among them. The error is ctx's,
// where it was cancelled.
func Of(ctx context.Context, p *core.Program, o simplify.Options) (_ func(core.Expr) Reason, err error) {
	defer stop.Recover(&err)
	refused, err := simplify.Refusals(ctx, p, o)
	if err != nil {
		return nil, err
	}
	a := newAnalysis(ctx, p, refused)
	all := map[core.Expr]Reason{}
	for e, x := range a.questions() {
		all[e] = a.answer(e, x)
	}
	return func(e core.Expr) Reason {
		if r, ok := all[e]; ok {
			return r
		}
		return Reason{Kind: Unknown}
	}, nil
}

// questions are the expressions of which is asked why they are evaluated, with what is known of the parts that decide it: where those come from that
// an expression takes apart, who asks for those that it makes.
func (a *analysis) questions() map[core.Expr]fact {
	all := map[core.Expr]fact{}
	ask := func(e core.Expr, from *flow.Solver[facts], s flow.Slot) {
		all[e] = all[e].join(from.At(s).get(a.typeOf[s]))
	}
	for i := range a.g.Edges {
		switch e := &a.g.Edges[i]; e.Kind {
		case flow.Return:
			all[e.By] = fact{}
		case flow.Test, flow.Open, flow.Entry, flow.Lookup:
			ask(e.By, a.sources, e.From)
		case flow.Component:
			ask(e.By, a.asks, e.To)
		case flow.Change:
			if _, ok := e.By.(*core.PrimExpr); ok {
				ask(e.By, a.asks, e.To)
			}
		case flow.Operand:
			if p := e.By.(*core.PrimExpr); p.Op.IsMap() { // it compares maps or sets
				ask(p, a.sources, e.From)
			} else {
				ask(p, a.sources, e.To)
			}
		}
	}
	return all
}

// answer is the reason for e, where x is known of what decides it.
func (a *analysis) answer(e core.Expr, x fact) Reason {
	switch e := e.(type) {
	case *core.CallExpr:
		return *a.barriers[e]
	case *core.PrimExpr:
		here := a.barriers[e]
		if here != nil && (e.Op == core.OpMapFind || e.Op == core.OpSetMember) {
			return *here
		}
		x = x.over(here, read)
	}
	switch {
	case x.flags&computed != 0:
		return Reason{Kind: Decided}
	case x.flags&used != 0 && x.barrier != nil:
		return Reason{Both, x.barrier.At}
	case x.barrier != nil:
		return *x.barrier
	case x.flags&used != 0:
		return Reason{Kind: Result}
	case x.flags&input != 0:
		return Reason{Kind: Decided}
	}
	return Reason{Kind: Unknown}
}
