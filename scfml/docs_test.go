package scfml_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"scf/internal/testing/scfmltest"
	"scf/internal/testing/tier"
	"scf/passes"
	"scf/scfml"
	"scf/scfml/syntax"
)

var codeBlock = regexp.MustCompile("(?s)```sml\n(.*?)```")

// The code blocks of the language reference do what their comments say.
func TestLanguageReference(t *testing.T) {
	page, err := os.ReadFile("../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := codeBlock.FindAllSubmatch(page, -1)
	if len(blocks) < 9 {
		t.Fatalf("only %d code blocks", len(blocks))
	}
	for i, b := range blocks {
		t.Run(fmt.Sprint("block", i+1), func(t *testing.T) { runBlock(t, string(b[1])) })
	}
}

func runBlock(t *testing.T, text string) {
	p, warns, err := scfml.Load("", syntax.Source{Name: "block", Text: text})
	if want, ok := comment(text, "error"); ok {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want the error %q, got %v", want, err)
		}
		return
	}
	if err != nil || len(warns) > 0 {
		t.Fatalf("%v %v\n%s", err, warns, text)
	}
	scfmltest.CheckRoundTrip(t, p)
	if want, ok := comment(text, "result"); ok {
		input, _ := comment(text, "input")
		if got := run(t, p, input).value; got != want {
			t.Errorf("%s: want %s, got %s", input, want, got)
		}
	}
}

// comment is the rest of a comment that begins with the keyword.
func comment(text, keyword string) (string, bool) {
	_, after, ok := strings.Cut(text, "(* "+keyword+": ")
	rest, _, _ := strings.Cut(after, " *)")
	return rest, ok
}

// The passes and the tree's datatypes print as what they mean.
func TestPrintPasses(t *testing.T) {
	tier.Standard(t, "it prints passes")
	all := passes.All()
	for _, pass := range all[:tier.Pick(1, 3, len(all))] {
		p, err := pass.Load()
		if err != nil {
			t.Fatal(err)
		}
		scfmltest.CheckRoundTrip(t, p)
	}
}
