package stager

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"scf/absval"
	"scf/dse"
	"scf/pe"
	"scf/scfml/core"
	"scf/simplify"
)

// Options switch techniques off and bound the work. The zero value switches everything on, with the default bounds.
type Options struct {
	Values     absval.Options
	PE         pe.Options
	DSE        dse.Options
	Simplify   simplify.Options
	NoDSE      bool // no dead-store elimination
	NoSimplify bool // no simplification
	Separate   bool // the passes are not composed (compose.go)
	// ComposedGrowth bounds the size of the composed program, as a factor of the sizes of the programs that it is made of; 0 means
	// 1.25. Small programs may grow by 600 nodes in any case.
	ComposedGrowth float64
	Joined         bool // what a pass may give is one value for the next, not one for each case that led there (alternatives.go)
	Debug          Debug
	// Watch, where it is set, is told how far the work is. It is called often, by several goroutines at a time, and is to return soon.
	Watch func(Progress)
}

// Progress is how far a staging is.
type Progress struct {
	Job      string // the pass with its number, as 1-cnp, or what else is made
	Phase    string // of it
	Contours int    // that the phase specialize has made so far
}

func (p Progress) String() string {
	text := p.Job + ": " + p.Phase
	if p.Contours > 0 {
		text += fmt.Sprintf(", %d contours", p.Contours)
	}
	return text
}

// phase is a row of the table of phases: what turns a program and its abstract input into a residual program.
type phase struct {
	name   string
	reason string // for its place in the order
	repeat bool   // whether it runs again with the other phases that repeat (job.rounds)
	off    func(Options) bool
	run    func(context.Context, *job) error
}

// phases is the order of the work on one program (figure 3.15, with simplification).
var phases = []phase{
	{
		name:   "specialize",
		reason: "it makes the program that the others make smaller, and the live keys that dse needs",
		off:    func(Options) bool { return false },
		run: func(ctx context.Context, j *job) error {
			r, err := pe.Run(ctx, j.program, j.domain, j.input, j.peOptions())
			if err != nil {
				return err
			}
			j.program, j.output = r.Program, r.Output
			j.report.specialized(r)
			return nil
		},
	},
	{
		name:   "dse",
		reason: "before simplify, since the stores that it drops are most of what specialize leaves",
		repeat: true,
		off:    func(o Options) bool { return o.NoDSE },
		run: func(ctx context.Context, j *job) error {
			p, r, err := dse.Run(ctx, j.program, j.domain, j.options.DSE)
			if err != nil {
				return err
			}
			j.program = p
			j.report.MapOperationsRemoved += r.MapOps
			j.settled = r.Changes()*settledPart < j.size
			return nil
		},
	},
	{
		name:   "simplify",
		reason: "after dse; what it forwards and folds makes further stores dead, so both run again",
		repeat: true,
		off:    func(o Options) bool { return o.NoSimplify },
		run: func(ctx context.Context, j *job) error {
			o := j.options.Simplify
			o.SizeLimit, o.Unread, o.Memory, o.Helpers = j.sizeLimit, j.unread, &j.memory, j.helpers
			if j.maxWork > 0 {
				o.MaxWork = j.maxWork - j.work
			}
			p, r, err := simplify.Run(ctx, j.program, o)
			if err != nil {
				return err
			}
			j.program, j.sizeLimit = p, r.SizeLimit
			j.work += r.Work
			j.tooLarge, j.unfinished, j.size = r.TooLarge, r.Unfinished, r.SizeAfter
			j.report.MapOperationsRemoved += r.MapOps
			return nil
		},
	},
}

// The phases that repeat do so at most maxRounds times, and until dse changes less than one thing for settledPart nodes.
const (
	maxRounds   = 8
	settledPart = 5_000
)

// job is one program on its way through the phases.
type job struct {
	name    string // in messages and names of dumps: 1-cnp
	options Options
	domain  *absval.Domain
	program *core.Program
	input   *absval.Value
	output  *absval.Value // set by specialize
	// sizeLimit is what the program may grow to, set by the first simplification.
	sizeLimit int
	// work is what simplifications have looked at (simplify.Report.Work), maxWork what they may; 0 for no bound.
	work, maxWork int
	tooLarge      bool // to be simplified
	unfinished    bool // simplification ended with more to do
	size          int  // of the program as the last simplification left it; 0: there was none
	settled       bool // dse changed next to nothing in that
	// unread tells of the components of the result that nobody looks at (simplify.Options.Unread); nil: there are none.
	unread func(con *core.Con, i int) bool
	memory simplify.Memory
	// helpers are the goroutines that a simplification may have help from.
	helpers int
	report  Report
	times   []PhaseTime
}

