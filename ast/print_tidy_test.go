package ast

import "testing"

// TestLandedInNothing: a block may end in a sequence of nothing.
func TestLandedInNothing(t *testing.T) {
	nothing := &Seq{First: &Skip{}, Second: &Skip{}}
	for _, c := range []Cmd{nothing, &If{Test: &Const{Value: IntConst(1), Ty: Int}, Then: nothing, Else: nothing}} {
		if got := landed(c, L(1)); got == nil {
			t.Errorf("%v is gone", c)
		}
	}
}

// TestNestedBlocks: what has been simplified is not looked at again for each block and loop around it, of which there may be many. Doing so took twice as long for
// each of them.
func TestNestedBlocks(t *testing.T) {
	x := &Var{Name: "x", Ty: Int}
	step := &Assign{Name: "x", Ty: Int, X: x, Label: L(1)}
	var c, loops Cmd = step, step
	for i := 2; i < 60; i++ {
		l := L(i)
		c = &Block{Body: SeqOf(&If{Test: x, Then: SeqOf(c, &Exit{To: l, Label: l}), Else: SeqOf(step, &Exit{To: l, Label: l})}, &Exit{To: l, Label: l}), Label: l}
		loops = &For{Init: &If{Test: x, Then: step, Else: &Skip{}}, Test: x, Step: &Skip{}, Body: loops, Label: l} // the head of a for loop cannot say that
	}
	depth := 0
	for _, d := range []Cmd{SeqOf(simplify(c)...), SeqOf(simplify(loops)...)} {
		Walk(d, func(c Cmd) {
			switch c.(type) {
			case *If, *For:
				depth++
			case *Block, *Exit:
				t.Fatalf("%T is left", c)
			}
		}, nil, nil)
	}
	if depth != 58+2*58 {
		t.Errorf("%d are left", depth)
	}
}
