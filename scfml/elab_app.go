package scfml

import (
	"fmt"

	"scf/internal/diag"
	"scf/scfml/core"
	"scf/scfml/syntax"
)

// Elaboration of applications: of functions, constructors, primitives, and the map iterators. What takes several arguments
// takes them from a tuple expression directly; from any other expression of a tuple type they are taken by a case expression.

// app elaborates what stands alone, or applied to what follows.
func (e *elaborator) app(atoms []*syntax.Atom) typed {
	if len(atoms) == 1 {
		return e.atom(atoms[0])
	}
	head := unparenthesized(atoms[0])
	pos := syntax.DiagPos(head.Pos)
	if head.Name == "" {
		e.errorf(pos, "only a function or a constructor can be applied").
			WithHint("an operator or a comma may be missing between the two expressions")
		return e.discard(atoms[1:])
	}
	b := e.value(head.Name, pos)
	e.usedAt(pos, b)
	if it, ok := b.(iterBinding); ok {
		return e.iterate(it, head.Name, atoms, pos)
	}
	if b == nil {
		return e.discard(atoms[1:])
	}
	takes := "the function " + head.Name + " takes"
	switch b := b.(type) {
	case *funBinding, opBinding:
	case *core.Con:
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
		e.errorf(syntax.DiagPos(atoms[2].Pos), "%s one argument: SCF-ML is first order and has no curried functions", takes).
			WithHint("write %s (x, y), or put parentheses around an argument that is an application itself", head.Name)
		return e.discard(atoms[1:])
	}
	return e.apply(b, atoms[1], takes, pos)
}

// discard elaborates arguments of an erroneous application for their errors alone.
func (e *elaborator) discard(args []*syntax.Atom) typed {
	for _, a := range args {
		e.atom(a)
	}
	return e.broken()
}

// unparenthesized is the atom inside superfluous parentheses.
func unparenthesized(a *syntax.Atom) *syntax.Atom {
	for {
		inner := soleAtom(a)
		if inner == nil {
			return a
		}
		a = inner
	}
}

// soleOperand is the operand that stands alone between the parentheses a; nil if a is no such thing.
func soleOperand(a *syntax.Atom) *syntax.Operand {
	if a.Paren == nil || len(a.Paren.Items) != 1 || len(a.Paren.Items[0].Rest) > 0 {
		return nil
	}
	return a.Paren.Items[0].First
}

// soleAtom is the atom that stands alone between the parentheses a; nil if a is no such thing.
func soleAtom(a *syntax.Atom) *syntax.Atom {
	if x := soleOperand(a); x != nil && len(x.Atoms) == 1 {
		return x.Atoms[0]
	}
	return nil
}

// apply elaborates the application of a function, constructor or primitive to its argument.
func (e *elaborator) apply(b binding, arg *syntax.Atom, takes string, pos diag.Pos) typed {
	switch b := b.(type) {
	case *funBinding:
		sub := e.Scheme(b.vars)
		params := make([]core.Type, len(b.params))
		for i, p := range b.params {
			params[i] = core.SubstType(p, sub)
		}
		return typed{e.spread(arg, params, takes, func(args []core.Expr) core.Expr {
			return &core.CallExpr{Func: b.fn, Args: args, Pos: pos}
		}), core.SubstType(b.result, sub)}
	case *core.Con:
		t, types := e.ConType(b)
		return typed{e.spread(arg, types, takes, func(args []core.Expr) core.Expr { return core.MakeCon(b, args) }), t}
	}
	prim := b.(opBinding)
	label := 0
	types, result := e.OpType(prim.op, prim.mod)
	return typed{e.spread(arg, types, takes, func(args []core.Expr) core.Expr {
		if prim.op.IsMap() {
			e.labels++
			label = e.labels
		}
		return &core.PrimExpr{Op: prim.op, Args: args, Mod: prim.mod, Label: label, Pos: pos}
	}), result}
}

