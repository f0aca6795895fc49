// Package causes tells why constants do not decide what a function does: for each test and loop that passes left in it, what the test
// depends on and what makes that unknown, as a chain in the words of the source; what a constant parameter is good for; and which writes go to
// memory that was said not to change.
//
// It walks the function as constant propagation does (passes/cnp.scf-ml), but without values: at each point a variable is known, which is to say
// constant, or not, for a cause. A cause is a parameter or memory of which nothing is said, the result of a call, a store or a call that may
// change memory, an address, or it has a cause itself: a variable is set to an expression in which another is not known, is set to one of two
// values, as a test decides that is not known, or changes in a loop that is kept.
//
// What the passes really did stands above what the walk finds (Left): a test of which nothing is left was decided; an expression of which
// nothing is left is known; a command of which nothing is left is never reached; only a test that is left is told of. Where the walk finds no cause for it, none is
// told. The chain is true of paths of the source, without what was never reached; whether the values of other variables allow a path it does not tell.
//
// Package reasons answers the same question about residual programs, for who writes passes: which bound or barrier kept an operation in them. The two
// share nothing but the question: here one function in C is walked in the order of its execution, and told of in the words of its source; there
// all functions of a program in core form are one flow graph, in which facts go in any order.
//
//	fact.go      what is known of parameters
//	left.go      what passes left
//	value.go     values and causes
//	join.go      where paths meet
//	exprs.go     expressions
//	loads.go     what is read from memory
//	commands.go  commands
//	loops.go     loops, and why they are kept
//	leavers.go   what decides about the iterations of loops without a test
//	walker.go    the walk
//	notes.go     what is done with constant parameters
//	report.go    what is told
//	words.go     how it is told
package causes
