package kernel_test

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"scf/internal/testing/tier"
)

const staticProgram = `package main

import (
	"context"
	"fmt"

	"scf/kernel"
)

func main() {
	k, err := kernel.New(context.Background(), "f.c", []byte("int f(int a) { return a + 1; }"), kernel.Options{})
	if err != nil {
		panic(err)
	}
	f, err := kernel.Bind[func(int32) int32](k, nil)
	if err != nil {
		panic(err)
	}
	fmt.Print(f(41))
}
`

// TestStatic builds a program with the tag scfstatic: nothing has to be loaded for it, and it runs.
func TestStatic(t *testing.T) {
	tier.OnlyLong(t, "it builds a program")
	if runtime.GOOS != "linux" {
		t.Skip("programs are statically linked anyway")
	}
	dir, err := os.MkdirTemp(".", "_static") // in the module, for its packages; with a name that ./... leaves out
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(staticProgram), 0o666); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "program")
	build := exec.Command("go", "build", "-tags", "scfstatic", "-o", program, "./"+dir)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	file, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, p := range file.Progs {
		if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
			t.Errorf("the program is dynamically linked")
		}
	}
	if out, err := exec.Command(program).Output(); err != nil || strings.TrimSpace(string(out)) != "42" {
		t.Errorf("%s, %v", out, err)
	}
}
