package pe_test

import (
	"strings"
	"testing"

	"scf/absval"
	"scf/internal/testing/tier"
	"scf/pe"
	"scf/scfml"
	"scf/scfml/core"
)

var ablated = tier.Flag("ablated", 1, 1, 10, "how many random programs each switched-off technique is tried on")

// withoutCases are the switches of §8.3 that change what values and contours are.
var withoutCases = []struct {
	name   string
	values absval.Without
	pe     pe.Options
}{
	{name: "tuples", values: absval.Without{Tuples: true}},
	{name: "alternatives", values: absval.Without{Alternatives: true}},
	{name: "recursion", values: absval.Without{Recursion: true}},
	{name: "forms", values: absval.Without{Tuples: true, Alternatives: true, Recursion: true}},
	{name: "tags", values: absval.Without{Tags: true}},
	{name: "must-may", values: absval.Without{MustMay: true}},
	{name: "careful-widening", values: absval.Without{CarefulWidening: true}},
	{name: "all-values", values: absval.Without{Tuples: true, Alternatives: true, Recursion: true, Tags: true, MustMay: true, CarefulWidening: true}},
	{name: "tags-and-widening", values: absval.Without{Tags: true, CarefulWidening: true}},
	{name: "must-may-and-tags", values: absval.Without{Tags: true, MustMay: true}},
	{name: "finite-arguments", pe: pe.Options{NoFiniteArguments: true, NoUnfolding: true}},
	{name: "helper-contours", pe: pe.Options{NoHelperContours: true}},
	{name: "merging-by-key", pe: pe.Options{Merge: always(pe.ByKey)}},
	{name: "merging-by-function", pe: pe.Options{Merge: always(pe.ByFunction)}},
	{name: "merging-more-and-more", pe: pe.Options{Merge: moreAndMore()}},
	{name: "helper-contours-and-alternatives", values: absval.Without{Alternatives: true}, pe: pe.Options{NoHelperContours: true}},
}

func always(m pe.Merging) func() pe.Merging { return func() pe.Merging { return m } }

// moreAndMore merges less and more in turn, of which the partial evaluator takes what is more.
func moreAndMore() func() pe.Merging {
	n := 0
	return func() pe.Merging {
		n++
		return pe.Merging(n / 3 % int(pe.Unspecialised+1))
	}
}

// TestLost: functions that walk a tree of which nothing is known are called unspecialised, once, and no others; no budget is in it.
func TestLost(t *testing.T) {
	p, _, err := scfml.Load("f", scfml.Source{Name: "lost.scf-ml", Text: `
datatype tree = leaf of int | node of tree * tree
fun sum (t : tree, k : int) : int = case t of leaf n => n * k | node (a, b) => sum (a, k) + sum (b, k + 1)
fun f (t : tree, k : int) : int = case t of leaf n => n | node (a, b) => sum (a, k) + sum (b, k) * sum (b, k + 1)
`})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		input         string
		unspecialised int
	}{
		{"(node (leaf 'Int, leaf 3), 2)", 0},
		{"(node (Any, Any), 2)", 1},
		{"(node (node (leaf 1, Any), leaf 'Int), 2)", 1},
	} {
		d := absval.New(absval.Options{})
		in, err := d.Parse(c.input, p.Entry.ArgType(), p)
		if err != nil {
			t.Fatal(err)
		}
		trees := func(t core.Type) bool { d, ok := t.(*core.DataType); return ok && d.Data.Name == "tree" }
		r, err := pe.Run(t.Context(), p, d, in, pe.Options{Trees: trees})
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(r.Program.String(), "(b, k + 1)"); n != c.unspecialised || len(r.Report.Unspecialised) > 0 {
			t.Errorf("%s: %d, %v\n%s", c.input, n, r.Report.Unspecialised, r.Program)
		}
	}
}

