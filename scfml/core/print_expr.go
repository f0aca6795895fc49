package core

import (
	"slices"
	"strings"
)

// Printing of expressions and patterns: let, if, andalso, orelse, lists and infix operators are restored from what they were
// elaborated to, with the parentheses that are needed and no others.

// Precedences of contexts: an expression of a lower precedence stands in parentheses. Infix operators are in between.
const (
	precOpen    = 0 // if, case
	precOr      = 1
	precAnd     = 2
	precCompare = 4
	precCons    = 5
	precApp     = 8
	precAtom    = 9
)

// spot is where an expression is printed: the least precedence that needs no parentheses, and whether a | follows, which
// a case expression at the end would take for its own.
type spot struct {
	prec int
	bar  bool
}

var outermost = spot{}

// inParens puts d into parentheses if its precedence is too low for the context.
func (c spot) inParens(prec int, d doc) doc {
	if prec < c.prec {
		return parens(d)
	}
	return d
}

// expr prints the expression of n.
func (p *printer) expr(n *node, c spot) doc {
	switch e := n.e.(type) {
	case *VarExpr:
		return text(p.varName(e.Var))
	case *Const:
		return p.consts.doc(e.Value, n.t, c)
	case *DeadExpr:
		return text(p.deadText)
	case *ConExpr:
		if e.Con == Cons {
			return p.consChain(n, c)
		}
		return p.application(text(p.conName(e.Con)), n.kids, c)
	case *TupleExpr:
		return p.tuple(n.kids)
	case *CaseExpr:
		return p.caseExpr(n, e, c)
	case *CallExpr:
		return p.application(p.word(p.funcName(e.Func), e), n.kids, c)
	case *PrimExpr:
		return p.prim(n, e, c)
	}
	return p.iter(n, n.e.(*IterExpr), c)
}

func (p *printer) exprs(ns []*node) []doc {
	ds := make([]doc, len(ns))
	for i, n := range ns {
		ds[i] = p.expr(n, outermost)
	}
	return ds
}

func (p *printer) tuple(ns []*node) doc { return group(parens(separated(p.exprs(ns)))) }

// application prints a function or constructor applied to its arguments.
func (p *printer) application(name doc, args []*node, c spot) doc {
	arg := p.argument(args)
	return c.inParens(precApp, cat(name, text(" "), arg))
}

func (p *printer) argument(args []*node) doc {
	if len(args) == 1 {
		return p.expr(args[0], spot{prec: precAtom})
	}
	return p.tuple(args)
}

// consChain prints h :: h :: t, or [h, h] where t is a list that stands here.
func (p *printer) consChain(n *node, c spot) doc {
	var heads []*node
	for isCons(n.e) {
		heads = append(heads, n.kids[0])
		n = n.kids[1]
	}
	if k, ok := n.e.(*Const); ok && !p.consts.isHoisted(k.Value, n.t) {
		if items, ok := listItems(k.Value); ok {
			ds := append(p.exprs(heads), p.consts.items(items, elemType(n.t), outermost, 0)...)
			return group(text("["), nest(separated(ds)), text("]"))
		}
	}
	var out catDoc
	for _, h := range heads {
		out = append(out, p.expr(h, spot{prec: precCons + 1}), text(" ::"), softLine)
	}
	out = append(out, p.expr(n, spot{prec: precCons}))
	return c.inParens(precCons, groupDoc{nestDoc{out}})
}

func isCons(e Expr) bool {
	c, ok := e.(*ConExpr)
	return ok && c.Con == Cons
}

// listItems are the items of a list value.
func listItems(v Value) (items []Value, ok bool) {
	for {
		c, ok := v.(*ConValue)
		switch {
		case ok && c.Con == Nil:
			return items, true
		case !ok || c.Con != Cons:
			return nil, false
		}
		items = append(items, c.Args[0])
		v = c.Args[1]
	}
}

// prim prints a primitive operation.
func (p *printer) prim(n *node, e *PrimExpr, c spot) doc {
	switch {
	case e.Op.Precedence() > 0:
		return p.infix(e.Op.Precedence(), n, c)
	case e.Op.IsMap():
		return p.application(p.word(p.moduleName(e.Mod)+"."+e.Op.Name()+p.recorded(e), e), n.kids, c)
	case e.Op == OpNeg:
		name := "~"
		if _, literal := n.kids[0].e.(*Const); literal {
			name = "~ "
		}
		return c.inParens(precApp, cat(p.word(name, e), p.argument(n.kids)))
	}
	return p.application(p.word(p.primName(e.Op), e), n.kids, c)
}

