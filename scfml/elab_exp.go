package scfml

import (
	"scf/internal/diag"
	"scf/scfml/core"
	"scf/scfml/syntax"
)

// Elaboration of expressions: types are inferred and core expressions are made in one walk, from left to right. Chains of
// operators are flat in the syntax; precedences are applied here with a stack, not by recursion.

// typed is a core expression with its type.
type typed struct {
	e core.Expr
	t core.Type
}

// broken stands for an expression that had an error.
func (e *elaborator) broken() typed { return typed{&core.DeadExpr{}, e.Fresh()} }

// expect reports that got and want are different types; format takes the texts of the two.
func (e *elaborator) expect(pos diag.Pos, got, want core.Type, format string) bool {
	err := e.Unify(got, want)
	if err == nil {
		return true
	}
	texts := core.ShowTypes(got, want)
	report := e.errorf(pos, format, texts[0], texts[1])
	if reason := err.Error(); reason != "" {
		report.WithHint("%s", reason)
	}
	return false
}

// placedExp is an elaborated operand with the place where it starts.
type placedExp struct {
	typed
	pos diag.Pos
}

// pendingOp is an operator whose right operand is not complete yet.
type pendingOp struct {
	name string
	pos  diag.Pos
}

// annotationPrec is the precedence of `: t`.
const annotationPrec = 3

// precedence is that of an infix operator, and whether it groups to the right.
func precedence(op string) (prec int, right bool) {
	switch op {
	case "orelse":
		return 1, true
	case "andalso":
		return 2, true
	case "::", "@":
		return 5, true
	}
	return core.Infix(op).Precedence(), false
}

// expStack is the operands and operators of an expression that are not combined yet.
type expStack struct {
	*elaborator
	operands []placedExp
	ops      []pendingOp
}

// reduce combines the operators on top that bind tighter than one of the given precedence that comes next.
func (s *expStack) reduce(prec int, right bool) {
	for len(s.ops) > 0 {
		op := s.ops[len(s.ops)-1]
		if top, _ := precedence(op.name); top < prec || top == prec && right {
			return
		}
		n := len(s.operands)
		l, r := s.operands[n-2], s.operands[n-1]
		s.ops = s.ops[:len(s.ops)-1]
		x := s.binary(op, l, r)
		s.typeAt(op.pos, x.t)
		s.operands = append(s.operands[:n-2], placedExp{x, l.pos})
	}
}

// exp elaborates an expression.
func (e *elaborator) exp(x *syntax.Exp) typed {
	if len(x.Rest) == 0 {
		return e.operand(x.First)
	}
	s := &expStack{elaborator: e, operands: []placedExp{e.placedOperand(x.First)}}
	for _, t := range x.Rest {
		if t.Type != nil {
			s.reduce(annotationPrec, false)
			top := s.operands[len(s.operands)-1]
			e.expect(top.pos, top.t, e.ty(t.Type), "the expression is of type %s, but it is annotated %s")
			continue
		}
		prec, right := precedence(t.Op)
		s.reduce(prec, right)
		s.ops = append(s.ops, pendingOp{t.Op, syntax.DiagPos(t.Pos)})
		if t.Right.Atoms == nil && prec > annotationPrec {
			e.errorf(syntax.DiagPos(t.Right.Pos), "if, case and fn need parentheses behind an operator")
		}
		s.operands = append(s.operands, e.placedOperand(t.Right))
	}
	s.reduce(0, false)
	return s.operands[0].typed
}

func (e *elaborator) placedOperand(x *syntax.Operand) placedExp {
	return placedExp{e.operand(x), syntax.DiagPos(x.Pos)}
}

func (e *elaborator) operand(x *syntax.Operand) typed {
	t := e.plainOperand(x)
	e.typeAt(syntax.DiagPos(x.Pos), t.t)
	return t
}

func (e *elaborator) plainOperand(x *syntax.Operand) typed {
	pos := syntax.DiagPos(x.Pos)
	switch {
	case x.If != nil:
		return e.ifExp(x.If, pos)
	case x.Case != nil:
		return e.caseExp(x.Case, pos)
	case x.Fn != nil:
		e.errorf(pos, "fn stands only in the first argument of a map structure's map and unionWith").
			WithHint("SCF-ML is first order: declare a function with fun")
		return e.broken()
	}
	return e.app(x.Atoms)
}

