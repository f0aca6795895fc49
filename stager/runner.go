package stager

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"scf/absval"
	"scf/ast"
	"scf/internal/diag"
	"scf/pe"
	"scf/scfml/core"
	"scf/simplify"
)

// runner takes one program through a table. It is the one place that times phases, names them in panics, tells of progress, and does what
// the debug switches ask for.
type runner struct {
	name    string // in messages and names of dumps: 1-cnp
	shape   shape
	options Options
	merging func(context.Context) pe.Merging // heap.go
	helpers int                              // the goroutines that a simplification may have help from
	memory  simplify.Memory                  // what simplification keeps from round to round, to save work
	times   []PhaseTime

	recorder *recorder // nil where nothing is recorded
}

func newRunner(name string, s shape, o Options) *runner {
	r := &runner{name: name, shape: s, options: o, merging: o.merging()}
	if o.Record {
		r.recorder = &recorder{}
	}
	return r
}

// maxRounds is how often phases that repeat run at most.
const maxRounds = 8

// run runs the phases that are not switched off.
func (r *runner) run(ctx context.Context, phases []phase, s state) (state, error) {
	for len(phases) > 0 {
		n, err := 0, error(nil)
		for n < len(phases) && phases[n].repeat {
			n++
		}
		if n > 0 {
			s, err = r.rounds(ctx, r.enabled(phases[:n]), s)
		} else if n = 1; !phases[0].isOff(r.options) {
			s, err = r.phase(ctx, phases[0], s)
		}
		if err != nil {
			return s, err
		}
		phases = phases[n:]
	}
	return s, nil
}

// isOff reports whether the phase is switched off.
func (ph phase) isOff(o Options) bool { return ph.off != nil && ph.off(o) }

func (r *runner) enabled(phases []phase) []phase {
	var out []phase
	for _, ph := range phases {
		if !ph.isOff(r.options) {
			out = append(out, ph)
		}
	}
	return out
}

// rounds runs the phases in turn until a round changes next to nothing, the program is too large, or the bound on work is reached.
func (r *runner) rounds(ctx context.Context, phases []phase, s state) (state, error) {
	for range maxRounds {
		for _, ph := range phases {
			var err error
			if s, err = r.phase(ctx, ph, s); err != nil || s.stable || s.outcome.tooLarge {
				return s, err
			}
			if r.merging(ctx) == pe.Unspecialised {
				s.outcome.unfinished, s.outcome.noMemory = true, true
				return s, nil
			}
		}
		if len(phases) < 2 || s.bounds.spent() {
			return s, nil
		}
	}
	s.outcome.unfinished = true
	return s, nil
}

// phase runs one phase on the parts of s that it takes: s with what it gives.
func (r *runner) phase(ctx context.Context, ph phase, s state) (_ state, err error) {
	if err := ctx.Err(); err != nil {
		return s, err
	}
	what := fmt.Sprintf("phase %s of %s", ph.name, r.name)
	defer catch(what, &err)
	r.watch(Progress{Phase: ph.name})
	start := time.Now()
	out, err := ph.run(ctx, r, state{}.with(ph.takes, s))
	if err != nil {
		return s, err
	}
	r.times = append(r.times, PhaseTime{ph.name, time.Since(start)})
	s = s.with(ph.gives, out)
	r.recorder.behind(ph.name, s.program)
	return s, r.inspect(what, ph, s)
}

// inspect traces, verifies and dumps what there is behind a phase, as the debug switches say.
func (r *runner) inspect(what string, ph phase, s state) error {
	debug, p := r.options.Debug, s.program
	if debug.Trace != nil {
		fmt.Fprintf(debug.Trace, "%s: %d functions, size %d (%s)\n", what, len(p.Funcs), p.Size(), ph.reason)
	}
	if debug.Dump != "" {
		file := fmt.Sprintf("%s.%d-%s%s", r.name, len(r.times)-1, ph.name, extension)
		if err := dump(debug.Dump, file, p.Annotated()); err != nil {
			return err
		}
	}
	if debug.Verify {
		if err := s.verify(); err != nil {
			return &InternalError{Phase: what, Cause: err}
		}
	}
	return nil
}

// verify checks the invariants of the program, and of the abstract values that it is given and gives.
func (s state) verify() error {
	if err := core.Verify(s.program); err != nil {
		return err
	}
	for _, v := range []*absval.Value{s.input, s.result} {
		if v == nil {
			continue
		}
		if err := s.domain.Verify(v); err != nil {
			return err
		}
	}
	return nil
}

func dump(dir, file, text string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fileErrorf(dir, "%v", diag.WithoutPath(err))
	}
	if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
		return fileErrorf(filepath.Join(dir, file), "%v", diag.WithoutPath(err))
	}
	return nil
}

func (r *runner) watch(p Progress) {
	if r.options.Watch != nil {
		p.Job = r.name
		r.options.Watch(p)
	}
}

// peOptions are the options to evaluate p partially with: with the debug switches' trace, watched; a function of the tree is looked into once, and commands of which
// nothing is known are not.
func (r *runner) peOptions(ctx context.Context, p *core.Program) pe.Options {
	o := r.options.PE
	isOf := func(name string) func(core.Type) bool {
		data := ast.FindDatatype(p, name)
		return func(t core.Type) bool { d, ok := t.(*core.DataType); return ok && d.Data == data }
	}
	if o.Once == nil {
		o.Once = isOf("func")
	}
	if o.Trees == nil {
		o.Trees = isOf("cmd")
	}
	if o.Progress == nil && r.options.Watch != nil {
		o.Progress = func(contours int) { r.watch(Progress{Phase: "specialize", Contours: contours}) }
	}
	if o.Merge == nil && r.options.MaxMemory > 0 {
		o.Merge = func() pe.Merging { return r.merging(ctx) }
	}
	o.Record = o.Record || r.recorder != nil
	if o.Trace == nil {
		o.Trace = r.options.Debug.Trace
	}
	return o
}

// catch turns a panic into an InternalError that names what was being done. It is to be deferred.
func catch(what string, err *error) {
	if r := recover(); r != nil {
		*err = &InternalError{Phase: what, Cause: r, Stack: debug.Stack()}
	}
}
