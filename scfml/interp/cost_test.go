package interp_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/internal/testing/scfmltest"
	"scf/scfml/core"
	"scf/scfml/interp"
)

// One program for each rule of the cost model, with what it costs in total.
func TestCosts(t *testing.T) {
	const types = `datatype t = A | B | C of t * t | D of int
		structure M = MapFn(type key = int type value = int)
		structure S = SetFn(type value = int)
		fun id x = x
		`
	for _, c := range []struct {
		rule, src, arg string
		want           interp.Counts
	}{
		{"constants and variables are free", `fun main (x : int) = let val y = x in (case y of z => z) end`, `1`, interp.Counts{}},
		{"a structured constant is free", `fun main () = C (A, C (B, A))`, `()`, interp.Counts{}},
		{"dead is free", `fun main () : int = dead`, `()`, interp.Counts{}},
		{"a call", `fun main x = id (id x) + 1`, `1`, interp.Counts{Calls: 2, Prims: 1}},
		{"a call in tail position", `fun main (x : int) = id x`, `1`, interp.Counts{Calls: 1}},

		{"a test that succeeds", `fun main x = case x of A => 1 | B => 2 | _ => 3`, `A`, interp.Counts{Tests: 1}},
		{"a test that fails and one that succeeds", `fun main x = case x of A => 1 | B => 2 | _ => 3`, `B`, interp.Counts{Tests: 2}},
		{"tests that fail", `fun main x = case x of A => 1 | B => 2 | _ => 3`, `D(1)`, interp.Counts{Tests: 2}},
		{"the last arm's test is free", `fun main x = case x of A => 1 | B => 2 | C _ => 3 | D _ => 4`, `D(1)`, interp.Counts{Tests: 3}},
		{"the only arm's tests are free", `fun main x = case x of C (A, B) => 1`, `C(A, B)`, interp.Counts{}},
		{"literals", `fun main x = case x of 1 => 1 | 2 => 2 | _ => 3`, `3`, interp.Counts{Tests: 2}},
		{"an if", `fun main x = if x then 1 else 2`, `false`, interp.Counts{Tests: 1}},
		{"a test for false first", `fun main x = case x of false => 1 | true => 2`, `true`, interp.Counts{Tests: 1}},
		{"andalso", `fun main (x, y) = x andalso y`, `(true, true)`, interp.Counts{Tests: 1}},
		{"nested tests stop at the first that fails", `fun main x = case x of C (A, A) => 1 | _ => 2`, `C(B, A)`, interp.Counts{Tests: 2, Loads: 1}},
		{"a tuple needs no test", `fun main (x : int * int) = case (id x) of (1, 2) => 1 | _ => 2`, `(1, 1)`, interp.Counts{Calls: 1, Tests: 2, Loads: 2}},

		{"binding components", `fun main x = case x of C (a, b) => a | a => a`, `C(A, B)`, interp.Counts{Tests: 1, Loads: 2}},
		{"wildcards are not fetched", `fun main x = case x of C (a, _) => a | a => a`, `C(A, B)`, interp.Counts{Tests: 1, Loads: 1}},
		{"an arm that fails binds nothing", `fun main x = case x of C (a, B) => a | C (_, _) => x | _ => x`, `C(A, A)`, interp.Counts{Tests: 3, Loads: 1}},
		{"looking deeper", `fun main x = case x of C (C (_, _), _) => 1 | _ => 2`, `C(C(A, B), B)`, interp.Counts{Tests: 2, Loads: 1}},
		{"a component bound below another", `fun main x = case x of C (C (a, _), _) => a | a => a`, `C(C(A, B), B)`, interp.Counts{Tests: 2, Loads: 2}},
		{"as costs the one fetch", `fun main x = case x of C (a as C (_, _), _) => a | a => a`, `C(C(A, B), B)`, interp.Counts{Tests: 2, Loads: 1}},
		{"a component is fetched once for all arms", `fun main x = case x of C (A, _) => A | C (B, _) => B | C (a, b) => a | a => a`,
			`C(D(1), B)`, interp.Counts{Tests: 5, Loads: 2}},
		{"the example of the language reference", `fun main x = case x of C (A, y) => y | C (y, C (z, _)) => z | y => y`, `C(B, C(A, B))`,
			interp.Counts{Tests: 4, Loads: 3}},
		{"the last arm fetches what leads to what it binds", `fun main x = case x of C (C (_, D n), C (A, A)) => n`, `C(C(A, D(7)), C(A, A))`,
			interp.Counts{Loads: 3}},
		{"a let of a tuple", `fun main (x : int * int) = let val (a, b) = id x in a end`, `(1, 2)`, interp.Counts{Calls: 1, Loads: 2}},

		{"a constructor application", `fun main x = C (x, C (A, x))`, `A`, interp.Counts{Allocs: 2}},
		{"a tuple", `fun main x = (x, (x, x))`, `1`, interp.Counts{Allocs: 2}},
		{"a tuple that is matched at once", `fun main (x, y) = case (x, y) of (A, a) => a | (a, A) => a | _ => B`, `(B, A)`, interp.Counts{Tests: 2}},
		{"a tuple bound as a whole is built", `fun main (x, y) = case (x, y) of (1, a) => (a, a) | p => p`, `(1, 2)`, interp.Counts{Tests: 1, Loads: 2, Allocs: 2}},
		{"a tuple in a tuple that is matched is built", `fun main (x, y) = case (x, (x, y)) of (_, (a, b)) => b`, `(1, 2)`, interp.Counts{Loads: 2, Allocs: 1}},
		{"a tuple that is the argument of a function of several is not built", `fun second (x, y) = y  fun main x = second (x, x)`, `1`, interp.Counts{Calls: 1}},

		{"primitives", `fun main x = ~(x + 1) * 2 < 3`, `1`, interp.Counts{Prims: 4}},
		{"equality of structures is one", `fun main (x : int list) = x = x`, `[1, 2, 3]`, interp.Counts{Prims: 1}},
		{"operations on maps", `fun main m = M.find (M.remove (M.insert (m, 3, 4), 1), 3)`, `map{1 -> 2}`, interp.Counts{MapOps: 3}},
		{"operations on sets", `fun main s = S.member (S.difference (S.union (S.delete (S.add (s, 3), 1), s), s), 4)`, `set{1, 2}`, interp.Counts{MapOps: 5}},
		{"comparing maps is one", `fun main m = M.equal (m, m)`, `map{1 -> 2}`, interp.Counts{MapOps: 1}},
		{"map", `fun main m = M.map (fn x => x + 1) m`, `map{1 -> 2, 2 -> 3}`, interp.Counts{MapOps: 3, Prims: 2}},
		{"unionWith", `fun main (m, n) = M.unionWith (fn (x, y) => x + y) (m, n)`, `(map{1 -> 2, 2 -> 3}, map{2 -> 4})`, interp.Counts{MapOps: 4, Prims: 1}},
	} {
		t.Run(c.rule, func(t *testing.T) {
			_, got, err := run(t, types+c.src, c.arg)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s %s costs (-want +got):\n%s", c.src, c.arg, diff)
			}
		})
	}
}

