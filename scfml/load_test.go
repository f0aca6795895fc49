package scfml_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"scf/internal/testing/scfmltest"
	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/syntax"
)

func TestEntry(t *testing.T) {
	const lib = "structure Lib = struct fun optimize x = x fun other x = x end\n"
	for _, c := range []struct{ entry, text, want, name string }{
		{"", "fun f x = x fun g x = x", "g", ""},
		{"", "fun f x = g x and g x = x", "f", ""},
		{"", "fun f x = g x and g x = f x", "g", ""},
		{"", "fun main x = x fun g x = main x", "main", ""},
		{"", "fun main x = x fun optimize x = x fun g x = x", "optimize", ""},
		{"", lib + "structure Pass = struct fun main x = x fun g x = x end", "main", "Pass"},
		{"", lib + "structure Pass = struct fun optimize x = Lib.optimize x end", "optimize", "Pass"},
		{"", lib + "fun f x = x", "f", ""},
		{"", lib + "structure Pass = struct open Lib end", "optimize", "Lib"},
		{"Lib.other", lib + "fun f x = x", "other", "Lib"},
		{"other", lib, "other", "Lib"},
		{"g", "fun f x = x fun g x = x fun h x = x", "g", ""},
	} {
		p := scfmltest.LoadEntry(t, c.entry, c.text)
		if p.Entry.Name != c.want || p.Name != c.name {
			t.Errorf("entry %q of %s: %q in %q, want %q in %q", c.entry, c.text, p.Entry.Name, p.Name, c.want, c.name)
		}
		if p.Func(c.want) != p.Entry {
			t.Errorf("Func(%q) is not the entry", c.want)
		}
	}
}

func TestConflictingNames(t *testing.T) {
	p := scfmltest.LoadEntry(t, "", `structure A = struct datatype t = X | Y fun f x = x fun g x = X structure M = SetFn(type value = t) end
		structure B = struct datatype t = X | Z fun f x = A.f x fun g x = X structure M = SetFn(type value = t) fun f x = x
		fun main (a : t, b : A.t) = (f a, A.f b, g 1, A.g 2, M.add (M.empty, a), A.M.add (A.M.empty, b)) end`)
	scfmltest.CheckRoundTrip(t, p)
	var names []string
	for _, d := range p.Datatypes {
		names = append(names, d.Name)
		for _, c := range d.Cons {
			names = append(names, c.Name)
		}
	}
	for _, f := range p.Funcs {
		names = append(names, f.Name)
	}
	for _, m := range p.Modules {
		names = append(names, m.Name)
	}
	want := "t X Y B_t B_X Z A_f A_g B_f g f main M B_M"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if p.Con("B.Z") != p.Con("Z") || p.Con("nope") != nil || p.Con("SOME") != core.Some || p.Func("B.main") != p.Entry {
		t.Error("constructors and functions are found by name, also with the program's own name before it")
	}
}

func TestParseType(t *testing.T) {
	p := scfmltest.LoadEntry(t, "", "structure P = struct datatype 'a tree = Leaf | Node of 'a tree * 'a structure M = MapFn(type key = int type value = bool)\nfun f x = x end")
	for _, c := range []struct{ text, want string }{
		{"int", "int"},
		{"int * (bool * char) list * unit", "int * (bool * char) list * unit"},
		{"(int * int) tree option", "(int * int) tree option"},
		{"M.map", "(int, bool) map"},
		{"P.M.map * string P.tree", "(int, bool) map * string tree"},
		{"(string, int list) map", "(string, int list) map"},
		{"int set", "(int) set"},
		{"'a list", "'a list"},
		{"M.key", "int"},
		{"int -> int", "type:1:1: a function type: SCF-ML is first order, functions are no values"},
		{"tre", "type:1:1: unknown type tre"},
		{"int *", "type:1:6: syntax error at the end of the text: expected a type"},
		{"int int", "type:1:5: the type int takes no argument, here is 1"},
		{"", "type:1:1: syntax error at the end of the text"},
	} {
		typ, err := scfml.ParseType(c.text, p)
		if err != nil {
			if err.Error() != c.want {
				t.Errorf("%s: %v", c.text, err)
			}
			continue
		}
		if typ.String() != c.want {
			t.Errorf("%s is %s, want %s", c.text, typ, c.want)
		}
		if again, err := scfml.ParseType(typ.String(), p); err != nil || again.String() != typ.String() {
			t.Errorf("%s is read back as %v, %v", typ, again, err)
		}
	}
}

// Errors come by source and place, each with its line.
func TestErrorsOfSeveralSources(t *testing.T) {
	_, _, err := scfml.Load("", syntax.Source{Name: "z", Text: "fun f x =\n  a1 + x"}, syntax.Source{Name: "a", Text: "fun g x = b1\nfun h x = f"})
	want := "z:2:3: unknown value a1\na:1:11: unknown value b1\na:2:11: f is a function and must be applied: SCF-ML is first order, functions are no values"
	if fmt.Sprint(err) != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

// Whatever the text, Load gives a program that prints as itself, has an image and runs, or errors with places.
func FuzzLoad(f *testing.F) {
	for _, dir := range []string{"programs", "errors", "check"} {
		for _, file := range archives(f, dir) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				f.Fatal(err)
			}
			for _, s := range ar.Files {
				f.Add(string(s.Data))
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, _, err := scfml.Load("", syntax.Source{Name: "fuzz", Text: text})
		if err == nil {
			scfml.Check(p)
			scfmltest.CheckRoundTrip(t, p)
			scfmltest.CheckImage(t, p)
			scfmltest.RunBriefly(t, p)
		}
	})
}
