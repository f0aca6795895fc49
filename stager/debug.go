package stager

import (
	"fmt"
	"io"
	"strings"
)

// DebugVariable is the environment variable that the command reads debug switches from. Its value is a list separated by commas:
//
//	verify     check the invariants of the program and of abstract values after every phase
//	dump=DIR   write the program after every phase, with the keys that operations on maps are known to have, to DIR, as 1-cnp.0-specialize.scf-ml, 1-cnp.1-dse.scf-ml, ...
//	trace      log the evaluation of contours, and the result of every phase with the reason for its place, on standard error
//	stack      print the Go stack with an internal error
const DebugVariable = "SCFDEBUG"

// Debug are the switches that help to find a bug of the stager. The zero value switches all of them off.
type Debug struct {
	Verify bool      // check the program's invariants after every phase
	Dump   string    // the directory that programs are written to; empty for none
	Trace  io.Writer // gets a line for each step of the work; nil for none
	Stack  bool      // print the Go stack with an internal error
}

// ParseDebug reads switches in the form of DebugVariable; a trace goes to w.
func ParseDebug(text string, w io.Writer) (Debug, error) {
	var d Debug
	for _, word := range strings.Split(text, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(word), "=")
		switch {
		case name == "" && value == "":
		case name == "verify" && value == "":
			d.Verify = true
		case name == "dump" && value != "":
			d.Dump = value
		case name == "trace" && value == "":
			d.Trace = w
		case name == "stack" && value == "":
			d.Stack = true
		default:
			return d, &UsageError{
				Msg:  fmt.Sprintf("%s: no such switch: %s", DebugVariable, word),
				Hint: "the switches are verify, dump=DIR, trace and stack, separated by commas",
			}
		}
	}
	return d, nil
}
