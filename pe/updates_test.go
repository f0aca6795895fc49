package pe_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"scf/absval"
	"scf/internal/testing/tier"
	"scf/pe"
	"scf/scfml"
	"scf/scfml/core"
)

// TestUpdates specialises programs that join maps of known keys, and change them as wholes, after changes of a few entries here and there ([PE-UPDATE]):
// the residual programs give what the programs give, and some use no iterator any more.
func TestUpdates(t *testing.T) {
	tier.Standard(t, "many random programs")
	tier.Same(t)
	updated := 0
	for seed := range uint64(150) {
		text := updates(rand.New(rand.NewPCG(seed, 11)))
		p, _, err := scfml.Load("f", scfml.Source{Name: "updates.scf-ml", Text: text})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		d := absval.New(absval.Options{})
		in, err := d.Parse("(Int, Int, Int)", p.Entry.ArgType(), p)
		if err != nil {
			t.Fatal(err)
		}
		r, err := pe.Run(context.Background(), p, d, in, randomOptions(seed))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if err := core.Verify(r.Program); err != nil {
			t.Fatalf("seed %d: %v\n%s\nresidual:\n%s", seed, err, text, r.Program)
		}
		agree(t, p, r, d, in, 12)
		if t.Failed() {
			t.Fatalf("seed %d\n%s\nresidual:\n%s", seed, text, r.Program)
		}
		if residual := r.Program.String(); !strings.Contains(residual, "M.unionWith") && strings.Contains(residual, "M.find") {
			updated++
		}
	}
	if updated < 30 {
		t.Errorf("only %d of 150 programs became updates", updated)
	}
}

// updates is a program over maps with up to seven keys, whose values depend on the integers a, b and c.
func updates(rng *rand.Rand) string {
	keys := []string{"u", "v", "w", "x", "y", "z", "_"}[:1+rng.IntN(7)]
	key := func() string { return fmt.Sprintf("%q", keys[rng.IntN(len(keys))]) }
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	integer := func() string { return pick("a", "b", "c") }
	fact := func() string {
		return pick("plain", "start "+integer(), "copy_of "+key(), "number "+integer(), "number 3")
	}
	var out strings.Builder
	out.WriteString(`datatype fact = plain | copy_of of string | number of int
structure M = MapFn (type key = string type value = fact)
fun start (n : int) : fact = if n = 0 then copy_of "u" else if n < 0 then number n else plain
`)
	fmt.Fprintf(&out, "fun join (m : M.map, m' : M.map) : M.map = M.unionWith (fn (f, f') => %s) (m, m')\n", pick(
		"case f of copy_of _ => if f = f' then f else plain | _ => f",
		"if f = f' then f else plain",
		"case f' of plain => f | _ => f'",
		"f'",
		"case f of number n => (case f' of number k => number (n + k) | _ => f) | _ => f'",
		"plain"))
	fmt.Fprintf(&out, "fun turned (m : M.map, s : string) : M.map = M.map (fn f => %s) m\n", pick(
		"case f of copy_of y => if y = s then plain else f | _ => f",
		"case f of number n => number (n + 1) | _ => f",
		"case f of plain => copy_of s | copy_of y => f | number n => f",
		"f"))
	out.WriteString("fun f (a : int, b : int, c : int) =\n  let val m0 = ")
	m := "M.empty"
	for _, k := range keys {
		m = fmt.Sprintf("M.insert (%s, %q, %s)", m, k, fact())
	}
	out.WriteString(m + "\n")
	made := 1
	earlier := func() string { return fmt.Sprintf("m%d", rng.IntN(made)) }
	for range 2 + rng.IntN(6) {
		var step string
		switch rng.IntN(5) {
		case 0:
			step = fmt.Sprintf("M.insert (%s, %s, %s)", earlier(), key(), fact())
		case 1:
			step = fmt.Sprintf("if %s = %d then %s else M.insert (%s, %s, %s)", integer(), rng.IntN(3), earlier(), earlier(), key(), fact())
		case 2:
			step = fmt.Sprintf("turned (%s, %s)", earlier(), key())
		default:
			step = fmt.Sprintf("join (%s, %s)", earlier(), earlier())
		}
		fmt.Fprintf(&out, "      val m%d = %s\n", made, step)
		made++
	}
	fmt.Fprintf(&out, "  in (m%d, join (%s, %s), turned (%s, %s)) end\n", made-1, earlier(), earlier(), earlier(), key())
	return out.String()
}
