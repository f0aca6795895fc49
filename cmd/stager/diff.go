package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"scf/internal/ccompiler"
	"scf/internal/diag"
	"scf/internal/randomc"
	"scf/stager"
)

// `stager check -diff` holds a pass to the C compiler on random C functions (package randomc): alone and behind cnp, the pass itself and
// staged.

// diffFlags are the flags of check that -diff reads.
func diffFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "diff", Usage: "compare the pass with gcc on random C functions", Local: true},
		&cli.IntFlag{Name: "programs", Usage: "with -diff: `N`, how many random C functions", Value: 40, Local: true},
		&cli.Uint64Flag{Name: "seed", Usage: "with -diff: `S`, the seed of the first one; the same seeds give the same functions", Value: 1, Local: true},
		&cli.DurationFlag{Name: "time", Usage: "with -diff: `D`, how long one run of the pass, or its staging, may take", Value: 20 * time.Second, Local: true},
		&cli.StringFlag{Name: "o", Usage: "with -diff: write the C file that shows a difference to `FILE`", Local: true},
	}
}

// The bounds of a comparison. A pass that does not end is stopped (-time); one that stages badly is staged coarsely, and right all the same.
const (
	diffSize     = 8 // of functions
	diffBatch    = 8
	diffFirst    = 2 // functions in the first batch, so that the first verdict comes soon
	stageEvery   = 4
	diffContours = 1_000
	diffTries    = 24
)

// diff compares the pass in the file at path.
func (a *app) diff(ctx context.Context, c *cli.Command, path string) error {
	switch {
	case ccompiler.Find() == "":
		return &diag.Error{Pos: diag.Pos{File: path}, Msg: "there is no C compiler to compare with", Hint: "install gcc, or put it into PATH"}
	case c.IsSet("entry"):
		return &stager.UsageError{Msg: "-diff compares a pass, whose entry is optimize", Hint: "leave -entry out"}
	case c.Int("programs") < 1:
		return &stager.UsageError{Msg: "-programs must be at least 1"}
	case c.Duration("time") <= 0:
		return &stager.UsageError{Msg: "-time must be greater than 0"}
	}
	runs, err := diffRuns(path, c.Duration("time"))
	if err != nil {
		return err
	}
	first, n := c.Uint64("seed"), c.Int("programs")
	for done, size := 0, diffFirst; done < n; done, size = done+size, diffBatch {
		for _, r := range runs {
			failures, err := r.Batch(ctx, first+uint64(done), min(size, n-done))
			switch {
			case len(failures) > 0:
				return a.wrong(c, r, failures[0])
			case err != nil:
				return err
			}
		}
	}
	fmt.Fprintln(a.stdout, verdict(runs, path, n, first))
	return nil
}

// diffRuns compare the pass at path alone and behind cnp.
func diffRuns(path string, most time.Duration) ([]*randomc.Run, error) {
	pass, err := stager.LoadPass(path)
	if err != nil {
		return nil, err
	}
	before, err := stager.LoadPass("cnp")
	if err != nil {
		return nil, err
	}
	var runs []*randomc.Run
	for _, p := range []stager.Pipeline{{pass}, {before, pass}} {
		s := randomc.Settings{
			Pipeline: p, Size: diffSize, Flags: []string{"-O0"}, Tries: diffTries,
			Stages: func(seed uint64) bool { return seed%stageEvery == 0 }, StageTime: most, RunTime: most,
		}
		s.Options.PE.MaxContours = diffContours
		runs = append(runs, randomc.New(s))
	}
	return runs, nil
}

// verdict says on what a pass agreed.
func verdict(runs []*randomc.Run, path string, n int, first uint64) string {
	versions, staged := 0, 0
	for _, r := range runs {
		versions += r.Counts["versions"]
		staged += r.Counts["versions by the staged pipeline"]
	}
	return fmt.Sprintf("%s agrees with gcc on %d random C functions, from seed %d: %d optimised versions, alone and behind cnp, %d of them staged too",
		path, n, first, versions, staged)
}

// wrong is the error that shows what the pass does to a function.
func (a *app) wrong(c *cli.Command, r *randomc.Run, f randomc.Failure) error {
	var names []string
	for _, p := range r.Pipeline {
		names = append(names, p.From)
	}
	what := "is wrong for a random C function"
	if f.Small != f.Program {
		what += ", made smaller here"
	}
	lines := []string{fmt.Sprintf("-pipeline %s %s (seed %d)", strings.Join(names, ","), what, f.Seed)}
	d, differs := f.Difference()
	if !differs {
		lines = append(lines, f.SmallErr.Error(), "the function:", f.Small.Function(), "what is known early: "+known(f.Early))
		return errors.New(strings.Join(lines, "\n"))
	}
	values := map[string]string{}
	for name, v := range d.Version.Fixed {
		values[name] = v.Text
	}
	lines = append(lines, "the function:", f.Small.Function(), "the constants: "+known(values), "the optimised function:", strings.TrimSpace(d.Version.Definition),
		"the call, behind what its pointers reach:", strings.Join(d.Call, "\n"), "gcc gives:        "+d.Results[0], "the optimised one: "+d.Results[1])
	if out := c.String("o"); out != "" {
		if err := a.write(out, []byte(d.File)); err != nil {
			return err
		}
	}
	return errors.New(strings.Join(lines, "\n"))
}

// known is a list of names and what is known about them.
func known(of map[string]string) string {
	var parts []string
	for name, text := range of {
		parts = append(parts, name+" = "+text)
	}
	if len(parts) == 0 {
		return "none"
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}
