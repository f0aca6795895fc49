package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/urfave/cli/v3"

	"scf/internal/diag"
	"scf/internal/suggest"
	"scf/internal/textfile"
	"scf/params"
	"scf/stager"
)

// The commands and their flags. Flags may stand before and after the file, with one dash or two.

func (a *app) root() *cli.Command {
	root := a.command(&cli.Command{
		Name:      "stager",
		Usage:     "stage a pipeline of optimizations for a C function",
		UsageText: "stager [-pipeline P] [-func F] [-o DIR] FILE.c [--abstract NAME=AVAL]...\nstager [-j N] -batch LIST\nstager COMMAND ...",
		Description: `Early, stager specialises the passes of the pipeline to the function and to what is known about its parameters,
and writes the residual passes to DIR. Late, 'stager run DIR --value NAME=V' does the rest of the work.

AVAL is CONSTANT (any value), CONSTANT(0|1), 3, 0|1 or NON_CONSTANT; '--abstract NAME' means CONSTANT, and a
parameter without --abstract is NON_CONSTANT, or CONSTANT where __attribute__((annotate("constant"))) says so. Of a
pointer to memory that does not change AVAL says what it points to: [3,1,2], [Int,Int], [Int*] (any number of them),
[[Int*]*], {size:Int, assoc:1|2} (fields of a struct; those that are not named are NON_CONSTANT), or 0, null; of a
pointer to a function it is the function's name. A variable that the function
mentions is named like a parameter, a static one of its own as FUNC.NAME.`,
		Version: version(),
		Flags: append([]cli.Flag{
			pipelineFlag(), funcFlag(), inlineFlag(), inlineSizeFlag(),
			&cli.StringFlag{Name: "o", Usage: "write the staged pipeline to `DIR` (default: F.staged)", Local: true},
			&cli.StringSliceFlag{Name: "abstract", Usage: "what is known early about a parameter: `NAME=AVAL`", Local: true},
			&cli.BoolFlag{Name: "separate", Usage: "do not compose the staged passes to one program", Local: true},
			&cli.BoolFlag{Name: "forms", Usage: "print the forms of the function in full, however large", Local: true},
			&cli.StringFlag{Name: "batch", Usage: "stage what each line of `LIST` says, in the words of this command", Local: true},
			&cli.IntFlag{Name: "j", Usage: "with -batch, do `N` stagings at the same time", DefaultText: "as many as there are processors", Local: true},
			noCacheFlag(), statsFlag("print times on standard error"), quietFlag("print nothing but errors, and what -forms and -stats ask for"),
		}, a.compilationFlags()...),
		Action: a.stage,
	})
	root.Commands = []*cli.Command{
		a.runCommand(), a.callCommand(), a.execCommand(), a.specializeCommand(), a.checkCommand(), a.fmtCommand(), a.lspCommand(), a.evalCommand(), a.explainCommand(), a.cacheCommand(), a.helpCommand(),
	}
	root.Before = refuseEarlyFlags
	root.EnableShellCompletion = true
	root.ConfigureShellCompletionCommand = func(c *cli.Command) {
		c.Hidden, c.Usage = false, "print a script that completes commands and flags: of bash, zsh, fish or pwsh"
		c.Action = noShell
	}
	return root
}

// noShell is what completion does without a shell that it knows.
func noShell(_ context.Context, c *cli.Command) error {
	const hint = "usage: stager completion bash|zsh|fish|pwsh"
	if name := c.Args().First(); name != "" {
		return &stager.UsageError{Msg: "no script for the shell " + name, Hint: hint}
	}
	return &stager.UsageError{Msg: "name a shell", Hint: hint}
}

func (a *app) runCommand() *cli.Command {
	return a.command(&cli.Command{
		Name:  "run",
		Usage: "optimise the function for late values and print the C file",
		UsageText: "stager run DIR [--value NAME=V]...\n" +
			"stager run [-pipeline P] [-func F] FILE.c [--value NAME=V]...",
		Description: `With a staged directory the staged pipeline runs, with a C file the pipeline itself; both print the same.

   stager run f.staged --value n=8 --value 'table=[1,2,4]' >optimised.c
   stager run f.staged --value 's={size:8}' -only -as f_8

V is an integer, a floating number, or for a pointer what it points to: [0,1,7], {size:8}, 0 or null; docs/parameters.md has
all forms. A parameter without --value is not constant, or has the one value that it was staged for.`,
		Flags: append([]cli.Flag{
			pipelineFlag(), funcFlag(), inlineFlag(), inlineSizeFlag(),
			&cli.StringSliceFlag{Name: "value", Usage: "the value of a parameter: `NAME=V`", Local: true},
			&cli.StringFlag{Name: "as", Usage: "add the optimised function as `NAME` beside the original", Local: true},
			&cli.BoolFlag{Name: "guard", Usage: "let the original's name check the constants and fall back", Local: true},
			&cli.BoolFlag{Name: "only", Usage: "print the function alone, not the file", Local: true},
			emitFlag(),
			&cli.BoolFlag{Name: "separate", Usage: "run the staged passes one after the other, not the composed program", Local: true},
			statsFlag("print counts of operations on standard error"), quietFlag("print nothing but the C file and errors, and counts where -stats asks for them"),
		}, append(measureFlags(), a.compilationFlags()...)...),
		Action:        a.runLate,
		ShellComplete: a.completeRun,
	})
}

