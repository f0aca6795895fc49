// Package program runs whole C programs, with their main, in a back end: what they print is kept, for callers to see.
//
//	program.go  a program in a back end
//	stdio.go    what programs call to print, to sort and to end
package program

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"scf/ast"
	"scf/backend"
	"scf/cfront"
)

// Run is a C program in a back end.
type Run struct {
	Backend backend.Backend
	Options backend.Options
	// Hosts are given to the program beside those of stdio.
	Hosts backend.Hosts
	// Refused, if it is not nil, is told of functions of the file that the tree cannot hold.
	Refused func(name string, err error)
	// Made, if it is not nil, is told of the module before it runs.
	Made func(m *backend.Module)
}

// Output is what the program prints. A program that ends with exit ends well.
func (r Run) Output(ctx context.Context, name string, text []byte) (string, error) {
	u, err := r.Unit(ctx, name, text, "main")
	if err != nil {
		return "", err
	}
	end, err := r.Main(ctx, u)
	return end.Out, err
}

// End is what a program has printed when it ends, and with what status.
type End struct {
	Out    string
	Status int
}

// Main runs main of the unit, with parameters that are 0.
func (r Run) Main(ctx context.Context, u *ast.Unit) (End, error) {
	m, out, err := r.ModuleOf(u)
	if err != nil {
		return End{}, err
	}
	f, err := Entry(m)
	if err != nil {
		return End{}, err
	}
	code, err := r.Backend.Compile(ctx, m, f.Tree, r.Options)
	if err != nil {
		return End{}, err
	}
	status, err := code.Call(ctx, make([]uint64, code.Signature().Words()))
	if exit := (*exit)(nil); errors.As(err, &exit) {
		status, err = uint64(exit.status), nil
	}
	return End{out.String(), int(uint8(status))}, err
}

// Entry is main of a module. The error says why there is none to run.
func Entry(m *backend.Module) (*backend.Function, error) {
	f, ok := m.Function("main")
	switch {
	case ok && f.Tree != nil:
		return f, nil
	case f == nil || f.Err == nil:
		return nil, errors.New("there is no main")
	}
	return nil, fmt.Errorf("main cannot be run: %w", f.Err)
}

// Module is the functions that the roots need, in memory, and what they print.
func (r Run) Module(ctx context.Context, name string, text []byte, roots ...string) (*backend.Module, *strings.Builder, error) {
	u, err := r.Unit(ctx, name, text, roots...)
	if err != nil {
		return nil, nil, err
	}
	return r.ModuleOf(u)
}

// Unit is what the roots need of a C text.
func (r Run) Unit(ctx context.Context, name string, text []byte, roots ...string) (*ast.Unit, error) {
	file, err := cfront.Parse(ctx, name, text, cfront.Options{})
	if err != nil {
		return nil, err
	}
	u, err := file.Unit(roots...)
	if err != nil {
		return nil, err
	}
	if err := u.Verify(); err != nil {
		return nil, err
	}
	for _, f := range u.Refused {
		if r.Refused != nil {
			r.Refused(f.Name, f.Err)
		}
	}
	return u, nil
}

// ModuleOf is Module for a unit that is there.
func (r Run) ModuleOf(u *ast.Unit) (*backend.Module, *strings.Builder, error) {
	io := &stdio{run: r}
	hosts := io.hosts()
	for name, f := range r.Hosts {
		hosts[name] = f
	}
	m, err := backend.NewModule(u, hosts)
	if err != nil {
		return nil, nil, err
	}
	io.module = m
	if r.Made != nil {
		r.Made(m)
	}
	return m, &io.out, nil
}
