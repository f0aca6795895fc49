// Package eval is the evaluation harness (chapter 8): it runs workloads through a pipeline and through its staged form, checks that both
// give the same bytes, and only then says what each cost.
//
// # Workloads
//
// A workload is one file, in the format of golang.org/x/tools/txtar: a head, then files that begin with lines `-- NAME --`. The
// workloads of the folder workloads are built in.
//
//	Multiplies by a number and adds another: the running example of the dissertation.
//	What a is decides whether the multiplication is left.
//
//	source: figure 2.7; table 3, configurations 1 to 3
//	func: mul_add
//
//	variant: any
//	abstract: a=CONSTANT
//	late: a=0
//	late: a=7
//
//	variant: 0|1
//	abstract: a=0|1
//	late one: a=1
//
//	-- mul_add.c --
//	int mul_add(int x, int y, int a) { ... }
//	-- driver.c --
//	#include <stdio.h>
//	#include "mul_add.c"
//	int main(void) { ... LATE_a ... }
//
// The head begins with the description, up to the first empty line. The other lines are `KEY: TEXT`; a line that begins with white
// space continues the one before, # begins a comment line. The keys:
//
//	source        where the function and the values are from
//	func          the function; it may be left out where the C file defines one
//	pipeline      the passes; cnp,cpp,dae by default
//	inline        static functions of the C file to inline before the pipeline runs, separated by commas
//	inline-size   inline all of at most so many commands
//	variant       begins a variant and names it: what is above the first variant holds for all of them, what is below for this one.
//	              Without variants the workload is its only one.
//	abstract      what is known early: NAME=AVAL..., as --abstract takes them, separated by white space
//	configuration its number in table 3 of the dissertation
//	quick         no: it takes long, and `stager eval -quick` leaves it out
//	published     what others measured: staging=X (speedup of the staged passes), function=X (of the optimised function), hand=X (of one
//	              whose passes were staged by hand)
//	late          a set of late values: NAME=V..., as --value takes them, separated by white space. `late LABEL: ...` gives the set a
//	              name for the tables; by default its text is its name
//
// White space inside brackets and quotes separates nothing. abstract and late may occur again and add to each other.
//
// The first file that is not the driver is the C file. driver.c, which may be left out, runs the function on real data: a
// program that includes the C file by its name, or declares what it uses of it, and prints a checksum. It is compiled with the original and the optimised
// C file, for each set of late values; both must print the same. There LATE_NAME is the late value of the parameter NAME as a C
// initialiser: 3, {0, 1, 7}, {.size = 8, .assoc = 1}; what is not constant in it is 0. LATE_SET is the position of the set, from 0. The
// C file is compiled by itself, so that the C compiler does not specialise it to the constants that the driver passes.
//
// # What is measured
//
// For each variant and each set of late values the passes run, their staged forms one after the other, and these composed to one program; what
// they print must be the same bytes, and no number is given where they differ, or where composing costs operations. Operations are the interpreter's counts (scfml.Counts), the same on every machine. Times are medians of runs
// in turn of the one and the others, with their median absolute deviation, the conversion of trees between passes left out; of drivers,
// processor times.
//
//	workload.go    workloads and their files
//	words.go       the syntax of the head
//	measure.go     interleaved runs
//	stats.go       medians and deviations
//	run.go         the evaluation of workloads
//	staging.go     the staging of one of their variants
//	compare.go     the pipelines on one set of late values
//	driver.go      drivers: the C compiler, real run times
//	made.go        drivers with random data
//	trial.go       functions before and after, run by a driver
//	running.go     functions in the back ends, in this process
//	techniques.go  what can be switched off (§8.3)
//	ablation.go    each technique switched off in turn
//	family.go      the generated family of functions
//	growth.go      how staging grows over it
//	explain.go     what staged passes still do
//	summary.go     a line for each variant, and geometric means
//	total.go       all that who runs a program waits for (§8.1.1)
//	changes.go     what changed from one report to another
//	journal.go     rows kept while an evaluation runs
//	report.go      the report, as JSON
//	table.go       and as tables (package results: as charts and a page)
package eval