func (a *app) execCommand() *cli.Command {
	return a.command(&cli.Command{
		Name:      "exec",
		Usage:     "run an SCF-ML program on a value and print the result",
		UsageText: "stager exec PROG.scf-ml [-entry f] --input V",
		Flags:     []cli.Flag{entryFlag(), inputFlag("`V`, the value"), statsFlag("print counts of operations on standard error")},
		Action:    a.exec,
	})
}

func (a *app) specializeCommand() *cli.Command {
	return a.command(&cli.Command{
		Name:      "specialize",
		Usage:     "specialise an SCF-ML program to an abstract value and print the residual program",
		UsageText: "stager specialize PROG.scf-ml [-entry f] --input AV [-o FILE]",
		Flags: []cli.Flag{
			entryFlag(), inputFlag("`AV`, the abstract value"),
			&cli.StringFlag{Name: "o", Usage: "write to `FILE` instead of standard output", Local: true},
			&cli.BoolFlag{Name: "result", Usage: "print the abstract result instead of the program", Local: true},
			&cli.BoolFlag{Name: "no-dse", Usage: "stop after partial evaluation", Local: true},
			statsFlag("print times on standard error"), quietFlag("print no warnings"),
		},
		Action: a.specialize,
	})
}

func (a *app) checkCommand() *cli.Command {
	return a.command(&cli.Command{
		Name:      "check",
		Usage:     "check an SCF-ML program and warn about what will stage badly",
		UsageText: "stager check PROG.scf-ml\nstager check -diff PASS.scf-ml [-programs N] [-seed S]",
		Flags:     append([]cli.Flag{entryFlag()}, diffFlags()...),
		Action:    a.check,
	})
}

func (a *app) helpCommand() *cli.Command {
	return a.command(&cli.Command{
		Name:      "help",
		Usage:     "show the help of a command",
		UsageText: "stager help [COMMAND]",
		Action:    help,
	})
}

// help shows the help of the command that is named, or of all.
func help(ctx context.Context, c *cli.Command) error {
	name := c.Args().First()
	switch {
	case name == "":
		return cli.ShowRootCommandHelp(c.Root())
	case c.Root().Command(name) == nil:
		return unknownCommand(c.Root(), name)
	}
	return cli.ShowCommandHelp(ctx, c.Root(), name)
}

// command sets what all commands have in common.
func (a *app) command(c *cli.Command) *cli.Command {
	c.DisableSliceFlagSeparator = true // values hold commas
	c.Writer, c.ErrWriter = a.stdout, a.stderr
	c.HideHelpCommand = true
	c.ExitErrHandler = func(context.Context, *cli.Command, error) {}
	act := c.Action
	c.Action = func(ctx context.Context, c *cli.Command) error {
		a.quiet = c.Bool("q")
		return act(ctx, c)
	}
	c.OnUsageError = func(_ context.Context, c *cli.Command, err error, _ bool) error { return flagError(c, err) }
	return c
}

func pipelineFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "pipeline", Local: true,
		Usage: "`P`, the passes, separated by commas: built-in names or paths of .scf-ml files (default: " + stager.DefaultPipeline + ")",
	}
}

func funcFlag() cli.Flag {
	return &cli.StringFlag{Name: "func", Usage: "`F`, the function; it may be left out where the file defines one", Local: true}
}

func inlineFlag() cli.Flag {
	return &cli.StringFlag{Name: "inline", Usage: "put static functions in place of their calls: `NAMES`, separated by commas", Local: true}
}

func inlineSizeFlag() cli.Flag {
	return &cli.IntFlag{Name: "inline-size", Usage: "put static functions of at most `N` commands in place of their calls", Local: true}
}

func entryFlag() cli.Flag {
	return &cli.StringFlag{Name: "entry", Usage: "`f`, the entry function (default: optimize, or else main, or else the last one)", Local: true}
}

func inputFlag(what string) cli.Flag {
	return &cli.StringFlag{Name: "input", Usage: what + " that the entry function gets, or @FILE", Local: true}
}

func statsFlag(usage string) cli.Flag { return &cli.BoolFlag{Name: "stats", Usage: usage, Local: true} }

