package core

import (
	"fmt"
	"slices"
)

// Linking: one program of several that were loaded apart. Each load has datatypes, constructors and modules of its own, of the same names;
// in the whole, what is declared in the same way is the same, and what is not has another name.
//
// Invariants: the whole is well-formed where its programs are and the entry is (Verify); a function of a program does in the whole what it
// does in the program, at the same cost; the programs are not changed, and the whole shares no variable and no function with them.

// Linker collects the functions of several programs in one program. A datatype that an earlier program declares in the same way
// is that datatype; another one of the same name gets a new name, and so do functions and modules. The zero value is not ready;
// see NewLinker.
type Linker struct {
	p       *Program
	types   *Names // of datatypes
	funcs   *Names // of functions and constructors
	modules *Names

	data   map[*Datatype]*Datatype
	mods   map[*Module]*Module
	values rebinder // of constants, which share in the whole what they share in a program
}

// NewLinker begins a program of that name, without functions. No function that is added gets a name of reserved.
func NewLinker(name string, reserved ...string) *Linker {
	l := &Linker{
		p:     &Program{Name: name},
		types: NewNames(ReservedTypes), funcs: NewNames(ReservedValues, nameSet(reserved...)), modules: NewNames(BuiltinStructs),
		data:   map[*Datatype]*Datatype{OptionData: OptionData, ListData: ListData},
		mods:   map[*Module]*Module{},
		values: rebinder{cons: map[*Con]*Con{None: None, Some: Some, Nil: Nil, Cons: Cons}, done: map[Value]Value{}},
	}
	return l
}

// Program is what was collected, with the entry that belongs to it. It is the linker's own: nothing may be added afterwards.
func (l *Linker) Program(entry *Func) *Program {
	l.p.Funcs = append(l.p.Funcs, entry)
	l.p.Entry = entry
	return l.p
}

// Add adds the functions of p that its entry needs, as copies, and is the copy of the entry. The sets of keys that the partial evaluator
// recorded stay behind: without them any key may matter.
func (l *Linker) Add(p *Program) *Func {
	for _, g := range p.Groups {
		l.group(g)
	}
	for _, m := range p.Modules {
		l.module(m)
	}
	copies := map[*Func]*Func{}
	live := p.Reachable()
	for _, f := range live {
		copies[f] = &Func{Name: l.funcs.Take(f.Name, ""), ParamTypes: l.typesOf(f.ParamTypes), Result: l.typeOf(f.Result), Pos: f.Pos}
	}
	for _, f := range live {
		l.body(f, copies)
		l.p.Funcs = append(l.p.Funcs, copies[f])
	}
	return copies[p.Entry]
}

// group adds datatypes that were declared together, or finds them.
func (l *Linker) group(g []*Datatype) {
	if same := l.declared(g); same != nil {
		for i, d := range g {
			l.unify(d, same[i])
		}
		return
	}
	var copies []*Datatype
	for _, d := range g {
		c := &Datatype{Name: l.types.Take(d.Name, ""), Params: d.Params}
		l.data[d] = c
		copies = append(copies, c)
	}
	for i, d := range g {
		for _, con := range d.Cons {
			c := &Con{Name: l.funcs.Take(con.Name, ""), Data: copies[i], Index: con.Index, Args: l.typesOf(con.Args), Declared: con.Declared}
			if c.Name != con.Name && c.Declared == "" {
				c.Declared = con.Name
			}
			l.values.cons[con] = c
			copies[i].Cons = append(copies[i].Cons, c)
		}
	}
	l.p.Groups = append(l.p.Groups, copies)
	l.p.Datatypes = append(l.p.Datatypes, copies...)
}

// declared is the group that is declared like g, or nil.
func (l *Linker) declared(g []*Datatype) []*Datatype {
	for _, h := range l.p.Groups {
		if len(g) != len(h) {
			continue
		}
		for i, d := range g {
			l.data[d] = h[i]
		}
		if slices.EqualFunc(g, h, l.sameDeclaration) {
			return h
		}
	}
	return nil
}

