package stager_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"scf/stager"
)

// TestSample: a sample is among what it is a sample of, its text is read as the same value, and all values of small sets are met.
func TestSample(t *testing.T) {
	fn, err := stager.ParseC(context.Background(), "f.c", []byte(`
		struct s { int n; unsigned char b[3]; const struct s *next; float x; };
		int f(const int *v, const struct s *p, _Bool b, unsigned long w, signed char c, const char *text, double d, int none) { return 0; }`), "f", stager.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	early, err := fn.ParseAbstract(map[string]string{
		"v": "0|[1,Int*]", "p": "{n:1|2, b:[Int,7,0|1], next:{n:Int}|0, x:Float}", "b": "CONSTANT", "w": "CONSTANT", "c": "CONSTANT",
		"text": `"ab"|[Int*]`, "d": "Float",
	})
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(r *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 1))
		for _, p := range fn.Params {
			l := early[p.Name].Sample(rng)
			if !early[p.Name].Contains(l) {
				r.Fatalf("%s: %v is not in %v", p.Name, l, early[p.Name])
			}
			again, err := stager.ParseLate(l.String(), p)
			if err != nil || again.String() != l.String() {
				r.Fatalf("%s: %v is read as %v: %v", p.Name, l, again, err)
			}
		}
	})
	seen := map[string]bool{}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		seen[early["b"].Sample(rng).String()] = true
	}
	if len(seen) != 2 {
		t.Errorf("samples of %v: %v", early["b"], seen)
	}
}
