package params

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"scf/ast"
	"scf/internal/diag"
	"scf/internal/suggest"
)

// Text about a parameter, elaborated by C type. What each form means:
//
//   - of an integer, enumeration, _Bool, float or double: CONSTANT and CONSTANT(Int) every value, 0|1 these values, CONSTANT(0|1)
//     the same; of float and double every value is CONSTANT(Float)
//   - of a pointer: [a,b] the elements that it points to, the first one where it points, [a,b*] with any number of the last one;
//     {x:a} the fields of the struct that it points to, which is one element; a string its characters and a zero; 0 the null pointer
//   - of an array inside such memory: [a,b], exactly as many as it has; with * as many of the last one as it takes
//   - of a struct inside such memory: {x:a}
//   - of an array at the end of such a struct that is declared [1], [0] or []: as many elements as are given
//   - of a union: {x:a}, the one member that is read
//   - of a pointer to a function: its name, which & may precede, and JSON has in quotes; CONSTANT all functions of the type, and null
//   - NON_CONSTANT or _ of anything; a field that is not named is NON_CONSTANT
//
// What a pointer reaches is memory that does not change while the function runs.

// ParseAbstract reads the early knowledge about p. The empty text is CONSTANT. Errors are *diag.Error and say what would be right.
func ParseAbstract(text string, p Param) (Abstract, error) {
	if strings.TrimSpace(text) == "" {
		text = "CONSTANT"
	}
	return parseParam(text, p, false)
}

// ParseLate reads the late knowledge about p: one value, or NON_CONSTANT.
func ParseLate(text string, p Param) (Late, error) {
	a, err := parseParam(text, p, true)
	if err != nil {
		return Late{}, err
	}
	if !a.IsSingle() {
		return Late{}, paramError(p.Name, text, lexer.Position{Line: 1, Column: 1}, "a late value is one value, not a set of them").
			WithHint("write one value of %s, as in %s", TypeName(p.Type), a.example())
	}
	return Late{a}, nil
}

// parseParam reads what is known about p; late reports whether it is one value, as messages advise.
func parseParam(text string, p Param, late bool) (Abstract, error) {
	if p.Initial.IsConstant() {
		return Abstract{}, paramError(p.Name, text, lexer.Position{Line: 1, Column: 1}, "%s is const, and its initialiser says what it is", p.Name).WithHint("leave it out")
	}
	known, err := parseKnown(p, text, late)
	if err != nil {
		return Abstract{}, err
	}
	return elaborator{p, text, late}.known(known, place{name: p.Name, typ: p.Type})
}

// elaborator reads one text about one parameter.
type elaborator struct {
	param Param
	text  string
	late  bool // the text is one value
}

func (e elaborator) errorf(f *formSyntax, format string, args ...any) *diag.Error {
	return paramError(e.param.Name, e.text, f.Pos, format, args...)
}

// known is the union of the forms.
func (e elaborator) known(k *knownSyntax, at place) (Abstract, error) {
	var u union
	for _, f := range k.Forms {
		a, err := e.form(f, at)
		if err != nil {
			return Abstract{}, err
		}
		if len(k.Forms) > 1 && !a.IsConstant() {
			return Abstract{}, e.errorf(f, "NON_CONSTANT stands alone: a parameter is constant or it is not").WithHint("%s", knownForms(at.typ, e.late))
		}
		u.add(a)
	}
	return u.abstract(), nil
}

// union collects forms of one type.
type union struct {
	all     []every
	scalars []scalar
	memory  []form
	texts   map[string]bool // of memory
}

func (u *union) add(a Abstract) {
	for _, f := range a.forms {
		switch f := f.(type) {
		case every:
			u.all = append(u.all, f)
		case scalar:
			u.scalars = append(u.scalars, f)
		default:
			u.addMemory(f)
		}
	}
}

// addMemory adds what is not there already.
func (u *union) addMemory(f form) {
	text := formText(f)
	if u.texts[text] {
		return
	}
	if u.texts == nil {
		u.texts = map[string]bool{}
	}
	u.texts[text] = true
	u.memory = append(u.memory, f)
}

func (u *union) abstract() Abstract {
	return Abstract{append(normalScalars(u.scalars, u.all), u.memory...)}
}

