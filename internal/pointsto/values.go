package pointsto

import (
	"slices"

	"scf/ast"
)

// value is what e, a pointer, may lead to; nothing where it is none.
func (a *Analysis) value(fn string, e ast.Expr) set {
	t := ast.TypeOf(e)
	switch t.(type) {
	case ast.Array, *ast.Function:
		return a.address(fn, e)
	case ast.Pointer:
	default:
		return set{}
	}
	switch e := e.(type) {
	case *ast.Var:
		if _, local := a.locals[fn][e.Name]; local {
			return a.holds(cell{fn, e.Name, ""})
		}
	case *ast.Const:
		if e.Value == ast.IntConst(0) {
			return set{}
		}
	case *ast.Convert:
		switch ast.TypeOf(e.X).(type) {
		case ast.Pointer, ast.Array, *ast.Function:
			return a.value(fn, e.X)
		}
		if x, ok := e.X.(*ast.Const); ok && x.Value == ast.IntConst(0) {
			return set{}
		}
	case *ast.Cond:
		return union(a.value(fn, e.Then), a.value(fn, e.Else))
	case *ast.Binary:
		if e.Op == ast.PtrAdd || e.Op == ast.PtrSub {
			return a.moved(a.value(fn, e.X), t.(ast.Pointer).Elem)
		}
	case *ast.AddressOf:
		return a.address(fn, e.X)
	case *ast.Call:
		return a.result(fn, e)
	case *ast.Object, *ast.Deref, *ast.Index, *ast.Member, *ast.Arrow:
		if !ast.IsVolatile(t) {
			return a.load(fn, e)
		}
	}
	return single(Target{})
}

// moved are the targets, as pointers that have moved by some elements of type t: of a table that has others they lead anywhere.
func (a *Analysis) moved(s set, t ast.Type) set {
	var out set
	for _, to := range s.list {
		if to.Kind == Table && !ast.Same(elements(a.byName[to.Name].Ty), t) {
			to.Inside = "?"
		}
		out = union(out, single(to))
	}
	return out
}

// holds is what the cell of a variable holds.
func (a *Analysis) holds(c cell) set {
	if s := a.cells[c]; s != nil {
		return *s
	}
	return set{}
}

// result is what the call gives.
func (a *Analysis) result(fn string, c *ast.Call) set {
	var out set
	for _, t := range a.called(fn, c).list {
		if f := a.functions[t.Name]; t.Kind == Function && f != nil && len(f.Params) == len(c.Args) {
			out = union(out, a.holds(cell{fn: t.Name}))
		} else if t.Kind != Function || a.absent[t.Name] || f != nil {
			out = union(out, single(Target{}))
		}
	}
	return out
}

// place is where an expression lies.
type place struct {
	cells   []cell // in objects and variables
	tables  []tablePlace
	unknown bool
}

// tablePlace is a place in the elements of a table, at an offset; -1 is anywhere.
type tablePlace struct {
	name   string // of the target
	offset int64
}

// load is what the pointer in the place e leads to.
func (a *Analysis) load(fn string, e ast.Expr) set {
	p := a.place(fn, e)
	var out set
	if p.unknown {
		out = single(Target{})
	}
	for _, c := range p.cells {
		if c.member == anywhere {
			return single(Target{})
		}
		out = union(union(out, a.holds(c)), a.holds(cell{c.fn, c.name, anywhere}))
	}
	for _, t := range p.tables {
		out = union(out, a.inTable(t))
	}
	return out
}

// inTable is what the pointers there lead to.
func (a *Analysis) inTable(p tablePlace) set {
	v := a.byName[p.name]
	stride := elementSize(v)
	var out set
	for _, at := range v.Addresses {
		if p.offset >= 0 && stride > 0 && at.Offset%stride != p.offset {
			continue
		}
		out = union(out, single(a.target(at)))
	}
	return out
}

// elementSize is the size of the elements of an array, or of all else; 0 if it is not known.
func elementSize(v *ast.Variable) int64 {
	n := int64(1)
	for t, ok := v.Ty.(ast.Array); ok; t, ok = t.Elem.(ast.Array) {
		n *= t.Len
	}
	if n <= 0 || v.Size%n != 0 {
		return 0
	}
	return v.Size / n
}

// target is what the address in the table leads to.
func (a *Analysis) target(at ast.Address) Target {
	if at.Func == "" && at.Addend == 0 {
		if f := a.find(at.Of); f != nil {
			return Target{Kind: Function, Name: at.Of}
		}
	}
	to := a.table(at.Func, at.Of)
	if to == nil {
		return Target{}
	}
	size := elementSize(to)
	return tableTarget(to, size == 0 || at.Addend%size != 0)
}

func tableTarget(v *ast.Variable, inside bool) Target {
	t := Target{Kind: Table, Name: ast.Scoped(v.Func, v.Name)}
	if inside {
		t.Inside = "?"
	}
	return t
}

