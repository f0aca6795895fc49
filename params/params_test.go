package params_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"scf/ast"
	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/params"
)

var (
	intParam  = params.Param{Name: "a", Type: ast.Int}
	charParam = params.Param{Name: "c", Type: ast.Integer{Name: "unsigned char", Width: 8}}
	longParam = params.Param{Name: "n", Type: ast.Integer{Name: "unsigned long", Width: 64}}
	wideParam = params.Param{Name: "w", Type: ast.Integer{Name: "long", Width: 64, Signed: true}}
	boolParam = params.Param{Name: "b", Type: ast.Boolean{}}
	ptrParam  = params.Param{Name: "p", Type: ast.Pointer{Elem: ast.Int}}
)

func TestParseAbstract(t *testing.T) {
	for _, c := range []struct {
		param      params.Param
		text, want string
	}{
		{intParam, "NON_CONSTANT", "NON_CONSTANT"},
		{intParam, "", "CONSTANT(Int)"},
		{intParam, "CONSTANT", "CONSTANT(Int)"},
		{intParam, "CONSTANT(Int)", "CONSTANT(Int)"},
		{intParam, " CONSTANT ( 'Int ) ", "CONSTANT(Int)"},
		{intParam, "`Int", "CONSTANT(Int)"},
		{intParam, "Int | 3", "CONSTANT(Int)"},
		{intParam, "CONSTANT(0|1)", "CONSTANT(0|1)"},
		{intParam, "1|0|1", "CONSTANT(0|1)"},
		{intParam, "3", "CONSTANT(3)"},
		{intParam, "CONSTANT(3) | ~7 | -0x8", "CONSTANT(-8|-7|3)"},
		{intParam, "0x7fffffff", "CONSTANT(2147483647)"},
		{intParam, "-2147483648", "CONSTANT(-2147483648)"},
		{charParam, "0xFF|0", "CONSTANT(0|255)"},
		{longParam, "18446744073709551615|1", "CONSTANT(1|18446744073709551615)"},
		{longParam, "0xffffffffffffffff", "CONSTANT(18446744073709551615)"},
		{longParam, "0644", "CONSTANT(420)"},
		{wideParam, "-017", "CONSTANT(-15)"},
		{longParam, "0b101", "CONSTANT(5)"},
		{wideParam, "-0x8000000000000000", "CONSTANT(-9223372036854775808)"},
		{charParam, `'|'|'"'|'\''|'a'|'\\'`, "CONSTANT(34|39|92|97|124)"},
		{intParam, `'\xff' | '\n'|'\101'`, "CONSTANT(-1|10|65)"},
		{boolParam, "CONSTANT", "CONSTANT(0|1)"},
		{ptrParam, "NON_CONSTANT", "NON_CONSTANT"},
	} {
		a, err := params.ParseAbstract(c.text, c.param)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got := a.String(); got != c.want {
			t.Errorf("%q is %s, want %s", c.text, got, c.want)
		}
		if again, err := params.ParseAbstract(a.String(), c.param); err != nil || again.String() != c.want {
			t.Errorf("%q read again is %v, %v", c.want, again, err)
		}
	}
}

