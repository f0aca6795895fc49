package ast

import "scf/scfml"

// LatticeMaker makes lattice values of one program, fast: the constructors are found once. Where the program lacks a constructor its
// values are nil; LatticesToValue says which. It is immutable and safe for concurrent use.
type LatticeMaker struct {
	constant, intConst, floatConst, array, record *scfml.Con
	// NonConstant is the value of what is not known.
	NonConstant scfml.Value
}

// NewLatticeMaker is for the program p.
func NewLatticeMaker(p *scfml.Program) *LatticeMaker {
	con := func(datatype, name string) *scfml.Con {
		c, _ := FindCon(p, datatype, name)
		return c
	}
	m := &LatticeMaker{constant: con("lattice", "CONSTANT"), intConst: con("const", "int_const"), floatConst: con("const", "float_const"),
		array: con("lattice", "ARRAY"), record: con("lattice", "RECORD")}
	if c := con("lattice", "NON_CONSTANT"); c != nil {
		m.NonConstant = &scfml.ConValue{Con: c}
	}
	return m
}

// applied is a constructor applied to one argument, in one piece.
type applied struct {
	scfml.ConValue
	arg [1]scfml.Value
}

func (a *applied) to(con *scfml.Con, arg scfml.Value) scfml.Value {
	a.Con, a.arg[0] = con, arg
	a.Args = a.arg[:]
	return &a.ConValue
}

// Known is the value of a constant with those bits.
func (m *LatticeMaker) Known(bits int64, floating bool) scfml.Value {
	con := m.intConst
	if floating {
		con = m.floatConst
	}
	if con == nil || m.constant == nil {
		return nil
	}
	both := &[2]applied{}
	return both[0].to(m.constant, both[1].to(con, scfml.Int(bits)))
}

// Array is the value of a pointer to elements, or of an array; Record that of fields, each a name and a value.
func (m *LatticeMaker) Array(elems []scfml.Value) scfml.Value { return m.of(m.array, elems) }

// Record is the value of a struct, or of a pointer to one.
func (m *LatticeMaker) Record(names []string, values []scfml.Value) scfml.Value {
	pairs := make([]scfml.Value, len(values))
	for i, v := range values {
		if v == nil {
			return nil
		}
		pairs[i] = &scfml.Tuple{Elems: []scfml.Value{scfml.Str(names[i]), v}}
	}
	return m.of(m.record, pairs)
}

func (m *LatticeMaker) of(con *scfml.Con, elems []scfml.Value) scfml.Value {
	list := m.List(elems)
	if con == nil || list == nil {
		return nil
	}
	return new(applied).to(con, list)
}

// cell is a cell of a list, in one piece.
type cell struct {
	scfml.ConValue
	args [2]scfml.Value
}

// List is the list of values; nil if one of them is.
func (m *LatticeMaker) List(values []scfml.Value) scfml.Value {
	var list scfml.Value = emptyList
	cells := make([]cell, len(values))
	for i := len(values) - 1; i >= 0; i-- {
		if values[i] == nil {
			return nil
		}
		c := &cells[i]
		c.Con, c.args = scfml.Cons, [2]scfml.Value{values[i], list}
		c.Args = c.args[:]
		list = &c.ConValue
	}
	return list
}

var emptyList = &scfml.ConValue{Con: scfml.Nil}
