package simplify

import (
	"slices"

	"scf/flow"
	"scf/scfml/core"
)

// This file finds the components that nobody reads [SIM-UNREAD]: whoever gets the entry's result does not look at them
// (Options.Unread), and in the program they are at most handed on, out of one such component into another. What a construction
// puts there makes no difference, so it is a constant, which costs nothing to make, to load and to hand on.
//
// The components that are read are a least fixpoint over the places that values flow through: components, variables and the
// results of functions. A place is read where a pattern looks into it or an operation uses it, and where it flows into a
// place that is read.

// unread are the components that nothing reads.
type unread map[flow.Field]bool

// dropUnread makes the unread components of constructions constants; false where there is none to make one.
func (s *session) dropUnread() bool {
	g := flow.Of(s.ctx, s.program, flow.FieldBased)
	if !s.unreadFields(g, nil).made(g) {
		return false // without a look at what is compared, which takes the types of the program
	}
	u := s.unreadFields(g, comparedTypes(s.program))
	if !u.made(g) {
		return false
	}
	changed := false
	for _, f := range s.program.Funcs {
		f.Body = s.withoutUnread(f.Body, u, &changed)
	}
	return changed
}

// unreadFields are the components that nothing reads, where values of the datatypes compared are read as a whole.
func (s *session) unreadFields(g *flow.Graph, compared map[*core.Datatype]bool) unread {
	read := flow.NewSolver(g, flow.Backwards, flow.Reaches(func(*flow.Edge) bool { return true }))
	read.Add(g.Result(s.program.Entry), true)
	for f, slot := range g.Fields {
		if compared[f.Con.Data] || !s.opts.Unread(f.Con, f.Index) {
			read.Add(slot, true)
		}
	}
	for i := range g.Edges {
		switch e := &g.Edges[i]; e.Kind {
		case flow.Test, flow.Operand, flow.Change, flow.Lookup, flow.Key, flow.Entry, flow.Collect:
			read.Add(e.From, true)
		}
	}
	read.Solve()
	u := unread{}
	for f, slot := range g.Fields {
		u[f] = !read.At(slot)
	}
	return u
}

// made reports whether anything but constants is put into unread components.
func (u unread) made(g *flow.Graph) bool {
	return slices.ContainsFunc(g.Edges, func(e flow.Edge) bool {
		_, constant := g.Exprs[e.From].(*core.Const)
		return e.Kind == flow.Component && !constant && u[flow.Field{Con: e.Con, Index: int(e.Index)}]
	})
}

// withoutUnread is e with constants for the components that nothing reads.
func (s *session) withoutUnread(e core.Expr, u unread, changed *bool) core.Expr {
	e = core.Rebuild(e, func(x core.Expr) core.Expr { return s.withoutUnread(x, u, changed) })
	c, ok := e.(*core.ConExpr)
	if !ok {
		return e
	}
	var args []core.Expr
	for i, a := range c.Args {
		if _, constant := a.(*core.Const); constant || !u[flow.Field{Con: c.Con, Index: i}] {
			continue
		}
		v, ok := leastValue(c.Con.Args[i], nil)
		if !ok {
			continue
		}
		if args == nil {
			args = append(args, c.Args...)
		}
		args[i] = &core.Const{Value: v}
		*changed = true
	}
	if args == nil {
		return e
	}
	s.report.Unread++
	return &core.ConExpr{Con: c.Con, Args: args}
}

// leastValue is some small value of type t, where there is one that needs none of the datatypes inside.
func leastValue(t core.Type, inside []*core.Datatype) (core.Value, bool) {
	all := func(ts []core.Type, inside []*core.Datatype) ([]core.Value, bool) {
		vs := make([]core.Value, len(ts))
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
	case core.Base:
		return [...]core.Value{core.Int(0), core.Bool(false), core.Char(0), core.Str("")}[t], true
	case *core.TupleType:
		vs, ok := all(t.Elems, inside)
		return &core.Tuple{Elems: vs}, ok
	case *core.MapType:
		return core.EmptyMap, true
	case *core.SetType:
		return core.EmptySet, true
	case *core.DataType:
		for _, d := range inside {
			if d == t.Data {
				return nil, false
			}
		}
		inside = append(inside[:len(inside):len(inside)], t.Data)
		for _, c := range t.Data.Cons {
			if vs, ok := all(c.ArgTypes(t), inside); ok {
				return &core.ConValue{Con: c, Args: vs}, true
			}
		}
	}
	return nil, false
}

// comparedTypes are the datatypes whose values p compares, or uses as keys, as a whole.
func comparedTypes(p *core.Program) map[*core.Datatype]bool {
	seen := map[*core.Datatype]bool{}
	var add func(ts []core.Type)
	add = func(ts []core.Type) {
		for _, t := range ts {
			if d, ok := t.(*core.DataType); ok {
				add(d.Args)
				if seen[d.Data] {
					continue
				}
				seen[d.Data] = true
			}
			add(core.Parts(t))
		}
	}
	add(core.Compared(p))
	return seen
}
