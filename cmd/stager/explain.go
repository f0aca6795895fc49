package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"scf/explain"
	"scf/internal/diag"
	"scf/stager"
)

// The command explain: a page of a staging.

func (a *app) explainCommand() *cli.Command {
	return a.command(&cli.Command{
		Name:      "explain",
		Usage:     "write a page that shows how a function's passes are staged",
		UsageText: "stager explain [-pipeline P] [-func F] [-o PAGE.html] FILE.c [--abstract NAME=AVAL]... [--value NAME=V]...",
		Description: `The page is one file for a browser. It shows the forms of the function, each pass beside what is left of it, place for
place and why, the contours of the partial evaluator, loops, and what the composed program decides. For the values of --value it
shows the optimised function and where the operations go; several for one parameter are chosen among on the page.

   stager explain mul_add.c --abstract a --value a=0 --value a=1 --value a=8 -o mul_add.html

Nothing else is written: to stage into a directory is 'stager FILE.c'.`,
		Flags: append([]cli.Flag{
			pipelineFlag(), funcFlag(), inlineFlag(), inlineSizeFlag(),
			&cli.StringFlag{Name: "o", Usage: "write the page to `PAGE.html` (default: F.html), or to standard output: -", Local: true},
			&cli.StringSliceFlag{Name: "abstract", Usage: "what is known early about a parameter: `NAME=AVAL`", Local: true},
			&cli.StringSliceFlag{Name: "value", Usage: "a late value of a parameter, `NAME=V`; several are chosen among", Local: true},
			quietFlag("print no warnings"),
		}, a.compilationFlags()...),
		Action: a.explain,
	})
}

// explain stages a function and writes the page.
func (a *app) explain(ctx context.Context, c *cli.Command) error {
	in, err := a.toStage(ctx, c)
	if err != nil {
		return err
	}
	choices, err := a.choices(in.function, c.StringSlice("value"))
	if err != nil {
		return err
	}
	file := c.String("o")
	if file == "" {
		file = in.function.Name + ".html"
	}
	if err := checkPage(file); file != stdoutName && err != nil { // before the work, not behind it
		return err
	}
	in.warn(a)
	s, html, err := a.page(ctx, in, choices)
	if err != nil {
		return err
	}
	if err := a.write(file, html); err != nil {
		return err
	}
	a.warn(s.Warnings()...)
	if file != stdoutName {
		a.note(fmt.Sprintf("wrote %s", file))
	}
	return nil
}

// page stages the function, and gives the text of the page too.
func (a *app) page(ctx context.Context, in staging, choices []explain.Choice) (*stager.Staged, []byte, error) {
	o := a.options
	o.Record = true
	var stop func()
	o.Watch, stop = a.watch()
	defer stop()
	s, err := stager.Stage(ctx, in.function, in.pipeline, in.early, o)
	if err != nil {
		return nil, nil, err
	}
	if o.Watch != nil {
		o.Watch(stager.Progress{Job: "page", Phase: "reasons and late values"})
	}
	page, err := explain.New(ctx, s, in.pipeline, choices)
	if err != nil {
		return nil, nil, err
	}
	var html bytes.Buffer
	err = page.WriteHTML(&html)
	return s, html.Bytes(), err
}

// checkPage checks that a page can go to the file: nothing but a page is replaced.
func checkPage(file string) error {
	at := diag.Pos{File: file}
	if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
		return diag.Errorf(at, "cannot write: there is no directory %s", filepath.Dir(file))
	}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return diag.Errorf(at, "cannot write: %v", diag.WithoutPath(err))
	}
	defer f.Close()
	const begin = "<!DOCTYPE html>"
	text := make([]byte, len(begin))
	if n, _ := io.ReadFull(f, text); n > 0 && string(text[:n]) != begin {
		return diag.Errorf(at, "not replaced: it is no HTML page").WithHint("name another file with -o, or remove it")
	}
	return nil
}

// choices are the late values that --value gives, by parameter, in the order in which they are named.
func (a *app) choices(f *stager.Function, values []string) ([]explain.Choice, error) {
	var out []explain.Choice
	for _, v := range values {
		texts, err := a.assignments("value", []string{v}, "")
		if err != nil {
			return nil, err
		}
		for name, text := range texts { // one
			if _, err := f.ParseLate(texts); err != nil {
				return nil, err
			}
			i := slices.IndexFunc(out, func(c explain.Choice) bool { return c.Param == name })
			if i < 0 {
				i = len(out)
				out = append(out, explain.Choice{Param: name})
			}
			if !slices.Contains(out[i].Values, strings.TrimSpace(text)) {
				out[i].Values = append(out[i].Values, strings.TrimSpace(text))
			}
		}
	}
	return out, nil
}
