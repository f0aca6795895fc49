package cfront

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"scf/ast"
)

// This file lowers the leaves of expressions: names and constants.

func (l *lowerer) primary(e *cc.PrimaryExpression) ast.Expr {
	switch e.Case {
	case cc.PrimaryExpressionIdent, cc.PrimaryExpressionString:
		return l.load(e, l.place(e))
	case cc.PrimaryExpressionInt:
		return l.constant(e)
	case cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		return l.character(e)
	case cc.PrimaryExpressionFloat:
		return l.floating(e)
	case cc.PrimaryExpressionLString:
		l.refuse(e, "a string of wide characters", "pass it as an argument")
	case cc.PrimaryExpressionStmt:
		return l.statementExpression(e.CompoundStatement)
	default:
		l.refuse(e, "_Generic", "write the expression that it selects")
	}
	return wrong()
}

// constant is an integer literal; cc knows its type.
func (l *lowerer) constant(e *cc.PrimaryExpression) ast.Expr {
	ty := l.typeOf(e, e.Type(), "")
	switch v := e.Value().(type) {
	case cc.Int64Value:
		return intConst(int64(v), ty)
	case cc.UInt64Value:
		return intConst(int64(v), ty)
	}
	l.failf(e, "malformed number")
	return wrong()
}

// oneCharacter is a character constant of one character of ASCII or one escape. Compilers differ on the others.
var oneCharacter = regexp.MustCompile(`^[LuU]?'(\\[^0-7xuU]|\\[0-7]{1,3}|\\x[0-9a-fA-F]+|[\x20-\x26\x28-\x5b\x5d-\x7e])'$`)

func (l *lowerer) character(e *cc.PrimaryExpression) ast.Expr {
	if oneCharacter.MatchString(e.Token.SrcStr()) {
		return l.constant(e)
	}
	l.refuse(e, "a constant of several characters", "write its number")
	return wrong()
}

// floating is a floating literal: its bits, rounded once from the text as C demands. A literal of type long double is a double
// that is converted, where that is exact.
func (l *lowerer) floating(e *cc.PrimaryExpression) ast.Expr {
	digits, suffix := partsOfFloating(e)
	switch suffix {
	case "f":
		if x, err := strconv.ParseFloat(digits, 32); err == nil {
			return &ast.Const{Value: ast.FloatConst(math.Float32bits(float32(x))), Ty: ast.Floating{Name: "float", Width: 32}}
		}
	case "", "l":
		x, err := strconv.ParseFloat(digits, 64)
		if err != nil {
			break
		}
		c := &ast.Const{Value: ast.FloatConst(math.Float64bits(x)), Ty: double}
		if suffix == "" {
			return c
		}
		if long, ok := e.Value().(*cc.LongDoubleValue); ok && isExactly(long, x) {
			return convert(l.typeOf(e, e.Type(), ""), c)
		}
		l.refuse(e, "a constant of type long double that no double holds", "write it as a double, or pass it as an argument")
		return wrong()
	}
	l.refuse(e, "the floating constant "+e.Token.SrcStr(), "write it with a type and in a range that C has")
	return wrong()
}

// partsOfFloating are the digits and the suffix of a floating literal, in small letters.
func partsOfFloating(e *cc.PrimaryExpression) (digits, suffix string) {
	text := strings.ToLower(e.Token.SrcStr())
	digits = strings.TrimRight(text, "fl")
	if strings.HasPrefix(text, "0x") { // f is a digit there, but not behind the exponent's p
		mantissa, exponent, _ := strings.Cut(text, "p")
		digits = mantissa + "p" + strings.TrimRight(exponent, "fl")
	}
	return digits, text[len(digits):]
}

// castOfLong is the cast of a literal of type long double to double or float, as DBL_MAX is one: rounded to a long double first, as C demands.
func (l *lowerer) castOfLong(e *cc.CastExpression) (ast.Expr, bool) {
	lit, ok := unparen(e.CastExpression).(*cc.PrimaryExpression)
	if !ok || lit.Case != cc.PrimaryExpressionFloat {
		return nil, false
	}
	digits, suffix := partsOfFloating(lit)
	t, known := l.typeNamed(e.TypeName)
	to, isFloating := t.(ast.Floating)
	if suffix != "l" || !known || !isFloating || to.Width > 64 {
		return nil, false
	}
	long, _ := l.typeOf(lit, lit.Type(), "").(ast.Floating)
	mantissa := map[int64]uint{64: 53, 80: 64, 128: 113}[long.Width]
	rounded, _, err := big.ParseFloat(digits, 0, mantissa, big.ToNearestEven)
	if err != nil || mantissa == 0 {
		return nil, false
	}
	bits, huge := uint64(0), false
	if to.Width == 32 {
		x, _ := rounded.Float32()
		bits, huge = uint64(math.Float32bits(x)), math.IsInf(float64(x), 0)
	} else {
		x, _ := rounded.Float64()
		bits, huge = math.Float64bits(x), math.IsInf(x, 0)
	}
	return &ast.Const{Value: ast.FloatConst(bits), Ty: to}, !huge
}

