package cgen

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestGenerateIsDeterministic(t *testing.T) {
	o := Options{Loops: true, Calls: true}
	for seed := range uint64(50) {
		if a, b := Generate(seed, o), Generate(seed, o); a.Source != b.Source {
			t.Fatalf("seed %d makes two functions:\n%s\n%s", seed, a.Definition, b.Definition)
		}
	}
}

func TestOptions(t *testing.T) {
	for seed := range uint64(100) {
		plain := Generate(seed, Options{Name: "plain", Size: 20}).Definition
		for _, word := range []string{"for (", "while (", "probe(", "squash(", "note("} {
			if strings.Contains(plain, word) {
				t.Fatalf("seed %d: %s in\n%s", seed, word, plain)
			}
		}
		if !strings.Contains(plain, " plain(") {
			t.Fatalf("seed %d: the name is missing in\n%s", seed, plain)
		}
	}
}

// needCompiler skips a test where the machine has no C compiler; continuous integration must have one.
func needCompiler(t *testing.T) {
	t.Helper()
	if Compiler() != "" {
		return
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("no C compiler")
	}
	t.Skip("no C compiler")
}

// TestCompilesAndCompares runs functions against themselves, and against one with another result.
func TestCompilesAndCompares(t *testing.T) {
	needCompiler(t)
	var pairs []Pair
	for seed := range uint64(60) {
		p := Generate(seed, Options{Name: fmt.Sprintf("f%d", seed), Loops: true, Calls: true})
		twin := Generate(seed, Options{Name: fmt.Sprintf("g%d", seed), Loops: true, Calls: true})
		pairs = append(pairs, Pair{Prog: p, Candidate: twin.Definition, CandidateF: twin.Func})
	}
	if err := Compare(pairs, 5, 1); err != nil {
		t.Fatal(err)
	}
	p := Prog{Definition: "int f(int a) { return a; }\n", Func: "f", Result: "int", Params: []Param{{"a", "int", 32, true}}}
	other := Pair{Prog: p, Candidate: "int g(int a) { return a + (a == 3); }\n", CandidateF: "g", Fixed: map[string]int64{"a": 3}}
	if err := Compare([]Pair{other}, 3, 1); err == nil || !strings.Contains(err.Error(), "4, not 3") {
		t.Fatalf("got %v, want a difference", err)
	}
}
