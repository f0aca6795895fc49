package interp

import (
	"errors"

	"scf/ast"
	"scf/backend"
	"scf/backend/mem"
)

// call is a call of a function that is named, or that a pointer holds the address of.
func (c *compiler) call(e *ast.Call) expr {
	args, into := c.arguments(e)
	at := c.at
	if o, ok := e.Fn.(*ast.Object); ok && c.isFunction(o) {
		if made := c.at.function.made[o.Name]; made != nil {
			return c.returned(e, into, callOf(made, args, at))
		}
		f, known := c.program.module.Function(o.Name)
		if !known {
			f = &backend.Function{Name: o.Name, Err: errors.New("the function " + o.Name + " is not known")}
		}
		c.adapt(e, f, args)
		return c.returned(e, into, c.direct(f, args, at))
	}
	fn := c.expr(e.Fn)
	return c.returned(e, into, func(m *machine) uint64 {
		return m.callAt(fn(m), args, at)
	})
}

// isFunction reports whether o names a function, and not a local object.
func (c *compiler) isFunction(o *ast.Object) bool {
	_, local := c.objects[o.Name]
	_, ok := o.Ty.(*ast.Function)
	return ok && !local
}

// arguments are the words to pass. Of a struct a copy is passed, and into is where the struct that the function gives is to be written.
func (c *compiler) arguments(e *ast.Call) (args []expr, into expr) {
	if _, ok := e.Ty.(ast.Record); ok {
		into = address{kind: inFrame, offset: c.spaceFor(e.Ty)}.word()
		args = append(args, into)
	}
	for _, x := range e.Args {
		t := ast.TypeOf(x)
		c.refuseType(t)
		value := c.expr(x)
		if r, ok := t.(ast.Record); ok {
			value = copied(value, address{kind: inFrame, offset: c.spaceFor(r)}.word(), int(r.Size))
		}
		args = append(args, value)
	}
	c.refuseType(e.Ty)
	return args, into
}

// adapt converts arguments that a call without a prototype passes to what the function takes.
func (c *compiler) adapt(e *ast.Call, f *backend.Function, args []expr) {
	if f.Tree == nil {
		return
	}
	args = args[len(args)-len(e.Args):]
	for i, p := range f.Tree.Params {
		if i < len(args) && !ast.Same(p.Ty, ast.TypeOf(e.Args[i])) {
			args[i] = c.converted(args[i], ast.TypeOf(e.Args[i]), p.Ty)
		}
	}
}

// copied is the address of a copy of a struct.
func copied(from, to expr, size int) expr {
	return func(m *machine) uint64 {
		source, at := from(m), to(m)
		mem.Move(at, source, size)
		return at
	}
}

// returned is the value of the call: of a struct its address.
func (c *compiler) returned(e *ast.Call, into, call expr) expr {
	if into == nil {
		return call
	}
	return func(m *machine) uint64 {
		call(m)
		return into(m)
	}
}

// direct is a call of f.
func (c *compiler) direct(f *backend.Function, args []expr, at *place) expr {
	switch {
	case f.Err != nil:
		err := f.Err
		return func(*machine) uint64 {
			at.fail(backend.NoFunction, err)
			return 0
		}
	case f.Host != nil:
		host := c.program.hosts[f.Index]
		return func(m *machine) uint64 { return m.callHost(host, args, at) }
	}
	return callOf(c.program.functions[f.Index], args, at)
}

func callOf(fn *function, args []expr, at *place) expr {
	return func(m *machine) uint64 { return m.call(fn, args, at) }
}

// callAt calls the function with the address.
func (m *machine) callAt(addr uint64, args []expr, at *place) uint64 {
	f := m.program.module.FunctionAt(addr)
	switch {
	case f == nil:
		at.fail(backend.NoFunction, nil)
	case f.Err != nil:
		at.fail(backend.NoFunction, f.Err)
	case f.Host != nil:
		return m.callHost(m.program.hosts[f.Index], args, at)
	}
	return m.call(m.program.functions[f.Index], args, at)
}

// callHost calls a function of the program. The words lie on the stack.
func (m *machine) callHost(host backend.HostFunc, args []expr, at *place) uint64 {
	chunk, sp := m.chunk, m.sp
	m.reserve(len(args), at)
	base := m.sp
	m.sp += len(args)
	m.evaluate(args, base)
	m.inHost = true
	v, err := host(m.ctx, m.stack[base:m.sp:m.sp])
	m.inHost = false
	m.use(chunk, sp)
	if err != nil {
		m.hostFailed(err, at)
	}
	return v
}

// evaluate puts the arguments onto the stack from base on. C leaves their order open; gcc evaluates the last one first, and so does this.
func (m *machine) evaluate(args []expr, base int) {
	for i := len(args) - 1; i >= 0; i-- {
		v := args[i](m)
		m.stack[base+i] = v
	}
}

// hostFailed ends the call with the error of a function of the program.
func (m *machine) hostFailed(err error, at *place) {
	if stop := m.ctx.Err(); stop != nil && errors.Is(err, stop) {
		panic(stopped{err})
	}
	panic(backend.HostFault(err, at.function.tree.Name, at.position()))
}