// PhaseTime is how long one run of a phase took. Those of one pass may run while the next one is specialised.
type PhaseTime struct {
	Phase string
	Time  time.Duration
}

// run takes the job through all phases.
func (j *job) run(ctx context.Context) error {
	if err := j.specialize(ctx); err != nil {
		return err
	}
	return j.reduce(ctx)
}

// specialize runs the phases that run once: the result is known, and the residual program is there.
func (j *job) specialize(ctx context.Context) error {
	once, _ := enabled(j.options)
	for _, ph := range once {
		if err := j.phase(ctx, ph); err != nil {
			return err
		}
	}
	return nil
}

// reduce makes the residual program small.
func (j *job) reduce(ctx context.Context) error {
	_, repeated := enabled(j.options)
	if err := j.rounds(ctx, repeated); err != nil {
		return err
	}
	if c, ok := j.program.Entry.Body.(*core.Const); ok {
		j.output = j.domain.Const(c.Value) // the simplifier may find out what the partial evaluator did not
	}
	j.report.finished(j.program)
	return nil
}

// enabled are the phases that are not switched off.
func enabled(o Options) (once, repeated []phase) {
	for _, ph := range phases {
		switch {
		case ph.off(o):
		case ph.repeat:
			repeated = append(repeated, ph)
		default:
			once = append(once, ph)
		}
	}
	return once, repeated
}

// rounds runs the phases in turn until dse changes next to nothing in what simplify has left, or the bound on work is reached.
func (j *job) rounds(ctx context.Context, repeated []phase) error {
	j.size, j.settled = 0, false
	for range maxRounds {
		for _, ph := range repeated {
			if err := j.phase(ctx, ph); err != nil {
				return err
			}
			if j.settled || j.tooLarge {
				return nil
			}
		}
		if len(repeated) < 2 || j.maxWork > 0 && j.work >= j.maxWork {
			return nil
		}
	}
	j.unfinished = true
	return nil
}

// phase runs one phase: it times it, names it in a panic, and does what the debug switches ask for.
func (j *job) phase(ctx context.Context, ph phase) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	what := fmt.Sprintf("phase %s of %s", ph.name, j.name)
	defer catch(what, &err)
	j.watch(Progress{Phase: ph.name})
	start := time.Now()
	if err := ph.run(ctx, j); err != nil {
		return err
	}
	j.times = append(j.times, PhaseTime{ph.name, time.Since(start)})
	return j.inspect(what, ph)
}

// inspect traces, verifies and dumps the program behind a phase, as the debug switches say.
func (j *job) inspect(what string, ph phase) error {
	debug := j.options.Debug
	if debug.Trace != nil {
		fmt.Fprintf(debug.Trace, "%s: %d functions, size %d\n", what, len(j.program.Funcs), codeSize(j.program))
	}
	if debug.Dump != "" {
		file := fmt.Sprintf("%s.%d-%s%s", j.name, len(j.times)-1, ph.name, extension)
		if err := dump(debug.Dump, file, j.program.String()); err != nil {
			return err
		}
	}
	if debug.Verify {
		if err := core.Verify(j.program); err != nil {
			return &InternalError{Phase: what, Cause: err}
		}
	}
	return nil
}

func dump(dir, file, text string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fileErrorf(dir, "%v", unwrapPath(err))
	}
	if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
		return fileErrorf(filepath.Join(dir, file), "%v", unwrapPath(err))
	}
	return nil
}

func (j *job) watch(p Progress) {
	if j.options.Watch != nil {
		p.Job = j.name
		j.options.Watch(p)
	}
}

// peOptions are the partial evaluator's options with the debug switches' trace, watched.
func (j *job) peOptions() pe.Options {
	o := j.options.PE
	if o.Progress == nil && j.options.Watch != nil {
		o.Progress = func(contours int) { j.watch(Progress{Phase: "specialize", Contours: contours}) }
	}
	if o.Trace == nil {
		o.Trace = j.options.Debug.Trace
	}
	return o
}

// catch turns a panic into an InternalError that names what was being done. It is to be deferred.
func catch(what string, err *error) {
	if r := recover(); r != nil {
		*err = &InternalError{Phase: what, Cause: r, Stack: debug.Stack()}
	}
}