func (e *elaborator) ifExp(x *syntax.IfExp, pos diag.Pos) typed {
	cond := e.exp(x.Cond)
	e.expect(syntax.DiagPos(x.Cond.Pos), cond.t, core.BoolType, "the condition is of type %s, not %s")
	then := e.exp(x.Then)
	other := e.exp(x.Else)
	e.expect(syntax.DiagPos(x.Else.Pos), other.t, then.t, "the else branch is of type %s, but the then branch is of type %s")
	out := core.If(cond.e, then.e, other.e)
	out.Pos = pos
	return typed{out, then.t}
}

func (e *elaborator) caseExp(x *syntax.CaseExp, pos diag.Pos) typed {
	scrut := e.exp(x.Scrut)
	result := e.Fresh()
	out := &core.CaseExpr{Scrut: scrut.e, Pos: pos}
	var places []diag.Pos
	for _, r := range x.Match.Rules {
		out.Arms = append(out.Arms, e.rule(r, scrut.t, result))
		places = append(places, syntax.DiagPos(r.Pos))
	}
	e.checks = append(e.checks, matchCheck{pos, "case", places, out.Arms})
	return typed{out, result}
}

// rule elaborates one arm of a case expression.
func (e *elaborator) rule(r *syntax.Rule, scrut, result core.Type) core.Arm {
	b := &patBinder{elaborator: e}
	p := b.pat(r.Pat, scrut)
	body := b.scoped(func() typed { return e.exp(r.Body) })
	e.expect(syntax.DiagPos(r.Body.Pos), body.t, result, "this case is of type %s, but those before it are of type %s")
	return core.Arm{Pat: p, Body: body.e}
}

// binary applies an infix operator.
func (e *elaborator) binary(op pendingOp, l, r placedExp) typed {
	switch op.name {
	case "andalso", "orelse":
		e.expect(l.pos, l.t, core.BoolType, "this operand of "+op.name+" is of type %s, not %s")
		e.expect(r.pos, r.t, core.BoolType, "this operand of "+op.name+" is of type %s, not %s")
		out := core.If(l.e, r.e, &core.Const{Value: core.Bool(false)})
		if op.name == "orelse" {
			out = core.If(l.e, &core.Const{Value: core.Bool(true)}, r.e)
		}
		out.Pos = op.pos
		return typed{out, core.BoolType}
	case "::":
		t := core.ListOf(l.t)
		e.expect(r.pos, r.t, t, "the tail is of type %s, but with this head it must be of type %s")
		return typed{core.MakeCon(core.Cons, []core.Expr{l.e, r.e}), t}
	case "@":
		return e.appendLists(l, r, op.pos)
	case "/":
		e.errorf(op.pos, "/ divides reals, which SCF-ML has not").WithHint("use div (towards minus infinity) or Int.quot (towards zero)")
		return e.broken()
	}
	prim := core.Infix(op.name)
	types, result := e.OpType(prim, nil)
	if e.expect(l.pos, l.t, types[0], "the left operand of "+op.name+" is of type %s, but it takes %s") {
		e.expect(r.pos, r.t, types[1], "the right operand of "+op.name+" is of type %s, but here it takes %s")
	}
	return typed{&core.PrimExpr{Op: prim, Args: []core.Expr{l.e, r.e}, Pos: op.pos}, result}
}

// atom elaborates an expression that stands alone, not applied.
func (e *elaborator) atom(a *syntax.Atom) typed {
	t := e.plainAtom(a)
	e.typeAt(syntax.DiagPos(a.Pos), t.t)
	return t
}

func (e *elaborator) plainAtom(a *syntax.Atom) typed {
	pos := syntax.DiagPos(a.Pos)
	switch {
	case a.Name != "":
		return e.nameExp(a.Name, pos)
	case a.Paren != nil:
		return e.tuple(a.Paren, pos)
	case a.List != nil:
		return e.list(a.List)
	case a.Let != nil:
		return e.let(a.Let)
	}
	v, t := literal(a.Int, a.Str, a.Char)
	return typed{&core.Const{Value: v}, t}
}

