package ast

import (
	"slices"
	"strings"
)

// This file makes references of pointers for passes: a parameter of a function of the file that is used for nothing but to reach what it points to, and to be passed on to
// others like it, and to be compared with null, is called *p there, and so is the object that it leads to, as if that were a local one: a parser's cursor, say. Then a local object whose address is passed
// for such parameters alone is reached by no one else, and passes may follow what is in it through calls. What passes give has the pointers again.

// reference is before the name of such a parameter, and of what it points to: names that no variable of C has.
const reference = "*"

func isReference(name string) bool { return strings.HasPrefix(name, reference) }

// WithReferences are the functions, the one that is optimised first, whose own parameters stay pointers, with references. Calls for which an object's address
// is passed for one, or a reference is passed on, stand alone then where they may, as the values of variables; and all that is loaded from such an object somewhere is loaded from it
// behind its declaration or where the function begins, to no effect, so that it is seen what of it matters. Such objects are filled part by part (StoreBlocks). fs are
// left as they are where nothing is gained. None of them is called through a pointer.
func WithReferences(fs []*Func, ls Layouts, defines func(name string) bool) []*Func {
	r := &referencer{layouts: ls, defines: defines, funcs: map[string]*Func{}, positions: map[string][]bool{}, exposed: map[string][]bool{},
		fields: map[string][]*Member{}, referred: map[string]bool{}}
	for _, f := range fs[1:] {
		if f.Name != fs[0].Name {
			r.funcs[f.Name] = f
		}
	}
	if !r.find(fs) {
		return fs
	}
	r.last = lastLabel(fs)
	out := make([]*Func, len(fs))
	for i, f := range fs {
		out[i] = r.partwise(r.renamed(r.withBlocks(f)))
		r.noteLoads(out[i])
	}
	for again := true; again; {
		again = false
		for _, f := range out {
			again = r.noteParts(f) || again
		}
	}
	for i, f := range out {
		out[i] = r.completed(f)
	}
	return out
}

// Refers reports whether WithReferences made references in the functions.
func Refers(fs []*Func) bool {
	return slices.ContainsFunc(fs, func(f *Func) bool {
		return slices.ContainsFunc(f.Params, func(p Param) bool { return isReference(p.Name) })
	})
}

type referencer struct {
	layouts   Layouts
	defines   func(name string) bool
	funcs     map[string]*Func
	positions map[string][]bool    // by function: which of its parameters are references
	exposed   map[string][]bool    // by function: which of its parameters lead to objects that others see, too, so that they are not filled part by part
	fields    map[string][]*Member // scalars in records that are loaded through references, by the record's name: of an object without a name
	referred  map[string]bool      // names of records that references lead to
	numbering
}

// find finds the parameters that are references; it reports whether a local object's address is passed for one.
func (r *referencer) find(fs []*Func) bool {
	for name, f := range r.funcs {
		r.exposed[name] = make([]bool, len(f.Params))
	}
	for again := true; again; {
		r.findPositions()
		again = r.expose(fs)
	}
	for name, f := range r.funcs {
		for i, p := range f.Params {
			if t, isRecord := elemOf(p.Ty).(Record); isRecord && r.positions[name][i] {
				r.referred[unqualified(t.Name)] = true
			}
		}
	}
	passes := false
	for _, f := range fs {
		locals := localsOf(f)
		Walk(f.Body, nil, func(e Expr) {
			if c, ok := e.(*Call); ok {
				r.eachReference(c, func(a *Expr) {
					place := passedPlace(*a)
					passes = passes || place != nil && locals[rootOf(place).(*Object).Name]
				})
			}
		}, nil)
	}
	return passes
}

// findPositions finds the parameters that are references if no more of them are exposed.
func (r *referencer) findPositions() {
	for name, f := range r.funcs {
		r.positions[name] = make([]bool, len(f.Params))
		for i, p := range f.Params {
			t, ok := p.Ty.(Pointer)
			r.positions[name][i] = ok && !p.InMemory && !IsVolatile(t.Elem) && isReferent(t.Elem)
		}
	}
	for again := true; again; {
		again = false
		for name, f := range r.funcs {
			for i := range f.Params {
				if r.positions[name][i] && !r.onlyReferredTo(f, i) {
					r.positions[name][i], again = false, true
				}
			}
		}
	}
}

