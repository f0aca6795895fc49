package ast

// A pointer that only ever points to one object with a name is left out, and the object named instead: a helper's `vm` that was inlined into the function
// that has `struct vm m;` and passes `&m`. So the object is seen to be used field by field, and its address goes nowhere.

// FollowPointers is f with the addresses in place of the local pointers that are set once, to the address of an object or of a part of it that is always
// the same.
func FollowPointers(f *Func) *Func {
	p := &pointers{set: map[string]Expr{}, address: map[string]Expr{}}
	p.find(f)
	for name := range p.set {
		p.resolve(name)
	}
	p.keepOutOfScope(f)
	followed := false
	for _, a := range p.address {
		followed = followed || a != nil
	}
	if !followed {
		return f
	}
	out := *f
	out.Body = p.cmd(f.Body)
	Number(&out)
	return &out
}

// pointers are the local variables that are set once.
type pointers struct {
	set     map[string]Expr // what they are set to
	address map[string]Expr // that as an address that is always the same; nil if it is none
}

func (p *pointers) find(f *Func) {
	times := map[string]int{}
	for _, param := range f.Params {
		times[param.Name]++
	}
	sets := func(name string, t Type, x Expr) {
		if times[name]++; isPointer(t) {
			p.set[name] = x
		}
	}
	Walk(f.Body, func(c Cmd) {
		switch c := c.(type) {
		case *Declare:
			if i, ok := c.Init.(*InitExpr); ok {
				sets(c.Name, c.Ty, i.X)
			}
		case *Assign:
			sets(c.Name, c.Ty, c.X)
		}
	}, func(e Expr) {
		if o, ok := e.(*Object); ok {
			times[o.Name] += 2 // it may change elsewhere
		}
	}, nil)
	for name, n := range times {
		if n > 1 {
			delete(p.set, name)
		}
	}
}

// resolve is the address that the variable always has; nil if it has none.
func (p *pointers) resolve(name string) Expr {
	if a, ok := p.address[name]; ok {
		return a
	}
	x, ok := p.set[name]
	if !ok || IsVolatile(TypeOf(x)) {
		return nil
	}
	p.address[name] = nil // while it is looked for
	if a := p.expr(x); isFixed(a) {
		p.address[name] = a
	}
	return p.address[name]
}

// isFixed reports whether e is the address of an object, or of a part of it, and always the same.
func isFixed(e Expr) bool {
	a, ok := addressOf(e)
	return ok && isFixedPlace(a.X)
}

func isFixedPlace(e Expr) bool {
	if IsVolatile(TypeOf(e)) {
		return false
	}
	switch e := e.(type) {
	case *Object:
		_, isFunction := e.Ty.(*Function)
		return !isFunction && !isTextName(e.Name)
	case *Member:
		return e.Offset != InBits && isFixedPlace(e.X)
	case *Index:
		_, isConst := e.I.(*Const)
		return isConst && isFixedPlace(e.X)
	}
	return false
}

// keepOutOfScope keeps the pointers that are used where the object that they point to is not in scope.
func (p *pointers) keepOutOfScope(f *Func) {
	declared := map[string]bool{}
	s := &scopes{
		key:     func(name string) string { return name },
		declare: func(s *scopes, d *Declare) { s.add(d.Name) },
		use: func(s *scopes, name string) {
			a := p.address[name]
			if a == nil {
				return
			}
			to, _ := addressOf(a)
			if root := rootOf(to.X).(*Object).Name; declared[root] && s.find(root) == "" {
				p.address[name] = nil
			}
		},
	}
	Walk(f.Body, func(c Cmd) {
		if d, ok := c.(*Declare); ok {
			declared[d.Name] = true
		}
	}, nil, nil)
	s.function(f)
}

func (p *pointers) cmd(c Cmd) Cmd {
	switch c := c.(type) {
	case *Declare:
		if p.address[c.Name] != nil {
			return &Skip{c.Label}
		}
	case *Assign:
		if p.address[c.Name] != nil {
			return &Skip{c.Label}
		}
	}
	return RebuildCmd(c, p.cmd, p.expr)
}

// expr is e with addresses in place of such variables, and the objects in place of what they point to.
func (p *pointers) expr(e Expr) Expr {
	if v, ok := e.(*Var); ok {
		if a := p.resolve(v.Name); a != nil {
			return CopyExpr(a)
		}
	}
	switch e := RebuildExpr(e, p.expr).(type) {
	case *Deref:
		if to := pointedTo(e.X, e.Ty); to != nil {
			return to
		}
		return e
	case *Arrow:
		t := TypeOf(e.X).(Pointer).Elem
		if to := pointedTo(e.X, t); to != nil {
			return &Member{to, e.Field, e.Offset, e.Ty, e.Label}
		}
		return e
	case *Index:
		if a, ok := addressOf(e.X); ok {
			if array, isArray := TypeOf(a.X).(Array); isArray && Same(array.Elem, e.Ty) && isWhole(a.X) {
				return &Index{a.X, e.I, e.Ty, e.Label}
			}
		}
		if c, ok := e.I.(*Const); ok && c.Value == IntConst(0) {
			if to := pointedTo(e.X, e.Ty); to != nil {
				return to
			}
		}
		return e
	default:
		return e
	}
}

// addressOf is the address that the pointer e is, whatever its type; but a cast that takes const away stays, since what it leads to may be written.
func addressOf(e Expr) (a *AddressOf, ok bool) {
	switch e := e.(type) {
	case *AddressOf:
		return e, true
	case *Convert:
		if to, ok := e.Ty.(Pointer); ok && (IsQualified(to.Elem) || !isConstAddress(e.X)) {
			return addressOf(e.X)
		}
	}
	return nil, false
}

func isConstAddress(e Expr) bool {
	from, ok := TypeOf(e).(Pointer)
	return ok && IsQualified(from.Elem)
}

func isPointer(t Type) bool {
	_, ok := t.(Pointer)
	return ok
}

// isWhole reports whether the array is no row of another one: pointers to rows may be to those behind them.
func isWhole(array Expr) bool {
	_, isRow := array.(*Index)
	return !isRow
}

// pointedTo is the object of type t that the address p leads to; nil if p is none of such an object.
func pointedTo(p Expr, t Type) Expr {
	a, ok := addressOf(p)
	if !ok || IsVolatile(t) || IsVolatile(TypeOf(a.X)) {
		return nil
	}
	if Same(TypeOf(a.X), t) {
		return a.X
	}
	if array, isArray := TypeOf(a.X).(Array); isArray && Same(array.Elem, t) {
		return &Index{a.X, &Const{Value: IntConst(0), Ty: Int}, t, nil}
	}
	return nil
}
