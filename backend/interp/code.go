package interp

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"

	"scf/backend"
)

// code is a function that Go can call.
type code struct {
	program   *program
	fn        *function
	signature backend.Signature
	steps     int64
}

func (c *code) Signature() backend.Signature { return c.signature }

func (c *code) Call(ctx context.Context, args []uint64) (result uint64, err error) {
	if want := c.signature.Words(); len(args) != want {
		return 0, fmt.Errorf("%s takes %d words, and is called with %d", c.signature.Name, want, len(args))
	}
	m := c.program.machines.Get().(*machine)
	chunk := m.chunk
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			result, err = 0, m.failure(r, c.signature.Name)
		}
		m.use(chunk, 0)
		m.ctx, m.given = nil, nil
		c.program.machines.Put(m)
	}()
	m.begin(ctx, c.steps)
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	at := &c.fn.entry
	m.reserve(max(c.fn.frame, len(args)), at)
	copy(m.stack[m.sp:], args)
	result = m.run(c.fn, m.sp, at)
	return result, nil
}

// failure is the error of a call that panicked.
func (m *machine) failure(r any, name string) error {
	if s, ok := r.(stopped); ok {
		return s.err
	}
	if f, ok := r.(*backend.Fault); ok {
		return f
	}
	err, isError := r.(error)
	if !isError {
		err = fmt.Errorf("%v", r)
	}
	if m.inHost {
		return &backend.Fault{Kind: backend.HostFailed, Func: name, Err: fmt.Errorf("panic: %w\n%s", err, debug.Stack())}
	}
	var fault runtime.Error
	if errors.As(err, &fault) {
		return &backend.Fault{Kind: backend.OutOfBounds, Func: name, Err: err}
	}
	panic(r)
}
