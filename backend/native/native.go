// Package native is the back end that makes machine code in this process: pure Go, no compiler on the machine, for linux on amd64 and arm64.
//
// A tree goes through four packages: lower makes blocks of typed values of it, opt makes these fewer, a machine's package (amd64, arm64) makes machine code,
// and code puts it where it can run. This package joins them, and links functions with one another, with the objects of their module and with functions
// of the program.
//
//	native.go    the back end; a function as code
//	compile.go   from a tree to machine code
//	linked.go    the functions of a module that code calls
//	stack.go     what stack a call takes
//	enter.go     how Go gets into code
//	hosts.go     functions of the program
//	sites.go     where in the source code leaves
//	forc.go      a function as C programs can be linked with it
//	image.go     a module's code for another machine, to be run in another process
//	text.go      what functions become, as text
//	machine_*.go the machine
package native

import (
	"context"
	"fmt"
	"sync"

	"scf/ast"
	"scf/backend"
	"scf/backend/code"
	"scf/internal/spare"
)

// Limit is how many bytes of code a back end holds at most at one time.
const Limit = 1 << 28

// Backend makes machine code. It is safe for concurrent use.
type Backend struct {
	start     sync.Once
	arena     *code.Arena
	err       error
	compilers spare.Pool[compiler]

	linked [allChecks]linkedKey // by checks.number
}

// New is the back end. Back ends share nothing: as a rule a process has one.
func New() *Backend { return &Backend{} }

// Name is native.
func (b *Backend) Name() string { return "native" }

// Available is nil on machines that there is a code generator for, where the system lets code be made and Go's calls are as package code expects.
func (b *Backend) Available() error {
	b.start.Do(func() {
		if b.err = available(); b.err == nil {
			b.err = code.Convention()
		}
		if b.err == nil {
			b.arena, b.err = code.NewArena(Limit)
		}
	})
	return b.err
}

// Statistics tells what memory the code takes.
func (b *Backend) Statistics() code.Statistics {
	if b.Available() != nil {
		return code.Statistics{}
	}
	return b.arena.Statistics()
}

// Compile makes machine code of f. Divisions by zero end calls with faults, whatever is checked besides: they would end the process. What is not taken is what lower does not take, and a function whose calls need more stack than there is.
func (b *Backend) Compile(ctx context.Context, m *backend.Module, f *ast.Func, o backend.Options) (backend.Code, error) {
	if err := b.Available(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	check := checks{o.Checked, o.Steps > 0}
	u := b.linkedOf(m, check)
	u.mu.Lock()
	defer u.mu.Unlock()
	special := &function{name: f.Name, tree: f, index: -1, placeOf: o.PlaceOf}
	made := madeFor(special)
	if err := u.link(special, o); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	special.tree = nil
	for _, g := range made {
		g.tree = nil
	}
	c := &compiled{linked: u, function: special, signature: backend.SignatureOf(f)}
	if check.any() {
		return checked{c, o.Steps}, nil
	}
	return c, nil
}

// checked is a function whose code asks about the call: Go funcs lead to it by way of Call.
type checked struct {
	code  *compiled
	steps int64 // that a call may take, with that of being called; 0: any number
}

func (c checked) Signature() backend.Signature { return c.code.signature }

// Call runs the function.
func (c checked) Call(ctx context.Context, args []uint64) (uint64, error) {
	if c.steps == 0 {
		return c.code.Call(ctx, args)
	}
	return backend.WithSteps(ctx, c.steps-1, func(ctx context.Context) (uint64, error) { return c.code.Call(ctx, args) })
}

// compiled is a function as machine code.
type compiled struct {
	linked    *linked
	function  *function
	signature backend.Signature

	entering sync.Once
	words    *code.Code // what Call enters
	err      error      // why there is none
}

func (c *compiled) Signature() backend.Signature { return c.signature }

// Call runs the function.
func (c *compiled) Call(ctx context.Context, args []uint64) (uint64, error) {
	if n := c.signature.Words(); len(args) != n {
		return 0, fmt.Errorf("%s takes %d words, and gets %d", c.signature.Name, n, len(args))
	}
	c.entering.Do(func() { c.words, c.err = c.enterWords() })
	if c.err != nil {
		return 0, c.err
	}
	result, err := c.words.Call(ctx, args)
	return word(c.signature.Result, result), err
}
