package native

import (
	"fmt"
	"slices"
	"sync"

	"scf/ast"
	"scf/backend"
	"scf/backend/code"
	"scf/backend/ir"
	"scf/backend/lower"
	"scf/backend/machine"
	"scf/backend/mem"
	"scf/backend/opt"
	"scf/internal/diag"
)

// linked is a module as native code has it: its functions, compiled when code that calls them is.
type linked struct {
	backend *Backend
	module  *backend.Module
	unit    *lower.Unit
	hosts   []code.HostFunc // by backend.Function.Index

	mu        sync.Mutex
	functions []*function // by backend.Function.Index; nil: not compiled yet
	sites     []site      // of these functions
	// checked says that functions check the stack when they are entered, since it is not known how deeply they call one another.
	checked bool
	checks
}

// function is a function that has code, or will have.
type function struct {
	name    string
	tree    *ast.Func // nil: a function of the program, called by its address or by name
	index   int       // in the module; -1: an optimised version of one
	region  *code.Region
	offset  int    // in region
	sites   []site // of an optimised version
	placeOf func(ast.Label) diag.Pos
	made    map[string]*function // that belong to it, or it to (ast.Func.Made)
	frame   int
	callees []*function
	need    int  // how many bytes of stack a call takes at most, with what it calls; 0: not known yet
	summed  bool // while its need is being added up
}

// madeFor is the functions that belong to f, which are compiled when f is.
func madeFor(f *function) map[string]*function {
	if len(f.tree.Made) == 0 {
		return nil
	}
	f.made = map[string]*function{}
	for _, g := range f.tree.Made {
		f.made[g.Name] = &function{name: g.Name, tree: g, index: -1, placeOf: f.placeOf, made: f.made}
	}
	return f.made
}

func (f *function) address() uintptr { return f.region.Addr() + uintptr(f.offset) }

// linkedKey is what a module keeps its linked functions under: the address of one in the back end.
type linkedKey struct{ _ byte }

func (b *Backend) linkedOf(m *backend.Module, check checks) *linked {
	return m.Keep(&b.linked[check.number()], func() any {
		u := &linked{backend: b, module: m, unit: lower.NewUnit(m.Unit()), checks: check}
		all := m.Functions()
		u.functions = make([]*function, len(all))
		for _, f := range all {
			host := f.Host
			if check.accesses {
				host = m.CheckedHost(f)
			}
			u.hosts = append(u.hosts, hostOf(f, host))
		}
		for _, name := range backend.CheckFunctions() {
			u.hosts = append(u.hosts, checkOf(m, name))
		}
		return u
	}).(*linked)
}

// batch is functions that are compiled together, since they call one another.
type batch struct {
	linked    *linked
	compiler  *compiler
	functions []*function
	pieces    []piece
	// forC says that C programs call the first function, and that none polls.
	forC bool
}

// link compiles f and all that it calls, and puts the code where it runs.
func (u *linked) link(f *function, o backend.Options) error {
	c := u.backend.compiler(u.unit, u.checks)
	defer u.backend.compilers.Put(c)
	c.opt.Options = opt.Options{Polls: !o.NoPoll}
	b := c.begin(u)
	defer b.end()
	if err := b.compile(f); err != nil {
		return err
	}
	return b.install()
}

// begin is an empty batch for u.
func (c *compiler) begin(u *linked) *batch {
	c.text, c.refs = c.text[:0], c.refs[:0]
	c.batch.linked, c.batch.compiler = u, c
	return &c.batch
}

// end lets go of what the batch was about.
func (b *batch) end() {
	clear(b.functions)
	clear(b.pieces)
	*b = batch{functions: b.functions[:0], pieces: b.pieces[:0]}
}

// compile compiles f and all that it calls so that calls stay within a stack.
func (b *batch) compile(f *function) error {
	if err := b.compileWith(f, b); err != nil {
		return err
	}
	if u := b.linked; !u.checked && b.isDeep() {
		u.checked = true
		clear(u.functions)
		b.functions, b.pieces = b.functions[:0], b.pieces[:0]
		if err := b.compileWith(f, b); err != nil {
			return err
		}
	}
	return b.checkFrames()
}

// compileWith compiles f and those that it calls and that have no code yet; symbols tells what lies behind their symbols.
func (b *batch) compileWith(f *function, symbols machine.Symbols) error {
	f.need, f.callees, f.sites = 0, nil, nil
	b.functions = append(b.functions, f)
	for i := 0; i < len(b.functions); i++ {
		f := b.functions[i]
		p, err := b.piece(f, symbols)
		if err != nil {
			return err
		}
		b.pieces = append(b.pieces, p)
		f.frame = p.frame
		for _, name := range p.calls {
			callee, err := b.callee(f, name)
			if err != nil {
				return err
			}
			f.callees = append(f.callees, callee)
		}
		if p.pointers {
			b.all()
		}
	}
	return nil
}

