package cfront

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scf/ast"
	"scf/cfront/splice"
	"scf/internal/cflags"
	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

// spliced is the file with its only function put back unchanged.
func spliced(t *testing.T, name string, src string, o Options, how splice.How) string {
	t.Helper()
	f, err := Parse(context.Background(), name, []byte(src), o)
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	tree, err := f.Lower("")
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	out, err := f.Splice("", tree, how)
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	return string(out)
}

// TestBytesOutsideStay: line endings, byte order marks, a missing newline at the end, characters that are not ASCII.
func TestBytesOutsideStay(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"CRLF", "/* a */\r\nint f(int a) {\r\n  return\r\n    a;\r\n}\r\n\r\n", "/* a */\r\nint f(int a) {\r\n  return a;\r\n}\r\n\r\n"},
		{"BOM", "\xef\xbb\xbfint f(int a) { return  a; }\n", "\xef\xbb\xbfint f(int a) {\n    return a;\n}\n"},
		{"no newline", "int f(int a) { return  a; }", "int f(int a) {\n    return a;\n}"},
		{"latin 1", "/* \xe9 */ int f(int a) { return  a; } // \xff", "/* \xe9 */ int f(int a) {\n    return a;\n} // \xff"},
		{"tabs", "int f(int a) {\n\tif (a)\n\t\treturn 1;\n\treturn a; }", "int f(int a) {\n\tif (a)\n\t\treturn 1;\n\treturn a;\n}"},
		{"continued", "int f(int a) { ret\\\nurn  a; }\n", "int f(int a) {\n    return a;\n}\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := spliced(t, "x.c", c.src, Options{}, splice.How{}); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	got := spliced(t, "x.c", "\xef\xbb\xbfint f(int a) {\r\n  return a;\r\n}\r\n", Options{}, splice.How{As: "g"})
	if want := "\xef\xbb\xbfint f(int a) {\r\n  return a;\r\n}\r\n\r\nint g(int a) {\r\n  return a;\r\n}\r\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	const marked = "\xef\xbb\xbf#define N 1\nint f(int a) {\n  return a;\n}\n"
	got = spliced(t, "x.c", marked, Options{}, splice.How{As: "g"})
	if want := marked[:len(marked)-1] + "\n\nint g(int a) {\n  return a;\n}\n"; got != want {
		t.Errorf("behind a directive and a mark: got %q, want %q", got, want)
	}
}

// TestSpliceNeedsTheSameParameters: a pass must not change the signature.
func TestSpliceNeedsTheSameParameters(t *testing.T) {
	f, tree := lowered(t, "int f(int a, int b) { return a; }")
	tree.Params = tree.Params[:1]
	if _, err := f.Splice("", tree, splice.How{}); err == nil || !strings.Contains(err.Error(), "parameters") {
		t.Fatalf("got %v", err)
	}
}

// TestTargets: sizes and signs are those of the target.
func TestTargets(t *testing.T) {
	src := "long f(char c, long l, unsigned u) {\n    l = c + sizeof(long) + sizeof(void *);\n    return u + l > -1;\n}\n"
	for _, c := range []struct {
		os, arch string
		long     int64
		signed   bool
		size     string
	}{
		{"linux", "amd64", 64, true, "unsigned long"},
		{"linux", "arm64", 64, false, "unsigned long"},
		{"linux", "386", 32, true, "unsigned int"},
		{"windows", "amd64", 32, true, "unsigned long long"},
	} {
		f, err := Parse(context.Background(), "x.c", []byte(src), Options{OS: c.os, Arch: c.arch})
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		tree, err := f.Lower("f")
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		if err := ast.Verify(tree); err != nil {
			t.Error(err)
		}
		char, long := tree.Params[0].Ty.(ast.Integer), tree.Params[1].Ty.(ast.Integer)
		if char.Signed != c.signed || long.Width != c.long {
			t.Errorf("%s/%s: char signed %t, long of %d bits", c.os, c.arch, char.Signed, long.Width)
		}
		if f.sizeType().(ast.Integer).Name != c.size {
			t.Errorf("%s/%s: size_t is %v", c.os, c.arch, f.sizeType())
		}
	}
	if _, err := Parse(context.Background(), "x.c", []byte(src), Options{OS: "plan9", Arch: "mips"}); err == nil || !strings.Contains(err.Error(), "not supported") {
		t.Errorf("got %v", err)
	}
}

// TestIncludes: a file's own headers are found beside it and in the include path, its system headers by the compiler.
func TestIncludes(t *testing.T) {
	toolchain.Compiler(t)
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("own.h", "#define THREE 3\nstatic int helper(int x) { return x; }\n")
	write("inc/other.h", "#define FOUR 4\n")
	src := "#include <stdint.h>\n#include <limits.h>\n#include <stdio.h>\n#include \"own.h\"\n#include <other.h>\n" +
		"uint8_t f(uint64_t a) { return a + THREE + FOUR + helper(INT_MIN); }\n"
	path := write("x.c", src)
	got := spliced(t, path, src, Options{Flags: cflags.Flags{Include: []string{filepath.Join(dir, "inc")}}}, splice.How{})
	if want := "uint8_t f(uint64_t a) {\n    return a + 3 + 4 + helper((-2147483647 - 1));\n}\n"; !strings.HasSuffix(got, want) {
		t.Errorf("got %s", got)
	}
	f, err := Parse(context.Background(), path, []byte(src), Options{Flags: cflags.Flags{Include: []string{filepath.Join(dir, "inc")}}})
	if err != nil || len(f.Funcs()) != 1 || f.Name() != path || !bytes.Equal(f.Source(), []byte(src)) {
		t.Errorf("%v %v", f.Funcs(), err)
	}
}

