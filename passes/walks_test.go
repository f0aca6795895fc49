package passes_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"scf/ast"
	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
	"scf/stager"
)

var (
	walks     = tier.Flag("passes.walks", 10, 60, 600, "how many random functions TestWalks has that walk through constant tables")
	firstWalk = tier.Flag("passes.first-walk", 0, 0, 0, "the first seed of TestWalks")
)

// TestWalks optimizes random functions that walk through constant tables on input that is not constant, as automata, matchers, decoders and
// trees do, with loops in loops and ways out at many places: compiled they do what the original does, and no label is used twice; every fiftieth is staged too.
func TestWalks(t *testing.T) {
	tier.Standard(t, "programs are compiled")
	toolchain.Compiler(t)
	pipeline, err := stager.ParsePipeline(stager.DefaultPipeline)
	if err != nil {
		t.Fatal(err)
	}
	var out, tests strings.Builder
	out.WriteString("#include <stdio.h>\n#include <string.h>\n")
	for seed := firstWalk.Uint64(); seed < firstWalk.Uint64()+walks.Uint64(); seed++ {
		g := &walkGenerator{Rand: rand.New(rand.NewPCG(seed, 1))}
		name := fmt.Sprintf("walk_%d", seed)
		src := g.function(name)
		fn, err := stager.ParseC(t.Context(), name+".c", []byte(src), name, stager.CConfig{})
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		values := map[string]string{"next": g.table(), "more": g.table()}
		late, err := fn.ParseLate(values)
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		r, err := stager.RunUnstaged(t.Context(), fn, pipeline, late)
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		if err := ast.Verify(r.Func); err != nil {
			t.Errorf("%v\n%s", err, src)
		}
		text, err := r.C(stager.Output{As: name + "_optimized", Only: true})
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		fmt.Fprintf(&out, "%s%s\n", src, text)
		fmt.Fprintf(&tests, "    {%[1]q, %[1]s, %[1]s_optimized, {%s}, {%s}},\n", name, strings.Trim(values["next"], "[]"), strings.Trim(values["more"], "[]"))
		if seed%50 == 49 {
			sameWalk(t, fn, pipeline, values, string(text))
		}
	}
	fmt.Fprintf(&out, walksMain, tests.String())
	if wrong := toolchain.Output(t, []byte(out.String())); wrong != "" {
		t.Errorf("other results:\n%s", wrong)
	}
}

