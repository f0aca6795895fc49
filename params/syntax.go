package params

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"scf/ast"
	"scf/internal/diag"
	"scf/internal/textfile"
)

// The grammar of what is known about a parameter, early (--abstract) and late (--value):
//
//	known   = form { "|" form } .
//	form    = "NON_CONSTANT" | "_"
//	        | "CONSTANT" [ "(" known ")" ]
//	        | "Int" | "Float"                          every integer, every floating number
//	        | number | special | "true" | "false" | "null"
//	        | "[" [ known { "," known } [ "*" ] ] "]"  memory: elements; * for any number of the last one
//	        | "{" [ field { "," field } ] "}"          memory: fields of a struct
//	        | string                                   memory: characters and a zero
//	        | name                                     an integer that the source has a name for: an enumerator, a macro
//	        | [ "&" ] name                             a pointer to the function of that name
//	        | "&" name "[" number "]" .                a pointer to that element of a const variable
//	field   = ( name | string ) ":" known .
//	number  = [ "-" | "~" ] ( decimal | hexadecimal ) | character .
//	special = [ "-" | "~" ] ( "inf" | "nan" [ "(" number ")" ] ) .
//
// Numbers, characters and strings are written as in C; the number of a NaN is its payload. JSON is such a text, too: null is the null pointer, and of what is no pointer
// that nothing is known; a string is the name of a function where C has a pointer to one, and of an integer where C has one. Int may be written 'Int and `Int, as in abstract
// values, and Float likewise. elaborate.go says what each form means for a type.

type knownSyntax struct {
	Forms []*formSyntax `parser:"@@ ('|' @@)*"`
}

type formSyntax struct {
	Pos         lexer.Position
	NonConstant bool          `parser:"  @('NON_CONSTANT' | '_')"`
	Null        bool          `parser:"| @'null'"`
	Truth       string        `parser:"| @('true' | 'false')"`
	Constant    bool          `parser:"| @'CONSTANT'"`
	Of          *knownSyntax  `parser:"  ('(' @@ ')')?"`
	Every       string        `parser:"| @('Int' | 'Float')"`
	Number      string        `parser:"| @Number"`
	Special     string        `parser:"| @('inf' | '-inf' | 'nan' | '-nan')"`
	Payload     string        `parser:"  ('(' @Number ')')?"`
	Text        string        `parser:"| @String"`
	Array       *arraySyntax  `parser:"| @@"`
	Record      *recordSyntax `parser:"| @@"`
	Address     bool          `parser:"| (@'&'?"`
	Name        string        `parser:"   @Name"`
	Index       string        `parser:"   ('[' @Number ']')?)"`
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
	Pos   lexer.Position
	Name  string       `parser:"@(Name | String) ':'"`
	Known *knownSyntax `parser:"@@"`
}

// spellings are the other ways to write a word.
var spellings = map[string]string{"'Int": "Int", "`Int": "Int", "'Float": "Float", "`Float": "Float", "~inf": "-inf", "~nan": "-nan"}

// knownLexer takes a text apart.
var knownLexer = lexer.MustSimple([]lexer.SimpleRule{
	{Name: "Number", Pattern: `[-~]?\.?[0-9](?:[0-9a-zA-Z_.]*[eEpP][-+][0-9]+|[0-9a-zA-Z_.]*)`},
	{Name: "Char", Pattern: character},
	{Name: "Name", Pattern: "['`#]?[a-zA-Z_][a-zA-Z_0-9]*|[-~](?:inf|nan)"}, // #literal2 is a variable that has none in C
	{Name: "String", Pattern: `"(?:[^"\\]|\\.)*"`},
	{Name: "Punct", Pattern: `[][{}(),:|*&]`},
	{Name: "Space", Pattern: `[ \t\r\n]+`},
})

var knownNumber = knownLexer.Symbols()["Number"]

// knownParser is immutable and safe for concurrent use.
var knownParser = participle.MustBuild[knownSyntax](
	participle.Lexer(knownLexer),
	participle.Elide("Space"),
	participle.Map(func(t lexer.Token) (lexer.Token, error) {
		if word, ok := spellings[t.Value]; ok {
			t.Value = word
		}
		return t, nil
	}, "Name"),
	participle.Map(func(t lexer.Token) (lexer.Token, error) {
		n, ok := characterValue(t.Value)
		if !ok {
			return t, participle.Errorf(t.Pos, "%s is not a character", t.Value)
		}
		t.Type, t.Value = knownNumber, strconv.Itoa(n)
		return t, nil
	}, "Char"),
)

// character is a character constant of C; 'Int is none.
const character = `'(?:[^'\\\n]|\\(?:'|[^'\n]+))'`

var characterAt = regexp.MustCompile("^" + character)

