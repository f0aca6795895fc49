package core_test

import (
	"strings"
	"testing"

	"scf/internal/testing/scfmltest"
	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/syntax"
)

const verifySource = `datatype t = A | B of int * t
structure M = MapFn(type key = int type value = t)
fun helper (x : int, y : t) = B (x, y)
fun main (n : int, m : M.map) = case M.find (m, n) of SOME (B (k, v)) => helper (k + 1, v) | _ => A`

// Verify notices every kind of damage.
func TestVerifyFindsDamage(t *testing.T) {
	var other = syntax.Source{Name: "other", Text: "datatype t = A | B of int * t fun helper (x : int, y : t) = B (x, y)"}
	foreign, _, err := scfml.Load("", other)
	if err != nil {
		t.Fatal(err)
	}
	number := func(n int) core.Expr { return &core.Const{Value: core.Int(n)} }
	for _, c := range []struct {
		name   string
		damage func(p *core.Program)
		want   string
	}{
		{"entry", func(p *core.Program) { p.Entry = foreign.Entry }, "entry is none"},
		{"groups", func(p *core.Program) { p.Groups = nil }, "Groups and Datatypes differ"},
		{"con index", func(p *core.Program) { p.Con("B").Index = 0 }, "not where it says"},
		{"result type", func(p *core.Program) { p.Entry.Result = core.IntType }, "of type"},
		{"missing type", func(p *core.Program) { p.Entry.ParamTypes = nil }, "missing"},
		{"unbound variable", func(p *core.Program) { p.Entry.Body = &core.VarExpr{Var: &core.Var{Name: "q"}} }, "not in scope"},
		{"bound twice", func(p *core.Program) {
			x := &core.VarPat{Var: p.Entry.Params[0]}
			p.Entry.Body = core.Let(x, number(1), p.Entry.Body)
		}, "bound twice"},
		{"foreign function", func(p *core.Program) {
			p.Entry.Body = &core.CallExpr{Func: foreign.Entry, Args: []core.Expr{number(1), p.Entry.Body}}
		}, "none of the program's"},
		{"arity", func(p *core.Program) {
			p.Entry.Body = &core.CallExpr{Func: p.Func("helper"), Args: []core.Expr{number(1)}}
		}, "arguments"},
		{"argument type", func(p *core.Program) {
			p.Entry.Body = &core.CallExpr{Func: p.Func("helper"), Args: []core.Expr{number(1), number(2)}}
		}, "of type int, not t"},
		{"foreign constructor", func(p *core.Program) {
			p.Entry.Body = &core.Const{Value: &core.ConValue{Con: foreign.Con("A")}}
		}, "none of the program's"},
		{"constructor without arguments", func(p *core.Program) { p.Entry.Body = &core.ConExpr{Con: p.Con("A")} }, "no Const"},
		{"no arms", func(p *core.Program) { p.Entry.Body.(*core.CaseExpr).Arms = nil }, "without arms"},
		{"pattern type", func(p *core.Program) {
			p.Entry.Body.(*core.CaseExpr).Arms[0].Pat = &core.LitPat{Value: core.Int(1)}
			p.Entry.Body.(*core.CaseExpr).Arms[0].Body = p.Entry.Body.(*core.CaseExpr).Arms[1].Body
		}, "of type int"},
		{"pattern arity", func(p *core.Program) {
			p.Entry.Body.(*core.CaseExpr).Arms[1].Pat = &core.ConPat{Con: core.Some}
		}, "0 arguments"},
		{"no module", func(p *core.Program) { p.Modules = nil }, "no module"},
		{"no label", func(p *core.Program) { p.Entry.Body.(*core.CaseExpr).Scrut.(*core.PrimExpr).Label = 0 }, "no label"},
		{"label of an addition", func(p *core.Program) {
			add := p.Entry.Body.(*core.CaseExpr).Arms[0].Body.(*core.CallExpr).Args[0].(*core.PrimExpr)
			add.Label = 7
		}, "module or a label"},
		{"no operation", func(p *core.Program) { p.Entry.Body = &core.PrimExpr{Op: 999} }, "no operation"},
		{"constant type", func(p *core.Program) {
			p.Entry.Body = &core.Const{Value: &core.ConValue{Con: p.Con("B"), Args: []core.Value{core.Bool(true), core.Int(1)}}}
		}, "a constant is of type"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := scfmltest.LoadEntry(t, "", verifySource)
			if err := core.VerifyLoaded(p); err != nil {
				t.Fatal(err)
			}
			c.damage(p)
			if err := core.Verify(p); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("want an error with %q, got %v", c.want, err)
			}
		})
	}
}

func TestVerifyLoadedFindsSharedLabels(t *testing.T) {
	p := scfmltest.LoadEntry(t, "", "structure M = MapFn(type key = int type value = int)\nfun f (m : M.map) = (M.find (m, 1), M.find (m, 2))")
	pair := p.Entry.Body.(*core.TupleExpr)
	pair.Elems[1].(*core.PrimExpr).Label = pair.Elems[0].(*core.PrimExpr).Label
	if err := core.Verify(p); err != nil {
		t.Errorf("copies may share a label: %v", err)
	}
	if err := core.VerifyLoaded(p); err == nil {
		t.Error("a loaded program has labels of its own")
	}
}
