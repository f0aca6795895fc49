package cfront

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"scf/cfront/splice"
)

// A body that is included, or has parts that are, can be replaced unless something else would be missed.
func TestFragments(t *testing.T) {
	fsys := fstest.MapFS{
		"sum.h":    {Data: []byte("BASE s = 0;\n#ifdef BASE\nfor (int i = 0; i < n; i++) s += v[i];\n#endif\nreturn s;\n")},
		"macros.h": {Data: []byte("#define TWICE(x) (2 * (x))\nreturn TWICE(n);\n")},
		"nested.h": {Data: []byte("#include \"macros.h\"\n")},
		"empty.h":  {Data: []byte("\n")},
	}
	for _, test := range []struct{ body, want string }{
		{"\n#define BASE long\n#include \"sum.h\"\n#undef BASE\n", ""},
		{"\n#define BASE long\n# include \"sum.h\" // the sum\n#undef BASE\n", ""},
		{"\n#include \"macros.h\"\n", "#include stands in the text of f"},
		{"\n#include \"nested.h\"\n", "#include stands in the text of f"},
		{"\n#include \"empty.h\"\nreturn n;", "#include stands in the text of f"},
	} {
		src := "long f(const int *v, int n) {" + test.body + "}\nint g(int n) { return n; }\n"
		f, err := Parse(context.Background(), "x.c", []byte(src), Options{FS: fsys})
		if err != nil {
			t.Fatal(err)
		}
		tree, err := f.Lower("f")
		if err != nil {
			t.Fatal(err)
		}
		out, err := f.Splice("f", tree, splice.How{})
		switch {
		case test.want != "":
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: %v, want %s", src, err, test.want)
			}
		case err != nil:
			t.Error(err)
		default:
			if _, err := Parse(context.Background(), "x.c", out, Options{FS: fsys}); err != nil || strings.Contains(string(out), "include") {
				t.Errorf("%v\n%s", err, out)
			}
		}
	}
}
