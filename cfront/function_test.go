package cfront

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/ast"
	"scf/cfront/splice"
	"scf/internal/diag"
	"scf/internal/testing/toolchain"
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
int jump(int n) { return ({ if (n) goto end; n; }); end: return 1; }
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
		"jump x.c:12:5 x.c:12:36: a goto out of an expression is not supported",
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

// TestEveryAccessKept: however a type comes to be volatile or atomic, a function of these files has as many such accesses behind the front end
// as before, or is refused for it.
func TestEveryAccessKept(t *testing.T) {
	toolchain.Compiler(t)
	for file, in := range map[string]struct {
		refusal, access string
		least           int
	}{"testdata/volatile.c": {"volatile", "={v}", 40}, "testdata/atomic.c": {"_Atomic", "__atomic_", 9}} {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Parse(context.Background(), file, src, Options{})
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		var all []splice.Replacement
		for _, o := range f.Functions() {
			if o.Err != nil {
				if !strings.Contains(o.Err.Error(), in.refusal) {
					t.Errorf("%s: %v", o.Name, o.Err)
				}
				continue
			}
			site, err := f.Site(o.Name)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, splice.Replacement{Site: site, Tree: o.Function.Tree})
		}
		got, err := splice.All(f.Text, all)
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		before, after := accesses(t, src, in.access), accesses(t, got, in.access)
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("%s: %s\n%s", file, diff, got)
		}
		if len(all) < in.least {
			t.Errorf("%s: only %d functions are taken", file, len(all))
		}
	}
}

var functionInDump = regexp.MustCompile(`(?m)^;; Function (\w+) `)

// accesses is how often each function of the text has the sign of an access in the form that gcc makes code of.
func accesses(t *testing.T, text []byte, sign string) map[string]int {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "x.c")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("gcc", "-w", "-c", "-O0", "-fdump-tree-optimized="+filepath.Join(dir, "dump"), "-o", filepath.Join(dir, "x.o"), file).CombinedOutput()
	if err != nil {
		t.Fatalf("%s\n%s", out, text)
	}
	dump, err := os.ReadFile(filepath.Join(dir, "dump"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	heads := functionInDump.FindAllSubmatchIndex(dump, -1)
	for i, h := range heads {
		end := len(dump)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		found[string(dump[h[2]:h[3]])] = bytes.Count(bytes.ReplaceAll(dump[h[0]:end], []byte("={v} {CLOBBER"), nil), []byte(sign))
	}
	return found
}
