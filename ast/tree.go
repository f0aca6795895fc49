package ast

// Func is one C function.
type Func struct {
	Name   string
	Result Type
	Params []Param
	Body   Cmd
	// InMemory reports whether the body mentions an object. Where it is false no pass needs to know which objects there are.
	InMemory bool
	Label    Label
	// Made are functions that passes have made for this one, in no file: it calls them by their names, and they, which have the same Made, each other. None
	// has the name of a function of the file. No argument of func: see Program.
	Made []*Func
}

// Program is a function with others (prog).
type Program struct {
	Func *Func   // which is optimised
	File []*Func // of its file, that passes may look into
	Made []*Func // by passes
}

// Param is a parameter. One that lies in memory is used as an Object, another as a Var.
type Param struct {
	Name     string
	Ty       Type
	InMemory bool
}

// Expr is an expression. Only calls have effects.
type Expr interface{ label() *Label }

// Constant is the value of a Const: IntConst or FloatConst.
type Constant interface{ isConstant() }

// IntConst is an integer in the form that Wrap gives, or an address (0 is null).
type IntConst int64

// FloatConst is the bits of a float or double.
type FloatConst int64

func (IntConst) isConstant()   {}
func (FloatConst) isConstant() {}

// Unop is a unary operator.
type Unop int

// The unary operators.
const (
	Neg    Unop = iota
	BitNot      // ~
	LogNot      // !: 0 or 1 of type int
)

// Binop is a binary operator.
type Binop int

// The binary operators; comparisons give 0 or 1 of type int.
const (
	Add Binop = iota
	Sub
	Mul
	Div
	Rem
	Shl
	Shr
	BitAnd
	BitOr
	BitXor
	Lt
	Gt
	Le
	Ge
	Eq
	Ne
	PtrAdd
	PtrSub
	PtrDiff
)

// IsComparison reports whether op compares.
func (op Binop) IsComparison() bool { return op >= Lt && op <= Ne }

// ownSecondType reports whether the second operand of op has a type of its own.
func (op Binop) ownSecondType() bool { return op == Shl || op == Shr || op == PtrAdd || op == PtrSub }

// The expressions. The fields stand in the order of the constructor's arguments; what they mean is said in ast.scf-ml.
type (
	Const struct {
		Value Constant
		Ty    Type
		Label Label
	}
	Var struct {
		Name  string
		Ty    Type
		Label Label
	}
	Object struct {
		Name  string
		Ty    Type
		Label Label
	}
	Str struct {
		Text  string
		Ty    Type
		Label Label
	}
	Unary struct {
		Op    Unop
		Ty    Type
		X     Expr
		Label Label
	}
	Binary struct {
		Op    Binop
		Ty    Type
		X, Y  Expr
		Label Label
	}
	Convert struct {
		Ty    Type
		X     Expr
		Label Label
	}
	LogAnd struct {
		X, Y  Expr
		Label Label
	}
	LogOr struct {
		X, Y  Expr
		Label Label
	}
	Cond struct {
		Test, Then, Else Expr
		Ty               Type
		Label            Label
	}
	Deref struct {
		X     Expr
		Ty    Type
		Label Label
	}
	Index struct {
		X, I  Expr
		Ty    Type
		Label Label
	}
	Member struct {
		X      Expr
		Field  string
		Offset int64
		Ty     Type
		Label  Label
	}
	Arrow struct {
		X      Expr
		Field  string
		Offset int64
		Ty     Type
		Label  Label
	}
	AddressOf struct {
		X     Expr
		Ty    Type
		Label Label
	}
	Call struct {
		Fn    Expr
		Args  []Expr
		Ty    Type
		Label Label
	}
)

func (e *Const) label() *Label     { return &e.Label }
func (e *Var) label() *Label       { return &e.Label }
func (e *Object) label() *Label    { return &e.Label }
func (e *Str) label() *Label       { return &e.Label }
func (e *Unary) label() *Label     { return &e.Label }
func (e *Binary) label() *Label    { return &e.Label }
func (e *Convert) label() *Label   { return &e.Label }
func (e *LogAnd) label() *Label    { return &e.Label }
func (e *LogOr) label() *Label     { return &e.Label }
func (e *Cond) label() *Label      { return &e.Label }
func (e *Deref) label() *Label     { return &e.Label }
func (e *Index) label() *Label     { return &e.Label }
func (e *Member) label() *Label    { return &e.Label }
func (e *Arrow) label() *Label     { return &e.Label }
func (e *AddressOf) label() *Label { return &e.Label }
func (e *Call) label() *Label      { return &e.Label }

// LabelOfExpr is the label of e.
func LabelOfExpr(e Expr) Label { return *e.label() }

// TypeOf is the type of the value of e.
func TypeOf(e Expr) Type {
	switch e := e.(type) {
	case *Const:
		return e.Ty
	case *Var:
		return e.Ty
	case *Object:
		return e.Ty
	case *Str:
		return e.Ty
	case *Unary:
		if e.Op == LogNot {
			return Int
		}
		return e.Ty
	case *Binary:
		return binaryType(e)
	case *Convert:
		return e.Ty
	case *Cond:
		return e.Ty
	case *Deref:
		return e.Ty
	case *Index:
		return e.Ty
	case *Member:
		return e.Ty
	case *Arrow:
		return e.Ty
	case *AddressOf:
		return e.Ty
	case *Call:
		return e.Ty
	}
	return Int // LogAnd, LogOr
}

// binaryType is the type of the value of b.
func binaryType(b *Binary) Type {
	if b.Op.IsComparison() {
		return Int
	}
	return b.Ty
}

// ConvertTo is e converted to t: e itself where that changes nothing, a constant for an integer constant.
func ConvertTo(t Type, e Expr) Expr {
	if Same(TypeOf(e), t) {
		return e
	}
	if c, ok := e.(*Const); ok && IsInteger(c.Ty) && IsInteger(t) {
		return &Const{IntConst(Wrap(int64(c.Value.(IntConst)), t)), t, c.Label}
	}
	return &Convert{Ty: t, X: e}
}
