package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
	"scf/stager"
)

// check -diff finds a pass that is wrong and shows on what; the file that it writes is a program. The wrong passes are made of
// examples/sums.scf-ml.
func TestDiff(t *testing.T) {
	tier.OnlyLong(t, "random C is made until a wrong pass shows")
	toolchain.Compiler(t)
	right := read(t, filepath.Join("..", "..", "examples", "sums.scf-ml"))
	shown := filepath.Join(t.TempDir(), "shown.c")
	for _, c := range []struct{ name, from, to, want string }{
		{"drops stores", "store (expr a, expr e, l)", "skip l", "the optimised one:"},
		{"fails", "(integer _, const (int_const 0, _, _)) => a", "(integer _, const (int_const _, _, _)) => (case b of var _ => b)", "the original pipeline:"},
	} {
		t.Run(c.name, func(t *testing.T) {
			wrong := strings.Replace(right, c.from, c.to, 1)
			if wrong == right {
				t.Fatalf("%q does not stand in the pass", c.from)
			}
			code, text := diffOf(t, wrong, "-o", shown)
			if code != stager.ExitInput {
				t.Errorf("exit code %d:\n%s", code, text)
			}
			for _, w := range []string{c.want, "seed ", "pass.scf-ml is wrong for a random C function", "the function:"} {
				if !strings.Contains(text, w) {
					t.Errorf("%q is not said:\n%s", w, text)
				}
			}
		})
	}
	if text := read(t, shown); !strings.Contains(text, "int main(void)") {
		t.Errorf("no program:\n%s", text)
	}
}

// A pass that does not end is stopped, and said to be one.
func TestDiffEnds(t *testing.T) {
	toolchain.Compiler(t)
	const endless = "structure Endless = struct\n  open AST\n  fun spin (n : int) : int = spin (n + 1)\n" +
		"  fun optimize (f : func) : func = if spin 0 = 1 then f else f\nend\n"
	code, text := diffOf(t, endless, "-time", "200ms")
	if code != stager.ExitInput || !strings.Contains(text, "it does not end within 200ms") || !strings.Contains(text, "the function:") {
		t.Errorf("exit code %d:\n%s", code, text)
	}
}

// Without a compiler the message says what is missing.
func TestDiffNeedsCompiler(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	code, text := diffOf(t, read(t, filepath.Join("..", "..", "examples", "sums.scf-ml")))
	if code != stager.ExitInput || !strings.Contains(text, "there is no C compiler") || !strings.Contains(text, "install gcc") {
		t.Errorf("exit code %d:\n%s", code, text)
	}
}

// diffOf runs check -diff on a pass.
func diffOf(t *testing.T, pass string, flags ...string) (code int, text string) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("pass.scf-ml", []byte(pass), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	code = run(context.Background(), append([]string{"check", "-diff", "pass.scf-ml"}, flags...), &out, &out)
	return code, out.String()
}
