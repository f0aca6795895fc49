package backend

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"scf/backend/mem"
)

// This file and the other libc files are the functions of C's library, and of the compiler, that modules have without being given them: what kernels use. What the
// program gives under one of these names comes first. What talks to the world (printf, fopen, time) is not here: a program that wants it gives it.
//
// Results are exact, as those of glibc are, where C or IEEE 754 leaves no choice: of memory, strings, bits, and of math.h for abs,
// ceil, copysign, fabs, fdim, floor, fma, fmax, fmin, fmod, frexp, ldexp, modf, nearbyint, remainder, rint, round, scalbn, sqrt, trunc
// and their kin for float. Of exp, log, pow, sin and others results are those of Go's package math, which may differ
// from glibc's in the last bits; for float they are computed as double and rounded. Where C's library sets errno nothing is set.

// libraryFunc is a function of C's library on words.
type libraryFunc = func(args []uint64) uint64

// library is the function called name; nil if this package does not have it.
func (m *Module) library(name string) HostFunc {
	name = strings.TrimPrefix(name, "__builtin_")
	if f, ok := heapFunctions[name]; ok {
		return func(_ context.Context, args []uint64) (uint64, error) { return f(m, args) }
	}
	if err, ok := endings[name]; ok {
		return func(_ context.Context, args []uint64) (uint64, error) { return 0, ending(name, err, args) }
	}
	f := libraryFunction(name)
	if f == nil {
		return nil
	}
	return func(_ context.Context, args []uint64) (uint64, error) { return f(args), nil }
}

// libraryFunction looks name up in the tables.
func libraryFunction(name string) libraryFunc {
	if f, ok := memoryFunctions[name]; ok {
		return f
	}
	if f, ok := bitFunctions[name]; ok {
		return f
	}
	return mathFunction(name)
}

// endings are the functions that end a call.
var endings = map[string]string{
	"unreachable": "", "trap": "trap", "abort": "abort", "exit": "exit", "_exit": "exit", "_Exit": "exit",
	"__assert_fail": "an assertion failed",
}

func ending(name, what string, args []uint64) error {
	f := &Fault{Kind: Unreachable}
	switch {
	case name == "__assert_fail" && len(args) == 4:
		f.Err = fmt.Errorf("%s: %s (%s:%d)", what, text(args[0]), text(args[1]), uint32(args[2]))
	case what == "exit" && len(args) == 1:
		f.Err = fmt.Errorf("exit(%d)", int32(args[0]))
	case what != "":
		f.Err = errors.New(what)
	}
	return f
}

// text is the string at addr.
func text(addr uint64) string {
	if addr == 0 {
		return ""
	}
	return string(mem.Bytes(addr, mem.Length(addr)))
}