func TestCountsText(t *testing.T) {
	c := interp.Counts{Calls: 1, Tests: 2, Loads: 3, Allocs: 4, Prims: 5, MapOps: 6}.Add(interp.Counts{Calls: 10, Tests: 20, Loads: 30, Allocs: 40, Prims: 50, MapOps: 60})
	want := "calls: 11\ntests: 22\nloads: 33\nallocs: 44\nprims: 55\nmapops: 66\ntotal: 231\n"
	if got := c.String(); got != want {
		t.Errorf("counts print as\n%s\nwant\n%s", got, want)
	}
}

// The table in the language reference is the one in cost.go.
func TestCostTableIsDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(doc), "Cost model\n")
	if !found || !strings.Contains(section, interp.CostTable()) {
		t.Errorf("docs/language.md, section Cost model, does not hold the table of cost.go:\n%s", interp.CostTable())
	}
}

// Counts are those of the work done, also where a run ends with an error.
func TestCountsOfFailedRun(t *testing.T) {
	p := scfmltest.Load(t, `fun main x = (x + 1) * (10 div x)`)
	_, counts, err := interp.New(p).Run(context.Background(), core.Int(0), interp.Options{})
	if want := (interp.Counts{Prims: 2}); err == nil || counts != want {
		t.Errorf("error %v after %+v, want %+v", err, counts, want)
	}
}
