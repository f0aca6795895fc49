package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// realRun is a run of the command real.
type realRun struct {
	budget
	archive
	only    []string
	records []record
}

func real(ctx context.Context, args []string) error {
	var file, only string
	var tests bool
	r := &realRun{}
	f := flag.NewFlagSet("real", flag.ExitOnError)
	r.budget.flags(f)
	r.archive.flags(f)
	f.StringVar(&only, "packages", "", "the packages, separated by commas; all if empty")
	f.BoolVar(&tests, "tests", false, "run the packages' tests with optimised functions, instead of trying each function by itself")
	f.StringVar(&file, "json", "", "a file for the records of all functions")
	if err := f.Parse(args); err != nil {
		return err
	}
	if err := r.begin(); err != nil {
		return err
	}
	if only != "" {
		r.only = strings.Split(only, ",")
	}
	work := r.functions
	if tests {
		work = r.tests
	}
	for _, s := range sources {
		if r.only != nil && !slices.Contains(r.only, s.name) {
			continue
		}
		folder, err := r.folder(ctx, s)
		if err != nil {
			return err
		}
		if err := work(ctx, s, folder); err != nil {
			return err
		}
	}
	return report(r.records, file)
}

// files are those of a package, preprocessed if it needs flags.
func (s source) paths(folder string) ([]string, error) {
	var out []string
	for _, pattern := range s.files {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

// functions optimises every function of a package by itself.
func (r *realRun) functions(ctx context.Context, s source, folder string) error {
	paths, err := s.paths(folder)
	if err != nil {
		return err
	}
	out, err := os.MkdirTemp("", "functions")
	if err != nil {
		return err
	}
	defer os.RemoveAll(out)
	for _, path := range paths {
		file, err := s.input(ctx, folder, path, out)
		if err != nil {
			return err
		}
		records, err := optimiseFile(ctx, file, r.budget, "-each", "-vary", "-syntax", "-std=gnu17", "-out", filepath.Join(out, "%s.c"))
		for i := range records {
			records[i].Package = s.name
			records[i].File = filepath.Base(path)
		}
		r.records = append(r.records, records...)
		if err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%s %s: %d functions\n", s.name, filepath.Base(path), len(records))
	}
	return nil
}

// input is the file to parse: path, or where the package needs flags the preprocessed text, in the directory out.
func (s source) input(ctx context.Context, folder, path, out string) (string, error) {
	if s.flags == "" {
		return path, nil
	}
	file := filepath.Join(out, filepath.Base(path))
	cmd := exec.CommandContext(ctx, "sh", "-c", "gcc -E -P -w "+s.flags+` -o "$1" "$2"`, "sh", file, path)
	cmd.Dir = folder
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("gcc -E %s: %w\n%s", path, err, text)
	}
	return file, nil
}
