package core

import (
	"fmt"
	"strings"
)

// Monomorphic is p with a copy of each polymorphic function for each of the types that it is called at, so that the types of
// all functions say what the values are: a specialised copy of a function has constants of the actual type in it, which a
// polymorphic function cannot have. The entry keeps its type. p must be well-formed (Verify); it is not changed, and it is the
// result where no function is polymorphic. (Recursion inside a group is at one type, so there are finitely many copies.)
func Monomorphic(p *Program) *Program {
	polymorphic := false
	for _, f := range p.Funcs {
		polymorphic = polymorphic || f != p.Entry && len(f.typeVars()) > 0
	}
	if !polymorphic {
		return p
	}
	m := &monomorphizer{p: p, has: ownOf(p), instances: map[string]*Func{}, copies: map[*Func][]*Func{}, names: map[string]bool{}}
	for _, f := range p.Funcs {
		m.names[f.Name] = true
	}
	out := *p
	out.Entry = m.instance(p.Entry, nil)
	for len(m.work) > 0 {
		w := m.work[0]
		m.work = m.work[1:]
		m.body(w)
	}
	out.Funcs = nil
	for _, f := range p.Funcs {
		out.Funcs = append(out.Funcs, m.copies[f]...)
	}
	return &out
}

// typeVars are the type variables of f's type.
func (f *Func) typeVars() []*TypeVar {
	return TypeVars(append(append([]Type(nil), f.ParamTypes...), f.Result))
}

type monomorphizer struct {
	p         *Program
	has       *own             // of p
	instances map[string]*Func // by function and types
	copies    map[*Func][]*Func
	names     map[string]bool
	work      []instanceWork
}

// instanceWork is a copy that still needs its body.
type instanceWork struct {
	original, copy *Func
	sub            map[*TypeVar]Type
}

// instance is f's copy at the types sub.
func (m *monomorphizer) instance(f *Func, sub map[*TypeVar]Type) *Func {
	var key strings.Builder
	fmt.Fprintf(&key, "%p", f)
	for _, v := range f.typeVars() {
		if t, ok := sub[v]; ok {
			key.WriteString(" " + t.String())
		}
	}
	if c := m.instances[key.String()]; c != nil {
		return c
	}
	c := &Func{Name: f.Name, Result: SubstType(f.Result, sub), Pos: f.Pos}
	for n := 2; len(m.copies[f]) > 0 && m.names[c.Name]; n++ {
		c.Name = fmt.Sprintf("%s_%d", f.Name, n)
	}
	m.names[c.Name] = true
	for _, t := range f.ParamTypes {
		c.ParamTypes = append(c.ParamTypes, SubstType(t, sub))
	}
	m.instances[key.String()] = c
	m.copies[f] = append(m.copies[f], c)
	m.work = append(m.work, instanceWork{f, c, sub})
	return c
}

// body makes the body of a copy: types are inferred from the parameters' actual types, which decides at which types it calls others.
func (m *monomorphizer) body(w instanceWork) {
	callee := map[*CallExpr]map[*TypeVar]Type{}
	v := newVerifierOf(m.p, m.has)
	v.onCall = func(e *CallExpr, sub map[*TypeVar]Type) { callee[e] = sub }
	v.fn = w.copy
	undo := v.bind(w.original.Params, w.copy.ParamTypes)
	v.want(w.original.Body, v.expr(w.original.Body), w.copy.Result)
	undo()
	v.Default()
	var retarget func(Expr) Expr
	retarget = func(e Expr) Expr {
		r := Rebuild(e, retarget)
		call, ok := e.(*CallExpr)
		if !ok {
			return r
		}
		sub := map[*TypeVar]Type{}
		for tv, t := range callee[call] {
			sub[tv] = ground(t)
		}
		return &CallExpr{Func: m.instance(call.Func, sub), Args: r.(*CallExpr).Args, Pos: call.Pos}
	}
	body := retarget(w.original.Body)
	sub := map[*Var]Expr{}
	for _, p := range w.original.Params {
		q := &Var{Name: p.Name}
		w.copy.Params = append(w.copy.Params, q)
		sub[p] = &VarExpr{Var: q}
	}
	w.copy.Body = Clone(body, sub)
}

// ground is t without unknowns; what nothing decides is int, of which there then are no values.
func ground(t Type) Type {
	list := func(ts []Type) []Type {
		out := make([]Type, len(ts))
		for i, x := range ts {
			out[i] = ground(x)
		}
		return out
	}
	switch t := prune(t).(type) {
	case *meta:
		return IntType
	case *TupleType:
		return &TupleType{list(t.Elems)}
	case *DataType:
		return &DataType{t.Data, list(t.Args)}
	case *MapType:
		return &MapType{ground(t.Key), ground(t.Value)}
	case *SetType:
		return &SetType{ground(t.Elem)}
	default:
		return t
	}
}
