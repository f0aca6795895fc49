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
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
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

// ballast is memory that counts as live and is never touched, so that it takes none: the collector waits until the heap has grown by as much as there is
// live, and by the ballast, which is what most stagings take at all.
var ballast []byte

const ballastSize = 200 << 20

// smallHeaps is GOGC for the first collection: commands that end before, with 32 MB, need no ballast.
const smallHeaps = 800

// tuneCollector lets the heap grow further between collections than Go's default: most of what a staging makes lives until its end, and memory that is
// touched for the first time costs less than to collect a few megabytes of garbage over and over. Seconds and most megabytes of main_loop/fetch,update,find,
// main_loop/fetch and libpcap's filter:
//
//	three times what lives (GOGC=200)           7.1 570, 4.8 300, 6.6 410
//	twice what lives and a ballast of 100 MB    7.1 465, 4.7 355, 6.5 365
//	                                 200 MB     6.5 540, 4.3 435, 6.0 435
//
// The environment's GOGC and GOMEMLIMIT go first. The limit is that of stagings, too.
func tuneCollector() {
	limit := int64(3 << 30)
	switch {
	case os.Getenv("GOGC") != "":
	case os.Getenv("GOMEMLIMIT") != "":
		debug.SetGCPercent(200) // a ballast would be part of what may live
	default:
		debug.SetGCPercent(smallHeaps)
		runtime.SetFinalizer(new([2]*int), func(*[2]*int) { // the first collection finds it unused
			ballast = make([]byte, ballastSize)
			runtime.KeepAlive(ballast) // the variable does, until the process ends
			debug.SetGCPercent(100)
		})
		limit += ballastSize
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit)
	}
}

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
