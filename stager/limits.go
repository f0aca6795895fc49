package stager

import "cmp"

// Limits bound what reading input may cost. A field that is 0 stands for its default; what goes beyond one is an error that says so.
// Staging has limits of its own (Options), at which it does less instead.
type Limits struct {
	SourceBytes int64 // of a C file; 16 MiB
	StagedBytes int64 // of all files of a staged directory together; 1 GiB
}

const (
	defaultSourceBytes = 16 << 20
	defaultStagedBytes = 1 << 30
)

func (l Limits) sourceBytes() int64 { return cmp.Or(l.SourceBytes, defaultSourceBytes) }
func (l Limits) stagedBytes() int64 { return cmp.Or(l.StagedBytes, defaultStagedBytes) }
