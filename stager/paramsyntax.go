package stager

import (
	"errors"
	"fmt"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"scf/internal/diag"
)

// The grammar of what is known about a parameter, early (--abstract) and late (--value):
//
//	known   = form { "|" form } .
//	form    = "NON_CONSTANT"
//	        | "CONSTANT" [ "(" known ")" ]
//	        | "Int"                                    every integer
//	        | number
//	        | "[" [ known { "," known } [ "*" ] ] "]"  memory: elements; * for any number of the last one
//	        | "{" [ field { "," field } ] "}" .        memory: fields of a struct
//	field   = name ":" known .
//	number  = [ "-" | "~" ] ( decimal digits | "0x" hexadecimal digits ) .
//
// Int may be written 'Int and `Int, as in abstract values. param.go says what each form means for a type.

type knownSyntax struct {
	Forms []*formSyntax `parser:"@@ ('|' @@)*"`
}

type formSyntax struct {
	Pos         lexer.Position
	NonConstant bool          `parser:"  @'NON_CONSTANT'"`
	Constant    bool          `parser:"| @'CONSTANT'"`
	Of          *knownSyntax  `parser:"  ('(' @@ ')')?"`
	Int         bool          `parser:"| @'Int'"`
	Number      string        `parser:"| @Number"`
	Array       *arraySyntax  `parser:"| @@"`
	Record      *recordSyntax `parser:"| @@"`
}

type arraySyntax struct {
	Open  string         `parser:"@'['"`
	Elems []*knownSyntax `parser:"(@@ (',' @@)*"`
	Star  bool           `parser:"  @'*'?)? ']'"`
}

type recordSyntax struct {
	Open   string         `parser:"@'{'"`
	Fields []*fieldSyntax `parser:"(@@ (',' @@)*)? '}'"`
}

type fieldSyntax struct {
	Name  string       `parser:"@Name ':'"`
	Known *knownSyntax `parser:"@@"`
}

// knownParser is immutable and safe for concurrent use.
var knownParser = participle.MustBuild[knownSyntax](
	participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
		{Name: "Number", Pattern: `[-~]?[0-9][0-9a-zA-Z_.]*`},
		{Name: "Name", Pattern: "['`]?[a-zA-Z_][a-zA-Z_0-9]*"},
		{Name: "Punct", Pattern: `[][{}(),:|*]`},
		{Name: "Space", Pattern: `[ \t\r\n]+`},
	})),
	participle.Elide("Space"),
	participle.Map(func(t lexer.Token) (lexer.Token, error) {
		if t.Value == "'Int" || t.Value == "`Int" {
			t.Value = "Int"
		}
		return t, nil
	}, "Name"),
)

// maxParamNesting bounds how deeply brackets nest, since the parser is recursive.
const maxParamNesting = 100

// parseKnown parses text, which says something about the parameter called name.
func parseKnown(name, text string) (*knownSyntax, error) {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(', '[', '{':
			if depth++; depth > maxParamNesting {
				return nil, paramError(name, text, i+1, "nested more than %d deep", maxParamNesting)
			}
		case ')', ']', '}':
			depth--
		}
	}
	known, err := knownParser.ParseString("", text)
	if err != nil {
		return nil, syntaxError(name, text, err)
	}
	return known, nil
}

// knownForms is the hint of every message about a text that does not parse.
const knownForms = "write CONSTANT, CONSTANT(3), CONSTANT(0|1), 3, 0|1 or NON_CONSTANT"

func syntaxError(name, text string, err error) error {
	col := len(text) + 1
	msg := err.Error()
	var at participle.Error
	if errors.As(err, &at) {
		col, msg = at.Position().Column, at.Message()
	}
	msg, _, _ = strings.Cut(strings.TrimPrefix(msg, "lexer: "), " (expected")
	if strings.Contains(msg, "<EOF>") {
		msg = "it ends too early"
	}
	return paramError(name, text, col, "%s", msg).WithHint("%s", knownForms)
}

// paramError is an error at a column of the text that says something about a parameter.
func paramError(name, text string, col int, format string, args ...any) *diag.Error {
	e := diag.Errorf(diag.Pos{File: "parameter " + name, Line: 1, Col: col}, "%s", fmt.Sprintf(format, args...))
	e.Line = text
	return e
}
