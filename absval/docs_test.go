package absval_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"scf/absval"
	"scf/scfml"
	"scf/scfml/core"
)

var (
	programOfValues = regexp.MustCompile("(?s)```sml\n([^`]*structure S = SetFn[^`]*fun main \\(t : tree.*?)```")
	valueBlock      = regexp.MustCompile("(?s)```(values|abstract)\n(.*?)```")
	columns         = regexp.MustCompile(`^(.*?) {2,}(.*)$`)
)

// The examples of values in docs/language.md are values of their types: those of the first block of concrete values, too.
func TestValuesInLanguageReference(t *testing.T) {
	page, err := os.ReadFile("../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	program := programOfValues.FindStringSubmatch(string(page))
	if program == nil {
		t.Fatal("the program of the examples is missing")
	}
	p, _, err := scfml.Load("", scfml.Source{Name: "page", Text: program[1]})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, block := range valueBlock.FindAllStringSubmatch(string(page), -1) {
		for line := range strings.Lines(block[2]) {
			row := columns.FindStringSubmatch(strings.TrimSpace(line))
			if row == nil {
				t.Fatalf("no type and value: %q", line)
			}
			seen[block[1]]++
			checkValue(t, p, block[1] == "values", row[1], row[2])
		}
	}
	if seen["values"] < 15 || seen["abstract"] < 15 {
		t.Errorf("too few examples: %v", seen)
	}
}

func checkValue(t *testing.T, p *core.Program, concrete bool, typeText, text string) {
	typ, err := scfml.ParseType(typeText, p)
	if err != nil {
		t.Errorf("%s: %v", typeText, err)
		return
	}
	if _, err := core.ParseValue(text, typ, p); (err == nil) != concrete {
		t.Errorf("%s as a concrete value of %s: %v", text, typeText, err)
	}
	if _, err := absval.New(absval.Options{}).Parse(text, typ, p); err != nil {
		t.Errorf("%s as an abstract value of %s: %v", text, typeText, err)
	}
}
