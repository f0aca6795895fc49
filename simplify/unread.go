package simplify

import (
	"slices"

	"scf/scfml/core"
)

// This file finds the components that nobody reads [SIM-UNREAD]: whoever gets the entry's result does not look at them
// (Options.Unread), and in the program they are at most handed on, out of one such component into another. What a construction
// puts there makes no difference, so it is a constant, which costs nothing to make, to load and to hand on.
//
// The components that are read are a least fixpoint over the places that values flow through: components, variables and the
// results of functions. A place is read where a pattern looks into it or an operation uses it, and where it flows into a
// place that is read.

// field is a component of the values that a constructor makes.
type field struct {
	con   *core.Con
	index int
}

// place numbers what values flow through: components, variables and the results of functions.
type place int32

// The places that need no number of their own.
const (
	nowhere  place = iota // nothing flows out of it, or into it
	anywhere              // it reads everything that flows into it
	firstPlace
)

// flows are the places that values flow from into others.
type flows struct {
	fields map[field]place
	vars   map[*core.Var]place
	funcs  map[*core.Func]place
	last   place
	flows  []flow
	read   []bool         // by place
	made   map[field]bool // what constructions do not put constants into
}

type flow struct{ from, to place }

// dropUnread makes the unread components of constructions constants; false where there is none to make one.
func (s *session) dropUnread() bool {
	if s.opts.Unread == nil || !s.makesUnread() {
		return false
	}
	fl := &flows{
		fields: map[field]place{}, vars: map[*core.Var]place{}, funcs: map[*core.Func]place{}, last: firstPlace, made: map[field]bool{},
	}
	for _, f := range s.program.Funcs {
		fl.expr(f.Body, fl.function(f))
	}
	if !s.anyUnread(fl, nil) || !s.anyUnread(fl, comparedTypes(s.program)) {
		return false
	}
	changed := false
	for _, f := range s.program.Funcs {
		f.Body = s.withoutUnread(f.Body, fl, &changed)
	}
	return changed
}

// anyUnread finds what is read where values of the datatypes compared are read as a whole. It reports whether anything but a constant is put
// where nothing reads it.
func (s *session) anyUnread(fl *flows, compared map[*core.Datatype]bool) bool {
	read := []place{anywhere, fl.function(s.program.Entry)}
	for f, p := range fl.fields {
		if compared[f.con.Data] || !s.opts.Unread(f.con, f.index) {
			read = append(read, p)
		}
	}
	fl.spread(read)
	for f := range fl.made {
		if !fl.read[fl.fields[f]] {
			return true
		}
	}
	return false
}

// makesUnread reports whether the program puts anything but constants into components that whoever gets the entry's result does not look at.
func (s *session) makesUnread() bool {
	var makes func(core.Expr) bool
	makes = func(e core.Expr) bool {
		if c, ok := e.(*core.ConExpr); ok {
			for i, a := range c.Args {
				if _, constant := a.(*core.Const); !constant && s.opts.Unread(c.Con, i) {
					return true
				}
			}
		}
		found := false
		core.Children(e, func(x core.Expr) { found = found || makes(x) })
		return found
	}
	return slices.ContainsFunc(s.program.Funcs, func(f *core.Func) bool { return makes(f.Body) })
}

// spread marks the places as read, and all that flows into them.
func (fl *flows) spread(places []place) {
	fl.read = make([]bool, fl.last+1)
	first := make([]int32, fl.last+2) // of the flows into a place
	for _, f := range fl.flows {
		first[f.to+1]++
	}
	for p := range fl.last + 1 {
		first[p+1] += first[p]
	}
	from := make([]place, len(fl.flows))
	next := slices.Clone(first)
	for _, f := range fl.flows {
		from[next[f.to]] = f.from
		next[f.to]++
	}
	for work := places; len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if !fl.read[p] {
			fl.read[p] = true
			work = append(work, from[first[p]:first[p+1]]...)
		}
	}
}

