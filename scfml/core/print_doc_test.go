package core_test

import (
	"strings"
	"testing"

	"scf/internal/testing/scfmltest"
	"scf/scfml/core"
)

// TestDeepIndentation: lines of deep programs begin at the left again, but not further left than functions.
func TestDeepIndentation(t *testing.T) {
	const levels = 100
	src := strings.Repeat("case xs of [] => 0 | x :: xs => if x < 3 then x else ", levels) + "1"
	p := scfmltest.Load(t, "structure S = struct fun main (xs : int list) = "+src+" end")
	last, wraps, inside := 0, 0, false
	for _, line := range strings.Split(p.String(), "\n") {
		at := len(line) - len(strings.TrimLeft(line, " "))
		if inside && line != "" && line != "end" && (at < core.Leftmost || at > core.Deepest) {
			t.Errorf("a line begins at column %d: %s", at, line)
		}
		inside = inside || strings.HasPrefix(line, "  fun main")
		if last >= core.Deepest-4 && at < core.Leftmost+4 {
			wraps++
		}
		last = at
	}
	if wraps < 4 {
		t.Errorf("text begins at the left again %d times", wraps)
	}
	if q := scfmltest.Load(t, p.String()); q.String() != p.String() {
		t.Errorf("the text is read as another program:\n%s", q)
	}
}
