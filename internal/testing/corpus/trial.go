package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// trial holds versions of a C file to the original: they compile where it does, and do the same at each level of the compiler.
type trial struct {
	dir   string   // for what is compiled
	path  string   // of the original
	flags []string // that the test asks for
	// objects are what a program is linked with.
	objects []string
	run     bool
	// want is what the original does at each level; those are missing at which it does not compile or end.
	want map[string]string
}

// levels are the compiler's.
var levels = []string{"-O0", "-O2"}

// promised are the flags under which optimised files do what the originals do.
var promised = []string{"-fwrapv", "-fno-strict-aliasing"}

const (
	originalTime = 3 * time.Second // that an original may run
	trialTime    = 20 * time.Second
	compileTime  = 2 * time.Minute
)

// errBroken says that a version does not compile.
var errBroken = errors.New("does not compile")

// begin finds out what the original does.
func (t *trial) begin(ctx context.Context, text []byte) {
	t.want = map[string]string{}
	for _, level := range levels {
		got, err := t.behaviour(ctx, level, text, originalTime)
		if err == nil {
			t.want[level] = got
		}
	}
}

// compare tells how a version differs from the original; empty for not at all. The error is errBroken or one of the machine.
func (t *trial) compare(ctx context.Context, original, text []byte) (string, error) {
	for _, level := range levels {
		want, ok := t.want[level]
		if !ok {
			continue
		}
		got, err := t.behaviour(ctx, level, text, trialTime)
		if err != nil {
			return "", err
		}
		if got == want {
			continue
		}
		if again, err := t.behaviour(ctx, level, original, originalTime); err != nil || again != want {
			return "", nil // the original does not do the same each time
		}
		return fmt.Sprintf("at %s:\n%s\nnot:\n%s", level, got, want), nil
	}
	return "", nil
}

// behaviour is what a version prints, and how it ends.
func (t *trial) behaviour(ctx context.Context, level string, text []byte, limit time.Duration) (string, error) {
	if err := t.compile(ctx, level, text); err != nil || !t.run {
		return "", err
	}
	return t.execute(ctx, limit)
}

// compile makes the program, or where it is not run the object file, of a version. More objects are linked with it.
func (t *trial) compile(ctx context.Context, level string, text []byte, more ...string) error {
	// The version has the name of the original, which it may print.
	text = append(fmt.Appendf(nil, "#line 1 %q\n", t.path), text...)
	file := filepath.Join(t.dir, "version.c")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return err
	}
	args := append([]string{"-w", level, "-iquote", filepath.Dir(t.path), "-o", filepath.Join(t.dir, "program")}, t.flags...)
	args = append(append(append(args, promised...), file), more...)
	if t.run {
		args = append(append(args, t.objects...), "-lm")
	} else {
		args = append(args, "-c")
	}
	ctx, cancel := context.WithTimeout(ctx, compileTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "gcc", args...)
	cmd.Dir = t.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w at %s: %s", errBroken, level, clip(string(out), 1000))
	}
	return nil
}

// execute runs the program within limits of time, memory and files. What it has to tell of parameters goes to a file.
func (t *trial) execute(ctx context.Context, limit time.Duration) (string, error) {
	script := fmt.Sprintf("ulimit -c 0 -t %d -v 4000000 -f 20000; exec ./program <&- >out 2>/dev/null 9>seen", int(limit.Seconds()))
	ctx, cancel := context.WithTimeout(ctx, 4*limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	cmd.Dir = t.dir
	failure := cmd.Run()
	if ctx.Err() != nil {
		return "", errors.New("it does not end")
	}
	out, err := os.ReadFile(filepath.Join(t.dir, "out"))
	if err != nil {
		return "", err
	}
	end := "exit status 0"
	if failure != nil {
		end = failure.Error()
	}
	if limit == originalTime && strings.Contains(end, "CPU time limit") {
		return "", errors.New("it takes too long")
	}
	return string(bytes.TrimRight(out, "\n")) + "\n" + end, nil
}

func clip(s string, n int) string {
	if len(s) > n {
		return s[:n] + "…"
	}
	return s
}
