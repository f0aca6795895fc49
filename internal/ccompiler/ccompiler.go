// Package ccompiler finds the C compiler of the machine, which measures and tests run; nothing else of the project needs one.
package ccompiler

import (
	"os"
	"os/exec"
)

// names are the compilers that are looked for, in order.
var names = []string{"gcc", "cc"}

// Find is the path of a C compiler; empty where the machine has none.
func Find() string {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// test is what Need needs of a testing.TB.
type test interface {
	Helper()
	Fatal(args ...any)
	Skip(args ...any)
}

// Need is Find for a test that cannot do without: where there is no compiler it is skipped, and fails in continuous integration, which
// must have one.
func Need(t test) string {
	t.Helper()
	path := Find()
	if path == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("no C compiler")
		}
		t.Skip("no C compiler")
	}
	return path
}
