package finiteness_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"scf/finiteness"
	"scf/scfml"
	"scf/scfml/core"
)

func load(t *testing.T, text string) *core.Program {
	t.Helper()
	p, _, err := scfml.Load("", scfml.Source{Name: "prog.scf-ml", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// patterns are the parameters' patterns of the functions that the entry reaches, a line each.
func patterns(p *core.Program) string {
	a := finiteness.Analyze(p)
	var b strings.Builder
	for _, f := range p.Reachable() {
		fmt.Fprintf(&b, "%s %v\n", f.Name, a.Params(f))
	}
	return b.String()
}

// TestDeadAssignmentElimination: in figure 3.7 the tree is finite, the set and the map are not, and meet has nothing finite.
func TestDeadAssignmentElimination(t *testing.T) {
	text, err := os.ReadFile("../pe/testdata/dae.scf-ml")
	if err != nil {
		t.Fatal(err)
	}
	want := `optimize [F]
analyzeFun [F]
analyzeCmd [F I I]
analyzeExpr [F I]
analyzeExprs [F I]
analyzeWhile [I I I F F]
meet [I I]
transformFun [F I]
transformCmd [F I]
`
	p := load(t, string(text))
	if got := patterns(p); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	a := finiteness.Analyze(p)
	if a.HasFinite(p.Func("meet")) || !a.HasFinite(p.Func("analyzeWhile")) {
		t.Error("analyzeWhile has a finite part, meet has none")
	}
}

func TestRules(t *testing.T) {
	for _, c := range []struct{ rule, prog, want string }{
		{"FIN-CONST", `fun g (x : int) = x fun f (y : int) = g 3`, "g [F]\nf [F]\n"},
		{"FIN-PRIM", `fun g (x : int) = x fun f (y : int) = g (y + 1)`, "g [I]\nf [F]\n"},
		{"FIN-CON", `fun g (x : int list) = x fun f (y : int) = g [y]`, "g [I]\nf [F]\n"},
		{"FIN-CON, not recursive", `fun g (x : int option) = x fun f (y : int) = g (SOME y)`, "g [F]\nf [F]\n"},
		{"FIN-CON, of something made", `fun g (x : int option) = x fun f (y : int) = g (SOME (y + 1))`, "g [I]\nf [F]\n"},
		{"FIN-CON, of a pair", `fun g (x : (int * int) option) = x fun f (y : int) = g (SOME (y, y))`, "g [F]\nf [F]\n"},
		{"FIN-CON, recursive by way of another", `datatype t = T of t option fun g (x : t) = x fun f (y : t option) = g (T y)`, "g [I]\nf [F]\n"},
		// The part of the tree that h gives is finite for k.
		{"FIN-CON, taken apart", `fun h (xs : int list) = case xs of [] => NONE | _ :: r => SOME r
		               fun k (xs : int list) : int = case xs of [] => 0 | _ :: r => k r
		               fun f (xs : int list) : int = case h xs of NONE => 0 | SOME r => k r`, "h [F]\nk [F]\nf [F]\n"},
		{"FIN-CASE", `fun g (x : int list) = case x of [] => [] | _ :: r => g r fun f (y : int list) = g y`, "g [F]\nf [F]\n"},
		{"meet of arms", `fun g (x : int) = x fun f (y : int) = g (if y = 0 then y else y - 1)`, "g [I]\nf [F]\n"},
		{"FIN-TUPLE", `fun g (p : int * int, n : int) = case p of (a, b) => h (a, b) and h (a : int, b : int) = a
		               fun f (x : int) = g ((x, x + 1), x)`, "g [(F, I) F]\nh [F I]\nf [F]\n"},
		{"FIN-CALL, result", `fun first (x : int, y : int) = x fun g (z : int) = z
		               fun f (x : int) = g (first (x, x * 2))`, "first [F I]\ng [F]\nf [F]\n"},
		// incPadded of figure 6.8: the list is finite, the counter is not.
		{"figure 6.8", `fun inc (vs : int list, n : int) : int list =
		                 case vs of [] => [] | v :: r => if n = 0 then (v + 1) :: inc (r, n) else v :: inc (vs, n - 1)`,
			"inc [F I]\n"},
		// The figure's fixpoint does not come back to a caller whose callee's result turns out infinite.
		{"callers again", `fun f (x : int) = g (h x) and g (y : int) = y and h (z : int) = if z = 0 then z else k z
		                   and k (w : int) = w + 1`, "f [F]\ng [I]\nh [F]\nk [F]\n"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			p := load(t, c.prog)
			p.Entry = p.Func("f")
			if p.Entry == nil {
				p.Entry = p.Func("inc")
			}
			if got := patterns(p); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

func TestMeet(t *testing.T) {
	f, i := finiteness.Finite, finiteness.Infinite
	tuple := finiteness.Tuple{f, i}
	for _, c := range []struct{ a, b, want finiteness.Pattern }{
		{f, i, i}, {f, f, f}, {f, tuple, tuple}, {tuple, i, i},
		{tuple, finiteness.Tuple{i, f}, finiteness.Tuple{i, i}},
		{tuple, finiteness.Tuple{f}, i},
	} {
		for _, got := range []finiteness.Pattern{finiteness.Meet(c.a, c.b), finiteness.Meet(c.b, c.a)} {
			if !finiteness.Equal(got, c.want) {
				t.Errorf("Meet(%v, %v) = %v, want %v", c.a, c.b, got, c.want)
			}
		}
	}
}
