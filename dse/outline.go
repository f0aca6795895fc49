package dse

import (
	"scf/scfml/core"
)

// This file counts what programs have, and who calls whom in them, which one walk through each function finds.

// size counts what a program or a function has.
type size struct{ mapOps, entries, bindings, tests, cases, funcs, nodes int }

// outline is what is known of a function's body without looking through it again.
type outline struct {
	size
	calls []*core.Func // once per call, in the order of scfml.Calls
}

// outlines are those of the functions of a program.
type outlines map[*core.Func]*outline

func outlinesOf(p *core.Program) outlines {
	out := make(outlines, len(p.Funcs))
	for _, f := range p.Funcs {
		o := &outline{size: size{funcs: 1}}
		o.expr(f.Body)
		out[f] = o
	}
	return out
}

// size is that of all functions of p.
func (os outlines) size(p *core.Program) size {
	var n size
	for _, f := range p.Funcs {
		o := os[f]
		n.mapOps += o.mapOps
		n.entries += o.entries
		n.bindings += o.bindings
		n.tests += o.tests
		n.cases += o.cases
		n.funcs += o.funcs
		n.nodes += o.nodes
	}
	return n
}

// reachable is p.Reachable.
func (os outlines) reachable(p *core.Program) []*core.Func {
	return p.ReachableBy(func(f *core.Func, visit func(*core.Func)) {
		for _, g := range os[f].calls {
			visit(g)
		}
	})
}

func (o *outline) expr(e core.Expr) {
	o.nodes++
	switch e := e.(type) {
	case *core.CallExpr:
		o.calls = append(o.calls, e.Func)
	case *core.PrimExpr:
		if e.Op.IsMap() {
			o.mapOps++
		}
	case *core.IterExpr:
		o.mapOps++
	case *core.Const:
		o.entries += entries(e.Value)
	case *core.CaseExpr:
		o.cases++
		for _, a := range e.Arms {
			o.pat(a.Pat)
		}
	}
	core.Children(e, o.expr)
}

// entries counts those of the map that v is.
func entries(v core.Value) int {
	if m, ok := v.(*core.MapValue); ok {
		return m.Len()
	}
	return 0
}

func (n *size) pat(p core.Pat) {
	switch p := p.(type) {
	case *core.VarPat:
		n.bindings++
	case *core.AsPat:
		n.bindings++
		n.pat(p.Pat)
	case *core.LitPat:
		n.tests++
	case *core.ConPat:
		n.tests++
		for _, x := range p.Args {
			n.pat(x)
		}
	case *core.TuplePat:
		for _, x := range p.Elems {
			n.pat(x)
		}
	}
}
