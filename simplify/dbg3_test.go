package simplify

import "testing"

func BenchmarkFuncs(b *testing.B) {
	p := manyFuncs(10000 / 12)
	b.ResetTimer()
	for range b.N {
		Run(p, Options{MaxRounds: 1})
	}
}
