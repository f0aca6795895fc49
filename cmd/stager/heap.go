package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// ballast is memory that counts as live and is never touched, so that it takes none: the collector waits until the heap has grown by as much as there is
// live, and by the ballast, which is what most stagings take at all.
var ballast []byte

const ballastSize = 200 << 20

// smallHeaps is GOGC for the first collection: commands that end before, with 32 MB, need no ballast.
const smallHeaps = 800

// tuneCollector lets the heap grow further between collections than Go's default: most of what a staging makes lives until its end, and memory that is
// touched for the first time costs less than to collect a few megabytes of garbage over and over. Seconds and most megabytes of main_loop/fetch,update,find,
// main_loop/fetch and libpcap's filter:
//
//	three times what lives (GOGC=200)           7.1 570, 4.8 300, 6.6 410
//	twice what lives and a ballast of 100 MB    7.1 465, 4.7 355, 6.5 365
//	                                 200 MB     6.5 540, 4.3 435, 6.0 435
//
// The environment's GOGC and GOMEMLIMIT go first. The limit is that of stagings, too.
func tuneCollector() {
	limit := int64(3 << 30)
	switch {
	case os.Getenv("GOGC") != "":
	case os.Getenv("GOMEMLIMIT") != "":
		debug.SetGCPercent(200) // a ballast would be part of what may live
	default:
		debug.SetGCPercent(smallHeaps)
		runtime.SetFinalizer(new([2]*int), func(*[2]*int) { // the first collection finds it unused
			debug.SetGCPercent(-1) // or what roomOfHugePages drops lived for a collection
			roomOfHugePages()
			ballast = make([]byte, ballastSize)
			runtime.KeepAlive(ballast) // the variable does, until the process ends
			runtime.GC()
			debug.SetGCPercent(100)
		})
		limit += ballastSize
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit)
	}
}
