package scfml

import (
	"slices"

	"scf/internal/diag"
	"scf/scfml/core"
)

// The operator @ is a function of the program like any other, added where it is used:
//
//	fun append (nil, ys) = ys | append (x :: xs, ys) = x :: append (xs, ys)

// appendLists elaborates `l @ r`.
func (e *elaborator) appendLists(l, r placedExp, pos diag.Pos) typed {
	t := core.ListOf(e.Fresh())
	e.expect(l.pos, l.t, t, "the left operand of @ is of type %s, but it takes %s")
	e.expect(r.pos, r.t, t, "the right operand of @ is of type %s, but here it takes %s")
	if e.appending == nil {
		e.appending = appendFunc()
		e.home[e.appending] = "List"
		e.prog.Funcs = slices.Insert(e.prog.Funcs, 0, e.appending)
	}
	return typed{&core.CallExpr{Func: e.appending, Args: []core.Expr{l.e, r.e}, Pos: pos}, t}
}

func appendFunc() *core.Func {
	t := core.ListOf(&core.TypeVar{Name: "'a"})
	xs, ys := &core.Var{Name: "xs"}, &core.Var{Name: "ys"}
	f := &core.Func{Name: "append", Params: []*core.Var{xs, ys}, ParamTypes: []core.Type{t, t}, Result: t}
	x, rest := &core.Var{Name: "x"}, &core.Var{Name: "xs"}
	tail := &core.CallExpr{Func: f, Args: []core.Expr{&core.VarExpr{Var: rest}, &core.VarExpr{Var: ys}}}
	f.Body = &core.CaseExpr{Scrut: &core.VarExpr{Var: xs}, Arms: []core.Arm{
		{Pat: &core.ConPat{Con: core.Nil}, Body: &core.VarExpr{Var: ys}},
		{Pat: &core.ConPat{Con: core.Cons, Args: []core.Pat{&core.VarPat{Var: x}, &core.VarPat{Var: rest}}}, Body: &core.ConExpr{Con: core.Cons, Args: []core.Expr{&core.VarExpr{Var: x}, tail}}},
	}}
	return f
}
