// Package syntax is the syntax of SCF-ML (figure 3.3, as Standard ML has it; grammar.txt shows it in EBNF): texts become syntax trees.
// Operators and applications stay flat lists in them, so that a long chain does not nest; elaboration applies the precedences.
//
//	lex.go      tokens; bounds nesting
//	grammar.go  the grammar, for participle, and the syntax tree
package syntax

import (
	"errors"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"scf/internal/diag"
)

// File is a source text: its declarations.
type File struct {
	Decls []*Decl `parser:"(@@ | ';')*"`
}

// Decl is a declaration: at top level, in a structure, or between let and in. One of its fields is set.
type Decl struct {
	Pos       lexer.Position
	Vals      []*ValDecl      `parser:"  'val' @@ ('and' @@)*"`
	Funs      []*FunDecl      `parser:"| 'fun' @@ ('and' @@)*"`
	Structure *StructDecl     `parser:"| 'structure' @@"`
	Datatypes []*DatatypeDecl `parser:"| 'datatype' @@ ('and' @@)*"`
	Synonyms  []*SynonymDecl  `parser:"| 'type' @@ ('and' @@)*"`
	Opens     []*Name         `parser:"| 'open' @@+"`
}

// Name is an identifier, perhaps qualified.
type Name struct {
	Pos  lexer.Position
	Text string `parser:"@Ident"`
}

// StructDecl is a structure: a body, or what a functor gives.
type StructDecl struct {
	Pos     lexer.Position
	Name    string         `parser:"@Ident '='"`
	Body    *structBody    `parser:"( @@"`
	Functor *Name          `parser:"| @@"` // MapFn or SetFn; without arguments, the structure that this is another name of
	Args    []*SynonymDecl `parser:"  ('(' ('type' @@ ';'?)+ ')')? )"`
}

type structBody struct {
	Struct string  `parser:"@'struct'"`
	Decls  []*Decl `parser:"(@@ | ';')* 'end'"`
}

// DatatypeDecl is a datatype with its constructors.
type DatatypeDecl struct {
	Pos    lexer.Position
	Params []string   `parser:"( @TyVar | '(' @TyVar (',' @TyVar)* ')' )?"`
	Name   string     `parser:"@Ident '='"`
	Cons   []*conDecl `parser:"@@ ('|' @@)*"`
}

type conDecl struct {
	Pos  lexer.Position
	Name string `parser:"@Ident"`
	Of   *Ty    `parser:"('of' @@)?"`
}

// SynonymDecl is another name of a type.
type SynonymDecl struct {
	Pos    lexer.Position
	Params []string `parser:"( @TyVar | '(' @TyVar (',' @TyVar)* ')' )?"`
	Name   string   `parser:"@Ident '='"`
	Type   *Ty      `parser:"@@"`
}

// ValDecl is a constant, or the constants that a pattern names.
type ValDecl struct {
	Pos lexer.Position
	Pat *Pat `parser:"@@ '='"`
	Exp *Exp `parser:"@@"`
}

// FunDecl is a function by its clauses.
type FunDecl struct {
	Pos     lexer.Position
	Clauses []*clause `parser:"@@ ('|' @@)*"`
}

type clause struct {
	Pos    lexer.Position
	Name   string   `parser:"@Ident"`
	Args   []*AtPat `parser:"@@+"`
	Result *Ty      `parser:"(':' @@)?"`
	Body   *Exp     `parser:"'=' @@"`
}

// Ty is a type; more than one part means a function type, which elaboration refuses.
type Ty struct {
	Pos    lexer.Position
	Arrows []*prodTy `parser:"@@ ('->' @@)*"`
}

type prodTy struct {
	Items []*AppTy `parser:"@@ ('*' @@)*"`
}

// AppTy is a type with the type constructors applied to it, the first one first.
type AppTy struct {
	Pos   lexer.Position
	First *Name   `parser:"( @@"`
	Var   *string `parser:"| @TyVar"`
	Args  []*Ty   `parser:"| '(' @@ (',' @@)* ')' )"`
	Names []*Name `parser:"@@*"`
}

// Exp is an expression: operands with operators and type annotations behind them, precedences not yet applied.
type Exp struct {
	Pos   lexer.Position
	First *Operand `parser:"@@"`
	Rest  []*tail  `parser:"@@*"`
}

// tail is an operator with its right operand, or an annotation.
type tail struct {
	Pos   lexer.Position
	Op    string   `parser:"  @(Op | 'andalso' | 'orelse')"`
	Right *Operand `parser:"  @@"`
	Type  *Ty      `parser:"| ':' @@"`
}

