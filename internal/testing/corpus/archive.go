package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// archive is a directory with source packages of Debian, and apt's state for them.
type archive struct{ dir string }

func (a *archive) flags(f *flag.FlagSet) {
	f.StringVar(&a.dir, "dir", "", "the directory to keep the packages in")
}

// begin makes the path of the directory absolute.
func (a *archive) begin() error {
	if a.dir == "" {
		return errors.New("-dir names the directory to keep the packages in")
	}
	var err error
	a.dir, err = filepath.Abs(a.dir)
	return err
}

// folder is where the package's sources are; they are fetched if need be.
func (a *archive) folder(ctx context.Context, s source) (string, error) {
	for range 2 {
		found, err := filepath.Glob(filepath.Join(a.dir, s.name+"-*"))
		if err != nil || len(found) > 0 {
			return found[0], err
		}
		if err := a.fetch(ctx, s); err != nil {
			return "", err
		}
	}
	return "", fmt.Errorf("%s: nothing was unpacked", s.name)
}

// fetch unpacks a source package with apt, from the archive that the system itself uses.
func (a *archive) fetch(ctx context.Context, s source) error {
	options, err := a.aptOptions(ctx)
	if err != nil {
		return err
	}
	if err := a.apt(ctx, append(options, "source", "-q", s.name)...); err != nil || s.prepare == "" {
		return err
	}
	cmd := exec.CommandContext(ctx, "sh", "-c", "cd "+s.name+"-*/ && "+s.prepare)
	cmd.Dir = a.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", s.name, err, out)
	}
	return nil
}

func (a *archive) apt(ctx context.Context, args ...string) error {
	cmd := exec.CommandContext(ctx, "apt-get", args...)
	cmd.Dir = a.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("apt-get %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// aptOptions make apt look for sources where it finds programs, with lists of its own.
func (a *archive) aptOptions(ctx context.Context) ([]string, error) {
	state := filepath.Join(a.dir, ".apt")
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
	return options, a.apt(ctx, append(options, "update", "-q")...)
}
