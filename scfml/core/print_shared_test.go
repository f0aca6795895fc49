package core_test

import (
	"strings"
	"testing"

	"scf/internal/testing/scfmltest"
	"scf/scfml/core"
)

// TestSharedParts: what constants have in common is printed once, and one value when the program is loaded again.
func TestSharedParts(t *testing.T) {
	const source = `datatype tree = Leaf | Node of tree * int * tree
		val part = Node (Node (Node (Leaf, 1, Leaf), 2, Node (Leaf, 3, Leaf)), 4, Node (Leaf, 5, Node (Leaf, 6, Leaf)))
		fun main n = case n of 0 => Node (part, 1, part) | 1 => Node (Leaf, 2, part) | 2 => part | _ => Node (Leaf, n, Node (part, 7, Leaf))`
	p := scfmltest.Load(t, source)
	printed := p.String()
	if n := strings.Count(printed, "Node (Leaf, 5,"); n != 1 {
		t.Errorf("the part stands there %d times:\n%s", n, printed)
	}
	q := scfmltest.Load(t, printed)
	if again := q.String(); again != printed {
		t.Errorf("printed again:\n%s\nthen:\n%s", printed, again)
	}
	arms := q.Entry.Body.(*core.CaseExpr).Arms
	both := arms[0].Body.(*core.Const).Value.(*core.ConValue)
	if both.Args[0] != both.Args[2] || both.Args[0] != arms[1].Body.(*core.Const).Value.(*core.ConValue).Args[2] {
		t.Error("the part is several values")
	}
}
