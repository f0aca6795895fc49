package stager

import (
	"fmt"
	"strings"

	"scf/absval"
	"scf/ast"
	"scf/scfml"
)

// What is known about parameters, as the passes get it: values of the datatype lattice of the tree, concrete ones late, sets of
// them, abstract values, early.

// lattice is l as the tree's lattice value.
func (l Late) lattice() ast.Lattice { return l.known.single() }

// single is the one value of a.
func (a Abstract) single() ast.Lattice {
	if !a.isConstant() {
		return ast.NonConstant{}
	}
	switch f := a.forms[0].(type) {
	case scalar:
		if isFloat(f.typ) {
			return ast.Known{Value: ast.FloatConst(f.bits)}
		}
		return ast.Known{Value: ast.IntConst(f.bits)}
	case *array:
		out := &ast.KnownArray{}
		for _, x := range f.elems {
			out.Elems = append(out.Elems, x.single())
		}
		return out
	case *record:
		out := &ast.KnownRecord{}
		for _, x := range f.fields {
			out.Fields = append(out.Fields, ast.LatticeField{Name: x.name, Value: x.value.single()})
		}
		return out
	}
	return ast.NonConstant{}
}

// value is a as an abstract value of the datatype lattice of p.
func (a Abstract) value(d *absval.Domain, p *scfml.Program) (*absval.Value, error) {
	if late, ok := a.Implied(); ok {
		v, err := ast.LatticeToValue(late.lattice(), p)
		if err != nil {
			return nil, err
		}
		return d.Const(v), nil
	}
	return d.Parse(a.latticeText(0), &scfml.DataType{Data: treeDatatype("lattice", p)}, p)
}

// latticeText is a as the text of an abstract value. depth is the number of lists of unknown length around it, which their
// variables are told apart by.
func (a Abstract) latticeText(depth int) string {
	if !a.isConstant() {
		return "NON_CONSTANT"
	}
	if text, ok := a.scalarsText(); ok {
		return text
	}
	parts := make([]string, len(a.forms))
	for i, f := range a.forms {
		parts[i] = formLattice(f, depth)
	}
	return strings.Join(parts, " | ")
}

// scalarsText is a set of numbers as one constant with a set of values, so that what is learnt of the value is learnt of the
// constant; ok is false for other forms.
func (a Abstract) scalarsText() (text string, ok bool) {
	var values []string
	for _, f := range a.forms {
		x, ok := f.(scalar)
		if !ok {
			return "", false
		}
		values = append(values, fmt.Sprint(x.bits))
	}
	return fmt.Sprintf("CONSTANT(%s(%s))", constantOf(a.forms[0].(scalar).typ), strings.Join(values, " | ")), true
}

func formLattice(f form, depth int) string {
	switch f := f.(type) {
	case every:
		return "CONSTANT(" + constantOf(f.typ) + "('Int))"
	case scalar:
		return fmt.Sprintf("CONSTANT(%s(%d))", constantOf(f.typ), f.bits)
	case *array:
		return f.latticeText(depth)
	}
	var fields []string
	for _, x := range f.(*record).fields {
		fields = append(fields, fmt.Sprintf("(%q, %s)", x.name, x.value.latticeText(depth)))
	}
	return "RECORD([" + strings.Join(fields, ", ") + "])"
}

// constantOf is the constructor of constants of type t.
func constantOf(t ast.Type) string {
	if isFloat(t) {
		return "float_const"
	}
	return "int_const"
}

// latticeText is a list: its elements, and behind them, where their number is not known, fix rest. nil | last :: rest.
func (a *array) latticeText(depth int) string {
	var b strings.Builder
	for _, x := range a.elems[:a.least()] {
		b.WriteString("(" + x.latticeText(depth) + ") :: ")
	}
	if !a.repeated {
		return "ARRAY(" + b.String() + "nil)"
	}
	rest := fmt.Sprintf("rest%d", depth)
	last := a.elems[len(a.elems)-1].latticeText(depth + 1)
	return fmt.Sprintf("ARRAY(%s(fix %s . nil | (%s) :: %s))", b.String(), rest, last, rest)
}
