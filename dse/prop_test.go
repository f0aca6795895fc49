package dse

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"scf/absval/tree"
	"scf/internal/testing/progen"
	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/interp"
)

// TestEquivalent prunes random programs, with the keys that their operations use on the inputs: results must stay, costs must
// not rise.
func TestEquivalent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { equivalent(t, rapid.Uint64().Draw(t, "seed")) })
}

func equivalent(t *rapid.T, seed uint64) {
	c := progen.Generate(seed)
	p, _, err := scfml.Load(c.Entry, scfml.Source{Name: "random", Text: c.Source})
	if err != nil {
		t.Fatal(err)
	}
	var inputs [][]core.Value
	for _, text := range c.Inputs {
		v, err := core.ParseValue(text, p.Entry.ArgType(), p)
		if err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, arguments(p.Entry, v))
	}
	samePruned(t, p, inputs, Options{})
}

// samePruned prunes p with exact keys for the inputs until nothing changes, and compares the runs on them.
func samePruned(t *rapid.T, p *core.Program, inputs [][]core.Value, o Options) {
	set := func(vs []core.Value) *core.KeySet { return keysOf(vs...) }
	if rapid.Bool().Draw(t, "absval") {
		d := tree.New(tree.Options{})
		set = func(vs []core.Value) *core.KeySet {
			ks := d.Bottom
			for _, v := range vs {
				ks = d.Join(ks, d.OfValue(v))
			}
			return d.KeySet(ks)
		}
	}
	p, ok := recordKeys(p, inputs, set)
	const rounds = 6
	for round := 1; ; round++ {
		pruned, report, _ := Run(context.Background(), p, o)
		for i, in := range inputs {
			if ok[i] {
				sameRun(t, p, pruned, in, report)
			}
		}
		if report.Changes() == 0 {
			return
		}
		if round == rounds {
			t.Fatalf("still changing after %d rounds: %v\n%s", rounds, report, p)
		}
		p = pruned
	}
}

// arguments spreads the entry's argument over its parameters.
func arguments(f *core.Func, v core.Value) []core.Value {
	if len(f.Params) == 1 {
		return []core.Value{v}
	}
	return v.(*core.Tuple).Elems
}

func sameRun(t *rapid.T, p, pruned *core.Program, in []core.Value, r Report) {
	if err := core.Verify(pruned); err != nil {
		t.Fatalf("%v\nof\n%s", err, p)
	}
	v, before, err := interp.New(p).Call(context.Background(), p.Entry, in, interp.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, p)
	}
	w, after, err := interp.New(pruned).Call(context.Background(), pruned.Entry, in, interp.Options{})
	if err != nil {
		t.Fatalf("input %v: %v\npruned\n%s\nof\n%s", in, err, pruned, p)
	}
	if !core.Equal(v, w) {
		t.Fatalf("input %v: pruned gives %s, not %s\npruned\n%s\nof\n%s",
			in, core.FormatValue(w), core.FormatValue(v), pruned, p)
	}
	if after.Total() > before.Total() && !mayCostMore(p, pruned, r) {
		t.Fatalf("input %v: pruned costs %v, not %v\npruned\n%s\nof\n%s", in, after, before, pruned, p)
	}
}

// mayCostMore reports whether an exception to the rule that a pruned program costs no more can apply (doc.go).
func mayCostMore(p, pruned *core.Program, r Report) bool {
	iterates := false
	for _, f := range pruned.Funcs {
		eachIterator(f.Body, func(*core.IterExpr) { iterates = true })
	}
	return r.MapOps > 0 && iterates || equalities(pruned) < equalities(p)
}

// equalities is how often p says that it compares maps or sets.
func equalities(p *core.Program) int {
	n := 0
	var visit func(e core.Expr)
	visit = func(e core.Expr) {
		if q, ok := e.(*core.PrimExpr); ok && (q.Op == core.OpMapEqual || q.Op == core.OpSetEqual) {
			n++
		}
		core.Children(e, visit)
	}
	for _, f := range p.Funcs {
		visit(f.Body)
	}
	return n
}

func eachIterator(e core.Expr, f func(*core.IterExpr)) {
	if it, ok := e.(*core.IterExpr); ok {
		f(it)
	}
	core.Children(e, func(x core.Expr) { eachIterator(x, f) })
}