// Operand is an application (what is applied, then its arguments), or an expression that extends as far as possible.
type Operand struct {
	Pos   lexer.Position
	Atoms []*Atom  `parser:"  @@+"`
	If    *IfExp   `parser:"| 'if' @@"`
	Case  *CaseExp `parser:"| 'case' @@"`
	Fn    *match   `parser:"| 'fn' @@"`
}

// IfExp is a conditional.
type IfExp struct {
	Cond *Exp `parser:"@@"`
	Then *Exp `parser:"'then' @@"`
	Else *Exp `parser:"'else' @@"`
}

// CaseExp is a case expression.
type CaseExp struct {
	Scrut *Exp   `parser:"@@ 'of'"`
	Match *match `parser:"@@"`
}

type match struct {
	Rules []*Rule `parser:"@@ ('|' @@)*"`
}

// Rule is one pattern of a match, and what it leads to.
type Rule struct {
	Pos  lexer.Position
	Pat  *Pat `parser:"@@ '=>'"`
	Body *Exp `parser:"@@"`
}

// Atom is an expression that stands alone. One of its fields but Pos is set.
type Atom struct {
	Pos   lexer.Position
	Name  string    `parser:"  @Ident"`
	Paren *ParenExp `parser:"| @@"`
	Int   string    `parser:"| @Int"`
	Str   string    `parser:"| @String"`
	Char  string    `parser:"| @Char"`
	List  *ListExp  `parser:"| @@"`
	Let   *LetExp   `parser:"| @@"`
}

// ParenExp is what stands in parentheses: nothing, an expression, or the components of a tuple.
type ParenExp struct {
	Open  string `parser:"@'('"`
	Items []*Exp `parser:"(@@ (',' @@)*)? ')'"`
}

// ListExp is a list by its elements.
type ListExp struct {
	Open  string `parser:"@'['"`
	Items []*Exp `parser:"(@@ (',' @@)*)? ']'"`
}

// LetExp is let, in, end.
type LetExp struct {
	Decls []*Decl `parser:"'let' (@@ | ';')*"`
	Body  *Exp    `parser:"'in' @@ 'end'"`
}

// Pat is a pattern; what stands before an `as` must be a variable.
type Pat struct {
	Pos   lexer.Position
	Parts []*TypedPat `parser:"@@ ('as' @@)*"`
}

// TypedPat is patterns with :: between them, and type annotations.
type TypedPat struct {
	Items []*AppPat `parser:"@@ ('::' @@)*"`
	Types []*Ty     `parser:"(':' @@)*"`
}

// AppPat is a constructor with a pattern for its argument, or one pattern.
type AppPat struct {
	Atoms []*AtPat `parser:"@@+"`
}

// AtPat is a pattern that stands alone. One of its fields but Pos is set.
type AtPat struct {
	Pos   lexer.Position
	Name  string    `parser:"  @Ident"`
	Wild  bool      `parser:"| @'_'"`
	Int   string    `parser:"| @Int"`
	Str   string    `parser:"| @String"`
	Char  string    `parser:"| @Char"`
	Paren *ParenPat `parser:"| @@"`
	List  *listPat  `parser:"| @@"`
}

// ParenPat is what stands in parentheses: nothing, a pattern, or the components of a tuple.
type ParenPat struct {
	Open  string `parser:"@'('"`
	Items []*Pat `parser:"(@@ (',' @@)*)? ')'"`
}

type listPat struct {
	Open  string `parser:"@'['"`
	Items []*Pat `parser:"(@@ (',' @@)*)? ']'"`
}

var fileParser = sync.OnceValue(func() *participle.Parser[File] {
	return participle.MustBuild[File](participle.Lexer(lexicon{}))
})

// precise is a parser that never goes back behind a token that it has taken. It does not take all programs, but stands nearer to what is wrong in one
// that the other one does not take either.
var precise = sync.OnceValue(func() *participle.Parser[File] {
	return participle.MustBuild[File](participle.Lexer(lexicon{}), participle.UseLookahead(0))
})

var typeParser = sync.OnceValue(func() *participle.Parser[Ty] {
	return participle.MustBuild[Ty](participle.Lexer(lexicon{}))
})

// Source is one text of a program with the name that messages use for it.
type Source struct{ Name, Text string }

// parseSource parses one source text. The error is a *diag.Error.
func Parse(src Source) (*File, error) {
	file, err := fileParser().ParseString(src.Name, src.Text)
	if err != nil {
		if _, later := precise().ParseString(src.Name, src.Text); isBehind(later, err) {
			err = later
		}
		return nil, syntaxError(err)
	}
	return file, nil
}

