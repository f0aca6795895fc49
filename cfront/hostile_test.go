package cfront

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"scf/internal/diag"
	"scf/internal/testing/tier"
)

// parseAll parses a text and lowers its functions; the error is that of the file.
func parseAll(name, src string, o Options) (outcomes []Outcome, err error) {
	f, err := Parse(context.Background(), name, []byte(src), o)
	if err != nil {
		return nil, err
	}
	return f.Functions(), nil
}

const anyFunction = "int f(int a) { return a; }\n"

// many joins the texts of f for 0 to n-1.
func many(n int, f func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(f(i))
	}
	return b.String()
}

// wrapped is n times open, inner, n times end.
func wrapped(n int, open, inner, end string) string {
	return strings.Repeat(open, n) + inner + strings.Repeat(end, n)
}

// inThemselves are structs that contain themselves, which the type checker would go round in, and structs that only look so.
var inThemselves = map[string]string{
	"struct a{struct a x;};":                                                                itself,
	"union a{union a x;};":                                                                  itself,
	"struct a{struct a x[2];int y;};":                                                       itself,
	"struct a{struct a (x);};":                                                              itself,
	"struct a{struct a *p, x;};":                                                            itself,
	"struct a{struct a x[2*3];};":                                                           itself,
	"struct a{struct a x __attribute__((aligned(2*8)));};":                                  itself,
	"struct a{struct a x:3;};":                                                              itself,
	"struct a{struct a;};":                                                                  itself,
	"struct a{struct{union{struct a x;}y;}z;};":                                             itself,
	"struct a{struct b{struct a x;}y;};":                                                    itself,
	"struct b;struct a{struct b x;};struct b{struct a x;};":                                 itself,
	"struct b{struct a x;};struct a{struct b x;};":                                          itself,
	"typedef struct a T;struct a{T x;};":                                                    itself,
	"typedef struct a T,U[2];struct a{U x;};":                                               itself,
	"typedef struct a T;typedef T U;struct a{U x;};":                                        itself,
	"struct a{__typeof__(struct a) x;};":                                                    itself,
	"struct a{_Atomic(struct a) x;};":                                                       itself,
	"typedef __typeof__(struct a) T;struct a{T x;};":                                        itself,
	"struct a*p;struct a{__typeof__(*p) x;};":                                               ofExpression,
	"struct a g(void);struct a{__typeof__(g()) x;};":                                        ofExpression,
	"struct a{__typeof__(*(struct a*)0) x;};":                                               ofExpression,
	"typedef struct a T;struct a{__typeof__(*(T*)0) x;};":                                   ofExpression,
	"struct b{struct a*p;};struct a{__typeof__(*((struct b*)0)->p) x;};":                    ofExpression,
	"int y;struct a{__typeof__(y + 1) x;__typeof__((char)2) z;struct a *n;};":               "",
	"struct a{int x;};int g(int n){struct b{struct a y;};struct a{struct b z;}v;return n;}": itself,
	"struct __attribute__((packed)) a{struct a x;};":                                        itself,

	"struct a{struct a *x;};":                                                        "",
	"struct a{struct a *x, **y, *z[2];int n;};":                                      "",
	"typedef struct a T;struct a{T *x;};":                                            "",
	"typedef struct a *P;struct a{P x;};":                                            "",
	"struct a{struct a (*f)(struct a);};":                                            "",
	"typedef struct a F(struct a);struct a{F *f;};":                                  "",
	"struct b;struct a{struct b *x;};struct b{struct a x;};":                         "",
	"struct a{int x;};struct b{struct a x, y[3];};struct c{struct a x;struct b y;};": "",
	"typedef struct{int x;}T;typedef struct{T a,b;}U;struct c{U x[2];T y;};":         "",
	"struct a{__typeof__(int) x;};":                                                  "",
	"struct a{char x[sizeof(int*)*2];};struct b{struct a x;};":                       "",
}

const (
	itself       = "contains itself"
	ofExpression = "the type of this expression"
)

// TestRecordsInThemselves parses structs that contain themselves.
func TestRecordsInThemselves(t *testing.T) {
	for src, want := range inThemselves {
		_, err := parseAll("x.c", src+anyFunction, Options{})
		checkRefusal(t, src, err, want)
	}
}