var double = ast.Floating{Name: "double", Width: 64}

func isExactly(long *cc.LongDoubleValue, x float64) bool {
	_, accuracy := (*big.Float)(long).Float64()
	return accuracy == big.Exact && !math.IsInf(x, 0)
}

// stringLiteral is the array that a string literal stands for.
func (l *lowerer) stringLiteral(e *cc.PrimaryExpression) ast.Expr {
	v, ok := e.Value().(cc.StringValue)
	if !ok {
		l.refuse(e, "this string", "pass it as an argument")
		return wrong()
	}
	return l.str(string(v))
}

// str is a string literal with the bytes of s, to which cc may have added the final zero.
func (l *lowerer) str(s string) ast.Expr {
	text := trimZero(s)
	return &ast.Str{Text: text, Ty: ast.Array{Elem: l.file.integerOf(cc.Char), Len: int64(len(text)) + 1}}
}

func trimZero(s string) string { return strings.TrimSuffix(s, "\x00") }

// identifier is a variable, a function or an enumeration constant.
func (l *lowerer) identifier(e *cc.PrimaryExpression) ast.Expr {
	if en, ok := e.ResolvedTo().(*cc.Enumerator); ok {
		return l.enumerator(e, en)
	}
	name := e.Token.SrcStr()
	if functionNames[name] && l.fn != nil {
		return l.str(l.fn.Declarator.Name())
	}
	d := declaratorOf(e)
	if d == nil {
		l.failf(e, "%s is not a variable", name)
		return wrong()
	}
	if v := l.locals[d]; v != nil {
		if v.ty == nil { // refused where it is declared
			return wrong()
		}
		if v.volatile {
			return l.volatileVariable(e, v.name, v.ty)
		}
		if v.inMemory {
			return &ast.Object{Name: v.name, Ty: v.ty}
		}
		return &ast.Var{Name: v.name, Ty: v.ty}
	}
	switch {
	case d.IsSynthetic():
		l.failf(e, "%s is not declared", name)
		return wrong()
	case d.LexicalScope().Parent == nil:
		l.outside(name)
		ty, volatile, ok := l.typeOfLocal(e, d, d.Type().Undecay(), name)
		if !ok {
			return wrong()
		}
		if volatile {
			return l.volatileVariable(e, name, ty)
		}
		if a := d.Type().Attributes(); a != nil && a.Alias() != "" {
			l.refuse(e, "the variable "+name+", which is another one under a second name,", "use one name only")
		}
		if fn, ok := ty.(*ast.Function); ok && isOldStyle(d) {
			ty = &ast.Function{Result: fn.Result, Variadic: true}
		}
		l.constObjects[name] = isConstDeclared(d)
		return &ast.Object{Name: name, Ty: ty}
	}
	if len(l.errs) == 0 { // else it may be one whose declaration was refused
		l.failf(e, "%s is not declared here", name)
	}
	return wrong()
}

// functionNames are what C and gcc call the name of the function, a string.
var functionNames = map[string]bool{"__func__": true, "__FUNCTION__": true, "__PRETTY_FUNCTION__": true}

// enumerator is a constant of type int. One that int cannot hold has a type that depends on the compiler's version.
func (l *lowerer) enumerator(e *cc.PrimaryExpression, en *cc.Enumerator) ast.Expr {
	if bad := l.types.ofConstant(en.ConstantExpression); bad != nil {
		l.refuse(e, bad.construct, bad.hint)
	}
	v, ok := en.Value().(cc.Int64Value)
	if u, isUnsigned := en.Value().(cc.UInt64Value); isUnsigned && u <= math.MaxInt32 {
		v, ok = cc.Int64Value(u), true
	}
	if !ok || v < math.MinInt32 || v > math.MaxInt32 {
		l.refuse(e, "an enumeration constant outside the range of int", "cast it where it is defined, or use a literal")
		return wrong()
	}
	return intConst(int64(v), ast.Int)
}
