package tree

import "scf/internal/defaults"

// This file is what bounds structures, each number with the measurement that chose it: how many late operations (of the composed programs) and
// evaluations of contours the built-in workloads take with another number, as a part of those with this one, in the geometric mean (and where
// one workload differs most). It is repeated by
//
//	go test ./eval -run '^$' -bench Limits/tree -benchtime 1x

// DefaultOptions are the limits of the zero value.
func DefaultOptions() Options {
	return Options{
		// 1: late 109 % (192 %). 16 and 64 change nothing.
		MaxConsts: 32,
		// 1: late 101 % (108 %). 32 and 128 change nothing.
		MaxAlts: 64,
		// 2 and 512 change nothing.
		MaxMapKeys: 256,
		// It ends merging that would take very long: 40 and 8,192 change nothing.
		MaxStates: 4096,
		// It ends widening that would take very long: 200 and 40,000 change nothing.
		MaxWidening: 20_000,
	}
}

func (o Options) withDefaults() Options {
	defaults.Fill(&o, DefaultOptions())
	return o
}
