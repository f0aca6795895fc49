package similar

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"scf/internal/testing/progen"
	"scf/internal/testing/tier"
	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/interp"
)

func load(t *testing.T, entry, text string) *core.Program {
	t.Helper()
	p, _, err := scfml.Load(entry, scfml.Source{Name: "test", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestMerge(t *testing.T) {
	const rest = " val y = x * x val z = y * y val u = z * x + y val v = u * z - y val w = v * u + z"
	for _, test := range []struct {
		name, text string
		merged     int
		want       string // is in the result
	}{
		{"constants", `fun f (x : int) : int = let` + rest + ` in w + 3 end
			fun g (x : int) : int = let` + rest + ` in w + 4 end
			fun main (n : int) : int = f n + g (n + 1)`, 1, "f (n, 3) + f (n + 1, 4)"},
		{"the same constant twice is one parameter", `fun f (x : int) : int = let` + rest + ` in (w + 3) * 3 end
			fun g (x : int) : int = let` + rest + ` in (w + 4) * 4 end
			fun main (n : int) : int = f n + g (n + 1)`, 1, "f (n, 3) + f (n + 1, 4)"},
		{"callers of what is merged, which pass it on", `fun f (x : int) : int = let` + rest + ` in w + 3 end
			fun g (x : int) : int = let` + rest + ` in w + 4 end
			fun f2 (x : int) : int = let` + rest + ` in f w + 1 end
			fun g2 (x : int) : int = let` + rest + ` in g w + 1 end
			fun main (n : int) : int = f2 n + g2 (n + 1)`, 2, "f2 (n, 3) + f2 (n + 1, 4)"},
		{"recursive functions", `fun f (x : int, n : int) : int = let` + rest + ` in if n < 1 then w + 3 else f (w + n, n - 1) end
			fun g (x : int, n : int) : int = let` + rest + ` in if n < 1 then w + 4 else g (w + n, n - 1) end
			fun main (n : int) : int = f (n, 2) + g (n, 3)`, 1, "f (w + n, n - 1, k)"},
		{"functions that call each other with other constants", `fun f (x : int, n : int) : int = let` + rest + ` in if n < 1 then w + 3 else g (w + n, n - 1) end
			and g (x : int, n : int) : int = let` + rest + ` in if n < 1 then w + 4 else f (w + n, n - 1) end
			fun main (n : int) : int = f (n, 2) + g (n, 3)`, 1, "f (w + n, n - 1, k', k)"},
		{"lists of other elements, and none", `fun f (x : int) : int list = let` + rest + ` in w :: nil end
			fun g (x : int) : int list = let` + rest + ` in w :: [1, 2] end
			fun main (n : int) : int list * int list = (f n, g (n + 1))`, 1, "k : int list"},
		{"not of other types", `fun f (x : int) : int list = let` + rest + ` in nil end
			fun g (x : int) : bool list = let` + rest + ` in nil end
			fun main (n : int) : int list * bool list = (f n, g (n + 1))`, 0, ""},
		{"not where it makes the program larger", `fun f (x : int) : int = x + 3
			fun g (x : int) : int = x + 4
			fun main (n : int) : int = f n + g (n + 1) + f (n * 2) + f (n * 3) + g (n * 4)`, 0, ""},
		{"not patterns", `fun f (x : int) : int = let` + rest + ` in case w of 3 => 1 | _ => 2 end
			fun g (x : int) : int = let` + rest + ` in case w of 4 => 1 | _ => 2 end
			fun main (n : int) : int = f n + g (n + 1)`, 0, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := load(t, "Test.main", "structure Test = struct "+test.text+" end")
			before := p.String()
			q, merged, err := Merge(t.Context(), p)
			if err != nil || merged != test.merged || !strings.Contains(q.String(), test.want) {
				t.Errorf("%d functions are gone (%v):\n%s", merged, err, q)
			}
			if after := p.String(); after != before {
				t.Errorf("the program was changed:\n%s", after)
			}
			if q.Size() > p.Size() || merged > 0 && q.Size() == p.Size() {
				t.Errorf("it grows from %d to %d nodes", p.Size(), q.Size())
			}
			if err := core.Verify(q); err != nil {
				t.Fatal(err)
			}
			for n := range 5 {
				sameRun(t, p, q, core.Int(n-2))
			}
		})
	}
}

func TestMergeIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := Merge(ctx, load(t, "T.f", "structure T = struct fun f (x : int) : int = x end")); err != context.Canceled {
		t.Errorf("the error is %v", err)
	}
}

// sameRun runs p and q, which must give the same at the same cost.
func sameRun(t *testing.T, p, q *core.Program, arg core.Value) {
	t.Helper()
	want, cost, err := interp.New(p).Run(t.Context(), arg, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, newCost, err := interp.New(q).Run(t.Context(), arg, interp.Options{})
	if err != nil || !core.Equal(got, want) || newCost != cost {
		t.Errorf("%s: %s, %v instead of %s, %v (%v)\n%s\nmerged:\n%s", core.FormatValue(arg), core.FormatValue(got), newCost, core.FormatValue(want), cost, err, p, q)
	}
}

// TestMergeRandomPrograms: random programs in which functions have variants with other constants, called here and there, do the same at the same cost.
func TestMergeRandomPrograms(t *testing.T) {
	gone := 0
	n := tier.Pick(10, 60, 600)
	for seed := range uint64(n) {
		c := progen.Generate(seed)
		p := load(t, c.Entry, c.Source)
		p = varied(core.Monomorphic(p), rand.New(rand.NewPCG(seed, 1)))
		if err := core.Verify(p); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		q, merged := merge(t.Context(), p, bounds{most: 64})
		gone += merged
		if err := core.Verify(q); err != nil {
			t.Fatalf("seed %d: %v\n%s\nmerged:\n%s", seed, err, p, q)
		}
		for _, text := range c.Inputs {
			arg, err := core.ParseValue(text, p.Entry.ArgType(), p)
			if err != nil {
				t.Fatal(err)
			}
			sameRun(t, p, q, arg)
		}
		if t.Failed() {
			t.Fatal(fmt.Sprint("seed ", seed))
		}
	}
	if gone < n {
		t.Errorf("%d functions are gone in %d programs", gone, n)
	}
}

// varied is p with variants of its functions beside them, in which some constants differ, and with calls of these.
func varied(p *core.Program, r *rand.Rand) *core.Program {
	out := *p
	out.Funcs = nil
	variants := map[*core.Func][]*core.Func{}
	for _, f := range p.Funcs {
		for i := range 1 + r.IntN(3) {
			if f == p.Entry && i > 0 {
				break
			}
			g := *f
			g.Name += strings.Repeat("'", i)
			sub := map[*core.Var]core.Expr{}
			g.Params = nil
			for _, x := range f.Params {
				y := &core.Var{Name: x.Name}
				g.Params, sub[x] = append(g.Params, y), &core.VarExpr{Var: y}
			}
			g.Body = core.Clone(f.Body, sub)
			if i > 0 {
				g.Body = changed(g.Body, r)
			}
			variants[f] = append(variants[f], &g)
			out.Funcs = append(out.Funcs, &g)
		}
	}
	for _, f := range out.Funcs {
		f.Body = core.Retarget(f.Body, func(g *core.Func) *core.Func { return variants[g][r.IntN(len(variants[g]))] })
	}
	out.Entry = variants[p.Entry][0]
	out.Funcs = out.Reachable()
	return &out
}

// changed is e with other constants: numbers that are not zero, by which nothing is divided and nothing counted down to zero, and truth values.
func changed(e core.Expr, r *rand.Rand) core.Expr {
	if c, ok := e.(*core.Const); ok {
		if n, ok := c.Value.(core.Int); ok && n > 1 && r.IntN(2) == 0 {
			return &core.Const{Value: n + core.Int(1+r.IntN(3))}
		}
		if b, ok := c.Value.(core.Str); ok && r.IntN(2) == 0 {
			return &core.Const{Value: b + "x"}
		}
		return e
	}
	return core.Rebuild(e, func(e core.Expr) core.Expr { return changed(e, r) })
}