// TestRecordsOfRecords parses structs with many fields inside their fields.
func TestRecordsOfRecords(t *testing.T) {
	doubled := func(n int) string {
		return "struct s0{int x;};" + many(n, func(i int) string { return fmt.Sprintf("struct s%d{struct s%d a,b;};", i+1, i) })
	}
	typedefs := "typedef struct{int x;}T0;" + many(24, func(i int) string { return fmt.Sprintf("typedef struct{T%d a,b;}T%d;", i, i+1) })
	for src, want := range map[string]string{
		doubled(24): "fields",
		doubled(10): "",
		typedefs:    "fields",
		"struct s0{int x;};" + many(24, func(i int) string { return fmt.Sprintf("struct s%d{struct s%d *a,*b;};", i+1, i) }): "",
	} {
		_, err := parseAll("x.c", src+anyFunction, Options{})
		checkRefusal(t, src, err, want)
	}
	_, err := parseAll("x.c", "struct a{int x,y,z;};"+anyFunction, Options{Limits: Limits{Fields: 2}})
	checkRefusal(t, "three fields", err, "a struct has more than 2 fields")
}

// TestConditions preprocesses conditions that cc would exhaust its stack on, and sections in sections.
func TestConditions(t *testing.T) {
	tier.Standard(t, "each program is compiled")
	tier.Same(t)
	const n = 30_000
	const long, open = "the condition has more than", "the condition calls a macro whose arguments do not end"
	deep := "#define P " + strings.Repeat("(", n) + "\n#define Q " + strings.Repeat(")", n) + "\n"
	doubled := "#define A0 (\n#define B0 )\n" + many(17, func(i int) string {
		return fmt.Sprintf("#define A%d A%d A%d\n#define B%d B%d B%d\n", i+1, i, i, i+1, i, i)
	})
	for src, want := range map[string]string{
		"#if " + wrapped(n, "(", "1", ")") + "\n#endif\n":                               long,
		"#if 0\n#elif " + wrapped(n, "(", "1", ")") + "\n#endif\n":                      long,
		"#if " + strings.Repeat("!", n) + "1\n#endif\n":                                 long,
		"#if " + strings.Repeat("1?1:", n) + "1\n#endif\n":                              long,
		"#i\\\nf " + wrapped(n, "(\\\n", "1", ")") + "\n#endif\n":                       long,
		"/* x\n */ # /* y */ if " + wrapped(n, "(", "1", ")") + "\n#endif\n":            long,
		deep + "#if P 1 Q\n#endif\n":                                                    long,
		doubled + "#if A15 1 B15\n#endif\n":                                             long,
		deep + "#define M(x) x\n#if 0 && M(\n#if P 1 Q\n#endif\n#endif\n)":              open,
		deep + "#define M(x) x\n#define N M(\n#if 0 && N\n#if P 1 Q\n#endif\n#endif\n)": open,
		deep + "#if __LINE__ == 3\n#if P 1 Q\n#endif\n#endif\n":                         "__LINE__ and __COUNTER__",
		deep + "#define C __COUNTER__\n#if C == 0\n#if P 1 Q\n#endif\n#endif\n":         "__LINE__ and __COUNTER__",
		"#include </*>\n#if " + wrapped(n, "(", "1", ")") + "\n#endif\n/**/":            "include file not found",
		strings.Repeat("#if 1\n", n):                                                    "nested more than",
		"int a = 1; \x01\n#if 1\n#endif\n":                                              "control character U+0001",

		"#if 0\n#if " + wrapped(n, "(", "1", ")") + "\n#endif\n#endif\n":                      "",
		"#if 0\n" + strings.Repeat("#elif 0\n", 2000) + "#endif\n":                            "",
		"#if defined(P) || defined P || (1 ? 2 : 3) > !0\n#endif\n":                           "",
		deep + "#if defined(P) && defined P\n#endif\n":                                        "",
		"#define M(x) ((x) + 1)\n#if M(M(2)) == 4\nint g = __LINE__ + __COUNTER__;\n#endif\n": "",
		"// '\n/* \" */ #define X 1\n#if X\n#endif\n":                                         "",
	} {
		_, err := parseAll("x.c", src+anyFunction, Options{})
		checkRefusal(t, src, err, want)
	}
}

// TestConditionIsNamed looks for the place of a condition that is too long, behind lines that were added to the text.
func TestConditionIsNamed(t *testing.T) {
	_, err := parseAll("x.c", "#if 1\n#endif\n\n  #if 0\n#elif "+wrapped(30_000, "(", "1", ")")+"\n#endif\n"+anyFunction, Options{})
	var e *diag.Error
	if !errors.As(err, &e) || e.Pos.Line != 5 || !strings.HasPrefix(e.Line, "#elif ((") {
		t.Errorf("%.200v", err)
	}
	_, err = parseAll("x.c", "#if 1\n#endif\n#define A B B\n#define B C C\n#define C 1, 1, 1,\nint x[] = {A};\n"+anyFunction, Options{Limits: Limits{Tokens: 120}})
	if !errors.As(err, &e) || e.Pos.Line != 6 {
		t.Errorf("%v", err)
	}
}