// characterValue is the value of a character constant: a char, which is signed.
func characterValue(text string) (n int, ok bool) {
	inner := text[1 : len(text)-1]
	if inner == `"` {
		inner = `\"`
	}
	s, ok := unquotedC(`"` + inner + `"`)
	if !ok || len(s) != 1 {
		return 0, false
	}
	return int(int8(s[0])), true
}

// The limits of a text about a parameter: how deeply brackets nest, since the parser is recursive; how many values stand between
// commas and bars; how long a number is, since reading it takes the square of that; and its bytes.
const (
	maxParamNumber  = 10_000
	maxParamNesting = 100
	maxParamValues  = 65_536
	maxParamBytes   = 1 << 20
)

// parseKnown parses text, which says something about the parameter; late as of parseParam.
func parseKnown(p Param, text string, late bool) (*knownSyntax, error) {
	if err := checkSize(p.Name, text); err != nil {
		return nil, err
	}
	known, err := knownParser.ParseString("", text)
	if err != nil {
		return nil, syntaxError(p, text, err, late)
	}
	return known, nil
}

// checkSize refuses a text that goes beyond a limit.
func checkSize(name, text string) error {
	if len(text) > maxParamBytes {
		return paramError(name, text, placeIn(text, maxParamBytes), "the text is longer than %s", textfile.Bytes(maxParamBytes)).WithHint("leave a part of the memory unknown")
	}
	depth, values, word, quoted := 0, 1, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quoted:
			i++
		case c == '\'' && !quoted:
			i += max(len(characterAt.FindString(text[i:]))-1, 0)
		case c == '"':
			quoted = !quoted
		case quoted:
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			depth--
		case c == ',' || c == '|':
			values++
		}
		if word++; quoted || strings.IndexByte(",|()[]{}: \"", text[min(i, len(text)-1)]) >= 0 {
			word = 0
		}
		switch {
		case word > maxParamNumber:
			return paramError(name, text, placeIn(text, min(i, len(text))), "a number or name of more than %d characters", maxParamNumber)
		case depth > maxParamNesting:
			return paramError(name, text, placeIn(text, min(i, len(text))), "nested more than %d deep", maxParamNesting)
		case values > maxParamValues:
			return paramError(name, text, placeIn(text, min(i, len(text))), "more than %d values", maxParamValues).WithHint("leave a part of the memory unknown")
		}
	}
	return nil
}

// knownForms is the hint of messages about a text that does not parse, or that says NON_CONSTANT among other things.
func knownForms(t ast.Type, late bool) string {
	_, toFunction := functionOf(t)
	switch {
	case late && toFunction:
		return "write the name of a function, 0 for the null pointer, or NON_CONSTANT"
	case toFunction:
		return "write the names of functions, as in f|g, 0 for the null pointer, CONSTANT for all of its type, or NON_CONSTANT"
	case late && isPointer(t):
		return "write what it points to, as in [3,1,2] or {size:3}, or NON_CONSTANT"
	case late:
		return "write one value, as in 3 or -3, or NON_CONSTANT"
	case isPointer(t):
		return "write what it points to, as in [3,1,2], [Int*] or {size:Int}, or NON_CONSTANT"
	}
	return "write CONSTANT, CONSTANT(3), CONSTANT(0|1), 3, 0|1 or NON_CONSTANT"
}

func syntaxError(p Param, text string, err error, late bool) error {
	at := endOf(text)
	msg := err.Error()
	var located participle.Error
	if errors.As(err, &located) {
		at, msg = located.Position(), located.Message()
	}
	msg, _, _ = strings.Cut(strings.TrimPrefix(msg, "lexer: "), " (expected")
	if strings.Contains(msg, "<EOF>") {
		msg = "it ends too early"
	}
	return paramError(p.Name, text, at, "%s", msg).WithHint("%s", knownForms(p.Type, late))
}

// TextOf is what messages call the text about a parameter where a file would be named.
func TextOf(name string) string { return "parameter " + name }

// endOf is the place behind the text, placeIn that of a byte in it.
func endOf(text string) lexer.Position { return placeIn(text, len(text)) }

func placeIn(text string, offset int) lexer.Position {
	before := text[:offset]
	return lexer.Position{Line: 1 + strings.Count(before, "\n"), Column: offset - strings.LastIndexByte(before, '\n')}
}

// paramError is an error at a place of the text that says something about a parameter.
func paramError(name, text string, at lexer.Position, format string, args ...any) *diag.Error {
	e := diag.Errorf(diag.Pos{File: TextOf(name), Line: at.Line, Col: at.Column}, "%s", fmt.Sprintf(format, args...))
	e.Line = text
	if lines := strings.Split(text, "\n"); at.Line <= len(lines) && at.Line > 0 {
		e.Line = strings.TrimSuffix(lines[at.Line-1], "\r")
	}
	return e
}