// sameWalk stages the function for the first numbers of its tables and gives the others late.
func sameWalk(t *testing.T, fn *stager.Function, p stager.Pipeline, values map[string]string, want string) {
	t.Helper()
	early, first := map[string]string{}, func(list string) string { return list[:strings.LastIndexByte(list, ',')] + ",Int]" }
	for name, list := range values {
		early[name] = first(list)
	}
	abstract, err := fn.ParseAbstract(early)
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	staged, err := stager.Stage(t.Context(), fn, p, abstract, stager.Options{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	late, err := fn.ParseLate(values)
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	r, err := staged.Run(t.Context(), late)
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	text, err := r.C(stager.Output{As: fn.Name + "_optimized", Only: true})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	if string(text) != want {
		t.Errorf("staged for %v:\n%s\nunstaged:\n%s", early, text, want)
	}
}

const walksMain = `
typedef int walk(const int *, int, const int *, const signed char *, int *, int);
static struct { const char *name; walk *original, *optimized; int next[8]; signed char more[8]; } all[] = {
%s};
static unsigned state = 12345;
static unsigned number(void) { state ^= state << 13; state ^= state >> 17; return state ^= state << 5; }
int main(void)
{
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        for (int k = 0; k < 300; k++) {
            int in[16], a[16] = {0}, b[16] = {0}, most = 1 + number() %% 7, n = number() %% 20, fuel = number() %% 60;
            for (int j = 0; j < 16; j++) in[j] = number() %% most;
            int x = all[i].original(in, n, all[i].next, all[i].more, a, fuel);
            int y = all[i].optimized(in, n, all[i].next, all[i].more, b, fuel);
            if (x != y || memcmp(a, b, sizeof a)) { printf("%%s: %%d, optimized %%d\n", all[i].name, x, y); break; }
        }
    return 0;
}
`

// walkGenerator makes functions that have a state s, a position in their input, flags, and fuel, without which no loop goes on.
type walkGenerator struct {
	*rand.Rand
	loops, counters int
}

func (g *walkGenerator) one(texts ...string) string { return texts[g.IntN(len(texts))] }

func (g *walkGenerator) table() string {
	numbers := make([]string, 8)
	for i := range numbers {
		numbers[i] = fmt.Sprint(g.IntN(9) - 1)
	}
	return "[" + strings.Join(numbers, ",") + "]"
}

func (g *walkGenerator) function(name string) string {
	loop := g.loop(3)
	if g.IntN(4) == 0 {
		loop = g.commands(1, 2) + " " + loop
	}
	return fmt.Sprintf(`int %s(const int *in, int n, const int *next, const signed char *more, int *out, int fuel)
{
    int s = 0, at = 0, sum = 0, bit = 0, big = 0;
    %s
    return sum * 7 + s + at * 3 + bit + big;
}
`, name, loop)
}

func (g *walkGenerator) test() string {
	return g.one("s < 0", "s > 3", "s == 2", "s != 5 && in[at & 15] != more[s & 7]", "in[at & 15] > 3", "in[at & 15] == more[s & 7]", "in[at & 15] & 1",
		"at >= n", "next[s & 7] > 2", "bit == 1", "bit", "at < n && s >= 0", "big", "big > 0 || s == 1", "more[s & 7]", "more[s & 7] && in[at & 15] != s",
		"s >= 0 && at < n && in[at & 15] != next[s & 7]", "next[s & 7] != 3 && in[at & 15] != 2 && s != 6")
}

func (g *walkGenerator) assignment() string {
	return g.one("s = next[s & 7];", "s = next[(s + (in[at & 15] & 1)) & 7];", "s = next[(s & 3) + (in[at & 15] > 2)];", "s = more[(s & 3) + bit];",
		"s = in[at & 15] & 1 ? next[s & 7] : more[s & 7];", "s = 0;", "s++;", "s = s - 1;", "s = (s + 1) & 7;", "s = 2 * (s & 1) + big;",
		"at++;", "at += bit;", "sum += s;", "sum = sum * 3 + at;", "bit = in[at & 15] & 1;", "bit = !bit;", "big = in[at & 15] > 3;", "big = 0;",
		"{ int low = in[at & 15] & 1; at++; s = next[(s & 3) + low]; }", "out[at & 15] += s;")
}

func (g *walkGenerator) commands(depth, n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = g.command(depth)
	}
	return strings.Join(all, " ")
}

func (g *walkGenerator) body(depth int) string {
	g.loops++
	defer func() { g.loops-- }()
	return "{ if (--fuel < 0) return sum; " + g.commands(depth, 2+g.IntN(3)) + " }"
}

func (g *walkGenerator) loop(depth int) string {
	switch g.IntN(8) {
	case 0, 1, 2:
		return fmt.Sprintf("while (%s) %s", g.test(), g.body(depth))
	case 3, 4:
		return "for (;;) " + g.body(depth)
	case 5:
		body := g.body(depth)
		return fmt.Sprintf("do %s while (%s);", body, g.test())
	}
	g.counters++
	i := fmt.Sprintf("i%d", g.counters)
	return fmt.Sprintf("for (int %[1]s = 0; %[1]s < %[2]s; %[1]s++) %[3]s", i, g.one("3", "n", "4", "s"), g.body(depth))
}

func (g *walkGenerator) command(depth int) string {
	what := g.IntN(100)
	switch {
	case depth <= 0 || what < 42:
		if g.loops > 0 && g.IntN(6) == 0 {
			return fmt.Sprintf("if (%s) %s", g.test(), g.one("break;", "continue;", "return sum + s;", "{ sum++; break; }"))
		}
		return g.assignment()
	case what < 62:
		c := fmt.Sprintf("if (%s) { %s }", g.test(), g.commands(depth-1, 1+g.IntN(3)))
		if g.IntN(2) == 0 {
			c += fmt.Sprintf(" else { %s }", g.commands(depth-1, 1+g.IntN(3)))
		}
		return c
	case what < 86:
		return g.loop(depth - 1)
	}
	var arms strings.Builder
	for k := range 2 + g.IntN(3) {
		loops := g.loops
		g.loops = 0 // so that a break is one of the arm's own
		inside := g.commands(depth-1, 1+g.IntN(2))
		g.loops = loops
		end := g.one("break;", "break;", "", "return sum;", "continue;")
		if end == "continue;" && g.loops == 0 {
			end = "break;"
		}
		fmt.Fprintf(&arms, "case %d: %s %s ", k, inside, end)
	}
	if g.IntN(2) == 0 {
		fmt.Fprintf(&arms, "default: %s ", g.assignment())
	}
	return fmt.Sprintf("switch (%s) { %s}", g.one("s & 3", "in[at & 15] & 3", "next[s & 7] & 3"), arms.String())
}
