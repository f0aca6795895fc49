package syntax

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"scf/internal/diag"
	"scf/internal/valtext"
)

// The tokens of SCF-ML (those of Standard ML), as a lexer for participle. Comments nest and vanish; a qualified name such as
// AST.seq is one token; literals keep their text and are decoded when they are elaborated. The lexer also bounds how deeply a
// source may nest, since the parser behind it is recursive.

// The kinds of tokens.
const (
	tokKeyword lexer.TokenType = -(iota + 2)
	tokIdent                   // alphanumeric, perhaps qualified; ~
	tokTyVar
	tokInt
	tokString
	tokChar
	tokOp    // infix operators, with = and *
	tokPunct // everything else
	tokComment
)

// maxNesting bounds the depth of parentheses, case, if, let, ... within each other.
const maxNesting = 10_000

var keywords = stringSet(`abstype and andalso as case datatype do else end eqtype exception fn fun functor handle if in
	include infix infixr let local nonfix of op open orelse raise rec sharing sig signature struct structure then type val
	where while with withtype`)

// infixOps are the operators that an expression may hold; other sequences of symbols are errors.
var infixOps = stringSet(`+ - * / ^ :: @ = <> < > <= >= div mod`)

// foreignOperators say what to write for operators of other languages.
var foreignOperators = map[string]string{"==": "write =", "!=": "write <>", "&&": "write andalso", "||": "write orelse", "!": "write not",
	"%": "write mod", "&": "write Bits.andb", "<<": "write Bits.lshift", ">>": "write Bits.rshift", "++": "write ^ for strings, @ for lists"}

var symbolicPunct = stringSet(`| : => -> `)

// Reserved reports whether a word or a sequence of symbols has a meaning of its own, so that nothing can be named like it.
func Reserved(word string) bool { return keywords[word] || infixOps[word] }

func stringSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// lexicon is the lexer.Definition of SCF-ML.
type lexicon struct{}

func (lexicon) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{
		"EOF": lexer.EOF, "Keyword": tokKeyword, "Ident": tokIdent, "TyVar": tokTyVar,
		"Int": tokInt, "String": tokString, "Char": tokChar, "Op": tokOp, "Punct": tokPunct,
	}
}

func (d lexicon) Lex(file string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return d.LexString(file, string(text))
}

func (lexicon) LexString(file, text string) (lexer.Lexer, error) {
	s := &scanner{file: file, text: text, line: 1}
	s.end = s.pos()
	return s, nil
}

// scanner cuts one text into tokens.
type scanner struct {
	file, text string
	off        int
	line       int
	lineStart  int // offset of the current line
	nest       nesting
	end        lexer.Position    // behind the last token
	comment    func(lexer.Token) // gets each comment, where it is set
}

// Tokens are the tokens of a text with its comments, each where it stands; the last one is the end of the text. The error is a *diag.Error.
func Tokens(src Source) ([]lexer.Token, error) {
	var out []lexer.Token
	s := &scanner{file: src.Name, text: src.Text, line: 1, comment: func(t lexer.Token) { out = append(out, t) }}
	for {
		t, err := s.Next()
		if err != nil {
			return nil, err
		}
		if t.EOF() {
			t.Pos = s.pos()
			return append(out, t), nil
		}
		out = append(out, t)
	}
}

// IsComment reports whether a token is a comment.
func IsComment(t lexer.Token) bool { return t.Type == tokComment }

// StartsAtom reports whether an expression that stands alone can begin with a token, IsName whether it is a name, perhaps qualified.
func StartsAtom(t lexer.Token) bool {
	switch t.Type {
	case tokIdent, tokInt, tokString, tokChar:
		return true
	}
	return t.Value == "(" || t.Value == "[" || t.Value == "let"
}
func IsName(t lexer.Token) bool { return t.Type == tokIdent }

// IsInfix reports whether a token is an operator between expressions.
func IsInfix(t lexer.Token) bool {
	return t.Type == tokOp || t.Value == "andalso" || t.Value == "orelse"
}

// Next is the next token; its errors are *diag.Error.
func (s *scanner) Next() (lexer.Token, error) {
	if err := s.skipSpace(); err != nil {
		return lexer.Token{}, err
	}
	pos := s.pos()
	if s.off == len(s.text) {
		return lexer.EOFToken(s.end), nil
	}
	kind, err := s.scan(pos)
	if err != nil {
		return lexer.Token{}, err
	}
	tok := lexer.Token{Type: kind, Value: s.text[pos.Offset:s.off], Pos: pos}
	s.end = s.pos()
	if s.nest.enter(tok) > maxNesting {
		return tok, diag.Errorf(DiagPos(pos), "nesting is deeper than %d levels", maxNesting).
			WithHint("split the expression with let or into functions; write a long list as [a, b, c]")
	}
	return tok, nil
}

