package ast

import (
	"fmt"
	"slices"
)

// This file splits copies of structs: `a = b` becomes a copy of each field that is used of a, where a or b is split. So structs are split that are passed
// by value to functions that were inlined, or that these return.

// mostCopied is how many fields a copy of a split struct to memory may have: all of them are stored.
const mostCopied = 8

// recordCopy is a copy of a struct, or of a struct in one.
type recordCopy struct {
	dest             Expr // nil in an initialiser
	to, from         recordPart
	isTo, isFrom     bool // what is copied to, or from, is such a part
	fields           []recordField
	toSplit, isSplit bool // known once it is known what is split
}

// recordField is a scalar in a struct: the fields that lead to it.
type recordField []Field

func (f recordField) path() string {
	path := ""
	for _, step := range f {
		path = joinPath(path, step.Name)
	}
	return path
}

func (p recordPart) at(f recordField) string { return joinPath(p.path, f.path()) }

// of is the field of the struct e.
func (f recordField) of(e Expr) Expr {
	for _, step := range f {
		e = fieldOf(e, step)
	}
	return e
}

// fieldOf is the field f of the struct e.
func fieldOf(e Expr, f Field) Expr {
	if p, ok := e.(*Deref); ok {
		return &Arrow{p.X, f.Name, f.Offset, Unqualified(f.Ty), nil}
	}
	return &Member{e, f.Name, f.Offset, Unqualified(f.Ty), nil}
}

// fields are the scalars in a struct of type t; ok is false where there is anything else.
func (s *splitter) fields(t Type) (out []recordField, ok bool) {
	if !s.isPlain(t) {
		return nil, false
	}
	l, _ := s.layouts.Of(t)
	for _, f := range l.Fields {
		switch f.Ty.(type) {
		case Array:
			return nil, false
		case Record:
			inner, ok := s.fields(f.Ty)
			if !ok {
				return nil, false
			}
			for _, i := range inner {
				out = append(out, append(recordField{f}, i...))
			}
		default:
			out = append(out, recordField{f})
		}
	}
	return out, true
}

// lookInit finds what is done with structs where a part of what is declared, of type t, is initialised: the part to, if isTo.
func (s *splitter) lookInit(to recordPart, isTo bool, t Type, init Init) {
	switch init := init.(type) {
	case *InitExpr:
		if isRecord(TypeOf(init.X)) {
			s.copied(nil, to, isTo, init.X)
		} else {
			s.uses(init.X)
		}
	case *InitList:
		l, _ := s.layouts.Of(t)
		for i, x := range init.Elems {
			switch t := t.(type) {
			case Array:
				s.lookInit(to, false, t.Elem, x)
			case Record:
				if i < len(l.Fields) {
					s.lookInit(to.field(l.Fields[i].Name), isTo, l.Fields[i].Ty, x)
					continue
				}
				s.lookInit(to, false, t, x)
			default:
				s.lookInit(to, false, t, x)
			}
		}
	}
}

// copied finds what is done with structs where x is copied to dest, or in an initialiser: to the part to, if isTo. What a test chooses is two copies.
func (s *splitter) copied(dest Expr, to recordPart, isTo bool, x Expr) {
	if choice, ok := x.(*Cond); ok && isTo && dest != nil {
		s.uses(choice.Test)
		s.copied(dest, to, isTo, choice.Then)
		s.copied(dest, to, isTo, choice.Else)
		return
	}
	c := &recordCopy{dest: dest, to: to, isTo: isTo}
	c.from, c.isFrom = s.part(x)
	fields, ok := s.fields(TypeOf(x))
	c.fields = fields
	switch {
	case !isTo && !c.isFrom:
		ok = false
	case !c.isFrom:
		ok = ok && isPlace(x) && !IsVolatile(TypeOf(x)) && !HasCall(x)
	case !isTo && dest != nil:
		ok = ok && !IsVolatile(TypeOf(dest)) && staysPut(dest)
	}
	if !ok || !isTo && dest != nil {
		s.written(dest, to, isTo)
	}
	if !ok || !c.isFrom {
		s.uses(x)
	}
	if ok {
		s.copies[x] = c
		s.order = append(s.order, c)
	}
}

// written finds what is done with structs where dest, or the part to, is written as a whole.
func (s *splitter) written(dest Expr, to recordPart, isTo bool) {
	if isTo {
		s.records[to.name].whole = true
	} else if dest != nil {
		s.uses(dest)
	}
}

func isPlace(e Expr) bool {
	switch e.(type) {
	case *Object, *Member, *Index, *Deref, *Arrow:
		return true
	}
	return false
}

// namesObject reports whether the object called name stands in e.
func namesObject(e Expr, name string) bool {
	found := false
	WalkExpr(e, func(x Expr) {
		o, ok := x.(*Object)
		found = found || ok && o.Name == name
	})
	return found
}

// staysPut reports whether no store changes which object e is.
func staysPut(e Expr) bool {
	switch e := e.(type) {
	case *Object:
		return true
	case *Member:
		return staysPut(e.X)
	case *Index:
		if _, isArray := TypeOf(e.X).(Array); isArray {
			return staysPut(e.X) && readsNothing(e.I)
		}
		return readsNothing(e.X) && readsNothing(e.I)
	case *Deref:
		return readsNothing(e.X)
	case *Arrow:
		return readsNothing(e.X)
	}
	return false
}

