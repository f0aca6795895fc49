package core_test

import (
	"strings"
	"testing"

	"scf/internal/testing/scfmltest"
	"scf/scfml/core"
)

// TestListing: the text is that of String, and its words are those of cases, calls and operations in the order of the text.
func TestListing(t *testing.T) {
	p := scfmltest.Load(t, `structure M = MapFn(type key = int type value = int)
		fun g (x, 0) = x | g (x, n) = g (x * 2, n - 1)
		fun main (m, x) = let val y = ~ x in if y > 3 andalso x < 2 then g (y, 1) else if y > x then y else case M.find (m, y) of SOME z => z + 1 + x | NONE => Int.abs 3 end`)
	l := p.Listing()
	if l.Text != p.String() {
		t.Errorf("the listing has another text:\n%s", l.Text)
	}
	var got []string
	at := 0
	for _, w := range l.Tokens {
		if w.At < at || w.End <= w.At {
			t.Fatalf("a word from %d to %d behind %d", w.At, w.End, at)
		}
		at = w.End
		text := l.Text[w.At:w.End]
		if _, isCall := w.Expr.(*core.CallExpr); (isCall || w.Expr == nil) && text != w.Func.Name {
			t.Errorf("%q stands for the function %s", text, w.Func.Name)
		}
		if w.Expr == nil {
			text = "fun " + text
		}
		got = append(got, text)
	}
	want := "fun g,case,g,*,-,fun main,val,~,if,>,andalso,<,g,if,>,case,M.find,+,+,abs"
	if text := strings.Join(got, ","); text != want {
		t.Errorf("words: %s\nwant:  %s", text, want)
	}
}
