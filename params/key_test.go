package params_test

import (
	"bytes"
	"testing"

	"scf/params"
)

// TestLateKey: values have the same key where they have the same text.
func TestLateKey(t *testing.T) {
	reached := parametersOf(t, "struct s { int a, b; }; int f(int n, const int *v, const char *t, const double *x, const struct s *p, int **m) { return n; }")
	for name, texts := range map[string][]string{
		"n": {"0", "1", "-1", "300", "NON_CONSTANT"},
		"v": {"[]", "[0]", "[1]", "[0,1]", "[1,0]", "[NON_CONSTANT,1]", "[1,NON_CONSTANT]", "NON_CONSTANT"},
		"t": {`"a"`, `"b"`, `""`, "[97]", "[0]"},
		"x": {"[0.5]", "[-0.0]", "[0.0]", "[inf]", "[nan]"},
		"p": {"{a:1}", "{b:1}", "{a:1,b:1}", "{}"},
		"m": {"[[1],[2]]", "[[1,2]]", "[[],[1,2]]", "[[1,2],[]]"},
	} {
		late := func(text string) params.Late {
			l, err := params.ParseLate(text, reached[name])
			if err != nil {
				t.Fatal(err)
			}
			return l
		}
		for _, a := range texts {
			for _, b := range texts {
				x, y := late(a), late(b)
				if same := bytes.Equal(x.AppendKey(nil), y.AppendKey(nil)); same != (x.String() == y.String()) {
					t.Errorf("%s: %s and %s: %v", name, a, b, same)
				}
				if a != b && bytes.HasPrefix(x.AppendKey(nil), y.AppendKey(nil)) && x.String() != y.String() {
					t.Errorf("%s: the key of %s begins with that of %s", name, a, b)
				}
			}
		}
	}
}
