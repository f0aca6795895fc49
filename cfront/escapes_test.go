package cfront

import (
	"strings"
	"testing"

	"scf/ast"
	"scf/internal/diag"
)

// TestEscapes: the strings that cc reads are those that C reads.
func TestEscapes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`"\x0002s"`, `"\002s"`},
		{`"\x00041" "\x01" "2"`, `"A\0012"`},
		{`"\x041;\x010;\x4a\x7"`, `"A;\020;J\007"`},
		{`"\\x0041 '\x00000000022' // \x00020"`, `"\\x0041 '\"' //  "`},
		{"\"a\" /* \\x0041 */ \"b\\x00042\"", `"abB"`},
	} {
		f, err := Parse(t.Context(), "x.c", []byte("const char *f(void) { return "+c.text+"; }\nint g(int x) { return x; }\n"), Options{})
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		tree, err := f.Lower("f")
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		if got := ast.PrintBody(tree, f.Style()); !strings.Contains(got, "return "+c.want+";") {
			t.Errorf("%s is %s, want %s", c.text, got, c.want)
		}
		if _, err := f.Site("g"); err != nil {
			t.Error(err)
		}
	}
	_, err := Parse(t.Context(), "x.c", []byte("int a;\nconst char *f(void) { return \"\\x0ff\"; }\n"), Options{})
	if err == nil || !strings.HasPrefix(err.Error(), `x.c:2:31: the hexadecimal escape \x0ff has three digits`) {
		t.Error(err)
	}
}