// spread elaborates an argument for something that takes arguments of the given types, and builds the application.
func (e *elaborator) spread(arg *syntax.Atom, types []core.Type, takes string, build func([]core.Expr) core.Expr) core.Expr {
	if inner := unparenthesized(arg); inner.Paren != nil && len(inner.Paren.Items) > 1 && len(types) > 1 {
		return e.spreadTuple(inner, types, takes, build)
	}
	x := e.atom(arg)
	want := core.Type(&core.TupleType{Elems: types})
	if len(types) == 1 {
		want = types[0]
	}
	e.expect(syntax.DiagPos(arg.Pos), x.t, want, "the argument is of type %s, but "+takes+" %s")
	return e.spreadExpr(x.e, len(types), build)
}

// spreadTuple is spread for a tuple expression: each component has its own place in messages.
func (e *elaborator) spreadTuple(arg *syntax.Atom, types []core.Type, takes string, build func([]core.Expr) core.Expr) core.Expr {
	items := arg.Paren.Items
	if len(items) != len(types) {
		e.errorf(syntax.DiagPos(arg.Pos), "%s %s, here %s", takes, diag.Count(len(types), "argument"), isAre(len(items)))
		for _, item := range items {
			e.exp(item)
		}
		return &core.DeadExpr{}
	}
	args := make([]core.Expr, len(items))
	for i, item := range items {
		x := e.exp(item)
		e.expect(syntax.DiagPos(item.Pos), x.t, types[i], fmt.Sprintf("argument %d is of type %%s, but %s %%s", i+1, takes))
		args[i] = x.e
	}
	return build(args)
}

// spreadExpr builds an application of something with n parameters to an argument of their tuple type.
func (e *elaborator) spreadExpr(arg core.Expr, n int, build func([]core.Expr) core.Expr) core.Expr {
	if n == 1 {
		return build([]core.Expr{arg})
	}
	if t, ok := arg.(*core.TupleExpr); ok && len(t.Elems) == n {
		return build(t.Elems)
	}
	if v, ok := arg.(*core.VarExpr); ok && e.rebuilt[v.Var] != nil && len(e.rebuilt[v.Var].parts) == n {
		e.rebuilt[v.Var].uses--
		return build(varTuple(e.rebuilt[v.Var].parts).Elems)
	}
	if c, ok := arg.(*core.Const); ok {
		if t, ok := c.Value.(*core.Tuple); ok && len(t.Elems) == n {
			args := make([]core.Expr, n)
			for i, v := range t.Elems {
				args[i] = &core.Const{Value: v}
			}
			return build(args)
		}
	}
	p := &core.TuplePat{}
	args := make([]core.Expr, n)
	for i := range args {
		v := &core.Var{Name: fmt.Sprint("x", i+1)}
		p.Elems = append(p.Elems, &core.VarPat{Var: v})
		args[i] = &core.VarExpr{Var: v}
	}
	return core.Let(p, arg, build(args))
}

// iterate elaborates M.map (fn p => e) m and M.unionWith (fn (p, q) => e) (m, n).
func (e *elaborator) iterate(b iterBinding, name string, atoms []*syntax.Atom, pos diag.Pos) typed {
	rules, fnPos := fnOf(atoms[1])
	if len(atoms) != 3 || rules == nil {
		e.errorf(pos, "%s takes a fn and then its argument", name).WithHint("%s", functionHint(b))
		return e.discard(atoms[2:])
	}
	out := &core.IterExpr{Mod: b.mod}
	types := []core.Type{b.mod.Value}
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
	maps := make([]core.Type, len(types))
	for i := range maps {
		maps[i] = b.mod.Type()
	}
	return typed{e.spread(atoms[2], maps, name+" takes", func(args []core.Expr) core.Expr {
		out.Args = args
		return out
	}), b.mod.Type()}
}

// fnOf are the rules of a fn expression in parentheses; nil if the atom is none.
func fnOf(a *syntax.Atom) ([]*syntax.Rule, diag.Pos) {
	if x := soleOperand(unparenthesized(a)); x != nil && x.Fn != nil {
		return x.Fn.Rules, syntax.DiagPos(x.Pos)
	}
	return nil, diag.Pos{}
}
