package cfront_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"scf/cfront"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

// TestNamedNumbers: macros and enumerators are the numbers that they are in C, where they are said to be any.
func TestNamedNumbers(t *testing.T) {
	tier.Standard(t, "a program is compiled")
	toolchain.Compiler(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	names := []string{"E0", "E1", "E2"}
	var expr func(depth int) string
	expr = func(depth int) string {
		switch n := rng.IntN(10); {
		case depth == 0 || n < 2:
			leaves := []string{"0", "1", "3", "7", "010", "0x1f", "0b11", "100000", "2147483647", "2147483648", "4294967295", "5u", "6L", "0xffffffffu", "'a'", `'\n'`, names[rng.IntN(len(names))]}
			return leaves[rng.IntN(len(leaves))]
		case n < 3:
			return []string{"-", "~", "+", "!"}[rng.IntN(4)] + "(" + expr(depth-1) + ")"
		default:
			ops := []string{"+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "&&"}
			e := expr(depth-1) + " " + ops[rng.IntN(len(ops))] + " " + expr(depth-1)
			if rng.IntN(2) == 0 {
				e = "(" + e + ")"
			}
			return e
		}
	}
	var src, body strings.Builder
	src.WriteString("#include <stdio.h>\nenum { E0 = 5, E1, E2 = -3 };\n")
	for i := range 400 {
		name := fmt.Sprintf("M%d", i)
		fmt.Fprintf(&src, "#define %s %s\n", name, expr(3))
		names = append(names, name)
	}
	file, err := cfront.Parse(context.Background(), "m.c", []byte(src.String()+"int x;\n"), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	found, want := 0, ""
	for _, name := range names {
		if n, ok := file.NamedNumber(name); ok {
			found++
			fmt.Fprintf(&body, "printf(\"%s %%lld\\n\", (long long)(%s));\n", name, name)
			want += fmt.Sprintf("%s %d\n", name, n)
		}
	}
	if found < 80 {
		t.Errorf("only %d of %d are numbers", found, len(names))
	}
	if got := toolchain.Output(t, []byte(src.String()+"int main(void) {\n"+body.String()+"}\n")); string(got) != want {
		for i, line := range strings.Split(string(got), "\n") {
			if w := strings.Split(want, "\n"); i < len(w) && line != w[i] {
				t.Errorf("gcc has %s, not %s", line, w[i])
			}
		}
	}
}
