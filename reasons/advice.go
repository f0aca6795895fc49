package reasons

import "scf/simplify/refusal"

// Advice is what can be done where much is done late for the reason k: by who writes the pass, or by an option of the staging (stager.Options, whose
// field Simplify has the bounds). It is empty where there is nothing to do.
func (k Kind) Advice() string {
	switch k {
	case Kind(refusal.None):
		return "raise Simplify.MaxRounds, or Simplify.MaxWork if it is set"
	case Kind(refusal.OverGrowth):
		return "say more early, so that fewer cases are left; stage for fewer late values at a time; or raise Simplify.MaxGrowth"
	case Kind(refusal.OverInline):
		return "make the function at the line smaller: a part that is decided early as a function of its own; or raise Simplify.InlineCopies"
	case Kind(refusal.OverCopies):
		return "have what follows the line do little before it takes the value apart: move the rest into a function of its own; or raise Simplify.CaseOfCaseSize"
	case Kind(refusal.OverBranches):
		return "let fewer branches at the line give different values: decide in a function of its own that gives one of few, and match on that"
	case Kind(refusal.Recursive):
		return "let the function at the line recur on parts of the tree, which are known early, and not on what it has computed"
	case Kind(refusal.Undecided):
		return "take the value apart in the branches at the line, where it is made, and not behind them"
	case Kind(refusal.Elsewhere):
		return "take the value apart right behind the branches at the line"
	case Kind(refusal.SwitchedOff):
		return "leave out the -disable, or the option of Simplify, that switches it off"
	case Key:
		return "look the map up under keys from the tree: names and labels, which are known early"
	case Entries:
		return "insert an entry for each key before the walk, so that all are known early"
	}
	return ""
}
