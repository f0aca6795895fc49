package scfml_test

import (
	"strings"
	"testing"

	"scf/scfml"
)

const verifySource = `datatype t = A | B of int * t
structure M = MapFn(type key = int type value = t)
fun helper (x : int, y : t) = B (x, y)
fun main (n : int, m : M.map) = case M.find (m, n) of SOME (B (k, v)) => helper (k + 1, v) | _ => A`

// Verify notices every kind of damage.
func TestVerifyFindsDamage(t *testing.T) {
	var other = scfml.Source{Name: "other", Text: "datatype t = A | B of int * t fun helper (x : int, y : t) = B (x, y)"}
	foreign, _, err := scfml.Load("", other)
	if err != nil {
		t.Fatal(err)
	}
	number := func(n int) scfml.Expr { return &scfml.Const{Value: scfml.Int(n)} }
	for _, c := range []struct {
		name   string
		damage func(p *scfml.Program)
		want   string
	}{
		{"entry", func(p *scfml.Program) { p.Entry = foreign.Entry }, "entry is none"},
		{"groups", func(p *scfml.Program) { p.Groups = nil }, "Groups and Datatypes differ"},
		{"con index", func(p *scfml.Program) { p.Con("B").Index = 0 }, "not where it says"},
		{"result type", func(p *scfml.Program) { p.Entry.Result = scfml.IntType }, "of type"},
		{"missing type", func(p *scfml.Program) { p.Entry.ParamTypes = nil }, "missing"},
		{"unbound variable", func(p *scfml.Program) { p.Entry.Body = &scfml.VarExpr{Var: &scfml.Var{Name: "q"}} }, "not in scope"},
		{"bound twice", func(p *scfml.Program) {
			x := &scfml.VarPat{Var: p.Entry.Params[0]}
			p.Entry.Body = scfml.Let(x, number(1), p.Entry.Body)
		}, "bound twice"},
		{"foreign function", func(p *scfml.Program) {
			p.Entry.Body = &scfml.CallExpr{Func: foreign.Entry, Args: []scfml.Expr{number(1), p.Entry.Body}}
		}, "none of the program's"},
		{"arity", func(p *scfml.Program) {
			p.Entry.Body = &scfml.CallExpr{Func: p.Func("helper"), Args: []scfml.Expr{number(1)}}
		}, "arguments"},
		{"argument type", func(p *scfml.Program) {
			p.Entry.Body = &scfml.CallExpr{Func: p.Func("helper"), Args: []scfml.Expr{number(1), number(2)}}
		}, "of type int, not t"},
		{"foreign constructor", func(p *scfml.Program) {
			p.Entry.Body = &scfml.Const{Value: &scfml.ConValue{Con: foreign.Con("A")}}
		}, "none of the program's"},
		{"constructor without arguments", func(p *scfml.Program) { p.Entry.Body = &scfml.ConExpr{Con: p.Con("A")} }, "no Const"},
		{"no arms", func(p *scfml.Program) { p.Entry.Body.(*scfml.CaseExpr).Arms = nil }, "without arms"},
		{"pattern type", func(p *scfml.Program) {
			p.Entry.Body.(*scfml.CaseExpr).Arms[0].Pat = &scfml.LitPat{Value: scfml.Int(1)}
			p.Entry.Body.(*scfml.CaseExpr).Arms[0].Body = p.Entry.Body.(*scfml.CaseExpr).Arms[1].Body
		}, "of type int"},
		{"pattern arity", func(p *scfml.Program) {
			p.Entry.Body.(*scfml.CaseExpr).Arms[1].Pat = &scfml.ConPat{Con: scfml.Some}
		}, "0 arguments"},
		{"no module", func(p *scfml.Program) { p.Modules = nil }, "no module"},
		{"no label", func(p *scfml.Program) { p.Entry.Body.(*scfml.CaseExpr).Scrut.(*scfml.PrimExpr).Label = 0 }, "no label"},
		{"label of an addition", func(p *scfml.Program) {
			add := p.Entry.Body.(*scfml.CaseExpr).Arms[0].Body.(*scfml.CallExpr).Args[0].(*scfml.PrimExpr)
			add.Label = 7
		}, "module or a label"},
		{"no operation", func(p *scfml.Program) { p.Entry.Body = &scfml.PrimExpr{Op: 999} }, "no operation"},
		{"constant type", func(p *scfml.Program) {
			p.Entry.Body = &scfml.Const{Value: &scfml.ConValue{Con: p.Con("B"), Args: []scfml.Value{scfml.Bool(true), scfml.Int(1)}}}
		}, "a constant is of type"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := mustLoad(t, "", verifySource)
			if err := scfml.VerifyLoaded(p); err != nil {
				t.Fatal(err)
			}
			c.damage(p)
			if err := scfml.Verify(p); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("want an error with %q, got %v", c.want, err)
			}
		})
	}
}

func TestVerifyLoadedFindsSharedLabels(t *testing.T) {
	p := mustLoad(t, "", "structure M = MapFn(type key = int type value = int)\nfun f (m : M.map) = (M.find (m, 1), M.find (m, 2))")
	pair := p.Entry.Body.(*scfml.TupleExpr)
	pair.Elems[1].(*scfml.PrimExpr).Label = pair.Elems[0].(*scfml.PrimExpr).Label
	if err := scfml.Verify(p); err != nil {
		t.Errorf("copies may share a label: %v", err)
	}
	if err := scfml.VerifyLoaded(p); err == nil {
		t.Error("a loaded program has labels of its own")
	}
}