// form elaborates one form for the place.
func (e elaborator) form(f *formSyntax, at place) (Abstract, error) {
	switch {
	case f.NonConstant:
		return Abstract{}, nil
	case !canBeConstant(at.typ):
		return Abstract{}, e.errorf(f, "%s is a %s, which cannot be constant", at.name, TypeName(at.typ)).
			WithHint("leave it out, or write NON_CONSTANT")
	case at.name == e.param.Name && isRecord(at.typ) && !e.param.Variable:
		return Abstract{}, e.errorf(f, "%s is a %s passed by value; only memory that a pointer reaches can be constant", at.name, TypeName(at.typ)).
			WithHint("pass a pointer to it, or write NON_CONSTANT")
	case f.Constant && f.Of != nil:
		return e.constantOf(f, at)
	case f.Name != "":
		return e.named(f, at)
	case f.Constant || f.Every != "":
		return e.every(f, at)
	case f.Null && !isPointer(at.typ):
		return Abstract{}, nil
	case f.Number != "" || f.Special != "" || f.Null || f.Truth != "":
		return e.number(f, at)
	case f.Record != nil:
		return e.record(f, at)
	}
	return e.array(f, at)
}

func (e elaborator) constantOf(f *formSyntax, at place) (Abstract, error) {
	a, err := e.known(f.Of, at)
	if err == nil && !a.IsConstant() {
		err = e.errorf(f.Of.Forms[0], "NON_CONSTANT is no value").WithHint("%s", knownForms(at.typ, e.late))
	}
	return a, err
}

// every is CONSTANT, Int or Float.
func (e elaborator) every(f *formSyntax, at place) (Abstract, error) {
	word := cmp.Or(f.Every, "CONSTANT")
	if a := everyFunction(e.param.Functions, at.typ); f.Every == "" && a.IsConstant() {
		return a, nil
	}
	if !ast.IsInteger(at.typ) && !isFloat(at.typ) {
		return Abstract{}, e.errorf(f, "%s does not say what %s (%s) reaches", word, at.name, TypeName(at.typ)).
			WithHint("write %s", e.suggestion(at))
	}
	if f.Every != "" && f.Every != everyName(at.typ) {
		hint := fmt.Sprintf("write %s, or CONSTANT, which is the same", everyName(at.typ))
		if e.late {
			hint = knownForms(at.typ, true)
		}
		return Abstract{}, e.errorf(f, "%s (%s) is not among %s", at.name, TypeName(at.typ), word).WithHint("%s", hint)
	}
	return everyValue(at.typ), nil
}

// suggestion says how knowledge about the place is written.
func (e elaborator) suggestion(at place) string {
	if _, toFunction := functionOf(at.typ); toFunction {
		return "the name of a function, or NON_CONSTANT"
	}
	if a := everything(at.typ, e.param.Layouts, e.param.Functions); a.IsConstant() {
		text := a.text()
		if e.late {
			text = a.example()
		}
		return "what it reaches, as in " + text + ", or NON_CONSTANT"
	}
	return "NON_CONSTANT"
}

func (e elaborator) number(f *formSyntax, at place) (Abstract, error) {
	var s scalar
	var err *diag.Error
	switch {
	case isFloat(at.typ):
		s, err = e.floating(f, at)
	case ast.IsInteger(at.typ):
		s, err = e.integer(f, at)
	case isPointer(at.typ):
		s, err = e.null(f, at)
	default:
		err = e.shape(f, at)
	}
	if err != nil {
		return Abstract{}, err
	}
	return one(s), nil
}

func (e elaborator) integer(f *formSyntax, at place) (scalar, *diag.Error) {
	switch f.Truth {
	case "true":
		return scalar{1, at.typ}, nil
	case "false":
		return scalar{0, at.typ}, nil
	}
	n, ok := parseInteger(f.Number)
	if !ok {
		return scalar{}, e.errorf(f, "%s is not an integer", f.Number+f.Special).
			WithHint("write it as in C: 3, -3, 0xff or 017")
	}
	return e.ranged(f, f.Number, n, at)
}

// ranged is the integer n at the place, which the text says.
func (e elaborator) ranged(f *formSyntax, text string, n *big.Int, at place) (scalar, *diag.Error) {
	if !inRange(n, at.typ) {
		low, high := intRange(at.typ)
		return scalar{}, e.errorf(f, "%s is out of the range of %s (%s)", text, at.name, TypeName(at.typ)).
			WithHint("its values are %v to %v", low, high)
	}
	return scalar{bitsOf(n), at.typ}, nil
}