// expose finds the references for which something else is passed than the address of a local object that goes nowhere else, or a reference of that kind. It reports
// whether there are more of them than before.
func (r *referencer) expose(fs []*Func) (more bool) {
	found := false
	set := func(name string, i int) {
		if !r.exposed[name][i] {
			r.exposed[name][i], found = true, true
		}
	}
	for again := true; again; again, more = found, more || found {
		found = false
		for _, f := range fs {
			b := r.blocksIn(f)
			b.find(f)
			b.findKept(f)
			locals := localsOf(f)
			Walk(f.Body, nil, func(e Expr) {
				c, isCall := e.(*Call)
				if !isCall {
					return
				}
				for i, isReference := range r.references(c) {
					if isReference && !isPrivate(c.Args[i], b, locals) {
						set(c.Fn.(*Object).Name, i)
					}
				}
			}, nil)
		}
	}
	return more
}

// isPrivate reports whether the argument a leads to an object that no one sees but through references, one of those locals in whose function b are blocks.
func isPrivate(a Expr, b *blocks, locals map[string]bool) bool {
	if v, isVar := a.(*Var); isVar {
		return b.private[v.Name]
	}
	place := passedPlace(a)
	if place == nil {
		return false
	}
	root := rootOf(place).(*Object).Name
	return locals[root] && !b.kept[root]
}

// isReferent reports whether what is of type t may be referred to.
func isReferent(t Type) bool {
	switch t := t.(type) {
	case Record, Integer, Pointer, Boolean:
		return true
	case Floating:
		return t.Width <= 64
	}
	return false
}

// eachReference visits the arguments of c that are passed for references.
func (r *referencer) eachReference(c *Call, visit func(a *Expr)) {
	for i, isReference := range r.references(c) {
		if isReference {
			visit(&c.Args[i])
		}
	}
}

// references tells which arguments of c are passed for references; nil where none is.
func (r *referencer) references(c *Call) []bool {
	o, ok := c.Fn.(*Object)
	if !ok || !isFunction(o.Ty) || r.funcs[o.Name] == nil || len(c.Args) != len(r.funcs[o.Name].Params) {
		return nil
	}
	return r.positions[o.Name]
}

// passedPlace is the object, or the member of one, that e is the address of, if it is.
func passedPlace(e Expr) Expr {
	a, ok := e.(*AddressOf)
	if !ok {
		return nil
	}
	o, ok := a.X.(*Object)
	if m, isMember := a.X.(*Member); isMember {
		root, isObject := membersOf(m)
		o, ok = root.(*Object)
		ok = ok && isObject && !IsBitField(m)
	}
	if !ok || isFunction(o.Ty) {
		return nil
	}
	return a.X
}

// onlyReferredTo reports whether parameter number n of f is used for nothing else, but where it is asked whether it is null, and where all that it leads to is filled.
func (r *referencer) onlyReferredTo(f *Func, n int) bool {
	name := f.Params[n].Name
	fine, passed := map[*Var]bool{}, map[Expr]bool{}
	fills := newBlocks(r.layouts, r.defines)
	fills.private[name] = !r.exposed[f.Name][n]
	is := func(e Expr) (*Var, bool) {
		v, ok := e.(*Var)
		return v, ok && v.Name == name
	}
	asked := func(es ...Expr) {
		for _, e := range es {
			if v, isParam := is(e); isParam {
				fine[v] = true
			}
		}
	}
	ok := true
	Walk(f.Body, func(c Cmd) {
		switch c := c.(type) {
		case *Assign:
			ok = ok && c.Name != name
		case *Declare:
			ok = ok && c.Name != name
		case *Eval:
			if x, isBlock := fills.block(c.X); isBlock {
				if _, whole := fills.stores(x, c); whole {
					asked(x.passed...)
				}
			}
		case *If:
			asked(c.Test)
		case *While:
			asked(c.Test)
		case *DoWhile:
			asked(c.Test)
		case *For:
			asked(c.Test)
		}
	}, func(e Expr) {
		switch e := e.(type) {
		case *Binary:
			if (e.Op == Eq || e.Op == Ne) && (isNull(e.X) || isNull(e.Y)) {
				asked(e.X, e.Y)
			}
		case *Unary:
			if e.Op == LogNot {
				asked(e.X)
			}
		case *Convert:
			if _, toBool := e.Ty.(Boolean); toBool {
				asked(e.X)
			}
		case *LogAnd:
			asked(e.X, e.Y)
		case *LogOr:
			asked(e.X, e.Y)
		case *Cond:
			asked(e.Test)
		case *Deref:
			if v, isParam := is(e.X); isParam {
				fine[v] = true
			}
		case *Arrow:
			if v, isParam := is(e.X); isParam {
				fine[v] = !IsBitField(e)
			}
		case *Call:
			r.eachReference(e, func(a *Expr) {
				passed[*a] = true
				if v, isParam := is(*a); isParam {
					fine[v] = true
				}
			})
		case *AddressOf: // of a part of what the parameter points to
			_, isParam := is(pointerTo(e.X))
			ok = ok && (!isParam || passed[e])
		case *Var:
			ok = ok && (e.Name != name || fine[e])
		}
	}, nil)
	return ok
}

