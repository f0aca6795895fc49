package native

import (
	"scf/backend"
	"scf/backend/asm"
	"scf/backend/ir"
	"scf/backend/lower"
	"scf/backend/machine"
	"scf/backend/opt"
)

// maker is a machine's package.
type maker interface {
	// Function is f as code, whose references are direct calls of functions, by their symbols in f.
	Function(f *ir.Func, c machine.Config) (machine.Code, error)
	// Entry is what Go enters: it calls a function, which all of its references refer to.
	Entry(e *machine.Entry) machine.Code
	// Patch makes the reference at offset of text, which lies at the address from, refer to the address to. It reports whether it can.
	Patch(text []byte, offset int32, from, to uintptr) bool
}

// compiler is what compiling a function takes, in memory that is used again.
type compiler struct {
	lower   *lower.Lowerer
	opt     opt.Optimizer
	stubs   ir.Builder
	machine maker
	batch   batch

	// The code of a batch, piece behind piece, its references, and all of it with its alignment.
	text     []byte
	refs     []asm.Ref
	together []byte
	entry    machine.Entry
}

// checks are what code checks beside computing.
type checks struct {
	accesses bool // and divisors and addresses of functions (backend.Options.Checked)
	steps    bool // counts them
}

// any reports whether there is something of a call to be known for that (backend.Regions).
func (c checks) any() bool { return c.accesses || c.steps }

// allChecks is how many kinds of checks there are; number numbers them from 0.
const allChecks = 4

func (c checks) number() (n int) {
	if c.accesses {
		n++
	}
	if c.steps {
		n += 2
	}
	return n
}

// compiler is one for functions of u. C is as the passes have it: objects may be accessed as objects of other types.
func (b *Backend) compiler(u *lower.Unit, check checks) *compiler {
	o := lower.Options{FreeAliasing: true, Divisors: true, Checked: check.accesses, Steps: check.steps}
	c := b.compilers.Get()
	if c == nil {
		return &compiler{lower: lower.New(u, o), machine: newMachine()}
	}
	c.lower.Use(u, o)
	return c
}

// piece is the code of one function before it is put where it runs, in the compiler's memory.
type piece struct {
	text  []byte
	refs  []asm.Ref
	calls []string // the names of what refs refer to
	frame int
	// pointers says that it calls functions by their addresses.
	pointers bool
}

// compile makes code of f.
func (c *compiler) compile(f *function, b *batch, config machine.Config) (piece, error) {
	lowered, err := c.values(f, b)
	if err != nil {
		return piece{}, err
	}
	config.Place = b.linked.number(f, lowered, c.lower.Labels())
	made, err := c.machine.Function(lowered, config)
	if err != nil {
		return piece{}, err
	}
	p := c.pieceOf(made)
	for _, r := range p.refs {
		p.calls = append(p.calls, lowered.Symbols[r.Symbol].Name)
	}
	return p, nil
}

// values is f's tree as blocks of values, made fewer. It is good until the next one.
func (c *compiler) values(f *function, b *batch) (*ir.Func, error) {
	lowered, err := c.lower.Lower(f.tree)
	if err != nil {
		return nil, err
	}
	for i := range lowered.Symbols {
		if s := &lowered.Symbols[i]; s.Kind == ir.Function && f.made[s.Name] == nil && !b.compiles(s.Name) {
			s.Kind = ir.Host
		}
	}
	c.opt.Run(lowered)
	return lowered, nil
}

// stub makes code that calls a function of the program, for calls that do not know that it is one. Its one place is config's.
func (c *compiler) stub(f *backend.Function, config machine.Config) (piece, error) {
	params, result := wordTypes(f.Ty)
	b := &c.stubs
	b.Reset(f.Name, result)
	b.Func.Symbols = append(b.Func.Symbols, ir.Sym{Name: f.Name, Kind: ir.Host, Params: params, Result: result})
	b.Place = config.Place
	entry := b.NewBlock()
	var args []ir.Value
	for _, t := range params {
		args = append(args, b.AddParam(entry, t))
	}
	b.Start(entry)
	given := b.Call(0, args...)
	if result == ir.None {
		given = 0
	}
	b.Return(given)
	made, err := c.machine.Function(b.Finish(), config)
	return c.pieceOf(made), err
}

// pieceOf copies code out of the memory of the machine's compiler.
func (c *compiler) pieceOf(made machine.Code) piece {
	text, refs := len(c.text), len(c.refs)
	c.text, c.refs = append(c.text, made.Bytes...), append(c.refs, made.Refs...)
	return piece{text: c.text[text:len(c.text):len(c.text)], refs: c.refs[refs:len(c.refs):len(c.refs)], frame: made.Frame, pointers: made.Pointers}
}
