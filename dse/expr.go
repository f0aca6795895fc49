package dse

import (
	"scf/scfml/core"
)

// Expressions (figure 7.10). A walker goes backwards through one function's body: it gives each expression the pattern of what
// is read of its value, and returns the pruned expression. Variables are bound in one place, so one table holds the patterns
// of all; a variable's entry is complete once the expression in its scope has been visited.

// walker visits one body once, to find patterns. The expression that it gives is the pruned one once the patterns are final, but that
// calls are of the functions as they were, with all arguments.
type walker struct {
	s    *solver
	lat  *lattice
	f    *summary
	vars map[*core.Var]*LivenessPattern
	// iterators counts the iterators whose bodies enclose the place.
	iterators int
	calls     []*core.CallExpr // in the pruned body
}

func newWalker(s *solver, f *summary) *walker {
	return &walker{s: s, lat: s.lat, f: f, vars: map[*core.Var]*LivenessPattern{}}
}

// variable is what is read of v.
func (w *walker) variable(v *core.Var) *LivenessPattern {
	if l, ok := w.vars[v]; ok {
		return l
	}
	return w.lat.dead
}

// expr prunes e, of whose value l is read [DSE-DEAD, DSE-VAR, DSE-TUPLE, DSE-CON, DSE-CONST].
func (w *walker) expr(e core.Expr, l *LivenessPattern) core.Expr {
	if l.isDead() {
		return &core.DeadExpr{}
	}
	switch e := e.(type) {
	case *core.VarExpr:
		w.vars[e.Var] = w.lat.join(w.variable(e.Var), l)
		return e
	case *core.ConExpr:
		return w.construct(e, l)
	case *core.TupleExpr:
		return w.s.options.tuple(w.exprs(e.Elems, w.elements(l, len(e.Elems))))
	case *core.CaseExpr:
		return w.match(e, l)
	case *core.CallExpr:
		return w.call(e, l)
	case *core.PrimExpr:
		return w.primitive(e, l)
	case *core.IterExpr:
		return w.iterate(e, l)
	case *core.Const:
		return w.constant(e, l)
	}
	return e // DeadExpr
}

// exprs prunes each expression by its pattern.
func (w *walker) exprs(es []core.Expr, ls []*LivenessPattern) []core.Expr {
	out := make([]core.Expr, len(es))
	for i, e := range es {
		out[i] = w.expr(e, ls[i])
	}
	return out
}

// elements are the patterns of the n components of a value: those of a product, or n times L.
func (w *walker) elements(l *LivenessPattern, n int) []*LivenessPattern {
	if l.kind == product && len(l.elems) == n {
		return l.elems
	}
	out := make([]*LivenessPattern, n)
	for i := range out {
		out[i] = w.lat.live
	}
	return out
}

// construct keeps of a constructor application what is read of its arguments. One whose constructor nobody asks for could as
// well be any other that nobody asks for: a dead value.
func (w *walker) construct(e *core.ConExpr, l *LivenessPattern) core.Expr {
	if l.kind != sum {
		return w.s.options.construction(e.Con, w.exprs(e.Args, w.elements(w.lat.live, len(e.Args))))
	}
	a, ok := l.find(e.Con)
	if !ok {
		return &core.DeadExpr{}
	}
	return w.s.options.construction(e.Con, w.exprs(e.Args, a.args))
}

// construction applies con. Of constants and dead values it is a constant, which need not be built.
func (o Options) construction(con *core.Con, args []core.Expr) core.Expr {
	if vs, ok := constants(args); ok && !o.NoHoist {
		return &core.Const{Value: &core.ConValue{Con: con, Args: vs}}
	}
	return &core.ConExpr{Con: con, Args: args}
}

// tuple makes a tuple; of constants and dead values it is a constant.
func (o Options) tuple(elems []core.Expr) core.Expr {
	if vs, ok := constants(elems); ok && !o.NoHoist {
		return &core.Const{Value: &core.Tuple{Elems: vs}}
	}
	return &core.TupleExpr{Elems: elems}
}

// constants are the values of expressions that are all constant or dead.
func constants(es []core.Expr) ([]core.Value, bool) {
	vs := make([]core.Value, len(es))
	for i, e := range es {
		switch e := e.(type) {
		case *core.Const:
			vs[i] = e.Value
		case *core.DeadExpr:
			vs[i] = core.Dead{}
		default:
			return nil, false
		}
	}
	return vs, true
}

// call asks for l of the callee's result and prunes the arguments by what the callee reads of them; arguments that it does not
// read at all will not be passed (solver.retarget) [DSE-CALL]. The entry keeps its signature.
func (w *walker) call(e *core.CallExpr, l *LivenessPattern) core.Expr {
	c := &core.CallExpr{Func: e.Func, Pos: e.Pos}
	c.Args = w.exprs(e.Args, w.s.demand(w.f, w.s.summaries[e.Func], e, l))
	w.calls = append(w.calls, c)
	return c
}

// passed reports whether g keeps its parameter i.
func (s *solver) passed(g *summary, i int) bool {
	return g.fn == s.prog.Entry || !g.params[i].isDead()
}
