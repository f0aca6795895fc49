// Package simplify makes residual programs small and fast. The partial evaluator leaves code that no person would write: a
// function for each contour, tuples that are built to be taken apart, matches on what is known, maps that are looked into
// just after they were made. This package removes that. It works on any program.
//
// Run repeats rounds until nothing changes, or a round has next to nothing left to look at (Limits.LastPart). A round treats the
// functions one by one, callees first: it puts the bodies of functions into their callers (inline.go), goes through the body
// once with what is known at each point (build.go), which gives a graph of values (graph.go), takes apart what only matches put together (scalarize.go), gives each
// value the place where it is computed (schedule.go), and writes the graph as an expression again (emit.go, pattern.go). Each of these keeps
// what it finds out about values in a table of its own. What decides a match is asked in one place (decide.go). What functions give each other
// (remake.go, params.go, unbox.go, unboxmap.go, unread.go, by package flow) and equal functions (merge.go) are seen to for the whole program
// in between. A round passes over functions that one before has left as they are, or in which it found next to nothing (Limits.Settled), and
// that nothing has changed since. Functions that are as a run before has left them are passed over, too (memory.go), and other processors simplify
// functions before their turn (ahead.go); neither of these two changes what comes out.
//
// # What holds for all rules
//
// The result computes what the program computes, wherever that terminates without error. SCF-ML is pure, so a computation
// that nothing uses may go, and one that is used may be done later or in fewer cases; where the program fails anything may
// happen, so that what a match would have to be to succeed is known behind it.
//
// No input costs more than before, under the cost model of package scfml. Code is copied into branches, of which a run
// takes one, but work is not. Each rule says below why it keeps to this.
//
// The program grows only within Options.MaxGrowth, and the more of that has been used, the smaller copies must be (ledger.go). Each decision to copy is
// bounded by Options.CaseOfCaseSize, and single steps by Options.Limits (limits.go), so that the time for a round is about linear in the size of
// the program.
//
// # The rules
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
// [SIM-LET] Lets are no part of the graph: what is bound and not used is gone, and what is used once is written where it
// is used.
//
// [SIM-SINK] A computation moves into the innermost branch that contains its uses; where several branches of one match use
// it and others do not, each gets its own. It does not move into an iterator's body, which runs many times. Loads move
// like all else: a let that takes a value apart costs no test, only the load.
//
// [SIM-KNOWN] In an arm of a match the constructor or literal is known, and in later arms what the value is not; a truth
// value that is known says what its operands are. A construction is known from the start. Later tests are decided by this,
// components that were loaded are used again, and what is put together as it was taken apart is not built. That a value
// with all constructors but one excluded has that one is used only in programs without dead values (§7.2.1), which have
// none.
//
// [SIM-CERTAIN] What every arm of a match asks for holds, or the match fails. It is not tested.
//
// [SIM-SPLIT] A match that tests several things becomes a tree of single tests, in the order in which matching arm by arm
// meets them. Each test is done once, where matching does it again for each arm; so no path does more, and none loads
// more, as a component is loaded where the first test needs it or where a branch uses it. Arms that several branches lead
// to are copied; where that is too much code the match stays one, and only what is known is left out of it.
//
// [SIM-CASE-CASE] A match moves into the arms of the match that makes its scrutinee where one of these arms decides it.
// The same for a let whose body leads to such a match, for a primitive on a match that gives constants, and for a
// constructor that is applied to such a match and constants. It saves the construction, its loads and tests. A copy counts
// as what is left of it where it is put.
//
// [SIM-THROUGH] What all arms of a match have in common is known behind it: constructors, components, entries of maps. A component that
// differs is what the arms put there, and where only such parts of what a match gives are used it gives those. It saves the construction and
// its loads, and what a map takes: one whose keys are constants is as good as a variable for each key.
//
// [SIM-CARRY] Of a function that calls itself there is a specialization for these calls, which gets what its caller has computed: what
// the next iteration would find again in maps that keep it, load again of parameters that stay, or load of what was just put together. It
// saves these computations in all iterations but the first.
//
// [SIM-ARMS] An arm that does what the last one does is left to it, where that makes no other value go through more tests. A match on the
// same value in the last arm goes on in the outer one.
// A match whose arms all do the same is gone, and so is one that gives what it matches. An arm in which the program fails
// for certain goes.
//
// [SIM-REUSE] A computation is not done again where an enclosing block, or this one, has done it from the same operands.
// That holds for calls, too.
//
// [SIM-PRIM] Operations on constants are computed, unless they fail. Identities that are exact are used. A match on a
// comparison with a constant becomes a match on what is compared, which saves the comparison.
//
// [SIM-MAP] A find, member, insert or remove looks through the insertions and removals that made the map, as far as it is
// known whether their keys are its key. An insertion that is inserted over goes. An iterator over a map all of whose
// entries are known is done entry by entry: that is one insertion each, and the iterator would take one operation more.
// The keys that the partial evaluator recorded (PrimExpr.Keys) stay with the operation that stays.
//
// [SIM-CONST] A constructor applied to constants is a constant, which costs nothing.
//
// [SIM-MERGE] Functions that are equal but for the names of variables, and for calls of functions that are equal in turn, are one.
//
// [SIM-TYPE] A value stands for two equal computations only where their type follows from their operands, since a variable
// has one type: not for nil as a list of integers and as a list of strings.
package simplify
