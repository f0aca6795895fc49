package kernel

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"scf/ast"
	"scf/backend"
	"scf/backend/mem"
	"scf/internal/diag"
	"scf/stager"
)

// Kernel is a C function that can be called from Go, and specialised to constants. It is immutable and safe for concurrent use; the C variables that it
// holds are as safe as C's code is that uses them.
type Kernel struct {
	options   Options
	function  *stager.Function
	staged    *stager.Staged // nil where nothing is constant
	module    *backend.Module
	backend   backend.Backend
	general   backend.Code // nil where it cannot be compiled
	refusal   error        // then: why
	signature backend.Signature
	tree      *ast.Func // of the C function as it is
	cache     *Cache
	optimizer backend.Backend
	// unoptimized says why there is no optimised code; nil where there can be.
	unoptimized error
	monitor     *monitor // apart from the kernel, which its goroutine does not keep alive
	plans       plans
	kept        kept
}

// New makes a kernel of a function of the C file name with the text source, and stages it. Errors are those of the file, with
// positions; of options; and that the file needs what nobody gives.
func New(ctx context.Context, name string, source []byte, o Options) (*Kernel, error) {
	f, err := stager.ParseC(ctx, name, source, o.Func, o.C)
	if err != nil {
		return nil, err
	}
	if f, err = f.Inline(o.Inline); err != nil {
		return nil, err
	}
	if err := f.Reach(o.Tables...); err != nil {
		return nil, err
	}
	early, err := f.ParseAbstract(o.Abstract)
	if err != nil {
		return nil, err
	}
	pipeline, err := stager.ParsePipeline(pipelineName(o.Pipeline))
	if err != nil {
		return nil, err
	}
	k := &Kernel{options: o, function: f}
	if anyConstant(f, early) {
		if k.staged, err = stager.Stage(ctx, f, pipeline, early, o.Staging); err != nil {
			return nil, err
		}
		k.function = k.staged.Function
	}
	return k.prepared(ctx)
}

func pipelineName(name string) string {
	if name == "" {
		return stager.DefaultPipeline
	}
	return name
}

// anyConstant reports whether there is a parameter that will be constant.
func anyConstant(f *stager.Function, early map[string]stager.Abstract) bool {
	for _, p := range f.Params {
		if p.Constant {
			return true
		}
	}
	for _, a := range early {
		if a.String() != (stager.Abstract{}).String() {
			return true
		}
	}
	return false
}

// Open opens a directory that was staged before, at build time. Of the options those that say how to stage have no meaning.
func Open(ctx context.Context, dir string, o Options) (*Kernel, error) {
	staged, err := stager.Open(ctx, dir, o.C.Limits)
	if err != nil {
		return nil, err
	}
	return Of(ctx, staged, o)
}

// OpenFS opens a staged directory in a file system, as one that //go:embed makes.
func OpenFS(ctx context.Context, fsys fs.FS, dir string, o Options) (*Kernel, error) {
	staged, err := stager.OpenFS(ctx, fsys, dir, o.C.Limits)
	if err != nil {
		return nil, err
	}
	return Of(ctx, staged, o)
}

// Of makes a kernel of a function that is staged. Of the options those that say how to stage have no meaning.
func Of(ctx context.Context, staged *stager.Staged, o Options) (*Kernel, error) {
	if o.Func != "" && o.Func != staged.Function.Name {
		return nil, fmt.Errorf("the directory was staged for the function %s, not for %s", staged.Function.Name, o.Func)
	}
	return (&Kernel{options: o, function: staged.Function, staged: staged}).prepared(ctx)
}

// prepared is k, ready to be bound.
func (k *Kernel) prepared(ctx context.Context) (*Kernel, error) {
	if err := k.prepare(ctx); err != nil {
		return nil, err
	}
	return k, nil
}

// prepare makes what code needs: the module, the back end, the general code.
func (k *Kernel) prepare(ctx context.Context) error {
	k.monitor = &monitor{}
	unit, err := k.function.Unit()
	if err != nil {
		return err
	}
	if k.module, err = backend.NewModule(unit, k.options.Hosts); err != nil {
		return err
	}
	if k.backend, err = backend.Choose(k.options.Backend, k.options.backends()...); err != nil {
		return err
	}
	k.optimizer = k.options.optimizer()
	k.unoptimized = k.whyNoOptimizer()
	if k.cache = k.options.Cache; k.cache == nil {
		k.cache = NewCache(DefaultCacheSize)
	}
	f, ok := k.module.Function(k.function.Name)
	if refused := k.module.Unit().Refusal(k.function.Name); refused != nil {
		return refused.Err
	}
	if !ok || f.Tree == nil {
		return fmt.Errorf("the function %s is not one that can be run", k.function.Name)
	}
	k.tree, k.signature = f.Tree, backend.SignatureOf(f.Tree)
	if k.general, k.refusal = k.compile(ctx, f.Tree, nil); ctx.Err() != nil {
		return ctx.Err()
	}
	return nil
}