// scan moves behind the token that starts here and tells its kind.
func (s *scanner) scan(pos lexer.Position) (lexer.TokenType, error) {
	c := s.text[s.off]
	switch {
	case IsLetter(c):
		return s.scanName()
	case c == '_':
		s.off++
		return tokPunct, nil
	case c == '\'':
		s.skipWhile(IsNameChar)
		return tokTyVar, nil
	case isDigit(c) || c == '~' && isDigit(s.at(1)):
		return s.scanInt(pos)
	case c == '"':
		return tokString, s.scanString(pos)
	case c == '#' && s.at(1) == '"':
		s.off++
		return tokChar, s.scanString(pos)
	case strings.IndexByte("()[],;", c) >= 0:
		s.off++
		return tokPunct, nil
	case isSymbol(c):
		return s.scanSymbol(pos)
	}
	r, _ := utf8.DecodeRuneInString(s.text[s.off:])
	err := diag.Errorf(DiagPos(pos), "unexpected character %q", r)
	if r == '\uFEFF' {
		err = err.WithHint("it is a byte order mark: save the file without it")
	}
	return 0, err
}

// scanName reads an identifier or keyword, with the qualifiers before it.
func (s *scanner) scanName() (lexer.TokenType, error) {
	start := s.off
	s.skipWhile(IsNameChar)
	switch word := s.text[start:s.off]; {
	case keywords[word]:
		return tokKeyword, nil
	case infixOps[word]:
		return tokOp, nil
	}
	for s.at(0) == '.' && IsLetter(s.at(1)) {
		s.off++
		part := s.off
		s.skipWhile(IsNameChar)
		if word := s.text[part:s.off]; keywords[word] {
			return 0, diag.Errorf(s.posAt(part), "%s is a keyword and cannot be a name", word)
		}
	}
	return tokIdent, nil
}

func (s *scanner) scanInt(pos lexer.Position) (lexer.TokenType, error) {
	s.off++
	s.skipWhile(IsNameChar)
	if _, err := DecodeInt(s.text[pos.Offset:s.off]); err != nil {
		return 0, diag.Errorf(DiagPos(pos), "%v", err)
	}
	return tokInt, nil
}

// scanSymbol reads a longest run of symbols, as Standard ML does.
func (s *scanner) scanSymbol(pos lexer.Position) (lexer.TokenType, error) {
	for s.off < len(s.text) && isSymbol(s.text[s.off]) && !(s.text[s.off] == '#' && s.at(1) == '"' && s.off > pos.Offset) {
		s.off++
	}
	switch sym := s.text[pos.Offset:s.off]; {
	case symbolicPunct[sym]:
		return tokPunct, nil
	case sym == "~":
		return tokIdent, nil
	case infixOps[sym]:
		return tokOp, nil
	case sym == "#":
		return 0, diag.Errorf(DiagPos(pos), "SCF-ML has no record selectors").WithHint("take tuples apart with a pattern")
	default:
		err := diag.Errorf(DiagPos(pos), "%s is no operator of SCF-ML", sym)
		if hint, ok := foreignOperators[sym]; ok {
			err.WithHint("%s", hint)
		} else if strings.HasSuffix(sym, "~") {
			err.WithHint("put a space before ~")
		}
		return 0, err
	}
}

// scanString moves behind the string or character literal that starts at pos; the scanner is at its quote.
func (s *scanner) scanString(pos lexer.Position) error {
	text, n, problem := valtext.Unquote(s.text[s.off:])
	if problem != "" {
		return diag.Errorf(s.posAt(s.off+n), "%s", problem)
	}
	for end := s.off + n; s.off < end; s.off++ {
		s.countLine()
	}
	if s.text[pos.Offset] == '#' && len(text) != 1 {
		return diag.Errorf(DiagPos(pos), "a character literal holds one character (one byte)")
	}
	return nil
}

// skipSpace moves behind white space and comments.
func (s *scanner) skipSpace() error {
	for s.off < len(s.text) {
		switch {
		case isSpace(s.text[s.off]):
			s.countLine()
			s.off++
		case strings.HasPrefix(s.text[s.off:], "(*"):
			if err := s.skipComment(); err != nil {
				return err
			}
		default:
			return nil
		}
	}
	return nil
}

