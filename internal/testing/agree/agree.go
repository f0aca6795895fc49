// Package agree holds residual programs to the programs that they were made of: where a program ends without error, its residual
// program gives the same value, on every member of the abstract input.
package agree

import (
	"context"
	"math/rand/v2"
	"testing"

	"scf/absval"
	"scf/internal/testing/progen"
	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/interp"
)

// limits end what runs for long.
var limits = interp.Options{MaxSteps: 500_000}

// Specializer gives the residual program of p for an abstract input in text.
type Specializer func(p *core.Program, input string) (*core.Program, error)

// Random specialises the random program of seed to each of its abstract inputs and compares on some members of them.
func Random(t testing.TB, seed uint64, members int, specialize Specializer) {
	t.Helper()
	c := progen.Generate(seed)
	p, _, err := scfml.Load(c.Entry, scfml.Source{Name: "random.scf-ml", Text: c.Source})
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	whole := interp.New(p)
	for _, input := range c.Abstract {
		q, err := specialize(p, input)
		if err != nil {
			t.Fatalf("seed %d, input %s: %v", seed, input, err)
		}
		residual := interp.New(q)
		for _, arg := range sample(t, p, input, members, rng) {
			want, _, err := whole.Run(context.Background(), arg, limits)
			if err != nil {
				continue
			}
			if got, _, err := residual.Run(context.Background(), arg, limits); err != nil || !core.Equal(want, got) {
				t.Fatalf("seed %d, input %s, member %v: the program gives %v, the residual %v, %v\n%s\nresidual:\n%s",
					seed, input, arg, want, got, err, c.Source, q)
			}
		}
	}
}

// sample are up to n members of the abstract input of p.
func sample(t testing.TB, p *core.Program, input string, n int, rng *rand.Rand) []core.Value {
	t.Helper()
	d := absval.New(absval.Options{})
	in, err := d.Parse(input, p.Entry.ArgType(), p)
	if err != nil {
		t.Fatalf("input %s: %v", input, err)
	}
	var out []core.Value
	for range n {
		if v, ok := d.Sample(in, p.Entry.ArgType(), rng, 6); ok {
			out = append(out, v)
		}
	}
	return out
}