func (e elaborator) floating(f *formSyntax, at place) (scalar, *diag.Error) {
	if f.Special != "" {
		return e.special(f, at)
	}
	if f.Truth != "" {
		return scalar{}, e.errorf(f, "%s is not a number", f.Truth).WithHint("write it as in C: 1.5, -2e-3, 0x1.8p3, inf, nan")
	}
	s, large, ok := parseFloat(f.Number, at.typ)
	switch {
	case large:
		return s, e.errorf(f, "%s is too large for %s (%s)", f.Number, at.name, TypeName(at.typ)).WithHint("write inf for infinity")
	case !ok:
		return s, e.errorf(f, "%s is not a number", f.Number).WithHint("write it as in C: 1.5, -2e-3, 0x1.8p3, inf, nan")
	}
	return s, nil
}

func (e elaborator) special(f *formSyntax, at place) (scalar, *diag.Error) {
	payload, err := strconv.ParseUint(cmp.Or(f.Payload, "0"), 0, 64)
	if mask := bitsOfFloat(at.typ).payload; err != nil || payload > mask || f.Payload != "" && strings.HasSuffix(f.Special, "inf") {
		return scalar{}, e.errorf(f, "%s is no payload of %s", f.Payload, f.Special).
			WithHint("nan has one of 0 to %#x, and inf has none", mask)
	}
	return special(f.Special, int64(payload), at.typ), nil
}

// null is the null pointer; other addresses are not known before the program runs.
func (e elaborator) null(f *formSyntax, at place) (scalar, *diag.Error) {
	if n, ok := parseInteger(f.Number); !f.Null && (!ok || n.Sign() != 0) {
		return scalar{}, e.errorf(f, "%s is a %s, and its value is no number", at.name, TypeName(at.typ)).
			WithHint("write %s, or 0 or null for the null pointer", e.suggestion(at))
	}
	return scalar{0, at.typ}, nil
}

// shape is the error that the form does not fit the place's type.
func (e elaborator) shape(f *formSyntax, at place) *diag.Error {
	if ast.IsArithmetic(at.typ) {
		kind := "an integer"
		if isFloat(at.typ) {
			kind = "a number"
		}
		return e.errorf(f, "%s is %s (%s): it reaches no memory", at.name, kind, TypeName(at.typ)).
			WithHint("%s", knownForms(at.typ, e.late))
	}
	return e.errorf(f, "the form of this does not fit %s (%s)", at.name, TypeName(at.typ)).WithHint("write %s", e.suggestion(at))
}

// array elaborates elements in brackets and strings.
func (e elaborator) array(f *formSyntax, at place) (Abstract, error) {
	if _, toFunction := functionOf(at.typ); toFunction && f.Text != "" {
		name, _ := unquoted(f.Text)
		return e.function(f, name, at)
	}
	if text, ok := unquoted(f.Text); ok {
		if into := intoTable.FindStringSubmatch(text); into != nil && leadsToRecord(at.typ) {
			return e.link(f, into[1], into[2], at)
		}
		if ast.IsInteger(at.typ) && e.param.Numbers != nil {
			return e.name(f, text, at)
		}
	}
	elem, count, ok := elements(at, 0)
	if !ok {
		return Abstract{}, e.shape(f, at)
	}
	a := &array{typ: elem.typ}
	if f.Text != "" {
		if err := e.characters(f, at, a); err != nil {
			return Abstract{}, err
		}
	} else {
		for i, k := range f.Array.Elems {
			elem, _, _ := elements(at, i)
			x, err := e.known(k, elem)
			if err != nil {
				return Abstract{}, err
			}
			a.elems = append(a.elems, x)
		}
		a.repeated = f.Array.Star
	}
	if count >= 0 && !a.fill(count) {
		hint := "write all of them, _ for those of which nothing is known"
		if int64(len(a.elems)) > count {
			hint = "leave out those behind its end"
		}
		return Abstract{}, e.errorf(f, "%s for %s, which has %d", diag.Count(len(a.elems), "element"), at.name, count).WithHint("%s", hint)
	}
	return one(a), nil
}

