package causes_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"scf/ast"
	"scf/causes"
	"scf/cfront"
	"scf/internal/diag"
	"scf/internal/testing/golden"
)

// TestCauses tells of the functions of testdata/*.txtar why their loops are kept and what is written, where nothing is known of what passes
// made. A golden holds in.c, and what is told, in files that are named for a function and its constant parameters: those whose names are followed by * point
// to constant numbers.
func TestCauses(t *testing.T) {
	golden.Each(t, "testdata/*.txtar", func(t *testing.T, file string, a *txtar.Archive) {
		source := a.Files[0].Data
		parsed, err := cfront.Parse(context.Background(), "in.c", source, cfront.Options{OS: "linux", Arch: "amd64"})
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		for i, f := range a.Files[1:] {
			words := strings.Fields(f.Name)
			fn, err := parsed.Function(words[0])
			if err != nil {
				t.Fatal(diag.Render(err))
			}
			a.Files[i+1].Data = told(t, source, fn.Tree, words[1:])
		}
		golden.CompareArchive(t, file, a)
	})
}

func told(t *testing.T, source []byte, f *ast.Func, constant []string) []byte {
	in := causes.Input{Func: f, Named: func(name string) bool {
		return regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`).Match(source)
	}}
	for _, p := range f.Params {
		fact := causes.Fact{}
		for _, c := range constant {
			if c == p.Name {
				fact = causes.Fact{Scalar: true}
			} else if c == p.Name+"*" {
				fact = causes.Fact{Elem: &causes.Fact{Scalar: true}}
			}
		}
		in.Facts = append(in.Facts, fact)
	}
	r, ok := causes.Of(in)
	if !ok {
		t.Fatal("too much work")
	}
	var b strings.Builder
	ast.Walk(f.Body, func(c ast.Cmd) {
		if n, isLabel := ast.LabelOf(c).(ast.L); isLabel && r.Loops[int64(n)] != "" {
			fmt.Fprintf(&b, "%v: %s\n", ast.PlaceOf(c), r.Loops[int64(n)])
		}
	}, nil, nil)
	for _, w := range r.Writes {
		fmt.Fprintf(&b, "%v: %s\n", w.At, w.Text)
	}
	return []byte(b.String())
}

// TestNests walks a deep nest of loops within the bound of the work.
func TestNests(t *testing.T) {
	const depth = 7
	var b strings.Builder
	b.WriteString("int f(int n) { int s = 0;\n")
	for i := range depth {
		fmt.Fprintf(&b, "for (int i%d = 0; i%d < n; i%d++)\n", i, i, i)
	}
	b.WriteString("s++; return s; }\n")
	parsed, err := cfront.Parse(context.Background(), "in.c", []byte(b.String()), cfront.Options{OS: "linux", Arch: "amd64"})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	fn, err := parsed.Function("f")
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	for _, known := range []bool{false, true} {
		in := causes.Input{Func: fn.Tree, Facts: []causes.Fact{{Scalar: known}}, Named: func(string) bool { return true }}
		r, ok := causes.Of(in)
		if !ok {
			t.Fatal("too much work")
		}
		if kept := len(r.Loops); kept != depth && !known || kept != 0 && known {
			t.Errorf("n known: %v; loops kept: %d", known, kept)
		}
	}
}

// TestWritesTo: of a parameter that a function writes through it is not said that it may be constant.
func TestWritesTo(t *testing.T) {
	for c, want := range map[string]bool{
		"struct s { int a[3]; }; void f(struct s *p, int i) { p->a[i] = 1; }":                      true,
		"void f(int *p, int i) { while (i--) *p++ = 1; }":                                          true,
		"void f(int **p, int i) { p[i][i] = 1; }":                                                  true,
		"void *memset(void *, int, unsigned long); void f(int *p, int i) { memset(p + i, 0, 4); }": true,
		"void f(const int *p, int *q, int i) { q[p[i]] = p[0]; }":                                  false,
		"void g(int *); void f(int *p, int i) { int a[2]; a[*p] = i; g(p); }":                      false,
	} {
		parsed, err := cfront.Parse(context.Background(), "in.c", []byte(c), cfront.Options{OS: "linux", Arch: "amd64"})
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		fn, err := parsed.Function("f")
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		if got := causes.WritesTo(fn.Tree, "p"); got != want {
			t.Errorf("%s: %v", c, got)
		}
	}
}
