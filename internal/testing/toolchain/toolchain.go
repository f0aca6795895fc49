// Package toolchain has the programs of the machine that tests need: the C compiler, and others.
package toolchain

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"scf/internal/ccompiler"
)

// test is what Compiler and Output need of a testing.TB.
type test interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Skip(args ...any)
	TempDir() string
}

// Compiler is the path of a C compiler, for a test that cannot do without: where there is no compiler it is skipped, and fails in continuous integration, which
// must have one.
func Compiler(t test) string {
	t.Helper()
	path := ccompiler.Find()
	if path == "" {
		missing(t, "C compiler")
	}
	return path
}

// Tool is the path of another program that a test cannot do without, as Compiler is of the compiler, by the first of its names that there is.
func Tool(t test, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	missing(t, names[0])
	return ""
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
	cc := exec.Command(Compiler(t), "-std=gnu17", "-fwrapv", "-fno-strict-aliasing", "-w", "-O1", "-o", program, file, "-lm")
	if out, err := cc.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, src)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // one that goes on for ever fails by itself
	defer cancel()
	out, err := exec.CommandContext(ctx, program).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, src)
	}
	return string(out)
}
