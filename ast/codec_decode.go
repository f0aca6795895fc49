package ast

import (
	"fmt"
	"reflect"
	"strings"

	"scf/scfml/core"
)

// decoder turns SCF-ML values into Go trees.
type decoder struct {
	depth int
	parts int // made so far
}

// maxParts bounds the parts of trees made from values: a value may share its parts, so that a small one stands for a tree without end.
const maxParts = 1 << 22

func decode[T any](v core.Value) (T, error) {
	var x T
	err := (&decoder{}).into(reflect.ValueOf(&x).Elem(), v)
	return x, err
}

// into sets x, whose type is one of the tree's Go types, to what v stands for.
func (d *decoder) into(x reflect.Value, v core.Value) error {
	d.depth++
	defer func() { d.depth-- }()
	d.parts++
	switch {
	case d.depth > maxDepth:
		return fmt.Errorf("the value is nested more than %d deep", maxDepth)
	case d.parts > maxParts:
		return fmt.Errorf("the value has more than %d parts", maxParts)
	}
	if datatype, ok := datatypeOf[x.Type()]; ok {
		return d.constructed(x, datatype, v)
	}
	switch x.Kind() {
	case reflect.Slice:
		return d.list(x, v)
	case reflect.Struct:
		if t, ok := v.(*core.Tuple); ok && len(t.Elems) == x.NumField() {
			return d.fields(x, t.Elems, "tuple")
		}
		return mismatch(fmt.Sprintf("a tuple of %d", x.NumField()), v)
	}
	return scalar(x, v)
}

func scalar(x reflect.Value, v core.Value) error {
	switch v := v.(type) {
	case core.Str:
		if x.Kind() == reflect.String {
			x.SetString(string(v))
			return nil
		}
	case core.Bool:
		if x.Kind() == reflect.Bool {
			x.SetBool(bool(v))
			return nil
		}
	case core.Int:
		if x.Kind() == reflect.Int64 {
			x.SetInt(int64(v))
			return nil
		}
	}
	return mismatch(x.Kind().String(), v)
}

func (d *decoder) list(x reflect.Value, v core.Value) error {
	for n := 1; ; n++ {
		cell, ok := v.(*core.ConValue)
		if !ok {
			return mismatch("a list", v)
		}
		if cell.Con.Name == core.Nil.Name && len(cell.Args) == 0 {
			return nil
		}
		if cell.Con.Name != core.Cons.Name || len(cell.Args) != 2 {
			return mismatch("a list", v)
		}
		elem := reflect.New(x.Type().Elem()).Elem()
		if err := d.into(elem, cell.Args[0]); err != nil {
			return within(fmt.Sprintf("element %d", n), err)
		}
		x.Set(reflect.Append(x, elem))
		v = cell.Args[1]
	}
}

func (d *decoder) fields(x reflect.Value, args []core.Value, of string) error {
	for i, a := range args {
		if err := d.into(x.Field(i), a); err != nil {
			return within(fmt.Sprintf("argument %d of %s", i+1, of), err)
		}
	}
	return nil
}

// constructed sets x to the constructor application v of the datatype.
func (d *decoder) constructed(x reflect.Value, datatype string, v core.Value) error {
	cv, ok := v.(*core.ConValue)
	if !ok {
		return mismatch("a "+datatype, v)
	}
	row, index, ok := constructorNamed(datatype, cv.Con.Name)
	if !ok {
		return mismatch("a "+datatype, v)
	}
	if row.goType == nil {
		x.SetInt(int64(index))
		return nil
	}
	return d.apply(x, row, cv)
}

func (d *decoder) apply(x reflect.Value, row constructor, cv *core.ConValue) error {
	body := reflect.New(row.goType).Elem()
	s, isStruct := structOf(row.goType)
	want := 1
	if isStruct {
		want = arguments(s)
	}
	if len(cv.Args) != want {
		return fmt.Errorf("%s has %d arguments, not %d", row.name, want, len(cv.Args))
	}
	var err error
	switch {
	case !isStruct:
		err = scalar(body, cv.Args[0])
	case row.goType.Kind() == reflect.Pointer:
		body.Set(reflect.New(s))
		err = d.fields(body.Elem(), cv.Args, row.name)
	default:
		err = d.fields(body, cv.Args, row.name)
	}
	x.Set(body)
	return err
}

// placeError is an error with the innermost places around it.
type placeError struct {
	places []string // from the inside out
	err    error
}

const maxPlaces = 4

func (e *placeError) Error() string {
	return strings.Join(append([]string{e.err.Error()}, e.places...), ", in ")
}
func (e *placeError) Unwrap() error { return e.err }

func within(place string, err error) error {
	e, ok := err.(*placeError)
	if !ok {
		return &placeError{[]string{place}, err}
	}
	if len(e.places) < maxPlaces {
		e.places = append(e.places, place)
	}
	return e
}

// mismatch is the error that v stands where something else is wanted.
func mismatch(want string, v core.Value) error {
	return fmt.Errorf("%s stands where %s is wanted", describe(v), want)
}

func describe(v core.Value) string {
	switch v := v.(type) {
	case nil:
		return "nothing"
	case core.Int:
		return fmt.Sprintf("the integer %d", int64(v))
	case core.Bool:
		return fmt.Sprintf("the bool %t", bool(v))
	case core.Char:
		return "a character"
	case core.Str:
		return fmt.Sprintf("the string %q", string(v))
	case *core.Tuple:
		return fmt.Sprintf("a tuple of %d", len(v.Elems))
	case *core.ConValue:
		return "the constructor " + v.Con.Name
	case core.Dead:
		return "a value that nothing should read"
	}
	return "a map or set"
}
