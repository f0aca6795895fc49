package ast

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// This file prints constants as C literals: exactly typed, or plain where the context converts.

// piece is a printed expression and the precedence of its outermost operator.
type piece struct {
	text string
	prec int
}

// The precedences of C's operators, the loosest first.
const (
	precComma = iota
	precAssign
	precCond
	precOr
	precAnd
	precBitOr
	precBitXor
	precBitAnd
	precEquality
	precRelation
	precShift
	precSum
	precProduct
	precNot // of !, which is unary, but looks like a mistake left of some operators
	precUnary
	precPostfix
	precPrimary
)

// isPlain reports whether C's literal for v without suffix or cast is of type int.
func isPlain(v int64) bool { return v >= math.MinInt32 && v <= math.MaxInt32 }

// literal is v as a C expression of exactly the type t.
func literal(v int64, t Type) piece {
	integer, ok := t.(Integer)
	switch {
	case !ok || IsNarrow(t):
		return cast(t, plainLiteral(v))
	case !integer.Signed:
		return piece{strconv.FormatUint(uint64(v), 10) + suffix(integer), precPrimary}
	}
	return signedLiteral(v, integer)
}

// plainLiteral is v, which isPlain, as a literal of type int; for other addresses one of type long long.
func plainLiteral(v int64) piece {
	if isPlain(v) {
		return signedLiteral(v, Int)
	}
	return signedLiteral(v, Integer{"long long", 64, true})
}

// signedLiteral writes the least value of a type as C has to: a sign is an operator, and the magnitude alone does not fit.
func signedLiteral(v int64, t Integer) piece {
	s := suffix(t)
	switch {
	case v == math.MinInt64>>(64-t.Width):
		return piece{fmt.Sprintf("(-%d%s - 1)", -(v + 1), s), precPrimary}
	case v < 0:
		return piece{fmt.Sprintf("%d%s", v, s), precUnary}
	}
	return piece{fmt.Sprintf("%d%s", v, s), precPrimary}
}

// suffix is what makes a decimal literal be of a type represented as t.
func suffix(t Integer) string {
	s := ""
	if !t.Signed {
		s = "U"
	}
	if t.Width < 64 {
		return s
	}
	if isLong(t.Name) {
		return s + "L"
	}
	return s + "LL"
}

// isLong reports whether the type name is one of C's spellings of long and unsigned long.
func isLong(name string) bool {
	longs := 0
	for _, word := range strings.Fields(name) {
		switch word {
		case "long":
			longs++
		case "signed", "unsigned", "int":
		default:
			return false
		}
	}
	return longs == 1
}

// floatLiteral is the floating constant with the given bits as a C expression of exactly the type t.
func floatLiteral(bits int64, t Type) piece {
	x, width, suffix := math.Float64frombits(uint64(bits)), 64, ""
	if f, ok := t.(Floating); ok && f.Width == 32 {
		x, width, suffix = float64(math.Float32frombits(uint32(bits))), 32, "f"
	} else if ok && f.Width > 64 {
		suffix = "L"
	}
	text := floatText(x, width, suffix, bits)
	if math.Signbit(x) {
		return piece{"-" + text, precUnary}
	}
	return piece{text, precPrimary}
}

// floatText is the magnitude of x. Infinities and NaNs have no literals; the compilers' builtins are constant expressions.
func floatText(x float64, width int, suffix string, bits int64) string {
	builtin := strings.ToLower(suffix)
	switch {
	case math.IsInf(x, 0):
		return "__builtin_inf" + builtin + "()"
	case math.IsNaN(x) && width == 32:
		return fmt.Sprintf(`__builtin_nanf("0x%x")`, bits&0x3fffff)
	case math.IsNaN(x):
		return fmt.Sprintf(`__builtin_nan%s("0x%x")`, builtin, bits&0x7ffffffffffff)
	}
	text := strconv.FormatFloat(math.Abs(x), 'g', -1, width)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text + suffix
}

// stringLiteral is a C string literal of the bytes of s.
func stringLiteral(s string) piece {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case c < ' ' || c >= 0x7f || c == '?': // an octal escape ends after three digits; ? could begin a trigraph
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return piece{b.String(), precPrimary}
}

// cast is x converted to t.
func cast(t Type, x piece) piece {
	return piece{"(" + declaration(t, "") + ")" + atLeast(x, precNot), precUnary}
}

// atLeast is the text of x, in parentheses where its operator binds looser than prec.
func atLeast(x piece, prec int) string {
	if x.prec < prec {
		return "(" + x.text + ")"
	}
	return x.text
}