// recorded is the comment that tells which keys matter to an operation on a map; nothing where every key may.
func (p *printer) recorded(e *PrimExpr) string {
	const most = 200 // nodes; what tells more is too long to read
	switch {
	case !p.annotate || e.Keys == nil:
		return ""
	case e.Keys.Size() > most:
		return " (* keys ... *)"
	}
	// A star is in a text only within a literal, where it must not end the comment.
	return " (* keys " + strings.ReplaceAll(e.Keys.String(), "*", `\042`) + " *)"
}

// infix prints a chain of operators of one precedence, which group to the left; comparisons do not chain.
func (p *printer) infix(prec int, n *node, c spot) doc {
	type link struct {
		op    *PrimExpr
		right doc
	}
	var chain []link
	for isInfix(n.e, prec) && (prec != precCompare || len(chain) == 0) {
		right := p.expr(n.kids[1], spot{prec: prec + 1})
		chain = append(chain, link{n.e.(*PrimExpr), right})
		n = n.kids[0]
	}
	out := catDoc{p.expr(n, spot{prec: prec + 1})}
	for _, l := range slices.Backward(chain) {
		out = append(out, softLine, p.word(l.op.Op.Name(), l.op), text(" "), l.right)
	}
	return c.inParens(prec, groupDoc{nestDoc{out}})
}

func isInfix(e Expr, prec int) bool {
	prim, ok := e.(*PrimExpr)
	return ok && prim.Op.Precedence() == prec
}

// iter prints M.map (fn x => e) m and M.unionWith (fn (x, y) => e) (m, n).
func (p *printer) iter(n *node, e *IterExpr, c spot) doc {
	body, args := n.kids[0], n.kids[1:]
	undo := p.vars.bind(e.Params, body)
	name, params := ".map", ""
	for i, v := range e.Params {
		if i > 0 {
			name, params = ".unionWith", params+", "
		}
		params += p.varName(v)
	}
	if len(e.Params) > 1 {
		params = "(" + params + ")"
	}
	fn := group(parens(cat(text("fn "+params+" =>"), nest(softLine, p.expr(body, outermost)))))
	undo()
	return c.inParens(precApp, group(text(p.moduleName(e.Mod)+name+" "), fn, nest(softLine, p.argument(args))))
}

// caseExpr prints a case expression in the shape that it was written in.
func (p *printer) caseExpr(n *node, e *CaseExpr, c spot) doc {
	switch {
	case isIf(e) && isBool(n.kids[2].e, false):
		return p.junction(n, c, precAnd, "andalso", 1, 2, false)
	case isIf(e) && isBool(n.kids[1].e, true):
		return p.junction(n, c, precOr, "orelse", 2, 1, true)
	case isIf(e):
		return p.ifExpr(n, c)
	case isLet(e):
		return p.let(n)
	}
	return p.arms(n, e, c)
}

func isIf(e *CaseExpr) bool {
	return len(e.Arms) == 2 && isBoolPat(e.Arms[0].Pat, true) && isBoolPat(e.Arms[1].Pat, false)
}

func isBoolPat(p Pat, b bool) bool {
	l, ok := p.(*LitPat)
	return ok && l.Value == Bool(b)
}

func isBool(e Expr, b bool) bool {
	k, ok := e.(*Const)
	return ok && k.Value == Bool(b)
}

// isLet reports whether e has one arm that always matches.
func isLet(e *CaseExpr) bool { return len(e.Arms) == 1 && Irrefutable(e.Arms[0].Pat) }

// junction prints a chain of andalso or orelse: `next` is the child that goes on, `end` the one that is the constant.
func (p *printer) junction(n *node, c spot, prec int, op string, next, end int, stop bool) doc {
	var out catDoc
	for {
		e, ok := n.e.(*CaseExpr)
		if !ok || !isIf(e) || !isBool(n.kids[end].e, stop) || prec == precOr && isBool(n.kids[2].e, false) {
			break
		}
		out = append(out, p.expr(n.kids[0], spot{prec: prec + 1}), softLine, p.word(op, e), text(" "))
		n = n.kids[next]
	}
	out = append(out, p.expr(n, spot{prec: prec + 1}))
	return c.inParens(prec, groupDoc{out})
}