// characters makes a the characters of a string: behind them is a zero, and in an array of known length zeros up to its end.
func (e elaborator) characters(f *formSyntax, at place, a *array) error {
	if !isCharacter(a.typ) {
		return e.errorf(f, "%s is a %s, and not of characters", at.name, TypeName(at.typ)).WithHint("write %s", e.suggestion(at))
	}
	s, ok := unquoted(f.Text)
	if !ok {
		return e.errorf(f, "malformed string").WithHint(`write it as in C: "a", "a\n", "\x07"`)
	}
	count := int64(-1)
	if t, ok := at.typ.(ast.Array); ok {
		count = t.Len
	}
	a.addString(s, count)
	return nil
}

// unquoted is the string of a text in quotes, which is C's or JSON's.
func unquoted(text string) (s string, ok bool) {
	if s, ok = unquotedC(text); !ok {
		ok = json.Unmarshal([]byte(text), &s) == nil
	}
	return s, ok
}

// unquotedC is the string of a C literal.
func unquotedC(text string) (string, bool) {
	rest, begins := strings.CutPrefix(text, `"`)
	rest, ends := strings.CutSuffix(rest, `"`)
	if !begins || !ends {
		return "", false
	}
	var s []byte
	for rest != "" {
		if m := numberEscape.FindStringSubmatch(rest); m != nil {
			base := 8
			if m[1] == "" {
				base = 16
			}
			n, err := strconv.ParseUint(m[1]+m[2], base, 8)
			if err != nil {
				return "", false
			}
			s, rest = append(s, byte(n)), rest[len(m[0]):]
			continue
		}
		if strings.HasPrefix(rest, `\?`) || strings.HasPrefix(rest, `\'`) {
			s, rest = append(s, rest[1]), rest[2:]
			continue
		}
		c, multibyte, after, err := strconv.UnquoteChar(rest, '"')
		if err != nil {
			return "", false
		}
		if multibyte {
			s = utf8.AppendRune(s, c)
		} else {
			s = append(s, byte(c))
		}
		rest = after
	}
	return string(s), true
}

// numberEscape is a character of a C literal as a number, octal or hexadecimal.
var numberEscape = regexp.MustCompile(`^\\(?:([0-7]{1,3})|x([0-9a-fA-F]+))`)

func (e elaborator) record(f *formSyntax, at place) (Abstract, error) {
	r, ok := structOf(at.typ)
	if !ok {
		return Abstract{}, e.shape(f, at)
	}
	fields, ok := fieldsOf(r, e.param.Layouts)
	if !ok {
		return Abstract{}, e.errorf(f, "nothing can be known of the parts of %s", TypeName(r)).WithHint("write NON_CONSTANT")
	}
	values := map[string]Abstract{}
	for _, x := range f.Record.Fields {
		if err := e.field(x, at, fields, values); err != nil {
			return Abstract{}, err
		}
	}
	return Abstract{[]form{newRecord(fields, func(f ast.Field) Abstract { return values[f.Name] })}}, nil
}

// field reads what is said about one field into values.
func (e elaborator) field(x *fieldSyntax, at place, fields []ast.Field, values map[string]Abstract) error {
	name := x.Name
	if strings.HasPrefix(name, `"`) {
		name, _ = unquoted(name)
	}
	r, _ := structOf(at.typ)
	var names []string
	for _, l := range fields {
		names = append(names, l.Name)
		if l.Name != name {
			continue
		}
		if _, twice := values[name]; twice {
			return paramError(e.param.Name, e.text, x.Pos, "the field %s is named twice", name)
		}
		if other := sameMemory(r, name, values, e.param.Layouts); other != "" {
			return paramError(e.param.Name, e.text, x.Pos, "%s and %s are members of one union, of which one can be constant", other, name).
				WithHint("name the member that the function reads")
		}
		var err error
		values[name], err = e.known(x.Known, fieldPlace(at, l, e.param.Layouts))
		return err
	}
	err := paramError(e.param.Name, e.text, x.Pos, "%s has no field %s", TypeName(r), name)
	hint := "its fields are " + diag.Names(names)
	if close := suggest.Hint(name, names); close != "" {
		hint = close + " " + hint
	}
	return err.WithHint("%s", hint)
}