func (b *batch) piece(f *function, symbols machine.Symbols) (piece, error) {
	config := machine.Config{Symbols: symbols, Polls: !b.forC, ForC: b.forC && len(b.pieces) == 0, CheckStack: b.linked.checked, StackTrap: int64(backend.OutOfStack)}
	if f.tree != nil {
		p, err := b.compiler.compile(f, b, config)
		if err == nil || f.index < 0 {
			return p, err
		}
		b.linked.hosts[f.index] = refusing(fmt.Errorf("%s: %w", f.name, err)) // only a call of it is an error
		f.tree = nil
	}
	config.Place = b.linked.number(f, &ir.Func{Places: make([]diag.Pos, 1)}, nil)
	return b.compiler.stub(b.linked.module.Functions()[f.index], config)
}

// callee is the function called name that caller calls, which gets code if it has none yet.
func (b *batch) callee(caller *function, name string) (*function, error) {
	if made := caller.made[name]; made != nil {
		if !slices.Contains(b.functions, made) {
			b.functions = append(b.functions, made)
		}
		return made, nil
	}
	f, ok := b.linked.module.Function(name)
	if !ok {
		return nil, fmt.Errorf("the file does not declare the function %s", name)
	}
	return b.wanted(f), nil
}

func (b *batch) wanted(f *backend.Function) *function {
	u := b.linked
	if u.functions[f.Index] == nil {
		u.functions[f.Index] = &function{name: f.Name, tree: f.Tree, index: f.Index}
		b.functions = append(b.functions, u.functions[f.Index])
	}
	return u.functions[f.Index]
}

// compiles reports whether the function called name is the module's own, rather than the program's.
func (b *batch) compiles(name string) bool {
	f, ok := b.linked.module.Function(name)
	return ok && f.Tree != nil
}

// all gives code to every function of the module: code that calls functions by their addresses may call any of them.
func (b *batch) all() {
	for _, f := range b.linked.module.Functions() {
		b.wanted(f)
	}
}

// install puts the code where it runs.
func (b *batch) install() error {
	ok := true
	region, err := b.linked.backend.arena.Install(b.together(), func(text []byte, base uintptr) { ok = b.patchAll(text, base) })
	if err == nil && !ok {
		err = fmt.Errorf("code lies too far from the functions that it calls")
	}
	for _, f := range b.functions {
		f.region = region
		if err != nil && f.index >= 0 {
			b.linked.functions[f.index] = nil
		}
	}
	if err == nil {
		b.setCells(func(f *function) uint64 { return uint64(f.address()) })
	}
	return err
}

// entryAlign is what the entries of functions are aligned to.
const entryAlign = 32

// together is the code of all functions, one behind the other.
func (b *batch) together() []byte {
	text := b.compiler.together[:0]
	for i, f := range b.functions {
		for len(text)%entryAlign != 0 {
			text = append(text, 0)
		}
		f.offset = len(text)
		text = append(text, b.pieces[i].text...)
	}
	b.compiler.together = text
	return text
}

// patchAll makes the calls in text, which is together's and lies at base, lead to their functions. It reports whether it can.
func (b *batch) patchAll(text []byte, base uintptr) bool {
	ok := true
	for i, f := range b.functions {
		for k, r := range b.pieces[i].refs {
			callee := f.callees[k]
			to := base + uintptr(callee.offset)
			if callee.region != nil {
				to = callee.address()
			}
			own := text[f.offset : f.offset+len(b.pieces[i].text)]
			ok = b.compiler.machine.Patch(own, r.Offset, base+uintptr(f.offset), to) && ok
		}
	}
	return ok
}

// setCells makes what stands for the addresses of functions lead to their code.
func (b *batch) setCells(address func(*function) uint64) {
	for _, f := range b.functions {
		if f.index >= 0 {
			mem.Store64(b.linked.module.Cell(f.index), address(f))
		}
	}
}

// Address is that of an object, or of the cell of a function.
func (b *batch) Address(s *ir.Sym) uint64 {
	m := b.linked.module
	if s.Kind != ir.Data {
		f, ok := m.Function(s.Name)
		if !ok {
			return 0
		}
		return f.Cell
	}
	text, isText, fn, name := lower.Data(s.Name)
	if isText {
		return m.String(&ast.Str{Text: text, Ty: ast.Array{Elem: ast.Integer{Name: "char", Width: 8, Signed: true}, Len: int64(len(text)) + 1}})
	}
	address, _ := m.Address(fn, name)
	return address
}

// Host is the number of a function of the program.
func (b *batch) Host(s *ir.Sym) int {
	if f, ok := b.linked.module.Function(s.Name); ok {
		return f.Index
	}
	if i := slices.Index(backend.CheckFunctions(), s.Name); i >= 0 {
		return len(b.linked.functions) + i
	}
	return 0
}
