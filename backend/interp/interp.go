package interp

import (
	"context"
	"errors"
	"sync"

	"scf/ast"
	"scf/backend"
	"scf/backend/mem"
	"scf/internal/diag"
)

// Name is the name of the back end.
const Name = "interp"

// New is the back end.
func New() backend.Backend { return interpreter{} }

type interpreter struct{}

func (interpreter) Name() string { return Name }

func (interpreter) Available() error {
	if !mem.LittleEndian() {
		return errors.New("this machine stores the high byte of an integer first, and C is laid out for machines that store the low one first")
	}
	return nil
}

func (interpreter) Compile(ctx context.Context, m *backend.Module, f *ast.Func, o backend.Options) (backend.Code, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p := programOf(m, o.Checked)
	fn := p.own(f)
	if fn == nil {
		fn = &function{tree: f, placeOf: o.PlaceOf, made: map[string]*function{}}
		for _, g := range f.Made {
			fn.made[g.Name] = &function{tree: g, placeOf: o.PlaceOf, made: fn.made}
		}
	}
	if err := fn.prepare(p); err != nil {
		return nil, err
	}
	return &code{program: p, fn: fn, signature: backend.SignatureOf(f), steps: o.Steps}, nil
}

// program is the functions of a module as this back end has them, checked ones or not.
type program struct {
	module    *backend.Module
	checked   bool
	hosts     []backend.HostFunc // by backend.Function.Index; nil for those that are no functions of the program
	functions []*function        // by backend.Function.Index; nil for those without a tree
	machines  sync.Pool
}

type keptProgram struct{ checked bool }

func programOf(m *backend.Module, checked bool) *program {
	return m.Keep(keptProgram{checked}, func() any {
		p := &program{module: m, checked: checked}
		for _, f := range m.Functions() {
			var fn *function
			host := f.Host
			if checked {
				host = m.CheckedHost(f)
			}
			p.hosts = append(p.hosts, host)
			if f.Tree != nil {
				fn = &function{tree: f.Tree}
			}
			p.functions = append(p.functions, fn)
		}
		p.machines.New = func() any { return newMachine(p) }
		return p
	}).(*program)
}

// own is f as a function of the module; nil if it is none.
func (p *program) own(f *ast.Func) *function {
	if g, ok := p.module.Function(f.Name); ok && g.Tree == f {
		return p.functions[g.Index]
	}
	return nil
}

// function is a function and the closures that it becomes when it is called first.
type function struct {
	tree    *ast.Func
	placeOf func(ast.Label) diag.Pos // where commands stand that do not tell it; may be nil
	made    map[string]*function     // which belong to it, or it to (ast.Func.Made)
	once    sync.Once
	err     error

	entry  place
	body   cmd
	params []param
	words  int    // of its variables
	memory int    // bytes of its objects
	align  uint64 // of the memory
	frame  int    // words of both

	// Of checked functions: how many words come before those of the parameters, what to look at when it is entered, and its objects, behind the frame's memory.
	first    int
	pointers []pointerParam
	records  []recordParam
	objects  []object
}

// param is where a parameter comes to lie in memory.
type param struct {
	slot   int
	offset uint64
	ty     ast.Type
}

// prepare compiles the function, once.
func (fn *function) prepare(p *program) error {
	fn.once.Do(func() { fn.err = fn.compile(p) })
	return fn.err
}
