package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"scf/ast"
	"scf/stager"
)

// stage is the default command: the early stage, of one function or of a list.
func (a *app) stage(ctx context.Context, c *cli.Command) error {
	if c.IsSet("batch") || c.IsSet("j") {
		return a.batch(ctx, c)
	}
	t, err := a.target(ctx, c)
	if err != nil {
		return err
	}
	var stop func()
	t.job.Options.Watch, stop = a.watch()
	s, err := stager.Stage(ctx, t.job.Function, t.job.Pipeline, t.job.Early, t.job.Options)
	stop()
	if err != nil {
		return err
	}
	if err := a.finish(s, t); err != nil {
		return err
	}
	a.closing = nextCommand(s, t.dir)
	if a.quiet && !c.Bool("forms") {
		return nil
	}
	return a.printStaged(s, c.Bool("forms"))
}

// stageTarget is what a command line for one staging says.
type stageTarget struct {
	command *cli.Command
	job     stager.Job
	dir     string // where it goes
}

// target is what the command line says is to be staged, and where it goes.
func (a *app) target(ctx context.Context, c *cli.Command) (stageTarget, error) {
	o := a.options
	o.Separate = c.Bool("separate")
	if !c.Bool("no-cache") {
		o.Cache = cacheOf()
	}
	in, err := a.toStage(ctx, c)
	if err != nil {
		return stageTarget{}, err
	}
	t := stageTarget{c, stager.Job{Function: in.function, Pipeline: in.pipeline, Early: in.early, Options: o}, directory(c, in.function)}
	if err := stager.CheckTarget(t.dir); err != nil { // before the work, not behind it
		return t, err
	}
	in.warn(a)
	return t, nil
}

// finish saves what was staged, and prints what is to be said of it on standard error.
func (a *app) finish(s *stager.Staged, t stageTarget) error {
	if err := s.Save(t.dir); err != nil {
		return err
	}
	a.warn(s.Warnings()...)
	a.tellStaged(s)
	if t.command.Bool("stats") {
		for i, p := range s.Passes {
			a.printTimes(fmt.Sprintf("%d-%s.", i+1, p.Name), p.Times, p.Cached)
		}
		if s.Composed != nil {
			a.printTimes("composed.", s.Composed.Times, s.Composed.Cached)
		}
	}
	return nil
}

// tellStaged tells where constants decide little, and what becomes of the loops of which that does not tell.
func (a *app) tellStaged(s *stager.Staged) {
	blocked := s.Blocked()
	a.note(blocked...)
	for _, l := range s.Loops {
		if !slices.ContainsFunc(blocked, func(line string) bool { return strings.HasPrefix(line, l.String()) }) {
			a.note(l.String())
		}
	}
}

// nextCommand says what was written, and the command that runs it.
func nextCommand(s *stager.Staged, dir string) []string {
	args := []string{"run", dir}
	for _, p := range s.Awaited() {
		args = append(args, "--value", p.Name+"="+placeholder(p.Type))
	}
	how := "late"
	if len(args) > 2 {
		how = "late, with values in place of the dots"
	}
	return []string{fmt.Sprintf("wrote %s; %s:", dir, how), "  " + commandLine(args)}
}

// placeholder stands for a value of a parameter of the type t.
func placeholder(t ast.Type) string {
	p, ok := t.(ast.Pointer)
	if !ok {
		return "..."
	}
	if _, ok := ast.Unqualified(p.Elem).(ast.Record); ok {
		return "{...}"
	}
	if _, ok := p.Elem.(*ast.Function); ok {
		return "..."
	}
	return "[...]"
}

// staging is what the command line says is to be staged.
type staging struct {
	function *stager.Function
	pipeline stager.Pipeline
	early    map[string]stager.Abstract
}

// toStage is the staging of the C file, of -pipeline and of --abstract.
func (a *app) toStage(ctx context.Context, c *cli.Command) (in staging, err error) {
	path, err := argument(c, "a C file")
	if err != nil {
		return in, err
	}
	texts, err := a.assignments("abstract", c.StringSlice("abstract"), "CONSTANT")
	if err != nil {
		return in, err
	}
	if in.pipeline, err = pipelineOf(c); err != nil {
		return in, err
	}
	if in.function, err = a.functionOf(ctx, c, path); err != nil {
		return in, err
	}
	in.early, err = in.function.ParseAbstract(texts)
	return in, err
}

// warn prints what is to be said of the passes.
func (in staging) warn(a *app) {
	for _, p := range in.pipeline {
		a.warnDiags(p.Warnings)
	}
}

// pipelineOf is the pipeline that -pipeline names.
func pipelineOf(c *cli.Command) (stager.Pipeline, error) {
	if !c.IsSet("pipeline") {
		return stager.ParsePipeline(stager.DefaultPipeline)
	}
	return stager.ParsePipeline(c.String("pipeline"))
}

// functionOf is the function that -func names, with those inlined that -inline and -inline-size choose.
func (a *app) functionOf(ctx context.Context, c *cli.Command, path string) (*stager.Function, error) {
	inlining, err := inliningOf(c)
	if err != nil {
		return nil, err
	}
	f, err := stager.ReadC(ctx, path, c.String("func"), a.compilation(c))
	if err != nil {
		return nil, err
	}
	return f.Inline(inlining)
}

// inliningOf is what -inline and -inline-size ask for.
func inliningOf(c *cli.Command) (stager.Inlining, error) {
	inlining := stager.Inlining{Size: c.Int("inline-size")}
	if c.IsSet("inline") {
		for _, name := range strings.Split(c.String("inline"), ",") {
			inlining.Names = append(inlining.Names, strings.TrimSpace(name))
		}
	}
	if inlining.Size < 0 {
		return inlining, &stager.UsageError{Msg: "-inline-size is negative", Hint: "give the greatest number of commands of functions to inline"}
	}
	return inlining, nil
}

// directory is where the staged pipeline goes.
func directory(c *cli.Command, f *stager.Function) string {
	if c.IsSet("o") {
		return c.String("o")
	}
	return f.Name + ".staged"
}

// printStaged prints F1 to F(n+1), brief or in full, and the table.
func (a *app) printStaged(s *stager.Staged, full bool) error {
	forms := s.Brief
	if full {
		forms = s.Forms
	} else if !slices.Equal(s.Brief, s.Forms) {
		a.closing = append([]string{"… stands for what is left out above; -forms prints all"}, a.closing...)
	}
	for i, form := range forms {
		fmt.Fprintf(a.stdout, "F%d, %s:\n%s\n\n", i+1, origin(s, i), form)
	}
	return s.WriteTable(a.stdout)
}

// origin says where the form at position i comes from.
func origin(s *stager.Staged, i int) string {
	if i == 0 {
		return "the input"
	}
	return "after " + s.Passes[i-1].Name
}
