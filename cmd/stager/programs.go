package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/urfave/cli/v3"

	"scf/scfml"
	"scf/scfml/core"
	"scf/stager"
)

// The commands about any SCF-ML program.

func (a *app) program(c *cli.Command) (*core.Program, error) {
	path, err := argument(c, "an SCF-ML file")
	if err != nil {
		return nil, err
	}
	p, _, err := stager.ReadProgram(path, c.String("entry"))
	return p, err
}

// exec runs a program on a value.
func (a *app) exec(ctx context.Context, c *cli.Command) error {
	p, err := a.program(c)
	if err != nil {
		return err
	}
	input, err := a.inputOf(c, p)
	if err != nil {
		return err
	}
	arg, err := core.ParseValue(input, p.Entry.ArgType(), p)
	if err != nil {
		return err
	}
	v, counts, err := stager.Exec(ctx, p, c.Args().First(), arg)
	if err != nil {
		return err
	}
	fmt.Fprintln(a.stdout, core.FormatValue(v))
	if c.Bool("stats") {
		a.printCounts("", counts)
	}
	return nil
}

// specialize specialises a program to an abstract value.
func (a *app) specialize(ctx context.Context, c *cli.Command) error {
	p, err := a.program(c)
	if err != nil {
		return err
	}
	input, err := a.inputOf(c, p)
	if err != nil {
		return err
	}
	o := a.options
	o.NoDSE = c.Bool("no-dse")
	o.NoSimplify = o.NoDSE
	var stop func()
	o.Watch, stop = a.watch()
	s, err := stager.Specialize(ctx, p, input, o)
	stop()
	if err != nil {
		return err
	}
	a.warn(s.Warnings()...)
	if c.Bool("stats") {
		a.printTimes("", s.Times, false)
	}
	text := s.Program.String()
	if c.Bool("result") {
		text = s.Result + "\n"
	}
	if c.IsSet("o") {
		return a.write(c.String("o"), []byte(text))
	}
	_, err = fmt.Fprint(a.stdout, text)
	return err
}

// inputOf is the text of the entry function's argument; one of type unit may be left out.
func (a *app) inputOf(c *cli.Command, p *core.Program) (string, error) {
	if c.IsSet("input") {
		return a.fromFile(core.InputText, c.String("input"))
	}
	if len(p.Entry.Params) == 0 {
		return "()", nil
	}
	return "", &stager.UsageError{
		Msg:  fmt.Sprintf("%s needs an argument of type %v", p.Entry.Name, p.Entry.ArgType()),
		Hint: "give it with --input",
	}
}

// check type-checks a program, warns about what will stage badly, and compares a pass with the C compiler if it is to (diff.go).
func (a *app) check(ctx context.Context, c *cli.Command) error {
	path, err := argument(c, "an SCF-ML file")
	if err != nil {
		return err
	}
	for _, f := range diffFlags() {
		if name := f.Names()[0]; name != "diff" && c.IsSet(name) && !c.Bool("diff") {
			return &stager.UsageError{Msg: fmt.Sprintf("-%s goes with -diff", name), Hint: "add -diff to compare the pass with gcc, or leave it out"}
		}
	}
	p, warnings, err := stager.ReadProgram(path, c.String("entry"))
	if err != nil {
		return err
	}
	a.warnDiags(slices.Concat(warnings, scfml.Check(p), stager.PassWarnings(p)))
	if c.Bool("diff") {
		return a.diff(ctx, c, path)
	}
	fmt.Fprintf(a.stdout, "%s : %v -> %v\n", p.Entry.Name, p.Entry.ArgType(), p.Entry.Result)
	return nil
}
