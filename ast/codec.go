package ast

import (
	"fmt"
	"reflect"

	"scf/internal/diag"
	"scf/scfml/core"
)

// The conversion between the Go tree and SCF-ML values. Both follow one table: a row says which Go type stands for which
// constructor of ast.scf-ml; a struct's fields are the constructor's arguments in order (but for a loop's place in the source), any other Go type is its one
// argument, and enumerations are nullary constructors numbered in order. codec_test holds the table against ast.scf-ml.

// maxDepth bounds the nesting of values converted, so that no value ends the Go stack.
const maxDepth = 200_000

// datatypeOf names the datatype that a Go type of the tree stands for.
var datatypeOf = map[reflect.Type]string{
	typeFor[Label]():    "label",
	typeFor[Type]():     "ty",
	typeFor[Constant](): "const",
	typeFor[Unop]():     "unop",
	typeFor[Binop]():    "binop",
	typeFor[Advice]():   "advice",
	typeFor[Expr]():     "expr",
	typeFor[Init]():     "init",
	typeFor[Cmd]():      "cmd",
	typeFor[*Arm]():     "case_arm",
	typeFor[*Node]():    "graph_node",
	typeFor[Param]():    "param",
	typeFor[*Func]():    "func",
	typeFor[*Program](): "prog",
	typeFor[Lattice]():  "lattice",
}

// constructors are, for each datatype, its constructors' names with the Go types that stand for them (nil in enumerations).
var constructors = map[string][]constructor{
	"label": {{"L", typeFor[L]()}, {"U", typeFor[U]()}},
	"ty": {{"void", typeFor[Void]()}, {"boolean", typeFor[Boolean]()}, {"integer", typeFor[Integer]()},
		{"floating", typeFor[Floating]()}, {"pointer", typeFor[Pointer]()}, {"array", typeFor[Array]()},
		{"record", typeFor[Record]()}, {"function", typeFor[*Function]()}},
	"const":  {{"int_const", typeFor[IntConst]()}, {"float_const", typeFor[FloatConst]()}},
	"advice": names("unroll", "no_unroll"),
	"unop":   names("neg", "bit_not", "log_not"),
	"binop": names("add", "sub", "mul", "div_op", "rem_op", "shl", "shr", "bit_and", "bit_or", "bit_xor",
		"lt", "gt", "le", "ge", "eq", "ne", "ptr_add", "ptr_sub", "ptr_diff"),
	"expr": {{"const", typeFor[*Const]()}, {"var", typeFor[*Var]()}, {"object", typeFor[*Object]()}, {"str", typeFor[*Str]()},
		{"unary", typeFor[*Unary]()}, {"binary", typeFor[*Binary]()}, {"convert", typeFor[*Convert]()},
		{"log_and", typeFor[*LogAnd]()}, {"log_or", typeFor[*LogOr]()}, {"cond", typeFor[*Cond]()},
		{"deref", typeFor[*Deref]()}, {"index", typeFor[*Index]()}, {"member", typeFor[*Member]()},
		{"arrow", typeFor[*Arrow]()}, {"address_of", typeFor[*AddressOf]()}, {"call", typeFor[*Call]()}},
	"init": {{"no_init", typeFor[NoInit]()}, {"init_expr", typeFor[*InitExpr]()}, {"init_list", typeFor[*InitList]()}},
	"cmd": {{"skip", typeFor[*Skip]()}, {"seq", typeFor[*Seq]()}, {"scope", typeFor[*Scope]()}, {"declare", typeFor[*Declare]()},
		{"assign", typeFor[*Assign]()}, {"store", typeFor[*Store]()}, {"eval", typeFor[*Eval]()}, {"if_else", typeFor[*If]()},
		{"while_do", typeFor[*While]()}, {"do_while", typeFor[*DoWhile]()}, {"for_loop", typeFor[*For]()},
		{"switch", typeFor[*Switch]()}, {"block", typeFor[*Block]()}, {"exit", typeFor[*Exit]()},
		{"advised", typeFor[*Advised]()}, {"return", typeFor[*Return]()}, {"return_void", typeFor[*ReturnVoid]()},
		{"graph", typeFor[*Graph]()}, {"jump", typeFor[*Jump]()}},
	"case_arm":   {{"case_arm", typeFor[*Arm]()}},
	"graph_node": {{"graph_node", typeFor[*Node]()}},
	"param":      {{"param", typeFor[Param]()}},
	"func":       {{"func", typeFor[*Func]()}},
	"prog":       {{"prog", typeFor[*Program]()}},
	"lattice": {{"UNDEFINED", typeFor[Undefined]()}, {"CONSTANT", typeFor[Known]()}, {"NON_CONSTANT", typeFor[NonConstant]()},
		{"ARRAY", typeFor[*KnownArray]()}, {"RECORD", typeFor[*KnownRecord]()},
		{"PLACE", typeFor[*KnownPlace]()}, {"TABLE", typeFor[*KnownTable]()}, {"LINK", typeFor[*KnownLink]()},
		{"POPPED", typeFor[*KnownPopped]()}, {"FUNCTION", typeFor[*KnownFunction]()}},
}

