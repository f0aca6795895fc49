// Package tier says how much tests do. There are three tiers:
//
//	go test -short ./...       what one runs after each change
//	go test ./...              what one runs before a commit
//	go test -tags long ./...   everything: many random programs, all workloads, processes that are killed while they write, the tests of arm64 as a whole
//
// Each tier does all that the one before it does.
//
// Tests that ask for their tier run as the command does, with a heap that may grow further between collections than Go's default, which takes half as much
// processor time again or more; the environment's GOGC and GOMEMLIMIT go first.
package tier

import (
	"flag"
	"os"
	"runtime/debug"
	"strconv"
	"testing"
)

func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(1 << 30)
	}
}

// Long reports whether everything is to be done: whether tests are built with -tags long.
const Long = long

// Standard skips t where only the shortest tests are to run; why says what makes it one that takes longer.
func Standard(t testing.TB, why string) {
	t.Helper()
	if testing.Short() && !Long {
		t.Skip("-short: " + why)
	}
}

// OnlyLong skips t unless everything is to be done; why says what makes it one that takes long.
func OnlyLong(t testing.TB, why string) {
	t.Helper()
	if !Long {
		t.Skip("only with -tags long: " + why)
	}
}

// AfterStandard is the environment variable that says, with -tags long, that the standard tier has just been run on the same code, as .ci/run does: tests that
// do the same in both are not run again.
const AfterStandard = "SCF_AFTER_STANDARD"

// Repeats reports whether a test that does the same in the standard tier would only be run again.
func Repeats() bool { return Long && os.Getenv(AfterStandard) != "" }

// Same skips t where it would only be run again; it does the same in the standard tier and in the long one.
func Same(t testing.TB) {
	t.Helper()
	if Repeats() {
		t.Skip("the standard tier has done the same")
	}
}

// Case skips t, the i-th case of a test whose cases do the same in each tier, unless the tier does it: with -short one of short many is done, in the standard tier
// one of standard many, of which short is a multiple; 0 is for none of them. What the standard tier has just done is not done again.
func Case(t testing.TB, i, short, standard int) {
	t.Helper()
	switch {
	case Long:
		if every(i, standard) {
			Same(t)
		}
	case !every(i, standard):
		t.Skip("only with -tags long: one of many cases")
	case testing.Short() && !every(i, short):
		t.Skip("-short: one of many cases")
	}
}

// every reports whether i is one of n many.
func every(i, n int) bool { return n > 0 && i%n == 0 }

// Seed is f.Add, for one of short many seeds with -short, one of standard many in the standard tier, and all where everything is to be done or f is fuzzed.
func Seed(f *testing.F, short, standard int) func(args ...any) {
	n := Pick(short, standard, 1)
	if flag.Lookup("test.fuzz").Value.String() != "" {
		n = 1
	}
	seen := 0
	return func(args ...any) {
		if seen++; every(seen-1, n) {
			f.Add(args...)
		}
	}
}

// Large is for cases that take long, whose others do the same in the standard tier and in the long one: it skips t unless everything is to be done where it is large, and where
// it would only be run again where it is not.
func Large(t testing.TB, large bool, why string) {
	t.Helper()
	if large {
		OnlyLong(t, why)
	} else {
		Same(t)
	}
}

// Pick is the number of the tier. It is not to be asked before flags are parsed.
func Pick(short, standard, long int) int {
	return (&Count{short: short, standard: standard, long: long}).Int()
}

// Checks is how many cases properties (rapid) try in a package whose TestMain calls it, unless -rapid.checks says so. It parses the flags.
func Checks(short, standard, long int) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == checks })
	if given {
		return
	}
	n := Pick(short, standard, long)
	if testing.Short() {
		n *= 5 // rapid does a fifth of them
	}
	if err := flag.Set(checks, strconv.Itoa(n)); err != nil {
		panic(err)
	}
}

// checks is the flag of rapid for how many cases there are.
const checks = "rapid.checks"

// Count is how many there are to be of something: a number of its own in each tier, unless a flag of the test says how many.
type Count struct {
	short, standard, long int
	given                 *int
}

// Flag declares the flag of a Count.
func Flag(name string, short, standard, long int, usage string) *Count {
	c := &Count{short: short, standard: standard, long: long}
	flag.Var(c, name, usage+"; without it "+c.String()+", as the tier has it")
	return c
}

// Int is the number. It is not to be asked before flags are parsed.
func (c *Count) Int() int {
	switch {
	case c.given != nil:
		return *c.given
	case Long:
		return c.long
	case testing.Short():
		return c.short
	}
	return c.standard
}

// Uint64 is Int, for seeds to be counted with.
func (c *Count) Uint64() uint64 { return uint64(c.Int()) }

// String is the number that was given, or the three of the tiers.
func (c *Count) String() string {
	if c.given != nil {
		return strconv.Itoa(*c.given)
	}
	return strconv.Itoa(c.short) + ", " + strconv.Itoa(c.standard) + " or " + strconv.Itoa(c.long)
}

// Set implements flag.Value.
func (c *Count) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return strconv.ErrSyntax
	}
	c.given = &n
	return nil
}
