package backend

import (
	"math/bits"
)

// This file is stdlib.h's arithmetic, and what gcc's builtins tell of bits.

var bitFunctions = map[string]libraryFunc{
	"abs":     func(a []uint64) uint64 { return word32(max(int32(a[0]), -int32(a[0]))) },
	"labs":    abs64,
	"llabs":   abs64,
	"imaxabs": abs64,

	"clz":     func(a []uint64) uint64 { return uint64(bits.LeadingZeros32(uint32(a[0]))) },
	"clzl":    func(a []uint64) uint64 { return uint64(bits.LeadingZeros64(a[0])) },
	"clzll":   func(a []uint64) uint64 { return uint64(bits.LeadingZeros64(a[0])) },
	"ctz":     func(a []uint64) uint64 { return uint64(bits.TrailingZeros32(uint32(a[0]))) },
	"ctzl":    func(a []uint64) uint64 { return uint64(bits.TrailingZeros64(a[0])) },
	"ctzll":   func(a []uint64) uint64 { return uint64(bits.TrailingZeros64(a[0])) },
	"ffs":     func(a []uint64) uint64 { return lowest(uint64(uint32(a[0]))) },
	"ffsl":    func(a []uint64) uint64 { return lowest(a[0]) },
	"ffsll":   func(a []uint64) uint64 { return lowest(a[0]) },
	"clrsb":   func(a []uint64) uint64 { x := int32(a[0]); return uint64(bits.LeadingZeros32(uint32(x^x>>31)) - 1) },
	"clrsbl":  func(a []uint64) uint64 { x := int64(a[0]); return uint64(bits.LeadingZeros64(uint64(x^x>>63)) - 1) },
	"clrsbll": func(a []uint64) uint64 { x := int64(a[0]); return uint64(bits.LeadingZeros64(uint64(x^x>>63)) - 1) },

	"popcount":   func(a []uint64) uint64 { return uint64(bits.OnesCount32(uint32(a[0]))) },
	"popcountl":  func(a []uint64) uint64 { return uint64(bits.OnesCount64(a[0])) },
	"popcountll": func(a []uint64) uint64 { return uint64(bits.OnesCount64(a[0])) },
	"parity":     func(a []uint64) uint64 { return uint64(bits.OnesCount32(uint32(a[0])) & 1) },
	"parityl":    func(a []uint64) uint64 { return uint64(bits.OnesCount64(a[0]) & 1) },
	"parityll":   func(a []uint64) uint64 { return uint64(bits.OnesCount64(a[0]) & 1) },
	"bswap16":    func(a []uint64) uint64 { return uint64(bits.ReverseBytes16(uint16(a[0]))) },
	"bswap32":    func(a []uint64) uint64 { return uint64(bits.ReverseBytes32(uint32(a[0]))) },
	"bswap64":    func(a []uint64) uint64 { return bits.ReverseBytes64(a[0]) },

	"expect":         func(a []uint64) uint64 { return a[0] },
	"prefetch":       func([]uint64) uint64 { return 0 },
	"assume_aligned": func(a []uint64) uint64 { return a[0] },
	"object_size": func(a []uint64) uint64 { // what is not known is as large as can be, or as small
		if a[1]&2 != 0 {
			return 0
		}
		return ^uint64(0)
	},
}

func abs64(a []uint64) uint64 { return uint64(max(int64(a[0]), -int64(a[0]))) }

// word32 is the word of an int.
func word32(v int32) uint64 { return uint64(int64(v)) }

// lowest is the number of the lowest bit that is set, from 1; 0 if none is.
func lowest(x uint64) uint64 {
	if x == 0 {
		return 0
	}
	return uint64(bits.TrailingZeros64(x)) + 1
}
