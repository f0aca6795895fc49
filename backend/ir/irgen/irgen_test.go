package irgen_test

import (
	"math/rand/v2"
	"testing"

	"scf/backend/ir"
	"scf/backend/ir/irgen"
)

// TestFormsAreReached checks that random functions are well formed and that all operations but calls through pointers occur.
func TestFormsAreReached(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[ir.Op]int{}
	for range 300 {
		f := irgen.Func(r.IntN, irgen.Config{Size: 60, Data: true, Calls: true, Traps: true, Polls: true})
		if err := ir.Verify(f); err != nil {
			t.Fatalf("%v\n%s", err, f)
		}
		for _, in := range f.Values {
			seen[in.Op]++
		}
	}
	for op := ir.Param; op <= ir.TrapIf; op++ {
		if seen[op] == 0 && op != ir.CallPtr {
			t.Errorf("no %v", op)
		}
	}
}
