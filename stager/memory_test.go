package stager_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"scf/internal/testing/tier"
	"scf/stager"
)

// TestMemoryFolds: what memory holds is read when the function is optimised, whatever way the function reaches it. Each function returns
// a constant then.
func TestMemoryFolds(t *testing.T) {
	tier.Same(t)
	t.Parallel()
	const types = `
struct in { int a; short b[2]; };
struct rec { unsigned char n; struct in in; struct in ins[2]; const struct rec *next; double w; const char *s; _Bool flag; };
enum color { RED, GREEN = 5 };
`
	cnp := pipeline(t, "cnp")
	for _, c := range []struct {
		params, returns, value, want string
	}{
		{"const int *p", "p[1]", "p=[7,8,9]", "8"},
		{"const int *p", "*p + *(p + 2)", "p=[7,8,9]", "16"},
		{"const int *p", "(&p[1])[1]", "p=[7,8,9]", "9"},
		{"const int p[3]", "p[0]", "p=[7,8,9]", "7"},
		{"const int (*g)[2]", "g[1][0] * 10 + (*g)[1]", "g=[[1,2],[3,4]]", "32"},
		{"int **rows", "rows[1][0] + *rows[0] + **rows", "rows=[[1],[2,3]]", "4"},
		{"const struct in *p", "p[1].b[1] + p->a", "p=[{a:1,b:[2,3]},{a:4,b:[5,6]}]", "7"},
		{"const struct rec *r", "r->n", "r={n:200}", "200"},
		{"const struct rec *r", "(*r).in.b[1]", "r={in:{b:[1,2]}}", "2"},
		{"const struct rec *r", "r->ins[1].a + (r->ins + 1)->b[0]", "r={ins:[{a:1,b:[2,3]},{a:4,b:[5,6]}]}", "9"},
		{"const struct rec *r", "r->next->next ? 1 : r->next->n", "r={next:{n:3,next:0}}", "3"},
		{"const struct rec *r", "r->s[0] * 2 + !r->s[2]", `r={s:"AB"}`, "131"},
		{"const struct rec *r", "r->flag && r", "r={flag:1}", "1"},
		{"const enum color *p", "*p == GREEN", "p=[5]", "1"},
		{"const char *s", "s[1]", `s="A\x80"`, "-128"},
		{"const unsigned char *s", "s[1]", `s=[1,0xff]`, "255"},
		{"const unsigned long *p", "p[0] >> 60 == 15", "p=[0xffffffffffffffff]", "1"},
		{"const int *p", "p == 0", "p=0", "1"},
		{"const int *p", "!p", "p=[]", "0"},
		{"const float *p", "p[0] + p[1] == 0.75f", "p=[0.5,0.25]", "1"},
		{"const struct rec *r", "r->w * 2 == 3.0", "r={w:1.5}", "1"},
	} {
		source := fmt.Sprintf("%slong f(%s)\n{\n    return %s;\n}\n", types, c.params, c.returns)
		f, err := stager.ParseC(context.Background(), "test.c", []byte(source), "f", stager.CConfig{})
		if err != nil {
			t.Errorf("%s: %v", c.returns, err)
			continue
		}
		name, value, _ := strings.Cut(c.value, "=")
		late, err := f.ParseLate(map[string]string{name: value})
		if err != nil {
			t.Errorf("%s: %v", c.value, err)
			continue
		}
		got, err := text(stager.RunUnstaged(context.Background(), f, cnp, late))
		if err != nil {
			t.Errorf("%s: %v", c.returns, err)
			continue
		}
		if m := regexp.MustCompile(`return (.*);`).FindStringSubmatch(got); m == nil || strings.TrimRight(m[1], "UL") != c.want {
			t.Errorf("%s with %s: %v, want %s", c.returns, c.value, m, c.want)
		}
	}
}
