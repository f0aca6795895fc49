package simplify

import "scf/scfml"

// This file finds the components that nobody reads [SIM-UNREAD]: whoever gets the entry's result does not look at them
// (Options.Unread), and in the program they are at most handed on, out of one such component into another. What a construction
// puts there makes no difference, so it is a constant, which costs nothing to make, to load and to hand on.
//
// The components that are read are a least fixpoint over the places that values flow through: components, variables and the
// results of functions. A place is read where a pattern looks into it or an operation uses it, and where it flows into a
// place that is read.

// field is a component of the values that a constructor makes.
type field struct {
	con   *scfml.Con
	index int
}

// flows are the places that values flow from, by the place that they flow into: each a field, a *scfml.Var, or a *scfml.Func
// for its result.
type flows struct {
	from   map[any][]any
	read   map[any]bool
	fields map[field]bool // those that something is known about
}

// anywhere is the place that reads everything that flows into it.
type anywhere struct{}

// dropUnread makes the unread components of constructions constants; false where there is none to make one.
func (s *session) dropUnread() bool {
	if s.opts.Unread == nil {
		return false
	}
	fl := &flows{from: map[any][]any{}, read: map[any]bool{}, fields: map[field]bool{}}
	for _, f := range s.program.Funcs {
		fl.expr(f.Body, f)
	}
	for f := range fl.fields {
		if s.compared[f.con.Data] || !s.opts.Unread(f.con, f.index) {
			fl.spread(f)
		}
	}
	fl.spread(s.program.Entry)
	fl.spread(anywhere{})
	changed := false
	for _, f := range s.program.Funcs {
		f.Body = s.withoutUnread(f.Body, fl, &changed)
	}
	return changed
}

// spread marks place as read, and all that flows into it.
func (fl *flows) spread(place any) {
	for work := []any{place}; len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if !fl.read[p] {
			fl.read[p] = true
			work = append(work, fl.from[p]...)
		}
	}
}

// flow notes that the value at the place from becomes the value at the place to.
func (fl *flows) flow(from, to any) {
	fl.from[to] = append(fl.from[to], from)
	for _, p := range []any{from, to} {
		if f, ok := p.(field); ok {
			fl.fields[f] = true
		}
	}
}

// expr goes through e, whose value flows into the place to.
func (fl *flows) expr(e scfml.Expr, to any) {
	switch e := e.(type) {
	case *scfml.VarExpr:
		fl.flow(e.Var, to)
	case *scfml.CallExpr:
		fl.flow(e.Func, to)
		for i, a := range e.Args {
			fl.expr(a, e.Func.Params[i])
		}
	case *scfml.ConExpr:
		for i, a := range e.Args {
			f := field{e.Con, i}
			fl.fields[f] = true
			fl.expr(a, f)
		}
	case *scfml.CaseExpr:
		fl.match(e)
		for _, a := range e.Arms {
			fl.expr(a.Body, to)
		}
	default:
		scfml.Children(e, func(x scfml.Expr) { fl.expr(x, anywhere{}) })
	}
}

// match goes through the scrutinee of c, which flows into the variables of the patterns and is read where they look into it.
func (fl *flows) match(c *scfml.CaseExpr) {
	elems, column := columnsOf(c)
	for i, e := range elems {
		at := &scfml.Var{}
		fl.expr(e, at)
		for _, a := range c.Arms {
			fl.pattern(column(a.Pat, i), at)
		}
	}
}

// pattern notes what p does with the value at the place at.
func (fl *flows) pattern(p scfml.Pat, at any) {
	switch p := p.(type) {
	case *scfml.VarPat:
		fl.flow(at, p.Var)
	case *scfml.AsPat:
		fl.flow(at, p.Var)
		fl.pattern(p.Pat, at)
	case *scfml.LitPat:
		fl.flow(at, anywhere{})
	case *scfml.ConPat:
		fl.flow(at, anywhere{})
		for i, sub := range p.Args {
			fl.pattern(sub, field{p.Con, i})
		}
	case *scfml.TuplePat:
		for _, sub := range p.Elems {
			tupled := &scfml.Var{} // components of tuples are not told apart: they are read
			fl.flow(tupled, anywhere{})
			fl.pattern(sub, tupled)
		}
	}
}

// withoutUnread is e with constants for the components that nothing reads.
func (s *session) withoutUnread(e scfml.Expr, fl *flows, changed *bool) scfml.Expr {
	e = scfml.Rebuild(e, func(x scfml.Expr) scfml.Expr { return s.withoutUnread(x, fl, changed) })
	c, ok := e.(*scfml.ConExpr)
	if !ok {
		return e
	}
	var args []scfml.Expr
	for i, a := range c.Args {
		if _, constant := a.(*scfml.Const); constant || fl.read[field{c.Con, i}] {
			continue
		}
		v, ok := leastValue(c.Con.Args[i], nil)
		if !ok {
			continue
		}
		if args == nil {
			args = append(args, c.Args...)
		}
		args[i] = &scfml.Const{Value: v}
		*changed = true
	}
	if args == nil {
		return e
	}
	s.report.Unread++
	return &scfml.ConExpr{Con: c.Con, Args: args}
}

// leastValue is some small value of type t, where there is one that needs none of the datatypes inside.
func leastValue(t scfml.Type, inside []*scfml.Datatype) (scfml.Value, bool) {
	all := func(ts []scfml.Type, inside []*scfml.Datatype) ([]scfml.Value, bool) {
		vs := make([]scfml.Value, len(ts))
		for i, t := range ts {
			v, ok := leastValue(t, inside)
			if !ok {
				return nil, false
			}
			vs[i] = v
		}
		return vs, true
	}
	switch t := t.(type) {
	case scfml.Base:
		return [...]scfml.Value{scfml.Int(0), scfml.Bool(false), scfml.Char(0), scfml.Str("")}[t], true
	case *scfml.TupleType:
		vs, ok := all(t.Elems, inside)
		return &scfml.Tuple{Elems: vs}, ok
	case *scfml.MapType:
		return scfml.EmptyMap, true
	case *scfml.SetType:
		return scfml.EmptySet, true
	case *scfml.DataType:
		for _, d := range inside {
			if d == t.Data {
				return nil, false
			}
		}
		inside = append(inside[:len(inside):len(inside)], t.Data)
		for _, c := range t.Data.Cons {
			if vs, ok := all(c.ArgTypes(t), inside); ok {
				return &scfml.ConValue{Con: c, Args: vs}, true
			}
		}
	}
	return nil, false
}

// comparedTypes are the datatypes whose values p compares, or uses as keys, as a whole.
func comparedTypes(p *scfml.Program) map[*scfml.Datatype]bool {
	seen := map[*scfml.Datatype]bool{}
	var add func(t scfml.Type)
	list := func(ts []scfml.Type) {
		for _, t := range ts {
			add(t)
		}
	}
	add = func(t scfml.Type) {
		switch t := t.(type) {
		case *scfml.TupleType:
			list(t.Elems)
		case *scfml.MapType:
			add(t.Key)
			add(t.Value)
		case *scfml.SetType:
			add(t.Elem)
		case *scfml.DataType:
			list(t.Args)
			if !seen[t.Data] {
				seen[t.Data] = true
				for _, c := range t.Data.Cons {
					list(c.Args)
				}
			}
		}
	}
	list(scfml.Compared(p))
	return seen
}