// compile makes code of f; placeOf is where commands stand whose tree does not tell it.
func (k *Kernel) compile(ctx context.Context, f *ast.Func, placeOf func(ast.Label) diag.Pos) (backend.Code, error) {
	return k.backend.Compile(ctx, k.module, f, backend.Options{Steps: k.options.Steps, Checked: k.options.Checked, PlaceOf: placeOf})
}

// Name is the name of the C function.
func (k *Kernel) Name() string { return k.function.Name }

// IsStaged reports whether the kernel can be specialised: whether there was something to be constant.
func (k *Kernel) IsStaged() bool { return k.staged != nil }

// Signature is what the C function takes and gives.
func (k *Kernel) Signature() backend.Signature { return k.signature }

// Param finds a parameter of the C function by its name, or a variable that it mentions.
func (k *Kernel) Param(name string) (stager.Param, error) { return k.function.Param(name) }

// Located is the error of a call as a message about the C file, where it says a place in it.
func (k *Kernel) Located(err error) error {
	var f *backend.Fault
	if !errors.As(err, &f) || !f.Pos.IsValid() {
		return err
	}
	at := *f
	at.Pos = diag.Pos{}
	return diag.AttachSource(diag.Errorf(f.Pos, "%v", &at), k.function.File, string(k.function.Source))
}

// Missing says which functions and variables the C file declares that nobody gives; nil if there are none. A call that needs one ends with
// an error.
func (k *Kernel) Missing() error { return k.module.Missing() }

// Get copies a global variable to where into points. A static variable of a function f is called f.name.
func (k *Kernel) Get(name string, into any) error {
	f, name := scope(name)
	return k.module.Get(f, name, into)
}

// Set gives a global or static variable a value, of Go or one that is known late (stager.Late). Code that runs meanwhile may see either, or parts of both.
func (k *Kernel) Set(name string, value any) error {
	if l, ok := value.(stager.Late); ok {
		p, err := k.function.Param(name)
		if err == nil && !p.Variable {
			err = fmt.Errorf("%s is a parameter of %s, not a variable", name, k.function.Name)
		}
		if err == nil {
			k.store(p, l, k.kept.alloc)
		}
		return err
	}
	f, name := scope(name)
	return k.module.Set(f, name, value)
}

// store gives the variable p the value l, as far as it is known.
func (k *Kernel) store(p stager.Param, l stager.Late, alloc func(size, align int64) uint64) {
	f, name := scope(p.Name)
	if at, ok := k.module.Address(f, name); ok {
		l.Store(p, at, k.memory(alloc))
	}
}

// memory is memory from alloc, with the functions of the kernel's code.
func (k *Kernel) memory(alloc func(size, align int64) uint64) stager.Memory {
	return stager.Memory{Alloc: alloc, Function: func(name string) (uint64, bool) {
		f, ok := k.module.Function(name)
		if !ok {
			return 0, false
		}
		return f.Cell, true
	}, Variable: func(name string) (uint64, bool) { return k.module.Address("", name) }}
}

// kept is memory that variables of a kernel lead to, which stays as long as the kernel does.
type kept struct {
	mu     sync.Mutex
	blocks []mem.Block
}

func (m *kept) alloc(size, align int64) uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	b := mem.Alloc(int(size), int(align))
	m.blocks = append(m.blocks, b)
	return b.Address()
}

// region adds the memory to what may be accessed.
func (m *kept) region(to *backend.Regions) {
	m.mu.Lock()
	defer m.mu.Unlock()
	addBlocks(to, m.blocks)
}

// assume gives the variables among the constants their values, as whoever vouches for them has them.
func (s *Specialization) assume() {
	for i, p := range s.kernel.function.Params {
		if l := s.late[i]; p.Variable && l.IsConstant() && !p.Initial.IsConstant() {
			s.kernel.store(p, l, s.kernel.kept.alloc)
		}
	}
}

// Reset gives all variables the values that C says they begin with. No code of the kernel may run meanwhile.
func (k *Kernel) Reset() error { return k.module.Reset() }

// scope takes apart f.name.
func scope(name string) (function, variable string) {
	for i := range name {
		if name[i] == '.' {
			return name[:i], name[i+1:]
		}
	}
	return "", name
}
