package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// testTime is how long building and testing a package may take.
const testTime = 5 * time.Minute

// versions are the ways in which all functions of a package are optimised before its tests run.
var versions = []struct {
	name string
	args []string
}{
	{"nothing constant", []string{"-how", "plain"}},
	{"guarded constants", []string{"-how", "guard", "-vary"}},
}

// tests runs the tests of a package as it is, and with its functions optimised.
func (r *realRun) tests(ctx context.Context, s source, folder string) error {
	if s.test == "" {
		return nil
	}
	want, err := r.test(ctx, s, folder, nil)
	if err != nil {
		return fmt.Errorf("%s: its tests fail as it is: %w\n%s", s.name, err, want)
	}
	for _, v := range versions {
		n := len(r.records)
		got, err := r.test(ctx, s, folder, v.args)
		taken := 0
		for _, rec := range r.records[n:] {
			if rec.Outcome == optimised {
				taken++
			}
		}
		verdict := "its tests pass"
		switch {
		case err != nil:
			verdict = fmt.Sprintf("ITS TESTS FAIL: %v\n%s", err, got)
		case got != want:
			verdict = "ITS TESTS PRINT SOMETHING ELSE: " + got
		}
		fmt.Printf("%s, %s, %d of %d functions optimised: %s\n", s.name, v.name, taken, len(r.records)-n, verdict)
	}
	return nil
}

// test runs the tests in a copy of the package, with its functions optimised as args say; nil for not. It returns what they print,
// where they fail with the messages.
func (r *realRun) test(ctx context.Context, s source, folder string, args []string) (string, error) {
	dir, err := os.MkdirTemp("", s.name)
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(dir, os.DirFS(folder)); err != nil {
		return "", err
	}
	if args != nil {
		if err := r.replace(ctx, s, dir, args); err != nil {
			return "", err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, testTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-e", "-c", s.test)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CC=gcc -O1 -w -fwrapv -fno-strict-aliasing", "LC_ALL=C")
	var messages bytes.Buffer
	cmd.Stderr = &messages
	out, err := cmd.Output()
	if err != nil {
		out = append(out, messages.Bytes()...)
	}
	return string(out), err
}

// replace optimises the files of a package in their place.
func (r *realRun) replace(ctx context.Context, s source, dir string, args []string) error {
	paths, err := s.paths(dir)
	if err != nil {
		return err
	}
	for _, path := range paths {
		file, err := s.input(ctx, dir, path, os.TempDir())
		if err != nil {
			return err
		}
		out := filepath.Join(os.TempDir(), "optimised-"+filepath.Base(dir)+filepath.Base(path))
		records, err := optimiseFile(ctx, file, r.budget, append(args, "-out", out)...)
		if err != nil {
			return err
		}
		for _, rec := range records {
			rec.Package, rec.File = s.name, filepath.Base(path)
			r.records = append(r.records, rec)
		}
		if err := os.Rename(out, path); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	return nil
}