// TestParamErrors holds every message about a parameter's text.
func TestParamErrors(t *testing.T) {
	for _, c := range []struct {
		param      params.Param
		text, want string
	}{
		{intParam, "CONSTANT(0", "parameter a:1:11: it ends too early"},
		{intParam, "CONSTANT(0|", "parameter a:1:11: unexpected token \"|\""},
		{intParam, "CONSTANT(0))", "parameter a:1:12: unexpected token \")\""},
		{intParam, "FOO", "parameter a:1:1: unexpected token \"FOO\""},
		{intParam, "a@b", "parameter a:1:2: invalid input text \"@b\""},
		{intParam, "1.5", "parameter a:1:1: 1.5 is not an integer"},
		{intParam, "1_0", "parameter a:1:1: 1_0 is not an integer"},
		{intParam, "0xg", "parameter a:1:1: 0xg is not an integer"},
		{intParam, "0x", "parameter a:1:1: 0x is not an integer"},
		{intParam, "0x-1", "parameter a:1:3: unexpected token \"-1\""},
		{intParam, "2147483648", "parameter a:1:1: 2147483648 is out of the range of a (int)"},
		{charParam, "CONSTANT(0|-1)", "parameter c:1:12: -1 is out of the range of c (unsigned char)"},
		{charParam, "0x100", "parameter c:1:1: 0x100 is out of the range of c (unsigned char)"},
		{longParam, "18446744073709551616", "parameter n:1:1: 18446744073709551616 is out of the range of n (unsigned long)"},
		{boolParam, "2", "parameter b:1:1: 2 is out of the range of b (_Bool)"},
		{intParam, "NON_CONSTANT|3", "parameter a:1:1: NON_CONSTANT stands alone: a parameter is constant or it is not"},
		{intParam, "CONSTANT(NON_CONSTANT)", "parameter a:1:10: NON_CONSTANT is no value"},
		{intParam, "[3,1,2]", "parameter a:1:1: a is an integer (int): it reaches no memory"},
		{intParam, "[0 ", "parameter a:1:4: it ends too early"},
		{intParam, "[]", "parameter a:1:1: a is an integer (int): it reaches no memory"},
		{intParam, "[Int*]", "parameter a:1:1: a is an integer (int): it reaches no memory"},
		{intParam, "{size:Int, assoc:1|2}", "parameter a:1:1: a is an integer (int): it reaches no memory"},
		{ptrParam, "CONSTANT", "parameter p:1:1: CONSTANT does not say what p (pointer to int) reaches"},
		{ptrParam, "[[Int*]*]", "parameter p:1:2: p[0] is an integer (int): it reaches no memory"},
		{intParam, strings.Repeat("(", 200), "parameter a:1:101: nested more than 100 deep"},
	} {
		_, err := params.ParseAbstract(c.text, c.param)
		if err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		} else if text := diag.Render(err); !strings.Contains(text, c.text[:min(len(c.text), 80)]) || !strings.Contains(text, "^") {
			t.Errorf("%q: no line and caret:\n%s", c.text, text)
		}
	}
	for text, want := range map[string]string{
		"0|1":      "parameter a:1:1: a late value is one value, not a set of them",
		"CONSTANT": "parameter a:1:1: a late value is one value, not a set of them",
		"":         "parameter a:1:1: it ends too early",
	} {
		if _, err := params.ParseLate(text, intParam); err == nil || err.Error() != want {
			t.Errorf("late %q: %v, want %s", text, err, want)
		}
	}
}

func TestContains(t *testing.T) {
	late := func(text string) params.Late {
		l, err := params.ParseLate(text, intParam)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	for _, c := range []struct {
		abstract, late string
		want           bool
	}{
		{"CONSTANT", "-5", true},
		{"CONSTANT", "NON_CONSTANT", false},
		{"0|1", "1", true},
		{"0|1", "2", false},
		{"NON_CONSTANT", "1", false},
		{"NON_CONSTANT", "NON_CONSTANT", true},
	} {
		a, err := params.ParseAbstract(c.abstract, intParam)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Contains(late(c.late)); got != c.want {
			t.Errorf("%s contains %s: %v", c.abstract, c.late, got)
		}
	}
}

// TestLateRoundTrip: every value of a type is read back from its text, in the form of ast.Wrap, and lies in CONSTANT.
func TestLateRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom([]params.Param{intParam, charParam, longParam, wideParam, boolParam}).Draw(t, "param")
		l := params.Int(rapid.Int64().Draw(t, "v"), p)
		again, err := params.ParseLate(l.String(), p)
		if err != nil || again.String() != l.String() || again.Value() != l.Value() {
			t.Fatalf("%v is read as %v, %v", l, again, err)
		}
		if again.Value() != ast.Wrap(again.Value(), p.Type) {
			t.Fatalf("%v is held as %d", l, again.Value())
		}
		all, err := params.ParseAbstract("CONSTANT", p)
		if err != nil || !all.Contains(l) {
			t.Fatalf("CONSTANT does not contain %v: %v", l, err)
		}
	})
}

