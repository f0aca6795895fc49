package ast

import (
	"scf/scfml/core"
)

// LatticeMaker makes lattice values of one program, fast: the constructors are found once. Where the program lacks a constructor its
// values are nil; LatticesToValue says which. It is immutable and safe for concurrent use.
type LatticeMaker struct {
	constant, intConst, floatConst, array, record, link, table *core.Con
	program                                                    *core.Program
	// NonConstant is the value of what is not known.
	NonConstant core.Value
}

// NewLatticeMaker is for the program p.
func NewLatticeMaker(p *core.Program) *LatticeMaker {
	con := func(datatype, name string) *core.Con {
		c, _ := findCon(p, datatype, name)
		return c
	}
	m := &LatticeMaker{constant: con("lattice", "CONSTANT"), intConst: con("const", "int_const"), floatConst: con("const", "float_const"),
		array: con("lattice", "ARRAY"), record: con("lattice", "RECORD"),
		link: con("lattice", "LINK"), table: con("lattice", "TABLE"), program: p}
	if c := con("lattice", "NON_CONSTANT"); c != nil {
		m.NonConstant = &core.ConValue{Con: c}
	}
	return m
}

// applied is a constructor applied to one argument, in one piece.
type applied struct {
	core.ConValue
	arg [1]core.Value
}

func (a *applied) to(con *core.Con, arg core.Value) core.Value {
	a.Con, a.arg[0] = con, arg
	a.Args = a.arg[:]
	return &a.ConValue
}

// Known is the value of a constant with those bits.
func (m *LatticeMaker) Known(bits int64, floating bool) core.Value {
	con := m.intConst
	if floating {
		con = m.floatConst
	}
	if con == nil || m.constant == nil {
		return nil
	}
	both := &[2]applied{}
	return both[0].to(m.constant, both[1].to(con, core.Int(bits)))
}

// Function is the value of a pointer to a function.
func (m *LatticeMaker) Function(f *KnownFunction) core.Value {
	v, err := LatticeToValue(f, m.program)
	if err != nil {
		return nil
	}
	return v
}

// Link is the value of a pointer to an element of a table.
func (m *LatticeMaker) Link(name string, element int64) core.Value {
	if m.link == nil {
		return nil
	}
	return &core.ConValue{Con: m.link, Args: []core.Value{core.Str(name), core.Int(element)}}
}

// Table is the value of a pointer to a table.
func (m *LatticeMaker) Table(v core.Value) core.Value {
	if m.table == nil || v == nil {
		return nil
	}
	return new(applied).to(m.table, v)
}

// Array is the value of a pointer to elements, or of an array; Record that of fields, each a name and a value.
func (m *LatticeMaker) Array(elems []core.Value) core.Value { return m.of(m.array, elems) }

// Record is the value of a struct, or of a pointer to one.
func (m *LatticeMaker) Record(names []string, values []core.Value) core.Value {
	pairs := make([]core.Value, len(values))
	for i, v := range values {
		if v == nil {
			return nil
		}
		pairs[i] = &core.Tuple{Elems: []core.Value{core.Str(names[i]), v}}
	}
	return m.of(m.record, pairs)
}

func (m *LatticeMaker) of(con *core.Con, elems []core.Value) core.Value {
	list := m.List(elems)
	if con == nil || list == nil {
		return nil
	}
	return new(applied).to(con, list)
}

// cell is a cell of a list, in one piece.
type cell struct {
	core.ConValue
	args [2]core.Value
}

// List is the list of values; nil if one of them is.
func (m *LatticeMaker) List(values []core.Value) core.Value {
	var list core.Value = emptyList
	cells := make([]cell, len(values))
	for i := len(values) - 1; i >= 0; i-- {
		if values[i] == nil {
			return nil
		}
		c := &cells[i]
		c.Con, c.args = core.Cons, [2]core.Value{values[i], list}
		c.Args = c.args[:]
		list = &c.ConValue
	}
	return list
}

var emptyList = &core.ConValue{Con: core.Nil}
