package ast_test

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"scf/ast"
	"scf/cfront"
	"scf/scfml"
	"scf/scfml/core"
)

var constructorRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (.*) \\|$")

// docs/passes.md lists every constructor of the tree, as it is declared, and C that the front end makes it of.
func TestTreeReference(t *testing.T) {
	page, err := os.ReadFile("../docs/passes.md")
	if err != nil {
		t.Fatal(err)
	}
	p, _, err := scfml.Load("", scfml.Source{Name: "ast.scf-ml", Text: ast.Source},
		scfml.Source{Name: "p.scf-ml", Text: "structure P = struct open AST fun optimize (f : func, l : lattice list) : func = f end"})
	if err != nil {
		t.Fatal(err)
	}
	declared := map[string]bool{}
	for _, d := range p.Datatypes {
		for _, c := range d.Cons {
			declared[c.Name] = true
		}
	}
	source := " " + strings.Join(strings.Fields(regexp.MustCompile(`(?s)\(\*.*?\*\)`).ReplaceAllString(ast.Source, " ")), " ") + " "
	for _, row := range constructorRow.FindAllStringSubmatch(string(page), -1) {
		name, _, _ := strings.Cut(row[1], " ")
		if !declared[name] {
			t.Errorf("the tree has no constructor %s, or it has two rows", name)
			continue
		}
		delete(declared, name)
		if !regexp.MustCompile(`[=|] ` + regexp.QuoteMeta(row[1]) + ` (\||datatype|and|type|end)`).MatchString(source) {
			t.Errorf("the tree does not declare %s", row[1])
		}
		if code := strings.Split(row[2], " | ")[0]; strings.HasPrefix(code, "`") && strings.HasSuffix(code, "`") {
			checkExample(t, p, name, strings.ReplaceAll(strings.Trim(code, "`"), `\|`, "|"))
		}
	}
	for name := range declared {
		t.Errorf("docs/passes.md does not have the constructor %s", name)
	}
}

// checkExample lowers a function with the example in it, an expression or statements, and looks for the constructor.
func checkExample(t *testing.T, p *core.Program, con, code string) {
	if strings.HasPrefix(code, "_") {
		return // a type
	}
	if !strings.HasSuffix(code, ";") && !strings.HasSuffix(code, "}") {
		code = "(void)(" + code + ");"
	}
	text := "struct s { int f; }; int g(int);\nint f(int x, int y, unsigned u, double d, int *p, struct s *s, struct s t)\n{\n" +
		fmt.Sprintf("    int a[4] = {1, 2, 3, 4};\n    %s\n    return 0;\n}\n", code)
	file, err := cfront.Parse(context.Background(), "example.c", []byte(text), cfront.Options{})
	if err != nil {
		t.Errorf("%s: %v\n%s", con, err, text)
		return
	}
	f, err := file.Lower("f")
	if err != nil {
		t.Errorf("%s: %v\n%s", con, err, text)
		return
	}
	v, err := ast.ToValue(f, p)
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`\b` + con + `\b`).MatchString(core.FormatValue(v)) {
		t.Errorf("%s is not made of %s:\n%s", con, code, core.FormatValue(v))
	}
}