// place is where e lies.
func (a *Analysis) place(fn string, e ast.Expr) place {
	switch e := e.(type) {
	case *ast.Object, *ast.Var:
		name := nameOf(e)
		if _, local := a.locals[fn][name]; local {
			return place{cells: []cell{{fn, name, ""}}}
		}
		if v := a.table(fn, name); v != nil {
			return place{tables: []tablePlace{{ast.Scoped(v.Func, v.Name), 0}}}
		}
	case *ast.Member:
		return a.member(a.place(fn, e.X), ast.TypeOf(e.X), e.Field, e.Offset)
	case *ast.Arrow:
		t := ast.TypeOf(e.X).(ast.Pointer).Elem
		return a.member(a.typed(a.pointed(fn, e.X), t), t, e.Field, e.Offset)
	case *ast.Deref:
		return a.typed(a.pointed(fn, e.X), e.Ty)
	case *ast.Index:
		if _, isArray := ast.TypeOf(e.X).(ast.Array); isArray {
			p := a.place(fn, e.X)
			for i, at := range p.tables {
				if at.offset != 0 || !ast.Same(elements(a.byName[at.name].Ty), elements(ast.TypeOf(e.X))) {
					p.tables[i].offset = -1
				}
			}
			return p
		}
		return a.typed(a.pointed(fn, e.X), e.Ty)
	}
	return place{unknown: true}
}

func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Object:
		return e.Name
	case *ast.Var:
		return e.Name
	}
	return ""
}

// pointed is where the pointer leads.
func (a *Analysis) pointed(fn string, pointer ast.Expr) place {
	var p place
	for _, t := range a.value(fn, pointer).list {
		switch t.Kind {
		case Unknown:
			p.unknown = true
		case Object:
			p.cells = append(p.cells, cell{t.Func, t.Name, t.Inside})
		case Table:
			at := tablePlace{t.Name, 0}
			if t.Inside != "" {
				at.offset = -1
			}
			p.tables = append(p.tables, at)
		}
	}
	return p
}

// typed is p, where a pointer leads through which something of type t is seen: somewhere in an object if it has others there.
func (a *Analysis) typed(p place, t ast.Type) place {
	for i, c := range p.cells {
		if !ast.Same(a.elements(c), t) {
			p.cells[i].member = anywhere
		}
	}
	for i, at := range p.tables {
		if v := a.byName[at.name]; !ast.Same(elements(v.Ty), t) {
			p.tables[i].offset = -1
		}
	}
	return p
}

// elements is the type of what is in the cell, or of the elements of an array; void where that is not known.
func (a *Analysis) elements(c cell) ast.Type {
	t := elements(a.locals[c.fn][c.name])
	if c.member == "" {
		return t
	}
	if f, ok := a.field(t, c.member); ok {
		return elements(f.Ty)
	}
	return ast.Void{}
}

// field is the field of a struct, which is none of a union in it.
func (a *Analysis) field(t ast.Type, name string) (f ast.Field, ok bool) {
	r, isRecord := ast.Unqualified(t).(ast.Record)
	if !isRecord || a.clashing[r.Name] || a.layouts[r.Name].Union {
		return ast.Field{}, false
	}
	fields := a.layouts[r.Name].Fields
	i := slices.IndexFunc(fields, func(f ast.Field) bool { return f.Name == name && name != "" })
	if i < 0 {
		return ast.Field{}, false
	}
	return fields[i], true
}

func elements(t ast.Type) ast.Type {
	for of, isArray := t.(ast.Array); isArray; of, isArray = t.(ast.Array) {
		t = of.Elem
	}
	return t
}

// member is that member of p, which is of type t.
func (a *Analysis) member(p place, t ast.Type, field string, offset int64) place {
	_, known := a.field(t, field)
	for i, c := range p.cells {
		switch {
		case !known:
			p.cells[i].member = anywhere
		case c.member == "":
			p.cells[i].member = field
		}
	}
	for i, at := range p.tables {
		switch v := a.byName[at.name]; {
		case at.offset < 0:
		case offset < 0:
			p.tables[i].offset = -1
		case at.offset == 0 && !ast.Same(elements(v.Ty), t): // another type, or the first of its members
			p.tables[i].offset = -1
		default:
			p.tables[i].offset = at.offset + offset
		}
	}
	return p
}

// address is what the address of e leads to.
func (a *Analysis) address(fn string, e ast.Expr) set {
	if o, ok := e.(*ast.Object); ok {
		if _, isFunction := o.Ty.(*ast.Function); isFunction {
			a.find(o.Name)
			return single(Target{Kind: Function, Name: o.Name})
		}
	}
	if d, ok := e.(*ast.Deref); ok {
		return a.value(fn, d.X)
	}
	if i, ok := e.(*ast.Index); ok && isPointer(ast.TypeOf(i.X)) {
		return a.value(fn, i.X)
	}
	p := a.place(fn, e)
	var out set
	if p.unknown {
		out = single(Target{})
	}
	for _, c := range p.cells {
		out = union(out, single(Target{Kind: Object, Func: c.fn, Name: c.name, Inside: c.member}))
	}
	for _, t := range p.tables {
		out = union(out, single(tableTarget(a.byName[t.name], t.offset != 0)))
	}
	return out
}

// union is s with what is in t.
func union(s, t set) set {
	if len(t.list) == 0 {
		return s
	}
	out := set{has: map[Target]bool{}}
	for _, l := range [][]Target{s.list, t.list} {
		for _, x := range l {
			if !out.has[x] {
				out.has[x] = true
				out.list = append(out.list, x)
			}
		}
	}
	return out
}
