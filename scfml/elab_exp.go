package scfml

import (
	"scf/internal/diag"
)

// Elaboration of expressions: types are inferred and core expressions are made in one walk, from left to right. Chains of
// operators are flat in the syntax; precedences are applied here with a stack, not by recursion.

// typed is a core expression with its type.
type typed struct {
	e Expr
	t Type
}

// broken stands for an expression that had an error.
func (e *elaborator) broken() typed { return typed{&DeadExpr{}, e.fresh()} }

// expect reports that got and want are different types; format takes the texts of the two.
func (e *elaborator) expect(pos diag.Pos, got, want Type, format string) bool {
	err := e.unify(got, want)
	if err == nil {
		return true
	}
	texts := showTypes(got, want)
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
	return opInfos[infixByName[op]].prec, false
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
		s.operands = append(s.operands[:n-2], placedExp{s.binary(op, l, r), l.pos})
	}
}

// exp elaborates an expression.
func (e *elaborator) exp(x *exp) typed {
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
		s.ops = append(s.ops, pendingOp{t.Op, diagPos(t.Pos)})
		if t.Right.Atoms == nil && prec > annotationPrec {
			e.errorf(diagPos(t.Right.Pos), "if, case and fn need parentheses behind an operator")
		}
		s.operands = append(s.operands, e.placedOperand(t.Right))
	}
	s.reduce(0, false)
	return s.operands[0].typed
}

func (e *elaborator) placedOperand(x *operand) placedExp {
	return placedExp{e.operand(x), diagPos(x.Pos)}
}

