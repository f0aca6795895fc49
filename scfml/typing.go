package scfml

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
