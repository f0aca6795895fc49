// Package kernel makes Go functions of C functions at run time, each compiled for the constants that the program has by then.
//
//	//go:embed blur.c
//	var source []byte
//
//	k, err := kernel.New(ctx, "blur.c", source, kernel.Options{Func: "blur", Abstract: kernel.Abstract{"weights": "[Int*]"}})
//	blur, err := kernel.Bind[func(in, out []int32, rows, cols int32)](k, kernel.Values{"weights": []int32{1, 2, 1, 2, 4, 2, 1, 2, 1}})
//	blur(in, out, rows, cols)
//
// New stages the function (package stager): the optimisations that its constants will allow are prepared when it is known which parameters will be
// constant, and not yet to what. That takes from a tenth of a second to some seconds, each time that the program starts, unless Options.Staging.Cache keeps it on disk (stager.OpenCache); a
// directory that `stager FILE.c -o DIR` has staged at build time is opened by Open or OpenFS instead. Bind takes the constants and gives an
// ordinary Go func. No C compiler is needed, and no cgo.
//
// # Types
//
// The Go func has the parameters of the C function, in their order; those that are constant may be left out, all together, and what they are given otherwise does not
// matter, but for fields that are not constant. It may take a context.Context
// before them, which ends a call that runs long, and may give an error behind its result. A parameter is
//
//	of an integer type        an integer of the same width and sign: int32 for int, int64 (or int) for long, uint8 or int8 for char
//	float, double, _Bool      float32, float64, bool
//	a pointer                 a slice or a pointer of what it points to, a string for const characters (no zero stands behind it), or an unsafe.Pointer
//	a pointer to a struct     a pointer to (or a slice of) a Go struct whose fields lie as C's do, whatever they are called
//
// What does not fit is an error of Bind that says which C parameter wants what.
//
// # Tiers
//
// Bind returns as soon as there is code that can run: at first the C function as it is. The function made for the constants takes its place some microseconds later, and
// where a C compiler is installed what that makes of it, if the function turns out to be called a lot. The Go func stays the same. Specialization.Explain says which code runs,
// and why. Options switch tiers off, and Kernel.Specialize waits for the code that is made for the constants. Where the
// function cannot be specialised to some constants the C function as it is runs, and Specialization.Err says why. Specialization.BreakEven predicts after how many calls it pays
// to specialise: from the function at first, and then from samples of its calls, for which a few of them run the C function as it is.
//
// # Memory and lifetimes
//
// A Kernel holds one instance of the C file's global and static variables (Get, Set, Reset). A Kernel and everything that is made of it are kept by the Go
// funcs that lead to it; code is freed when nothing leads to it any more. There is nothing to close.
//
// Slices, strings and pointers that a func gets stay alive and in place until the call returns; C must not keep them longer. Go pointers inside of what they point to are
// kept by what they stand in, as ever. Constants that the values of Bind give as memory are copied: changing them later changes nothing.
// Memory that code gets outside of slices is that of C: nothing checks its accesses, unless Options.Checked asks for that: an access outside may end the process, as in C, or worse. What would
// end it otherwise is a *backend.Fault in all tiers, as the func's error or, if it has none, as a panic: an integer division by zero, calls that are nested too deeply, a function that nobody gives,
// abort (see Options.Steps for what else can be bounded). A running call of machine code, or of the interpreter, ends when the context is done that the func was given; one of code that a C compiler
// made (Tier Optimized) cannot be ended: where that matters switch it off by Options.NoOptimized. A func is as safe for concurrent use as the C function is.
//
// # Programs without dynamic linking
//
// What loads the code of a C compiler makes a program dynamically linked. One that is to run where there is no C library leaves it out by a build tag, and has
// machine code and the interpreter, as on machines without a C compiler:
//
//	CGO_ENABLED=0 go build -tags scfstatic
//
//	kernel.go      kernels
//	options.go     how they are made
//	specialize.go  a kernel with constants; its tiers
//	constants.go   constants as C has them in memory
//	cache.go       specialisations that are kept
//	bind.go        Go funcs
//	signature.go   which C parameter a Go parameter is
//	call.go        calls on values, for programs that know the function at run time only
//	checked.go     what calls of checked code may access
//	hot.go         what runs a lot; optimised code
//	calls.go       what calls take
//	breakeven.go   after how many calls specialising pays
//	explain.go     which code runs, and why
package kernel