// arguments is how many of the fields of the struct t are arguments of its constructor: those before the place in the source, and before what is made
// for a function.
func arguments(t reflect.Type) int {
	n := t.NumField()
	if n > 0 && (t.Field(n-1).Type == typeFor[diag.Pos]() || t == typeFor[Func]()) {
		n--
	}
	return n
}

type constructor struct {
	name   string
	goType reflect.Type
}

func typeFor[T any]() reflect.Type { return reflect.TypeFor[T]() }

func names(ns ...string) []constructor {
	out := make([]constructor, len(ns))
	for i, n := range ns {
		out[i].name = n
	}
	return out
}

// constructorOf finds the row of the Go type t in the datatype; constructorNamed finds it by name.
func constructorOf(datatype string, t reflect.Type) (constructor, bool) {
	for _, c := range constructors[datatype] {
		if c.goType == t {
			return c, true
		}
	}
	return constructor{}, false
}

func constructorNamed(datatype, name string) (row constructor, index int, ok bool) {
	for i, c := range constructors[datatype] {
		if c.name == name {
			return c, i, true
		}
	}
	return constructor{}, 0, false
}

// structOf is the struct that t is or points to, whose fields are a constructor's arguments.
func structOf(t reflect.Type) (reflect.Type, bool) {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t, t.Kind() == reflect.Struct
}

// FindDatatype is the datatype of that name in p, a program that opens AST: one of the tree's. nil: there is none.
func FindDatatype(p *core.Program, name string) *core.Datatype {
	for _, d := range p.Datatypes {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// findCon is the constructor of the tree's datatype (say "lattice", "CONSTANT") in a program that opens AST. It is an error
// if the program does not declare it.
func findCon(p *core.Program, datatype, name string) (*core.Con, error) {
	if d := FindDatatype(p, datatype); d != nil {
		for _, c := range d.Cons {
			if c.Name == name {
				return c, nil
			}
		}
	}
	return nil, fmt.Errorf("the program does not declare the constructor %s of %s; a pass must open AST, version %d", name, datatype, Version)
}

// ToValue is f as a value of the datatype func of the program p, which must open AST.
func ToValue(f *Func, p *core.Program) (core.Value, error) { return encode(f, p) }

// ProgramToValue is p as a value of the datatype prog of the program in, which must open AST.
func ProgramToValue(p *Program, in *core.Program) (core.Value, error) { return encode(p, in) }

// LatticesToValue is ls as a value of the type lattice list of the program p, which must open AST.
func LatticesToValue(ls []Lattice, p *core.Program) (core.Value, error) { return encode(ls, p) }

// LatticeToValue is l as a value of the datatype lattice of the program p, which must open AST.
func LatticeToValue(l Lattice, p *core.Program) (core.Value, error) { return encode(l, p) }

// TypeToValue is t as a value of the datatype ty of the program p, which must open AST.
func TypeToValue(t Type, p *core.Program) (core.Value, error) { return encode(t, p) }

// TypeFromValue is the type that v, a value of the datatype ty of any program, stands for.
func TypeFromValue(v core.Value) (Type, error) { return decode[Type](v) }

// FromValue is the function that v, a value of the datatype func of any program, stands for. Constants are brought into the
// form that Wrap gives. A value of another form is an error that says where it departs from the datatype.
func FromValue(v core.Value) (*Func, error) { return fromValue(v, (*reader).function) }

// FromUnlabelled is FromValue of a value that needs to have no labels but those that exits and jumps name; the nodes are numbered as by Number.
func FromUnlabelled(v core.Value) (*Func, error) { return fromValue(v, (*reader).numberedFunction) }

// ProgramFromValue is the program that v, a value of the datatype prog of any program, stands for; as FromValue.
func ProgramFromValue(v core.Value) (*Program, error) { return fromValue(v, (*reader).program) }

// ProgramFromUnlabelled is ProgramFromValue as FromUnlabelled is FromValue. Its functions are numbered each by itself.
func ProgramFromUnlabelled(v core.Value) (*Program, error) {
	return fromValue(v, (*reader).numberedProgram)
}

func fromValue[T any](v core.Value, read func(*reader, core.Value) T) (x T, err error) {
	if x, ok := readTree(v, read); ok {
		return x, nil
	}
	if _, err = decode[T](v); err == nil {
		err = fmt.Errorf("the value is no tree")
	}
	return x, err
}

// CmdFromValue is the command that v, a value of the datatype cmd of any program, stands for; as FromValue.
func CmdFromValue(v core.Value) (Cmd, error) {
	c, err := decode[Cmd](v)
	if err != nil {
		return nil, err
	}
	Walk(c, nil, normalize, nil)
	return c, nil
}

// ExprFromValue is the expression that v, a value of the datatype expr of any program, stands for; as FromValue.
func ExprFromValue(v core.Value) (Expr, error) {
	e, err := decode[Expr](v)
	if err != nil {
		return nil, err
	}
	WalkExpr(e, normalize)
	return e, nil
}

// normalize brings a constant into the form that Wrap gives.
func normalize(e Expr) {
	if c, ok := e.(*Const); ok {
		if i, ok := c.Value.(IntConst); ok {
			c.Value = IntConst(Wrap(int64(i), c.Ty))
		}
	}
}
