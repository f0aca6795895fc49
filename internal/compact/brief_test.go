package compact

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"scf/absval"
	"scf/absval/tree"
	"scf/ast"
	"scf/internal/testing/golden"
)

// TestBrief: the sections NAME.c describe the members of a set, `STATEMENT xN` N statements of one kind, with %d for a number; the set
// prints briefly as the section NAME.want.
func TestBrief(t *testing.T) {
	p := program(t)
	golden.Pairs(t, "testdata/brief.txtar", func(t *testing.T, name string, source []byte) string {
		d := absval.New(absval.Options{Trees: tree.Options{MaxAlts: 20, Label: ast.LabelArg}})
		v := d.Bottom()
		for _, src := range strings.Split(string(source), "|\n") {
			v = d.Join(v, function(t, d, p, repeated(t, src)))
		}
		_, got := Both(d, v)
		for _, line := range strings.Split(got, "\n") {
			if utf8.RuneCountInString(line) > briefWidth || strings.Contains(line, Mark) {
				t.Errorf("%s: the line %q", name, line)
			}
		}
		if n := strings.Count(got, "\n") + 1; n > briefLines {
			t.Errorf("%s: %d lines", name, n)
		}
		if full := Format(d, v); fits(full) && full != got {
			t.Errorf("%s: cut without need:\n%s", name, cmp.Diff(full, got))
		}
		return got + "\n"
	})
}

// repeated is the text with each line `STATEMENT xN` written N times.
func repeated(t *testing.T, src string) string {
	var b strings.Builder
	for line := range strings.Lines(src) {
		statement, count, several := strings.Cut(strings.TrimSuffix(line, "\n"), " x")
		n := 1
		if several {
			if _, err := fmt.Sscan(count, &n); err != nil {
				t.Fatal(err)
			}
		}
		for i := range n {
			b.WriteString(strings.ReplaceAll(statement, "%d", fmt.Sprint(i)) + "\n")
		}
	}
	return b.String()
}
