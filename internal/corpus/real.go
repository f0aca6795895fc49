package main

import (
	"context"
	"errors"
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
	dir     string // of the packages
	only    []string
	how     string
	records []record
}

func real(ctx context.Context, args []string) error {
	var file, only string
	var tests bool
	r := &realRun{}
	f := flag.NewFlagSet("real", flag.ExitOnError)
	r.budget.flags(f)
	f.StringVar(&r.dir, "dir", "", "the directory to keep the packages in")
	f.StringVar(&only, "packages", "", "the packages, separated by commas; all if empty")
	f.BoolVar(&tests, "tests", false, "run the packages' tests with optimised functions, instead of trying each function by itself")
	f.StringVar(&file, "json", "", "a file for the records of all functions")
	if err := f.Parse(args); err != nil {
		return err
	}
	if r.dir == "" {
		return errors.New("-dir names the directory to keep the packages in")
	}
	var err error
	if r.dir, err = filepath.Abs(r.dir); err != nil {
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

// folder is where the package's sources are; they are fetched if need be.
func (r *realRun) folder(ctx context.Context, s source) (string, error) {
	for range 2 {
		found, err := filepath.Glob(filepath.Join(r.dir, s.name+"-*"))
		if err != nil || len(found) > 0 {
			return found[0], err
		}
		if err := r.fetch(ctx, s); err != nil {
			return "", err
		}
	}
	return "", fmt.Errorf("%s: nothing was unpacked", s.name)
}

// fetch unpacks a source package with apt, from the archive that the system itself uses.
func (r *realRun) fetch(ctx context.Context, s source) error {
	options, err := r.aptOptions(ctx)
	if err != nil {
		return err
	}
	if err := r.apt(ctx, append(options, "source", "-q", s.name)...); err != nil || s.prepare == "" {
		return err
	}
	cmd := exec.CommandContext(ctx, "sh", "-c", "cd "+s.name+"-*/ && "+s.prepare)
	cmd.Dir = r.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", s.name, err, out)
	}
	return nil
}

func (r *realRun) apt(ctx context.Context, args ...string) error {
	cmd := exec.CommandContext(ctx, "apt-get", args...)
	cmd.Dir = r.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("apt-get %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// aptOptions make apt look for sources where it finds programs, with lists of its own.
func (r *realRun) aptOptions(ctx context.Context) ([]string, error) {
	state := filepath.Join(r.dir, ".apt")
	parts, lists := filepath.Join(state, "parts"), filepath.Join(state, "lists")
	options := []string{"-o", "Dir::Etc::sourcelist=/dev/null", "-o", "Dir::Etc::sourceparts=" + parts, "-o", "Dir::State::lists=" + lists,
		"-o", "APT::Sandbox::User=root"}
	if _, err := os.Stat(parts); err == nil {
		return options, nil
	}
	for _, d := range []string{parts, filepath.Join(lists, "partial")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			return nil, err
		}
	}
	known, err := filepath.Glob("/etc/apt/sources.list.d/*.sources")
	if err != nil {
		return nil, err
	}
	for _, path := range append(known, "/etc/apt/sources.list") {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // there may be no such list
		}
		forSources := strings.ReplaceAll(string(text), "Types: deb\n", "Types: deb-src\n")
		if filepath.Ext(path) == ".list" {
			forSources = strings.ReplaceAll(string(text), "deb ", "deb-src ")
		}
		if err := os.WriteFile(filepath.Join(parts, filepath.Base(path)), []byte(forSources), 0o644); err != nil {
			return nil, err
		}
	}
	return options, r.apt(ctx, append(options, "update", "-q")...)
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
