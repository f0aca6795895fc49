package params

import (
	"fmt"
	"slices"

	"scf/ast"
	"scf/backend"
)

// This file tells where the pointers in what is known of a parameter lead, and nothing else of it: to look for what may be called through them.

// Somewhere is what a pointer leads to of which nothing is known.
const Somewhere = "?"

// Pointees are names of what the parameter p, of which a is known, may lead to: of functions, of tables of the file, and of variables that are made for what is
// no table, with all elements of arrays in one, and the addresses alone in them.
func (a Abstract) Pointees(p Param) (names []string, made []*ast.Variable) {
	w := &pointees{layouts: p.Layouts}
	return w.targets(a, p.Type, "="+p.Name), w.made
}

type pointees struct {
	layouts ast.Layouts
	made    []*ast.Variable
}

// targets are what a pointer of type t leads to of which a is known; name is what is made for that.
func (w *pointees) targets(a Abstract, t ast.Type, name string) (names []string) {
	p, isPointer := t.(ast.Pointer)
	if !isPointer || !a.IsConstant() {
		return []string{Somewhere}
	}
	for _, f := range a.forms {
		switch f := f.(type) {
		case *table:
			names = append(names, w.targets(f.known, t, name)...)
		case scalar:
			if f.bits != 0 {
				names = append(names, Somewhere)
			}
		case *function:
			names = append(names, f.Name)
		case *link:
			names = append(names, f.table.Name)
		default:
			v := w.variable(name, ast.Unqualified(p.Elem))
			names = append(names, name)
			w.add(v, 0, one(f), ast.Array{Elem: p.Elem})
		}
	}
	return names
}

// variable is the one that is made with that name, of the elements.
func (w *pointees) variable(name string, elem ast.Type) *ast.Variable {
	i := slices.IndexFunc(w.made, func(v *ast.Variable) bool { return v.Name == name })
	if i < 0 {
		i = len(w.made)
		w.made = append(w.made, &ast.Variable{Name: name, Ty: ast.Array{Elem: elem, Len: 1}, Size: max(1, backend.SizeOf(elem)), Const: true})
	}
	return w.made[i]
}

// add adds where the pointers lead in what a is known of at the offset, of type t.
func (w *pointees) add(v *ast.Variable, offset int64, a Abstract, t ast.Type) {
	switch t := ast.Unqualified(t).(type) {
	case ast.Pointer:
		for _, name := range w.targets(a, t, fmt.Sprintf("%s+%d", v.Name, offset)) {
			if at := (ast.Address{Offset: offset, Of: name}); !slices.Contains(v.Addresses, at) {
				v.Addresses = append(v.Addresses, at)
			}
		}
	case ast.Array:
		if !a.IsConstant() {
			w.add(v, offset, Abstract{}, t.Elem)
		}
		for _, f := range a.forms {
			switch f := f.(type) {
			case *array:
				for _, x := range f.elems {
					w.add(v, offset, x, t.Elem)
				}
			case *record: // the only element
				w.add(v, offset, one(f), t.Elem)
			}
		}
	case ast.Record:
		w.addRecord(v, offset, a, t)
	}
}

func (w *pointees) addRecord(v *ast.Variable, offset int64, a Abstract, t ast.Record) {
	l, ok := w.layouts.Of(t)
	if !ok {
		v.Addresses = append(v.Addresses, ast.Address{Offset: offset, Of: Somewhere})
		return
	}
	for _, f := range l.Fields {
		if !a.IsConstant() {
			w.add(v, offset+f.Offset, Abstract{}, f.Ty)
		}
		for _, x := range a.forms {
			r, isRecord := x.(*record)
			if !isRecord {
				continue
			}
			known := Abstract{}
			for _, own := range r.fields {
				if own.name == f.Name {
					known = own.value
				}
			}
			if known.IsConstant() || !l.Union || len(r.fields) == 0 { // the other members of a union mean nothing
				w.add(v, offset+f.Offset, known, f.Ty)
			}
		}
	}
}