// ifExpr prints if ... else if ... else.
func (p *printer) ifExpr(n *node, c spot) doc {
	bar := c.bar && c.prec == precOpen
	var out catDoc
	lead := ""
	for {
		out = append(out, text(lead), p.word("if", n.e), text(" "), nest(p.expr(n.kids[0], outermost)), text(" then"), nest(softLine, p.expr(n.kids[1], outermost)), softLine)
		n = n.kids[2]
		e, ok := n.e.(*CaseExpr)
		if !ok || !isIf(e) || isBool(n.kids[2].e, false) || isBool(n.kids[1].e, true) {
			break
		}
		lead = "else "
	}
	out = append(out, text("else"), nest(softLine, p.expr(n, spot{precOpen, bar})))
	return c.inParens(precOpen, groupDoc{out})
}

// let prints a chain of bindings as one let.
func (p *printer) let(n *node) doc {
	var out catDoc
	var undo []func()
	for {
		e, ok := n.e.(*CaseExpr)
		if !ok || !isLet(e) {
			break
		}
		bound := p.expr(n.kids[0], outermost)
		pat := e.Arms[0].Pat
		undo = append(undo, p.vars.bind(PatVars(pat), n.kids[1]))
		out = append(out, softLine, group(p.word("val", e), text(" "), p.pat(pat, precOpen), text(" ="), nest(softLine, bound)))
		n = n.kids[1]
	}
	body := p.expr(n, outermost)
	for _, f := range slices.Backward(undo) {
		f()
	}
	return group(text("let"), nestDoc{out}, softLine, text("in"), nest(softLine, body), softLine, text("end"))
}

// arms prints case e of p => e | ...
func (p *printer) arms(n *node, e *CaseExpr, c spot) doc {
	out := catDoc{p.word("case", e), text(" "), nest(p.expr(n.kids[0], outermost)), text(" of")}
	for i, a := range e.Arms {
		body := n.kids[i+1]
		undo := p.vars.bind(PatVars(a.Pat), body)
		lead := "| "
		if i == 0 {
			lead = "  "
		}
		last := i == len(e.Arms)-1
		arm := group(p.pat(a.Pat, precOpen), text(" =>"), nest(nest(softLine, p.expr(body, spot{precOpen, !last}))))
		out = append(out, hardDoc{}, text(lead), arm)
		undo()
	}
	if c.bar || precOpen < c.prec {
		return cat(text("("), out, text(")"))
	}
	return out
}

// pat prints a pattern in a context of the given precedence.
func (p *printer) pat(x Pat, prec int) doc {
	in := spot{prec: prec}
	switch x := x.(type) {
	case *VarPat:
		return text(p.varName(x.Var))
	case *LitPat:
		return text(scalarText(x.Value))
	case *ConPat:
		return p.conPat(x, in)
	case *TuplePat:
		return p.tuplePat(x.Elems)
	case *AsPat:
		return in.inParens(precOpen, cat(text(p.varName(x.Var)+" as "), p.pat(x.Pat, precOpen)))
	}
	return text("_")
}

func (p *printer) pats(xs []Pat, prec int) []doc {
	ds := make([]doc, len(xs))
	for i, x := range xs {
		ds[i] = p.pat(x, prec)
	}
	return ds
}

func (p *printer) tuplePat(xs []Pat) doc { return group(parens(separated(p.pats(xs, precOpen)))) }

func (p *printer) conPat(x *ConPat, in spot) doc {
	switch {
	case x.Con == Nil:
		return text("[]")
	case x.Con == Cons:
		return p.listPat(x, in)
	case len(x.Args) == 0:
		return text(p.conName(x.Con))
	case len(x.Args) == 1:
		return in.inParens(precApp, cat(text(p.conName(x.Con)+" "), p.pat(x.Args[0], precAtom)))
	}
	return in.inParens(precApp, cat(text(p.conName(x.Con)+" "), p.tuplePat(x.Args)))
}

// listPat prints [p, q] or p :: q.
func (p *printer) listPat(x *ConPat, in spot) doc {
	var heads []Pat
	var rest Pat = x
	for {
		c, ok := rest.(*ConPat)
		if !ok || c.Con != Cons {
			break
		}
		heads = append(heads, c.Args[0])
		rest = c.Args[1]
	}
	if c, ok := rest.(*ConPat); ok && c.Con == Nil {
		return group(text("["), nest(separated(p.pats(heads, precOpen))), text("]"))
	}
	var out catDoc
	for _, d := range p.pats(heads, precCons+1) {
		out = append(out, d, text(" :: "))
	}
	return in.inParens(precCons, append(out, p.pat(rest, precCons)))
}
