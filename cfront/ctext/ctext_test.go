package ctext_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"scf/cfront/ctext"
)

const source = "\xef\xbb\xbf#define X \"a{\" \\\n  b\nint x = 1; /* { */\nint f(a, b) int a; { return '}'; }\n#if X\nstruct s { int y;\n#else\nstruct s {\n#endif\n};\n"

// TestDeclarations: declarations end where they do whatever stands in comments, strings and directives; an #else begins as deep as its #if.
func TestDeclarations(t *testing.T) {
	text := []byte(source)
	var got []string
	for _, d := range ctext.Declarations(text) {
		name := "no function"
		if d.Open > 0 {
			name = ctext.FunctionName(text[d.From:d.Open])
		}
		got = append(got, name+": "+string(text[d.From:d.To]))
	}
	want := []string{"no function: int x = 1;", "f: int f(a, b) int a; { return '}'; }", "no function: struct s { int y;\n#else\nstruct s {\n#endif\n};"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestDirectives: a directive has the lines that are joined to it, and its name.
func TestDirectives(t *testing.T) {
	text := []byte(source)[ctext.LengthOfBOM([]byte(source)):]
	var got []string
	for _, d := range ctext.Directives(text) {
		got = append(got, d.Name)
	}
	if want := []string{"define", "if", "else", "endif"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestTokens: tokens cover any text, one behind the other.
func TestTokens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(rapid.StringOf(rapid.SampledFrom([]rune("ab0_ \n\"'/*\\#{};é"))).Draw(t, "text"))
		for i := 0; i < len(text); {
			n := ctext.TokenLength(text[i:])
			if n < 1 || i+n > len(text) {
				t.Fatalf("the token at %d takes %d bytes", i, n)
			}
			i += n
		}
		ctext.Declarations(text)
		ctext.Directives(text)
	})
}

// TestApply: edits in any order leave the text between them as it is.
func TestApply(t *testing.T) {
	got := ctext.Apply([]byte("one two three"), []ctext.Edit{{From: 8, To: 13, Text: "3"}, {From: 0, To: 3, Text: "1"}, {From: 4, To: 4, Text: "+"}})
	if string(got) != "1 +two 3" {
		t.Errorf("%q", got)
	}
}
