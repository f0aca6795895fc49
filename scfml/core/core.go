// Package core is SCF-ML's core form (after figure 4.3): what every phase works on. Structures are inlined, let and if are case
// expressions, a function of a tuple has one parameter per component. It differs from the figure in two places: sets keep operations of
// their own (the abstract domain represents them as maps to bool), and constants are values, not constructor applications.
//
//	core.go         programs, expressions, patterns
//	types.go        types and datatypes
//	value.go        concrete values; order.go: their order, equality, hashes
//	ops.go          the primitive operations; op_info.go: how they are written, their types; prim.go, prim_float.go: what they do
//	walk.go         looking through expressions and rebuilding them
//	trim.go         a program without what it does not need
//	link.go         one program of several; rebind.go: a value of one load as one of another
//	monomorph.go    a program without polymorphic functions
//	infer.go        type inference: unknown types, unification, generalisation
//	verify.go       whether a program that a phase has made is well formed
//	typing.go       the types in a function
//	valuetext.go    values in text, valueformat.go: as text
//	print.go        a program as a text that scfml.Load reads, in these steps; listing.go: with the places of its words
//	print_names.go  the tree to print, with names that capture nothing
//	print_const.go  constants hoisted to val; print_shared.go: parts that they share
//	print_type.go   datatypes and modules in order
//	print_expr.go   expressions with let, if and operators restored
//	print_doc.go    lines
package core

import "scf/internal/diag"

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
	Keys *KeySet
	Pos  diag.Pos
}

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

// Binding takes c apart where it is `let x = c.Scrut in body`.
func (c *CaseExpr) Binding() (x *Var, body Expr, ok bool) {
	if len(c.Arms) != 1 {
		return nil, nil, false
	}
	p, ok := c.Arms[0].Pat.(*VarPat)
	if !ok {
		return nil, nil, false
	}
	return p.Var, c.Arms[0].Body, true
}

// If is the case expression that `if c then a else b` means.
func If(c, a, b Expr) *CaseExpr {
	return &CaseExpr{Scrut: c, Arms: []Arm{{&LitPat{Bool(true)}, a}, {&LitPat{Bool(false)}, b}}}
}

// Con is the constructor of that name, declared or built in; nil if there is none.
func (p *Program) Con(name string) *Con {
	name = p.unqualified(name)
	for _, d := range p.Datatypes {
		for _, c := range d.Cons {
			if c.Name == name {
				return c
			}
		}
	}
	for _, c := range []*Con{None, Some, Nil, Cons} {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// Func is the function of that name; nil if there is none.
func (p *Program) Func(name string) *Func {
	name = p.unqualified(name)
	for _, f := range p.Funcs {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// unqualified is a name without the program's own name before it.
func (p *Program) unqualified(name string) string {
	if qualifier, base := SplitName(name); qualifier == p.Name {
		return base
	}
	return name
}

// MakeCon applies a constructor: a constant where all arguments are.
func MakeCon(c *Con, args []Expr) Expr {
	if values, ok := constants(args); ok {
		return &Const{&ConValue{c, values}}
	}
	return &ConExpr{c, args}
}

// MakeTuple makes a tuple: a constant where all components are.
func MakeTuple(elems []Expr) Expr {
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
