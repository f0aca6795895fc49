package arena

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestPieces checks that pieces are zero, hold what is put into them, do not overlap, and are used again after a Reset.
func TestPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a Of[int]
		for range 3 {
			var pieces, want [][]int
			for i := range rapid.IntRange(0, 40).Draw(t, "pieces") {
				n := rapid.IntRange(0, 700).Draw(t, "n")
				p := a.Make(n)
				if slices.ContainsFunc(p, func(v int) bool { return v != 0 }) {
					t.Fatal("a piece that is not zero")
				}
				for j := range p {
					p[j] = i + 1
				}
				p = a.Append(p, -i)
				pieces, want = append(pieces, p), append(want, slices.Clone(p))
			}
			for i := range pieces {
				if !slices.Equal(pieces[i], want[i]) {
					t.Fatalf("piece %d changed", i)
				}
			}
			a.Reset()
		}
	})
}

// TestSteadyStateAllocatesNothing checks that memory is used again.
func TestSteadyStateAllocatesNothing(t *testing.T) {
	var a Of[int32]
	work := func() {
		a.Reset()
		for i := range 100 {
			a.Make(i * 7)
		}
	}
	work()
	if n := testing.AllocsPerRun(10, work); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
