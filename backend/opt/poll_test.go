package opt_test

import (
	"strings"
	"testing"

	"scf/backend/ir"
	"scf/backend/lower"
	"scf/backend/opt"
)

// TestPolls checks which loops get a poll.
func TestPolls(t *testing.T) {
	for _, c := range []struct {
		source string
		polls  int
	}{
		{"int f(int *p) { int s = 0; for (int i = 0; i < 100; i++) s += p[i]; return s; }", 0},
		{"int f(int *p) { int s = 0; for (int i = 0; i < 100000; i++) s += p[i]; return s; }", 1},
		{"int f(int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }", 1},
		{"int f(int *p, int n) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) s += p[i] * j; return s; }", 1},
		{"int f(int *p) { int s = 0; for (int i = 0; i < 300; i++) for (int j = 0; j < 300; j++) s += p[i] * j; return s; }", 1},
		{"int f(int *p) { int s = 0; for (int i = 0; i < 2147483646; i += 3) s += p[i]; return s; }", 1},
		{"int f(int n) { while (n != 1) n = n & 1 ? 3 * n + 1 : n / 2; return n; }", 1},
		{"int f(int n) { for (int i = 0; i < 10; i++) n *= n; return n; }", 0},
	} {
		u := parsed(t, []byte(c.source))
		f, err := lower.New(lower.NewUnit(u), lower.Options{}).Lower(u.Funcs[0])
		if err != nil {
			t.Fatal(err)
		}
		o := &opt.Optimizer{Options: opt.Options{Polls: true}}
		o.Run(f)
		if err := ir.Verify(f); err != nil {
			t.Error(err)
		}
		if n := strings.Count(f.String(), "\tpoll"); n != c.polls {
			t.Errorf("%d polls in\n%s\n%s", n, c.source, f)
		}
	}
}
