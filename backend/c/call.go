package c

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"unsafe"

	"scf/ast"
	"scf/backend"
	"scf/internal/diag"
)

// code is a function that Go can call.
type code struct {
	signature backend.Signature
	module    *backend.Module // whose objects the text has the addresses of
	entry     uintptr
	hosts     []backend.HostFunc
	places    []place
	placeOf   func(ast.Label) diag.Pos // where commands stand whose tree does not tell it; may be nil
	frames    sync.Pool                // of *frame
}

// frame is the words of a call, and where they are.
type frame struct {
	words []uint64
	at    [1]uintptr
}

func (c *code) Signature() backend.Signature { return c.signature }

func (c *code) Call(ctx context.Context, args []uint64) (uint64, error) {
	if want := c.signature.Words(); len(args) != want {
		return 0, fmt.Errorf("%s takes %d words, and is called with %d", c.signature.Name, want, len(args))
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	f, _ := c.frames.Get().(*frame)
	if f == nil {
		f = &frame{words: make([]uint64, callArgs+len(args))}
		f.at[0] = uintptr(unsafe.Pointer(&f.words[0]))
	}
	copy(f.words[callArgs:], args)
	f.words[callKind], f.words[callResult] = 0, 0
	err := c.run(ctx, f)
	result := f.words[callResult]
	c.frames.Put(f)
	runtime.KeepAlive(c)
	if err != nil {
		return 0, err
	}
	return result, nil
}

// run makes the call that f describes.
func (c *code) run(ctx context.Context, f *frame) error {
	var ended error
	if len(c.hosts) > 0 {
		a := &activation{code: c, ctx: ctx}
		f.words[callBack] = uint64(back())
		f.words[callID] = running.begin(a)
		defer running.end(f.words[callID])
		invoke(c.entry, f.at[:])
		ended = a.err
	} else {
		invoke(c.entry, f.at[:])
	}
	if f.words[callKind] == 0 {
		return nil
	}
	return fault(ctx, backend.FaultKind(f.words[callKind]), c.located(c.places[f.words[callPlace]]), ended)
}

// located is p with its position, where that is to be asked for.
func (c *code) located(p place) place {
	if p.label != nil && c.placeOf != nil {
		if at := c.placeOf(p.label); at.IsValid() {
			p.pos = at
		}
	}
	return p
}

// activation is a call that runs.
type activation struct {
	code *code
	ctx  context.Context
	err  error // why a Go function ended it
}

// fault is the error of a call that went wrong at p; where a Go function ended it, because of ended.
func fault(ctx context.Context, kind backend.FaultKind, p place, ended error) error {
	fault := &backend.Fault{Kind: kind, Func: p.function, Pos: p.pos, Err: p.err}
	if kind != backend.HostFailed {
		return fault
	}
	if stop := ctx.Err(); stop != nil && errors.Is(ended, stop) {
		return ended
	}
	var inner *backend.Fault
	if errors.As(ended, &inner) && !inner.Pos.IsValid() {
		fault.Kind, fault.Err = inner.Kind, inner.Err
		return fault
	}
	fault.Err = ended
	return fault
}

// activations are the calls that run and may call Go functions, by what C knows them as. They belong to the process, because C calls one Go function for all.
type activations struct {
	next atomic.Uint64
	byID sync.Map // uint64 to *activation
}

var running activations

func (r *activations) begin(a *activation) uint64 {
	id := r.next.Add(1)
	r.byID.Store(id, a)
	return id
}

func (r *activations) end(id uint64) { r.byID.Delete(id) }

// host calls the Go function with an index for the call with an id. It is 1 when the call is to end.
func host(id, index uintptr, words unsafe.Pointer, count uintptr) uintptr {
	v, _ := running.byID.Load(uint64(id))
	a := v.(*activation)
	args := unsafe.Slice((*uint64)(words), max(count, 1))
	result, err := a.call(a.code.hosts[index], args[:count:count])
	if err == nil {
		err = a.ctx.Err()
	}
	if err != nil {
		a.err = err
		return 1
	}
	args[0] = result
	return 0
}

// call is f's result. Panics do not go through C: they are errors.
func (a *activation) call(f backend.HostFunc, args []uint64) (result uint64, err error) {
	defer func() {
		if r := recover(); r != nil {
			cause, isError := r.(error)
			if !isError {
				cause = fmt.Errorf("%v", r)
			}
			err = fmt.Errorf("panic: %w\n%s", cause, debug.Stack())
		}
	}()
	return f(a.ctx, args)
}
