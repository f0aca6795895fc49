package core_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"scf/internal/diag"
	"scf/internal/testing/scfmltest"
	"scf/scfml"
	"scf/scfml/core"
)

func TestValueTextRoundTrip(t *testing.T) {
	p := scfmltest.ValueProgram(t)
	rapid.Check(t, func(r *rapid.T) {
		v := scfmltest.Values(p.Entry.ArgType(), 3).Draw(r, "value")
		text := core.FormatValue(v)
		w, err := core.ParseValue(text, p.Entry.ArgType(), p)
		if err != nil || !core.Equal(v, w) {
			r.Fatalf("%s reads as %v, %v", text, w, err)
		}
	})
}

// FuzzValueText holds that no text makes ParseValue panic, and that what it reads prints as text that reads the same.
func FuzzValueText(f *testing.F) {
	p := scfmltest.ValueProgram(f)
	typ := p.Entry.ArgType()
	f.Add(`(node(leaf, 1, tree.fix("a")), box (1, empty), map{(1, "a") -> leaf}, set{leaf}, SOME [(true, #"c")], map{leaf -> 1 :: []})`)
	f.Add(`(leaf, empty, map{must [], may []}, dead, NONE, map{dead -> dead :: dead})`)
	f.Fuzz(func(t *testing.T, text string) {
		v, err := core.ParseValue(text, typ, p)
		if err != nil {
			return
		}
		again := core.FormatValue(v)
		if w, err := core.ParseValue(again, typ, p); err != nil || !core.Equal(v, w) {
			t.Fatalf("%s reads as %s, and that as %v, %v", text, again, w, err)
		}
	})
}

func TestParseValue(t *testing.T) {
	p := scfmltest.Load(t, scfmltest.ValueTypes+`
		datatype Int = Int | Any of int | dead
		structure Q = struct datatype t = qualified of int | leaf end
		datatype again = leaf`)
	for _, c := range []struct{ typ, text, want string }{
		{"int", "-3", "~3"},
		{"int list", "[1, 2]", "[1, 2]"},
		{"int list", "1 :: 2 :: []", "[1, 2]"},
		{"int list", "1 :: nil", "[1]"},
		{"int list list", "(1 :: []) :: []", "[[1]]"},
		{"int option", "SOME 3", "SOME(3)"},
		{"unit", "()", "()"},
		{"tree", "node (leaf, 1, leaf)", "node(leaf, 1, leaf)"},
		{"tree", "node((leaf, 1, leaf))", "node(leaf, 1, leaf)"},
		{"tree", "Anything.leaf", "leaf"},
		{"tree", "tagged (pair (1, #\"a\"))", `tagged(pair(1, #"a"))`},
		{"tree", "tagged pair(1, #\"a\")", `tagged(pair(1, #"a"))`},
		{"tree", `tree.fix "a"`, `tree.fix("a")`},
		{"Int", "Int", "Int"},
		{"Int", "Any 3", "Any(3)"},
		{"Int", "dead", "dead"},
		{"t", "Q.qualified 1", "qualified(1)"},
		{"t", "qualified 1", "qualified(1)"},
		{"t", "Q.leaf", "Q_leaf"},
		{"t", "leaf", "Q_leaf"},
		{"t", "Q_leaf", "Q_leaf"},
		{"again", "leaf", "leaf'"},
		{"tree", "leaf", "leaf"},
		{"int", "dead", "dead"},
		{"M.map", `map{(2, "a") -> leaf, (1, "b") -> leaf}`, `map{(1, "b") -> leaf, (2, "a") -> leaf}`},
		{"M.map", `map{must [(2, "a") -> leaf], may []}`, `map{(2, "a") -> leaf}`},
		{"S.set", `set{leaf, leaf}`, `set{leaf}`},
	} {
		typ, err := scfml.ParseType(c.typ, p)
		if err != nil {
			t.Fatalf("%s: %v", c.typ, err)
		}
		v, err := core.ParseValue(c.text, typ, p)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if got := core.FormatValue(v); got != c.want {
			t.Errorf("%s reads as %s, want %s", c.text, got, c.want)
		}
	}
}