func quietFlag(usage string) cli.Flag { return &cli.BoolFlag{Name: "q", Usage: usage, Local: true} }

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// flagError is the error about a flag that the flag parser could not read.
func flagError(c *cli.Command, err error) error {
	msg := err.Error()
	hint := "see " + c.FullName() + " --help"
	if name, ok := strings.CutPrefix(msg, "flag provided but not defined: -"); ok {
		msg = "no such flag: -" + name
		if close := suggest.Closest(name, flagNames(c)); close != "" {
			hint = "did you mean -" + close + "? " + hint
		}
	}
	if value, why, ok := strings.Cut(msg, ": strconv."); ok {
		switch {
		case strings.HasSuffix(why, strconv.ErrRange.Error()):
			msg = value + ": the number is out of range"
		case strings.HasPrefix(why, "ParseUint"):
			msg = value + ": it is no whole number from 0 on"
		case strings.HasPrefix(why, "ParseInt"):
			msg = value + ": it is no whole number"
		default:
			msg = value + ": it is no number"
		}
	} else if value, _, ok := strings.Cut(msg, ": time: "); ok {
		msg = value + ": it is no duration, such as 300ms, 2s or 5m"
	}
	return &stager.UsageError{Msg: msg, Hint: hint}
}

func flagNames(c *cli.Command) []string {
	var names []string
	for _, f := range c.Flags {
		names = append(names, f.Names()...)
	}
	return names
}

// refuseEarlyFlags refuses flags that stand before a command's name: they would be the staging command's.
func refuseEarlyFlags(ctx context.Context, c *cli.Command) (context.Context, error) {
	if sub := c.Args().First(); c.Command(sub) != nil && c.NumFlags() > 0 {
		return ctx, &stager.UsageError{Msg: "a flag stands before the command " + sub, Hint: "flags of a command stand behind its name: stager " + sub + " ..."}
	}
	return ctx, nil
}

// argument is the command's one argument.
func argument(c *cli.Command, what string) (string, error) {
	args := c.Args().Slice()
	hint := "see " + c.FullName() + " --help"
	switch {
	case c.Root() == c && len(args) > 0 && looksLikeCommand(args[0]):
		return "", unknownCommand(c, args[0])
	case len(args) == 1 && args[0] != "":
		return args[0], nil
	case len(args) == 0 || len(args) == 1:
		return "", &stager.UsageError{Msg: "name " + what, Hint: "usage: " + strings.Split(c.UsageText, "\n")[0]}
	}
	return "", &stager.UsageError{Msg: fmt.Sprintf("one argument, %s, is enough: %s", what, strings.Join(args, " ")), Hint: hint}
}

// looksLikeCommand reports whether arg, which stands where a C file or a command should, was meant to be a command: it is one word, and no
// such file exists.
func looksLikeCommand(arg string) bool {
	return strings.Trim(arg, "abcdefghijklmnopqrstuvwxyz-") == "" && arg != "" && !exists(arg)
}

// unknownCommand is the error about a command that there is none of.
func unknownCommand(root *cli.Command, name string) error {
	var names []string
	for _, sub := range root.Commands {
		names = append(names, sub.Name)
	}
	hint := "the commands are " + strings.Join(names, ", ") + "; to stage, name a C file; see stager --help"
	if close := suggest.Hint(name, names); close != "" {
		hint = close + " " + hint
	}
	return &stager.UsageError{Msg: "no such command or file: " + name, Hint: hint}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, os.ErrNotExist)
}

// maxValueBytes bounds the file of a value.
const maxValueBytes = 16 << 20

// assignments reads flags of the form NAME=TEXT, or NAME=@FILE for the text of a file. A flag without = is text; where that is empty it is refused.
func (a *app) assignments(flag string, values []string, text string) (map[string]string, error) {
	out := map[string]string{}
	for _, v := range values {
		name, value, assigned := strings.Cut(v, "=")
		name = strings.TrimSpace(name)
		if !assigned {
			value = text
		}
		if _, twice := out[name]; twice {
			return nil, &stager.UsageError{Msg: fmt.Sprintf("--%s names the parameter %s twice", flag, name)}
		}
		if name == "" || strings.TrimSpace(value) == "" {
			return nil, &stager.UsageError{Msg: fmt.Sprintf("--%s %s: a parameter and its value are needed", flag, v), Hint: fmt.Sprintf("write --%s NAME=VALUE", flag)}
		}
		var err error
		if out[name], err = a.fromFile(params.TextOf(name), value); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// stdoutName is the name of a file that stands for standard output.
const stdoutName = "-"

// write writes a file as a whole, or to standard output.
func (a *app) write(file string, text []byte) error {
	if file != stdoutName {
		return stager.WriteFile(file, text)
	}
	_, err := a.stdout.Write(text)
	return err
}

// fromFile is the value itself, or the text of the file that @FILE names; what is the name of that text in messages.
func (a *app) fromFile(what, value string) (string, error) {
	name, isFile := strings.CutPrefix(value, "@")
	if !isFile {
		return value, nil
	}
	text, err := textfile.Read(name, maxValueBytes)
	if a.files == nil {
		a.files = map[string]string{}
	}
	a.files[what] = name
	return strings.TrimRight(string(text), " \t\r\n"), err
}

// locate has an error about a text that is from a file name the file.
func (a *app) locate(err error) {
	var e *diag.Error
	if errors.As(err, &e) && a.files[e.Pos.File] != "" {
		e.Pos.File = a.files[e.Pos.File]
	}
}