// TestInclusions includes what has no end, is no file, or is too large.
func TestInclusions(t *testing.T) {
	tier.Standard(t, "it parses many programs")
	tier.Same(t)
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "fifo.h"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("loop.h", filepath.Join(dir, "loop.h")); err != nil {
		t.Fatal(err)
	}
	write("self.h", "#include \"self.h\"\n")
	write("two.h", "#include \"self.h\"\n#include \"self.h\"\n")
	write("large.h", "/* "+strings.Repeat("x", 2000)+" */\n")
	write("deep.h", "#if "+wrapped(30_000, "(", "1", ")")+"\n#endif\n")
	write("guarded.h", "#ifndef G\n#define G\n#include \"guarded.h\"\nint g;\n#endif\n")
	small := Limits{IncludeBytes: 1000, Includes: 5}
	up := strings.Repeat("../", 30)
	for src, want := range map[string]string{
		"#include \"fifo.h\"\n":             "cannot be included: this is a pipe",
		"#include \"loop.h\"\n":             "cannot be included: its symbolic links lead nowhere",
		"#include \"" + up + "dev/zero\"\n": "cannot be included: this is a device",
		"#include \"x.c\"\n":                "more than 5 times",
		"#include \"self.h\"\n":             "more than 5 times",
		"#include \"two.h\"\n":              "more than 5 times",
		"#include \"large.h\"\n":            "larger than 1000 bytes",
		"#include \"nothing.h\"\n":          "include file not found",
		"#if __has_include(\"fifo.h\")\n#error there\n#endif\n#include \"guarded.h\"\n": "",
		strings.Repeat("#include \"guarded.h\"\n", 5):                                   "",
		strings.Repeat("#include \"guarded.h\"\n", 6):                                   "more than 5 times",
	} {
		_, err := parseAll(filepath.Join(dir, "x.c"), src+anyFunction, Options{Limits: small})
		if strings.HasPrefix(src, strings.Repeat("#include \"guarded.h\"\n", 5)) && want == "" {
			_, err = parseAll(filepath.Join(dir, "x.c"), src+anyFunction, Options{Limits: Limits{Includes: 6}})
		}
		checkRefusal(t, src, err, want)
	}
	_, err := parseAll(filepath.Join(dir, "x.c"), "#include \"self.h\"\n"+anyFunction, Options{})
	checkRefusal(t, "self.h", err, "more than 200 deep")
	_, err = parseAll(filepath.Join(dir, "x.c"), "#include \"deep.h\"\n"+anyFunction, Options{})
	checkRefusal(t, "deep.h", err, filepath.Join(dir, "deep.h")+":1:1: the condition has more than")
}

// TestLongTexts parses what is long and not deep.
func TestLongTexts(t *testing.T) {
	tier.Standard(t, "large programs")
	for src, want := range map[string]string{
		strings.Repeat("/**/ \n", 30_000):                  "",
		strings.Repeat(" \\\n", 30_000):                    "",
		"int g = " + strings.Repeat("1 + ", 30_000) + "1;": "an expression has more than",
		"int g(int a) { switch (a) {" + many(3000, func(i int) string { return fmt.Sprintf("case %d:", i) }) + "a = 1; } return a; }": "",
		"int g(int a) { " + many(30_000, func(i int) string { return fmt.Sprintf("l%d:", i) }) + "return a; }":                        "labels",
		"int g(int a) { return " + strings.Repeat("a ? 1 : ", 30_000) + "1; }":                                                        "an expression has more than",
		"int g(int a) { " + strings.Repeat("if (a) a = 1; /* "+strings.Repeat("x", 200)+" */ else ", 6000) + "a = 2; return a; }":     "a cascade of else if",
		"int g(int a) { " + strings.Repeat("if (a) a = 1; /* x */ else ", 3000) + "a = 2; return a; }":                                "",
		"int g(int a) { " + strings.Repeat("if (a) while (a) ", 1500) + "a = 2; return a; }":                                          "statements are nested",
		"int g = " + wrapped(1500, "(", "1", ")") + ";":                                                                               "brackets are nested more than 1000 deep",
	} {
		_, err := parseAll("x.c", src+anyFunction, Options{})
		checkRefusal(t, src, err, want)
	}
}

