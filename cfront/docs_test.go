package cfront

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"scf/ast"
	"scf/internal/diag"
)

var codeBlock = regexp.MustCompile("(?ms)^```c\n(.*?)^```$")

// TestDocumentation checks the blocks of docs/c.md: those that begin with `// refused: ` are, with that message; all functions of
// the others are taken.
func TestDocumentation(t *testing.T) {
	text, err := os.ReadFile("../docs/c.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := codeBlock.FindAllStringSubmatch(string(text), -1)
	if len(blocks) < 15 {
		t.Fatalf("only %d blocks", len(blocks))
	}
	for _, b := range blocks {
		first, _, _ := strings.Cut(b[1], "\n")
		want, refused := strings.CutPrefix(first, "// refused: ")
		f, err := Parse(context.Background(), "x.c", []byte(b[1]), Options{})
		if err != nil {
			t.Errorf("%s\n%s", diag.Render(err), b[1])
			continue
		}
		for _, o := range f.Functions() {
			switch {
			case refused && (o.Err == nil || !strings.Contains(o.Err.Error(), want)):
				t.Errorf("got %v, want %s\n%s", o.Err, want, b[1])
			case !refused && o.Err != nil:
				t.Errorf("%s\n%s", diag.Render(o.Err), b[1])
			case o.Err == nil:
				if err := ast.Verify(o.Function.Tree); err != nil {
					t.Errorf("%v\n%s", err, b[1])
				}
			}
		}
	}
}
