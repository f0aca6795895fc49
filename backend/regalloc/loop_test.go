package regalloc_test

import (
	"math/rand"
	"testing"

	"scf/backend/ir"
)

// nested needs five registers in its inner loop, b2, which does not use v2.
const nested = `func nested(v1: i32, v2: i32) i32 {
b0:
	jump b1(v1)
b1(v3: i32):
	v4 = add.i32 v3, v2
	jump b2(v4)
b2(v5: i32):
	v6 = add.i32 v5, v1
	v7 = xor.i32 v6, v5
	v8 = add.i32 v7, v6
	v9 = add.i32 v8, v5
	branch v8, b2(v9), b3
b3:
	branch v9, b1(v9), b4
b4:
	return v9
}`

// TestLoop checks that what leaves its register for a loop is what the loop does not use, and that nothing is moved in the loop for it.
func TestLoop(t *testing.T) {
	funcs, err := ir.Parse("test.ir", nested)
	if err != nil {
		t.Fatal(err)
	}
	m := &machine{ints: 4, floats: 2, rand: rand.New(rand.NewSource(1)), plain: true}
	m.run(funcs[0])
	if err := m.a.Check(); err != nil {
		t.Fatal(err)
	}
	first, last := m.a.Bounds(2)
	moves := len(m.a.MovesOnEdge(2, 0))
	for i := first; i <= last; i++ {
		moves += len(m.a.MovesBefore(i)) + len(m.a.MovesAfter(i))
	}
	if moves > 0 {
		t.Errorf("%d moves in the loop\n%s", moves, dump(funcs[0], &m.a))
	}
}
