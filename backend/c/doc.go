// Package c has a C compiler make code: gcc or clang in a child process, with all that it can do for this machine, as a shared object that is loaded into
// the process. It takes tens of milliseconds for a function, and gives the quickest code.
//
// The text that is compiled is made of the trees, not of the source: variables of the module, its strings and the addresses of its functions are numbers in it,
// so that the code works on the objects of the module as that of other back ends does. Arithmetic is that of gcc -O0 -fwrapv: floating numbers are not contracted or reordered.
//
//	c.go          the back end: compiles, loads, frees
//	translate.go  functions of a module as C
//	calls.go      calls: of functions of the module, of Go functions, of C's library, by address
//	types.go      types as C, with the layouts that the module has
//	text.go       the text around the functions
//	call.go       calls from Go, and of Go functions
//	load_*.go     shared objects
//
// What loads shared objects makes a Go program one that is dynamically linked, also without cgo. The build tag scfstatic leaves it out; then this back end says that it is not
// available.
//
// Calls of Go functions (backend.Hosts, and what of C's library is not exact) take some hundred nanoseconds. Divisions by zero, calls that are nested too deeply and calls of what is
// no function end the call with a fault; addresses where no memory is end the process, as in C. A call releases its processor: neither the collector nor other goroutines
// wait for it. It cannot be stopped; its context is looked at before it begins and when Go functions return.
package c
