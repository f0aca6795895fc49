package eval

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/internal/diag"
	"scf/stager"
)

const sampleFile = `What it does.
More of it.

# a comment
source: a book
func: f
pipeline: cnp
abstract: n
inline: g, h

variant: small
abstract: v=[Int, Int] cfg={size: 8,
  name: "a b"}
late: n=1 v=[1, 2]
late big: n=2
  v=[3,4]

variant: other
configuration: 3
published: hand=1.5 staging=~2
pipeline: cnp,dae
inline-size: 30
late: n=3
-- f.c --
int f(int n) { return n; }
-- driver.c --
int main(void) { return 0; }
`

func TestParse(t *testing.T) {
	got, err := Parse("dir/sample.txtar", []byte(sampleFile))
	if err != nil {
		t.Fatal(err)
	}
	want := &Workload{
		Name: "sample", Description: "What it does.\nMore of it.", Source: "a book", Function: "f",
		File: "f.c", Text: "int f(int n) { return n; }\n", Driver: "int main(void) { return 0; }\n",
		Variants: []Variant{{
			Name: "small", Pipeline: "cnp", Inlining: stager.Inlining{Names: []string{"g", "h"}},
			Abstract: map[string]string{"n": "CONSTANT", "v": "[Int, Int]", "cfg": `{size: 8, name: "a b"}`},
			Late: []LateSet{
				{"n=1 v=[1, 2]", map[string]string{"n": "1", "v": "[1, 2]"}},
				{"big", map[string]string{"n": "2", "v": "[3,4]"}},
			},
		}, {
			Name: "other", Pipeline: "cnp,dae", Inlining: stager.Inlining{Names: []string{"g", "h"}, Size: 30},
			Abstract: map[string]string{"n": "CONSTANT"},
			Late:     []LateSet{{"n=3", map[string]string{"n": "3"}}},

			Configuration: 3, Published: Published{Staging: "~2", Hand: "1.5"},
		}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got.Title(got.Variants[1]) != "sample/other" {
		t.Errorf("title %s", got.Title(got.Variants[1]))
	}
}

// TestParseErrors: what is wrong, where, and what to do.
func TestParseErrors(t *testing.T) {
	const file = "\n-- f.c --\nint f(int n) { return n; }\n"
	for head, want := range map[string]string{
		"d\n\n  late: n=1":                          "w.txtar:3:1: a line that continues another has none before it",
		"d\n\nlate n=1":                             "w.txtar:3:1: a line of the head is KEY: TEXT",
		"d\n\nlatte: n=1":                           "did you mean late?",
		"d\n\nfunc twice: f\nlate: n=1":             "func takes no label",
		"d\n\nvariant:\nlate: n=1":                  "a variant needs a name",
		"d\n\nvariant: a\nfunc: f\nlate: n=1":       "func holds for the whole workload",
		"d\n\nvariant: a\nlate: n=1\nvariant: a":    "two variants have the name a",
		"d\n\nlate: n=1 n=2":                        "the parameter n has a value already",
		"d\n\nlate: n=":                             "a parameter and its value are needed",
		"d\n\nlate: n":                              "a parameter and its value are needed",
		"d\n\nlate: n=[1":                           "brackets are not balanced",
		"d\n\nlate: n=\"1":                          "a quote is not closed",
		"d\n\nconfiguration: 0\nlate: n=1":          `"0" is no number of a configuration`,
		"d\n\npublished: speed=1\nlate: n=1":        "speed is nothing that is published",
		"d\n\ninline-size: large\nlate: n=1":        `"large" is no size`,
		"d":                                         "w has no late values",
		"d\n\nvariant: x\nlate: n=1\n\nvariant: y":  "w/y has no late values",
		"d\n\nlate: n=1\n-- g.c --\nint g(void);\n": "a workload has one C file and driver.c",
	} {
		_, err := Parse("w.txtar", []byte(head+file))
		if err == nil || !strings.Contains(diag.Render(err), want) {
			t.Errorf("%q: %v, want %q", head, err, want)
		}
	}
	for text, want := range map[string]string{
		"d\n\nlate: n=1\n":                          "a workload needs a C file",
		"d\n\nlate: n=1\n-- ../f.c --\nint f(){}\n": "is no path",
	} {
		if _, err := Parse("w.txtar", []byte(text)); err == nil || !strings.Contains(diag.Render(err), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestInitialiser(t *testing.T) {
	for text, want := range map[string]string{
		"3":                                  "3",
		"-2":                                 "-2",
		"0x1.8p3":                            "0x1.8p3",
		"CONSTANT(7)":                        "7",
		"NON_CONSTANT":                       "0",
		"[0,1,7]":                            "{0,1,7}",
		"[{a:1},\n {a:2}]":                   "{{.a =1},  {.a =2}}",
		"[[1, 2], [3, NON_CONSTANT]]":        "{{1, 2}, {3, 0}}",
		"{size: 8, assoc:2, w:[1,2]}":        "{.size = 8, .assoc =2, .w ={1,2}}",
		`{name: "a:[b]", inf: -inf, x: nan}`: `{.name = "a:[b]", .inf = -__builtin_inf(), .x = __builtin_nan("")}`,
		"[nan(0x7), -nan]":                   `{__builtin_nan("0x7"), -__builtin_nan("")}`,
		`{next: {info: 1}, information: infinite}`: `{.next = {.info = 1}, .information = infinite}`,
	} {
		if got := initialiser(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// FuzzParse: any text is a workload that can be listed, or an error with a place in the file.
func FuzzParse(f *testing.F) {
	f.Add(sampleFile)
	f.Add("d\n\npipeline: cnp\nvariant:\nvariant: a\nvariant: a\nlate a: n=" + strings.Repeat("[", 200) + "\n-- f.c --\nint f(){}\n-- f.c --\n")
	f.Add("d\n\ninline-size: 99999999999999999999\nlate: n=\"\x00\nabstract: n\n-- driver.c --\n-- driver.c --\n-- a/../b.c --\n")
	f.Add("d\n\nlate x: a=[1 b={\n  c: \"\\\"}\n-- f.c --\n")
	f.Fuzz(func(t *testing.T, text string) {
		w, err := Parse("w.txtar", []byte(text))
		if err != nil {
			var e *diag.Error
			if !errors.As(err, &e) || e.Pos.File != "w.txtar" || e.Pos.Line > 1+strings.Count(text, "\n") || diag.Render(err) == "" {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		for _, c := range Cases([]*Workload{w}, nil) {
			if len(c.Variant.Late) == 0 || c.Title() == "" {
				t.Errorf("%+v", c)
			}
			for _, late := range c.Variant.Late {
				_ = defines(0, late.Values)
			}
		}
	})
}
