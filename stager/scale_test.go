package stager_test

import (
	"fmt"
	"strings"
	"testing"

	"scf/internal/testing/tier"
	"scf/stager"
)

// TestScale stages functions that are hard for their size: loops in loops, and conditions in conditions, of which nothing is known
// early; and one that is long. The contours of each pass stay within what is stated, and both pipelines print the same.
func TestScale(t *testing.T) {
	tier.OnlyLong(t, "large functions")
	loops := func(n int) string {
		return "int f(int a){int s=0;" + repeated(n, "for(int i%d=0;i%[1]d<a;i%[1]d++)") + "s+=a;return s;}"
	}
	conditions := func(n int) string {
		return "int f(int a){" + repeated(n, "if(a>%d){") + "a++;" + strings.Repeat("}", n) + "return a;}"
	}
	for _, c := range []struct {
		name, source string
		contours     [3]int
	}{
		{"three loops", loops(3), [3]int{2500, 1300, 800}},
		{"five loops", loops(5), [3]int{3000, 1700, 1000}},
		{"a hundred conditions", conditions(100), [3]int{1600, 500, 150}},
		{"2,000 assignments", "int f(int a){int x=a;" + repeated(2000, "x=x*3+a*%d;") + "return x;}", [3]int{60_000, 14_000, 22_000}},
	} {
		f := parseC(t, c.source)
		s := stage(t, f, map[string]string{"a": "CONSTANT"}, verified)
		for i, most := range c.contours {
			if n := s.Passes[i].Report.Contours; n > most {
				t.Errorf("%s: %s makes %d contours, more than %d", c.name, s.Passes[i].Name, n, most)
			}
		}
		if w := s.Warnings(); len(w) > 0 {
			t.Errorf("%s: %s", c.name, strings.Join(w, "\n"))
		}
		for _, v := range []int64{0, 3, 200} {
			agree(t, s, pipeline(t, stager.DefaultPipeline), map[string]stager.Late{"a": stager.Int(v, f.Params[0])})
		}
	}
}

// repeated is what the format makes of the numbers from 1 to n.
func repeated(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i+1)
	}
	return b.String()
}
