package cfront

import (
	"context"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

// TestElsewhere: what stands in front of a function and behind it does not refuse it, whether it can be read or not. Each line of the
// file is such text.
func TestElsewhere(t *testing.T) {
	tier.Standard(t, "many programs")
	lines, err := os.ReadFile("testdata/elsewhere.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(lines)) {
		if n++; n%tier.Pick(3, 3, 1) != 0 {
			continue
		}
		text := strings.ReplaceAll(line, `\n`, "\n")
		for _, src := range []string{text + plainFunction, plainFunction + text} {
			f, err := Parse(context.Background(), "x.c", []byte(src), Options{})
			if err == nil {
				_, err = f.Lower("wanted")
			}
			if err != nil {
				t.Errorf("%s%s", src, diag.Render(err))
			}
		}
	}
}

const plainFunction = "int wanted(int n) { return n + 1; }\n"

// TestHeadersAside: what cannot be read in a header refuses nothing that does not use it.
func TestHeadersAside(t *testing.T) {
	toolchain.Compiler(t)
	header := `#ifdef __cplusplus
extern "C" {
#endif
int before(int);
static int odd(int n) { __typeof__(int *) x = &n; return *x; }
_BitInt(12) strange(void);
int behind(int);
#ifdef __cplusplus
}
#endif
`
	for what, want := range map[string]string{"before(n) + odd(n) + behind(n)": "", "n": "", "strange()": "strange"} {
		fsys := fstest.MapFS{"odd.h": {Data: []byte(header)}}
		f, err := Parse(context.Background(), "x.c", []byte("#include \"odd.h\"\nint f(int n) { return "+what+"; }\nint g(int n) { return n; }\n"), Options{FS: fsys})
		if err == nil {
			_, err = f.Lower("f")
		}
		if err == nil && want != "" || err != nil && (want == "" || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", what, err, want)
		}
	}
}

// TestAsideSaysWhy: a function that cannot be read, or that uses what cannot be, says why.
func TestAsideSaysWhy(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"int f(int n) { return n +; }", "x.c:1:26: unexpected ';'"},
		{"int f(int n) { return 3 ?: n; }", "x.c:1:1: the C parser cannot read this"},
		{"_BitInt(12) x;\nint f(int n) { return n + x; }", "its declaration in line 1 cannot be read: unexpected"},
		{"void g(int[static 5]);\nint f(int *n) { g(n); return 1; }", "its declaration in line 1 cannot be read: unexpected 'static'"},
		{"int f(int n) { return a; return b; }", "undefined: b"},
		{"int f(int n) { const __typeof__(int *) x = &n; return *x; }", "x.c:1:16: the C parser cannot read this"},
		{"__attribute__((aligned(32))) int f(int n) { return n +; }", "x.c:1:55: unexpected ';'"},
		{"__attribute__((__noinline__, __unused__)) int f(int n) { return a; }", "undefined: a"},
		{"int f(a, b) int a; { return a b; }", "unexpected identifier"},
	} {
		f, err := Parse(context.Background(), "x.c", []byte(plainFunction+c.src), Options{})
		if err != nil {
			t.Errorf("%s\n%s", c.src, diag.Render(err))
			continue
		}
		_, err = f.Lower("f")
		want := strings.ReplaceAll(c.want, "x.c:1:", "x.c:2:")
		if want = strings.ReplaceAll(want, "in line 1", "in line 2"); err == nil || !strings.Contains(diag.Render(err), want) {
			t.Errorf("%s\nis refused with %v, not with %s", c.src, err, want)
		}
	}
}
