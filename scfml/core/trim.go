package core

import "slices"

// Trimmed is p without the functions that its entry does not need and without the datatypes and modules that nothing left mentions: no
// type of a function, no expression, no pattern, and nothing that these are declared with. Datatypes that were declared together
// stay together. p is not changed; what stays is shared.
func Trimmed(p *Program) *Program {
	out := *p
	out.Funcs = p.Reachable()
	t := newTrimmer(p)
	t.funcs(&out)
	out.Datatypes = kept(p.Datatypes, func(d *Datatype) bool { return t.data[d] })
	out.Groups = kept(p.Groups, func(g []*Datatype) bool { return t.data[g[0]] })
	out.Modules = kept(p.Modules, func(m *Module) bool { return t.mods[m] })
	return &out
}

// kept are those of xs that stay.
func kept[T any](xs []T, stays func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(xs), func(x T) bool { return !stays(x) })
}

// trimmer notes what is mentioned.
type trimmer struct {
	prog   *Program
	data   map[*Datatype]bool
	mods   map[*Module]bool
	groups map[*Datatype][]*Datatype
	values map[Value]bool // the structured constants that were looked at
	// maps and sets tell whether there are such constants.
	maps, sets bool
}

func newTrimmer(p *Program) *trimmer {
	t := &trimmer{prog: p, data: map[*Datatype]bool{}, mods: map[*Module]bool{}, groups: map[*Datatype][]*Datatype{}, values: map[Value]bool{}}
	for _, g := range p.Groups {
		for _, d := range g {
			t.groups[d] = g
		}
	}
	return t
}

// funcs notes what the functions of p mention.
func (t *trimmer) funcs(p *Program) {
	constants := mapConstantTypes(p, mapHolders{})
	for _, f := range p.Funcs {
		t.types(f.ParamTypes)
		t.types(constants[f])
		t.typ(f.Result)
		t.expr(f.Body)
	}
	if t.maps {
		t.someModule(false)
	}
	if t.sets {
		t.someModule(true)
	}
}

func (t *trimmer) types(ts []Type) {
	for _, x := range ts {
		t.typ(x)
	}
}

func (t *trimmer) typ(x Type) {
	switch x := x.(type) {
	case *TupleType:
		t.types(x.Elems)
	case *DataType:
		t.datatype(x.Data)
		t.types(x.Args)
	case *MapType:
		t.moduleOf(x)
	case *SetType:
		t.moduleOf(x)
	}
}

// moduleOf notes the modules of the type x, which is written by the name of one.
func (t *trimmer) moduleOf(x Type) {
	for _, m := range t.prog.Modules {
		if equalTypes(m.Type(), x) {
			t.module(m)
		}
	}
}

func (t *trimmer) module(m *Module) {
	if m == nil || t.mods[m] {
		return
	}
	t.mods[m] = true
	t.typ(m.Key)
	t.typ(m.Value)
}

func (t *trimmer) datatype(d *Datatype) {
	if t.data[d] {
		return
	}
	group := t.groups[d]
	for _, d := range group {
		t.data[d] = true
	}
	for _, d := range group {
		for _, c := range d.Cons {
			t.types(c.Args)
		}
	}
}

func (t *trimmer) expr(e Expr) {
	switch e := e.(type) {
	case *Const:
		t.value(e.Value)
	case *ConExpr:
		t.datatype(e.Con.Data)
	case *PrimExpr:
		t.module(e.Mod)
	case *IterExpr:
		t.module(e.Mod)
	case *CaseExpr:
		for _, a := range e.Arms {
			t.pattern(a.Pat)
		}
	}
	Children(e, t.expr)
}

func (t *trimmer) pattern(p Pat) {
	switch p := p.(type) {
	case *ConPat:
		t.datatype(p.Con.Data)
		t.patterns(p.Args)
	case *TuplePat:
		t.patterns(p.Elems)
	case *AsPat:
		t.pattern(p.Pat)
	}
}

func (t *trimmer) patterns(ps []Pat) {
	for _, p := range ps {
		t.pattern(p)
	}
}

// value notes the constructors of the constant v. Of which modules maps and sets are its type says, unless nothing decides it: any one will
// do then, but there must be one.
func (t *trimmer) value(v Value) {
	work := []Value{v}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		switch v := v.(type) {
		case *Tuple:
			if !t.seen(v) {
				work = append(work, v.Elems...)
			}
		case *ConValue:
			if !t.seen(v) {
				t.datatype(v.Con.Data)
				work = append(work, v.Args...)
			}
		case *MapValue:
			t.maps = true
			for k, x := range v.All() {
				work = append(work, k, x)
			}
		case *SetValue:
			t.sets = true
			for x := range v.All() {
				work = append(work, x)
			}
		}
	}
}

// someModule notes a module of maps or of sets, where there is none yet.
func (t *trimmer) someModule(isSet bool) {
	sort := func(m *Module) bool { return m.IsSet == isSet }
	if slices.ContainsFunc(t.prog.Modules, func(m *Module) bool { return sort(m) && t.mods[m] }) {
		return
	}
	if i := slices.IndexFunc(t.prog.Modules, sort); i >= 0 {
		t.module(t.prog.Modules[i])
	}
}

func (t *trimmer) seen(v Value) bool {
	before := t.values[v]
	t.values[v] = true
	return before
}
