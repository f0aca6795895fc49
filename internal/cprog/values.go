package cprog

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// Value is a value of a parameter: a number, or the contents of memory that nothing writes.
type Value struct {
	Text string // in the notation for late values
	Init string // as an initialiser in C
}

// MayBeConstant reports whether a value may be given to the parameter: it is a number, a pointer to a function, or memory that nothing writes. Values of
// long double have no notation.
func (p Param) MayBeConstant() bool {
	return p.Constant || p.Type.kind == callback || p.Type.isNumber() && p.Type.bits <= 64
}

// IsNumber reports whether the parameter is a number.
func (p Param) IsNumber() bool { return p.Type.isNumber() }

// IsFloat reports whether the parameter is a floating number.
func (p Param) IsFloat() bool { return p.Type.kind == floating }

// Value makes a value of a number or of a parameter that is Constant.
func (p Param) Value(r *rand.Rand) Value {
	if p.Type.isNumber() || p.Type.kind == callback {
		return p.Type.value(r)
	}
	if p.Type.elem.kind == record {
		return p.Type.elem.value(r)
	}
	return arrayOf(p.Type.elem, p.Type.n).value(r)
}

// Converted is v converted to the type of the parameter, an integer.
func (p Param) Converted(v int64) Value { return p.Type.converted(v) }

func (t *Type) value(r *rand.Rand) Value {
	switch t.kind {
	case integer:
		return t.integerValue(r)
	case floating:
		return t.floatValue(r)
	case callback:
		f := t.values[r.IntN(len(t.values))]
		return Value{f, f}
	case array:
		var texts, inits []string
		for range t.n {
			v := t.elem.value(r)
			texts, inits = append(texts, v.Text), append(inits, v.Init)
		}
		return Value{"[" + strings.Join(texts, ",") + "]", "{" + strings.Join(inits, ", ") + "}"}
	}
	var texts, inits []string
	for _, f := range t.fields {
		v := f.t.value(r)
		texts, inits = append(texts, f.name+":"+v.Text), append(inits, v.Init)
	}
	return Value{"{" + strings.Join(texts, ",") + "}", "{" + strings.Join(inits, ", ") + "}"}
}

// integerValue is often small, often at a limit of some type.
func (t *Type) integerValue(r *rand.Rand) Value {
	var v int64
	switch r.IntN(4) {
	case 0:
		v = int64(r.IntN(20)) - 5
	case 1:
		v = int64(1)<<r.IntN(64) + int64(r.IntN(3)) - 1
	default:
		v = int64(r.Uint64())
	}
	return t.converted(v)
}

// converted is v converted to an integer type.
func (t *Type) converted(v int64) Value {
	text := ""
	switch shift := uint(64 - t.bits); {
	case t.bits == 1:
		v &= 1
		text = fmt.Sprint(v)
	case t.signed:
		v = v << shift >> shift
		text = fmt.Sprint(v)
	default:
		v = int64(uint64(v) << shift >> shift)
		text = fmt.Sprint(uint64(v))
	}
	return Value{text, fmt.Sprintf("(%s)0x%xULL", t.name, uint64(v))}
}

func (t *Type) floatValue(r *rand.Rand) Value {
	f := []float64{0, 1, -1, 0.5, 2.5, 1e10, -3.75, 0.1, 1e-300, 16777217}[r.IntN(10)]
	if r.IntN(3) == 0 {
		f = float64(r.IntN(2000)-1000) / 8
	}
	if t.bits == 32 {
		f = float64(float32(f))
	}
	text := strconv.FormatFloat(f, 'x', -1, 64)
	return Value{text, text}
}

// Shape is something to know early about a pointer to a function, or about memory that nothing writes: the number of elements, or not even that.
func (p Param) Shape(r *rand.Rand) string {
	if p.Type.kind == callback {
		return p.Type.shape()
	}
	if p.Type.elem.kind == record {
		return p.Type.elem.shape()
	}
	if r.IntN(2) == 0 {
		return "[" + p.Type.elem.shape() + "*]"
	}
	return arrayOf(p.Type.elem, p.Type.n).shape()
}

func (t *Type) shape() string {
	switch t.kind {
	case integer, floating, callback:
		return "CONSTANT"
	case array:
		return "[" + strings.TrimSuffix(strings.Repeat(t.elem.shape()+",", t.n), ",") + "]"
	}
	var parts []string
	for _, f := range t.fields {
		parts = append(parts, f.name+":"+f.t.shape())
	}
	return "{" + strings.Join(parts, ",") + "}"
}
