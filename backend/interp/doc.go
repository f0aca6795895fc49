// Package interp runs the tree of package ast over real memory. It runs on every machine whose byte order is C's, and is what other back ends
// are compared with.
//
// A function is compiled once, to Go closures. Each takes the machine, which holds the frame of the call that runs: a word for
// each variable that is not in memory, and memory for those that are. Expressions give words (package backend says how C's values lie in them); the value of a struct is the
// address of the struct. Commands give a signal: go on, return, or leave a block.
//
//	interp.go    the back end; functions of a module
//	machine.go   frames, calls, limits
//	code.go      calls from Go
//	function.go  variables of a function and where they are
//	cmds.go      commands
//	inits.go     declarations
//	exprs.go     expressions
//	arith.go     arithmetic of integers
//	floats.go    arithmetic of floating numbers, conversions
//	places.go    addresses of objects, loads and stores
//	calls.go     calls
//	checked.go   functions that check what they access
//
// What C leaves undefined does something here without harm to Go where that costs nothing: a division by zero ends the call with a fault, as do too many nested
// calls; addresses where no memory is are faults too. Writes to other addresses write there, unless accesses are checked.
package interp
