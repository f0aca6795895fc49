package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"scf/internal/testing/tier"
	"scf/stager"
)

// terminal is a terminal to write to, and what has been written to it once it is closed.
func terminal(t *testing.T) (screen *os.File, written func() string) {
	t.Helper()
	control, screen, err := pty.Open()
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, pty.ErrUnsupported) {
		t.Skip("no pseudo-terminals")
	}
	if err != nil {
		t.Fatal(err)
	}
	text := make(chan string, 1)
	go func() {
		var b bytes.Buffer
		_, err := io.Copy(&b, control)
		if err != nil && !errors.Is(err, syscall.EIO) { // the end, on Linux
			t.Error(err)
		}
		text <- b.String()
	}()
	return screen, func() string {
		screen.Close()
		return <-text
	}
}

// TestWatch: what is told stands on the terminal, and nothing when the work has ended.
func TestWatch(t *testing.T) {
	screen, written := terminal(t)
	tell, stop := watchOn(screen, 0)
	tell(stager.Progress{Job: "1-cnp", Phase: "specialize", Contours: 1234})
	time.Sleep(500 * time.Millisecond)
	stop()
	text := written()
	if !strings.Contains(text, "1-cnp: specialize, 1234 contours, 0s") && !strings.Contains(text, "1-cnp: specialize, 1234 contours, 1s") {
		t.Errorf("on the terminal: %q", text)
	}
	last := text[strings.LastIndex(strings.TrimSuffix(text, "\r"), "\r")+1:]
	if strings.ContainsAny(last, "\n") || strings.Trim(last, " \r") != "" && !strings.Contains(last, "\x1b[2K") && !strings.Contains(last, "\x1b[K") {
		t.Errorf("left on the terminal: %q", last)
	}
}

// TestQuickWork: work within the patience, work with -q, and work whose standard error is no terminal show nothing.
func TestQuickWork(t *testing.T) {
	screen, written := terminal(t)
	tell, stop := watchOn(screen, time.Hour)
	tell(stager.Progress{Job: "1-cnp"})
	stop()
	a := &app{stderr: screen, quiet: true}
	if tell, stop := a.watch(); tell != nil {
		t.Error("-q shows progress")
		stop()
	}
	a = &app{stderr: io.Discard}
	if tell, stop := a.watch(); tell != nil {
		t.Error("progress in a log")
		stop()
	}
	if text := written(); text != "" {
		t.Errorf("on the terminal: %q", text)
	}
}

// TestStagingOnTerminal: staging on a terminal prints the same as elsewhere.
func TestStagingOnTerminal(t *testing.T) {
	tier.Standard(t, "it stages what a page shows")
	tier.Same(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../examples")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	screen, written := terminal(t)
	var out, log, same bytes.Buffer
	args := []string{"mul_add.c", "--abstract", "a"}
	if code := run(context.Background(), args, &out, screen); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	if code := run(context.Background(), args, &same, &log); code != 0 || out.String() != same.String() {
		t.Errorf("exit code %d, and on a terminal\n%s\nelsewhere\n%s", code, out.String(), same.String())
	}
	if text := written(); !strings.HasSuffix(strings.ReplaceAll(text, "\r\n", "\n"), log.String()) {
		t.Errorf("on a terminal\n%q\nelsewhere\n%q", text, log.String())
	}
}
