package params

import (
	"cmp"
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
	name    string // of the table
	element int64
	typ     ast.Type // of the pointer
}

// table is an array or a struct that links lead to.
type table struct {
	known Abstract
}

func (*link) isForm()  {}
func (*table) isForm() {}

// Tables are the const variables of u that pointers in const variables lead to and that are arrays of structs, or on rings of such pointers.
func Tables(u *ast.Unit) []*ast.Variable {
	var consts []*ast.Variable
	for i := range u.Variables {
		if v := &u.Variables[i]; v.Const && canBeTable(v) {
			consts = append(consts, v)
		}
	}
	successors := func(v *ast.Variable, visit func(*ast.Variable)) {
		for _, a := range v.Addresses {
			if to := u.Variable(a.Func, a.Of); to != nil && to.Const && canBeTable(to) {
				visit(to)
			}
		}
	}
	isTable := map[*ast.Variable]bool{}
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

// linkTo is the pointer of type p that leads to the offset in t; nothing where that is no element.
func (t Table) linkTo(offset int64, p ast.Pointer) Abstract {
	size := backend.SizeOf(t.elem())
	if !ast.Same(t.elem(), ast.Unqualified(p.Elem)) || size <= 0 || offset%size != 0 {
		return Abstract{}
	}
	return one(&link{t.Name, offset / size, p})
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

// link elaborates &NAME[INDEX].
func (e elaborator) link(f *formSyntax, at place) (Abstract, error) {
	p, isPointer := at.typ.(ast.Pointer)
	i := slices.IndexFunc(e.param.Tables, func(t Table) bool { return t.Name == f.Name })
	if !isPointer || i < 0 {
		return Abstract{}, e.errorf(f, "unexpected token %q", f.Name).WithHint("%s", knownForms(at.typ, e.late))
	}
	t := e.param.Tables[i]
	n, err := strconv.ParseInt(cmp.Or(f.Index, "0"), 0, 32)
	if err != nil {
		return Abstract{}, e.errorf(f, "%s is no number of an element", f.Index)
	}
	a := t.linkTo(n*backend.SizeOf(t.elem()), p)
	if !a.IsConstant() {
		return a, e.errorf(f, "%s leads to %s, and %s has elements of another type", at.name, TypeName(p.Elem), t.Name).WithHint("%s", knownForms(at.typ, e.late))
	}
	return a, nil
}
