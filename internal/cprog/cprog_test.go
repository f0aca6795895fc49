package cprog

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

var programs = flag.Int("programs", 10, "how many random programs TestDefined makes")

func TestDeterministic(t *testing.T) {
	for seed := range uint64(50) {
		a, b := Generate(seed, Options{}), Generate(seed, Options{})
		if a.Source != b.Source {
			t.Fatalf("seed %d makes two programs:\n%s\n%s", seed, a.Source, b.Source)
		}
	}
}

// TestCoverage: every construct is made, and none that is switched off.
func TestCoverage(t *testing.T) {
	tier.Standard(t, "many programs")
	var uses [constructs]int
	const n = 300
	for seed := range uint64(n) {
		for c, k := range Generate(seed, Options{}).Uses {
			uses[c] += min(k, 1)
		}
	}
	for _, c := range Constructs() {
		if uses[c] == 0 {
			t.Errorf("%d programs, and none has %v", n, c)
		}
		t.Logf("%v: in %d of %d programs", c, uses[c], n)
		for seed := range uint64(tier.Pick(5, 5, 15)) {
			if p := Generate(seed, Options{Without: SetOf(c)}); p.Uses[c] > 0 {
				t.Fatalf("seed %d has %v, which is switched off:\n%s", seed, c, p.Source)
			}
		}
	}
}

// TestScalars: programs of integers say so, and may do without loops and calls.
func TestScalars(t *testing.T) {
	for seed := range uint64(100) {
		p := Generate(seed, Options{Size: 20, Without: BeyondScalars.With(Loops).With(SetOf(Calls))})
		for _, word := range []string{"for (", "while (", "probe(", "*a", "&a", "struct", "double"} {
			if strings.Contains(p.Source, word) {
				t.Fatalf("seed %d: %s in\n%s", seed, word, p.Source)
			}
		}
		for _, q := range p.Params {
			if !q.IsNumber() || q.IsFloat() {
				t.Fatalf("seed %d: the parameter %s in\n%s", seed, q.Name, p.Source)
			}
		}
	}
}

// TestUnions: what initialisers give a value of a union is no bit-field, beside which gcc -O0 leaves bits of a local as they were.
func TestUnions(t *testing.T) {
	tier.Standard(t, "many programs")
	begin := regexp.MustCompile(`union p_S\d+ \{\n.* m0( : \d+)?(\[\d+\])?;\n`)
	found := 0
	for seed := range uint64(tier.Pick(100, 100, 400)) {
		for _, m := range begin.FindAllStringSubmatch(Generate(seed, Options{Prefix: "p_"}).Source, -1) {
			if found++; m[1] != "" {
				t.Errorf("seed %d: %s", seed, m[0])
			}
		}
	}
	if found == 0 {
		t.Error("no unions")
	}
}

func TestSets(t *testing.T) {
	s := SetOf(Goto, Unions)
	if back, unknown := ParseSet(s.String()); back != s || unknown != nil {
		t.Errorf("%v reads back as %v", s, back)
	}
	if _, unknown := ParseSet("goto,nothing"); len(unknown) != 1 {
		t.Errorf("unknown names: %v", unknown)
	}
}

// TestDefined: programs compile, end, and do nothing that C leaves undefined: the sanitizers say so, and two levels of
// optimization give one result.
func TestDefined(t *testing.T) {
	tier.OnlyLong(t, "each program is compiled")
	toolchain.Compiler(t)
	const batch = 10
	for first := 0; first < *programs; first += batch {
		var cases []Case
		for seed := first; seed < first+batch; seed++ {
			p := Generate(uint64(seed), Options{Prefix: fmt.Sprintf("p%d_", seed), Size: 5 + seed%30})
			cases = append(cases, Case{p, []Variant{{}}})
		}
		failures, err := Compare(context.Background(), cases, Settings{Rounds: 4, Seed: uint64(first), Sanitize: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range failures {
			t.Errorf("seed %d: %s\nthe file is %s", first+f.Case, f.Message, keepFile(t, f.File))
		}
		var outputs []string
		for _, level := range []string{"-O0", "-O2"} {
			s := Settings{Rounds: 4, Seed: uint64(first), Flags: []string{level}}
			out, err := run(context.Background(), Text(cases, s), s)
			if err != nil {
				t.Fatal(err)
			}
			outputs = append(outputs, out)
		}
		if outputs[0] != outputs[1] {
			call, lines := firstDifference(outputs[0], outputs[1])
			t.Errorf("seeds %d to %d: the levels differ at %s: %q", first, first+batch-1, call, lines)
		}
	}
}

// TestCompiles: many programs compile, those also that a construct is rare in.
func TestCompiles(t *testing.T) {
	cc := toolchain.Compiler(t)
	var text strings.Builder
	for seed := range uint64(tier.Pick(40, 150, 300)) {
		text.WriteString(Generate(seed, Options{Prefix: fmt.Sprintf("p%d_", seed), Size: 8}).Source)
	}
	cmd := exec.Command(cc, "-std=gnu17", "-w", "-fsyntax-only", "-x", "c", "-")
	cmd.Stdin = strings.NewReader(text.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, firstLines(out, 20))
	}
}

// keepFile writes a file that shows a failure where it outlives the test.
func keepFile(t *testing.T, text string) string {
	f, err := os.CreateTemp("", "cprog-*.c")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	return f.Name()
}

// TestCompare: a version that does something else is found, in its result and in memory; one that does the same is not.
func TestCompare(t *testing.T) {
	tier.OnlyLong(t, "programs are compiled in many ways")
	toolchain.Compiler(t)
	p := &Program{Source: "static int x_g;\nint x_f(int a) { x_g += a; return a; }\n", Func: "x_f", prefix: "x_", result: intType,
		Params: []Param{{Name: "a", Type: intType}}, globals: []*variable{{name: "x_g", t: intType}}}
	version := func(name, body string) Variant {
		return Variant{Func: name, Definition: fmt.Sprintf("int %s(int a) { %s }\n", name, body), Fixed: map[string]Value{"a": {"3", "3"}}}
	}
	c := Case{p, []Variant{
		version("x_same", "x_g += 3; return 3;"), version("x_result", "x_g += a; return a + 1;"), version("x_memory", "return a;"),
		version("x_crash", "return *(int *)0;"), version("x_end", "for (;;) x_g++;"),
	}}
	failures, err := Compare(context.Background(), []Case{c}, Settings{Rounds: 2})
	if err != nil {
		t.Fatal(err)
	}
	var found []int
	for _, f := range failures {
		found = append(found, f.Variant)
	}
	if fmt.Sprint(found) != "[1 2 3 4]" {
		t.Fatalf("the versions %v are found to differ: %v", found, failures)
	}
}

// TestSame: pointers that promise different numbers of elements are of different types to what points to them: what is stored through one would break the
// promise of the other.
func TestSame(t *testing.T) {
	if !same(pointerTo(intType, 2), pointerTo(intType, 2)) || same(pointerTo(intType, 2), pointerTo(intType, 6)) {
		t.Error("pointers to 2 and to 6 ints")
	}
}
