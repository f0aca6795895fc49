package ast

import (
	"reflect"

	"scf/internal/diag"
)

// This file archives trees and types by the table of codec.go: the number of the constructor, then the fields in order.

func (a *archive) function(f **Func) {
	a.value(reflect.ValueOf(f).Elem())
}

// define archives a type that was not met before.
func (a *archive) define(t *Type) { a.constructed("ty", reflect.ValueOf(t).Elem()) }

// value archives x, a value of one of the tree's Go types.
func (a *archive) value(x reflect.Value) {
	defer a.deeper()()
	switch p := x.Addr().Interface().(type) {
	case *Type:
		a.ty(p)
		return
	case *Label: // trees are numbered
		return
	case *diag.Pos:
		a.pos(p)
		return
	case *string:
		a.string(p)
		return
	case *bool:
		a.bool(p)
		return
	}
	if datatype, ok := datatypeOf[x.Type()]; ok {
		a.constructed(datatype, x)
		return
	}
	switch x.Kind() {
	case reflect.Slice:
		a.list(x)
	case reflect.Struct:
		a.fields(x)
	default:
		a.number(x)
	}
}

func (a *archive) number(x reflect.Value) {
	n := x.Int()
	if a.int(&n); a.reading {
		x.SetInt(n)
	}
}

func (a *archive) list(x reflect.Value) {
	n := a.count(x.Len())
	for i := range n {
		if a.reading {
			x.Set(reflect.Append(x, reflect.Zero(x.Type().Elem())))
		}
		a.value(x.Index(i))
	}
}

func (a *archive) fields(x reflect.Value) {
	for i := range x.NumField() {
		a.value(x.Field(i))
	}
}

// constructed archives a value of the datatype: an enumeration, an interface, or a struct or a pointer to one.
func (a *archive) constructed(datatype string, x reflect.Value) {
	rows := constructors[datatype]
	if x.Kind() == reflect.Int {
		if n := a.small(int(x.Int()), len(rows)); a.reading {
			x.SetInt(int64(n))
		}
		return
	}
	tag := 0
	body := x
	if x.Kind() == reflect.Interface {
		body = x.Elem()
		for !a.reading && tag < len(rows)-1 && rows[tag].goType != body.Type() {
			tag++
		}
		tag = a.small(tag, len(rows))
	}
	made := reflect.New(rows[tag].goType).Elem()
	if !a.reading {
		made.Set(body)
	}
	in := made
	if made.Kind() == reflect.Pointer {
		if a.reading {
			made.Set(reflect.New(made.Type().Elem()))
		}
		in = made.Elem()
	}
	if in.Kind() == reflect.Struct {
		a.fields(in)
	} else {
		a.number(in)
	}
	if c, ok := made.Interface().(Cmd); ok {
		a.target(c)
	}
	if a.reading {
		x.Set(made)
	}
}

// target archives which block c leaves, or which node it jumps to, if it does that.
func (a *archive) target(c Cmd) {
	to := target(c)
	if to == nil {
		return
	}
	l, _ := (*to).(L)
	n := int64(l)
	if a.int(&n); a.reading {
		*to = L(n)
	}
}
