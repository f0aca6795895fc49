package scfml

import (
	"fmt"

	"scf/internal/diag"
)

// Elaboration of applications: of functions, constructors, primitives, and the map iterators. What takes several arguments
// takes them from a tuple expression directly; from any other expression of a tuple type they are taken by a case expression.

// app elaborates what stands alone, or applied to what follows.
func (e *elaborator) app(atoms []*atom) typed {
	if len(atoms) == 1 {
		return e.atom(atoms[0])
	}
	head := unparenthesized(atoms[0])
	pos := diagPos(head.Pos)
	if head.Name == "" {
		e.errorf(pos, "only a function or a constructor can be applied").
			WithHint("an operator or a comma may be missing between the two expressions")
		return e.discard(atoms[1:])
	}
	b := e.value(head.Name, pos)
	if it, ok := b.(iterBinding); ok {
		return e.iterate(it, head.Name, atoms, pos)
	}
	if b == nil {
		return e.discard(atoms[1:])
	}
	takes := "the function " + head.Name + " takes"
	switch b := b.(type) {
	case *funBinding, opBinding:
	case *Con:
		takes = "the constructor " + head.Name + " takes"
		if len(b.Args) == 0 {
			e.errorf(pos, "the constructor %s has no argument", head.Name)
			return e.discard(atoms[1:])
		}
	default:
		e.errorf(pos, "%s is no function and cannot be applied", head.Name).
			WithHint("an operator or a comma may be missing between the two expressions")
		return e.discard(atoms[1:])
	}
	if len(atoms) > 2 {
		e.errorf(diagPos(atoms[2].Pos), "%s one argument: SCF-ML is first order and has no curried functions", takes).
			WithHint("write %s (x, y), or put parentheses around an argument that is an application itself", head.Name)
		return e.discard(atoms[1:])
	}
	return e.apply(b, atoms[1], takes, pos)
}

// discard elaborates arguments of an erroneous application for their errors alone.
func (e *elaborator) discard(args []*atom) typed {
	for _, a := range args {
		e.atom(a)
	}
	return e.broken()
}

// unparenthesized is the atom inside superfluous parentheses.
func unparenthesized(a *atom) *atom {
	for {
		inner := soleAtom(a)
		if inner == nil {
			return a
		}
		a = inner
	}
}

// soleOperand is the operand that stands alone between the parentheses a; nil if a is no such thing.
func soleOperand(a *atom) *operand {
	if a.Paren == nil || len(a.Paren.Items) != 1 || len(a.Paren.Items[0].Rest) > 0 {
		return nil
	}
	return a.Paren.Items[0].First
}

// soleAtom is the atom that stands alone between the parentheses a; nil if a is no such thing.
func soleAtom(a *atom) *atom {
	if x := soleOperand(a); x != nil && len(x.Atoms) == 1 {
		return x.Atoms[0]
	}
	return nil
}

// apply elaborates the application of a function, constructor or primitive to its argument.
func (e *elaborator) apply(b binding, arg *atom, takes string, pos diag.Pos) typed {
	switch b := b.(type) {
	case *funBinding:
		sub := e.scheme(b.vars)
		params := make([]Type, len(b.params))
		for i, p := range b.params {
			params[i] = SubstType(p, sub)
		}
		return typed{e.spread(arg, params, takes, func(args []Expr) Expr {
			return &CallExpr{b.fn, args, pos}
		}), SubstType(b.result, sub)}
	case *Con:
		t, types := e.conType(b)
		return typed{e.spread(arg, types, takes, func(args []Expr) Expr { return makeCon(b, args) }), t}
	}
	prim := b.(opBinding)
	label := 0
	types, result := e.opType(prim.op, prim.mod)
	return typed{e.spread(arg, types, takes, func(args []Expr) Expr {
		if prim.op.IsMap() {
			e.labels++
			label = e.labels
		}
		return &PrimExpr{Op: prim.op, Args: args, Mod: prim.mod, Label: label, Pos: pos}
	}), result}
}

