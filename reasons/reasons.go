package reasons

import (
	"context"
	"fmt"

	"scf/internal/diag"
	"scf/scfml/core"
	"scf/simplify"
)

// Reason is why an expression is still evaluated, and where what keeps it stands.
type Reason struct {
	Kind Kind
	At   diag.Pos // of a bound: the call, the match or the operation that it kept; not valid for others
}

// Kind is a kind of reasons: a simplify.Refusal, or one of those below.
type Kind int

// The kinds behind simplify's refusals.
const (
	Key     = Kind(simplify.Recursive) + 1 + iota // a key of a map that is not known
	Entries                                       // an iterator over a map whose entries are not known
	Decided                                       // late values decide it
	Result                                        // the result is made
	Both                                          // the result is made, or what somebody takes apart
	Unknown
)

// Text is what a reader is told about the kind, for a program that was simplified with o.
func (k Kind) Text(o simplify.Options) string {
	bounds := o.WithDefaults()
	switch k {
	case Kind(simplify.NotRefused):
		return "kept: simplification ended before"
	case Kind(simplify.OverGrowth):
		return fmt.Sprintf("kept: growth to more than %d nodes", bounds.SizeLimit)
	case Kind(simplify.OverInline):
		return fmt.Sprintf("kept: a shared function, copies over %d nodes", bounds.InlineCopies)
	case Kind(simplify.OverCopies):
		return fmt.Sprintf("kept: more than %d nodes behind a join", bounds.CaseOfCaseSize)
	case Kind(simplify.OverBranches):
		return "kept: too many branches before a join"
	case Kind(simplify.OverCall):
		return "kept: a call would cost what it saves"
	case Kind(simplify.Recursive):
		return "kept: recursion"
	case Kind(simplify.Undecided):
		return "kept: a join, unclear in its branches"
	case Kind(simplify.Elsewhere):
		return "kept: a join, looked at later"
	case Kind(simplify.SwitchedOff):
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

// Of tells the reasons for what p does late. p is a program as simplification gives it, with the bounds of o, SizeLimit among them.
func Of(ctx context.Context, p *core.Program, o simplify.Options) (func(core.Expr) Reason, error) {
	w, err := analyse(ctx, p, o)
	if err != nil {
		return nil, err
	}
	all := map[core.Expr]Reason{}
	for _, q := range w.questions {
		all[q.e] = w.answer(q)
	}
	return func(e core.Expr) Reason {
		if r, ok := all[e]; ok {
			return r
		}
		return Reason{Kind: Unknown}
	}, nil
}

// analyse goes through p and finds out where its values come from and go to.
func analyse(ctx context.Context, p *core.Program, o simplify.Options) (*walker, error) {
	refused, err := simplify.Refusals(ctx, p, o)
	if err != nil {
		return nil, err
	}
	w := newWalker(p, refused)
	for _, f := range p.Funcs {
		w.function(f)
	}
	w.solve()
	return w, nil
}
