package regalloc_test

import (
	"math/rand"
	"testing"

	"scf/backend/ir"
)

// crowded needs seven registers in its loop if v1, which is needed only behind it, keeps one.
const crowded = `func crowded(v1: i32, v2: i32) i32 {
b0:
	v3 = add.i32 v2, v2
	v4 = add.i32 v3, v2
	jump b1(v2, v4)
b1(v5: i32, v6: i32):
	v7 = add.i32 v6, v3
	v8 = xor.i32 v7, v4
	v9 = add.i32 v5, v8
	v10 = cmp.lt v9, v2
	branch v10, b1(v9, v8), b2
b2:
	v11 = add.i32 v1, v9
	return v11
}`

// TestLoop checks that what leaves its register for a loop is what the loop does not use, and that nothing is moved in the loop for it.
func TestLoop(t *testing.T) {
	funcs, err := ir.Parse("test.ir", crowded)
	if err != nil {
		t.Fatal(err)
	}
	m := &machine{ints: 6, floats: 2, rand: rand.New(rand.NewSource(1)), plain: true}
	m.run(funcs[0])
	if err := m.a.Check(); err != nil {
		t.Fatal(err)
	}
	first, last := m.a.Bounds(1)
	moves := len(m.a.MovesOnEdge(1, 0))
	for i := first; i <= last; i++ {
		moves += len(m.a.MovesBefore(i)) + len(m.a.MovesAfter(i))
	}
	if moves > 0 {
		t.Errorf("%d moves in the loop\n%s", moves, dump(funcs[0], &m.a))
	}
}
