package cfront

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"scf/ast"
	"scf/internal/cflags"
	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

// write writes a file with the directories above it.
func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// result is the constant that the function f of the text gives.
func result(name, text string, o Options) (string, error) {
	file, err := Parse(context.Background(), name, []byte(text), o)
	if err != nil {
		return "", err
	}
	tree, err := file.Lower("f")
	if err != nil {
		return "", err
	}
	printed := ast.PrintFunc(tree, file.Style())
	_, after, _ := strings.Cut(printed, "return ")
	value, _, _ := strings.Cut(after, ";")
	return value, nil
}

// TestSearchOrder: of several headers of one name the one is included that gcc includes, whatever flags and variables name their directories.
func TestSearchOrder(t *testing.T) {
	tier.Standard(t, "it runs gcc for each program")
	gcc := toolchain.Compiler(t)
	dir := t.TempDir()
	t.Chdir(dir)
	const dirs = 6
	for i := range dirs {
		write(t, fmt.Sprintf("d%d/x.h", i), fmt.Sprintf("#define X %d\n", i))
		write(t, fmt.Sprintf("d%d/inner.h", i), "#include_next <x.h>\n")
		if i%2 == 0 {
			write(t, fmt.Sprintf("d%d/stddef.h", i), fmt.Sprintf("#define X 1%d\n", i))
		}
	}
	write(t, "own/x.h", "#define X 99\n")
	rapid.Check(t, func(rt *rapid.T) {
		var args []string
		some := func(label string) []string {
			return rapid.SliceOfN(rapid.SampledFrom([]string{"d0", "d1", "./d2", "d3", "d4", "d5", "none"}), 0, 2).Draw(rt, label)
		}
		next := rapid.Bool().Draw(rt, "next") // #include_next knows no directories of -iquote
		for _, flag := range []string{"-I", "-isystem", "-iquote", "-idirafter"} {
			if next && flag == "-iquote" {
				continue
			}
			for _, d := range some(flag) {
				args = append(args, flag, d)
			}
		}
		for _, variable := range []string{"CPATH", "C_INCLUDE_PATH"} {
			t.Setenv(variable, strings.Join(some(variable), ":"))
		}
		included, headers := []string{"d0/x.h", "x.h"}, []string{`"x.h"`, "<x.h>", "<stddef.h>"}
		if next {
			included, headers = append(included, "d3/inner.h"), append(headers, `"inner.h"`, "<inner.h>")
		}
		for _, name := range rapid.SliceOfN(rapid.SampledFrom(included), 0, 1).Draw(rt, "include") {
			args = append(args, "-include", name)
		}
		header := rapid.SampledFrom(headers).Draw(rt, "header")
		src := "#ifndef X\n#include " + header + "\n#endif\n#ifndef X\n#define X 77\n#endif\nint f(void) { return X; }\n"
		folder := rapid.SampledFrom([]string{"own/y.c", "y.c"}).Draw(rt, "folder")
		write(t, folder, src)
		flags, err := cflags.Parse(args)
		if err != nil {
			rt.Fatal(err)
		}
		got, err := result(folder, src, Options{Flags: flags})
		out, gccErr := exec.Command(gcc, append(args, "-E", "-P", folder)...).CombinedOutput()
		if (err == nil) != (gccErr == nil) {
			rt.Fatalf("%v %s %v: %v, gcc %v\n%s", args, header, os.Getenv("CPATH"), err, gccErr, out)
		}
		if want := " return " + got + ";"; err == nil && !strings.Contains(string(out), want) {
			rt.Fatalf("%v %s in %s, CPATH=%s C_INCLUDE_PATH=%s: got %s, gcc\n%s", args, header, folder, os.Getenv("CPATH"), os.Getenv("C_INCLUDE_PATH"), got, out)
		}
	})
}

