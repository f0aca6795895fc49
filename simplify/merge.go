package simplify

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"scf/scfml/core"
	"scf/simplify/valuegraph"
)

// This file compares functions and programs up to the names of variables, to find out that a round changed nothing and that two
// functions do the same [SIM-MERGE].

// mergeFuncs lets calls of functions of at least least nodes that do what an earlier one does go to that; false where there are none.
func (s *session) mergeFuncs(least int) bool {
	into := s.duplicates(least)
	if len(into) == 0 {
		return false
	}
	s.report.FunctionsMerged += len(into)
	for _, f := range s.program.Funcs {
		if g := into[f]; g != nil {
			s.moved(Merged, f, g)
		}
		if s.outline(f).callsAny(func(g *core.Func) bool { return into[g] != nil }) {
			f.Body = callInstead(f.Body, into)
		}
	}
	s.program.Funcs = s.reachable()
	return true
}

// duplicates gives for functions that do what an earlier one does that earlier one. The entry stays.
func (s *session) duplicates(least int) map[*core.Func]*core.Func {
	into := map[*core.Func]*core.Func{}
	first := map[int]*core.Func{}
	for i, class := range s.equalFuncs() {
		f := s.program.Funcs[i]
		if s.outline(f).size < least && f != s.program.Entry {
			continue
		}
		if g, ok := first[class]; ok && f != s.program.Entry {
			into[f] = g
		} else if !ok {
			first[class] = f
		}
	}
	return into
}

// callInstead is e with calls of what into has for a function in place of calls of that.
func callInstead(e core.Expr, into map[*core.Func]*core.Func) core.Expr {
	return core.Retarget(e, func(f *core.Func) *core.Func {
		if g := into[f]; g != nil {
			return g
		}
		return f
	})
}

// digest is a text and what it is of.
type digest struct {
	body   core.Expr
	params int
	text   string
	types  string // of the function
}

// isOf reports whether d is of f as it is now.
func (d digest) isOf(f *core.Func) bool { return d.body == f.Body && d.params == len(f.Params) }

// text is a digest of f's parameters and body that is the same for functions that differ in the names of variables only. A
// call of f itself is the same in all.
func (s *session) text(f *core.Func) string {
	d := s.digests[f]
	if !d.isOf(f) {
		d = s.digest(f, f.Params, f.Body)
		s.digests[f] = d
	}
	return d.text
}

// digest is the digest of f with those parameters and that body.
func (s *session) digest(f *core.Func, params []*core.Var, body core.Expr) digest {
	t := &texter{constants: s.unit.Constants, identity: s.identity}
	t.function(f, params, body)
	sum := sha256.Sum256(t.out)
	return digest{body, len(params), string(sum[:]), fmt.Sprint(f.ArgType(), "->", f.Result)}
}

// texter writes an expression so that equal texts mean equal expressions.
type texter struct {
	constants *valuegraph.Constants
	identity  func(*core.Func) any // what tells functions apart; nil where which function is called does not matter
	self      *core.Func
	vars      map[*core.Var]int
	out       []byte
}

func (t *texter) function(f *core.Func, params []*core.Var, body core.Expr) {
	t.self, t.vars = f, map[*core.Var]int{}
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
		t.value(e.Value)
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
