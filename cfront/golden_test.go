package cfront

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"scf/ast"
	"scf/cfront/splice"
	"scf/internal/diag"
	"scf/internal/testing/golden"
	"scf/internal/testing/tier"
)

// TestPrint: what functions look like after lowering and printing.
func TestPrint(t *testing.T) {
	golden.Pairs(t, "testdata/print.txtar", func(t *testing.T, _ string, src []byte) string {
		f, err := Parse(context.Background(), "x.c", src, Options{})
		if err != nil {
			return diag.Render(err) + "\n"
		}
		var b strings.Builder
		for _, name := range f.Funcs() {
			tree, err := f.Lower(name)
			if err != nil {
				return diag.Render(err) + "\n"
			}
			if err := ast.Verify(tree); err != nil {
				t.Error(err)
			}
			b.WriteString(ast.PrintFunc(tree, f.Style()))
		}
		return b.String()
	})
}

// TestErrors: what is refused, and how.
func TestErrors(t *testing.T) {
	golden.Pairs(t, "testdata/errors.txtar", func(t *testing.T, _ string, src []byte) string {
		f, err := Parse(context.Background(), "x.c", src, Options{})
		if err == nil {
			_, err = f.Lower("")
		}
		if err == nil {
			return "no error\n"
		}
		return diag.Render(err) + "\n"
	})
}

// TestSplice: a file with a function put back, in every way that its first line asks for:
// `// replace`, `// as NAME`, `// guard` or `// guard NAME`, then conditions like a=3. The function is f, without its
// unused parts; every result must be C.
func TestSplice(t *testing.T) {
	tier.Same(t)
	golden.Pairs(t, "testdata/splice.txtar", func(t *testing.T, _ string, src []byte) string {
		f, err := Parse(context.Background(), "x.c", src, Options{})
		if err != nil {
			return diag.Render(err) + "\n"
		}
		tree, err := f.Lower("f")
		if err != nil {
			return diag.Render(err) + "\n"
		}
		out, err := f.Splice("f", tree, howOf(t, src))
		if err != nil {
			return diag.Render(err) + "\n"
		}
		if _, err := Parse(context.Background(), "x.c", out, Options{}); err != nil {
			t.Errorf("%s\n%s", diag.Render(err), out)
		}
		checkAlone(t, f, tree, howOf(t, src), out)
		return string(out)
	})
}

// checkAlone checks that the text of the function alone stands so in the whole file that Splice gives, and is C behind the rest of the
// file, unless that uses macros which the function defines. It may be refused where a macro writes the head.
func checkAlone(t *testing.T, f *File, tree *ast.Func, how splice.How, whole []byte) {
	t.Helper()
	site, err := f.Site("f")
	if err != nil {
		t.Fatal(err)
	}
	alone, err := site.Alone(f.Text, tree, how)
	if err != nil {
		if !site.Unclear {
			t.Error(diag.Render(err))
		}
		return
	}
	if !bytes.Contains(whole, bytes.TrimRight(alone, "\r\n")) {
		t.Errorf("alone it is\n%s\nand in the file\n%s", alone, whole)
	}
	rest := slices.Clone(f.Source())
	if how.As == "" || how.Guard {
		rest = slices.Delete(rest, site.Start, site.End)
	}
	text := slices.Concat(rest, []byte("\n"), alone)
	definesMacros := bytes.Contains(alone, []byte("#define"))
	if _, err := Parse(context.Background(), "x.c", text, Options{}); err != nil && !definesMacros {
		t.Errorf("%s\n%s", diag.Render(err), text)
	}
}

func howOf(t *testing.T, src []byte) splice.How {
	first, _, _ := strings.Cut(string(src), "\n")
	var how splice.How
	for i, word := range strings.Fields(first) {
		param, value, isCondition := strings.Cut(word, "=")
		switch {
		case i == 0 || word == "replace" || word == "as":
		case word == "guard":
			how.Guard = true
		case isCondition:
			var v int64
			if _, err := fmt.Sscan(value, &v); err != nil {
				t.Fatal(err)
			}
			test := operate(ast.Eq, &ast.Var{Name: param, Ty: ast.Int}, intConst(v, ast.Int))
			how.Conditions = append(how.Conditions, splice.Condition{Param: param, Value: ast.Known{Value: ast.IntConst(v)}, Tests: []ast.Expr{test}})
		default:
			how.As = word
		}
	}
	return how
}