func (e *elaborator) operand(x *operand) typed {
	pos := diagPos(x.Pos)
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

func (e *elaborator) ifExp(x *ifExp, pos diag.Pos) typed {
	cond := e.exp(x.Cond)
	e.expect(diagPos(x.Cond.Pos), cond.t, BoolType, "the condition is of type %s, not %s")
	then := e.exp(x.Then)
	other := e.exp(x.Else)
	e.expect(diagPos(x.Else.Pos), other.t, then.t, "the else branch is of type %s, but the then branch is of type %s")
	out := If(cond.e, then.e, other.e)
	out.Pos = pos
	return typed{out, then.t}
}

func (e *elaborator) caseExp(x *caseExp, pos diag.Pos) typed {
	scrut := e.exp(x.Scrut)
	result := e.fresh()
	out := &CaseExpr{Scrut: scrut.e, Pos: pos}
	var places []diag.Pos
	for _, r := range x.Match.Rules {
		out.Arms = append(out.Arms, e.rule(r, scrut.t, result))
		places = append(places, diagPos(r.Pos))
	}
	e.checks = append(e.checks, matchCheck{pos, "case", places, out.Arms})
	return typed{out, result}
}

// rule elaborates one arm of a case expression.
func (e *elaborator) rule(r *rule, scrut, result Type) Arm {
	b := &patBinder{elaborator: e}
	p := b.pat(r.Pat, scrut)
	body := b.scoped(func() typed { return e.exp(r.Body) })
	e.expect(diagPos(r.Body.Pos), body.t, result, "this case is of type %s, but those before it are of type %s")
	return Arm{p, body.e}
}

// binary applies an infix operator.
func (e *elaborator) binary(op pendingOp, l, r placedExp) typed {
	switch op.name {
	case "andalso", "orelse":
		e.expect(l.pos, l.t, BoolType, "this operand of "+op.name+" is of type %s, not %s")
		e.expect(r.pos, r.t, BoolType, "this operand of "+op.name+" is of type %s, not %s")
		if op.name == "andalso" {
			return typed{If(l.e, r.e, &Const{Bool(false)}), BoolType}
		}
		return typed{If(l.e, &Const{Bool(true)}, r.e), BoolType}
	case "::":
		t := ListOf(l.t)
		e.expect(r.pos, r.t, t, "the tail is of type %s, but with this head it must be of type %s")
		return typed{makeCon(Cons, []Expr{l.e, r.e}), t}
	case "@":
		return e.appendLists(l, r, op.pos)
	case "/":
		e.errorf(op.pos, "/ divides reals, which SCF-ML has not").WithHint("use div (towards minus infinity) or Int.quot (towards zero)")
		return e.broken()
	}
	prim := infixByName[op.name]
	types, result := e.opType(prim, nil)
	if e.expect(l.pos, l.t, types[0], "the left operand of "+op.name+" is of type %s, but it takes %s") {
		e.expect(r.pos, r.t, types[1], "the right operand of "+op.name+" is of type %s, but here it takes %s")
	}
	return typed{&PrimExpr{Op: prim, Args: []Expr{l.e, r.e}, Pos: op.pos}, result}
}

// atom elaborates an expression that stands alone, not applied.
func (e *elaborator) atom(a *atom) typed {
	pos := diagPos(a.Pos)
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
	return typed{&Const{v}, t}
}

// nameExp elaborates a name that stands for a value.
func (e *elaborator) nameExp(name string, pos diag.Pos) typed {
	switch b := e.value(name, pos).(type) {
	case nil:
	case varBinding:
		if t := e.rebuilt[b.v]; t != nil {
			t.uses++
		}
		return typed{&VarExpr{b.v}, b.t}
	case *valBinding:
		return typed{&Const{b.value}, SubstType(b.t, e.scheme(b.vars))}
	case boolBinding:
		return typed{&Const{Bool(b)}, BoolType}
	case emptyBinding:
		return typed{&Const{emptyValue(b.mod)}, b.mod.Type()}
	case deadBinding:
		return typed{&DeadExpr{}, e.fresh()}
	case *Con:
		t, args := e.conType(b)
		if len(args) == 0 {
			return typed{makeCon(b, nil), t}
		}
		e.errorf(pos, "the constructor %s needs its %s", name, count(len(args), "argument")).WithHint("write %s", example(b))
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

func (e *elaborator) tuple(p *parenExp, pos diag.Pos) typed {
	if len(p.Items) == 1 {
		return e.exp(p.Items[0])
	}
	elems := make([]Expr, len(p.Items))
	t := &TupleType{}
	for i, item := range p.Items {
		x := e.exp(item)
		elems[i] = x.e
		t.Elems = append(t.Elems, x.t)
	}
	if typeSize(t, nil) > maxTypeSize {
		e.errorf(pos, "%s", errLargeType.reason)
		return e.broken()
	}
	return typed{makeTuple(elems), t}
}

func (e *elaborator) list(l *listExp) typed {
	elem := Type(e.fresh())
	items := make([]Expr, len(l.Items))
	for i, item := range l.Items {
		x := e.exp(item)
		e.expect(diagPos(item.Pos), x.t, elem, "this element is of type %s, but those before it are of type %s")
		items[i] = x.e
	}
	out := makeCon(Nil, nil)
	for i := len(items) - 1; i >= 0; i-- {
		out = makeCon(Cons, []Expr{items[i], out})
	}
	return typed{out, ListOf(elem)}
}

// letBinding is a val of a let expression.
type letBinding struct {
	pat    Pat
	e      Expr
	binder *patBinder
	pos    diag.Pos
}

func (e *elaborator) let(x *letExp) typed {
	var bindings []letBinding
	for _, d := range x.Decls {
		if d.Vals == nil {
			e.localDecl(d)
			continue
		}
		b := e.letVals(d.Vals, diagPos(d.Pos))
		b.binder.push()
		bindings = append(bindings, b)
	}
	body := e.exp(x.Body)
	for i := len(bindings) - 1; i >= 0; i-- {
		b := bindings[i]
		b.binder.pop()
		c := Let(b.pat, b.e, b.binder.wrap(body.e))
		c.Pos = b.pos
		body.e = c
		e.checks = append(e.checks, matchCheck{b.pos, "val", []diag.Pos{b.pos}, c.Arms})
	}
	return body
}

// localDecl refuses a declaration that cannot stand in a let.
func (e *elaborator) localDecl(d *decl) {
	pos := diagPos(d.Pos)
	if d.Funs != nil {
		e.errorf(pos, "local functions are not first order: they see the variables around them").
			WithHint("declare the function outside and pass it what it needs as arguments")
		return
	}
	e.errorf(pos, "only val can be declared in a let").WithHint("move the declaration to the structure or to the top level")
}

// letVals elaborates `val p = e`, or several joined by and, none of which sees the others.
func (e *elaborator) letVals(ds []*valDecl, pos diag.Pos) letBinding {
	binder := &patBinder{elaborator: e}
	exprs := make([]typed, len(ds))
	for i, d := range ds {
		exprs[i] = e.exp(d.Exp)
	}
	if len(ds) == 1 {
		return letBinding{binder.pat(ds[0].Pat, exprs[0].t), exprs[0].e, binder, pos}
	}
	p := &TuplePat{}
	var elems []Expr
	for i, d := range ds {
		p.Elems = append(p.Elems, binder.pat(d.Pat, exprs[i].t))
		elems = append(elems, exprs[i].e)
	}
	return letBinding{p, makeTuple(elems), binder, pos}
}

// makeCon applies a constructor: a constant where all arguments are.
func makeCon(c *Con, args []Expr) Expr {
	if values, ok := constants(args); ok {
		return &Const{&ConValue{c, values}}
	}
	return &ConExpr{c, args}
}

// makeTuple makes a tuple: a constant where all components are.
func makeTuple(elems []Expr) Expr {
	if values, ok := constants(elems); ok {
		return &Const{&Tuple{values}}
	}
	return &TupleExpr{elems}
}

// constants are the values of es, if all of them are constant.
func constants(es []Expr) ([]Value, bool) {
	if len(es) == 0 {
		return nil, true
	}
	values := make([]Value, len(es))
	for i, x := range es {
		switch x := x.(type) {
		case *Const:
			values[i] = x.Value
		case *DeadExpr:
			values[i] = Dead{}
		default:
			return nil, false
		}
	}
	return values, true
}
