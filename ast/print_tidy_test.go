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
