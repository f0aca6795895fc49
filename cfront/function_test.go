package cfront

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/ast"
	"scf/cfront/splice"
	"scf/internal/diag"
)

const manyFunctions = `
struct point { int x, y; };
typedef struct { struct point at[2]; const char *name; unsigned flag : 1; union { int i; float f; }; struct node *next; } shape;
struct node { shape here; };

static int twice(int n __attribute__((annotate("constant")))) { return 2 * n; }

int area(const shape *s __attribute__((__unused__, annotate("constant"))), int n, __attribute__((annotate("other"))) int m)
{
    return s->at[n].x * s->at[m].y + s->i;
}
int jump(int n) { again: if (n--) goto again; return n; }
int flag(shape *s) { return s->flag; }
struct node *link(struct node *n) { static int calls; calls++; return n->here.next; }
`

// TestFunctions: every function of a file is there, lowered or refused, with what the tree does not say.
func TestFunctions(t *testing.T) {
	f, err := Parse(context.Background(), "x.c", []byte(manyFunctions), Options{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	var got []string
	for _, o := range f.Functions() {
		line := o.Name + " " + o.Pos.String()
		if o.Err != nil {
			line += " " + strings.SplitN(o.Err.Error(), "\n", 2)[0]
		} else {
			for _, p := range o.Function.Params {
				line += map[bool]string{true: " constant", false: " late"}[p.Constant]
			}
			if o.Function.Static {
				line += " static"
			}
			if o.Function.Statics {
				line += " " + strings.Join(o.Function.Kept, " ")
			}
		}
		got = append(got, line)
	}
	want := []string{
		"twice x.c:6:12 constant static",
		"area x.c:8:5 constant late late",
		"jump x.c:12:5 x.c:12:35: a goto that leads backward is not supported",
		"flag x.c:13:5 late",
		"link x.c:14:13 late static int calls;",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestLayouts: the fields of all structs that a parameter's type reaches.
func TestLayouts(t *testing.T) {
	f, err := Parse(context.Background(), "x.c", []byte(manyFunctions), Options{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	fn, err := f.Function("area")
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	shape := fn.Tree.Params[0].Ty.(ast.Pointer).Elem
	if !ast.IsQualified(shape) {
		t.Errorf("%v is not const", shape)
	}
	for _, c := range []struct {
		field  string
		offset int64
		want   ast.Type
	}{
		{"at", 0, ast.Array{Elem: ast.Record{Name: "struct point", Size: 8}, Len: 2}},
		{"name", 16, ast.Pointer{Elem: ast.Integer{Name: "const char", Width: 8, Signed: true}}},
		{"i", 28, ast.Int},
		{"f", 28, ast.Floating{Name: "float", Width: 32}},
		{"next", 32, ast.Pointer{Elem: ast.Record{Name: "struct node", Size: 40}}},
	} {
		got, ok := fn.Layouts.Field(shape, c.field)
		if !ok || got.Offset != c.offset || got.Ty != c.want || got.Bits > 0 {
			t.Errorf("%s: got %+v", c.field, got)
		}
	}
	if got, ok := fn.Layouts.Field(shape, "flag"); !ok || got.Bits == 0 {
		t.Errorf("flag: got %+v", got)
	}
	if got, ok := fn.Layouts.Field(ast.Record{Name: "struct point"}, "y"); !ok || got.Offset != 4 {
		t.Errorf("y: got %+v", got)
	}
	if _, ok := fn.Layouts.Field(shape, "z"); ok {
		t.Error("there is no z")
	}
	if l, ok := fn.Layouts.Of(ast.Record{Name: "struct node"}); !ok || len(l.Fields) != 1 {
		t.Errorf("struct node: got %+v", l)
	}
}

// TestSpliceAll puts several functions back at once, in different ways; everything else stays byte for byte.
func TestSpliceAll(t *testing.T) {
	const src = "\xef\xbb\xbfint a(int n) { return n + 0; } // one\r\n\r\n#if 1\r\nint b(int n)\r\n{\r\n    return a(n);\r\n}\r\n#endif\r\nstatic int c(int n) { return b(n); }\r\n/* end */"
	f, err := Parse(context.Background(), "x.c", []byte(src), Options{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	replacement := func(name string, how splice.How) splice.Replacement {
		tree, err := f.Lower(name)
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		site, err := f.Site(name)
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		return splice.Replacement{Site: site, Tree: tree, How: how}
	}
	got, err := splice.All(f.Text, []splice.Replacement{replacement("c", splice.How{As: "c3"}), replacement("a", splice.How{}), replacement("b", splice.How{})})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	const want = "\xef\xbb\xbfint a(int n) {\r\n    return n + 0;\r\n} // one\r\n\r\n#if 1\r\nint b(int n)\r\n{\r\n    return a(n);\r\n}\r\n#endif\r\n" +
		"static int c(int n) { return b(n); }\r\n\r\nstatic int c3(int n) {\r\n    return b(n);\r\n}\r\n/* end */"
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
	for _, rs := range [][]splice.Replacement{
		{replacement("a", splice.How{As: "d"}), replacement("b", splice.How{As: "d"})},
		{replacement("a", splice.How{}), replacement("a", splice.How{As: "d"})},
		{replacement("a", splice.How{As: "b"})},
	} {
		if got, err := splice.All(f.Text, rs); err == nil {
			t.Errorf("no error, but\n%s", got)
		}
	}
}

// TestEveryAccessRefused: however a type comes to be volatile or atomic, every function of these files is refused for it.
func TestEveryAccessRefused(t *testing.T) {
	for file, want := range map[string]string{"testdata/volatile.c": "volatile", "testdata/atomic.c": "_Atomic"} {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Parse(context.Background(), file, src, Options{})
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		for _, o := range f.Functions() {
			if o.Err == nil || !strings.Contains(o.Err.Error(), want) {
				t.Errorf("%s: %v", o.Name, o.Err)
			}
		}
	}
}
