package cfront

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"scf/ast"
	"scf/internal/cprog"
	"scf/internal/diag"
	"scf/internal/testing/tier"
)

// lowered is the tree of the only function of a text.
func lowered(t *testing.T, src string) (*File, *ast.Func) {
	t.Helper()
	f, err := Parse(context.Background(), "x.c", []byte(src), Options{})
	if err != nil {
		t.Fatalf("%s\n%s", diag.Render(err), src)
	}
	tree, err := f.Lower("")
	if err != nil {
		t.Fatalf("%s\n%s", diag.Render(err), src)
	}
	if err := ast.Verify(tree); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return f, tree
}

// TestPrintedParsesBack: a file with a function put back is C again, and says the same when the function is put back once more.
func TestPrintedParsesBack(t *testing.T) {
	tier.OnlyLong(t, "each program is compiled")
	for _, kind := range []struct {
		without  cprog.Set
		programs uint64
	}{{cprog.BeyondScalars, 60}, {cprog.Set{}, 15}} {
		for seed := range kind.programs {
			p := cprog.Generate(seed, cprog.Options{Size: 15, Without: kind.without})
			f, err := Parse(context.Background(), "x.c", []byte(p.Source), Options{})
			if err != nil {
				t.Fatalf("%s\n%s", diag.Render(err), p.Source)
			}
			for _, o := range f.Functions() {
				if o.Err == nil {
					checkSplice(t, f, o.Name, o.Function.Tree)
				} else if kind.without != (cprog.Set{}) {
					t.Errorf("seed %d: %s", seed, diag.Render(o.Err))
				}
			}
		}
	}
}

// TestLabels: labels count from 1 in the order of the source, whatever was lowered before.
func TestLabels(t *testing.T) {
	_, tree := lowered(t, "int f(int x) {\n int y = x + 1;\n return y; }\n")
	var labels []string
	ast.Walk(tree.Body, func(c ast.Cmd) { labels = append(labels, fmt.Sprintf("%T", c)) },
		func(e ast.Expr) { labels = append(labels, fmt.Sprintf("%T", e)) }, nil)
	if got := strings.Join(labels, " "); got != "*ast.Seq *ast.Declare *ast.Binary *ast.Var *ast.Const *ast.Return *ast.Var" {
		t.Fatal(got)
	}
	seq := tree.Body.(*ast.Seq)
	if tree.Label != ast.L(1) || seq.Label != ast.L(2) || seq.First.(*ast.Declare).Label != ast.L(3) ||
		seq.Second.(*ast.Return).X.(*ast.Var).Label != ast.L(8) {
		t.Fatalf("labels %v %v", tree.Label, seq.Label)
	}
}