// sameDeclaration reports whether d and h are declared alike, given that the datatypes of d's group are those of h's.
func (l *Linker) sameDeclaration(d, h *Datatype) bool {
	if d.Name != h.Name || len(d.Params) != len(h.Params) {
		return false
	}
	sub := map[*TypeVar]Type{}
	for i, v := range d.Params {
		sub[v] = h.Params[i]
	}
	return slices.EqualFunc(d.Cons, h.Cons, func(c, e *Con) bool {
		return declaredName(c) == declaredName(e) && slices.EqualFunc(c.Args, e.Args, func(t, u Type) bool {
			return equalTypes(SubstType(l.typeOf(t), sub), u)
		})
	})
}

// unify makes h the datatype that d is.
func (l *Linker) unify(d, h *Datatype) {
	l.data[d] = h
	for i, c := range d.Cons {
		l.values.cons[c] = h.Cons[i]
	}
}

// module adds m, or finds one that maps the same keys to the same values.
func (l *Linker) module(m *Module) {
	c := &Module{Name: m.Name, IsSet: m.IsSet, Key: l.typeOf(m.Key)}
	if m.Value != nil {
		c.Value = l.typeOf(m.Value)
	}
	for _, o := range l.p.Modules {
		if equalTypes(o.Type(), c.Type()) {
			l.mods[m] = o
			return
		}
	}
	c.Name = l.modules.Take(c.Name, "")
	l.mods[m] = c
	l.p.Modules = append(l.p.Modules, c)
}

func (l *Linker) typesOf(ts []Type) []Type {
	out := make([]Type, len(ts))
	for i, t := range ts {
		out[i] = l.typeOf(t)
	}
	return out
}

func (l *Linker) typeOf(t Type) Type {
	switch t := t.(type) {
	case *TupleType:
		return &TupleType{l.typesOf(t.Elems)}
	case *DataType:
		return &DataType{l.data[t.Data], l.typesOf(t.Args)}
	case *MapType:
		return &MapType{l.typeOf(t.Key), l.typeOf(t.Value)}
	case *SetType:
		return &SetType{l.typeOf(t.Elem)}
	}
	return t
}

// body gives f's copy its parameters and its body.
func (l *Linker) body(f *Func, copies map[*Func]*Func) {
	sub := map[*Var]Expr{}
	for _, x := range f.Params {
		y := &Var{Name: x.Name}
		sub[x] = &VarExpr{Var: y}
		copies[f].Params = append(copies[f].Params, y)
	}
	var link func(Expr) Expr
	link = func(e Expr) Expr {
		switch e := e.(type) {
		case *Const:
			return &Const{Value: l.value(e.Value)}
		case *ConExpr:
			return &ConExpr{Con: l.values.cons[e.Con], Args: mapExprs(e.Args, link)}
		case *CallExpr:
			return &CallExpr{Func: copies[e.Func], Args: mapExprs(e.Args, link), Pos: e.Pos}
		case *PrimExpr:
			c := *e
			c.Args, c.Mod, c.Keys = mapExprs(e.Args, link), l.mods[e.Mod], nil
			return &c
		case *IterExpr:
			c := *e
			c.Args, c.Body, c.Mod = mapExprs(e.Args, link), link(e.Body), l.mods[e.Mod]
			return &c
		case *CaseExpr:
			c := &CaseExpr{Scrut: link(e.Scrut), Pos: e.Pos}
			for _, a := range e.Arms {
				c.Arms = append(c.Arms, Arm{l.pattern(a.Pat), link(a.Body)})
			}
			return c
		}
		return Rebuild(e, link)
	}
	copies[f].Body = link(Clone(f.Body, sub))
}

func mapExprs(es []Expr, f func(Expr) Expr) []Expr {
	out := make([]Expr, len(es))
	for i, e := range es {
		out[i] = f(e)
	}
	return out
}

func (l *Linker) pattern(p Pat) Pat {
	list := func(ps []Pat) []Pat {
		out := make([]Pat, len(ps))
		for i, p := range ps {
			out[i] = l.pattern(p)
		}
		return out
	}
	switch p := p.(type) {
	case *ConPat:
		return &ConPat{l.values.cons[p.Con], list(p.Args)}
	case *TuplePat:
		return &TuplePat{list(p.Elems)}
	case *AsPat:
		return &AsPat{p.Var, l.pattern(p.Pat)}
	}
	return p
}

// value is v with the whole's constructors.
func (l *Linker) value(v Value) Value {
	w, err := l.values.value(v)
	if err != nil {
		panic(fmt.Sprintf("core: a constant of a program has a constructor that the program does not: %v", err))
	}
	return w
}
