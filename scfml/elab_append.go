package scfml

import (
	"slices"

	"scf/internal/diag"
)

// The operator @ is a function of the program like any other, added where it is used:
//
//	fun append (nil, ys) = ys | append (x :: xs, ys) = x :: append (xs, ys)

// appendLists elaborates `l @ r`.
func (e *elaborator) appendLists(l, r placedExp, pos diag.Pos) typed {
	t := ListOf(e.fresh())
	e.expect(l.pos, l.t, t, "the left operand of @ is of type %s, but it takes %s")
	e.expect(r.pos, r.t, t, "the right operand of @ is of type %s, but here it takes %s")
	if e.appending == nil {
		e.appending = appendFunc()
		e.home[e.appending] = "List"
		e.prog.Funcs = slices.Insert(e.prog.Funcs, 0, e.appending)
	}
	return typed{&CallExpr{e.appending, []Expr{l.e, r.e}, pos}, t}
}

func appendFunc() *Func {
	t := ListOf(&TypeVar{"'a"})
	xs, ys := &Var{"xs"}, &Var{"ys"}
	f := &Func{Name: "append", Params: []*Var{xs, ys}, ParamTypes: []Type{t, t}, Result: t}
	x, rest := &Var{"x"}, &Var{"xs"}
	tail := &CallExpr{Func: f, Args: []Expr{&VarExpr{rest}, &VarExpr{ys}}}
	f.Body = &CaseExpr{Scrut: &VarExpr{xs}, Arms: []Arm{
		{&ConPat{Con: Nil}, &VarExpr{ys}},
		{&ConPat{Cons, []Pat{&VarPat{x}, &VarPat{rest}}}, &ConExpr{Cons, []Expr{&VarExpr{x}, tail}}},
	}}
	return f
}
