package stager

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"scf/reasons"
	"scf/scfml/core"
	"scf/scfml/interp"
	"scf/simplify"
)

// notes tell of the expressions of a residual program why they are still evaluated late (package reasons). They are found when somebody first
// asks, as that takes about as long as a round of simplification.
type notes struct {
	bounds simplify.Options // of the program's simplification
	met    []string         // budgets that were met by the program as a whole

	mu    sync.Mutex
	found func(core.Expr) reasons.Reason // nil: not yet
}

// newNotes is for the program that went through its table; nil where that is not simplified.
func newNotes(o Options, end state) *notes {
	if o.NoSimplify || end.outcome.tooLarge {
		return nil
	}
	n := &notes{bounds: o.Simplify}
	n.bounds.SizeLimit, n.bounds.CaseOfCaseSize = end.bounds.size, cmp.Or(n.bounds.CaseOfCaseSize, end.bounds.copies)
	switch {
	case end.outcome.noMemory:
		n.met = append(n.met, "simplification has ended early, as more lives in memory than may")
	case end.outcome.unfinished && end.bounds.spent():
		n.met = append(n.met, fmt.Sprintf("simplification has looked at %d computations, more than it may", end.bounds.work))
	case end.outcome.unfinished:
		n.met = append(n.met, "simplification has made as many rounds as it may")
	}
	return n
}

// of are the notes of p, the program that n is for; nil where n is.
func (n *notes) of(ctx context.Context, p *core.Program) (func(core.Expr) interp.Note, error) {
	if n == nil {
		return nil, nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.found == nil {
		found, err := reasons.Of(ctx, p, n.bounds)
		if err != nil {
			return nil, err
		}
		n.found = found
	}
	return n.note, nil
}

// budgets are those that were met by the program as a whole.
func (n *notes) budgets() []string {
	if n == nil {
		return nil
	}
	return n.met
}

func (n *notes) note(e core.Expr) interp.Note {
	why := n.found(e)
	note := interp.Note{Text: why.Kind.Text(n.bounds), Advice: why.Kind.Advice()}
	if why.At.IsValid() {
		note.At = fmt.Sprintf("%s:%d", why.At.File, why.At.Line)
	}
	return note
}
