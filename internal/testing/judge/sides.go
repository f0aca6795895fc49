// Package judge holds back ends to a C compiler: whole C programs must print in a back end what they print when they are compiled.
//
//	sides.go    the ways to run programs that are held to the compiler
//	arm64.go    one of them: code for arm64, in a process of its own (loader/loader.c)
//	random.go   random programs (cprog), with their drivers
//	compiled.go what the compiler makes of a program
package judge

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"scf/ast"
	"scf/backend"
	"scf/backend/mem"
	"scf/backend/program"
)

// Side is a way to run programs that is held to the compiler.
type Side interface {
	Name() string
	// Main runs main of the unit. The names of functions that are as sum, if there are any, begin with the prefixes and end with sum. Errors are a
	// *backend.Fault or a *Broken where the program goes wrong; others say that the program is refused.
	Main(ctx context.Context, u *ast.Unit, prefixes []string) (program.End, error)
}

// Guarded is the side's Main in bounded time. A panic is an error.
func Guarded(ctx context.Context, s Side, u *ast.Unit, prefixes []string, limit time.Duration) (end program.End, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &Broken{fmt.Sprintf("panic: %v\n%s", p, debug.Stack())}
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return s.Main(ctx, u, prefixes)
}

// GoesWrong reports whether an error of a side is the program's end, rather than that it is refused.
func GoesWrong(err error) bool {
	var fault *backend.Fault
	var broken *Broken
	return errors.As(err, &broken) || errors.Is(err, context.DeadlineExceeded) || errors.As(err, &fault) && fault.Kind != backend.NoFunction
}

// Broken is a program that does not end as C programs do.
type Broken struct{ How string }

func (b *Broken) Error() string { return b.How }

// In is the side of a back end in this process.
type In struct {
	Backend backend.Backend
	Options backend.Options
}

// Name is the back end's.
func (s In) Name() string {
	if s.Options.Checked {
		return s.Backend.Name() + ", checked"
	}
	return s.Backend.Name()
}

// Main runs the program.
func (s In) Main(ctx context.Context, u *ast.Unit, prefixes []string) (program.End, error) {
	var m *backend.Module
	hosts := backend.Hosts{}
	for _, prefix := range prefixes {
		hosts[prefix+"sum"] = sum(prefix, func() *backend.Module { return m })
	}
	run := program.Run{Backend: s.Backend, Options: s.Options, Hosts: hosts, Made: func(made *backend.Module) { m = made }}
	if s.Options.Checked {
		ctx = backend.WithRegions(ctx, new(backend.Regions)) // for local variables
	}
	return run.Main(ctx, u)
}

// sum is the function of random programs that the tree cannot hold: one with a variable number of arguments.
func sum(prefix string, m func() *backend.Module) backend.HostFunc {
	return func(_ context.Context, args []uint64) (uint64, error) {
		s := int32(args[0])
		for _, a := range args[1 : 1+int32(args[0])] {
			s = s*3 + int32(a)
		}
		if at, ok := m().Address("", prefix+"trace"); ok {
			mem.Store64(at, mem.Load64(at)*41+uint64(uint32(s)))
		}
		return uint64(int64(s)), nil
	}
}
