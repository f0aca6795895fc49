package params

import (
	"fmt"
	"strings"

	"scf/absval"
	"scf/ast"
	"scf/scfml/core"
)

// What is known about parameters, as the passes get it: values of the datatype lattice of the tree, concrete ones late, sets of
// them, abstract values, early.

// Lattice is l as the tree's lattice value.
func (l Late) Lattice() ast.Lattice { return l.known.single() }

// single is the one value of a.
func (a Abstract) single() ast.Lattice {
	if !a.IsConstant() {
		return ast.NonConstant{}
	}
	switch f := a.forms[0].(type) {
	case scalar:
		if isFloat(f.typ) {
			return ast.Known{Value: ast.FloatConst(f.bits)}
		}
		return ast.Known{Value: ast.IntConst(f.bits)}
	case *function:
		return f.lattice()
	case *link:
		return &ast.KnownLink{Name: f.table.Name, Element: f.element}
	case *table:
		return &ast.KnownTable{Value: f.known.single()}
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

func (f *function) lattice() *ast.KnownFunction {
	return &ast.KnownFunction{Name: f.Name, Ty: f.Type, Own: f.Own}
}

// Encode is l as m's program gets it.
func (l Late) Encode(m *ast.LatticeMaker) core.Value { return l.known.encode(m) }

// encode is the one value of a as m's program gets it.
func (a Abstract) encode(m *ast.LatticeMaker) core.Value {
	if !a.IsConstant() {
		return m.NonConstant
	}
	switch f := a.forms[0].(type) {
	case scalar:
		return m.Known(f.bits, isFloat(f.typ))
	case *function:
		return m.Function(f.lattice())
	case *link:
		return m.Link(f.table.Name, f.element)
	case *table:
		return m.Table(f.known.encode(m))
	case *array:
		values := make([]core.Value, len(f.elems))
		for i, x := range f.elems {
			values[i] = x.encode(m)
		}
		return m.Array(values)
	case *record:
		names, values := make([]string, len(f.fields)), make([]core.Value, len(f.fields))
		for i, x := range f.fields {
			names[i], values[i] = x.name, x.value.encode(m)
		}
		return m.Record(names, values)
	}
	return m.NonConstant
}

// AbstractValue is a as an abstract value of the datatype lattice of p.
func (a Abstract) AbstractValue(d *absval.Domain, p *core.Program) (*absval.Value, error) {
	if late, ok := a.Implied(); ok {
		v, err := ast.LatticeToValue(late.Lattice(), p)
		if err != nil {
			return nil, err
		}
		return d.Const(v), nil
	}
	w := &latticeWriter{program: p}
	text := w.abstract(a, 0)
	if w.err != nil {
		return nil, w.err
	}
	return d.Parse(text, &core.DataType{Data: ast.FindDatatype(p, "lattice")}, p)
}

// latticeWriter writes abstract values. Numbers that may differ late are tagged, each with a tag of its own, so that what is
// learnt of a number in one place is known in all.
type latticeWriter struct {
	tags    int
	program *core.Program
	err     error // a value that the program has no constructor for
}

// abstract is a as the text of an abstract value. depth is the number of lists of unknown length around it, which their
// variables are told apart by.
func (w *latticeWriter) abstract(a Abstract, depth int) string {
	if !a.IsConstant() {
		return "NON_CONSTANT"
	}
	if text, ok := w.scalars(a, depth); ok {
		return text
	}
	parts := make([]string, len(a.forms))
	for i, f := range a.forms {
		parts[i] = w.form(f, depth)
	}
	return strings.Join(parts, " | ")
}

// scalars is a set of numbers of one type; ok is false for other forms.
func (w *latticeWriter) scalars(a Abstract, depth int) (text string, ok bool) {
	var values []string
	for _, f := range a.forms {
		x, ok := f.(scalar)
		if !ok {
			return "", false
		}
		values = append(values, fmt.Sprint(x.bits))
	}
	return w.constant(a.forms[0].(scalar).typ, strings.Join(values, " | "), depth), true
}

// constant is a constant of type t with one of the values. What lists of unknown length repeat has no tags.
func (w *latticeWriter) constant(t ast.Type, values string, depth int) string {
	tag := ""
	if depth == 0 {
		w.tags++
		tag = fmt.Sprintf("#%d", w.tags)
	}
	return fmt.Sprintf("CONSTANT(%s((%s)%s))", constantOf(t), values, tag)
}

func (w *latticeWriter) form(f form, depth int) string {
	switch f := f.(type) {
	case every:
		return w.constant(f.typ, "'Int", depth)
	case scalar:
		return fmt.Sprintf("CONSTANT(%s(%d))", constantOf(f.typ), f.bits)
	case *function:
		v, err := ast.LatticeToValue(f.lattice(), w.program)
		if err != nil {
			w.err = err
			return ""
		}
		return core.FormatValue(v)
	case *link:
		return fmt.Sprintf("LINK(%q, %d)", f.table.Name, f.element)
	case *array:
		return w.array(f, depth)
	}
	var fields []string
	for _, x := range f.(*record).fields {
		fields = append(fields, fmt.Sprintf("(%q, %s)", x.name, w.abstract(x.value, depth)))
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

// array is a list: its elements, and behind them, where their number is not known, fix rest. nil | last :: rest.
func (w *latticeWriter) array(a *array, depth int) string {
	var b strings.Builder
	for _, x := range a.elems[:a.least()] {
		b.WriteString("(" + w.abstract(x, depth) + ") :: ")
	}
	if !a.repeated {
		return "ARRAY(" + b.String() + "nil)"
	}
	rest := fmt.Sprintf("rest%d", depth)
	last := w.abstract(a.elems[len(a.elems)-1], depth+1)
	return fmt.Sprintf("ARRAY(%s(fix %s . nil | (%s) :: %s))", b.String(), rest, last, rest)
}
