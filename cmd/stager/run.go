package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v3"

	"scf/scfml/interp"
	"scf/stager"
)

// runLate is the command run: the late stage of a staged directory, or the pipeline itself on a C file.
func (a *app) runLate(ctx context.Context, c *cli.Command) error {
	path, err := argument(c, "a staged directory or a C file")
	if err != nil {
		return err
	}
	texts, err := a.assignments("value", c.StringSlice("value"), "")
	if err != nil {
		return err
	}
	if err := checkEmit(c); err != nil {
		return err
	}
	run := a.runFile
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		run = a.runDirectory
	}
	done, err := run(ctx, c, path, texts)
	if err != nil {
		return err
	}
	if what := c.String("emit"); what != "c" {
		text, err := emit(what, done)
		if err == nil {
			_, err = a.stdout.Write([]byte(text))
		}
		return err
	}
	text, err := done.result.C(stager.Output{As: c.String("as"), Guard: c.Bool("guard"), Only: c.Bool("only")})
	if err != nil {
		return err
	}
	if measures(c) {
		if text, err = a.fastest(ctx, c, done, text); err != nil {
			return err
		}
	}
	if _, err = a.stdout.Write(text); err != nil {
		return err
	}
	return a.tellBlocked(ctx, done.result)
}

// tellBlocked tells where constants change nothing or little, or are written to.
func (a *app) tellBlocked(ctx context.Context, r *stager.Result) error {
	if a.quiet {
		return nil
	}
	warnings, err := r.Warnings(ctx)
	if err != nil {
		return err
	}
	a.warn(warnings...)
	blocked, err := r.Blocked(ctx)
	a.note(blocked...)
	return err
}

// subject is a function, what is known of it late, and what became of it.
type subject struct {
	fn     *stager.Function
	texts  map[string]string // as they were given
	late   map[string]stager.Late
	result *stager.Result
	staged bool // it is from a staged directory
}

func (a *app) runFile(ctx context.Context, c *cli.Command, path string, texts map[string]string) (*subject, error) {
	if c.Bool("separate") {
		return nil, &stager.UsageError{Msg: "-separate is for a staged directory", Hint: "leave it out: the passes themselves always run one after the other"}
	}
	pipeline, err := pipelineOf(c)
	if err != nil {
		return nil, err
	}
	f, err := a.functionOf(ctx, c, path)
	if err != nil {
		return nil, err
	}
	late, err := f.ParseLate(texts)
	if err != nil {
		return nil, err
	}
	result, err := stager.RunUnstaged(ctx, f, pipeline, late)
	if err == nil && c.Bool("stats") {
		a.printResult("unstaged.", result)
		err = a.printResultLoops(ctx, result)
	}
	return &subject{f, texts, late, result, false}, err
}

func (a *app) runDirectory(ctx context.Context, c *cli.Command, dir string, texts map[string]string) (*subject, error) {
	for _, flag := range []string{"pipeline", "func", "inline", "inline-size", isCompiled(c)} {
		if c.IsSet(flag) && !(flag == isCompiled(c) && measures(c)) { // which compiles the file
			return nil, &stager.UsageError{Msg: "-" + flag + " was decided when " + dir + " was staged", Hint: "leave it out, or name a C file"}
		}
	}
	open := stager.Open
	if c.Bool("separate") {
		open = stager.OpenSeparate
	}
	s, err := open(ctx, dir, stager.Limits{})
	if err != nil {
		return nil, err
	}
	late, err := s.Function.ParseLate(texts)
	if err != nil {
		return nil, err
	}
	result, err := s.Run(ctx, late)
	if err == nil && c.Bool("stats") {
		a.printResult("staged.", result)
		if err = a.compareUnstaged(ctx, s, late, result.Total); err == nil {
			err = a.printResultLoops(ctx, result)
		}
	}
	if err != nil {
		return nil, err
	}
	late, err = s.Complete(late)
	return &subject{s.Function, texts, late, result, true}, err
}

// compareUnstaged counts what the passes themselves execute on the same values. Where a pass is gone it says so.
func (a *app) compareUnstaged(ctx context.Context, s *stager.Staged, late map[string]stager.Late, staged interp.Counts) error {
	pipeline, err := s.Pipeline()
	if err != nil {
		a.warn("no counts of the unstaged pipeline: " + err.Error())
		return nil
	}
	if late, err = s.Complete(late); err != nil {
		return err
	}
	result, err := stager.RunUnstaged(ctx, s.Function, pipeline, late)
	if err != nil {
		return err
	}
	a.printResult("unstaged.", result)
	a.printRatio(result.Total, staged)
	return nil
}

// completeRun completes flags, and behind --value the parameters of a staged directory that await one.
func (a *app) completeRun(ctx context.Context, c *cli.Command) {
	before := os.Args[max(0, len(os.Args)-2)] // the last argument asks for completion
	if strings.TrimLeft(before, "-") != "value" || !strings.HasPrefix(before, "-") {
		cli.DefaultCompleteWithFlags(ctx, c)
		return
	}
	s, err := stager.Open(ctx, c.Args().First(), stager.Limits{})
	if err != nil {
		return // nothing is to be said while somebody types
	}
	for _, p := range s.Awaited() {
		fmt.Fprintln(a.stdout, p.Name+"=")
	}
}
