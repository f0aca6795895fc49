package core

import "iter"

// Typer tells the types of what is in the functions of a program, which must be well-formed (Verify).
type Typer struct{ v *verifier }

// NewTyper is for the functions of p.
func NewTyper(p *Program) *Typer { return &Typer{newVerifier(p)} }

// Typing is the types in a function: of its expressions and of the variables that it binds. What nothing decides is int.
type Typing struct {
	Exprs map[Expr]Type
	Vars  map[*Var]Type
}

// Function is the types in f.
func (t *Typer) Function(f *Func) Typing {
	out := Typing{map[Expr]Type{}, map[*Var]Type{}}
	t.v.onExpr = func(e Expr, t Type) { out.Exprs[e] = t }
	t.v.onBind = func(x *Var, t Type) { out.Vars[x] = t }
	t.v.function(f)
	for e, typ := range out.Exprs {
		out.Exprs[e] = ground(typ)
	}
	for x, typ := range out.Vars {
		out.Vars[x] = ground(typ)
	}
	return out
}

// Compared are the types that p's = and <> compare, and those of the keys and contents of its maps and sets, which operations on maps
// and sets compare; base types may be left out. p must be well-formed (Verify).
func Compared(p *Program) []Type {
	var types []Type
	typer := NewTyper(p)
	for _, f := range p.Funcs {
		if comparesStructures(f.Body) {
			typing := typer.Function(f)
			for e := range EqualityTests(f.Body) {
				types = append(types, typing.Exprs[e.Args[0]])
			}
		}
	}
	for _, m := range p.Modules {
		types = append(types, m.Type())
	}
	return types
}

// EqualityTests are the operations = and <> in e.
func EqualityTests(e Expr) iter.Seq[*PrimExpr] {
	return func(yield func(*PrimExpr) bool) {
		more := true
		var visit func(Expr)
		visit = func(e Expr) {
			if p, ok := e.(*PrimExpr); ok && (p.Op == OpEq || p.Op == OpNe) {
				more = more && yield(p)
			}
			if more {
				Children(e, visit)
			}
		}
		visit(e)
	}
}

// comparesStructures reports whether e compares anything for equality of which neither side is a scalar constant.
func comparesStructures(e Expr) bool {
	for p := range EqualityTests(e) {
		if !isScalar(p.Args[0]) && !isScalar(p.Args[1]) {
			return true
		}
	}
	return false
}

func isScalar(e Expr) bool {
	c, ok := e.(*Const)
	return ok && IsScalar(c.Value)
}
