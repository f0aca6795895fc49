package params

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"scf/ast"
	"scf/internal/diag"
	"scf/internal/suggest"
)

// Late values from Go values.

// Int is the late knowledge that an integer parameter has the value v, converted to its type as C does.
func Int(v int64, p Param) Late {
	return Late{Abstract{[]form{scalar{ast.Wrap(v, p.Type), p.Type}}}}
}

// NewLate is the late knowledge that p has the Go value v.
//
// Integers and booleans are for integer parameters, numbers for floating ones, slices and arrays for what pointers point to and for
// arrays, strings for characters with a zero behind them, and for functions that pointers lead to, by their names. A Go struct is for a C struct: each of its exported fields says something
// about the C field that its tag c names (`c:"line_size"`) or that is called like it but for upper and lower case; the tag
// c:"-" leaves it out. So does a map by the names of C fields. Pointers and interfaces are followed; a nil pointer is
// the null pointer where C has a pointer, and elsewhere says that nothing is known, as nil does, and a nil slice for an array in C; where C has a pointer a nil slice
// is an array without elements, as any empty one. A value that the C type does not hold is an error.
func NewLate(v any, p Param) (Late, error) {
	if p.Initial.IsConstant() {
		return Late{}, fmt.Errorf("%s is const, and its initialiser says what it is", p.Name)
	}
	if isRecord(p.Type) && !p.Variable {
		return Late{}, fmt.Errorf("parameter %s: a %s passed by value cannot be constant; only memory that a pointer reaches can", p.Name, TypeName(p.Type))
	}
	a, err := maker{layouts: p.Layouts, functions: p.Functions, numbers: p.Numbers, table: p.Table}.value(reflect.ValueOf(v), place{name: p.Name, typ: p.Type})
	if err != nil {
		return Late{}, fmt.Errorf("parameter %s: %w", p.Name, err)
	}
	return Late{a}, nil
}

// maker makes knowledge of Go values.
type maker struct {
	layouts   ast.Layouts
	functions []Function
	numbers   func(name string) (int64, bool)
	table     func(name string) (Table, bool)
	depth     int // of parts in parts around this place
}

func (m maker) value(v reflect.Value, at place) (Abstract, error) {
	if m.depth++; m.depth > maxParamNesting {
		return Abstract{}, fmt.Errorf("the value is nested more than %d deep", maxParamNesting)
	}
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		if v.Kind() == reflect.Pointer && v.IsNil() {
			return m.null(at), nil
		}
		v = v.Elem()
	}
	if !v.IsValid() {
		return Abstract{}, nil
	}
	switch {
	case ast.IsInteger(at.typ):
		return m.integer(v, at)
	case isFloat(at.typ):
		return m.float(v, at)
	case !canBeConstant(at.typ):
		return Abstract{}, fmt.Errorf("%s is a %s, which cannot be constant", at.name, TypeName(at.typ))
	}
	if _, toFunction := functionOf(at.typ); toFunction {
		return m.function(v, at)
	}
	switch v.Kind() {
	case reflect.Struct, reflect.Map:
		return m.record(v, at)
	case reflect.Slice, reflect.Array, reflect.String:
		return m.array(v, at)
	}
	return Abstract{}, m.unfit(v, at)
}

func (m maker) unfit(v reflect.Value, at place) error {
	return fmt.Errorf("a Go %v does not fit %s (%s)", v.Type(), at.name, TypeName(at.typ))
}

// function takes the name of one.
func (m maker) function(v reflect.Value, at place) (Abstract, error) {
	if v.Kind() != reflect.String {
		return Abstract{}, m.unfit(v, at)
	}
	a, reason, hint := pointerTo(v.String(), at, m.functions)
	if reason != "" {
		return a, fmt.Errorf("%s; %s", reason, hint)
	}
	return a, nil
}

// null is what a nil pointer says: that a pointer is null, and of anything else nothing.
func (m maker) null(at place) Abstract {
	if !isPointer(at.typ) {
		return Abstract{}
	}
	return one(scalar{0, at.typ})
}

