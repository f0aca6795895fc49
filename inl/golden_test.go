package inl_test

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"scf/ast"
	"scf/cfront"
	"scf/inl"
	"scf/internal/testing/golden"
)

// TestGolden inlines into the function f of each C file NAME.c of the archives; its first line says what: names, or size=N. NAME.want
// is the body of f then, or the message.
func TestGolden(t *testing.T) {
	golden.Each(t, "testdata/*.txtar", func(t *testing.T, file string, _ *txtar.Archive) {
		golden.Pairs(t, file, func(t *testing.T, _ string, source []byte) string { return inlined(t, source) })
	})
}

// inlined is what becomes of f.
func inlined(t *testing.T, source []byte) string {
	first, _, _ := bytes.Cut(source, []byte("\n"))
	file, err := cfront.Parse(context.Background(), "x.c", source, cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, names, err := inline(file, "f", choice(t, string(first)))
	if err != nil {
		return err.Error() + "\n"
	}
	if err := ast.Verify(f); err != nil {
		t.Errorf("%v\n%s", err, source)
	}
	return "inlined: " + strings.Join(names, ", ") + "\n" + ast.PrintBody(f, file.Style()) + "\n"
}

func choice(t *testing.T, line string) inl.Choice {
	var c inl.Choice
	for _, word := range strings.Fields(strings.TrimPrefix(line, "//")) {
		size, isSize := strings.CutPrefix(word, "size=")
		if !isSize {
			c.Names = append(c.Names, word)
			continue
		}
		n, err := strconv.Atoi(size)
		if err != nil {
			t.Fatal(err)
		}
		c.Size = n
	}
	return c
}

// inline inlines into the function.
func inline(file *cfront.File, function string, c inl.Choice) (*ast.Func, []string, error) {
	root, err := file.Function(function)
	if err != nil {
		return nil, nil, err
	}
	lookup := func(name string) (inl.Candidate, bool) {
		if !slices.Contains(file.Funcs(), name) {
			return inl.Candidate{}, false
		}
		f, err := file.Function(name)
		switch {
		case err != nil:
			return inl.Candidate{Obstacle: "is refused"}, true
		case !f.Static || f.Statics || len(f.Kept) > 0:
			return inl.Candidate{Func: f.Tree, Obstacle: "is not for inlining"}, true
		}
		if reason, ok := file.Visible(name, function); !ok {
			return inl.Candidate{Func: f.Tree, Obstacle: reason}, true
		}
		return inl.Candidate{Func: f.Tree}, true
	}
	out, names, err := inl.Inline(root.Tree, inl.Source{Lookup: lookup, Avoid: file.Style().Avoid}, c)
	if len(names) > 0 {
		ast.Number(out)
	}
	return out, names, err
}
