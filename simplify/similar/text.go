package similar

import (
	"encoding/binary"

	"scf/scfml/core"
	"scf/simplify/valuegraph"
)

// Text is the same for functions with those parameters and bodies that are alike but for the names of variables. A call of f itself is the same in all;
// identity tells other functions apart that are called, nil that they do not matter.
func Text(f *core.Func, params []*core.Var, body core.Expr, constants *valuegraph.Constants, identity func(*core.Func) any) []byte {
	t := &texter{constants: constants, identity: identity, self: f}
	t.function(params, body)
	return t.out
}

// texter writes an expression so that equal texts mean equal expressions.
type texter struct {
	constants *valuegraph.Constants
	identity  func(*core.Func) any // what tells functions apart; nil where which function is called does not matter
	self      *core.Func
	vars      map[*core.Var]int
	constant  func(*core.Const) // writes a constant; nil for its value
	out       []byte
}

func (t *texter) function(params []*core.Var, body core.Expr) {
	t.vars = map[*core.Var]int{}
	t.number(len(params))
	for _, x := range params {
		t.bind(x)
	}
	t.expr(body)
}

func (t *texter) tag(c byte)         { t.out = append(t.out, c) }
func (t *texter) number(n int)       { t.out = binary.AppendVarint(t.out, int64(n)) }
func (t *texter) object(x any)       { t.number(t.constants.Number(x)) }
func (t *texter) bind(x *core.Var)   { t.vars[x] = len(t.vars) }
func (t *texter) con(c *core.Con)    { t.object(c) }
func (t *texter) value(v core.Value) { t.number(t.constants.ID(v)) }

func (t *texter) exprs(es []core.Expr) {
	t.number(len(es))
	for _, e := range es {
		t.expr(e)
	}
}

func (t *texter) expr(e core.Expr) {
	switch e := e.(type) {
	case *core.VarExpr:
		t.tag('v')
		t.number(t.vars[e.Var])
	case *core.Const:
		t.tag('c')
		if t.constant != nil {
			t.constant(e)
		} else {
			t.value(e.Value)
		}
	case *core.DeadExpr:
		t.tag('d')
	case *core.ConExpr:
		t.tag('k')
		t.con(e.Con)
		t.exprs(e.Args)
	case *core.TupleExpr:
		t.tag('t')
		t.exprs(e.Elems)
	case *core.CallExpr:
		t.tag('f')
		switch {
		case t.identity == nil:
		case e.Func == t.self:
			t.number(-1)
		default:
			t.object(t.identity(e.Func))
		}
		t.exprs(e.Args)
	case *core.PrimExpr:
		t.tag('p')
		t.number(int(e.Op))
		if e.Keys != nil {
			t.object(e.Keys)
		}
		t.exprs(e.Args)
	case *core.IterExpr:
		t.tag('i')
		t.exprs(e.Args)
		for _, x := range e.Params {
			t.bind(x)
		}
		t.expr(e.Body)
	case *core.CaseExpr:
		t.tag('m')
		t.expr(e.Scrut)
		t.number(len(e.Arms))
		for _, a := range e.Arms {
			t.pat(a.Pat)
			t.expr(a.Body)
		}
	}
}

func (t *texter) pats(ps []core.Pat) {
	t.number(len(ps))
	for _, p := range ps {
		t.pat(p)
	}
}

func (t *texter) pat(p core.Pat) {
	switch p := p.(type) {
	case *core.WildPat:
		t.tag('_')
	case *core.VarPat:
		t.tag('v')
		t.bind(p.Var)
	case *core.AsPat:
		t.tag('a')
		t.bind(p.Var)
		t.pat(p.Pat)
	case *core.LitPat:
		t.tag('l')
		t.value(p.Value)
	case *core.ConPat:
		t.tag('k')
		t.con(p.Con)
		t.pats(p.Args)
	case *core.TuplePat:
		t.tag('t')
		t.pats(p.Elems)
	}
}
