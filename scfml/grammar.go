package scfml

import (
	"errors"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"scf/internal/diag"
)

// The grammar of SCF-ML (figure 3.3, as Standard ML has it; grammar.txt shows it in EBNF) and the syntax tree that it gives.
// Operators and applications stay flat lists here, so that a long chain does not nest; elaboration applies the precedences.

type sourceFile struct {
	Decls []*decl `parser:"(@@ | ';')*"`
}

// decl is a declaration: at top level, in a structure, or between let and in. One of its fields is set.
type decl struct {
	Pos       lexer.Position
	Vals      []*valDecl      `parser:"  'val' @@ ('and' @@)*"`
	Funs      []*funDecl      `parser:"| 'fun' @@ ('and' @@)*"`
	Structure *structDecl     `parser:"| 'structure' @@"`
	Datatypes []*datatypeDecl `parser:"| 'datatype' @@ ('and' @@)*"`
	Synonyms  []*synonymDecl  `parser:"| 'type' @@ ('and' @@)*"`
	Opens     []*name         `parser:"| 'open' @@+"`
}

// name is an identifier, perhaps qualified.
type name struct {
	Pos  lexer.Position
	Text string `parser:"@Ident"`
}

type structDecl struct {
	Pos     lexer.Position
	Name    string         `parser:"@Ident '='"`
	Body    *structBody    `parser:"( @@"`
	Functor *name          `parser:"| @@"` // MapFn or SetFn; without arguments, the structure that this is another name of
	Args    []*synonymDecl `parser:"  ('(' ('type' @@ ';'?)+ ')')? )"`
}

type structBody struct {
	Struct string  `parser:"@'struct'"`
	Decls  []*decl `parser:"(@@ | ';')* 'end'"`
}

type datatypeDecl struct {
	Pos    lexer.Position
	Params []string   `parser:"( @TyVar | '(' @TyVar (',' @TyVar)* ')' )?"`
	Name   string     `parser:"@Ident '='"`
	Cons   []*conDecl `parser:"@@ ('|' @@)*"`
}

type conDecl struct {
	Pos  lexer.Position
	Name string `parser:"@Ident"`
	Of   *ty    `parser:"('of' @@)?"`
}

type synonymDecl struct {
	Pos    lexer.Position
	Params []string `parser:"( @TyVar | '(' @TyVar (',' @TyVar)* ')' )?"`
	Name   string   `parser:"@Ident '='"`
	Type   *ty      `parser:"@@"`
}

type valDecl struct {
	Pos lexer.Position
	Pat *pat `parser:"@@ '='"`
	Exp *exp `parser:"@@"`
}

type funDecl struct {
	Pos     lexer.Position
	Clauses []*clause `parser:"@@ ('|' @@)*"`
}

type clause struct {
	Pos    lexer.Position
	Name   string   `parser:"@Ident"`
	Args   []*atPat `parser:"@@+"`
	Result *ty      `parser:"(':' @@)?"`
	Body   *exp     `parser:"'=' @@"`
}

// ty is a type; more than one part means a function type, which elaboration refuses.
type ty struct {
	Pos    lexer.Position
	Arrows []*prodTy `parser:"@@ ('->' @@)*"`
}

type prodTy struct {
	Items []*appTy `parser:"@@ ('*' @@)*"`
}

// appTy is a type with the type constructors applied to it, the first one first.
type appTy struct {
	Pos   lexer.Position
	First *name   `parser:"( @@"`
	Var   *string `parser:"| @TyVar"`
	Args  []*ty   `parser:"| '(' @@ (',' @@)* ')' )"`
	Names []*name `parser:"@@*"`
}

// exp is an expression: operands with operators and type annotations behind them, precedences not yet applied.
type exp struct {
	Pos   lexer.Position
	First *operand `parser:"@@"`
	Rest  []*tail  `parser:"@@*"`
}

// tail is an operator with its right operand, or an annotation.
type tail struct {
	Pos   lexer.Position
	Op    string   `parser:"  @(Op | 'andalso' | 'orelse')"`
	Right *operand `parser:"  @@"`
	Type  *ty      `parser:"| ':' @@"`
}

// operand is an application (what is applied, then its arguments), or an expression that extends as far as possible.
type operand struct {
	Pos   lexer.Position
	Atoms []*atom  `parser:"  @@+"`
	If    *ifExp   `parser:"| 'if' @@"`
	Case  *caseExp `parser:"| 'case' @@"`
	Fn    *match   `parser:"| 'fn' @@"`
}

type ifExp struct {
	Cond *exp `parser:"@@"`
	Then *exp `parser:"'then' @@"`
	Else *exp `parser:"'else' @@"`
}

type caseExp struct {
	Scrut *exp   `parser:"@@ 'of'"`
	Match *match `parser:"@@"`
}

type match struct {
	Rules []*rule `parser:"@@ ('|' @@)*"`
}

type rule struct {
	Pos  lexer.Position
	Pat  *pat `parser:"@@ '=>'"`
	Body *exp `parser:"@@"`
}

type atom struct {
	Pos   lexer.Position
	Name  string    `parser:"  @Ident"`
	Paren *parenExp `parser:"| @@"`
	Int   string    `parser:"| @Int"`
	Str   string    `parser:"| @String"`
	Char  string    `parser:"| @Char"`
	List  *listExp  `parser:"| @@"`
	Let   *letExp   `parser:"| @@"`
}

type parenExp struct {
	Open  string `parser:"@'('"`
	Items []*exp `parser:"(@@ (',' @@)*)? ')'"`
}

type listExp struct {
	Open  string `parser:"@'['"`
	Items []*exp `parser:"(@@ (',' @@)*)? ']'"`
}

type letExp struct {
	Decls []*decl `parser:"'let' (@@ | ';')*"`
	Body  *exp    `parser:"'in' @@ 'end'"`
}

// pat is a pattern; what stands before an `as` must be a variable.
type pat struct {
	Pos   lexer.Position
	Parts []*typedPat `parser:"@@ ('as' @@)*"`
}

type typedPat struct {
	Items []*appPat `parser:"@@ ('::' @@)*"`
	Types []*ty     `parser:"(':' @@)*"`
}

type appPat struct {
	Atoms []*atPat `parser:"@@+"`
}

type atPat struct {
	Pos   lexer.Position
	Name  string    `parser:"  @Ident"`
	Wild  bool      `parser:"| @'_'"`
	Int   string    `parser:"| @Int"`
	Str   string    `parser:"| @String"`
	Char  string    `parser:"| @Char"`
	Paren *parenPat `parser:"| @@"`
	List  *listPat  `parser:"| @@"`
}

type parenPat struct {
	Open  string `parser:"@'('"`
	Items []*pat `parser:"(@@ (',' @@)*)? ')'"`
}

type listPat struct {
	Open  string `parser:"@'['"`
	Items []*pat `parser:"(@@ (',' @@)*)? ']'"`
}

var fileParser = sync.OnceValue(func() *participle.Parser[sourceFile] {
	return participle.MustBuild[sourceFile](participle.Lexer(lexicon{}))
})

var typeParser = sync.OnceValue(func() *participle.Parser[ty] {
	return participle.MustBuild[ty](participle.Lexer(lexicon{}))
})

// parseSource parses one source text. The error is a *diag.Error.
func parseSource(src Source) (*sourceFile, error) {
	file, err := fileParser().ParseString(src.Name, src.Text)
	if err != nil {
		return nil, syntaxError(err)
	}
	return file, nil
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
		return diag.Errorf(diagPos(other.Position()), "%s", other.Message())
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
	err := diag.Errorf(diagPos(t.Pos), "%s", msg)
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
