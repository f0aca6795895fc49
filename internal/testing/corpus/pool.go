package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// optimiseFile runs workers on a file until each of its functions has a record.
func optimiseFile(ctx context.Context, file string, b budget, args ...string) ([]record, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var all []record
	for first := 0; ctx.Err() == nil; {
		line := append([]string{"worker", "-first", fmt.Sprint(first)}, b.args()...)
		cmd := exec.Command(self, append(append(line, args...), file)...)
		cmd.Stderr = os.Stderr
		records, begins, err := watch(ctx, cmd, b)
		all = append(all, records...)
		first += begins
		var stopped *stoppedError
		if !errors.As(err, &stopped) {
			return all, err
		}
		if stopped.during == nil {
			return all, fmt.Errorf("%s: the worker ended with %v before the first function", file, stopped.kind)
		}
		all = append(all, *stopped.during)
	}
	return all, ctx.Err()
}

// stoppedError says that a worker was stopped, or stopped itself, at a limit.
type stoppedError struct {
	kind   outcome
	during *record // what is known about the function that it was at
}

func (e *stoppedError) Error() string { return "stopped: " + string(e.kind) }

// watch runs a worker and collects its records. A function that takes too long ends the worker.
func watch(ctx context.Context, cmd *exec.Cmd, b budget) (records []record, begins int, err error) {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, 0, err
	}
	if err := cmd.Start(); err != nil {
		return nil, 0, err
	}
	lines := make(chan record)
	go decode(out, lines)
	// Parsing may take as long as optimising; the worker ends the other two itself, as a rule.
	limit := 2*b.time + b.stage + 10*time.Second
	timer := time.NewTimer(limit)
	defer timer.Stop()
	var current *record
	kind := failed
	for open := true; open; {
		select {
		case r, ok := <-lines:
			if open = ok; !ok {
				break
			}
			if r.Outcome == begun {
				begins++
				current = &r
			} else {
				records, current = append(records, r), nil
			}
			timer.Reset(limit)
		case <-timer.C:
			kind = timeout
			_ = cmd.Process.Kill()
		case <-ctx.Done():
			_ = cmd.Process.Kill()
		}
	}
	err = cmd.Wait()
	if err == nil || ctx.Err() != nil {
		return records, begins, err
	}
	if cmd.ProcessState.ExitCode() == exitMemory {
		kind = memory
	}
	if current != nil {
		current.Outcome, current.Reason = kind, fmt.Sprintf("the worker ended: %v", err)
	}
	return records, begins, &stoppedError{kind, current}
}

func decode(r io.Reader, lines chan<- record) {
	defer close(lines)
	s := bufio.NewScanner(r)
	s.Buffer(nil, 64<<20)
	for s.Scan() {
		var r record
		if json.Unmarshal(s.Bytes(), &r) == nil {
			lines <- r
		}
	}
}