func (s *scanner) skipComment() error {
	start := s.pos()
	for depth := 0; s.off < len(s.text); {
		switch {
		case strings.HasPrefix(s.text[s.off:], "(*"):
			depth++
			s.off += 2
		case strings.HasPrefix(s.text[s.off:], "*)"):
			depth--
			s.off += 2
			if depth == 0 {
				if s.comment != nil {
					s.comment(lexer.Token{Type: tokComment, Value: s.text[start.Offset:s.off], Pos: start})
				}
				return nil
			}
		default:
			s.countLine()
			s.off++
		}
	}
	return diag.Errorf(DiagPos(start), "comment does not end").WithHint("comments nest: every (* needs its *)")
}

func (s *scanner) countLine() {
	if s.text[s.off] == '\n' {
		s.line++
		s.lineStart = s.off + 1
	}
}

func (s *scanner) skipWhile(ok func(byte) bool) {
	for s.off < len(s.text) && ok(s.text[s.off]) {
		s.off++
	}
}

// at is the byte i places ahead; 0 behind the end.
func (s *scanner) at(i int) byte {
	if s.off+i < len(s.text) {
		return s.text[s.off+i]
	}
	return 0
}

func (s *scanner) pos() lexer.Position {
	return lexer.Position{Filename: s.file, Offset: s.off, Line: s.line, Column: s.off - s.lineStart + 1}
}

func (s *scanner) posAt(off int) diag.Pos {
	return diag.Pos{File: s.file, Line: s.line, Col: off - s.lineStart + 1}
}

// DiagPos is a position of the syntax tree as messages have it.
func DiagPos(p lexer.Position) diag.Pos {
	return diag.Pos{File: p.Filename, Line: p.Line, Col: p.Column}
}

// IsLetter reports whether a name of letters and digits can begin with c, isNameChar whether c can be in one.
func IsLetter(c byte) bool   { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func IsNameChar(c byte) bool { return IsLetter(c) || isDigit(c) || c == '_' || c == '\'' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'
}
func isSymbol(c byte) bool { return c != 0 && strings.IndexByte("!%&$#+-/:<=>?@\\~`^|*", c) >= 0 }

// nesting follows how deeply the parser recurses: one entry for each construct that is open.
type nesting struct{ open []string }

// enter takes the next token and tells the depth behind it.
func (n *nesting) enter(t lexer.Token) int {
	if t.Type == tokIdent || t.Type == tokString {
		return len(n.open)
	}
	switch t.Value {
	case "(", "[", "let", "struct", "case", "fn", "if":
		n.open = append(n.open, t.Value)
	case ")", "]", "end":
		n.closeTo(true, "(", "[", "let", "struct")
	case ",":
		n.closeTo(false, "(", "[")
	case "val", "in", "fun", "datatype", "type", "structure":
		n.closeTo(false, "(", "let", "struct")
	case "|":
		n.closeTo(false, "(", "[", "let", "case", "fn")
	case "of":
		n.closeTo(false, "(", "[", "let", "case")
	}
	return len(n.open)
}

// closeTo closes constructs up to the innermost one of those given, and that one too where itself is set.
func (n *nesting) closeTo(itself bool, kinds ...string) {
	for len(n.open) > 0 {
		last := n.open[len(n.open)-1]
		stop := false
		for _, k := range kinds {
			stop = stop || k == last
		}
		if stop && !itself {
			return
		}
		n.open = n.open[:len(n.open)-1]
		if stop {
			return
		}
	}
}

// DecodeInt is the value of an integer literal: decimal, or hexadecimal of up to 64 bits.
func DecodeInt(literal string) (int64, error) {
	digits, negative := strings.CutPrefix(literal, "~")
	if hex, ok := strings.CutPrefix(digits, "0x"); ok {
		u, err := strconv.ParseUint(hex, 16, 64)
		if err != nil {
			return 0, intError(literal, err)
		}
		if negative {
			u = -u
		}
		return int64(u), nil
	}
	if negative {
		digits = "-" + digits
	}
	i, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 0, intError(literal, err)
	}
	return i, nil
}

func intError(literal string, err error) error {
	if strings.Contains(err.Error(), "out of range") {
		return fmt.Errorf("the number %s does not fit into 64 bits", literal)
	}
	return fmt.Errorf("%s is no number", literal)
}

// DecodeString is the text that a string or character literal means; the lexer has checked it.
func DecodeString(literal string) string {
	text, _, _ := valtext.Unquote(strings.TrimPrefix(literal, "#"))
	return text
}
