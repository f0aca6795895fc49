package inl_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"scf/ast"
	"scf/cfront"
	"scf/inl"
	"scf/internal/testing/tier"
)

// TestTooLarge: helpers that call each other twice double the function with each of them.
func TestTooLarge(t *testing.T) {
	tier.Standard(t, "programs are compiled")
	var b strings.Builder
	b.WriteString("static int h0(int x) { return x + 1; }\n")
	for i := range 25 {
		fmt.Fprintf(&b, "static int h%d(int x) { return h%d(x) * h%d(x + 1); }\n", i+1, i, i)
	}
	b.WriteString("int f(int x) { return h25(x); }\n")
	file, err := cfront.Parse(context.Background(), "x.c", []byte(b.String()), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = inline(file, "f", inl.Choice{Size: 10})
	var e *inl.Error
	if !errors.As(err, &e) || !strings.Contains(e.Reason, "would make f larger than 200000 nodes") {
		t.Errorf("%v", err)
	}
	if _, names, err := inline(file, "f", inl.Choice{Names: []string{"h25", "h24", "h23"}}); err != nil || len(names) != 3 {
		t.Errorf("%v, %v", names, err)
	}
}

// TestOriginalStays: inlining changes neither the function nor the functions that it inlines, and gives the same each time.
func TestOriginalStays(t *testing.T) {
	file, err := cfront.Parse(context.Background(), "x.c", []byte(`
static int g(int x) { while (x > 9) { if (x == 12) break; x--; } return x; }
int f(int x) { while (g(x) > 3) { if (x < 0) continue; x = g(x) - 1; } return x; }
`), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := file.Lower("f")
	if err != nil {
		t.Fatal(err)
	}
	g, err := file.Lower("g")
	if err != nil {
		t.Fatal(err)
	}
	texts := func() string { return ast.PrintFunc(f, file.Style()) + ast.PrintFunc(g, file.Style()) }
	before := texts()
	source := inl.Source{Lookup: func(name string) (inl.Candidate, bool) { return inl.Candidate{Func: g}, name == "g" }}
	var results []string
	for range 2 {
		out, _, err := inl.Inline(f, source, inl.Choice{Names: []string{"g"}})
		if err != nil {
			t.Fatal(err)
		}
		ast.Number(out)
		if err := ast.Verify(out); err != nil {
			t.Error(err)
		}
		results = append(results, ast.PrintFunc(out, file.Style()))
	}
	if texts() != before || ast.Verify(f) != nil || ast.Verify(g) != nil {
		t.Error("inlining changes what it inlines")
	}
	if results[0] != results[1] {
		t.Errorf("the second time gives\n%s", results[1])
	}
}
