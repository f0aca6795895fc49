// Command stager stages pipelines of optimizations for C functions and runs them, early and late. `stager --help` lists its
// commands; the README shows them at work.
//
//	main.go        exit codes and messages
//	commands.go    the commands and their flags
//	stage.go       the default command: the early stage
//	batch.go       the early stage of many functions
//	run.go         the late stage
//	call.go        the late stage, and the function called
//	cflags.go      flags of the C compiler
//	programs.go    exec, specialize, check: any SCF-ML program
//	diff.go        check -diff: a pass and the C compiler
//	fmt.go         fmt: the layout of SCF-ML
//	lsp.go         lsp: the language server
//	eval.go        the evaluation harness
//	explain.go     a page of a staging
//	cache.go       where results of stagings are kept
//	stats.go       what -stats prints
//	terminal.go    widths, and how far the work is, on a terminal
//	heap.go        how the heap grows
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"scf/internal/diag"
	"scf/stager"
)

func main() {
	tuneCollector()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := make(chan int, 1)
	go func() { code <- run(ctx, os.Args[1:], os.Stdout, os.Stderr) }()
	select {
	case c := <-code:
		os.Exit(c)
	case <-ctx.Done():
		stop() // a second interrupt ends the process at once
	}
	select {
	case c := <-code:
		os.Exit(c)
	case <-time.After(grace):
		fmt.Fprintln(os.Stderr, "stager: interrupted")
		os.Exit(stager.ExitInterrupted)
	}
}

// grace is how long an interrupted command may take to end by itself. What it writes is moved into place as a whole, so that
// ending it leaves nothing half-written.
const grace = 2 * time.Second

// run executes the command line and gives the exit code. Standard output is written at the end, and only if all went well or what
// did not go well is part of it.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var out bytes.Buffer
	a := &app{args: args, stdout: &out, screen: stdout, stderr: stderr}
	a.options.MaxMemory = debug.SetMemoryLimit(-1)
	err := a.safely(func() error { return a.execute(ctx, args) })
	var rows failedRows
	var lines failedLines
	if err == nil || errors.As(err, &rows) || errors.As(err, &lines) {
		if _, writeErr := stdout.Write(out.Bytes()); writeErr != nil {
			err = writeErr
		}
		a.note(a.closing...)
	}
	code := stager.ExitCode(err)
	if err != nil {
		a.locate(err)
		fmt.Fprintln(stderr, message(err, args, a.options.Debug.Stack))
	}
	return code
}

// app is one execution of the command.
type app struct {
	args           []string // the command line
	stdout, stderr io.Writer
	screen         io.Writer // where standard output goes at the end
	options        stager.Options
	quiet          bool              // notes and warnings are left out
	closing        []string          // notes that stand behind the output
	cflags         []string          // how the C file is compiled
	files          map[string]string // that texts about parameters are from, by what messages call them
}

// safely calls f; a panic that no phase has named becomes an internal error all the same.
func (a *app) safely(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &stager.InternalError{Phase: "the command", Cause: r, Stack: debug.Stack()}
		}
	}()
	return f()
}

// execute runs the command line.
func (a *app) execute(ctx context.Context, args []string) (err error) {
	if a.options.Debug, err = stager.ParseDebug(os.Getenv(stager.DebugVariable), a.stderr); err != nil {
		return err
	}
	root := a.root()
	return root.Run(ctx, append([]string{"stager"}, unglued(root, args)...))
}

// message is what is printed about err: a message about an input in its own form, others with the command's name before.
func message(err error, args []string, stack bool) string {
	var internal *stager.InternalError
	var one *diag.Error
	var list diag.List
	var lines failedLines
	switch {
	case errors.As(err, &lines): // each has its own message
		return "stager: " + err.Error()
	case stager.ExitCode(err) == stager.ExitInterrupted:
		return "stager: interrupted"
	case errors.As(err, &internal):
		text := fmt.Sprintf("stager: %v\nThis is a bug of the stager. The command that shows it:\n  %s", err, commandLine(args))
		if stack {
			text += "\n" + string(internal.Stack)
		}
		return text
	case errors.As(err, &one), errors.As(err, &list):
		return diag.Render(err)
	}
	return "stager: " + err.Error()
}

// commandLine is the command as a shell reads it.
func commandLine(args []string) string {
	words := []string{"stager"}
	for _, a := range args {
		if a == "" || strings.ContainsAny(a, " \t\n'\"\\|&;<>()[]{}$`*?!#~") {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		words = append(words, a)
	}
	return strings.Join(words, " ")
}

// note prints lines that nobody asked for, and that -q leaves out.
func (a *app) note(lines ...string) {
	for _, l := range lines {
		if !a.quiet {
			fmt.Fprintln(a.stderr, l)
		}
	}
}

// warn prints warnings.
func (a *app) warn(lines ...string) {
	for _, l := range lines {
		a.note("warning: " + l)
	}
}

func (a *app) warnDiags(warnings []*diag.Error) {
	for _, w := range warnings {
		a.warn(w.Render())
	}
}
