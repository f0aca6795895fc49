// Package simplify makes residual programs small and fast. The partial evaluator leaves code that no person would write: a
// function for each contour, tuples that are built to be taken apart, matches on what is known, maps that are looked into
// just after they were made. This package removes that. It works on any program.
//
// Run repeats rounds until nothing changes, or a round has next to nothing left to look at (Limits.LastPart). A round goes through the
// functions, callees first: it puts the bodies of functions into their callers (inline.go) and simplifies what results by itself, which is package
// valuegraph's. What functions give each other (remake.go, params.go, unbox.go, unboxmap.go, unread.go, by package flow) and equal functions (merge.go)
// are seen to for the whole program in between. A round passes over functions that one before has left as they are, or in which it found next to nothing
// (Limits.Settled), and that nothing has changed since. Functions that are as a run before has left them are passed over, too (memory.go), and other
// processors simplify functions before their turn (ahead.go); neither of these two changes what comes out. What a program was left with, and why, is
// asked for afterwards (refusals.go, package refusal).
//
// # What holds for all rules
//
// The result computes what the program computes, wherever that terminates without error. SCF-ML is pure, so a computation
// that nothing uses may go, and one that is used may be done later or in fewer cases; where the program fails anything may
// happen, so that what a match would have to be to succeed is known behind it.
//
// No input costs more than before, under the cost model of package scfml. Code is copied into branches, of which a run
// takes one, but work is not. Each rule says why it keeps to this, here or in package valuegraph.
//
// The program grows only within Options.MaxGrowth, and the more of that has been used, the smaller copies must be for what they are worth (package ledger). Each decision to copy is
// bounded by Options.CaseOfCaseSize, and single steps by Options.Limits (limits.go), so that the time for a round is about linear in the size of
// the program.
//
// # The rules for programs
//
// [SIM-INLINE] A function that is called in one place is put there; one that is small, or called in few places, is put everywhere. Of
// functions that call each other some are not, so that no cycle of calls is without one of these (loop breakers). One that begins with a
// match that an argument decides may be larger, and recursive. Arguments are bound by lets, so they are computed once. It saves the call.
//
// [SIM-PARAM] A parameter goes that nothing uses, or that is the same constant in all calls. Recursion that only hands it
// on counts for nothing.
//
// [SIM-UNBOX] A parameter that all calls build with one constructor, or as a tuple, and that is only taken apart, is
// replaced by its components. It saves the construction and the loads. Nothing builds the whole again, as nothing used it.
//
// [SIM-UNBOX-MAP] The same for a map that has the same constant keys in every call: its entries become the parameters.
//
// [SIM-UNREAD] A component that nothing in the program reads, and nobody who gets its result, is a constant. It saves what it would
// take to make it, to load it and to hand it on.
//
// [SIM-MERGE] Functions that are equal but for the names of variables, and for calls of functions that are equal in turn, are one.
package simplify
