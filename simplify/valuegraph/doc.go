// Package valuegraph simplifies one function: its body becomes a graph of values, which is written as an expression again. Package simplify has it do so for
// the functions of a program, until nothing changes.
//
// A Unit is what the functions share. Unit.Simplify goes through the body once, from the top, with what is known at each point (build.go, facts.go,
// scope.go), which gives the graph (graph.go); takes apart what only matches put together (select.go, scalarize.go); gives each value the place where it
// is computed (schedule.go, regions.go); and writes the graph (emit.go, pattern.go). Each of these keeps what it finds out about values in a table of its
// own. What decides a match is asked in one place (decide.go): of matches that are evaluated (choose.go, branch.go, arms.go), and of those that may move
// into the arms of others (push.go, under.go).
//
// What holds for all rules is said in package simplify: the result computes the same, on no input at higher cost, and what is copied is asked of a ledger.
//
// # The rules for functions
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
// The same for a let whose body leads to such a match, and for one whose small body has such a match in it that most of the arms decide. It saves the
// construction, its loads and tests. A copy counts as what is left of it where it is put.
//
// [SIM-THROUGH] What all arms of a match have in common is known behind it: constructors, components, entries of maps. A component that
// differs is what the arms put there, and where only such parts of what a match gives are used it gives those. It saves the construction and
// its loads, and what a map takes: one whose keys are constants is as good as a variable for each key. A component that stays a load is loaded
// in the branches that ask for it.
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
// [SIM-TYPE] A value stands for two equal computations only where their type follows from their operands, since a variable
// has one type: not for nil as a list of integers and as a list of strings.
package valuegraph
