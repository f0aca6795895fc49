package scfml_test

import (
	"strings"
	"testing"

	"scf/internal/testing/scfmltest"
	"scf/internal/testing/tier"
	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/syntax"
)

// Deep and long input loads and prints, or meets a limit with a message.
func TestDeepInput(t *testing.T) {
	tier.OnlyLong(t, "very deep inputs")
	const deep, long = 250_000, 8_000
	nested := func(open, middle, end string, n int) string {
		return "fun f x = " + strings.Repeat(open, n) + middle + strings.Repeat(end, n)
	}
	limited := []struct{ name, text string }{
		{"parentheses", nested("(", "x", ")", deep)},
		{"brackets", nested("[", "x", "]", deep)},
		{"tuples", nested("(1, ", "x", ")", deep)},
		{"constructors", nested("SOME (", "x", ")", deep)},
		{"case", nested("case x of 1 => ", "x", "", deep)},
		{"case in the first arm", nested("case x of y => case y of z => ", "x", "", deep)},
		{"if", nested("if x then ", "1", " else 2", deep)},
		{"else if", nested("if x then 1 else ", "2", "", deep)},
		{"let", nested("let val y = ", "1", " in y end", deep)},
		{"let in body", nested("let val y = x in ", "y", " end", deep)},
		{"fn", nested("fn y => ", "x", "", deep)},
		{"patterns", "fun f " + strings.Repeat("(SOME ", deep) + "x" + strings.Repeat(")", deep) + " = 1"},
		{"types", "fun f (x : " + strings.Repeat("(", deep) + "int" + strings.Repeat(")", deep) + ") = 1"},
		{"structures", strings.Repeat("structure A = struct ", deep) + "fun f x = x " + strings.Repeat("end ", deep)},
		{"cons of variables", "fun f x = " + strings.Repeat("x :: ", deep/10) + "[]"},
		{"additions", "fun f x = x" + strings.Repeat(" + x", deep/10)},
		{"conjunctions", "fun f x = x" + strings.Repeat(" andalso x", deep/10)},
		{"bindings", "fun f x = let " + strings.Repeat("val x = x ", deep/10) + "in x end"},
		{"list of variables", "fun f x = [x" + strings.Repeat(", x", deep/10) + "]"},
		{"comments", "fun f x = x " + strings.Repeat("(*", deep)},
	}
	for _, c := range limited {
		_, _, err := scfml.Load("", syntax.Source{Name: c.name, Text: c.text})
		if err == nil || !strings.Contains(err.Error(), "deep") && !strings.Contains(err.Error(), "comment") {
			t.Errorf("%s: no message about depth: %.200v", c.name, err)
		}
	}
	fine := []struct{ name, text string }{
		{"constant list", "val l = [1" + strings.Repeat(", 1", long) + "] fun f x = x :: l"},
		{"constant cons", "fun f x = x :: " + strings.Repeat("1 :: ", long) + "[]"},
		{"list of variables", "fun f x = [x" + strings.Repeat(", x", long/2) + "]"},
		{"additions", "fun f x = x" + strings.Repeat(" + x", long/2)},
		{"bindings", "fun f x = let " + strings.Repeat("val x = x + 1 ", long/2) + "in x end"},
		{"tuples", "fun f x = " + strings.Repeat("(1, ", 1000) + "x" + strings.Repeat(")", 1000)},
		{"else if", "fun f x = " + strings.Repeat("if x = 1 then 1 else ", 1000) + "2"},
		{"parentheses one after the other", "fun f x = x" + strings.Repeat(" + (x)", long/4)},
		{"cases one after the other", "fun f x = [" + strings.Repeat("case x of 1 => 2 | _ => 3, ", long/4) + "1]"},
	}
	for _, c := range fine {
		p, _, err := scfml.Load("", syntax.Source{Name: c.name, Text: c.text})
		if err != nil {
			t.Errorf("%s: %.200v", c.name, err)
			continue
		}
		text := p.String()
		if _, _, err := scfml.Load("", syntax.Source{Name: c.name, Text: text}); err != nil {
			t.Errorf("%s as printed: %.200v", c.name, err)
		}
		if len(text) > 50*len(c.text) {
			t.Errorf("%s: printed %d bytes for %d", c.name, len(text), len(c.text))
		}
	}
}

// Deep constants, which no source text holds, print in pieces that load.
func TestDeepConstants(t *testing.T) {
	tier.OnlyLong(t, "very deep inputs")
	p := scfmltest.LoadEntry(t, "", "datatype nat = Z | S of nat\nstructure M = MapFn(type key = int type value = nat)\nfun f (x : M.map) = (x, S Z)")
	v := core.Value(&core.ConValue{Con: p.Con("Z")})
	for range 10_000 {
		v = &core.ConValue{Con: p.Con("S"), Args: []core.Value{v}}
	}
	m := core.EmptyMap
	for i := range 200 {
		m = m.Insert(core.Int(i), v)
	}
	p.Entry.Body = &core.TupleExpr{Elems: []core.Expr{&core.Const{Value: m}, &core.Const{Value: v}}}
	q := scfmltest.CheckRoundTrip(t, p)
	if a, b := run(t, p, "map{}"), run(t, q, "map{}"); a.value != b.value {
		t.Error("the constants differ as printed")
	}
}
