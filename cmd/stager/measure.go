package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"scf/eval"
	"scf/stager"
)

// Measuring a user's own function: the flags that say how, and run -measure.

func driverFlag() cli.Flag {
	return &cli.StringFlag{Name: "driver", Usage: "a program in C, `D.c`, that calls the function on data and prints what it computes", Local: true}
}

// compilerFlags say how drivers are compiled.
func compilerFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "cc", Usage: "the C compiler for drivers, `PROGRAM` (default: gcc or cc, where there is one)", Local: true},
		&cli.StringFlag{Name: "cflags", Usage: "its `FLAGS`, as in -cflags '-O3 -march=native' (default: " + eval.DefaultFlags + ")", Local: true},
	}
}

// measureFlags are the flags of run that measure.
func measureFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.BoolFlag{Name: "measure", Usage: "time the optimised function with the -driver, and print the original if that is as fast", Local: true},
		driverFlag(),
		&cli.DurationFlag{Name: "time", Usage: "the `BUDGET` of time for -measure", Value: driverBudget, Local: true},
	}, compilerFlags()...)
}

// driverBudget is how long a driver of the user's is run unless -time says something else: enough rounds for a narrow spread.
const driverBudget = 3 * time.Second

// compilerOf is what the flags say about compiling drivers.
func compilerOf(c *cli.Command, o *eval.Options) error {
	o.CC, o.CFlags = c.String("cc"), c.String("cflags")
	if o.CC == "" {
		o.CC = eval.DefaultCompiler()
	}
	return eval.CheckCompiler(o.CC)
}

// measures reports whether run is to measure.
func measures(c *cli.Command) bool { return c.Bool("measure") || c.IsSet("driver") }

// fastest is the text to print: the optimised one, or the original's where it is not slower. What was measured goes to standard error.
func (a *app) fastest(ctx context.Context, c *cli.Command, s *subject, optimised []byte) ([]byte, error) {
	o := eval.Options{Budget: c.Duration("time")}
	if err := compilerOf(c, &o); err != nil {
		return nil, err
	}
	if o.Budget <= 0 {
		return nil, &stager.UsageError{Msg: "-measure needs time", Hint: "as in -time 3s"}
	}
	t, err := a.trial(ctx, c, s, o, optimised)
	if err != nil {
		return nil, err
	}
	kernel, err := t.Measure(ctx, o)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(a.stderr, "%s: %v\n", t.Function, kernel)
	if kernel.Faster() {
		return optimised, nil
	}
	return t.Original, a.explainSlow(ctx, s, kernel)
}

// explainSlow says that the optimised function is not faster, and what of it may be worth changing.
func (a *app) explainSlow(ctx context.Context, s *subject, k *eval.Kernel) error {
	what := "is not faster beyond the noise"
	if k.Slower() {
		what = "is slower"
	}
	fmt.Fprintf(a.stderr, "the optimised function %s: this is the original\n", what)
	loops, err := s.result.Loops(ctx)
	for _, l := range loops {
		if l.Unrolled && !l.Program && l.Iterations > 1 {
			fmt.Fprintf(a.stderr, "%v\n", l)
			defer fmt.Fprintln(a.stderr, "`#pragma nounroll` before a loop keeps it, which may be faster")
			break
		}
	}
	return err
}

// trial is the measurement of the subject with the -driver, or with one that is made.
func (a *app) trial(ctx context.Context, c *cli.Command, s *subject, o eval.Options, optimised []byte) (eval.Trial, error) {
	for _, flag := range []string{"as", "only"} {
		if c.IsSet(flag) {
			return eval.Trial{}, &stager.UsageError{Msg: "-measure compares whole files in which the function has its own name", Hint: "leave -" + flag + " out"}
		}
	}
	known := map[string]string{}
	for name, l := range s.late {
		if p, err := s.fn.Param(name); err == nil && l.IsConstant() && !p.Initial.IsConstant() {
			known[name] = l.String()
			if text := strings.TrimSpace(s.texts[name]); strings.HasPrefix(text, `"`) { // a string initialises pointers, too
				known[name] = text
			}
		}
	}
	flags := s.fn.CompilerFlags()
	if s.staged {
		var err error
		if flags, err = a.compilation(c).CompilerFlags(s.fn.File); err != nil {
			return eval.Trial{}, err
		}
	}
	path := c.String("driver")
	driver, err := a.driver(ctx, path, s.fn, flags, known, o)
	return eval.Trial{
		Function: s.fn.Name, Static: s.fn.IsStatic(), File: s.fn.File, Flags: flags, Original: s.fn.Source, Optimised: optimised, Driver: driver, DriverFile: path, Late: known,
	}, err
}

// driver is the text of the driver at path; without a path one with random data is made, and a note says so.
func (a *app) driver(ctx context.Context, path string, fn *stager.Function, flags []string, known map[string]string, o eval.Options) (string, error) {
	if path != "" {
		return eval.ReadDriver(path, fn)
	}
	text, note, err := eval.MakeDriver(ctx, o, fn, flags, known)
	if err != nil {
		return "", fmt.Errorf("%s cannot be measured without a -driver D.c: %w\na driver calls it on data and begins so:\n%s", fn.Name, err, eval.Sketch(fn))
	}
	a.note(note)
	return text, nil
}
