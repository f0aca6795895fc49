package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// suite is a set of C files that a compiler is tested with.
type suite struct {
	name string
	source
	folder string         // within the package
	picks  *regexp.Regexp // what the text of a file has that is taken; nil for all
	leaves *regexp.Regexp // the names of files that are left out; nil for none
	more   string         // flags, and objects, for every file; @ stands for the package's folder
	run    bool           // they are programs, which say by their exit code and output whether they work
}

var (
	gcc = source{name: "gcc-12", prepare: `tar xJf gcc-*-dfsg.tar.xz --wildcards '*/gcc/testsuite/gcc.c-torture/*' '*/gcc/testsuite/gcc.dg/*' '*/gcc/testsuite/c-c++-common/*'`}
	// tcc's tests are of the kind of c-testsuite, which was made from them.
	tcc = source{name: "tcc"}
	// sdcc's tests are of templates. Each gives programs for types and storage classes.
	sdcc = source{name: "sdcc", prepare: `
cd support/regression
mkdir -p cases objects
python3 -c '
import glob, runpy, sys
for test in sorted(glob.glob("tests/*.c")):
    if "gcc-torture" not in test:
        sys.argv = ["generate-cases.py", test, "cases"]
        runpy.run_path("generate-cases.py", run_name="__main__")
'
cd objects
gcc -w -c -DPORT_HOST=1 -DREENTRANT= -I../fwk/include ../fwk/lib/testfwk.c ../fwk/lib/extern1.c ../fwk/lib/extern2.c ../fwk/lib/statics.c ../ports/host/support.c
ar rc ../fwk.a *.o`}

	// frames are programs that compare the addresses of frames on the stack.
	frames = regexp.MustCompile(`^sibcall-`)
	// labels are programs that tell copies of an inline function apart by the addresses of its labels, which no compiler owes them.
	labels   = regexp.MustCompile(`^990208-1\.c$`)
	runs     = regexp.MustCompile(`\{\s*dg-do\s+run\b`)
	compiles = regexp.MustCompile(`\{\s*dg-do\s+compile\b`)
)

const gccTests = "gcc-*/gcc/testsuite"

// suites are those that Debian's source packages bring.
var suites = []suite{
	{name: "execute", source: gcc.with("*.c", "ieee/*.c"), folder: gccTests + "/gcc.c-torture/execute", leaves: labels, run: true},
	{name: "tcc", source: tcc.with("*.c"), folder: "tests/tests2", run: true},
	{name: "sdcc", source: sdcc.with("*.c"), folder: "support/regression/cases", run: true,
		more: "-DPORT_HOST=1 -DREENTRANT= -I@/support/regression/fwk/include -I@/support/regression/tests @/support/regression/fwk.a"},
	{name: "torture", source: gcc.with("*.c"), folder: gccTests + "/gcc.dg/torture", picks: runs, run: true},
	{name: "dg", source: gcc.with("*.c", "tree-ssa/*.c", "ipa/*.c", "vect/*.c", "graphite/*.c", "sso/*.c"), folder: gccTests + "/gcc.dg", picks: runs, leaves: frames, run: true},
	{name: "common", source: gcc.with("*.c", "torture/*.c"), folder: gccTests + "/c-c++-common", picks: runs, run: true},
	{name: "compile", source: gcc.with("*.c"), folder: gccTests + "/gcc.c-torture/compile"},
	{name: "dg-compile", source: gcc.with("*.c", "tree-ssa/*.c", "ipa/*.c"), folder: gccTests + "/gcc.dg", picks: compiles},
}

// with is the package with patterns of files.
func (s source) with(patterns ...string) source {
	s.files = patterns
	return s
}

// subjects are the suite's files in the unpacked package.
func (s suite) subjects(folder string) ([]string, error) {
	var out []string
	for _, pattern := range s.files {
		found, err := filepath.Glob(filepath.Join(folder, s.folder, pattern))
		if err != nil {
			return nil, err
		}
		for _, path := range found {
			if s.leaves != nil && s.leaves.MatchString(filepath.Base(path)) {
				continue
			}
			if s.picks == nil {
				out = append(out, path)
				continue
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			if s.picks.Match(text) {
				out = append(out, path)
			}
		}
	}
	return out, nil
}

var (
	options = regexp.MustCompile(`\{\s*dg-(?:additional-)?options\s+(?:"([^"]*)"|\{([^}]*)\})\s*(?:\{([^}]*)\}?)?`)
	here    = regexp.MustCompile(`x86_64|(^|\s)\*-\*-\*|lp64|int32|linux`)
	// elsewhere are signs of programs that need more than their file, or more than is promised: the flags of floating exceptions,
	// the addresses that functions return to, what the compiler can tell of the sizes of objects.
	elsewhere = regexp.MustCompile(`dg-additional-sources|dg-set-compiler-env|\bfe(test|clear|enable|get|raise)except|\bfesetround|\bfesetenv|` +
		`__builtin_(return|frame)_address|__builtin_(dynamic_)?object_size`)
	// dropped are flags that say nothing about what a program does: levels, which the trials give, and what else is to be written.
	dropped = regexp.MustCompile(`^-(O.*|fdump.*|fopt-info.*|save-temps.*|g.*|W.*|pedantic.*|fverbose-asm|S|c|da|v)$`)
	// foreign are flags with which a file is no C as the stager takes it.
	foreign = regexp.MustCompile(`^-(fsanitize.*|ftrapv|f(un)?signed-(char|bitfields)|fshort-.*|fpack-struct.*|mx?32|fgimple|fopenmp.*|fopenacc.*|fgnu-tm|` +
		`fsingle-precision-constant|ffast-math|funsafe-math.*|ffinite-math.*|fassociative-math|freciprocal-math|fno-signed-zeros|fsso-struct.*|fms-extensions|` +
		`fplan9-extensions|mms-bitfields|flto.*|fprofile.*|fno-wrapv|fbranch-.*|fcond-mismatch|fno-builtin-.*|finput-charset.*|fexec-charset.*|fwide-exec-charset.*|` +
		`fexcess-precision.*|ffp-int-.*|m.*|std=(c2x|gnu2x|c89|c90|iso9899:199.*)|ansi|finstrument.*|fno-fp-int.*|fstrict-flex.*|fcf-.*|fleading.*|fplugin.*|E|fsyntax-only|x|fpreprocessed)$`)
	// preprocessing are flags that the preprocessor heeds, or that say which C a file is.
	preprocessing = regexp.MustCompile(`^-(D|U|I|include|std|ansi|trigraphs|undef|fdollars|fextended)`)
)

// directives are the flags that a test asks for in its comments. ok is false where it is not taken: it has other files or is of
// another C.
func directives(text string) (flags []string, ok bool) {
	if elsewhere.MatchString(text) {
		return nil, false
	}
	for _, m := range options.FindAllStringSubmatch(text, -1) {
		if target := m[3]; target != "" && (!here.MatchString(target) || strings.Contains(target, "!")) {
			continue
		}
		flags = append(flags, strings.Fields(m[1]+m[2])...)
	}
	flags = slices.DeleteFunc(flags, dropped.MatchString)
	return flags, !slices.ContainsFunc(flags, foreign.MatchString)
}
