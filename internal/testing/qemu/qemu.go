// Package qemu runs tests of packages as on another machine: their test programs, built for arm64, under qemu's emulation of one process. Only
// tests use it.
package qemu

import (
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"scf/internal/testing/toolchain"
)

// ARM64 runs the tests of the package in the working directory, with args (-test.run and so on), as on linux/arm64. On such a machine they run anyway,
// and t is skipped; so it is where qemu is missing, but for continuous integration, where that is an error.
func ARM64(t *testing.T, args ...string) {
	t.Helper()
	if runtime.GOARCH == "arm64" {
		t.Skip("the tests run here")
	}
	emulator := toolchain.Tool(t, "qemu-aarch64")
	program := filepath.Join(t.TempDir(), "arm64.test")
	build := exec.Command("go", "test", "-c", "-o", program, ".")
	build.Env = append(build.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(emulator, append([]string{program}, args...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
