package opt_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"scf/backend/ir/irgen"
	"scf/backend/opt"
)

var (
	bulk = flag.Int("opt.bulk", 200, "random functions in TestManyFunctions")
	seed = flag.Uint64("opt.seed", 0, "the first of them")
	size = flag.Int("opt.size", 60, "how many statements they have, at most")
)

// TestManyFunctions is TestRandomFunctions with numbered functions, many more in the same time: -opt.bulk 100000, or one: -opt.seed 17 -opt.bulk 1.
func TestManyFunctions(t *testing.T) {
	w := newWorld()
	o := &opt.Optimizer{}
	for n := *seed; n < *seed+uint64(*bulk); n++ {
		r := rand.New(rand.NewPCG(n, 1))
		f := irgen.Func(r.IntN, irgen.Config{Size: 1 + r.IntN(*size), Data: true, Calls: r.IntN(3) == 0, Traps: r.IntN(3) == 0})
		check(numbered{t, n}, w, o, f, r.IntN)
	}
}

type numbered struct {
	*testing.T
	n uint64
}

func (t numbered) Fatalf(format string, args ...any) {
	t.Helper()
	t.Logf("function %d: go test ./backend/opt -run ManyFunctions -opt.seed %d -opt.bulk 1", t.n, t.n)
	t.T.Fatalf(format, args...)
}