// withBlocks is f with stores in place of calls that fill objects whose addresses are passed for references alone.
func (r *referencer) withBlocks(f *Func) *Func {
	b := r.blocksIn(f)
	if b.find(f); len(b.found) == 0 {
		return f
	}
	out := *f
	out.Body = b.cmd(f.Body)
	Walk(out.Body, func(c Cmd) { r.label(c.label()) }, func(e Expr) { r.label(e.label()) }, nil)
	return &out
}

// blocksIn are what fills objects in f and their addresses.
func (r *referencer) blocksIn(f *Func) *blocks {
	b := newBlocks(r.layouts, r.defines)
	for i, p := range f.Params {
		b.private[p.Name] = r.funcs[f.Name] != nil && r.positions[f.Name][i] && !r.exposed[f.Name][i]
	}
	Walk(f.Body, nil, func(e Expr) {
		if c, ok := e.(*Call); ok {
			r.eachReference(c, func(a *Expr) { b.harmless[*a] = true })
		}
	}, nil)
	return b
}

// pointerTo is the pointer through which the place e is reached; nil if it lies in an object with a name.
func pointerTo(e Expr) Expr {
	switch e := rootOf(e).(type) {
	case *Deref:
		return e.X
	case *Arrow:
		return e.X
	}
	return nil
}

// renamed is f with references for its parameters that are some.
func (r *referencer) renamed(f *Func) *Func {
	names, passed := map[string]bool{}, map[*Var]bool{}
	out := *f
	out.Params = slices.Clone(f.Params)
	if r.funcs[f.Name] != nil {
		for i, is := range r.positions[f.Name] {
			if is {
				names[f.Params[i].Name] = true
				out.Params[i].Name = reference + f.Params[i].Name
			}
		}
	}
	if len(names) == 0 {
		return f
	}
	object := func(e Expr, t Type, l Label) (Expr, bool) {
		v, ok := e.(*Var)
		if !ok || !names[v.Name] {
			return nil, false
		}
		return &Object{Name: reference + v.Name, Ty: t, Label: l}, true
	}
	var expr func(e Expr) Expr
	expr = func(e Expr) Expr {
		switch e := e.(type) {
		case *Deref:
			if o, ok := object(e.X, e.Ty, e.Label); ok {
				return o
			}
		case *Arrow:
			if o, ok := object(e.X, Unqualified(TypeOf(e.X).(Pointer).Elem), LabelOfExpr(e.X)); ok {
				return &Member{X: o, Field: e.Field, Offset: e.Offset, Ty: e.Ty, Label: e.Label}
			}
		case *Call:
			r.eachReference(e, func(a *Expr) {
				if v, ok := (*a).(*Var); ok && names[v.Name] {
					passed[v] = true
				}
			})
		case *Var:
			if passed[e] {
				o, _ := object(e, Unqualified(elemOf(e.Ty)), r.fresh())
				return &AddressOf{X: o, Ty: e.Ty, Label: e.Label}
			}
			if names[e.Name] {
				return &Var{Name: reference + e.Name, Ty: e.Ty, Label: e.Label}
			}
		}
		return RebuildExpr(e, expr)
	}
	var cmd func(c Cmd) Cmd
	cmd = func(c Cmd) Cmd { return RebuildCmd(c, cmd, expr) }
	out.Body, out.InMemory = cmd(f.Body), true
	return &out
}

