package cfront

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"scf/internal/diag"
)

// TestUnfolded: functions that come from macros are written out, the one that is asked for or all, and nothing else changes.
func TestUnfolded(t *testing.T) {
	const src = `#define TWO(name, type) type name(type x) { return x + 1; } type name##2(type x) { return x * 2; }
TWO(f, int) /* one */
TWO(g, /* with a
 comment */ long) int after;
#define BODY { return x; }
int k(int x) BODY // three
#define ATTRIBUTES(name) __attribute__((noinline, cold, pure)) static int name(void) { return 1; }
`
	const all = `#define TWO(name, type) type name(type x) { return x + 1; } type name##2(type x) { return x * 2; }
int f( int x) { return x + 1; } int f2( int x) { return x * 2; } /* one */
long g( long x) { return x + 1; } long g2( long x) { return x * 2; }
 int after;
#define BODY { return x; }
int k(int x) { return x; } // three
#define ATTRIBUTES(name) __attribute__((noinline, cold, pure)) static int name(void) { return 1; }
`
	const packed = `#define PACKED(name) _Pragma("pack(1)") struct name { char c; int i; }; _Pragma("pack()") int get_##name(struct name *p) { return p->i; }
PACKED(f)
`
	const diagnostics = `#define TWO(name) _Pragma("GCC diagnostic push") int name(int x) { return x; }
`
	for _, c := range []struct{ name, function, src, want string }{
		{"all", "", src, all},
		{"none of its own", "", all, all},
		{"one", "k", src, strings.Replace(src, ") BODY //", ") { return x; } //", 1)},
		{"lost attributes", "", src + "ATTRIBUTES(l)\n", all + "ATTRIBUTES(l)\n"},
		{"packed", "", packed, packed},
		{"diagnostics", "", diagnostics + "TWO(f)", diagnostics + "int f(int x) { return x; }"},
	} {
		f, err := Parse(context.Background(), "x.c", []byte(c.src), Options{})
		if err != nil {
			t.Fatal(c.name, diag.Render(err))
		}
		if diff := cmp.Diff(c.want, string(f.Unfolded(context.Background(), c.function).Source())); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// TestFolded: what is said of a function that cannot be written out.
func TestFolded(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"#define F(name) _Pragma(\"pack(1)\") struct s { char c; int i; }; _Pragma(\"pack()\") int name(void) { return sizeof(struct s); }\nF(f)\n", foldedPragma},
		{"#define F(name) __attribute__((noinline, cold, pure)) static int name(void) { return 1; }\nF(f)\n", "write each in an __attribute__ of its own"},
		{"#ifndef F\n#define F(name, r) int name(void) { return r; }\n#include \"x.c\"\n#undef F\nint g(void) {\n#define F(name, r) return name() + r;\n#include \"x.c\"\n}\n#else\nF(f, 3)\n#endif\n", foldedTwice},
	} {
		files := fstest.MapFS{"x.c": {Data: []byte(c.src)}}
		f, err := Parse(context.Background(), "x.c", []byte(c.src), Options{FS: files})
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		_, err = f.Unfolded(context.Background(), "f").Site("f")
		if err == nil || !strings.Contains(diag.Render(err), c.want) {
			t.Errorf("got %v, want %s\n%s", err, c.want, c.src)
		}
	}
}
