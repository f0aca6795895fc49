package cfront

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/ast"
	"scf/internal/cgen"
	"scf/internal/diag"
)

// lowered is the tree of the only function of a text.
func lowered(t *testing.T, src string) (*File, *ast.Func) {
	t.Helper()
	f, err := Parse("x.c", []byte(src), Options{})
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

// needCompiler skips a test where the machine has no C compiler; continuous integration must have one.
func needCompiler(t *testing.T) {
	t.Helper()
	if cgen.Compiler() != "" {
		return
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("no C compiler")
	}
	t.Skip("no C compiler")
}

var functions = flag.Uint64("functions", 60, "how many random functions TestPrintedAgainstOriginal makes")

// TestPrintedAgainstOriginal lowers and prints random functions; a compiler runs both texts on the same arguments.
func TestPrintedAgainstOriginal(t *testing.T) {
	needCompiler(t)
	const batch = 60
	for first := uint64(0); first < *functions; first += batch {
		var pairs []cgen.Pair
		for seed := first; seed < first+batch; seed++ {
			p := cgen.Generate(seed, cgen.Options{Name: fmt.Sprintf("f%d", seed), Size: 15, Loops: true, Calls: true})
			f, tree := lowered(t, p.Source)
			tree.Name = fmt.Sprintf("g%d", seed)
			pairs = append(pairs, cgen.Pair{Prog: p, Candidate: ast.PrintFunc(tree, f.Style()), CandidateF: tree.Name})
		}
		if err := cgen.Compare(pairs, 6, first); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPrintedParsesBack: the text printed from a tree is the text printed from the tree of that text.
func TestPrintedParsesBack(t *testing.T) {
	for seed := range uint64(300) {
		p := cgen.Generate(seed, cgen.Options{Size: 15, Loops: true, Calls: true})
		f, tree := lowered(t, p.Source)
		once := ast.PrintFunc(tree, f.Style())
		_, again := lowered(t, cgen.Header+once)
		if twice := ast.PrintFunc(again, f.Style()); once != twice {
			t.Fatalf("seed %d, printed once and again:\n%s", seed, cmp.Diff(strings.Split(once, "\n"), strings.Split(twice, "\n")))
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
