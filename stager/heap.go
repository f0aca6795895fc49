package stager

import (
	"context"
	"runtime"
	"runtime/metrics"

	"scf/internal/stop"
	"scf/pe"
)

// This file bounds memory (Options.MaxMemory). Most of what a staging makes lives until its end, so what bounds it is to make less: the partial
// evaluator is told how far it is to merge contours by what lives on the heap, in steps that leave room for what the contours that are there
// already still take.

// merging gives a function that tells how far contours are to be merged for what lives when it is called. It takes a microsecond, but for the collections
// before it tells of more than the last time: what lived when the collector last looked may be gone, and is at the beginning of a staging behind another.
// They are not waited for when the context is cancelled.
func (o Options) merging() func(context.Context) pe.Merging {
	if o.MaxMemory <= 0 {
		return func(context.Context) pe.Merging { return pe.Apart }
	}
	limit, told := uint64(o.MaxMemory), pe.Apart
	h := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}}
	return func(ctx context.Context) pe.Merging {
		metrics.Read(h)
		live, taken := h[0].Value.Uint64(), h[1].Value.Uint64()
		if mergingAt(live, limit) > told || live < limit && taken > limit { // then the collector was told to wait for more than may live
			if _, err := stop.Abandon(ctx, func() (struct{}, error) { runtime.GC(); return struct{}{}, nil }); err != nil {
				return told
			}
			metrics.Read(h)
			live = h[0].Value.Uint64()
		}
		told = mergingAt(live, limit)
		return told
	}
}

// mergingAt is how far to merge where so many bytes live, and limit may.
func mergingAt(live, limit uint64) pe.Merging {
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
