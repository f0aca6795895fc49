package ast

// This file makes parameters of variables that live as long as the program, for passes, which know parameters alone: a variable that does
// not change while the function runs is memory that a pointer leads to, which does not change. What passes make of the function gets the
// variables back.

// Global is a variable that an Object of a function names: one of the file, or a static one of the function; or a string literal (literals.go).
type Global struct {
	Name string
	Ty   Type
}

// Pointer is the type of the parameter: a pointer to the variable, of an array to its first element.
func (g Global) Pointer() Pointer {
	if a, ok := g.Ty.(Array); ok {
		return Pointer{Elem: a.Elem}
	}
	return Pointer{Elem: g.Ty}
}

// Globals are the variables that f mentions and does not declare, in the order of their first use, functions left out.
func Globals(f *Func) []Global {
	types := map[string]Type{}
	Walk(f.Body, nil, func(e Expr) {
		if o, ok := e.(*Object); ok {
			types[o.Name] = o.Ty
		}
	}, nil)
	var out []Global
	for _, name := range Outside(f) {
		if _, isFunction := types[name].(*Function); !isFunction {
			out = append(out, Global{name, types[name]})
		}
	}
	return out
}

// WithGlobals are functions, each with a parameter behind its own for each of the variables that of has for its name, which has the variable's
// name, and with uses of that in place of the variable's. What they call of each other gets them as arguments behind its own: a function has all
// that those have that it calls.
func WithGlobals(fs []*Func, of map[string][]Global) []*Func {
	l := &lifter{of: of, numbering: numbering{lastLabel(fs)}}
	out := make([]*Func, len(fs))
	for i, f := range fs {
		out[i] = l.function(f)
	}
	return out
}

func (l *lifter) function(f *Func) *Func {
	globals := l.of[f.Name]
	if len(globals) == 0 {
		return f
	}
	l.globals = map[string]Global{}
	out := *f
	out.Params = append([]Param(nil), f.Params...)
	for _, g := range globals {
		l.globals[g.Name] = g
		out.Params = append(out.Params, Param{Name: g.Name, Ty: g.Pointer()})
	}
	out.Body = l.cmd(f.Body)
	out.InMemory = mentionsObject(out.Body)
	return &out
}

type lifter struct {
	of      map[string][]Global
	globals map[string]Global // of the function that is made
	numbering
}

// lastLabel is the greatest label of the functions.
func lastLabel(fs []*Func) (last L) {
	see := func(label Label) {
		if n, ok := label.(L); ok {
			last = max(last, n)
		}
	}
	for _, f := range fs {
		see(f.Label)
		Walk(f.Body, func(c Cmd) { see(*c.label()) }, func(e Expr) { see(*e.label()) }, func(a *Arm) { see(a.Label) })
	}
	return last
}

func (l *lifter) cmd(c Cmd) Cmd { return RebuildCmd(c, l.cmd, l.expr) }

// pointer is the pointer to the variable that e names, or is, with that label; ok is false where it is none of them.
func (l *lifter) pointer(e Expr, label Label) (p *Var, g Global, ok bool) {
	name := ""
	switch e := e.(type) {
	case *Object:
		name = e.Name
	case *Str:
		g, _ = literalAsGlobal(e)
		name = g.Name
	}
	if g, ok = l.globals[name]; !ok {
		return nil, Global{}, false
	}
	return &Var{name, g.Pointer(), label}, g, true
}

func (l *lifter) expr(e Expr) Expr {
	switch e := e.(type) {
	case *Object:
		if p, g, ok := l.pointer(e, nil); ok {
			p.Label = l.fresh()
			if _, isArray := g.Ty.(Array); isArray {
				return &Deref{&Convert{Pointer{Elem: g.Ty}, p, l.fresh()}, e.Ty, e.Label}
			}
			return &Deref{p, e.Ty, e.Label}
		}
	case *Call:
		if o, ok := e.Fn.(*Object); ok && len(l.of[o.Name]) > 0 {
			call := &Call{o, nil, e.Ty, e.Label}
			for _, a := range e.Args {
				call.Args = append(call.Args, l.expr(a))
			}
			for _, g := range l.of[o.Name] {
				call.Args = append(call.Args, &Var{g.Name, g.Pointer(), l.fresh()})
			}
			return call
		}
	case *Index:
		if p, g, ok := l.pointer(e.X, *e.X.label()); ok {
			if _, isArray := g.Ty.(Array); isArray {
				return &Index{p, l.expr(e.I), e.Ty, e.Label}
			}
		}
	case *Member:
		if p, _, ok := l.pointer(e.X, *e.X.label()); ok {
			return &Arrow{p, e.Field, e.Offset, e.Ty, e.Label}
		}
	case *AddressOf:
		if p, _, ok := l.pointer(e.X, *e.X.label()); ok {
			if Same(p.Ty, e.Ty) {
				return p
			}
			return &Convert{e.Ty, p, e.Label}
		}
	}
	return RebuildExpr(e, l.expr)
}

