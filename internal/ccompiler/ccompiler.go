// Package ccompiler finds the C compiler of the machine, which measures and tests run, and other programs that only tests need; nothing else
// of the project needs one.
package ccompiler

import (
	"os"
	"os/exec"
	"path/filepath"
)

// names are the compilers that are looked for, in order.
var names = []string{"gcc", "cc", "clang"}

// Find is the path of a C compiler; empty where the machine has none.
func Find() string {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// test is what Need and Output need of a testing.TB.
type test interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Skip(args ...any)
	TempDir() string
}

// Need is Find for a test that cannot do without: where there is no compiler it is skipped, and fails in continuous integration, which
// must have one.
func Need(t test) string {
	t.Helper()
	path := Find()
	if path == "" {
		missing(t, "C compiler")
	}
	return path
}

// NeedTool is the path of another program that a test cannot do without, as Need is of the compiler.
func NeedTool(t test, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		missing(t, name)
	}
	return path
}

func missing(t test, what string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal("no " + what)
	}
	t.Skip("no " + what)
}

// Output is what the program with the text src prints, compiled as C that wraps and may alias.
func Output(t test, src []byte) string {
	t.Helper()
	dir := t.TempDir()
	file, program := filepath.Join(dir, "x.c"), filepath.Join(dir, "x")
	if err := os.WriteFile(file, src, 0o600); err != nil {
		t.Fatal(err)
	}
	cc := exec.Command(Need(t), "-std=gnu17", "-fwrapv", "-fno-strict-aliasing", "-w", "-O1", "-o", program, file, "-lm")
	if out, err := cc.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, src)
	}
	out, err := exec.Command(program).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, src)
	}
	return string(out)
}
