package reasons

import (
	"context"

	"scf/flow"
	"scf/internal/diag"
	"scf/internal/stop"
	"scf/scfml/core"
	"scf/simplify/refusal"
)

// Going through a program: what its expressions and slots are of, and which of its edges are barriers.

// analysis is what is known of one program.
type analysis struct {
	program  *core.Program
	g        *flow.Graph
	refused  refusal.Notes
	types    *types
	typeOf   []int32               // by slot
	barriers map[core.Expr]*Reason // what is kept from who is behind the call, the arms of the match, the operation or the iterator
	sources  *flow.Solver[facts]
	asks     *flow.Solver[facts]
}

func newAnalysis(ctx context.Context, p *core.Program, refused refusal.Notes) *analysis {
	a := &analysis{program: p, g: flow.Of(ctx, p, flow.FieldInsensitive), refused: refused, types: newTypes(), barriers: map[core.Expr]*Reason{}}
	a.typeSlots()
	for _, f := range p.Funcs {
		stop.If(ctx)
		a.walk(f.Body, f.Pos, nil)
	}
	a.solve()
	return a
}

// typeSlots finds the types of what slots hold.
func (a *analysis) typeSlots() {
	a.typeOf = make([]int32, a.g.Slots())
	typer, exprs := core.NewTyper(a.program), map[core.Expr]core.Type{}
	for _, f := range a.program.Funcs {
		typing := typer.Function(f)
		for x, t := range typing.Vars {
			a.typeOf[a.g.Var(x)] = a.types.of(t)
		}
		for e, t := range typing.Exprs {
			exprs[e] = t
		}
		a.typeOf[a.g.Result(f)] = a.types.of(f.Result)
	}
	for s, e := range a.g.Exprs {
		if e != nil {
			a.typeOf[s] = a.types.of(exprs[e])
		}
	}
	for i := range a.g.Edges { // a part stands behind what it is part of
		if e := &a.g.Edges[i]; e.Kind == flow.Part && a.typeOf[e.To] == 0 {
			a.typeOf[e.To] = a.types.of(a.types.components(a.typeOf[e.From], e.Con)[e.Index])
		}
	}
}

// barrierOf is what keeps values from passing e.
func (a *analysis) barrierOf(e *flow.Edge) *Reason {
	switch e.Kind {
	case flow.Argument, flow.Return, flow.Arm, flow.Entry, flow.Collect, flow.Lookup:
		return a.barriers[e.By]
	case flow.Change:
		if _, ok := e.By.(*core.PrimExpr); ok {
			return a.barriers[e.By]
		}
	}
	return nil
}

// walk finds the barriers in e. at is the nearest position that is known; join is what is behind a match of several arms that gives e's value, which is
// none where it is the function's result.
func (a *analysis) walk(e core.Expr, at diag.Pos, join *Reason) {
	at = placeOf(e, at)
	switch e := e.(type) {
	case *core.CaseExpr:
		a.match(e, at, join)
		return
	case *core.CallExpr:
		a.barriers[e] = &Reason{Kind(a.refused[e]), at}
	case *core.IterExpr:
		a.barriers[e] = &Reason{Entries, at}
	case *core.PrimExpr:
		if e.Op.HasKey() {
			if _, known := e.Args[1].(*core.Const); !known {
				a.barriers[e] = &Reason{Key, at}
			}
		}
	}
	core.Children(e, func(x core.Expr) { a.operand(x, at) })
}

// operand finds the barriers in e, which stands where no match waits for it.
func (a *analysis) operand(e core.Expr, at diag.Pos) {
	a.walk(e, at, behind(e, at, refusal.Elsewhere))
}

// behind is the barrier behind the match of several arms in which e ends, for that reason; none where it ends in no such match.
func behind(e core.Expr, at diag.Pos, why refusal.Kind) *Reason {
	c, ok := e.(*core.CaseExpr)
	for ok && len(c.Arms) == 1 {
		c, ok = c.Arms[0].Body.(*core.CaseExpr)
	}
	if !ok {
		return nil
	}
	return &Reason{Kind(why), placeOf(c, at)}
}

func (a *analysis) match(e *core.CaseExpr, at diag.Pos, join *Reason) {
	if t, ok := e.Scrut.(*core.TupleExpr); ok && e.NeverBuilt() {
		for _, x := range t.Elems {
			a.operand(x, at)
		}
	} else {
		a.walk(e.Scrut, at, behind(e.Scrut, at, a.refused[e]))
	}
	if len(e.Arms) > 1 {
		a.barriers[e] = join
	}
	for _, arm := range e.Arms {
		a.walk(arm.Body, at, join)
	}
}

// placeOf is e's position, or the nearest that is known.
func placeOf(e core.Expr, nearest diag.Pos) diag.Pos {
	var pos diag.Pos
	switch e := e.(type) {
	case *core.CaseExpr:
		pos = e.Pos
	case *core.CallExpr:
		pos = e.Pos
	case *core.PrimExpr:
		pos = e.Pos
	}
	if pos.IsValid() {
		return pos
	}
	return nearest
}
