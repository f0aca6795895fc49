package ast

import (
	"fmt"
	"slices"
	"strings"
)

// This file gives the variables of a tree their names in C. In the tree every name is unique; C has scopes. A variable gets
// the name it has in the source, without the number that tells it from its namesakes. Passes may have moved uses, so:
//
//   - Where a use would find another variable of the same name in a scope further in, that inner variable gets a new name.
//   - A variable that is used outside the scope of its declaration is declared at the head of the function.
//   - A variable declared where it is declared already (a copy of its scope has dissolved) is assigned there; an array or a struct is copied from one
//     that is declared beside it.

// sourceName is the name in C that the tree's variable name comes from; a variable that a pass named after a text is a kept_value.
func sourceName(name string) string {
	if isTextName(name) {
		return "kept_value"
	}
	name, _, _ = strings.Cut(name, "#")
	clean := func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}
	name = strings.Map(clean, name)
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		return "_" + name
	}
	return name
}

// nameLocals is a copy of f whose variables have names that mean in C what they mean in the tree. Where apart is set, no local
// is called like an object that f does not declare.
func nameLocals(f *Func, avoid func(string) bool, apart bool) *Func {
	f = declareOnce(f)
	n := &namer{f: f, avoid: avoid, name: map[string]string{}, taken: map[string]bool{}}
	n.start()
	n.setApart(apart)
	for n.renameOne() {
	}
	out := *f
	out.Params = append([]Param(nil), f.Params...)
	for i := range out.Params {
		out.Params[i].Name = n.name[out.Params[i].Name]
	}
	out.Body = renameCmd(f.Body, n.inC)
	return &out
}

// scopes follows the scopes of C through a function and tells its client what it meets.
type scopes struct {
	key     func(name string) string // a variable hides those around it that have its key
	visible map[string][]inScope     // by key, the innermost last
	order   []string                 // the keys of what is visible, as it was declared
	depth   int
	declare func(s *scopes, d *Declare) // d is in scope from here on; its initialiser follows
	use     func(s *scopes, name string)
}

// inScope is a variable that is visible.
type inScope struct {
	name  string
	depth int // of the scope that declares it
}

// find is the innermost visible variable with that key, or "".
func (s *scopes) find(key string) string {
	if vs := s.visible[key]; len(vs) > 0 {
		return vs[len(vs)-1].name
	}
	return ""
}

// declaresOther reports whether the innermost scope declares another variable than name with its key.
func (s *scopes) declaresOther(name string) bool {
	for _, v := range slices.Backward(s.visible[s.key(name)]) {
		switch {
		case v.depth < s.depth:
			return false
		case v.name != name:
			return true
		}
	}
	return false
}

func (s *scopes) within(f func()) {
	outside := len(s.order)
	s.depth++
	f()
	s.depth--
	for _, k := range s.order[outside:] {
		s.visible[k] = s.visible[k][:len(s.visible[k])-1]
	}
	s.order = s.order[:outside]
}

func (s *scopes) add(name string) {
	k := s.key(name)
	s.visible[k] = append(s.visible[k], inScope{name, s.depth})
	s.order = append(s.order, k)
}

// function walks f. Parameters and the outermost declarations are in one scope.
func (s *scopes) function(f *Func) {
	s.visible = map[string][]inScope{}
	s.within(func() {
		for _, p := range f.Params {
			s.add(p.Name)
		}
		s.cmd(f.Body)
	})
}

func (s *scopes) expr(e Expr) {
	WalkExpr(e, func(x Expr) {
		switch x := x.(type) {
		case *Var:
			s.use(s, x.Name)
		case *Object:
			s.use(s, x.Name)
		}
	})
}

func (s *scopes) init(i Init) {
	switch i := i.(type) {
	case *InitExpr:
		s.expr(i.X)
	case *InitList:
		for _, x := range i.Elems {
			s.init(x)
		}
	}
}

func (s *scopes) inner(c Cmd) { s.within(func() { s.cmd(c) }) }

func (s *scopes) cmd(c Cmd) {
	switch c := c.(type) {
	case *Declare:
		s.declare(s, c)
		s.init(c.Init)
	case *Assign:
		s.use(s, c.Name)
		s.expr(c.X)
	case *For:
		s.within(func() {
			s.cmd(c.Init)
			s.expr(c.Test)
			s.cmd(c.Step)
			s.inner(c.Body)
		})
	case *Seq, *Block:
		(&parts{s.cmd, s.expr, nil}).of(c)
	default:
		(&parts{s.inner, s.expr, nil}).of(c)
	}
}

// declareOnce is a copy of f where no declaration repeats a visible one and every variable is declared around its uses.
func declareOnce(f *Func) *Func {
	declared := map[string]*Declare{}
	Walk(f.Body, func(c Cmd) {
		if d, ok := c.(*Declare); ok && declared[d.Name] == nil {
			declared[d.Name] = d
		}
	}, nil, nil)
	var hoisted []Cmd
	o := &onceDeclared{hoisted: map[string]bool{}, repeated: map[*Declare]bool{}, again: map[string]bool{}}
	s := &scopes{
		key: func(name string) string { return name },
		declare: func(s *scopes, d *Declare) {
			if s.find(d.Name) != "" && isAssignable(d.Ty) {
				o.repeated[d], o.again[d.Name] = true, true
			} else {
				s.add(d.Name)
			}
		},
		use: func(s *scopes, name string) {
			d := declared[name]
			if d != nil && s.find(name) == "" && !o.hoisted[name] && isAssignable(d.Ty) {
				o.hoisted[name] = true
				hoisted = append(hoisted, &Declare{d.Name, renamed(d.Ty, unconst), NoInit{}, d.Label, d.At})
			}
		},
	}
	s.function(f)
	if len(hoisted) == 0 && len(o.repeated) == 0 {
		return f
	}
	out := *f
	out.Body = SeqOf(append(hoisted, simplify(o.cmd(f.Body))...)...)
	return &out
}