// nameExp elaborates a name that stands for a value.
func (e *elaborator) nameExp(name string, pos diag.Pos) typed {
	b := e.value(name, pos)
	e.usedAt(pos, b)
	switch b := b.(type) {
	case nil:
	case varBinding:
		if t := e.rebuilt[b.v]; t != nil {
			t.uses++
		}
		return typed{&core.VarExpr{Var: b.v}, b.t}
	case *valBinding:
		return typed{&core.Const{Value: b.value}, core.SubstType(b.t, e.Scheme(b.vars))}
	case boolBinding:
		return typed{&core.Const{Value: core.Bool(b)}, core.BoolType}
	case emptyBinding:
		return typed{&core.Const{Value: emptyValue(b.mod)}, b.mod.Type()}
	case deadBinding:
		return typed{&core.DeadExpr{}, e.Fresh()}
	case *core.Con:
		t, args := e.ConType(b)
		if len(args) == 0 {
			return typed{core.MakeCon(b, nil), t}
		}
		e.errorf(pos, "the constructor %s needs its %s", name, diag.Count(len(args), "argument")).WithHint("write %s", example(b))
	default:
		e.errorf(pos, "%s is a function and must be applied: SCF-ML is first order, functions are no values", name).
			WithHint("%s", functionHint(b))
	}
	return e.broken()
}

func functionHint(b binding) string {
	if _, ok := b.(iterBinding); ok {
		return "write M.map (fn x => e) m, M.unionWith (fn (x, y) => e) (m, n)"
	}
	return "in the first argument of a map structure's map and unionWith write fn x => f x"
}

func (e *elaborator) tuple(p *syntax.ParenExp, pos diag.Pos) typed {
	if len(p.Items) == 1 {
		return e.exp(p.Items[0])
	}
	elems := make([]core.Expr, len(p.Items))
	t := &core.TupleType{}
	for i, item := range p.Items {
		x := e.exp(item)
		elems[i] = x.e
		t.Elems = append(t.Elems, x.t)
	}
	if err := core.BoundType(t); err != nil {
		e.errorf(pos, "%s", err)
		return e.broken()
	}
	return typed{core.MakeTuple(elems), t}
}

func (e *elaborator) list(l *syntax.ListExp) typed {
	elem := core.Type(e.Fresh())
	items := make([]core.Expr, len(l.Items))
	for i, item := range l.Items {
		x := e.exp(item)
		e.expect(syntax.DiagPos(item.Pos), x.t, elem, "this element is of type %s, but those before it are of type %s")
		items[i] = x.e
	}
	out := core.MakeCon(core.Nil, nil)
	for i := len(items) - 1; i >= 0; i-- {
		out = core.MakeCon(core.Cons, []core.Expr{items[i], out})
	}
	return typed{out, core.ListOf(elem)}
}

// letBinding is a val of a let expression.
type letBinding struct {
	pat    core.Pat
	e      core.Expr
	binder *patBinder
	pos    diag.Pos
}

func (e *elaborator) let(x *syntax.LetExp) typed {
	var bindings []letBinding
	for _, d := range x.Decls {
		if d.Vals == nil {
			e.localDecl(d)
			continue
		}
		b := e.letVals(d.Vals, syntax.DiagPos(d.Pos))
		b.binder.push()
		bindings = append(bindings, b)
	}
	body := e.exp(x.Body)
	for i := len(bindings) - 1; i >= 0; i-- {
		b := bindings[i]
		b.binder.pop()
		c := core.Let(b.pat, b.e, b.binder.wrap(body.e))
		c.Pos = b.pos
		body.e = c
		e.checks = append(e.checks, matchCheck{b.pos, "val", []diag.Pos{b.pos}, c.Arms})
	}
	return body
}

// localDecl refuses a declaration that cannot stand in a let.
func (e *elaborator) localDecl(d *syntax.Decl) {
	pos := syntax.DiagPos(d.Pos)
	if d.Funs != nil {
		e.errorf(pos, "local functions are not first order: they see the variables around them").
			WithHint("declare the function outside and pass it what it needs as arguments")
		return
	}
	e.errorf(pos, "only val can be declared in a let").WithHint("move the declaration to the structure or to the top level")
}

// letVals elaborates `val p = e`, or several joined by and, none of which sees the others.
func (e *elaborator) letVals(ds []*syntax.ValDecl, pos diag.Pos) letBinding {
	binder := &patBinder{elaborator: e}
	exprs := make([]typed, len(ds))
	for i, d := range ds {
		exprs[i] = e.exp(d.Exp)
	}
	if len(ds) == 1 {
		return letBinding{binder.pat(ds[0].Pat, exprs[0].t), exprs[0].e, binder, pos}
	}
	p := &core.TuplePat{}
	var elems []core.Expr
	for i, d := range ds {
		p.Elems = append(p.Elems, binder.pat(d.Pat, exprs[i].t))
		elems = append(elems, exprs[i].e)
	}
	return letBinding{p, core.MakeTuple(elems), binder, pos}
}
