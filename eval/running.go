package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"scf/ast"
	"scf/backend"
	"scf/backend/program"
	"scf/cfront"
	"scf/internal/cflags"
	"scf/internal/diag"
	"scf/kernel"
)

// Functions in the back ends, in this process: how long it takes to make code for constants, and what the calls take that the driver makes. The driver runs in a back end, too;
// there the function is one of the program, which has each back end's code run, and stops the driver when there were enough calls.

const (
	// maxCalls is how many calls of a driver are timed at most.
	maxCalls = 10_000
	// shortestCall is what calls must take for the way to them not to be most of it.
	shortestCall = time.Microsecond
)

// errEnough ends a driver.
var errEnough = errors.New("there were enough calls")

// running is what the case costs in the back ends; what cannot be had has its reason there. The error is the context's.
func (e *evaluator) running(ctx context.Context, p *prepared, set int, optimised *ast.Func) (*Running, error) {
	run := &Running{}
	unit, original, err := p.program(ctx, set)
	var before []time.Duration
	if err == nil {
		before, err = e.calls(ctx, kernel.Backends()[0], unit, original)
	}
	samples := [][]time.Duration{before}
	for _, b := range kernel.Backends() {
		row := Backend{Name: b.Name()}
		var calls []time.Duration
		missing := b.Available()
		if missing == nil {
			row.Latency, missing = e.latency(ctx, p, set, b)
		}
		if missing == nil {
			missing = err
		}
		if missing == nil {
			calls, missing = e.calls(ctx, b, unit, optimised)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if missing != nil {
			row.Missing = diag.Render(missing)
		}
		run.Backends, samples = append(run.Backends, row), append(samples, calls)
	}
	run.compare(samples)
	return run, nil
}

// compare takes the medians of as many calls as there are of all: of the function as it was, and in each back end. The first call, which finds nothing in
// the caches, counts only where it is the only one.
func (r *Running) compare(samples [][]time.Duration) {
	for _, s := range samples {
		if len(s) > 0 && (r.Calls == 0 || len(s) < r.Calls) {
			r.Calls = len(s)
		}
	}
	medians := make([]time.Duration, len(samples))
	for i, s := range samples {
		if len(s) == 0 {
			continue
		}
		s = s[min(1, r.Calls-1):r.Calls]
		if medians[i] = summarize(s, len(s)).Median; medians[i] < shortestCall {
			r.TooShort = true
			return
		}
	}
	r.General = medians[0]
	for i := range r.Backends {
		b := &r.Backends[i]
		if b.Call = medians[i+1]; i == 0 && b.Latency != nil && b.Call > 0 && b.Call < r.General {
			r.BreakEven = per(float64(b.Latency.Median), float64(r.General-b.Call))
		}
	}
}

// latency is from constants to code that can be called.
func (e *evaluator) latency(ctx context.Context, p *prepared, set int, b backend.Backend) (*Times, error) {
	k, err := p.kernel(ctx, b)
	if err != nil {
		return nil, err
	}
	late, err := p.fn.ParseLate(p.c.Variant.Late[set].Values)
	if err != nil {
		return nil, err
	}
	values := kernel.Values{}
	for name, l := range late {
		values[name] = l
	}
	t, err := e.meter.repeated(ctx, e.Budget/4, e.meter.wall(func() error {
		k.Cache().Clear()
		s, err := k.Specialize(ctx, values)
		if err == nil {
			err = s.Err()
		}
		return err
	}))
	return &t, err
}

// kernel is the case as a kernel in a back end, made once.
func (p *prepared) kernel(ctx context.Context, b backend.Backend) (*kernel.Kernel, error) {
	if k := p.kernels[b.Name()]; k != nil {
		return k, nil
	}
	k, err := kernel.Of(ctx, p.staged, kernel.Options{Backend: b.Name(), NoOptimized: true})
	if err == nil {
		p.kernels[b.Name()] = k
	}
	return k, err
}

// parsed is a program of driver and C file.
type parsed struct {
	unit     *ast.Unit
	function *ast.Func
	err      error
}

// program is the driver and the C file as one, in which the function is left to who runs it; and the function. It is parsed once.
func (p *prepared) program(ctx context.Context, set int) (*ast.Unit, *ast.Func, error) {
	w := &p.programs[set]
	if w.unit == nil && w.err == nil {
		w.unit, w.function, w.err = p.parseProgram(ctx, set)
	}
	return w.unit, w.function, w.err
}

func (p *prepared) parseProgram(ctx context.Context, set int) (*ast.Unit, *ast.Func, error) {
	w := p.c.Workload
	flags, err := cflags.Parse(p.fn.CompilerFlags())
	if err != nil {
		return nil, nil, err
	}
	file, err := cfront.Parse(ctx, w.File, p.c.Workload.whole(defines(set, p.known(p.c.Variant.Late[set]))), cfront.Options{Flags: flags})
	if err != nil {
		return nil, nil, err
	}
	u, err := file.Unit("main", p.fn.Name)
	if err != nil {
		return nil, nil, err
	}
	f := u.Function(p.fn.Name)
	if f == nil {
		return nil, nil, fmt.Errorf("%s cannot be run", p.fn.Name)
	}
	ty := &ast.Function{Result: f.Result}
	for _, x := range f.Params {
		ty.Params = append(ty.Params, x.Ty)
	}
	u.Funcs = slices.DeleteFunc(u.Funcs, func(g *ast.Func) bool { return g == f })
	u.Externs = append(u.Externs, ast.Extern{Name: f.Name, Ty: ty})
	return u, f, nil
}

// whole is the driver and the C file as one text, behind a head.
func (w *Workload) whole(head string) []byte {
	own := regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*"` + regexp.QuoteMeta(filepath.Base(w.File)) + `".*$`)
	return []byte(strings.Join([]string{head, w.Text, own.ReplaceAllString(w.Driver, "")}, "\n"))
}

// calls are how long the driver's first calls take when tree's code by the back end runs.
func (e *evaluator) calls(ctx context.Context, b backend.Backend, u *ast.Unit, tree *ast.Func) ([]time.Duration, error) {
	if err := b.Available(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, driverLimit)
	defer cancel()
	var code backend.Code
	var failed error
	var took []time.Duration
	var start time.Time
	call := func(ctx context.Context, args []uint64) (uint64, error) {
		if failed != nil {
			return 0, failed
		}
		begin := time.Now()
		if len(took) == 0 {
			start = begin
		}
		result, err := code.Call(ctx, args)
		took = append(took, time.Since(begin))
		if err == nil && len(took) > 1 && (len(took) == maxCalls || time.Since(start) > e.Budget/4) {
			err = errEnough
		}
		return result, err
	}
	driver, err := backend.Choose("", kernel.Backends()...)
	if err != nil {
		return nil, err
	}
	r := program.Run{Backend: driver, Hosts: backend.Hosts{tree.Name: backend.HostFunc(call)}}
	r.Made = func(m *backend.Module) { code, failed = b.Compile(ctx, m, tree, backend.Options{}) }
	if _, err = r.Main(ctx, u); errors.Is(err, errEnough) {
		err = nil
	}
	return took, cmp.Or(failed, err)
}
