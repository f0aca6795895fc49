package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/urfave/cli/v3"

	"scf/internal/diag"
	"scf/internal/textfile"
	"scf/scfml"
	"scf/scfml/format"
	"scf/stager"
)

// `stager fmt` lays out SCF-ML files, with the flags of gofmt.

func (a *app) fmtCommand() *cli.Command {
	return a.command(&cli.Command{
		Name:      "fmt",
		Usage:     "lay out SCF-ML files, or standard input",
		UsageText: "stager fmt [-w] [-l] [-d] [FILE.scf-ml|DIR|-]...",
		Description: `Indents lines and puts spaces between tokens as the built-in passes have them; which lines there are, and all comments, stay. Of a
directory all .scf-ml files in it are taken. Without flags the result is printed. Where one of the files has a syntax error, none is
printed or written.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "w", Usage: "write the result to the file", Local: true},
			&cli.BoolFlag{Name: "l", Usage: "list the files that are laid out otherwise", Local: true},
			&cli.BoolFlag{Name: "d", Usage: "print what would change", Local: true},
		},
		Action: a.fmt,
	})
}

// maxSource bounds the text of an SCF-ML file.
const maxSource = 64 << 20

// stdinName stands for standard input among the paths.
const stdinName = "-"

// laidOut is a file before and after.
type laidOut struct{ path, before, after string }

func (a *app) fmt(_ context.Context, c *cli.Command) error {
	paths := c.Args().Slice()
	if len(paths) == 0 {
		paths = []string{stdinName}
	}
	if c.Bool("w") && slices.Contains(paths, stdinName) {
		return &stager.UsageError{Msg: "-w needs files", Hint: "name some, or leave -w out to read standard input and print the result"}
	}
	files, err := layOut(paths)
	if err != nil {
		return err
	}
	for _, f := range files {
		changed := f.before != f.after
		if c.Bool("l") && changed {
			fmt.Fprintln(a.stdout, f.path)
		}
		if c.Bool("d") && changed {
			_, _ = a.stdout.Write(diff.Diff(f.path+".orig", []byte(f.before), f.path, []byte(f.after)))
		}
		if c.Bool("w") && changed {
			if err := stager.WriteFile(f.path, []byte(f.after)); err != nil {
				return err
			}
		}
		if !c.Bool("l") && !c.Bool("d") && !c.Bool("w") {
			fmt.Fprint(a.stdout, f.after)
		}
	}
	return nil
}

// layOut lays out the files at the paths. Its error is a diag.List about all files.
func layOut(paths []string) ([]laidOut, error) {
	var files []laidOut
	var wrong diag.List
	for _, path := range sources(paths) {
		f, err := source(path)
		if err == nil {
			f.after, err = format.Source(scfml.Source{Name: f.path, Text: f.before})
		}
		var one *diag.Error
		if errors.As(err, &one) {
			wrong = append(wrong, one)
		}
		files = append(files, f)
	}
	if len(wrong) > 0 {
		return nil, wrong
	}
	return files, nil
}

// source is the file at the path, or standard input.
func source(path string) (laidOut, error) {
	if path == stdinName {
		const path = "standard input"
		text, err := textfile.ReadFrom(os.Stdin, path, maxSource)
		return laidOut{path: path, before: string(text)}, err
	}
	text, err := textfile.Read(path, maxSource)
	return laidOut{path: path, before: string(text)}, err
}

// sources are the files at the paths, of directories the SCF-ML files in them.
func sources(paths []string) []string {
	var files []string
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			files = append(files, path)
			continue
		}
		_ = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && filepath.Ext(p) == ".scf-ml" {
				files = append(files, p)
			}
			return nil // what cannot be read is not there
		})
	}
	return files
}
