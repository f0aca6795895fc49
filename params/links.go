package params

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"scf/ast"
	"scf/backend"
	"scf/internal/graph"
)

// This file gives pointers to const variables that are no tree: on rings of pointers, as states of an automaton lead to each other, and into arrays of structs,
// as the nodes of a tree do that lie in one. What such a pointer leads to is not a part of what is known of it; it is a link, the name of the variable and the
// number of an element in it. The variable itself is a table.

// Table is a const variable, an array or a struct, that constant pointers may lead into, where the function stands that has the parameter.
type Table struct {
	Name string
	Type ast.Type
}

// elem is the type of t's elements, of a struct that of itself.
func (t Table) elem() ast.Type {
	if a, isArray := t.Type.(ast.Array); isArray {
		return ast.Unqualified(a.Elem)
	}
	return ast.Unqualified(t.Type)
}

// link is a pointer to an element of a table.
type link struct {
	table   Table
	element int64
	typ     ast.Type // of the pointer
}

// table is an array or a struct that links lead to.
type table struct {
	known Abstract
}

func (*link) isForm()  {}
func (*table) isForm() {}

// TableOf reports whether pointers may lead into v, and as what table.
func TableOf(v *ast.Variable) (t Table, ok bool) {
	if v == nil || !v.Const || !canBeTable(v) {
		return Table{}, false
	}
	return Table{v.Name, v.Ty}, true
}

// Tables are the const variables of u that pointers in const variables lead to and that are arrays of structs, or arrays into the midst of which they lead, or on
// rings of such pointers.
func Tables(u *ast.Unit) []*ast.Variable {
	var consts []*ast.Variable
	for i := range u.Variables {
		if v := &u.Variables[i]; v.Const && canBeTable(v) {
			consts = append(consts, v)
		}
	}
	isTable := map[*ast.Variable]bool{}
	successors := func(v *ast.Variable, visit func(*ast.Variable)) {
		for _, a := range v.Addresses {
			if to := u.Variable(a.Func, a.Of); to != nil && to.Const && canBeTable(to) {
				_, isArray := to.Ty.(ast.Array)
				isTable[to] = isTable[to] || isArray && a.Addend != 0
				visit(to)
			}
		}
	}
	for _, component := range graph.Components(consts, successors) {
		for _, v := range component {
			isTable[v] = isTable[v] || len(component) > 1
			successors(v, func(to *ast.Variable) { isTable[to] = isTable[to] || to == v || isArrayOfRecords(to) })
		}
	}
	return slices.DeleteFunc(consts, func(v *ast.Variable) bool { return !isTable[v] })
}

func isArrayOfRecords(v *ast.Variable) bool {
	a, isArray := v.Ty.(ast.Array)
	return isArray && a.Len > 1 && isRecord(ast.Unqualified(a.Elem))
}

// canBeTable reports whether v has what an ARRAY or a RECORD says of it.
func canBeTable(v *ast.Variable) bool {
	switch v.Ty.(type) {
	case ast.Array, ast.Record:
		return true
	}
	return false
}

// linkTo is the pointer of type p that leads to the offset in t; nothing where that is no element, nor behind the last one.
func (t Table) linkTo(offset int64, p ast.Pointer) Abstract {
	size := backend.SizeOf(t.elem())
	if !ast.Same(t.elem(), ast.Unqualified(p.Elem)) || size <= 0 || offset%size != 0 || offset < 0 || offset/size > t.count() {
		return Abstract{}
	}
	return one(&link{t, offset / size, p})
}

// address is the pointer in C.
func (l *link) address() ast.Expr {
	object := &ast.Object{Name: l.table.Name, Ty: l.table.Type}
	if _, isArray := l.table.Type.(ast.Array); isArray {
		return &ast.AddressOf{X: &ast.Index{X: object, I: intConst(l.element, ast.Int), Ty: l.table.elem()}, Ty: l.typ}
	}
	return &ast.AddressOf{X: object, Ty: l.typ}
}

// AsTable is a of a variable that links lead into.
func (a Abstract) AsTable() Abstract { return one(&table{a}) }

// IsTable reports whether a is of such a variable.
func (a Abstract) IsTable() bool {
	if !a.IsConstant() {
		return false
	}
	_, isTable := a.forms[0].(*table)
	return isTable
}

// Links are the names of the tables that pointers in a lead into.
func (a Abstract) Links() (names []string) {
	for _, f := range a.forms {
		switch f := f.(type) {
		case *link:
			names = append(names, f.table.Name)
		case *table:
			names = append(names, f.known.Links()...)
		case *array:
			for _, x := range f.elems {
				names = append(names, x.Links()...)
			}
		case *record:
			for _, x := range f.fields {
				names = append(names, x.value.Links()...)
			}
		}
	}
	return names
}

// Links are the names of the tables that pointers in l lead into.
func (l Late) Links() []string { return l.known.Links() }

// pointerInto is the pointer at the place to the element of the table, or behind the last one of an array. The error says why there is none.
func pointerInto(name, index string, at place, tables func(string) (Table, bool)) (a Abstract, reason string) {
	p, isPointer := at.typ.(ast.Pointer)
	if !isPointer {
		return Abstract{}, fmt.Sprintf("%s is no pointer (%s)", at.name, TypeName(at.typ))
	}
	t, ok := Table{}, false
	if tables != nil {
		t, ok = tables(name)
	}
	if !ok {
		return Abstract{}, fmt.Sprintf("%s cannot be constant as &%s, which is no array or struct that is const and has an initialiser", at.name, name)
	}
	n, err := strconv.ParseInt(cmp.Or(index, "0"), 0, 32)
	_, isArray := t.Type.(ast.Array)
	switch count := t.count(); {
	case !isArray && (err != nil || n != 0):
		return Abstract{}, fmt.Sprintf("%s is no array: it has no element %s", name, index)
	case err != nil || n < 0 || n > count:
		return Abstract{}, fmt.Sprintf("%s has no element %s: they are numbered from 0 to %d", name, index, count-1)
	}
	if a = t.linkTo(n*backend.SizeOf(t.elem()), p); !a.IsConstant() {
		return Abstract{}, fmt.Sprintf("%s leads to %s, and %s has elements of another type", at.name, TypeName(p.Elem), name)
	}
	return a, ""
}

// count is how many elements t has.
func (t Table) count() int64 {
	if a, isArray := t.Type.(ast.Array); isArray {
		return a.Len
	}
	return 1
}

// intoTable takes apart the text of a pointer into a table, &NAME or &NAME[INDEX].
var intoTable = regexp.MustCompile(`^&([A-Za-z_][A-Za-z_0-9]*)(?:\[([0-9]+)\])?$`)

// leadsToRecord reports whether t is a pointer to a struct.
func leadsToRecord(t ast.Type) bool {
	p, isPointer := t.(ast.Pointer)
	return isPointer && isRecord(ast.Unqualified(p.Elem))
}

// link elaborates a pointer into a table.
func (e elaborator) link(f *formSyntax, name, index string, at place) (Abstract, error) {
	a, reason := pointerInto(name, index, at, e.param.Table)
	if reason != "" {
		return a, e.errorf(f, "%s", reason).WithHint("%s", knownForms(at.typ, e.late))
	}
	return a, nil
}
