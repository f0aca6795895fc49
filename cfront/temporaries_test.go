package cfront

import (
	"strings"
	"testing"

	"scf/ast"
)

// TestManyTemporaries: conditions in a long function need a temporary each, whose names are found without going through those that there are.
func TestManyTemporaries(t *testing.T) {
	const n = 10_000
	src := "int f(int a, int b) {\n" + strings.Repeat("  a = (a && b) ? a + 3 : b++;\n", n) + "  return a;\n}\n"
	_, fn := lowered(t, src)
	text := ast.PrintFunc(fn, ast.DefaultStyle())
	for _, name := range []string{"a_2", "a_10001"} {
		if !strings.Contains(text, name) {
			t.Errorf("there is no temporary %s", name)
		}
	}
}