// TestMerge: the more contours are merged the fewer there are, and what is merged is reported.
func TestMerge(t *testing.T) {
	p, _, err := scfml.Load("f", scfml.Source{Name: "merge.scf-ml", Text: `
fun twice (n : int) = n + n
fun loop (i : int, n : int) : int = if i < n then twice (i) + loop (i + 1, n) else 0
fun f (n : int) : int = loop (0, n) + loop (7, n) + twice (n)
`})
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for _, m := range []pe.Merging{pe.Unspecialised, pe.ByFunction, pe.ByKey, pe.Apart} {
		d := absval.New(absval.Options{})
		in, err := d.Parse("Int", p.Entry.ArgType(), p)
		if err != nil {
			t.Fatal(err)
		}
		r, err := pe.Run(t.Context(), p, d, in, pe.Options{Merge: always(m)})
		if err != nil {
			t.Fatal(err)
		}
		if r.Report.Merged != m {
			t.Errorf("%v is reported as %v", m, r.Report.Merged)
		}
		if m == pe.Unspecialised != (len(r.Report.Unspecialised) > 0) {
			t.Errorf("%v: unspecialised are %v", m, r.Report.Unspecialised)
		}
		if m != pe.Unspecialised {
			if r.Report.Contours < last {
				t.Errorf("%v: %d contours, and merged further %d", m, r.Report.Contours, last)
			}
			last = r.Report.Contours
		}
		t.Logf("%v: %d contours", m, r.Report.Contours)
		agree(t, p, r, d, in, 8)
	}
}

// TestMany: beyond the budget the iterations of recursions in each other are told apart less, and programs do the same.
func TestMany(t *testing.T) {
	p, _, err := scfml.Load("f", scfml.Source{Name: "many.scf-ml", Text: `
fun third (i : int, j : int, k : int, n : int) : int = if k = n then 0 else i + j + k + third (i, j, k + 1, n)
fun second (i : int, j : int, n : int) : int = if j = n then 0 else third (i, j, 0, n) + second (i, j + 1, n)
fun first (i : int, n : int) : int = if i = n then 0 else second (i, 0, n) + first (i + 1, n)
fun f (n : int) : int = first (0, n)
`})
	if err != nil {
		t.Fatal(err)
	}
	var contours []int
	for _, l := range []pe.Limits{{}, {Many: 1, ManyPerNode: 1}, {Most: 1, MostPerNode: 1}} {
		d := absval.New(absval.Options{})
		in, err := d.Parse("Int", p.Entry.ArgType(), p)
		if err != nil {
			t.Fatal(err)
		}
		r, err := pe.Run(t.Context(), p, d, in, pe.Options{Limits: l})
		if err != nil {
			t.Fatal(err)
		}
		contours = append(contours, r.Report.Contours)
		agree(t, p, r, d, in, 8)
	}
	if contours[1] >= contours[0] || contours[2] >= contours[0] {
		t.Errorf("there are %d contours, with a small budget %d, and with one for each key %d", contours[0], contours[1], contours[2])
	}
}

// TestPerNode: the budget of contours is in proportion to the input.
func TestPerNode(t *testing.T) {
	p, _, err := scfml.Load("sum", scfml.Source{Name: "sum.scf-ml", Text: `
fun sum (xs : int list, n : int) : int =
  case xs of x :: r => x * n + sum (r, n) | [] => n`})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		limits pe.Limits
		whole  bool
	}{{pe.Limits{MaxContours: 10}, false}, {pe.Limits{MaxContours: 10, MaxPerNode: 1}, true}} {
		d := absval.New(absval.Options{})
		in, err := d.Parse("(["+strings.Repeat("1, ", 50)+"2], Int)", p.Entry.ArgType(), p)
		if err != nil {
			t.Fatal(err)
		}
		r, err := pe.Run(t.Context(), p, d, in, pe.Options{Limits: c.limits})
		if err != nil {
			t.Fatal(err)
		}
		if whole := len(r.Report.Unspecialised) == 0; whole != c.whole {
			t.Errorf("%+v: specialised as a whole: %v", c.limits, whole)
		}
		agree(t, p, r, d, in, 8)
	}
}

// TestWithout: whatever is switched off, residual programs agree with the programs.
func TestWithout(t *testing.T) {
	for _, c := range withoutCases {
		t.Run(c.name, func(t *testing.T) {
			for seed := range ablated.Int() {
				specializeWith(t, uint64(seed), absval.Options{Without: c.values}, c.pe)
				if t.Failed() {
					t.Fatalf("seed %d", seed)
				}
			}
		})
	}
}
