package stager

import (
	"runtime"
	"runtime/metrics"

	"scf/pe"
)

// This file bounds memory (Options.MaxMemory). Most of what a staging makes lives until its end, so what bounds it is to make less: the partial
// evaluator is told how far it is to merge contours by what lives on the heap, in steps that leave room for what the contours that are there
// already still take.

// merging tells how far contours are to be merged for what lives when it is called.
func (o Options) merging() func() pe.Merging {
	if o.MaxMemory <= 0 {
		return func() pe.Merging { return pe.Apart }
	}
	limit := uint64(o.MaxMemory)
	return func() pe.Merging {
		live := liveBytes(limit)
		switch {
		case live >= limit:
			return pe.Unspecialised
		case live >= limit/4*3:
			return pe.ByFunction
		case live >= limit/2:
			return pe.ByKey
		}
		return pe.Apart
	}
}

// liveBytes is what lived on the heap when the collector last looked. Where more than limit has been taken since, it looks again: it may have been
// told to wait for more.
func liveBytes(limit uint64) uint64 {
	if taken := readMetric("/memory/classes/heap/objects:bytes"); taken > limit && readMetric("/gc/heap/live:bytes") < limit {
		runtime.GC()
	}
	return readMetric("/gc/heap/live:bytes")
}

func readMetric(name string) uint64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
