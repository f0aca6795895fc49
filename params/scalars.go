package params

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"scf/ast"
)

// Scalars: reading and printing integers and floating numbers exactly, by their C type.

// isFloat reports whether t is float or double; of wider floating types there are no constants.
func isFloat(t ast.Type) bool {
	f, ok := t.(ast.Floating)
	return ok && f.Width <= 64
}

// everyValue is the set of all values of the scalar type t; the two of _Bool are listed.
func everyValue(t ast.Type) Abstract {
	if _, ok := t.(ast.Boolean); ok {
		return Abstract{[]form{scalar{0, t}, scalar{1, t}}}
	}
	return Abstract{[]form{every{t}}}
}

// parseInteger reads a number as C writes it: 12, 0x1f, 017 or 0b11, with - or ~ before it if it is negative. It is not wrapped to any type.
func parseInteger(text string) (*big.Int, bool) {
	digits, negative := strings.CutPrefix(strings.Replace(text, "~", "-", 1), "-")
	base := 10
	switch lower := strings.ToLower(digits); {
	case strings.HasPrefix(lower, "0x"):
		base, digits = 16, digits[2:]
	case strings.HasPrefix(lower, "0b"):
		base, digits = 2, digits[2:]
	case len(digits) > 1 && digits[0] == '0':
		base, digits = 8, digits[1:]
	}
	if strings.ContainsAny(digits, "_+-") {
		return nil, false
	}
	n, ok := new(big.Int).SetString(digits, base)
	if ok && negative {
		n.Neg(n)
	}
	return n, ok
}

// bitsOf is n in the form of ast.Wrap.
func bitsOf(n *big.Int) int64 { return int64(new(big.Int).And(n, allOnes).Uint64()) }

// allOnes is 2^64 - 1.
var allOnes = new(big.Int).SetUint64(^uint64(0))

// intRange is the least and the greatest value of the integer type t.
func intRange(t ast.Type) (low, high *big.Int) {
	one := big.NewInt(1)
	width, signed := uint(1), false
	if i, ok := t.(ast.Integer); ok {
		width, signed = uint(i.Width), i.Signed
	}
	if !signed {
		return new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, width), one)
	}
	half := new(big.Int).Lsh(one, width-1)
	return new(big.Int).Neg(half), new(big.Int).Sub(half, one)
}

// inRange reports whether n is a value of the integer type t.
func inRange(n *big.Int, t ast.Type) bool {
	low, high := intRange(t)
	return n.Cmp(low) >= 0 && n.Cmp(high) <= 0
}

// compareScalars orders scalars of one type by value; floating numbers in the total order of IEEE 754.
func compareScalars(a, b scalar) int {
	if isFloat(a.typ) {
		return cmp.Compare(totalOrder(a), totalOrder(b))
	}
	return bigInt(a.bits, a.typ).Cmp(bigInt(b.bits, b.typ))
}

// totalOrder is a number that is greater for what comes later.
func totalOrder(s scalar) uint64 {
	bits, sign := uint64(s.bits), bitsOfFloat(s.typ).sign
	if bits&sign != 0 {
		return sign - 1 - bits&(sign-1)
	}
	return bits | sign
}

// normalScalars sorts the scalars before all else, without duplicates; every value of the type makes the others superfluous.
func normalScalars(scalars []scalar, all []every) []form {
	if len(all) > 0 {
		return []form{all[0]}
	}
	slices.SortFunc(scalars, compareScalars)
	var out []form
	for _, s := range slices.CompactFunc(scalars, func(a, b scalar) bool { return a.bits == b.bits }) {
		out = append(out, s)
	}
	return out
}

func bigInt(v int64, t ast.Type) *big.Int {
	if i, ok := t.(ast.Integer); ok && !i.Signed {
		return new(big.Int).SetUint64(uint64(v))
	}
	return big.NewInt(v)
}

func formatScalar(s scalar) string {
	if isFloat(s.typ) {
		return formatFloat(s)
	}
	return bigInt(s.bits, s.typ).String()
}

// floatBits are what tells NaNs apart in a floating type: the bits of the fraction but the first, which makes a NaN quiet.
type floatBits struct {
	width   int
	sign    uint64
	quiet   uint64 // infinity's bits and the first bit of the fraction
	payload uint64 // mask
}

func bitsOfFloat(t ast.Type) floatBits {
	if t.(ast.Floating).Width == 32 {
		return floatBits{32, 1 << 31, 0x7fc00000, 0x3fffff}
	}
	return floatBits{64, 1 << 63, 0x7ff8000000000000, 0x7ffffffffffff}
}

// float is the number x as a scalar of type t, which holds it exactly.
func float(x float64, t ast.Type) scalar {
	if bitsOfFloat(t).width == 32 {
		return scalar{int64(math.Float32bits(float32(x))), t}
	}
	return scalar{int64(math.Float64bits(x)), t}
}

func floatOf(s scalar) float64 {
	if bitsOfFloat(s.typ).width == 32 {
		return float64(math.Float32frombits(uint32(s.bits)))
	}
	return math.Float64frombits(uint64(s.bits))
}

// formatFloat is the shortest decimal that is read as s.
func formatFloat(s scalar) string {
	b, bits, sign := bitsOfFloat(s.typ), uint64(s.bits), ""
	if bits&b.sign != 0 {
		sign = "-"
	}
	x := math.Abs(floatOf(s))
	switch {
	case math.IsInf(x, 0):
		return sign + "inf"
	case math.IsNaN(x) && bits&b.payload != 0:
		return fmt.Sprintf("%snan(0x%x)", sign, bits&b.payload)
	case math.IsNaN(x):
		return sign + "nan"
	}
	text := strconv.FormatFloat(x, 'g', -1, b.width)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return sign + text
}

// parseFloat reads a finite number of the floating type t, decimal or hexadecimal; decimals are rounded to nearest as C's are.
// ok is false where it is no number, large tells that it is none since it is too large.
func parseFloat(text string, t ast.Type) (s scalar, large, ok bool) {
	digits := strings.Replace(text, "~", "-", 1)
	if unsigned := strings.TrimPrefix(digits, "-"); strings.HasPrefix(strings.ToLower(unsigned), "0x") && !strings.ContainsAny(unsigned, "pP") {
		digits += "p0"
	}
	if strings.Contains(digits, "_") {
		return scalar{}, false, false
	}
	x, err := strconv.ParseFloat(digits, bitsOfFloat(t).width)
	if err != nil {
		return scalar{}, math.IsInf(x, 0), false
	}
	return float(x, t), false, true
}

// special is inf, -inf, nan or -nan of type t, a NaN with the payload.
func special(word string, payload int64, t ast.Type) scalar {
	name, negative := strings.CutPrefix(word, "-")
	s := float(math.Inf(1), t)
	b := bitsOfFloat(t)
	if name == "nan" {
		s.bits = int64(b.quiet | uint64(payload))
	}
	if negative {
		s.bits |= int64(b.sign)
	}
	return s
}

// isSignalling reports whether s is a NaN that C has no constant for.
func isSignalling(s scalar) bool {
	b := bitsOfFloat(s.typ)
	return math.IsNaN(floatOf(s)) && uint64(s.bits)&b.quiet != b.quiet
}