// spread elaborates an argument for something that takes arguments of the given types, and builds the application.
func (e *elaborator) spread(arg *atom, types []Type, takes string, build func([]Expr) Expr) Expr {
	if inner := unparenthesized(arg); inner.Paren != nil && len(inner.Paren.Items) > 1 && len(types) > 1 {
		return e.spreadTuple(inner, types, takes, build)
	}
	x := e.atom(arg)
	want := Type(&TupleType{types})
	if len(types) == 1 {
		want = types[0]
	}
	e.expect(diagPos(arg.Pos), x.t, want, "the argument is of type %s, but "+takes+" %s")
	return e.spreadExpr(x.e, len(types), build)
}

// spreadTuple is spread for a tuple expression: each component has its own place in messages.
func (e *elaborator) spreadTuple(arg *atom, types []Type, takes string, build func([]Expr) Expr) Expr {
	items := arg.Paren.Items
	if len(items) != len(types) {
		e.errorf(diagPos(arg.Pos), "%s %s, here %s", takes, count(len(types), "argument"), isAre(len(items)))
		for _, item := range items {
			e.exp(item)
		}
		return &DeadExpr{}
	}
	args := make([]Expr, len(items))
	for i, item := range items {
		x := e.exp(item)
		e.expect(diagPos(item.Pos), x.t, types[i], fmt.Sprintf("argument %d is of type %%s, but %s %%s", i+1, takes))
		args[i] = x.e
	}
	return build(args)
}

// spreadExpr builds an application of something with n parameters to an argument of their tuple type.
func (e *elaborator) spreadExpr(arg Expr, n int, build func([]Expr) Expr) Expr {
	if n == 1 {
		return build([]Expr{arg})
	}
	if t, ok := arg.(*TupleExpr); ok && len(t.Elems) == n {
		return build(t.Elems)
	}
	if v, ok := arg.(*VarExpr); ok && e.rebuilt[v.Var] != nil && len(e.rebuilt[v.Var].parts) == n {
		e.rebuilt[v.Var].uses--
		return build(varTuple(e.rebuilt[v.Var].parts).Elems)
	}
	if c, ok := arg.(*Const); ok {
		if t, ok := c.Value.(*Tuple); ok && len(t.Elems) == n {
			args := make([]Expr, n)
			for i, v := range t.Elems {
				args[i] = &Const{v}
			}
			return build(args)
		}
	}
	p := &TuplePat{}
	args := make([]Expr, n)
	for i := range args {
		v := &Var{fmt.Sprint("x", i+1)}
		p.Elems = append(p.Elems, &VarPat{v})
		args[i] = &VarExpr{v}
	}
	return Let(p, arg, build(args))
}

// iterate elaborates M.map (fn p => e) m and M.unionWith (fn (p, q) => e) (m, n).
func (e *elaborator) iterate(b iterBinding, name string, atoms []*atom, pos diag.Pos) typed {
	rules, fnPos := fnOf(atoms[1])
	if len(atoms) != 3 || rules == nil {
		e.errorf(pos, "%s takes a fn and then its argument", name).WithHint("%s", functionHint(b))
		return e.discard(atoms[2:])
	}
	out := &IterExpr{Mod: b.mod}
	types := []Type{b.mod.Value}
	if b.union {
		types = append(types, b.mod.Value)
	}
	e.labels++
	out.Label = e.labels
	cols := e.columns(fnClauses(rules), types)
	out.Body = e.clauses(fnClauses(rules), cols, b.mod.Value, "fn", fnPos)
	for _, c := range cols {
		out.Params = append(out.Params, c.v)
	}
	maps := make([]Type, len(types))
	for i := range maps {
		maps[i] = b.mod.Type()
	}
	return typed{e.spread(atoms[2], maps, name+" takes", func(args []Expr) Expr {
		out.Args = args
		return out
	}), b.mod.Type()}
}

// fnOf are the rules of a fn expression in parentheses; nil if the atom is none.
func fnOf(a *atom) ([]*rule, diag.Pos) {
	if x := soleOperand(unparenthesized(a)); x != nil && x.Fn != nil {
		return x.Fn.Rules, diagPos(x.Pos)
	}
	return nil, diag.Pos{}
}
