// Package backend is what all back ends share: the memory that the objects of a C file lie in while its functions run, the functions that they
// may call, and the interface that turns a function into code.
//
//	u, err := file.Unit("f")                       // package cfront: what f needs to run
//	m, err := backend.NewModule(u, backend.Hosts{"log_line": func(level int32, text *byte) { ... }})
//	b, err := backend.Choose("", all...)           // by name, or the best that is available
//	code, err := b.Compile(ctx, m, f, backend.Options{})
//	result, err := code.Call(ctx, []uint64{3, 4})
//
// # Words
//
// What goes in and out of code are words, uint64: integers extended to 64 bits with or without sign as their C type says (as ast.Wrap has them),
// floats as their 32 bits, doubles as their 64, pointers as addresses. A parameter of a struct type is the address of a copy that the function may change.
// A result of a struct type is written to an address that comes as a first word, before the parameters. Addresses are those of
// real memory; null is 0. Who passes an address keeps what lies there alive and in place until the call ends.
//
// # Modules
//
// A Module is one instance of a C file: its globals, static variables and strings, with the values that C says they begin with. Code that is compiled
// for a module reads and writes that module's objects, whatever back end made it. Calls by name call the functions of the module, also
// where the caller is an optimised version of a function of that name. The address of a function is that of a cell in the module's memory, which stands for it in all back
// ends. Nothing synchronises accesses of code that runs at the same time: there C's rules hold.
//
//	backend.go    Backend, Code, Options, Signature
//	enter.go      code that Go funcs lead to
//	choose.go     a back end by name, or the best one
//	graphs.go     graphs as loops
//	regions.go    what checked code may access
//	fault.go      how calls end that go wrong
//	module.go     the objects of a unit in memory
//	function.go   functions and their cells
//	globals.go    variables from Go: Get, Set
//	golayout.go   which Go types lie in memory as a C type does
//	host.go       Go functions that C calls
//	libc*.go      functions of C's library that are given; what memory they access
package backend
