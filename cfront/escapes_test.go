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
		{`u8"h\u00e9" "u8" u8"\x00041" /* u8"x */`, `"h\303\251u8A"`},
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
	for _, c := range []struct{ text, at string }{{`"\x0ff"`, "x.c:2:31"}, {`u8"\x0ff"`, "x.c:2:33"}} {
		_, err := Parse(t.Context(), "x.c", []byte("int a;\nconst char *f(void) { return "+c.text+"; }\n"), Options{})
		if err == nil || !strings.HasPrefix(err.Error(), c.at+`: the hexadecimal escape \x0ff has three digits`) {
			t.Error(c.text, err)
		}
	}
}

// TestOtherwise: what cc reads otherwise is so outside of strings and comments only, and the rest stands where it stands in the file.
func TestOtherwise(t *testing.T) {
	const src = "void g(int n, int a[*], const char *);\nint f(int n) {\n    __typeof__(unsigned long) x = n; typeof (int)y[2] = {n}; /* [*] */\n" +
		"    g(2, y, \"[*] typeof(int) [ * ]\"); return '[' + sizeof(const typeof( short )) + x + y[0];\n}\nint h(int x) { return x; }\n"
	const want = "    unsigned long x = n;\n    int y[2] = {n};\n    g(2, y, \"[*] typeof(int) [ * ]\");\n    return 91UL + 2 + x + y[0];\n"
	f, err := Parse(t.Context(), "x.c", []byte(src), Options{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	tree, err := f.Lower("f")
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	if got := ast.PrintBody(tree, f.Style()); !strings.Contains(got, want) {
		t.Error(got)
	}
	if _, err := f.Site("h"); err != nil {
		t.Error(err)
	}
}
