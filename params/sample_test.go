package params_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"scf/cfront"
	"scf/params"
)

// parametersOf are the parameters of the function f in a C file, by name.
func parametersOf(t *testing.T, source string) map[string]params.Param {
	t.Helper()
	file, err := cfront.Parse(t.Context(), "f.c", []byte(source), cfront.Options{OS: "linux", Arch: "amd64"})
	if err != nil {
		t.Fatal(err)
	}
	f, err := file.Function("f")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]params.Param{}
	for _, p := range f.Tree.Params {
		out[p.Name] = params.New(p.Name, p.Ty, f.Layouts)
	}
	return out
}

// TestSample: a sample is among what it is a sample of, its text is read as the same value, and all values of small sets are met.
func TestSample(t *testing.T) {
	reached := parametersOf(t, `
		struct s { int n; unsigned char b[3]; const struct s *next; float x; };
		int f(const int *v, const struct s *p, _Bool b, unsigned long w, signed char c, const char *text, double d, int none) { return 0; }`)
	early := map[string]params.Abstract{}
	for name, text := range map[string]string{
		"v": "0|[1,Int*]", "p": "{n:1|2, b:[Int,7,0|1], next:{n:Int}|0, x:Float}", "b": "CONSTANT", "w": "CONSTANT", "c": "CONSTANT",
		"text": `"ab"|[Int*]`, "d": "Float",
	} {
		a, err := params.ParseAbstract(text, reached[name])
		if err != nil {
			t.Fatal(err)
		}
		early[name] = a
	}
	rapid.Check(t, func(r *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 1))
		for _, name := range slices.Sorted(maps.Keys(reached)) {
			p := reached[name]
			l := early[p.Name].Sample(rng)
			if !early[p.Name].Contains(l) {
				r.Fatalf("%s: %v is not in %v", p.Name, l, early[p.Name])
			}
			again, err := params.ParseLate(l.String(), p)
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