// TestMacrosOfFlags: definitions count in the text and in conditions, in their order, and before the files of -include.
func TestMacrosOfFlags(t *testing.T) {
	tier.Standard(t, "it parses many programs")
	tier.Same(t)
	toolchain.Compiler(t)
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, "config.h", "#define FROM_CONFIG (N + 1)\n#undef N\n#define N 50\n")
	write(t, "twice.h", "#ifdef ONCE\n#define TWICE 8\n#endif\n#define ONCE 1\n")
	for _, c := range []struct{ src, flags, want string }{
		{"int f(void) { return N; }", "-DN=3", "3"},
		{"int f(void) { return N; }", "-DN", "1"},
		{"int f(void) { return N(2); }", "-D'N(x)=x*x'", "2 * 2"},
		{"#ifdef N\n#error N\n#endif\nint f(void) { return 4; }", "-DN -UN", "4"},
		{"#if N\nint f(void) { return 4; }\n#endif", "-UN -DN=1", "4"},
		{"#ifdef NDEBUG\nint f(void) { return 1; }\n#else\nint f(void) { return 2; }\n#endif", "-DNDEBUG", "1"},
		{"#ifdef NDEBUG\nint f(void) { return 1; }\n#else\nint f(void) { return 2; }\n#endif", "-UNDEBUG", "2"},
		{"#ifdef NDEBUG\nint f(void) { return 1; }\n#else\nint f(void) { return 2; }\n#endif", "-DX", "a function that depends on the macro NDEBUG"},
		{"#ifdef __OPTIMIZE__\nint f(void) { return 1; }\n#else\nint f(void) { return 2; }\n#endif", "-O2", "1"},
		{"#ifdef __AVX2__\nint f(void) { return 1; }\n#else\nint f(void) { return 2; }\n#endif", "-O2", "2"},
		{"#ifdef __AVX2__\nint f(void) { return 1; }\n#else\nint f(void) { return 2; }\n#endif", "-mavx2", "1"},
		{"int f(void) { return linux; }", "-O1", "1"},
		{"int linux(void); int f(void) { return __STDC_VERSION__ / 100; }", "-std=c99", "199901L / 100"},
		{"int f(void) { return N + FROM_CONFIG; }", "-DN=3 -include config.h", "50 + (50 + 1)"},
		{"int f(void) { return TWICE; }", "-include twice.h -include ./twice.h", "8"},
		{"int f(void) { return 1; }", "-include none.h", "the file none.h of -include is not there"},
		{"int f(void) { return N; }", "-DN=x", "undefined: x"},
		{"int f(void) { return N; }", "-DN='(((((((1'", "x.c:1:"},
	} {
		words, _ := cflags.Split(c.flags)
		flags, err := cflags.Parse(words)
		if err != nil {
			t.Fatal(err)
		}
		got, err := result("x.c", c.src, Options{Flags: flags})
		if err != nil {
			got = diag.Render(err)
		}
		if got != c.want && (err == nil || !strings.Contains(got, c.want)) {
			t.Errorf("%s\n%s: got %s, want %s", c.src, c.flags, got, c.want)
		}
	}
}

// TestMissingHeaders: what is missing is told where it is included, and where it may be.
func TestMissingHeaders(t *testing.T) {
	toolchain.Compiler(t)
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, "p/.git/x", "")
	write(t, "p/include/net/k.h", "#include \"k2.h\"\n")
	write(t, "p/include/net/deep/k2.h", "")
	write(t, "outside.h", "")
	write(t, "p/other/config.h", "")
	if _, err := Parse(t.Context(), "p/lib/src/deeper/y.c", []byte("#include <config.h>\n"), Options{}); err == nil || !strings.Contains(diag.Render(err), "p/other/config.h is there, and perhaps the one that is meant: -I p/other finds it") {
		t.Errorf("%v", err)
	}
	for src, want := range map[string]string{
		"int a;\n#include \"net/k.h\"\n":    "p/src/x.c:2:10: include file not found: \"net/k.h\"\n#include \"net/k.h\"\n         ^\np/include/net/k.h is there: -I p/include finds it",
		"#include <k2.h>\n":                 "p/include/net/deep/k2.h is there: -I p/include/net/deep finds it",
		"#include \"../include/net/k.h\"\n": "p/include/net/k.h:1:10: include file not found: \"k2.h\"\np/include/net/deep/k2.h is there",
		"#include \"outside.h\"\n":          "name the directory that has it with -I DIR",
		"#include \"/nowhere/x.h\"\n":       "the path is absolute: no -I changes where the file is",
		"#include \"\"\n":                   "x.c:1:",
	} {
		_, err := Parse(t.Context(), "p/src/x.c", []byte(src+"int f(int a) { return a; }\n"), Options{})
		if err == nil || !strings.Contains(diag.Render(err), want) {
			t.Errorf("%s: got %s, want %s", src, diag.Render(err), want)
		}
	}
}

// TestHeadersOfFS: headers are those of a file system of the program's own, where one is given; the system's are the machine's.
func TestHeadersOfFS(t *testing.T) {
	tier.Same(t)
	toolchain.Compiler(t)
	t.Chdir(t.TempDir())
	write(t, "inc/other.h", "#define OTHER 1\n")
	fsys := fstest.MapFS{
		"src/own.h":   {Data: []byte("#include <limits.h>\n#include \"n.h\"\n#define OWN (CHAR_BIT + N)\n")},
		"include/n.h": {Data: []byte("#define N 5\n")},
	}
	o := Options{Flags: cflags.Flags{Include: []string{"include", "inc"}}, FS: fsys}
	got, err := result("src/x.c", "#include \"own.h\"\nint f(void) { return OWN; }\n", o)
	if err != nil || got != "13" && got != "8 + 5" {
		t.Error(got, err)
	}
	for src, want := range map[string]string{
		"#include <other.h>":             "include file not found: <other.h>",
		"#include \"../../inc/other.h\"": "include file not found",
		"#include \"n2.h\"":              "include file not found",
	} {
		if _, err := result("src/x.c", src+"\nint f(void) { return 1; }\n", o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", src, err)
		}
	}
	o.Flags.Include = nil
	if _, err := result("src/x.c", "#include \"own.h\"\nint f(void) { return OWN; }\n", o); err == nil || !strings.Contains(diag.Render(err), "include/n.h is there: -I include finds it") {
		t.Error(diag.Render(err))
	}
}