func (m maker) integer(v reflect.Value, at place) (Abstract, error) {
	if bits, ok := fitting(v, at.typ); ok {
		return one(scalar{bits, at.typ}), nil
	}
	n := new(big.Int)
	switch {
	case v.Kind() == reflect.Bool && v.Bool():
		n.SetInt64(1)
	case v.Kind() == reflect.Bool:
	case v.CanInt():
		n.SetInt64(v.Int())
	case v.CanUint():
		n.SetUint64(v.Uint())
	case v.Kind() == reflect.String && m.numbers != nil:
		var ok bool
		if n, ok = named(m.numbers, v.String()); !ok {
			return Abstract{}, fmt.Errorf("%s cannot be %s, which is no enumerator and no macro for an integer", at.name, v.String())
		}
	default:
		return Abstract{}, m.unfit(v, at)
	}
	if !inRange(n, at.typ) {
		low, high := intRange(at.typ)
		return Abstract{}, fmt.Errorf("%v is out of the range of %s (%s): its values are %v to %v", n, at.name, TypeName(at.typ), low, high)
	}
	return one(scalar{bitsOf(n), at.typ}), nil
}

// float takes numbers that the C type holds exactly.
func (m maker) float(v reflect.Value, at place) (Abstract, error) {
	var x float64
	switch {
	case v.CanFloat():
		x = v.Float()
	case v.CanInt():
		x = float64(v.Int())
	case v.CanUint():
		x = float64(v.Uint())
	default:
		return Abstract{}, m.unfit(v, at)
	}
	s := float(x, at.typ)
	exact := floatOf(s) == x || math.IsNaN(x)
	if v.CanInt() {
		exact = exact && x < 1<<63 && int64(x) == v.Int()
	}
	if v.CanUint() {
		exact = exact && x < 1<<64 && uint64(x) == v.Uint()
	}
	switch {
	case !exact:
		return Abstract{}, fmt.Errorf("%s (%s) does not hold %v exactly", at.name, TypeName(at.typ), v)
	case isSignalling(s):
		return Abstract{}, fmt.Errorf("%s: C has no constant for a signalling NaN", at.name)
	}
	return one(s), nil
}

func (m maker) array(v reflect.Value, at place) (Abstract, error) {
	if v.Kind() == reflect.String && leadsToRecord(at.typ) {
		if into := intoTable.FindStringSubmatch(v.String()); into != nil {
			a, reason := pointerInto(into[1], into[2], at, m.table)
			if reason != "" {
				return a, errors.New(reason)
			}
			return a, nil
		}
	}
	elem, count, ok := elements(at, 0)
	if !ok || v.Kind() == reflect.String && !isCharacter(elem.typ) {
		return Abstract{}, m.unfit(v, at)
	}
	if count >= 0 && v.Kind() == reflect.Slice && v.IsNil() {
		return Abstract{}, nil
	}
	a := &array{typ: elem.typ}
	if v.Kind() == reflect.String {
		a.addString(v.String(), count)
	} else if !a.addIntegers(v) {
		for i := range v.Len() {
			elem, _, _ := elements(at, i)
			x, err := m.value(v.Index(i), elem)
			if err != nil {
				return Abstract{}, err
			}
			a.elems = append(a.elems, x)
		}
	}
	if n := len(a.elems); count >= 0 && int64(n) != count {
		return Abstract{}, fmt.Errorf("%s for %s, which has %d", diag.Count(n, "element"), at.name, count)
	}
	return one(a), nil
}

// fitting is the Go integer v as one of the integer type t; ok is false where it is none, or is out of t's range.
func fitting(v reflect.Value, t ast.Type) (bits int64, ok bool) {
	i, isInteger := t.(ast.Integer)
	unsigned := isInteger && !i.Signed && i.Width == 64
	switch {
	case !isInteger:
		return 0, false
	case v.CanInt():
		bits = v.Int()
		return bits, ast.Wrap(bits, t) == bits && (bits >= 0 || !unsigned)
	case v.CanUint():
		bits = int64(v.Uint())
		return bits, ast.Wrap(bits, t) == bits && (bits >= 0 || unsigned)
	}
	return 0, false
}