// TestParamLimits reads texts that are long, or deep, or of long numbers.
func TestParamLimits(t *testing.T) {
	tier.OnlyLong(t, "large values")
	for _, c := range []struct {
		param      params.Param
		text, want string
	}{
		{ptrParam, "[" + strings.Repeat("1,", 65_535) + "1]", ""},
		{ptrParam, "[" + strings.Repeat("1,", 65_536) + "1]", "more than 65536 values"},
		{intParam, strings.Repeat("1|", 65_536) + "1", "more than 65536 values"},
		{ptrParam, strings.Repeat("[1]|", 20_000) + "[2]", ""},
		{intParam, strings.Repeat("CONSTANT(", 101) + "1" + strings.Repeat(")", 101), "nested more than 100 deep"},
		{ptrParam, strings.Repeat("[", 1_000_000), "nested more than 100 deep"},
		{intParam, strings.Repeat("9", 10_001), "more than 10000 characters"},
		{doubleParam, strings.Repeat("9", 10_000) + ".5", "more than 10000 characters"},
		{doubleParam, strings.Repeat("0", 9_000) + "1", ""},
		{doubleParam, "1e999999999", "too large for d"},
		{intParam, strings.Repeat(" ", 1<<20) + "1", "longer than 1 MiB"},
		{textParam, `"` + strings.Repeat("a", 20_000) + `"`, ""},
		{textParam, `"` + strings.Repeat("a", 20_000), "invalid input text"},
		{textParam, "\"a\x00b\"", ""},
		{intParam, "1\x00", "invalid input text"},
	} {
		_, err := params.ParseAbstract(c.text, c.param)
		_, lateErr := params.ParseLate(c.text, c.param)
		for _, err := range []error{err, lateErr} {
			if c.want == "" && err != nil && err == lateErr && strings.Contains(c.text, "|") {
				continue // a set is no late value
			}
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%.40q: %.200v, want %q", c.text, err, c.want)
			}
		}
	}
}

// FuzzParam: what a text says of a parameter, early and late, is printed so that it reads back; a late value is one of those that the
// same text says early; every error has a place in the text.
func FuzzParam(f *testing.F) {
	for _, s := range []string{"CONSTANT(0|1)", "[3,1,2]", "{size:Int}", "~0x1", "[[Int*]*]", "NON_CONSTANT", "[0 ",
		"[[1,2*]]", "{line:{weight:-inf|nan(0x7)}, table:[Int*]}", `"a\x07"`, "0|[Float*]", "~inf", "1e999999999", "0x1p-999999999",
		strings.Repeat("[", 101), strings.Repeat("CONSTANT(", 20) + "1", strings.Repeat("1|", 300) + "1", "\"a\x00", "1\x00", "{size:1,size:1}",
		strings.Repeat("9", 10_001), "[" + strings.Repeat("1,", 300) + "1*]", "nan(0xffffffffffffffffffff)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range []params.Param{intParam, longParam, boolParam, ptrParam, doubleParam, textParam, rowsParam, gridParam, configParam} {
			a, err := params.ParseAbstract(text, p)
			checkPlaced(t, text, err)
			l, lateErr := params.ParseLate(text, p)
			checkPlaced(t, text, lateErr)
			if lateErr == nil {
				checkLate(t, text, p, a, err, l)
			}
			if err != nil {
				continue
			}
			again, err := params.ParseAbstract(a.String(), p)
			if err != nil || again.String() != a.String() {
				t.Fatalf("%q is %v, read again %v, %v", text, a, again, err)
			}
		}
	})
}

// checkLate: the late value prints so that it reads back, and lies in what the same text says early.
func checkLate(t *testing.T, text string, p params.Param, a params.Abstract, err error, l params.Late) {
	if err != nil || l.IsConstant() && !a.Contains(l) {
		t.Fatalf("%q is late %v, early %v, %v", text, l, a, err)
	}
	again, err := params.ParseLate(l.String(), p)
	if err != nil || again.String() != l.String() {
		t.Fatalf("%q is %v, read again %v, %v", text, l, again, err)
	}
}

// checkPlaced: an error names a column of one of the text's lines, or the one behind it.
func checkPlaced(t *testing.T, text string, err error) {
	var e *diag.Error
	if err == nil {
		return
	}
	lines := strings.Split(text, "\n")
	if !errors.As(err, &e) || e.Pos.Line < 1 || e.Pos.Line > len(lines) || e.Pos.Col < 1 || e.Pos.Col > len(lines[e.Pos.Line-1])+1 || e.Msg == "" {
		t.Fatalf("%q: %#v", text, err)
	}
}