// WithoutGlobals is f, which passes made of what WithGlobals gave, with the variables in place of their parameters, and without the arguments for
// them; of has what functions got, those that passes have made of them, too, by name.
func WithoutGlobals(f *Func, of func(name string) []Global) *Func {
	globals := of(f.Name)
	if len(globals) == 0 || len(globals) > len(f.Params) {
		return f
	}
	d := newDropper(globals)
	d.of = of
	out := *f
	out.Params = f.Params[:len(f.Params)-len(globals)]
	out.Body = d.cmd(f.Body)
	out.InMemory = mentionsObject(out.Body)
	return &out
}

// ExprWithoutGlobals is e, an expression of what WithGlobals gave, with the variables in place of their parameters; of has what functions got, by name.
func ExprWithoutGlobals(e Expr, globals []Global, of func(name string) []Global) Expr {
	d := newDropper(globals)
	d.of = of
	return d.expr(e)
}

func newDropper(globals []Global) dropper {
	d := dropper{map[string]Global{}, func(string) []Global { return nil }}
	for _, g := range globals {
		d.globals[g.Name] = g
	}
	return d
}

// dropper holds the variables by the names of their parameters, and those that functions get as arguments.
type dropper struct {
	globals map[string]Global
	of      func(name string) []Global
}

func (d dropper) cmd(c Cmd) Cmd { return RebuildCmd(c, d.cmd, d.expr) }

// addressed is the number of a copy that no pass makes: of a pointer, as the variable that it leads to.
const addressed = -1

// object is the variable that the pointer e leads to, and its type.
func (d dropper) object(e Expr, label Label) (Expr, Type, bool) {
	v, ok := e.(*Var)
	if !ok {
		return nil, nil, false
	}
	g, ok := d.globals[v.Name]
	if label == nil {
		label = v.Label
	}
	if text, isLiteral := Literal(v.Name); ok && isLiteral {
		return &Str{text, g.Ty, label}, g.Ty, true
	}
	return &Object{v.Name, g.Ty, label}, g.Ty, ok
}

func (d dropper) expr(e Expr) Expr {
	switch e := e.(type) {
	case *Var:
		if o, _, ok := d.object(e, U{e.Label, addressed}); ok {
			return &AddressOf{o, e.Ty, e.Label}
		}
	case *Call:
		if o, ok := e.Fn.(*Object); ok {
			return RebuildExpr(&Call{o, withoutGlobals(e.Args, o, d.of(o.Name)), e.Ty, e.Label}, d.expr)
		}
	case *Deref:
		x := e.X
		if c, ok := x.(*Convert); ok && Same(c.Ty, Pointer{Elem: e.Ty}) {
			x = c.X
		}
		if o, t, ok := d.object(x, e.Label); ok && Same(t, e.Ty) {
			return o
		}
	case *Index:
		if o, t, ok := d.object(e.X, nil); ok {
			if _, isArray := t.(Array); isArray {
				return &Index{o, d.expr(e.I), e.Ty, e.Label}
			}
		}
	case *Arrow:
		if o, t, ok := d.object(e.X, nil); ok {
			if _, isArray := t.(Array); !isArray { // of an array e is a field of the first element
				return &Member{o, e.Field, e.Offset, e.Ty, e.Label}
			}
		}
	case *Convert:
		if o, t, ok := d.object(e.X, nil); ok && Same(e.Ty, Pointer{Elem: t}) {
			return &AddressOf{o, e.Ty, e.Label}
		}
	}
	return RebuildExpr(e, d.expr)
}

// withoutGlobals are the arguments of a call of f but for those for the globals, which a call has that was one of f before passes: one through a pointer that
// turned out to lead to f has none.
func withoutGlobals(args []Expr, f *Object, globals []Global) []Expr {
	own := len(args) - len(globals)
	if own < 0 {
		return args
	}
	if fn, ok := f.Ty.(*Function); ok && !fn.Variadic && len(fn.Params) > 0 {
		return args[:min(len(args), len(fn.Params))]
	}
	for i, g := range globals {
		if v, ok := args[own+i].(*Var); !ok || v.Name != g.Name {
			return args
		}
	}
	return args[:own]
}