func elemOf(t Type) Type {
	if p, ok := t.(Pointer); ok {
		return p.Elem
	}
	return t
}

// noteLoads notes the scalars that f uses of what references lead to, and of objects whose addresses are passed for them.
func (r *referencer) noteLoads(f *Func) {
	passed := map[string]bool{}
	Walk(f.Body, nil, func(e Expr) {
		if c, ok := e.(*Call); ok {
			r.eachReference(c, func(a *Expr) {
				if o, isObject := passedPlace(*a).(*Object); isObject {
					passed[o.Name] = true
				}
			})
		}
	}, nil)
	Walk(f.Body, nil, func(e Expr) {
		m, ok := e.(*Member)
		if !ok || !IsScalar(m.Ty) || IsBitField(m) {
			return
		}
		o, ok := membersOf(m)
		t, isRecord := TypeOf(o).(Record)
		if !ok || !isRecord || !isReference(o.(*Object).Name) && !passed[o.(*Object).Name] {
			return
		}
		r.note(t, m)
	}, nil)
}

// note notes that the scalar m, of a record of type t, is used; it reports whether that is new.
func (r *referencer) note(t Record, m *Member) bool {
	path := pathIn(m)
	if slices.ContainsFunc(r.fields[t.Name], func(n *Member) bool { return pathIn(n) == path }) {
		return false
	}
	r.fields[t.Name] = append(r.fields[t.Name], m)
	return true
}

// noteParts notes the scalars that are used of parts that f passes on of what references lead to; it reports whether there are new ones.
func (r *referencer) noteParts(f *Func) (more bool) {
	Walk(f.Body, nil, func(e Expr) {
		c, ok := e.(*Call)
		if !ok {
			return
		}
		r.eachReference(c, func(a *Expr) {
			place, isMember := passedPlace(*a).(*Member)
			if !isMember {
				return
			}
			root := rootOf(place).(*Object)
			whole, isRecord := root.Ty.(Record)
			if !isRecord || !isReference(root.Name) {
				return
			}
			if IsScalar(place.Ty) {
				more = r.note(whole, place) || more
			} else if part, isRecord := place.Ty.(Record); isRecord {
				for _, m := range r.fields[part.Name] {
					more = r.note(whole, r.memberIn(m, place).(*Member)) || more
				}
			}
		})
	}, nil)
	return more
}

// membersOf is the object that the member m, or a member of a member, lies in.
func membersOf(m *Member) (Expr, bool) {
	for {
		inner, ok := m.X.(*Member)
		if !ok {
			_, isObject := m.X.(*Object)
			return m.X, isObject
		}
		m = inner
	}
}

func pathIn(e Expr) string {
	if m, ok := e.(*Member); ok {
		return pathIn(m.X) + "." + m.Field
	}
	return ""
}

// completed is f with loads of what matters of its objects that are passed for references, or are some, and with calls that stand alone.
func (r *referencer) completed(f *Func) *Func {
	passed, params := map[string][]Expr{}, []Cmd(nil) // places, by the object
	Walk(f.Body, nil, func(e Expr) {
		if c, ok := e.(*Call); ok {
			r.eachReference(c, func(a *Expr) {
				if place := passedPlace(*a); place != nil {
					name := rootOf(place).(*Object).Name
					passed[name] = append(passed[name], place)
				}
			})
		}
	}, nil)
	if len(passed) == 0 && !slices.ContainsFunc(f.Params, func(p Param) bool { return isReference(p.Name) }) {
		return f
	}
	for _, p := range f.Params {
		if isReference(p.Name) {
			params = append(params, r.loads(&Object{Name: p.Name, Ty: Unqualified(elemOf(p.Ty))}, passed[p.Name])...)
		} else if places := passed[p.Name]; p.InMemory && len(places) > 0 {
			params = append(params, r.loads(&Object{Name: p.Name, Ty: p.Ty}, places)...)
		}
	}
	h := &hoister{name: "value", numbering: &r.numbering, alone: func(c *Call) (passes bool) {
		r.eachReference(c, func(*Expr) { passes = true })
		return passes
	}}
	h.after = func(d *Declare) []Cmd {
		places := passed[d.Name]
		if len(places) == 0 {
			return nil
		}
		return append(r.stores(d), r.loads(&Object{Name: d.Name, Ty: d.Ty}, places)...)
	}
	out := *f
	out.Body = r.inFront(params, h.cmd(f.Body))
	return &out
}

