package dse

import (
	"testing"

	"scf/internal/testing/scfmltest"
)

// BenchmarkDepth joins two patterns nested as deep as Limits.MaxDepth allows, and reports how much of Go's stack each level takes. All of it must
// fit into what Go allows, 1 GB on 64-bit machines.
//
//	go test ./dse -run '^$' -bench Depth -benchtime 1x
func BenchmarkDepth(b *testing.B) {
	depth := DefaultLimits().MaxDepth
	var stack float64
	for range b.N {
		lat := newLattice(depth)
		nested := func(left bool) *LivenessPattern {
			l := lat.constructor(testPair, []*LivenessPattern{lat.live, lat.dead})
			if left {
				l = lat.constructor(testPair, []*LivenessPattern{lat.dead, lat.live})
			}
			for range depth - 1 {
				l = lat.constructor(testUnary, []*LivenessPattern{l})
			}
			return l
		}
		x, y := nested(false), nested(true)
		stack = scfmltest.Stack(func() { lat.join(x, y) })
	}
	b.ReportMetric(stack/float64(depth), "stack-B/level")
}
