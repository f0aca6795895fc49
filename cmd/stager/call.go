package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"scf/backend"
	"scf/internal/diag"
	"scf/kernel"
	"scf/params"
	"scf/stager"
)

func (a *app) callCommand() *cli.Command {
	return a.command(&cli.Command{
		Name:  "call",
		Usage: "run the function, made for late values, and print its result",
		UsageText: "stager call DIR [-backend NAME] [--value NAME=V]... -- ARG...\n" +
			"stager call [-func F] FILE.c [-backend NAME] [--value NAME=V]... -- ARG...",
		Description: `With a staged directory the staged pipeline makes the function for the values and it runs, with a C file the function as it
is. An ARG, as V, is a number, or for a pointer what it points to; there is one for each parameter without --value, in order.

   stager call mul_add.staged --value a=3 -- 5 7
   stager call blur.staged --value 'weights=[1,2,1]' -- '[3,1,4,1,5]' '[0,0,0,0,0]' 5

Arrays and structs that the function changed are printed as NAME=V, the result on the last line.`,
		Flags: append([]cli.Flag{
			funcFlag(), backendFlag(),
			&cli.StringSliceFlag{Name: "value", Usage: "the value of a parameter: `NAME=V`", Local: true},
			statsFlag("print on standard error which code ran, and why"), quietFlag("print nothing but the result, changed arrays and errors"),
		}, a.compilationFlags()...),
		Action:        a.call,
		ShellComplete: a.completeRun,
	})
}

func backendFlag() cli.Flag {
	names := strings.Join(backend.Names(kernel.Backends()...), ", ")
	return &cli.StringFlag{Name: "backend", Usage: "`NAME`, what runs the code: " + names + " (default: the best that is available)", Local: true}
}

// call is the command call.
func (a *app) call(ctx context.Context, c *cli.Command) error {
	args := c.Args().Slice()
	if len(args) == 0 || args[0] == "" {
		return &stager.UsageError{Msg: "name a staged directory or a C file", Hint: "usage: " + strings.Split(c.UsageText, "\n")[0]}
	}
	texts, err := a.assignments("value", c.StringSlice("value"), "")
	if err != nil {
		return err
	}
	k, err := a.kernelOf(ctx, c, args[0], slices.Concat(slices.Collect(maps.Values(texts)), args[1:]))
	if err != nil {
		return err
	}
	values := kernel.Values{}
	for name, text := range texts {
		p, err := k.Param(name)
		if err != nil {
			return err
		}
		late, err := stager.ParseLate(text, p)
		if err != nil {
			return err
		}
		if p.Variable && !k.IsStaged() {
			if err := k.Set(name, late); err != nil {
				return err
			}
			continue
		}
		values[p.Name] = late
	}
	s, err := k.Specialize(ctx, values)
	if err != nil {
		return err
	}
	if err := s.Err(); err != nil {
		a.warn(k.Name() + " runs as it is, not made for these values: " + diag.Render(err))
	}
	return a.callOn(ctx, c, s, args[1:])
}

// address is what a pointer into a table, or to a function, is written as.
var address = regexp.MustCompile(`&([A-Za-z_][A-Za-z_0-9]*)`)

// kernelOf is the kernel of a staged directory or a C file, for values of which these are the texts.
func (a *app) kernelOf(ctx context.Context, c *cli.Command, path string, texts []string) (*kernel.Kernel, error) {
	o := kernel.Options{Func: c.String("func"), C: a.compilation(c), Backend: c.String("backend"), NoOptimized: true}
	chosen, err := backend.Choose(o.Backend, kernel.Backends()...)
	if err != nil {
		return nil, &stager.UsageError{Msg: err.Error()}
	}
	o.Checked = chosen.Name() != "c" // what C compilers make checks divisions only
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		for _, flag := range []string{"func", isCompiled(c)} {
			if c.IsSet(flag) {
				return nil, &stager.UsageError{Msg: "-" + flag + " was decided when " + path + " was staged", Hint: "leave it out, or name a C file"}
			}
		}
		return kernel.Open(ctx, path, o)
	}
	f, err := stager.ReadC(ctx, path, o.Func, o.C)
	if err != nil {
		return nil, err
	}
	for _, text := range texts {
		if read, err := a.fromFile("an argument", text); err == nil {
			text = read
		}
		for _, m := range address.FindAllStringSubmatch(text, -1) {
			if f.Reach(m[1]) == nil {
				o.Tables = append(o.Tables, m[1])
			}
		}
	}
	o.Func, o.NoSpecialized = f.Name, true
	return kernel.New(ctx, path, f.Source, o)
}

// callOn runs the function on arguments and prints what it gives.
func (a *app) callOn(ctx context.Context, c *cli.Command, s *kernel.Specialization, texts []string) error {
	wanted := s.Arguments()
	if len(texts) != len(wanted) {
		var names []string
		for _, p := range wanted {
			names = append(names, p.Name)
		}
		hint := "they stand behind --, one for each parameter without a value: " + strings.Join(names, " ")
		if len(names) == 0 {
			hint = "all its parameters have values"
		}
		return &stager.UsageError{Msg: fmt.Sprintf("%s needs %d arguments, and %d are given", s.Kernel().Name(), len(wanted), len(texts)), Hint: hint}
	}
	args := make([]stager.Late, len(wanted))
	for i, p := range wanted {
		text, err := a.fromFile(params.TextOf(p.Name), texts[i])
		if err != nil {
			return err
		}
		if args[i], err = stager.ParseLate(text, p); err != nil {
			return err
		}
	}
	out, err := s.Call(ctx, args...)
	if c.Bool("stats") {
		fmt.Fprint(a.stderr, s.Explain())
	}
	if err != nil {
		return s.Kernel().Located(err)
	}
	for i, p := range wanted {
		if now := out.Arguments[i].String(); now != args[i].String() {
			fmt.Fprintf(a.stdout, "%s=%s\n", p.Name, now)
		}
	}
	if !out.Void {
		fmt.Fprintln(a.stdout, out.Text())
	}
	return nil
}