// TestAbsoluteIncludes: a file that is included by its absolute path is where that says.
func TestAbsoluteIncludes(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "own.h")
	write(t, path, "#define THREE 3\n")
	src := fmt.Sprintf("#include %q\n#if __has_include(<%s>) && !__has_include(<%s.none>)\nint f(int a) { return a + THREE; }\n#endif\n", path, path, path)
	if _, err := Parse(context.Background(), "x.c", []byte(src), Options{}); err != nil {
		t.Error(err)
	}
	_, err := Parse(context.Background(), "x.c", []byte(strings.Replace(src, "own.h", "none.h", 1)), Options{})
	if err == nil || !strings.Contains(diag.Render(err), "the path is absolute") {
		t.Errorf("got %v", err)
	}
}

// TestIncludesWithoutCompiler: headers of the program's own need no compiler; of others it is said what they need.
func TestIncludesWithoutCompiler(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("CC", "")
	_, err := Parse(context.Background(), "x.c", []byte("int x;\n#include <stdio.h>\nint f(int a) { return a; }\n"), Options{})
	if err == nil || !strings.Contains(diag.Render(err), "x.c:2:10: include file not found: <stdio.h>") || !strings.Contains(diag.Render(err), "need an installed C compiler") {
		t.Fatalf("got %v", err)
	}
	t.Chdir(t.TempDir())
	write(t, "own.h", "#define N __INT_MAX__\n")
	if _, err = Parse(context.Background(), "x.c", []byte("#include \"own.h\"\nint f(int a) { return a + N; }\n"), Options{}); err != nil {
		t.Fatal(err)
	}
	_, err = Parse(context.Background(), "x.c", []byte("int f(int a) { return a; }\n"), Options{Flags: cflags.Flags{Asked: []string{"-O2"}}})
	if err == nil || !strings.Contains(err.Error(), "only a C compiler knows what macros -O2 defines") {
		t.Fatalf("got %v", err)
	}
	_, err = Parse(context.Background(), "x.c", []byte("int f(int a) { return a + __INT_MAX__; }\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = Parse(context.Background(), "x.c", []byte("#include <stdio.h>\n"), Options{OS: "windows"})
	if err == nil || !strings.Contains(err.Error(), "headers of the target windows/amd64") {
		t.Fatalf("got %v", err)
	}
}

// TestNesting: texts that would exhaust the stack are refused; long ones that do not nest are not.
func TestNesting(t *testing.T) {
	tier.Standard(t, "large programs")
	body := func(s string) string { return "int f(int a) { " + s + " return a; }" }
	for name, c := range map[string]struct {
		src  string
		want string // of the error; "" for none
	}{
		"parentheses": {body("a = " + strings.Repeat("(", 1e6) + "a" + strings.Repeat(")", 1e6) + ";"), "brackets are nested"},
		"braces":      {body(strings.Repeat("{", 1e5) + strings.Repeat("}", 1e5)), "brackets are nested"},
		"signs":       {body("a = " + strings.Repeat("- ", 1e6) + "a;"), "an expression has more than"},
		"sums":        {body("a = a" + strings.Repeat("+a", 1e6) + ";"), "an expression has more than"},
		"else":        {body(strings.Repeat("if (a) a = 1; else ", 1e5) + ";"), "a cascade of else if"},
		"else braces": {body(strings.Repeat("if (a) { a = 1; } else ", 1e5) + ";"), "a cascade of else if"},
		"ifs":         {body(strings.Repeat("if (a) ", 1e5) + ";"), "statements are nested"},
		"macros": {"#define A (((((((((((((((((((\n#define B A A A A A A A A A A A A A A A A A A A A\n" +
			body("a = B B B B B B B B B B B B B B B B B B B B B B B B B B B B B B B B a;"), "brackets are nested"},
		"bomb":  {"#define A(x) x x x x x x x x\n#define B(x) A(A(A(x)))\n" + body("B(B(B(B(a;))))"), "tokens with its macros replaced"},
		"long":  {body(strings.Repeat("a = a + 1; if (a) a = 2; else a = 3;\n", 2000)), ""},
		"table": {"int t[] = {" + strings.Repeat("1, ", 30000) + "};\n" + body(""), ""},
	} {
		t.Run(name, func(t *testing.T) {
			tier.Large(t, len(c.src) > 1e6 || name == "bomb", "large programs")
			f, err := Parse(context.Background(), "x.c", []byte(c.src), Options{})
			if err == nil {
				_, err = f.Lower("")
			}
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				msg := diag.Render(err)
				t.Fatalf("got %.200s, want %q", msg, c.want)
			}
		})
	}
	for src, want := range map[string]string{
		body(strings.Repeat("{", 1e4) + strings.Repeat("}", 1e4)): "make it simpler, or raise Limits.Brackets in Go",
		body(strings.Repeat("if (a) ", 1e4) + ";"):                "make it simpler", // there is no option
	} {
		_, err := Parse(context.Background(), "x.c", []byte(src), Options{})
		if msg := diag.Render(err); !strings.HasSuffix(strings.TrimSpace(msg), "\n"+want) {
			t.Errorf("%.200s does not end with %q", msg, want)
		}
	}
}

// TestNameOfACopy: a copy of a function cannot be called what no function can.
func TestNameOfACopy(t *testing.T) {
	f, tree := lowered(t, "int f(int a) { return a; }")
	for _, name := range []string{"while", "int", "_Bool", "__typeof__", "asm", "3x", "a b", "f"} {
		if got, err := f.Splice("", tree, splice.How{As: name}); err == nil {
			t.Errorf("%s: no error, but\n%s", name, got)
		}
	}
	for _, name := range []string{"while_", "_Boolean", "g"} {
		if _, err := f.Splice("", tree, splice.How{As: name}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