// At a type variable the text alone says what the value is.
func TestParseValueUntyped(t *testing.T) {
	p := scfmltest.Load(t, scfmltest.ValueTypes+" datatype other = leaf")
	for _, c := range []struct{ text, want string }{
		{`(1, "a", [#"c"], true :: [])`, `(1, "a", [#"c"], [true])`},
		{`map{1 -> set{NONE, SOME(2)}}`, `map{1 -> set{NONE, SOME(2)}}`},
		{`pair(1, #"a")`, `pair(1, #"a")`},
		{`nothing`, "input:1:1: no constructor is called `nothing`"},
		{`(1, leaf)`, "input:1:5: several datatypes have a constructor `leaf`, and the type 'a does not tell which is meant"},
		{`Int`, "input:1:1: Int is a set of values: it is abstract, and one value of type 'a should be here"},
	} {
		v, err := core.ParseValue(c.text, &core.TypeVar{Name: "'a"}, p)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = core.FormatValue(v)
		}
		if got != c.want {
			t.Errorf("%s reads as\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
}

func TestParseValueErrors(t *testing.T) {
	p := scfmltest.ValueProgram(t)
	for _, c := range []struct{ typ, text, want string }{
		{"int", "(", "input:1:2: the end of the text where a value should be"},
		{"int", `"a"`, "input:1:1: a string where a value of type int should be"},
		{"string", "[1]", "input:1:1: a list where a value of type string should be"},
		{"int * int", "(1, 2, 3)", "input:1:1: a tuple of 3 where a value of type int * int should be"},
		{"int * int", "(1,\n  true)", "input:2:3: a bool where a value of type int should be"},
		{"tree", "3", "input:1:1: the int 3 where a value of type tree should be"},
		{"tree", "branch", "input:1:1: `branch` is no constructor of type tree"},
		{"int", "branch", "input:1:1: `branch` where a value of type int should be"},
		{"tree", "leaf(1)", "input:1:1: constructor `leaf` takes no arguments"},
		{"tree", "node(leaf, 1)", "input:1:1: constructor `node` takes 3 arguments, not 2"},
		{"tree", "node", "input:1:1: constructor `node` takes 3 arguments, not 0"},
		{"tree", "tagged", "input:1:1: constructor `tagged` takes 1 argument, not 0"},
		{"M.map", "set{}", "input:1:1: a set where a value of type (int * string, tree) map should be"},
		{"S.set", "map{}", "input:1:1: a map where a value of type (tree) set should be"},
		{"M.map", `map{(1, "a") -> leaf, (1, "a") -> leaf}`, `input:1:23: the key (1, "a") stands twice in one map`},
		{"int", "Int", "input:1:1: Int is a set of values: it is abstract, and one value of type int should be here"},
		{"int list", "[1, 'Int]", "input:1:5: Int is a set of values: it is abstract, and one value of type int should be here"},
		{"tree", "Any", "input:1:1: Any is a set of values: it is abstract, and one value of type tree should be here"},
		{"int", "1 | 2", "input:1:1: alternatives are a set of values: it is abstract, and one value of type int should be here"},
		{"tree", "fix X. leaf | node(X, 1, X)", "input:1:1: a fix is a set of values: it is abstract, and one value of type tree should be here"},
		{"int", "3#1", "input:1:1: the identity tag #1 belongs to a set of values: it is abstract, and one value of type int should be here"},
		{"S.set", "set{may [leaf]}", "input:1:1: `may` makes a set of values: it is abstract, and one value of type (tree) set should be here"},
	} {
		typ, err := scfml.ParseType(c.typ, p)
		if err != nil {
			t.Fatalf("%s: %v", c.typ, err)
		}
		v, err := core.ParseValue(c.text, typ, p)
		var d *diag.Error
		if !errors.As(err, &d) {
			t.Errorf("%s reads as %v, %v; want the error %s", c.text, v, err, c.want)
			continue
		}
		if d.Error() != c.want {
			t.Errorf("%s: error\n%s\nwant\n%s", c.text, d.Error(), c.want)
		}
		if !slices.Contains(strings.Split(c.text, "\n"), d.Line) {
			t.Errorf("%s: the error shows the line %q", c.text, d.Line)
		}
	}
}

func TestConstructorHints(t *testing.T) {
	p := scfmltest.ValueProgram(t)
	for text, want := range map[string]string{
		"lead": "did you mean leaf?",
		"oak":  "its constructors are leaf, node, fix, tagged",
	} {
		_, err := core.ParseValue(text, p.Entry.ParamTypes[0], p)
		var d *diag.Error
		if !errors.As(err, &d) || d.Hint != want {
			t.Errorf("%s: %s", text, diag.Render(err))
		}
	}
}

func TestFormatOpenLists(t *testing.T) {
	cons := func(h, tl core.Value) core.Value { return &core.ConValue{Con: core.Cons, Args: []core.Value{h, tl}} }
	v := cons(core.ListValue(core.Int(1)), cons(cons(core.Int(2), core.Dead{}), core.Dead{}))
	const want = "[1] :: (2 :: dead) :: dead"
	if got := core.FormatValue(v); got != want {
		t.Errorf("the list prints as %s, want %s", got, want)
	}
	w, err := core.ParseValue(want, core.ListOf(core.ListOf(core.IntType)), scfmltest.ValueProgram(t))
	if err != nil || !core.Equal(v, w) {
		t.Errorf("%s reads as %v, %v", want, w, err)
	}
}
