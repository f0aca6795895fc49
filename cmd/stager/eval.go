package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"scf/eval"
	"scf/eval/results"
	"scf/internal/suggest"
	"scf/stager"
)

// The command eval: workloads through unstaged and staged pipelines.

func (a *app) evalCommand() *cli.Command {
	return a.command(&cli.Command{
		Name:  "eval",
		Usage: "measure what staging saves, on built-in workloads or your own",
		UsageText: "stager eval [-quick] [-run REGEXP] [-pipeline P] [-time BUDGET] [-o DIR] [-compare OLD] [WORKLOAD.txtar]...\n" +
			"stager eval [-pipeline P] [-func F] FILE.c [--abstract NAME=AVAL]... --value NAME=V... [-driver D.c]",
		Description: `Each workload runs through the pipeline and through its staged form. Both must print the same bytes before any number
is printed: operations by kind, times (medians of runs in turn), size of the staged passes, time and work of
staging. Workloads with a driver are compiled, original and optimised, and must compute the same.

With -o what was found is kept in DIR: a page with charts (index.html), the charts as SVG, CSV, and the report as JSON.
An evaluation with -o that is interrupted goes on where it stopped when it is started again; DIR.unfinished has its rows
until then.`,
		Flags: append([]cli.Flag{
			pipelineFlag(), funcFlag(), inlineFlag(), inlineSizeFlag(),
			&cli.StringSliceFlag{Name: "abstract", Usage: "for a C file: what is known early about a parameter, `NAME=AVAL`", Local: true},
			&cli.StringSliceFlag{Name: "value", Usage: "for a C file: the late value of a parameter, `NAME=V`", Local: true},
			&cli.StringFlag{Name: "run", Usage: "only the workloads whose names match `REGEXP`", Local: true},
			&cli.BoolFlag{Name: "quick", Usage: "leave out the workloads that take long, and drivers without -cc, and measure for a short time", Local: true},
			&cli.BoolFlag{Name: "list", Usage: "list the workloads and the techniques", Local: true},
			&cli.DurationFlag{Name: "time", Usage: "the `BUDGET` of time for the measurements of one row; 0 counts operations alone", Value: 300 * time.Millisecond, Local: true},
			&cli.DurationFlag{Name: "limit", Usage: "give up a staging that takes longer than `TIME`", Value: 5 * time.Minute, Local: true},
			&cli.StringSliceFlag{Name: "disable", Usage: "switch techniques off: `NAME[,NAME]...`", Local: true},
			&cli.BoolFlag{Name: "ablations", Usage: "switch each technique off in turn, beside those of -disable", Local: true},
			&cli.BoolFlag{Name: "explain", Usage: "show what the staged passes still do and why, by function and by kind of work", Local: true},
			&cli.BoolFlag{Name: "family", Usage: "stage generated functions of growing length instead of workloads", Local: true},
			&cli.StringFlag{Name: "sizes", Usage: "the lengths of -family, in statements: `N[,N]...`", Local: true},
			&cli.StringFlag{Name: "json", Usage: "write the report as JSON to `FILE`; - is standard output, instead of the tables", Local: true},
			&cli.StringFlag{Name: "o", Usage: "write a page with charts, SVG, CSV and JSON to `DIR`", Local: true},
			&cli.StringFlag{Name: "compare", Usage: "say what changed since `OLD`, a report as -json or -o wrote it", Local: true},
			&cli.Float64Flag{Name: "max-growth", Usage: "with -compare: more late operations by more than `PERCENT` are an error", Local: true},
			driverFlag(),
			quietFlag("show no progress"),
		}, append(compilerFlags(), a.compilationFlags()...)...),
		Action: a.eval,
	})
}

// eval is the command eval.
func (a *app) eval(ctx context.Context, c *cli.Command) error {
	cases, err := a.evalCases(ctx, c)
	if err != nil {
		return err
	}
	if c.Bool("list") {
		return a.listCases(cases)
	}
	o, err := a.evalOptions(c)
	if err != nil {
		return err
	}
	old, err := oldReport(c)
	if err != nil {
		return err
	}
	report, err := a.journaled(ctx, c, cases, o)
	if err != nil {
		return err
	}
	if err := a.writeReport(c, report, old); err != nil {
		return err
	}
	failures := report.Failures()
	if old != nil && c.IsSet("max-growth") {
		failures = append(failures, report.Compare(old).MoreOperations(c.Float64("max-growth")/100)...)
	}
	if len(failures) > 0 {
		return failedRows(failures)
	}
	return nil
}

// oldReport is the report that -compare names; nil for none.
func oldReport(c *cli.Command) (*eval.Report, error) {
	if path := c.String("compare"); path != "" {
		return results.Read(path)
	}
	if c.IsSet("max-growth") {
		return nil, &stager.UsageError{Msg: "-max-growth is for -compare"}
	}
	return nil, nil
}