// ParseType parses a type; name is what messages call the text. The error is a *diag.Error.
func ParseType(name, text string) (*Ty, error) {
	t, err := typeParser().ParseString(name, text)
	if err != nil {
		return nil, syntaxError(err)
	}
	return t, nil
}

// isBehind reports whether the error a is about a later place than b.
func isBehind(a, b error) bool {
	var x, y participle.Error
	return errors.As(a, &x) && errors.As(b, &y) && x.Position().Offset > y.Position().Offset
}

// syntaxError is a participle error as a diagnostic.
func syntaxError(err error) error {
	var ours *diag.Error
	if errors.As(err, &ours) {
		return ours
	}
	var token *participle.UnexpectedTokenError
	if errors.As(err, &token) {
		return unexpected(token.Unexpected, token.Message())
	}
	var other participle.Error
	if errors.As(err, &other) {
		return diag.Errorf(DiagPos(other.Position()), "%s", other.Message())
	}
	return diag.Errorf(diag.Pos{}, "%v", err)
}

// unexpected says that a token stands where the grammar has none such, and what would do there if participle knows.
func unexpected(t lexer.Token, message string) error {
	what := t.Value
	if t.EOF() {
		what = "the end of the text"
	}
	msg := "syntax error at " + what
	if want := expected(message); want != "" {
		msg += ": expected " + want
	}
	err := diag.Errorf(DiagPos(t.Pos), "%s", msg)
	if hint, ok := keywordHints[t.Value]; ok && t.Type != tokString {
		err.WithHint("%s", hint)
	}
	return err
}

// keywordHints explain what of Standard ML is missing.
var keywordHints = map[string]string{
	"exception": "SCF-ML has no exceptions: return an option instead",
	"raise":     "SCF-ML has no exceptions: return an option instead",
	"handle":    "SCF-ML has no exceptions: return an option instead",
	"while":     "SCF-ML has no loops: write a recursive function",
	"do":        "SCF-ML has no loops: write a recursive function",
	"op":        "operators are no values in SCF-ML: functions are first order",
	"local":     "SCF-ML has no local declarations outside let: use a structure",
	"abstype":   "use datatype",
	"withtype":  "declare the type synonym after the datatype, with type",
	"signature": "SCF-ML has no signatures",
	"functor":   "SCF-ML has no functors but MapFn and SetFn",
	"infix":     "SCF-ML has no operator declarations",
	"infixr":    "SCF-ML has no operator declarations",
	"nonfix":    "SCF-ML has no operator declarations",
	"include":   "use open",
	"rec":       "use fun for recursive functions",
	";":         "expressions have no effects in SCF-ML, so there is nothing to sequence",
	"/":         "use div or Int.quot for integers",
	"-":         "negative numbers are written with ~, as in ~1; of others, `~ x`",
}

// symbolNames are the token kinds as messages name them.
var symbolNames = strings.NewReplacer("<ident>", "a name", "<int>", "a number", "<string>", "a string", "<char>", "a character",
	"<tyvar>", "a type variable", "<op>", "an operator")

// expected is the readable part of participle's "(expected ...)", or nothing where it shows whole productions.
func expected(message string) string {
	_, want, ok := strings.Cut(message, "(expected ")
	if !ok {
		return ""
	}
	want = strings.TrimSuffix(want, ")")
	first, _, _ := strings.Cut(want, " ")
	first = strings.TrimRight(strings.TrimLeft(first, "("), ")+*?")
	switch {
	case strings.HasPrefix(first, `"`):
		return strings.Trim(first, `"`)
	case strings.HasPrefix(first, "<"):
		return symbolNames.Replace(first)
	}
	if readable, ok := productionNames[first]; ok {
		return readable
	}
	return ""
}

var productionNames = map[string]string{
	"Exp": "an expression", "Operand": "an expression", "Atom": "an expression", "Pat": "a pattern", "TypedPat": "a pattern", "AppPat": "a pattern",
	"AtPat": "an argument", "Ty": "a type", "ProdTy": "a type", "AppTy": "a type", "Name": "a name", "Match": "a match",
	"Rule": "a match", "Clause": "a function's clause", "FunDecl": "a function", "ConDecl": "a constructor",
	"DatatypeDecl": "a datatype", "SynonymDecl": "a type's name", "ValDecl": "a binding", "StructDecl": "a structure's name",
}
