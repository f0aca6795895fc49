package stager

import (
	"cmp"
	"time"

	"scf/cfront"
)

// Limits bound what reading input may cost. A field that is 0 stands for its default; what goes beyond one is an error that says so.
// Staging has limits of its own (Options), at which it does less instead.
type Limits struct {
	SourceBytes  int64 // of a C file; 16 MiB
	IncludeBytes int64 // of all files that it includes, each counted once; 64 MiB
	Includes     int   // how often it includes files; 10,000
	IncludeDepth int   // how deeply they include one another; 200
	Tokens       int   // steps of preprocessing it: tokens read, tokens that macros give; 3,000,000
	Brackets     int   // how deeply its parentheses, brackets and braces are nested; 1,000
	Fields       int   // of a struct, those of structs and unions inside it included; 100,000
	StagedBytes  int64 // of all files of a staged directory together; 1 GiB
	// Time is how long the C parser may take for it; 1 minute. What it does not end goes on in the background.
	Time time.Duration
}

const (
	defaultSourceBytes = 16 << 20
	defaultStagedBytes = 1 << 30
)

func (l Limits) sourceBytes() int64 { return cmp.Or(l.SourceBytes, defaultSourceBytes) }
func (l Limits) stagedBytes() int64 { return cmp.Or(l.StagedBytes, defaultStagedBytes) }

// parsing are those that the C front end keeps.
func (l Limits) parsing() cfront.Limits {
	return cfront.Limits{
		IncludeBytes: l.IncludeBytes, Includes: l.Includes, IncludeDepth: l.IncludeDepth,
		Tokens: l.Tokens, Brackets: l.Brackets, Fields: l.Fields, Time: l.Time,
	}
}