// loads are loads, to no effect, of the scalars that references lead to in an object, in it or in those places in it.
func (r *referencer) loads(object Expr, places []Expr) (out []Cmd) {
	seen := map[string]bool{}
	add := func(load Expr) {
		if path := pathIn(load); !seen[path] {
			seen[path] = true
			out = append(out, &Eval{X: load, Label: r.fresh()})
		}
	}
	for _, place := range append([]Expr{object}, places...) {
		if IsScalar(TypeOf(place)) {
			add(r.relabelled(place))
		} else if t, ok := TypeOf(place).(Record); ok {
			for _, m := range r.fields[t.Name] {
				add(r.memberIn(m, place))
			}
		}
	}
	return out
}

// stores are stores to the fields of the struct that d declares in place of its initialiser, which does not say where they lie; none, and the initialiser stays,
// where they cannot be stored to one by one.
func (r *referencer) stores(d *Declare) []Cmd {
	list, ok := d.Init.(*InitList)
	if !ok {
		return nil
	}
	var out []Cmd
	if !r.store(&Object{Name: d.Name, Ty: d.Ty}, list, &out) {
		return nil
	}
	d.Init = NoInit{}
	return out
}

// store adds the stores to the parts of a place that init initialises, zero where a list says nothing of them.
func (r *referencer) store(place Expr, init Init, out *[]Cmd) bool {
	list, isList := init.(*InitList)
	if t, isArray := TypeOf(place).(Array); isArray && isList && t.Len <= maxBlockStores {
		return r.storeElements(place, t, list, out)
	}
	l, hasLayout := r.layouts.Of(TypeOf(place))
	switch {
	case len(*out) >= maxBlockStores:
		return false
	case !IsScalar(TypeOf(place)) && (!isList || !hasLayout || l.Union || l.Fixed):
		return false
	case IsScalar(TypeOf(place)):
		x := Zero(TypeOf(place))
		if e, ok := init.(*InitExpr); ok {
			x = e.X
		} else if isList {
			return false
		}
		*out = append(*out, &Store{Dest: r.labelled(place), X: r.labelled(x), Label: r.fresh()})
		return true
	}
	for i, f := range l.Fields {
		if f.Name == "" || f.Bits > 0 || !r.store(&Member{X: place, Field: f.Name, Offset: f.Offset, Ty: f.Ty}, partOf(list, i, f.Ty), out) {
			return false
		}
	}
	return true
}

// storeElements adds the stores to the elements of the array at place.
func (r *referencer) storeElements(place Expr, t Array, list *InitList, out *[]Cmd) bool {
	for i := range t.Len {
		if !r.store(element(place, i), partOf(list, int(i), t.Elem), out) {
			return false
		}
	}
	return t.Len >= 0
}

// partOf is what list says of its part number i, of type t.
func partOf(list *InitList, i int, t Type) Init {
	switch {
	case i < len(list.Elems):
		return list.Elems[i]
	case IsScalar(t):
		return NoInit{}
	}
	return &InitList{}
}

// mostCopiedParts is how many scalars a struct may have that is copied one by one.
const mostCopiedParts = 16

