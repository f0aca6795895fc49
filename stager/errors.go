package stager

import (
	"context"
	"errors"
	"fmt"

	"scf/internal/diag"
)

// Errors fall into four kinds, which decide the command's exit code (ExitCode):
//
//   - the input or a file is wrong: any error that is none of the others, as a rule a *diag.Error or a diag.List
//   - usage: a *UsageError
//   - a bug of the stager itself: an *InternalError
//   - the work was interrupted: context.Canceled

// UsageError says that a call or a command line asks for something that does not exist or contradicts itself.
type UsageError struct {
	Msg  string
	Hint string // what would be right; may be empty
}

// Error is the message and the hint.
func (e *UsageError) Error() string {
	if e.Hint == "" {
		return e.Msg
	}
	return e.Msg + "\n" + e.Hint
}

// InternalError is a panic caught in one phase of the work: a bug of the stager, not of its input.
type InternalError struct {
	Phase string // what was being done
	Cause any    // what the panic said
	Stack []byte
}

// Error names the phase and what went wrong in it.
func (e *InternalError) Error() string {
	return fmt.Sprintf("internal error in %s: %v", e.Phase, e.Cause)
}

// The exit codes of the command.
const (
	ExitOK          = 0
	ExitInput       = 1
	ExitUsage       = 2
	ExitInternal    = 3
	ExitInterrupted = 130
)

// ExitCode is the exit code that err stands for.
func ExitCode(err error) int {
	var usage *UsageError
	var internal *InternalError
	switch {
	case err == nil:
		return ExitOK
	case errors.Is(err, context.Canceled):
		return ExitInterrupted
	case errors.As(err, &usage):
		return ExitUsage
	case errors.As(err, &internal):
		return ExitInternal
	}
	return ExitInput
}

// fileErrorf is an error about a file as a whole.
func fileErrorf(file, format string, args ...any) *diag.Error {
	return diag.Errorf(diag.Pos{File: file}, format, args...)
}
