package cfront

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

// TestFlagsInHeaders: what a header of the program's own makes of a macro that flags decide matters as if it stood in the file; what a
// header of the system makes of it does not.
func TestFlagsInHeaders(t *testing.T) {
	tier.Standard(t, "it parses many programs")
	toolchain.Compiler(t)
	dir := t.TempDir()
	header := "#ifdef __OPTIMIZE__\n#define STEP 4\n#else\n#define STEP 1\n#endif\n"
	if err := os.WriteFile(filepath.Join(dir, "own.h"), []byte(header), 0o666); err != nil {
		t.Fatal(err)
	}
	src := "#include <stdlib.h>\n#include \"own.h\"\nint f(int n) { return n + STEP; }\nint g(int n) { return n + abs(n); }\n"
	file, err := Parse(context.Background(), filepath.Join(dir, "x.c"), []byte(src), Options{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	if _, err := file.Lower("f"); err == nil || !strings.Contains(err.Error(), "the macro __OPTIMIZE__") {
		t.Errorf("f: %v", err)
	}
	if _, err := file.Lower("g"); err != nil {
		t.Errorf("g: %v", err)
	}
}
