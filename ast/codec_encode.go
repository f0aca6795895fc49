package ast

import (
	"fmt"
	"reflect"

	"scf/scfml/core"
)

// encoder turns Go trees into values of one program.
type encoder struct {
	program *core.Program
	cons    map[[2]string]*core.Con // found so far, by datatype and name
	depth   int
}

func encode[T any](x T, p *core.Program) (core.Value, error) {
	e := &encoder{program: p, cons: map[[2]string]*core.Con{}}
	return e.value(reflect.ValueOf(&x).Elem())
}

// value encodes x, a value of one of the tree's Go types: of a datatype, a slice (list), a scalar, or a field (tuple).
func (e *encoder) value(x reflect.Value) (core.Value, error) {
	e.depth++
	defer func() { e.depth-- }()
	if e.depth > maxDepth {
		return nil, fmt.Errorf("the tree is nested more than %d deep", maxDepth)
	}
	if datatype, ok := datatypeOf[x.Type()]; ok {
		return e.constructed(datatype, x)
	}
	switch x.Kind() {
	case reflect.Slice:
		return e.list(x)
	case reflect.Struct:
		args, err := e.fields(x)
		return &core.Tuple{Elems: args}, err
	case reflect.String:
		return core.Str(x.String()), nil
	case reflect.Bool:
		return core.Bool(x.Bool()), nil
	}
	return core.Int(x.Int()), nil
}

func (e *encoder) list(x reflect.Value) (core.Value, error) {
	var list core.Value = &core.ConValue{Con: core.Nil}
	for i := x.Len() - 1; i >= 0; i-- {
		elem, err := e.value(x.Index(i))
		if err != nil {
			return nil, err
		}
		list = &core.ConValue{Con: core.Cons, Args: []core.Value{elem, list}}
	}
	return list, nil
}

func (e *encoder) fields(x reflect.Value) ([]core.Value, error) {
	args := make([]core.Value, arguments(x.Type()))
	for i := range args {
		var err error
		if args[i], err = e.value(x.Field(i)); err != nil {
			return nil, err
		}
	}
	return args, nil
}

// constructed encodes a value of a datatype.
func (e *encoder) constructed(datatype string, x reflect.Value) (core.Value, error) {
	if x.Kind() == reflect.Int {
		return e.enumerated(datatype, int(x.Int()))
	}
	if x.Kind() == reflect.Interface {
		x = x.Elem()
	}
	if !x.IsValid() || x.Kind() == reflect.Pointer && x.IsNil() {
		return nil, fmt.Errorf("the tree lacks a %s", datatype)
	}
	row, ok := constructorOf(datatype, x.Type())
	if !ok {
		return nil, fmt.Errorf("%v is no %s", x.Type(), datatype)
	}
	con, err := e.con(datatype, row.name)
	if err != nil {
		return nil, err
	}
	args, err := e.args(x)
	if err != nil {
		return nil, err
	}
	return &core.ConValue{Con: con, Args: args}, nil
}

func (e *encoder) args(x reflect.Value) ([]core.Value, error) {
	if _, ok := structOf(x.Type()); ok {
		return e.fields(reflect.Indirect(x))
	}
	return []core.Value{core.Int(x.Int())}, nil
}

func (e *encoder) enumerated(datatype string, i int) (core.Value, error) {
	if i < 0 || i >= len(constructors[datatype]) {
		return nil, fmt.Errorf("there is no %s number %d", datatype, i)
	}
	con, err := e.con(datatype, constructors[datatype][i].name)
	return &core.ConValue{Con: con}, err
}

func (e *encoder) con(datatype, name string) (*core.Con, error) {
	key := [2]string{datatype, name}
	if c, ok := e.cons[key]; ok {
		return c, nil
	}
	c, err := findCon(e.program, datatype, name)
	if err == nil {
		e.cons[key] = c
	}
	return c, err
}
