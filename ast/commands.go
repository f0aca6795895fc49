package ast

import "scf/internal/diag"

// Cmd is a command.
type Cmd interface {
	label() *Label
	isCmd()
}

// Init is what a variable starts with: NoInit, *InitExpr or *InitList.
type Init interface{ isInit() }

// NoInit leaves the variable undefined.
type NoInit struct{}

// InitExpr is an expression of the variable's type.
type InitExpr struct{ X Expr }

// InitList initialises an aggregate's parts.
type InitList struct{ Elems []Init }

func (NoInit) isInit()    {}
func (*InitExpr) isInit() {}
func (*InitList) isInit() {}

// Arm is one arm of a switch; it falls through into the next.
type Arm struct {
	Values  []int64
	Default bool // whether default is among the labels
	Body    Cmd
	Label   Label
}

// Node is a node of a graph: what jumps lead to.
type Node struct {
	Body  Cmd
	Label Label
}

// Advice is what a pragma before a loop asks of the passes that may unroll it.
type Advice int

// The advice that there is.
const (
	Unroll Advice = iota
	NoUnroll
)

// The commands. The fields stand in the order of the constructor's arguments; what they mean is said in ast.scf-ml. At is where a command stands
// in the source; it is no part of the value that passes get.
type (
	Skip struct{ Label Label }
	Seq  struct {
		First, Second Cmd
		Label         Label
	}
	Scope struct {
		Body  Cmd
		Label Label
	}
	Declare struct {
		Name  string
		Ty    Type
		Init  Init
		Label Label
		At    diag.Pos
	}
	Assign struct {
		Name  string
		Ty    Type
		X     Expr
		Label Label
		At    diag.Pos
	}
	Store struct {
		Dest, X Expr
		Label   Label
		At      diag.Pos
	}
	Eval struct {
		X     Expr
		Label Label
		At    diag.Pos
	}
	If struct {
		Test       Expr
		Then, Else Cmd
		Label      Label
		At         diag.Pos
	}
	While struct {
		Test  Expr
		Body  Cmd
		Label Label
		At    diag.Pos
	}
	DoWhile struct {
		Body  Cmd
		Test  Expr
		Label Label
		At    diag.Pos
	}
	For struct {
		Init  Cmd
		Test  Expr
		Step  Cmd
		Body  Cmd
		Label Label
		At    diag.Pos
	}
	Switch struct {
		Test  Expr
		Arms  []*Arm
		Label Label
		At    diag.Pos
	}
	Block struct {
		Body  Cmd
		Label Label
	}
	Exit struct {
		To    Label
		Label Label
	}
	Advised struct {
		Advice Advice
		Loop   Cmd
		Label  Label
	}
	Return struct {
		X     Expr
		Label Label
		At    diag.Pos
	}
	ReturnVoid struct{ Label Label }
	Graph      struct {
		Nodes []*Node
		Label Label
		At    diag.Pos
	}
	Jump struct {
		To    Label
		Label Label
	}
)

// LabelOf is the label of c.
func LabelOf(c Cmd) Label { return *c.label() }

func (c *Skip) label() *Label       { return &c.Label }
func (c *Seq) label() *Label        { return &c.Label }
func (c *Scope) label() *Label      { return &c.Label }
func (c *Declare) label() *Label    { return &c.Label }
func (c *Assign) label() *Label     { return &c.Label }
func (c *Store) label() *Label      { return &c.Label }
func (c *Eval) label() *Label       { return &c.Label }
func (c *If) label() *Label         { return &c.Label }
func (c *While) label() *Label      { return &c.Label }
func (c *DoWhile) label() *Label    { return &c.Label }
func (c *For) label() *Label        { return &c.Label }
func (c *Switch) label() *Label     { return &c.Label }
func (c *Block) label() *Label      { return &c.Label }
func (c *Exit) label() *Label       { return &c.Label }
func (c *Advised) label() *Label    { return &c.Label }
func (c *Return) label() *Label     { return &c.Label }
func (c *ReturnVoid) label() *Label { return &c.Label }
func (c *Graph) label() *Label      { return &c.Label }
func (c *Jump) label() *Label       { return &c.Label }

func (*Skip) isCmd()       {}
func (*Seq) isCmd()        {}
func (*Scope) isCmd()      {}
func (*Declare) isCmd()    {}
func (*Assign) isCmd()     {}
func (*Store) isCmd()      {}
func (*Eval) isCmd()       {}
func (*If) isCmd()         {}
func (*While) isCmd()      {}
func (*DoWhile) isCmd()    {}
func (*For) isCmd()        {}
func (*Switch) isCmd()     {}
func (*Block) isCmd()      {}
func (*Exit) isCmd()       {}
func (*Advised) isCmd()    {}
func (*Return) isCmd()     {}
func (*ReturnVoid) isCmd() {}
func (*Graph) isCmd()      {}
func (*Jump) isCmd()       {}

// SeqOf is the commands one after another, nested to the right; without commands it is a Skip.
func SeqOf(cmds ...Cmd) Cmd {
	if len(cmds) == 0 {
		return &Skip{}
	}
	last := len(cmds) - 1
	c := cmds[last]
	for i := last - 1; i >= 0; i-- {
		c = &Seq{First: cmds[i], Second: c}
	}
	return c
}

// Flatten is the commands that c does one after another, sequences and skips dissolved.
func Flatten(c Cmd) []Cmd {
	var out []Cmd
	var walk func(Cmd)
	walk = func(c Cmd) {
		switch c := c.(type) {
		case *Seq:
			walk(c.First)
			walk(c.Second)
		case *Skip:
		default:
			out = append(out, c)
		}
	}
	walk(c)
	return out
}