// flow notes that the value at the place from becomes the value at the place to.
func (fl *flows) flow(from, to place) {
	if from != nowhere && to != nowhere {
		fl.flows = append(fl.flows, flow{from, to})
	}
}

func (fl *flows) field(con *core.Con, i int) place { return placeOf(fl, fl.fields, field{con, i}) }

func (fl *flows) variable(x *core.Var) place { return placeOf(fl, fl.vars, x) }

func (fl *flows) function(f *core.Func) place { return placeOf(fl, fl.funcs, f) }

// placeOf is the number of x among the places of its kind.
func placeOf[K comparable](fl *flows, places map[K]place, x K) place {
	p, ok := places[x]
	if !ok {
		p = fl.another()
		places[x] = p
	}
	return p
}

// another is a new place.
func (fl *flows) another() place {
	fl.last++
	return fl.last
}

// expr goes through e, whose value flows into the place to.
func (fl *flows) expr(e core.Expr, to place) {
	switch e := e.(type) {
	case *core.VarExpr:
		fl.flow(fl.variable(e.Var), to)
	case *core.CallExpr:
		fl.flow(fl.function(e.Func), to)
		for i, a := range e.Args {
			fl.expr(a, fl.variable(e.Func.Params[i]))
		}
	case *core.ConExpr:
		for i, a := range e.Args {
			if _, constant := a.(*core.Const); !constant {
				fl.made[field{e.Con, i}] = true
			}
			fl.expr(a, fl.field(e.Con, i))
		}
	case *core.CaseExpr:
		fl.match(e)
		for _, a := range e.Arms {
			fl.expr(a.Body, to)
		}
	default:
		core.Children(e, func(x core.Expr) { fl.expr(x, anywhere) })
	}
}

// match goes through the scrutinee of c, which flows into the variables of the patterns and is read where they look into it.
func (fl *flows) match(c *core.CaseExpr) {
	elems, column := columnsOf(c)
	for i, e := range elems {
		at := fl.another()
		fl.expr(e, at)
		for _, a := range c.Arms {
			fl.pattern(column(a.Pat, i), at)
		}
	}
}

// pattern notes what p does with the value at the place at.
func (fl *flows) pattern(p core.Pat, at place) {
	switch p := p.(type) {
	case *core.VarPat:
		fl.flow(at, fl.variable(p.Var))
	case *core.AsPat:
		fl.flow(at, fl.variable(p.Var))
		fl.pattern(p.Pat, at)
	case *core.LitPat:
		fl.flow(at, anywhere)
	case *core.ConPat:
		fl.flow(at, anywhere)
		for i, sub := range p.Args {
			fl.pattern(sub, fl.field(p.Con, i))
		}
	case *core.TuplePat:
		for _, sub := range p.Elems {
			fl.pattern(sub, nowhere) // components of tuples are not told apart: what flows into them is read
		}
	}
}

// withoutUnread is e with constants for the components that nothing reads.
func (s *session) withoutUnread(e core.Expr, fl *flows, changed *bool) core.Expr {
	e = core.Rebuild(e, func(x core.Expr) core.Expr { return s.withoutUnread(x, fl, changed) })
	c, ok := e.(*core.ConExpr)
	if !ok {
		return e
	}
	var args []core.Expr
	for i, a := range c.Args {
		if _, constant := a.(*core.Const); constant || fl.read[fl.fields[field{c.Con, i}]] {
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
	var add func(t core.Type)
	list := func(ts []core.Type) {
		for _, t := range ts {
			add(t)
		}
	}
	add = func(t core.Type) {
		switch t := t.(type) {
		case *core.TupleType:
			list(t.Elems)
		case *core.MapType:
			add(t.Key)
			add(t.Value)
		case *core.SetType:
			add(t.Elem)
		case *core.DataType:
			list(t.Args)
			if !seen[t.Data] {
				seen[t.Data] = true
				for _, c := range t.Data.Cons {
					list(c.Args)
				}
			}
		}
	}
	list(core.Compared(p))
	return seen
}
