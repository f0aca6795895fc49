package cfront

import (
	"fmt"
	"time"

	"scf/internal/defaults"
	"scf/internal/diag"
)

// This file bounds what parsing may cost.

// Limits bound what parsing may cost. A field that is 0 stands for its default.
type Limits struct {
	IncludeBytes int64 // of all files that are included, each counted once; 64 MiB
	Includes     int   // how often files are included; 10,000
	IncludeDepth int   // how deeply they include one another; 200
	Tokens       int   // steps of preprocessing: tokens read, tokens that macros give; 3,000,000
	Brackets     int   // how deeply parentheses, brackets and braces are nested; 1,000
	Fields       int   // of a struct, those of structs and unions inside it included; 100,000
	// Time is how long the C parser may take for a text; 1 minute. It goes round for ever in some that are not C.
	Time time.Duration
}

// withDefaults is l with the defaults for what it leaves open.
func (l Limits) withDefaults() Limits {
	defaults.Fill(&l, Limits{
		IncludeBytes: 64 << 20,
		Includes:     10_000,
		IncludeDepth: 200,
		Tokens:       3_000_000,
		Brackets:     1_000,
		Fields:       100_000,
		Time:         time.Minute,
	})
	return l
}

// exceeded is the error for a text that goes beyond a limit; it is also what ends the work inside cc, as a panic.
type exceeded struct{ err *diag.Error }

func (e exceeded) Error() string { return e.err.Error() }

// beyond is the error at pos about a limit: the field of Limits of that name, or one that stays (empty).
func beyond(pos diag.Pos, limit, format string, args ...any) exceeded {
	hint := "make it simpler"
	if limit != "" {
		hint += ", or raise Limits." + limit + " in Go"
	}
	return exceeded{diag.Errorf(pos, "%s", fmt.Sprintf(format, args...)).WithHint("%s", hint)}
}