// onceDeclared has the variables that are declared at the head of the function, and the declarations that repeat others.
type onceDeclared struct {
	hoisted  map[string]bool
	repeated map[*Declare]bool
	again    map[string]bool // the variables that these declare: what is copied to is not const
	copied   int             // how many variables are declared beside others
}

// isAssigned reports whether d declares what has a declaration elsewhere.
func (o *onceDeclared) isAssigned(d *Declare) bool { return o.repeated[d] || o.hoisted[d.Name] }

func (o *onceDeclared) cmd(c Cmd) Cmd {
	switch c := c.(type) {
	case *Declare:
		if o.isAssigned(c) {
			return o.assigned(c)
		}
		if o.again[c.Name] {
			d := *c
			d.Ty = renamed(d.Ty, unconst)
			return &d
		}
	case *For:
		if d, ok := c.Init.(*Declare); ok && o.isAssigned(d) && !IsScalar(d.Ty) { // no expression
			loop := *c
			loop.Init = &Skip{d.Label}
			return SeqOf(o.assigned(d), o.cmd(&loop))
		}
	}
	return RebuildCmd(c, o.cmd, same)
}

// assigned gives what d declares its value.
func (o *onceDeclared) assigned(d *Declare) Cmd {
	if _, ok := d.Init.(NoInit); ok {
		return &Skip{d.Label}
	}
	if i, ok := d.Init.(*InitExpr); ok && IsScalar(d.Ty) {
		return &Assign{d.Name, d.Ty, i.X, d.Label, d.At}
	}
	o.copied++
	t := renamed(d.Ty, unconst)
	from := &Object{fmt.Sprintf("%s#copied%d", d.Name, o.copied), t, d.Label}
	to := &Object{d.Name, t, d.Label}
	size, _ := sizeOf(t)
	void, size64 := Pointer{Void{}}, Integer{"unsigned long", 64, false}
	f := &Object{"__builtin_memcpy", &Function{Result: void, Params: []Type{void, void, size64}}, d.Label} // C assigns no arrays, and no structs with const fields
	args := []Expr{&AddressOf{to, Pointer{t}, d.Label}, &AddressOf{from, Pointer{t}, d.Label}, &Const{Value: IntConst(size), Ty: size64, Label: d.Label}}
	return SeqOf(&Declare{from.Name, t, d.Init, d.Label, d.At}, &Eval{&Call{f, args, void, d.Label}, d.Label, d.At})
}

// isAssignable reports whether what is of type t can be given a value where it is declared already.
func isAssignable(t Type) bool {
	if IsScalar(t) {
		return true
	}
	_, known := sizeOf(t)
	return known && !IsVolatile(t)
}

// namer chooses names.
type namer struct {
	f     *Func
	avoid func(string) bool
	name  map[string]string // of the parameters and locals: the name in C
	taken map[string]bool   // names that a new name must not be
}

// start gives everything its source name.
func (n *namer) start() {
	for _, p := range n.f.Params {
		n.local(p.Name, p.Ty)
	}
	Walk(n.f.Body, func(c Cmd) {
		if d, ok := c.(*Declare); ok {
			n.local(d.Name, d.Ty)
		}
	}, func(e Expr) {
		if o, ok := e.(*Object); ok {
			n.taken[o.Name] = true
		}
	}, nil)
}

// setApart renames the locals that are called like a word in a text, and, where all is set, those that are called like an object from
// outside.
func (n *namer) setApart(all bool) {
	outside := textWords(n.f)
	for word := range outside {
		n.taken[word] = true
	}
	Walk(n.f.Body, nil, func(e Expr) {
		if o, ok := e.(*Object); ok && all && n.name[o.Name] == "" {
			outside[o.Name] = true
		}
	}, nil)
	var locals []string
	for name, c := range n.name {
		if outside[c] && !n.isParam(name) {
			locals = append(locals, name)
		}
	}
	slices.Sort(locals)
	for _, name := range locals {
		n.name[name] = n.fresh(name)
	}
}

func (n *namer) local(name string, t Type) {
	n.name[name] = sourceName(name)
	n.taken[sourceName(name)] = true
	for _, word := range strings.Fields(declaration(t, "")) {
		n.taken[word] = true
	}
}

// inC is the name in C of a variable, function or global.
func (n *namer) inC(name string) string {
	if c, ok := n.name[name]; ok {
		return c
	}
	return name
}

// renameOne finds a use or declaration that would mean another variable, renames the inner variable, and reports whether
// there was one.
func (n *namer) renameOne() bool {
	clash := ""
	s := &scopes{
		key: n.inC,
		declare: func(s *scopes, d *Declare) {
			if s.declaresOther(d.Name) {
				clash = d.Name
			}
			s.add(d.Name)
		},
		use: func(s *scopes, name string) {
			inner := s.find(n.inC(name))
			if inner != "" && inner != name && !n.isParam(inner) {
				clash = inner
			}
		},
	}
	s.function(n.f)
	if clash == "" {
		return false
	}
	n.name[clash] = n.fresh(clash)
	return true
}

func (n *namer) isParam(name string) bool {
	for _, p := range n.f.Params {
		if p.Name == name {
			return true
		}
	}
	return false
}

func (n *namer) fresh(name string) string {
	base := sourceName(name)
	for i := 2; ; i++ {
		try := fmt.Sprintf("%s_%d", base, i)
		if !n.taken[try] && (n.avoid == nil || !n.avoid(try)) {
			n.taken[try] = true
			return try
		}
	}
}
