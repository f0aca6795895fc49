package backend

import (
	"errors"
	"fmt"

	"scf/internal/diag"
)

// FaultKind is what went wrong in a call; the numbers are the codes that generated code traps with.
type FaultKind uint8

// What can go wrong. Not all back ends notice all of it: an address that is none may end the process, as in C.
const (
	NoFault        FaultKind = iota
	DivisionByZero           // of integers, or the remainder
	OutOfSteps               // more steps than Options allow
	OutOfStack               // calls nested too deeply
	OutOfBounds              // an access outside of what was given
	NoFunction               // a call of what is no function, or of one that nobody gives
	Unreachable              // the function said that it does not come here, or aborted
	HostFailed               // a function of the program ended with an error, or panicked
)

var faultTexts = [...]string{
	DivisionByZero: "division by zero",
	OutOfSteps:     "more steps than are allowed",
	OutOfStack:     "calls are nested too deeply",
	OutOfBounds:    "an access outside of the memory that was given",
	NoFunction:     "a call of what is no function",
	Unreachable:    "a place that the code says is never reached",
	HostFailed:     "a function of the program failed",
}

func (k FaultKind) String() string {
	if int(k) < len(faultTexts) && faultTexts[k] != "" {
		return faultTexts[k]
	}
	return fmt.Sprintf("fault %d", uint8(k))
}

// Fault is how a call ends that goes wrong.
type Fault struct {
	Kind FaultKind
	Func string   // the C function
	Pos  diag.Pos // of the command in the source; not valid where that is not known
	Err  error    // more about it; may be nil
}

// Error is `file:line:col: what went wrong in f`.
func (f *Fault) Error() string {
	text := f.Kind.String()
	if f.Func != "" {
		text += " in " + f.Func
	}
	if f.Err != nil {
		text += ": " + f.Err.Error()
	}
	if f.Pos.IsValid() {
		text = f.Pos.String() + ": " + text
	}
	return text
}

// HostFault is how a call ends in which a function of the program, which fn called at a place, ended with err: with the fault that err is, if it has no
// place yet.
func HostFault(err error, fn string, at diag.Pos) *Fault {
	var f *Fault
	if errors.As(err, &f) && !f.Pos.IsValid() {
		return &Fault{f.Kind, fn, at, f.Err}
	}
	return &Fault{HostFailed, fn, at, err}
}

// Unwrap is what there is more about it.
func (f *Fault) Unwrap() error { return f.Err }