// partwise is f with copies of each scalar in place of copies of structs that references lead to somewhere: so what is known of them goes with them, as where
// a parser remembers where it was.
func (r *referencer) partwise(f *Func) *Func {
	locals := localsOf(f)
	var cmd func(c Cmd) Cmd
	cmd = func(c Cmd) Cmd {
		switch c := c.(type) {
		case *Store:
			if o, ok := rootOf(c.Dest).(*Object); ok && (locals[o.Name] || isReference(o.Name)) {
				if stores, ok := r.copies(c.Dest, c.X); ok {
					return SeqOf(stores...)
				}
			}
		case *Declare:
			if x, ok := c.Init.(*InitExpr); ok {
				if stores, ok := r.copies(&Object{Name: c.Name, Ty: c.Ty}, x.X); ok {
					return &Seq{First: &Declare{c.Name, c.Ty, NoInit{}, c.Label, c.At}, Second: SeqOf(stores...), Label: r.fresh()}
				}
			}
		}
		return RebuildCmd(c, cmd, same)
	}
	out := *f
	out.Body = cmd(f.Body)
	Walk(out.Body, func(c Cmd) { r.label(c.label()) }, nil, nil)
	return &out
}

// copies are stores of each scalar in the struct from to one in the struct to, if such a struct is referred to.
func (r *referencer) copies(to, from Expr) (stores []Cmd, ok bool) {
	t, isRecord := TypeOf(to).(Record)
	if !isRecord || !r.referred[unqualified(t.Name)] || IsVolatile(t) || !isPlace(from) || !staysPut(from) || !staysPut(to) || IsVolatile(TypeOf(from)) {
		return nil, false
	}
	fields, ok := (&splitter{layouts: r.layouts}).fields(t)
	if !ok || len(fields) > mostCopiedParts || !newBlocks(r.layouts, nil).canAssign(t) {
		return nil, false
	}
	for _, f := range fields {
		stores = append(stores, &Store{Dest: r.relabelled(f.of(to)), X: r.relabelled(f.of(from)), Label: r.fresh()})
	}
	return stores, len(stores) > 0
}

// memberIn is the member e, of an object, of that place.
func (r *referencer) memberIn(e Expr, place Expr) Expr {
	if m, ok := e.(*Member); ok {
		return &Member{X: r.memberIn(m.X, place), Field: m.Field, Offset: m.Offset, Ty: m.Ty, Label: r.fresh()}
	}
	return r.relabelled(place)
}

// WithoutReferences is f, which WithReferences gave or a pass made of that, with pointers for references, and without the loads.
func WithoutReferences(f *Func) *Func {
	names := map[string]Type{}
	out := *f
	out.Params = slices.Clone(f.Params)
	for i, p := range f.Params {
		if isReference(p.Name) {
			names[p.Name] = p.Ty
			out.Params[i].Name = strings.TrimPrefix(p.Name, reference)
		}
	}
	pointer := func(e Expr) (*Var, bool) {
		o, ok := e.(*Object)
		if !ok || names[o.Name] == nil {
			return nil, false
		}
		return &Var{Name: strings.TrimPrefix(o.Name, reference), Ty: names[o.Name], Label: o.Label}, true
	}
	var expr func(e Expr) Expr
	expr = func(e Expr) Expr {
		switch e := e.(type) {
		case *AddressOf:
			if v, ok := pointer(e.X); ok {
				v.Label = e.Label
				return v
			}
		case *Member:
			if v, ok := pointer(e.X); ok {
				return &Arrow{X: v, Field: e.Field, Offset: e.Offset, Ty: e.Ty, Label: e.Label}
			}
		case *Object:
			if v, ok := pointer(e); ok {
				return &Deref{X: v, Ty: e.Ty, Label: e.Label}
			}
		case *Var:
			if names[e.Name] != nil {
				return &Var{Name: strings.TrimPrefix(e.Name, reference), Ty: e.Ty, Label: e.Label}
			}
		}
		return RebuildExpr(e, expr)
	}
	var cmd func(c Cmd) Cmd
	cmd = func(c Cmd) Cmd {
		switch c := c.(type) {
		case *Seq:
			if isLoad(c.First) {
				return cmd(c.Second)
			}
			if isLoad(c.Second) {
				return cmd(c.First)
			}
		}
		return RebuildCmd(c, cmd, expr)
	}
	out.Body = cmd(f.Body)
	return &out
}

// isLoad reports whether c loads something to no effect.
func isLoad(c Cmd) bool {
	e, ok := c.(*Eval)
	if !ok {
		return false
	}
	switch x := e.X.(type) {
	case *Member:
		_, ok := membersOf(x)
		return ok
	case *Object:
		return true
	}
	return false
}