// addIntegers adds the elements of v where they are Go integers in the range of a's elements.
func (a *array) addIntegers(v reflect.Value) bool {
	elems, forms := make([]Abstract, v.Len()), make([]form, v.Len())
	for i := range elems {
		bits, ok := fitting(v.Index(i), a.typ)
		if !ok {
			return false
		}
		if i > 0 && forms[i-1] == (scalar{bits, a.typ}) {
			forms[i] = forms[i-1]
		} else {
			forms[i] = scalar{bits, a.typ}
		}
		elems[i].forms = forms[i : i+1 : i+1]
	}
	a.elems = elems
	return true
}

// addString adds characters: in an array of count elements with zeros up to its end, elsewhere (count is -1) with one zero.
func (a *array) addString(s string, count int64) {
	for i := range len(s) {
		a.elems = append(a.elems, one(scalar{ast.Wrap(int64(s[i]), a.typ), a.typ}))
	}
	zeros := max(count-int64(len(a.elems)), 0)
	if count < 0 {
		zeros = 1
	}
	for range zeros {
		a.elems = append(a.elems, one(scalar{0, a.typ}))
	}
}

func (m maker) record(v reflect.Value, at place) (Abstract, error) {
	r, ok := structOf(at.typ)
	if !ok || v.Kind() == reflect.Map && v.Type().Key().Kind() != reflect.String {
		return Abstract{}, m.unfit(v, at)
	}
	fields, ok := fieldsOf(r, m.layouts)
	if !ok {
		return Abstract{}, fmt.Errorf("nothing can be known of the parts of %s", TypeName(r))
	}
	values := map[string]Abstract{}
	for _, part := range partsOf(v) {
		name, x, err := m.field(part, at, fields)
		if err != nil {
			return Abstract{}, err
		}
		if other := sameMemory(r, name, values, m.layouts); other != "" && x.IsConstant() {
			return Abstract{}, fmt.Errorf("%s: %s and %s are members of one union, of which one can be constant", at.name, other, name)
		}
		if _, twice := values[name]; twice {
			return Abstract{}, fmt.Errorf("%s: two fields of the Go %v say what %s is", at.name, v.Type(), name)
		}
		values[name] = x
	}
	return one(newRecord(fields, func(f ast.Field) Abstract { return values[f.Name] })), nil
}

// part is a part of a Go struct or map.
type part struct {
	name  string
	exact bool // the name is that of the C field, upper and lower case included
	value reflect.Value
}

func partsOf(v reflect.Value) []part {
	var out []part
	if v.Kind() == reflect.Map {
		for _, k := range v.MapKeys() {
			out = append(out, part{k.String(), true, v.MapIndex(k)})
		}
		slices.SortFunc(out, func(a, b part) int { return strings.Compare(a.name, b.name) })
		return out
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		tag, tagged := f.Tag.Lookup("c")
		switch {
		case !f.IsExported() || tag == "-":
		case tagged:
			out = append(out, part{tag, true, v.Field(i)})
		default:
			out = append(out, part{f.Name, false, v.Field(i)})
		}
	}
	return out
}

// field is the C field that the part is about, and what it says.
func (m maker) field(p part, at place, fields []ast.Field) (name string, a Abstract, err error) {
	var names []string
	for _, f := range fields {
		if f.Name == p.name || !p.exact && strings.EqualFold(f.Name, p.name) {
			a, err = m.value(p.value, fieldPlace(at, f, m.layouts))
			return f.Name, a, err
		}
		names = append(names, f.Name)
	}
	r, _ := structOf(at.typ)
	err = fmt.Errorf("%s has no field for %s; its fields are %s", TypeName(r), strconv.Quote(p.name), diag.Names(names))
	if close := suggest.Hint(p.name, names); close != "" {
		err = fmt.Errorf("%w; %s", err, close)
	}
	return "", Abstract{}, err
}