// unfinished is what stands behind the name of the directory of -o in that of the journal.
const unfinished = ".unfinished"

// journaled evaluates, with -o with a journal beside the directory.
func (a *app) journaled(ctx context.Context, c *cli.Command, cases []eval.Case, o eval.Options) (*eval.Report, error) {
	dir := c.String("o")
	if dir == "" {
		return a.evaluate(ctx, c, cases, o)
	}
	dir = filepath.Clean(dir)
	if err := results.Check(dir); err != nil {
		return nil, err
	}
	journal, err := eval.OpenJournal(dir + unfinished)
	if err != nil {
		return nil, err
	}
	o.Journal = journal
	report, err := a.evaluate(ctx, c, cases, o)
	if err == nil {
		err = results.Write(dir, report)
	}
	switch closing := journal.Close(err == nil); {
	case err == nil && closing == nil:
		if n := journal.Taken(); n > 0 {
			a.note(fmt.Sprintf("stager: rows measured before, when this evaluation was interrupted: %d", n))
		}
		return report, nil
	case ctx.Err() != nil:
		a.note("stager: what was measured is kept in " + dir + unfinished + "; the same command goes on there")
		return nil, err
	default:
		return nil, errors.Join(err, closing)
	}
}

// evaluate makes the report that the flags ask for.
func (a *app) evaluate(ctx context.Context, c *cli.Command, cases []eval.Case, o eval.Options) (*eval.Report, error) {
	if c.Bool("family") {
		sizes, err := familySizes(c.String("sizes"))
		if err != nil {
			return nil, err
		}
		report, err := eval.Run(ctx, nil, o)
		if err != nil {
			return nil, err
		}
		return report, report.Grow(ctx, sizes, o)
	}
	report, err := eval.Run(ctx, cases, o)
	if err == nil && c.Bool("ablations") {
		err = report.Ablate(ctx, cases, o)
	}
	return report, err
}

// evalCases are the cases that the arguments and -run choose.
func (a *app) evalCases(ctx context.Context, c *cli.Command) ([]eval.Case, error) {
	ws, err := a.evalWorkloads(ctx, c)
	if err != nil {
		return nil, err
	}
	match, err := regexp.Compile(c.String("run"))
	if err != nil {
		return nil, &stager.UsageError{Msg: "-run: " + err.Error(), Hint: "it is a regular expression, as in -run mul_add"}
	}
	cases := eval.Cases(ws, match)
	if c.IsSet("pipeline") {
		cases = eval.Through(c.String("pipeline"), cases)
	}
	if c.Bool("quick") {
		cases = slices.DeleteFunc(cases, func(k eval.Case) bool { return k.Variant.Slow })
	}
	if len(cases) == 0 {
		var names []string
		for _, k := range eval.Cases(ws, nil) {
			names = append(names, k.Title())
		}
		hint := "the workloads are " + strings.Join(names, ", ")
		if close := suggest.Hint(c.String("run"), names); close != "" {
			hint = close + " " + hint
		}
		return nil, &stager.UsageError{Msg: "no workload matches " + c.String("run"), Hint: hint}
	}
	return cases, nil
}

// evalWorkloads are the workloads that the arguments name: files, or the built-in ones.
func (a *app) evalWorkloads(ctx context.Context, c *cli.Command) ([]*eval.Workload, error) {
	paths := c.Args().Slice()
	if len(paths) == 1 && filepath.Ext(paths[0]) == ".c" {
		w, err := a.workloadOfFile(ctx, c, paths[0])
		return []*eval.Workload{w}, err
	}
	for _, flag := range []string{"func", "inline", "inline-size", "abstract", "value", "driver", isCompiled(c)} {
		if c.IsSet(flag) {
			return nil, &stager.UsageError{Msg: "-" + flag + " is for a C file", Hint: "name one C file, or say it in the workload's file"}
		}
	}
	if len(paths) == 0 {
		return eval.Builtin()
	}
	var ws []*eval.Workload
	for _, path := range paths {
		if filepath.Ext(path) == ".c" {
			return nil, &stager.UsageError{Msg: "a C file stands alone: " + path, Hint: "name one C file, or workload files"}
		}
		w, err := eval.Read(path)
		if err != nil {
			return nil, err
		}
		ws = append(ws, w)
	}
	return ws, nil
}

// workloadOfFile is the workload of a C file with what the flags say.
func (a *app) workloadOfFile(ctx context.Context, c *cli.Command, path string) (*eval.Workload, error) {
	abstract, err := a.assignments("abstract", c.StringSlice("abstract"), "CONSTANT")
	if err != nil {
		return nil, err
	}
	values, err := a.assignments("value", c.StringSlice("value"), "")
	if err != nil {
		return nil, err
	}
	inlining, err := inliningOf(c)
	if err != nil {
		return nil, err
	}
	v := eval.Variant{Pipeline: stager.DefaultPipeline, Inlining: inlining, Abstract: abstract}
	if c.IsSet("pipeline") {
		v.Pipeline = c.String("pipeline")
	}
	v.Late = []eval.LateSet{{Name: strings.Join(c.StringSlice("value"), " "), Values: values}}
	w, err := eval.ForFile(path, c.String("func"), v)
	if err != nil {
		return nil, err
	}
	w.C = a.compilation(c)
	return w, a.addDriver(ctx, c, w)
}

