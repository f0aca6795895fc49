package scfml

import "scf/internal/diag"

// The core language (after figure 4.3): what every phase works on. Structures are inlined, let and if are case expressions, a
// function of a tuple has one parameter per component. It differs from the figure in two places: sets keep operations of
// their own (the abstract domain represents them as maps to bool), and constants are values, not constructor applications.

// Program is a program in core form. Every *Var is bound in one place only (Verify checks it).
type Program struct {
	Name      string        // of the structure that the program prints as; may be empty
	Datatypes []*Datatype   // those declared by the program, in order, without the built-in ones
	Groups    [][]*Datatype // Datatypes by declaration: those of one group refer to each other
	Modules   []*Module     // map and set structures
	Funcs     []*Func       // in the order of the source
	Entry     *Func
}

// Module is an instance of MapFn or SetFn. Values of two modules with the same types are interchangeable.
type Module struct {
	Name  string
	IsSet bool
	Key   Type // of keys, or of members
	Value Type // nil for a set
}

// Func is a function. A function of one argument that is no tuple pattern has one parameter; `fun f (p1, ..., pn)` has n;
// `fun f ()` has none.
type Func struct {
	Name       string
	Params     []*Var
	ParamTypes []Type
	Result     Type
	Body       Expr
	Pos        diag.Pos
}

// ArgType is the type of the function's argument as SML sees it: unit, the one parameter's type, or a tuple.
func (f *Func) ArgType() Type {
	if len(f.ParamTypes) == 1 {
		return f.ParamTypes[0]
	}
	return &TupleType{f.ParamTypes}
}

// Var is a variable; its identity is the pointer, its name is what the printer tries first.
type Var struct{ Name string }

// Expr is an expression of the core language.
type Expr interface{ isExpr() }

// VarExpr is a use of a variable.
type VarExpr struct{ Var *Var }

// Const is a constant: a scalar, or a structured value that lies at top level as a `val` and costs nothing.
type Const struct{ Value Value }

// ConExpr applies a constructor that has arguments. (One without is a Const.)
type ConExpr struct {
	Con  *Con
	Args []Expr
}

// TupleExpr makes a tuple of two or more. (Unit is a Const.)
type TupleExpr struct{ Elems []Expr }

// CaseExpr matches its scrutinee against the arms in order. The scrutinee may be a TupleExpr matched by tuple patterns, which
// then is never built. The tests of the last arm cost nothing: a program whose matches do not fail need not do them.
type CaseExpr struct {
	Scrut Expr
	Arms  []Arm
	Pos   diag.Pos
}

// Arm is one match of a case expression.
type Arm struct {
	Pat  Pat
	Body Expr
}

// CallExpr calls a function of the program with all its arguments.
type CallExpr struct {
	Func *Func
	Args []Expr
	Pos  diag.Pos
}

// PrimExpr applies a primitive operation to all its arguments.
type PrimExpr struct {
	Op   Op
	Args []Expr
	Mod  *Module // of an operation on maps or sets
	// Label numbers the operation on a map or set in the source program (from 1); copies keep it. 0 for other operations.
	Label int
	// Keys is the set of keys that matter to the operation at run time, as the partial evaluator recorded it (§4.4.4, the
	// "live keys"): the key inserted or looked up, or the keys by which two compared maps may differ. nil: any key.
	Keys KeySet
	Pos  diag.Pos
}

// KeySet is an abstract set of map keys; package absval has the only one.
type KeySet interface{ String() string }

// IterExpr is the map iterators' special form: `M.map (fn p => body) m` with one argument and one parameter, or
// `M.unionWith (fn (x, y) => body) (m, m')` with two each.
type IterExpr struct {
	Mod    *Module
	Params []*Var
	Body   Expr
	Args   []Expr
	Label  int
}

// DeadExpr stands for a value that nothing reads (§7.2.1). Evaluated, it is a value of every type that no constructor or
// literal pattern matches. It prints as the primitive constant `dead`.
type DeadExpr struct{}

func (*VarExpr) isExpr()   {}
func (*Const) isExpr()     {}
func (*ConExpr) isExpr()   {}
func (*TupleExpr) isExpr() {}
func (*CaseExpr) isExpr()  {}
func (*CallExpr) isExpr()  {}
func (*PrimExpr) isExpr()  {}
func (*IterExpr) isExpr()  {}
func (*DeadExpr) isExpr()  {}

// Pat is a pattern.
type Pat interface{ isPat() }

// WildPat matches everything.
type WildPat struct{}

// VarPat matches everything and binds it.
type VarPat struct{ Var *Var }

// LitPat matches one scalar: Int, Bool, Char or Str.
type LitPat struct{ Value Value }

// ConPat matches a constructor's values whose arguments match.
type ConPat struct {
	Con  *Con
	Args []Pat
}

// TuplePat matches a tuple componentwise; none for unit.
type TuplePat struct{ Elems []Pat }

// AsPat binds what Pat matches.
type AsPat struct {
	Var *Var
	Pat Pat
}

func (*WildPat) isPat()  {}
func (*VarPat) isPat()   {}
func (*LitPat) isPat()   {}
func (*ConPat) isPat()   {}
func (*TuplePat) isPat() {}
func (*AsPat) isPat()    {}

// Let is the case expression that `let val p = e in body end` means.
func Let(p Pat, e, body Expr) *CaseExpr {
	return &CaseExpr{Scrut: e, Arms: []Arm{{p, body}}}
}

// If is the case expression that `if c then a else b` means.
func If(c, a, b Expr) *CaseExpr {
	return &CaseExpr{Scrut: c, Arms: []Arm{{&LitPat{Bool(true)}, a}, {&LitPat{Bool(false)}, b}}}
}
