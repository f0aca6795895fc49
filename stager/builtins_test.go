package stager_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
	"scf/stager"
)

// A builtinCase is a call of a function that passes know.
type builtinCase struct {
	result, call string            // of the type, with parameters
	params       string            // declarations
	values       map[string]string // constants for them
	args         string            // the same in C
}

// builtinCalls are calls of them: s and t are strings, m and n memory, c a character, k a count that lies in both, x an int, u an unsigned int, l
// and w a long and an unsigned one. What is not 0 of comparisons has a sign alone in common.
var builtinCalls = []struct{ result, call string }{
	{"unsigned long", "strlen(s)"}, {"int", "SIGN(strcmp(s, t))"}, {"int", "SIGN(strncmp(s, t, k))"}, {"int", "SIGN(memcmp(m, n, k))"},
	{"long", "PLACE(strchr(s, c), s)"}, {"long", "PLACE(strrchr(s, c), s)"}, {"long", "PLACE((const unsigned char *)memchr(m, c, k), m)"},
	{"unsigned long", "strspn(s, t)"}, {"unsigned long", "strcspn(s, t)"}, {"unsigned long", "(*s ? __builtin_strlen(s + 1) : 0) + !__builtin_strcmp(t, \"ab\")"},
	{"int", "abs(x)"}, {"long", "labs(l)"}, {"long long", "llabs(l)"}, {"int", "ffs(x)"}, {"int", "__builtin_ffsl(l) + __builtin_ffsll(l) + __builtin_ffs(x)"},
	{"int", "__builtin_popcount(u)"}, {"int", "__builtin_popcountl(w)"}, {"int", "__builtin_popcountll(w)"},
	{"int", "__builtin_parity(u)"}, {"int", "__builtin_parityl(w)"}, {"int", "__builtin_parityll(w)"},
	{"int", "__builtin_clz(u | 1)"}, {"int", "__builtin_clzl(w | 1)"}, {"int", "__builtin_clzll(w | 1)"},
	{"int", "__builtin_ctz(u | 65536)"}, {"int", "__builtin_ctzl(w | 65536)"}, {"int", "__builtin_ctzll(w | 1ul << 63)"},
	{"unsigned", "__builtin_bswap16(u)"}, {"unsigned", "__builtin_bswap32(u)"}, {"unsigned long", "__builtin_bswap64(w)"},
	{"int", "__builtin_abs(x) + (int)__builtin_labs(l) + (int)__builtin_llabs(l)"},
}

const builtinHead = `#include <string.h>
#include <strings.h>
#include <stdlib.h>
#include <stdio.h>
#define SIGN(x) (((x) > 0) - ((x) < 0))
#define PLACE(p, s) ((p) ? (p) - (s) : -1)
`

// randomBuiltins are cases with random arguments, each function of builtinCalls several times.
func randomBuiltins(r *rand.Rand, each int) (out []builtinCase) {
	text := func() string {
		var b strings.Builder
		for range r.IntN(6) {
			b.WriteByte("ab,\xe9"[r.IntN(4)])
		}
		return b.String()
	}
	for _, c := range builtinCalls {
		for range each {
			s, t := text(), text()
			if r.IntN(3) == 0 {
				t = s + t
			}
			m, n := s+"\x00"+t, s+"\x00"+text()
			u, w := r.Uint32()>>r.IntN(32), r.Uint64()>>r.IntN(64)
			v := map[string]string{}
			var args []string
			add := func(name, value, arg string) { v[name] = value; args = append(args, arg) }
			for _, p := range []struct{ name, text string }{{"s", s + "\x00"}, {"t", t + "\x00"}, {"m", m + "\x00"}, {"n", n + "\x00"}} {
				var values []string
				for _, b := range []byte(p.text) {
					if p.name < "o" {
						values = append(values, fmt.Sprint(b))
					} else {
						values = append(values, fmt.Sprint(int8(b)))
					}
				}
				list := strings.Join(values, ",")
				kind := "char"
				if p.name < "o" {
					kind = "unsigned char"
				}
				add(p.name, "["+list+"]", fmt.Sprintf("(const %s[]){%s}", kind, list))
			}
			for _, p := range []struct {
				name  string
				value int64
			}{{"c", int64(int8("ab,\xe9\x00z"[r.IntN(6)]))}, {"k", int64(r.IntN(min(len(m), len(n)) + 2))}, {"x", int64(int32(u))}, {"u", int64(u)}, {"l", int64(w)}, {"w", int64(w)}} {
				value := fmt.Sprint(p.value)
				if p.name == "w" {
					value = fmt.Sprint(w)
				}
				add(p.name, value, strings.Replace(fmt.Sprintf("%su", value), "-9223372036854775808u", "(-9223372036854775807-1)", 1))
				if p.name != "w" && p.name != "u" {
					args[len(args)-1] = fmt.Sprintf("%d%s", p.value, "l")
				}
			}
			out = append(out, builtinCase{c.result, c.call, "const char *s, const char *t, const unsigned char *m, const unsigned char *n, int c, unsigned long k, int x, unsigned u, long l, unsigned long w", v, strings.Join(args, ", ")})
		}
	}
	return out
}