// addDriver gives the workload of a C file its driver. Without one it says what is not measured.
func (a *app) addDriver(ctx context.Context, c *cli.Command, w *eval.Workload) error {
	f, err := stager.ParseC(ctx, w.File, []byte(w.Text), w.Function, w.C)
	if w.DriverFile = c.String("driver"); err != nil || w.DriverFile == "" && c.Duration("time") == 0 {
		return nil // what is wrong with the file stands in its row
	}
	var o eval.Options
	if err := compilerOf(c, &o); err != nil {
		return err
	}
	w.Driver, err = a.driver(ctx, w.DriverFile, f, f.CompilerFlags(), w.Variants[0].Late[0].Values, o)
	if err != nil && w.DriverFile == "" && ctx.Err() == nil {
		a.note(err.Error())
		return nil
	}
	return err
}

func (a *app) evalOptions(c *cli.Command) (eval.Options, error) {
	o := eval.Options{Stager: a.options, Budget: c.Duration("time"), Limit: c.Duration("limit"),
		Explain: c.Bool("explain"), Progress: a.progress()}
	for _, names := range c.StringSlice("disable") {
		o.Disabled = append(o.Disabled, strings.Split(names, ",")...)
	}
	if err := eval.Disable(&o.Stager, o.Disabled...); err != nil {
		return o, err
	}
	switch {
	case c.Bool("family") && c.Bool("ablations"):
		return o, &stager.UsageError{Msg: "-ablations is for workloads, -family for generated functions", Hint: "run one after the other"}
	case c.IsSet("sizes") && !c.Bool("family"):
		return o, &stager.UsageError{Msg: "-sizes is for -family"}
	case o.Budget < 0 || o.Limit < 0:
		return o, &stager.UsageError{Msg: "a time is not negative"}
	}
	switch {
	case c.IsSet("time"):
	case c.IsSet("driver"):
		o.Budget = driverBudget
	case c.Bool("quick"):
		o.Budget = quickBudget
	}
	if c.Bool("quick") && !c.IsSet("cc") {
		return o, nil // drivers run for tenths of a second, several times each
	}
	return o, compilerOf(c, &o)
}

// quickBudget is the budget of -quick.
const quickBudget = 30 * time.Millisecond

func familySizes(text string) ([]int, error) {
	if text == "" {
		return eval.FamilySizes, nil
	}
	var sizes []int
	for _, s := range strings.Split(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil || n < 2 || len(sizes) > 0 && n <= sizes[len(sizes)-1] {
			return nil, &stager.UsageError{Msg: "-sizes " + text + " is no list of growing numbers from 2 on", Hint: "write it as in -sizes 10,100"}
		}
		sizes = append(sizes, n)
	}
	return sizes, nil
}

// writeReport writes the report as tables, and as JSON where that is asked for; with an old one what changed instead of the tables.
func (a *app) writeReport(c *cli.Command, r, old *eval.Report) error {
	switch file := c.String("json"); file {
	case "":
	case "-":
		return r.WriteJSON(a.stdout)
	default:
		var text strings.Builder
		if err := r.WriteJSON(&text); err != nil {
			return err
		}
		if err := stager.WriteFile(file, []byte(text.String())); err != nil {
			return err
		}
	}
	if old != nil {
		return r.Compare(old).WriteTable(a.stdout, a.width())
	}
	return r.WriteTables(a.stdout, a.width())
}

func (a *app) listCases(cases []eval.Case) error {
	fmt.Fprintln(a.stdout, "workloads:")
	var last *eval.Workload
	for _, k := range cases {
		if k.Workload != last {
			last = k.Workload
			fmt.Fprintf(a.stdout, "\n  %s: %s\n", last.Name, strings.ReplaceAll(last.Description, "\n", "\n    "))
		}
		fmt.Fprintf(a.stdout, "    %s, %d late\n", k.Title(), len(k.Variant.Late))
	}
	fmt.Fprintln(a.stdout, "\ntechniques, for -disable (with the section of the dissertation, those that -ablations tries):")
	fmt.Fprintln(a.stdout)
	for _, t := range eval.Techniques {
		fmt.Fprintf(a.stdout, "  %-14s %-8s %s\n", t.Name, t.Section, t.What)
	}
	return nil
}

// failedRows are the rows of a report that have no numbers, each with why. The report stands all the same.
type failedRows []string

func (f failedRows) Error() string { return strings.Join(f, "\nstager: ") }
