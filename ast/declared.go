package ast

import (
	"fmt"
	"reflect"

	"scf/scfml/core"
)

// CheckDatatypes checks that p, a program that takes and gives trees, declares the tree's datatypes as ast.scf-ml does: those that it has, with
// the constructors that it has. Programs that Load makes of passes do.
func CheckDatatypes(p *core.Program) error {
	byName := map[string]*core.Datatype{}
	for _, d := range p.Datatypes {
		if _, twice := byName[d.Name]; !twice {
			byName[d.Name] = d
		}
	}
	for name := range constructors {
		if d := byName[name]; d != nil {
			if err := checkDatatype(d, byName); err != nil {
				return err
			}
		}
	}
	if byName["func"] == nil {
		return fmt.Errorf("the program does not declare the datatype func")
	}
	return nil
}

func checkDatatype(d *core.Datatype, byName map[string]*core.Datatype) error {
	for _, c := range d.Cons {
		row, _, ok := constructorNamed(d.Name, c.Name)
		if !ok || len(d.Params) > 0 || !hasTypes(c.Args, argumentTypes(row), byName) {
			return fmt.Errorf("the program declares the constructor %s of %s, which is not the tree's", c.Name, d.Name)
		}
	}
	return nil
}

// argumentTypes are the Go types that stand for the arguments of a constructor.
func argumentTypes(row constructor) []reflect.Type {
	if row.goType == nil {
		return nil
	}
	s, ok := structOf(row.goType)
	if !ok {
		return []reflect.Type{row.goType}
	}
	var out []reflect.Type
	for i := range arguments(s) {
		out = append(out, s.Field(i).Type)
	}
	return out
}

func hasTypes(ts []core.Type, goTypes []reflect.Type, byName map[string]*core.Datatype) bool {
	if len(ts) != len(goTypes) {
		return false
	}
	for i, t := range ts {
		if !hasType(t, goTypes[i], byName) {
			return false
		}
	}
	return true
}

// hasType reports whether t is the type that the Go type stands for: as encoder.value has it.
func hasType(t core.Type, goType reflect.Type, byName map[string]*core.Datatype) bool {
	data, isData := t.(*core.DataType)
	if name, ok := datatypeOf[goType]; ok {
		return isData && data.Data == byName[name]
	}
	switch goType.Kind() {
	case reflect.Slice:
		return isData && data.Data == core.ListData && hasType(data.Args[0], goType.Elem(), byName)
	case reflect.Struct:
		tuple, ok := t.(*core.TupleType)
		var fields []reflect.Type
		for i := range arguments(goType) {
			fields = append(fields, goType.Field(i).Type)
		}
		return ok && hasTypes(tuple.Elems, fields, byName)
	case reflect.String:
		return t == core.StringType
	case reflect.Bool:
		return t == core.BoolType
	}
	return t == core.IntType
}
