package backend

import (
	"context"
	"unsafe"

	"scf/ast"
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
	// Steps bounds the iterations of loops and the calls of one call, where it is not 0 and the back end counts them (interp does).
	Steps int64
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

// ReturnsRecord tells whether the result is written to an address that comes first.
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

// GoKind is how a value lies in a Go call.
type GoKind uint8

// The kinds. A Slice is three words and a String two, of which code takes the first, the address.
const (
	GoNone GoKind = iota
	GoInt8
	GoInt16
	GoInt32
	GoInt64
	GoUint8
	GoUint16
	GoUint32
	GoUint64
	GoBool
	GoFloat32
	GoFloat64
	GoPointer // unsafe.Pointer, *T, uintptr
	GoString
	GoSlice
)

// GoArg is one parameter of a Go func.
type GoArg struct {
	Kind GoKind
	// To is the index of the C parameter that it becomes; -1 where the code does not use it.
	To int
	// Pointer tells that its first word holds a Go pointer, which is to stay alive during the call.
	Pointer bool
}

// GoCall is how a Go func calls code: what becomes of its parameters, and what the others of C's get.
type GoCall struct {
	Args   []GoArg
	Result GoKind
	// Fixed are the words of C's parameters that no argument becomes, by index; others are 0.
	Fixed map[int]uint64
}

// Binder is Code that can make Go funcs which are called without detours. The words and the value must fit the signature.
type Binder interface {
	Code
	// Bind makes a Go func, a pointer as a variable of func type holds it, that calls the code as c says. It panics with the error where a call goes
	// wrong; ctx is looked at while a call runs. The func keeps the code.
	Bind(ctx context.Context, c GoCall) (fn unsafe.Pointer, err error)
}
