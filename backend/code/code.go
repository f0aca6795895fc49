// Package code runs machine code that was made in this process: memory that holds it, stacks that it runs on, and Go func values
// that lead to it.
//
//	state.go      what generated code and this package share: the state of a call at the top of the stack that it runs on
//	arena.go      memory for code, never writable and executable at once (memory_linux.go); lines.go divides it
//	stacks.go     stacks for generated code
//	signature.go  where Go puts the arguments of a func type
//	closure.go    func values made by hand
//	leave.go      what Go does when generated code leaves: polls, calls of Go functions, traps
//	reflected.go  func values by reflection, where they cannot be made by hand
//	thunk_*.s     what stands between Go and generated code
//
// # A call
//
// A Closure is a Go func value whose code is a thunk written in assembly. It loads the Code that the closure has at that moment,
// takes a stack, and enters the code with all registers as Go's caller left them (Go's internal calling convention); what is
// entered moves the arguments to where it wants them (Signature says where they are). While generated code runs, Go's runtime sees a goroutine
// that is somewhere in assembly: it neither preempts nor unwinds it, so nothing of what the arguments point to is freed or moved, and
// a collection waits. So code that may run long polls, as Go functions do when they are entered: it compares its stack pointer with
// the goroutine's stack limit, which the scheduler and the collector set to the highest address when they want to stop it. Then it leaves:
// it calls the routine whose address is in the state, which goes back to the goroutine's stack and into a Go function, to which
// the collector's questions can be put; later the code goes on where it left. Calls of Go functions and traps are done by leaving, too.
//
// Memory of code belongs to the Regions, which are collected as other objects are. The thunk holds the Code that it has
// entered whenever the collector can look, so that code which runs is not freed though its closure has got another since.
package code