// TestBuiltins computes calls of the functions that passes know and compares the results with those of C's library and compiler. None is left
// but for what C leaves undefined.
func TestBuiltins(t *testing.T) {
	tier.Standard(t, "a program is compiled")
	toolchain.Compiler(t)
	t.Parallel()
	cases := randomBuiltins(rand.New(rand.NewPCG(21, 7)), tier.Pick(2, 6, 40))
	var functions, calls strings.Builder
	for i, c := range cases {
		fmt.Fprintf(&functions, "%s f%d(%s) { return %s; }\n", c.result, i, c.params, c.call)
		fmt.Fprintf(&calls, "    printf(\"%d %%ld\\n\", (long)f%d(%s));\n", i, i, c.args)
	}
	src := builtinHead + functions.String()
	main := "int main(void)\n{\n" + calls.String() + "}\n"
	optimised := withEachOptimised(t, []byte(src), func(i int, _ string) map[string]string { return cases[i].values })
	want, got := toolchain.Output(t, []byte(src+main)), toolchain.Output(t, []byte(string(optimised)+main))
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s\n%s", diff, optimised)
	}
	for i, line := range strings.Split(strings.TrimPrefix(string(optimised), builtinHead), "\n") {
		if i := i / 3; i < len(cases) && strings.Count(line, "(") > 0 && !strings.Contains(line, "const char *s") {
			t.Errorf("left of %s for %v: %s", cases[i].call, cases[i].values, line)
		}
	}
}

// Functions of a file that have such names are called as they stand, from a staged directory, too.
func TestOwnFunctionsAreNoBuiltins(t *testing.T) {
	const src = `static int abs(int x) { return x < 0 ? 1 - x : x + 1; }
unsigned long strlen(const char *s) { return *s ? 2 + strlen(s + 1) : 100; }
int f(const char *s, int k, int x) { return (int)strlen(s) * x + abs(k); }`
	values := map[string]string{"s": `"ab"`, "k": "-3"}
	f, err := stager.ParseC(t.Context(), "own.c", []byte(src), "f", stager.CConfig{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	abstract, err := f.ParseAbstract(map[string]string{"s": "[Int*]", "k": "CONSTANT(Int)"})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	staged, err := stager.Stage(t.Context(), f, pipeline(t, stager.DefaultPipeline), abstract, stager.Options{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	dir := t.TempDir() + "/staged"
	if err := staged.Save(dir); err != nil {
		t.Fatal(diag.Render(err))
	}
	opened, err := stager.Open(t.Context(), dir, stager.Limits{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	for name, s := range map[string]*stager.Staged{"staged": staged, "opened": opened} {
		late, err := s.Function.ParseLate(values)
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		result, err := s.Run(t.Context(), late)
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		text, err := result.C(stager.Output{Only: true})
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		if !strings.Contains(string(text), "return 104 * x + 4;") {
			t.Errorf("%s: %s", name, text)
		}
	}
}