// TestStringsOfStrings makes strings of strings, each of which may be twice as long as the last one.
func TestStringsOfStrings(t *testing.T) {
	tier.Standard(t, "large programs")
	const macros = "#define S(x) #x\n#define T(x) S(x)\n"
	const long = "x.c:1:1: macros may make strings of more than"
	nested := many(40, func(i int) string { return fmt.Sprintf("#define N%d T(N%d)\n", i+1, i) })
	for src, want := range map[string]string{
		macros + "char *s = " + wrapped(40, "T(", `"\""`, ")") + ";\n":                                                     long,
		macros + "char *s = " + wrapped(5, "T(", `"\""`, ")") + ";\n":                                                      "",
		macros + "char *s = " + strings.Repeat("T(a \"b\") ", 1000) + ";\n":                                                "",
		macros + "#define N0 \"\"\n" + nested + "char *s = N40;\n":                                                         long,
		macros + "#define N0 \"\"\n" + nested + "#if N40\n#endif\n":                                                        long,
		macros + "#define N0 \"\"\n" + nested + "#define D(x) 1\nint g = D(N40);\n":                                        "",
		"#define S(...) /* # */ \\\n# __VA_ARGS__\n#define T(x) S(x)\nchar *s = " + wrapped(40, "T(", `"\""`, ")") + ";\n": long,
		"#define P(x) _Pragma(#x)\nint g(int a) { P(GCC ivdep) while (a < 9) a++; return a; }\n":                           "",
		"#define P(x) _Pragma(#x)\n" + macros + "char *s = " + wrapped(40, "T(", `P("a")`, ")") + ";\n":                    "macros may make strings",
		macros + "#include T(limits.h)\nint g = INT_MAX;\n":                                                                "",
		macros + "#include T(limits.h)\nchar *s = " + wrapped(40, "T(", `"\""`, ")") + ";\n":                               long,
		macros + "#include T(nothing.h)\n":                                                                                 "include file not found",
		"#define W(x) L ## #x\n#define C(a, b) a ## b '#' \"#a\"[0]\nint g = sizeof W(a);\n#define H #\n":                  "",
	} {
		_, err := parseAll("x.c", src+anyFunction, Options{})
		checkRefusal(t, src, err, want)
	}
}

// TestTypesOfUndeclaredNames has types of expressions that name nothing; only that is said.
func TestTypesOfUndeclaredNames(t *testing.T) {
	for _, src := range []string{"typedef __typeof__(x) T;\n", "typedef __typeof__(x) T; T y;\n", "__typeof__(x) y;\n", "typedef __typeof__(x[1]) T; int g(T a) { return a; }\n"} {
		_, err := parseAll("x.c", src, Options{})
		checkRefusal(t, src, err, "undefined: x")
		if err != nil && strings.Contains(diag.Render(err), "TODO") {
			t.Errorf("%s: %v", src, err)
		}
	}
}

// TestTypesOfTypes lowers functions with parameters of types that are long, or double with each typedef.
func TestTypesOfTypes(t *testing.T) {
	tier.Standard(t, "large programs")
	chain := func(n int, format string) string {
		return "typedef int T0;" + many(n, func(i int) string { return fmt.Sprintf(format, i, i+1) }) + fmt.Sprintf("int h(T%d *p) { return p == 0; }", n)
	}
	const long = "a type of more than 256 pointers, arrays and functions"
	for src, want := range map[string]string{
		"int h(int " + strings.Repeat("*", 250) + "p) { return p == 0; }": "",
		"int h(int " + strings.Repeat("*", 257) + "p) { return p == 0; }": long,
		chain(200, "typedef T%d *T%d;"):                                   "",
		chain(5000, "typedef T%d *T%d;"):                                  long,
		chain(200, "typedef T%d T%d[1];"):                                 "",
		chain(5000, "typedef T%d T%d[1];"):                                long,
		chain(100, "typedef T%d (*T%d)(void);"):                           "",
		chain(6, "typedef T%[1]d (*T%d)(T%[1]d);"):                        "",
		chain(40, "typedef T%[1]d (*T%d)(T%[1]d);"):                       long,
	} {
		outcomes, err := parseAll("x.c", src, Options{})
		if err == nil {
			err = outcomes[0].Err
		}
		checkRefusal(t, src, err, want)
	}
}

// checkRefusal checks that err says what is wanted, and where and what to do; an empty want is no error.
func checkRefusal(t *testing.T, src string, err error, want string) {
	t.Helper()
	short := fmt.Sprintf("%.100q", src)
	if want == "" {
		if err != nil {
			t.Errorf("%s is refused: %.300v", short, err)
		}
		return
	}
	var e *diag.Error
	var list diag.List
	if errors.As(err, &list) {
		e = list[0]
	} else if !errors.As(err, &e) {
		t.Errorf("%s: %v, which is no message about the file; want %q", short, err, want)
		return
	}
	if !strings.Contains(e.Error(), want) || e.Pos.File == "" {
		t.Errorf("%s: %.300s, want %q", short, e.Render(), want)
	}
}

// TestParsingIsCancelled cancels parsing before it begins, and while a file is preprocessed.
func TestParsingIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	w := &watcher{ctx: ctx}
	w.Write([]byte("a"))
	cancel()
	var err error
	for range 2000 {
		if _, err = w.Write([]byte("a")); err != nil {
			break
		}
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("preprocessing goes on: %v", err)
	}
	if _, err := Parse(ctx, "x.c", []byte("#define A\n"+anyFunction), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
