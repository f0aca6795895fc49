package cfront

import (
	"context"
	"strings"
	"testing"

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
	for _, c := range []struct{ name, function, src, want string }{
		{"all", "", src, all},
		{"none of its own", "", all, all},
		{"one", "k", src, strings.Replace(src, ") BODY //", ") { return x; } //", 1)},
		{"lost attributes", "", src + "ATTRIBUTES(l)\n", src + "ATTRIBUTES(l)\n"},
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
