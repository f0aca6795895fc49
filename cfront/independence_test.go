package cfront

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"scf/internal/cprog"
	"scf/internal/diag"
	"scf/internal/testing/tier"
)

func TestDeclaredIn(t *testing.T) {
	for _, c := range [][2]string{
		{"int x, *y[3], (*z)(int q), w(T a, T *b);", "x y z w"},
		{"T *p;", "p"},
		{"T const c = { .a = 1 }, d = f(1, 2);", "c d"},
		{"T (*fp)(T *v);", "T fp"},
		{"T (f)(void);", "T f"},
		{"const T (*ap)[3];", "T ap"},
		{"static inline __attribute__((always_inline)) T foo(const T *a, size_t n)", "foo"},
		{"int old(a, b) int a; char *b;", "old a b"},
		{"foo(a, b)", "foo a b"},
		{"typedef struct S { int a; struct N { int b; } c; enum { A, B = 3, C } d; } S, *PS;", "S N A B C S PS"},
		{"struct S;", ""},
		{"struct S *g(struct Q *q);", "g"},
		{"enum E { X = 1, Y };", "E X Y"},
		{"struct __attribute__((packed)) R { int a; };", "R"},
		{"extern __typeof__(foo) bar __attribute__((alias(\"foo\")));", "bar"},
		{"int (*(*deep)(int))(char) = 0, h = sizeof(T), arr[] = {1, a, b};", "deep h arr"},
		{"_Static_assert(sizeof(int) == 4, \"x\");", ""},
		{"_Atomic(int) at; _Atomic int au;", "at au"},
		{"__extension__ typedef unsigned long long L;", "L"},
		{"extern int printf (const char *restrict f, ...) __asm__ (\"\" \"other\") __attribute__ ((nonnull (1)));", "printf"},
	} {
		if got := strings.Join(declaredIn(tokensOf([]byte(c[0]))), " "); got != c[1] {
			t.Errorf("%s declares %q, not %q", c[0], got, c[1])
		}
	}
}

// TestReaches: a function that reaches nothing that a macro changes is the same where the file is read with the macro changed.
func TestReaches(t *testing.T) {
	tier.Standard(t, "it parses many programs")
	unreached, others := 0, 0
	for seed := range uint64(tier.Pick(40, 40, 400)) {
		rng := rand.New(rand.NewPCG(seed, 1))
		p := cprog.Generate(seed, cprog.Options{Size: 4, Without: cprog.SetOf(cprog.LineDirectives)})
		lines := strings.Split(p.Source, "\n")
		for range 3 { // a line that stands for itself is there, or not
			i := rng.IntN(len(lines))
			if text := strings.TrimSpace(lines[i]); strings.HasSuffix(text, ";") && !strings.ContainsAny(text, "{}#") {
				lines[i] = fmt.Sprintf("%s NDEBUG\n%s\n#endif", []string{"#ifdef", "#ifndef"}[rng.IntN(2)], lines[i])
			}
		}
		f, err := Parse(context.Background(), "x.c", []byte(strings.Join(lines, "\n")), Options{})
		if err != nil || len(f.flags.names) == 0 || f.with("NDEBUG") == nil {
			continue
		}
		for _, def := range f.funcs {
			l, tree := lowerFunction(f, def, "")
			if len(l.errs) > 0 {
				continue
			}
			switch alike := l.isReadAlike("NDEBUG", tree); {
			case f.reaches("NDEBUG", tree.Name):
				if !alike {
					others++
				}
			case alike:
				unreached++
			default:
				t.Errorf("seed %d: %s reaches nothing that NDEBUG changes, and is another function\n%s", seed, tree.Name, f.Source())
			}
		}
	}
	if t.Logf("%d functions reach nothing that changes, %d others are other ones", unreached, others); unreached < 100 || others < 10 {
		t.Errorf("%d functions reach nothing that changes, %d others are other ones", unreached, others)
	}
}

// TestReachesWhatIsHidden: where more than the preprocessed text says what a function is, the file is read.
func TestReachesWhatIsHidden(t *testing.T) {
	for _, src := range []string{
		"#ifdef NDEBUG\n#pragma pack(1)\n#endif\nstruct s { char c; int i; };\nint f(const struct s *p) { return p->i; }\n",
		"#ifndef NDEBUG\nint counted = __COUNTER__;\n#endif\nint f(void) { return __COUNTER__; }\n",
		"#ifndef NDEBUG\n#line 7\n#endif\nint f(void) { return __LINE__; }\n",
	} {
		f, err := Parse(context.Background(), "x.c", []byte(src), Options{})
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		if _, err := f.Lower("f"); err == nil || !strings.Contains(err.Error(), "the macro NDEBUG") {
			t.Errorf("%s: %v", src, err)
		}
	}
}
