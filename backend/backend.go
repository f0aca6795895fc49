package backend

import (
	"context"

	"scf/ast"
	"scf/internal/diag"
)

// Backend turns functions into code. It is safe for concurrent use.
type Backend interface {
	// Name is what users call it: native, c, interp.
	Name() string
	// Available is nil where the back end can run code on this machine, or else says why it cannot and what would help.
	Available() error
	// Compile makes code of f, a function of m's unit or an optimised version of one. Errors say what of f the back end does not take.
	Compile(ctx context.Context, m *Module, f *ast.Func, o Options) (Code, error)
}

// Options are what code can be made to do beside computing. The zero value is the default.
type Options struct {
	// NoPoll leaves out what lets a running call be stopped: by its context, by the scheduler, by the garbage collector. For kernels that are
	// known to end within microseconds.
	NoPoll bool
	// Steps bounds the iterations of loops and the calls of functions in one call, and the call itself, where it is not 0. Back ends that cannot count refuse.
	Steps int64
	// Checked has every access, divisor and function that is called by its address checked: what is wrong ends the call with a *Fault. Calls say what they are given by
	// WithRegions. Back ends that cannot do it refuse.
	Checked bool
	// PlaceOf gives the places of commands whose tree does not tell them, by label; it may be nil. Faults are located by it, when they come.
	PlaceOf func(ast.Label) diag.Pos
	// Restrict lists the parameters, by index, whose memory no other pointer of the function reaches.
	Restrict []int
}

// Code is a function that can be called. It is safe for concurrent use as far as the C function is. The code stays while the Code is reachable.
type Code interface {
	Signature() Signature
	// Call runs the function on as many words as Signature.Words says and gives its result (0 where it has none). Where the call goes wrong the error is a *Fault;
	// where ctx ends before the function does it is ctx's; a host function's error is wrapped.
	Call(ctx context.Context, args []uint64) (uint64, error)
}

// Signature is what a function takes and gives.
type Signature struct {
	Name   string
	Params []Parameter
	Result ast.Type
}

// Parameter is a parameter of a C function.
type Parameter struct {
	Name string
	Ty   ast.Type
}

// SignatureOf is the signature of f.
func SignatureOf(f *ast.Func) Signature {
	s := Signature{Name: f.Name, Result: f.Result, Params: make([]Parameter, len(f.Params))}
	for i, p := range f.Params {
		s.Params[i] = Parameter{p.Name, p.Ty}
	}
	return s
}

// ReturnsRecord reports whether the result is written to an address that comes first.
func (s Signature) ReturnsRecord() bool {
	_, ok := s.Result.(ast.Record)
	return ok
}

// Words is the number of words that a call takes.
func (s Signature) Words() int {
	if s.ReturnsRecord() {
		return len(s.Params) + 1
	}
	return len(s.Params)
}
