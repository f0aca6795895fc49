// Package refusal says what stops the simplification of an expression: why a call was not replaced by the body of the function, or a match not moved into
// the arms of the match that makes what it takes apart.
package refusal

import "scf/scfml/core"

// Kind is what stops a rewrite.
type Kind int

// The kinds, from those that an option lifts to those that nothing does.
const (
	None         Kind = iota // a further round would do it, or it was not asked for
	SwitchedOff              // Options.Disable...
	OverGrowth               // Options.MaxGrowth: the program may not grow by the copies
	OverInline               // Options.InlineSize and InlineCopies: the function is larger, and so are its copies
	OverCopies               // Options.CaseOfCaseSize: the copies of what follows are larger
	OverBranches             // there are more ends than are looked at
	Elsewhere                // what follows does not take it apart at once
	Undecided                // no arm decides what follows
	Recursive                // the function calls itself
)

// Notes are the refusals of the expressions that were asked for. A nil Notes notes nothing: whoever simplifies does not want to know.
type Notes map[core.Expr]Kind

// Refuse notes why nothing is done about e; the result is false.
func (n Notes) Refuse(e core.Expr, why Kind) bool {
	if n != nil {
		n[e] = why
	}
	return false
}
