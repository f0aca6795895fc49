// Package stager stages pipelines of optimizations: it runs them early, on what is known about a function before all of its
// constants are, and gives programs that do only what the late values still decide.
//
// # Early and late
//
// Early is build time, link time, the start of a process: the C function is known, and of a parameter that it will be a constant,
// perhaps which constants it may be. Late is when the constants are known. The passes of a pipeline are written in SCF-ML as
// ordinary optimizations (package scf/passes has some, and a path names one of your own):
//
//	fn, err := stager.ReadC(ctx, "mul_add.c", "", stager.CConfig{})
//	pipeline, err := stager.ParsePipeline("cnp,cpp,dae")
//	early, err := fn.ParseAbstract(map[string]string{"a": "CONSTANT"})
//	staged, err := stager.Stage(ctx, fn, pipeline, early, stager.Options{})
//
// The late stage takes the values, in this process or, by Save and Open, in another:
//
//	late, err := fn.ParseLate(map[string]string{"a": "0"})
//	result, err := staged.Run(ctx, late)
//	text, err := result.C(stager.Output{})
//
// A parameter that is a pointer to memory that does not change is constant by what it points to ({"cfg": "{size:Int}"}, {"v": "[Int*]"});
// Function.Late makes late values of Go values, and Function.Inline puts helper functions in place of their calls before.
//
// For values that were staged for it gives exactly what RunUnstaged, which runs the passes themselves, gives; others it refuses.
//
// # How staging works
//
// The first pass is specialised to the tree of the function and the lattice values of its parameters. That gives a residual
// program and the abstract value of its results, which the next pass is specialised to (§3.2.3, figures 3.11 to 3.14). Each pass
// goes through the phases of phases.go. At last the residual programs are composed to one, which is what runs (Staged.Separate has the
// passes run one after the other). Specialize does the same to any SCF-ML program.
//
//	errors.go       kinds of errors, exit codes
//	debug.go        debug switches
//	names.go        what files, tables and messages call things
//	function.go     a C function and its parameters
//	cconfig.go      how its file is compiled
//	globals.go      variables that are constant
//	functions.go    all functions of a C file
//	inline.go       helper functions in place of their calls
//	steps.go        steps of interpreters and automata in place of their calls, without being asked
//	threads.go      threaded code: calls through pointers into constant tables
//	unit.go         what a function needs to run; where the commands of optimised functions stand in the C file
//	parameters.go   what is known about a parameter, early and late: package params by this one's name
//	pass.go         passes and pipelines
//	options.go      what a staging may be asked for
//	phase.go        what tables of phases are made of
//	runner.go       what runs them
//	phases.go       the tables
//	staged.go       what a staging gives
//	stage.go        the early stage
//	pipelined.go    passes one after the other, and what is done meanwhile
//	all.go          many stagings at the same time
//	compose.go      the residual programs of the passes as one
//	link.go         how they are linked
//	cache.go        results of stagings on disk, for later ones
//	cached.go       what is kept of passes and compositions
//	heap.go         how far contours are merged for lack of memory
//	limits.go       what reading input may cost
//	executable.go   one program of a pipeline
//	late.go         the late stage
//	replay.go       its programs once more, to measure them
//	reports.go      passes asked what they made of loops
//	traces.go       the commands of abstract trees, as they are told of them
//	loops.go        what they say
//	labels.go       labels of abstract trees
//	left.go         what passes left of a function
//	blocked.go      why constants do not decide it
//	output.go       optimised functions in their C files; guards
//	specialize.go   any SCF-ML program
//	report.go       what staging reports
//	record.go       what it does with the sources of passes, place for place
//	store.go        staged directories
//	own.go          which of them are replaced
//	open.go         opening them
//	stagedfiles.go  reading their files
//	manifest.go     their manifest
//	layouts.go      the layouts of structs in it
//
// Everything is safe for concurrent use: a Function, a Pass and a Staged never change, and each staging has its own domain of
// abstract values.
package stager