// readsNothing reports whether e is computed from variables alone.
func readsNothing(e Expr) bool {
	switch e := e.(type) {
	case *Var, *Const:
		return true
	case *AddressOf:
		return staysPut(e.X)
	case *Unary, *Binary, *Convert:
		return !slices.ContainsFunc(Operands(e), func(x Expr) bool { return !readsNothing(x) })
	}
	return false
}

// solve finds which structs are split: what is used of a struct is used of what is copied to it, and all of what is copied to memory. What is only copied
// there is used as a whole, but for what is copied to an element of a local array, which may be split then.
func (s *splitter) solve() {
	for s.flow() || s.expose() {
	}
	for _, c := range s.order {
		c.toSplit = c.isTo && s.records[c.to.name].isSplit()
		c.isSplit = c.toSplit || c.isFrom && s.records[c.from.name].isSplit()
	}
}

func (s *splitter) flow() (changed bool) {
	for _, c := range slices.Backward(s.order) {
		if !c.isTo || !c.isFrom || s.records[c.to.name].whole || s.records[c.from.name].whole {
			continue
		}
		to, from := s.records[c.to.name].used, s.records[c.from.name].used
		for _, f := range c.fields {
			if to[c.to.at(f)] && !from[c.from.at(f)] {
				from[c.from.at(f)] = true
				changed = true
			}
		}
	}
	return changed
}

func (s *splitter) expose() (changed bool) {
	for _, c := range s.order {
		if !c.isFrom || s.records[c.from.name].whole || c.isTo && !s.records[c.to.name].whole {
			continue
		}
		r := s.records[c.from.name]
		if len(r.used) == 0 && !s.isElement(c.dest) || len(c.fields) > mostCopied {
			r.whole = true
			return true
		}
		for _, f := range c.fields {
			if !r.used[c.from.at(f)] {
				r.used[c.from.at(f)] = true
				changed = true
			}
		}
	}
	return changed
}

// isSplit reports whether a part of the struct that x is, or one of those that are chosen there, is copied by itself.
func (s *splitter) isSplit(x Expr) bool {
	if choice, ok := x.(*Cond); ok {
		return s.isSplit(choice.Then) || s.isSplit(choice.Else)
	}
	c := s.copies[x]
	return c != nil && c.isSplit
}

// copy is the copy st, field by field.
func (s *splitter) copy(st *Store) Cmd {
	if choice, ok := st.X.(*Cond); ok {
		arm := func(x Expr) Cmd { return s.cmd(&Store{st.Dest, x, nil, st.At}) }
		return &If{s.expr(choice.Test), arm(choice.Then), arm(choice.Else), nil, st.At}
	}
	c := s.copies[st.X]
	from := st.X
	var all []Cmd
	if c.toSplit && !c.isFrom {
		from = s.fixed(from, c.to.name, st, &all)
	}
	for _, f := range c.fields {
		if c.toSplit && !s.records[c.to.name].used[c.to.at(f)] {
			continue
		}
		all = append(all, s.store(&Store{f.of(st.Dest), f.of(from), nil, st.At}))
	}
	return SeqOf(all...)
}

// fixed is the place e with variables, which are declared before st, for what says where it lies and is computed from fields of the struct called name: these
// are about to change one after the other, as in cur = nodes[cur.next].
func (s *splitter) fixed(e Expr, name string, st *Store, before *[]Cmd) Expr {
	hoisted := func(x Expr) Expr {
		if !namesObject(x, name) {
			return x
		}
		s.fixes++
		v := fmt.Sprint(name, "#place", s.fixes)
		*before = append(*before, &Declare{v, TypeOf(x), &InitExpr{s.expr(x)}, nil, st.At})
		return &Var{v, TypeOf(x), nil}
	}
	switch e := e.(type) {
	case *Member:
		return &Member{s.fixed(e.X, name, st, before), e.Field, e.Offset, e.Ty, nil}
	case *Index:
		if _, isArray := TypeOf(e.X).(Array); isArray {
			return &Index{s.fixed(e.X, name, st, before), hoisted(e.I), e.Ty, nil}
		}
		return &Index{hoisted(e.X), hoisted(e.I), e.Ty, nil}
	case *Deref:
		return &Deref{hoisted(e.X), e.Ty, nil}
	case *Arrow:
		return &Arrow{hoisted(e.X), e.Field, e.Offset, e.Ty, nil}
	}
	return e
}

// init is i with what the structs have become.
func (s *splitter) init(i Init) Init {
	switch i := i.(type) {
	case *InitExpr:
		if c := s.copies[i.X]; c != nil && c.isSplit && !c.toSplit {
			return s.listOf(TypeOf(i.X), i.X)
		}
		return &InitExpr{s.expr(i.X)}
	case *InitList:
		out := &InitList{}
		for _, x := range i.Elems {
			out.Elems = append(out.Elems, s.init(x))
		}
		return out
	}
	return NoInit{}
}

// listOf lists the fields of the struct e, of type t.
func (s *splitter) listOf(t Type, e Expr) Init {
	l, _ := s.layouts.Of(t)
	out := &InitList{}
	for _, f := range l.Fields {
		if x := fieldOf(e, f); isRecord(f.Ty) {
			out.Elems = append(out.Elems, s.listOf(f.Ty, x))
		} else {
			out.Elems = append(out.Elems, &InitExpr{s.expr(x)})
		}
	}
	return out
}
