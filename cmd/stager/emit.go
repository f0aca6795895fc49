package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v3"

	"scf/ast"
	"scf/backend"
	"scf/backend/native"
	"scf/internal/diag"
	"scf/stager"
)

// emitFlag is what run prints: c, or what the optimised function becomes on the way to running.
func emitFlag() cli.Flag {
	return &cli.StringFlag{Name: "emit", Value: "c", Usage: "print `WHAT`: c (the C file), ir (the optimised function as native code is made of it), asm (its machine code)", Local: true}
}

// checkEmit checks what is asked for, before anything runs.
func checkEmit(c *cli.Command) error {
	what := c.String("emit")
	switch what {
	case "c":
		return nil
	case "ir", "asm":
	default:
		return &stager.UsageError{Msg: fmt.Sprintf("-emit %s is none of c, ir and asm", what), Hint: "stager run -help says what they are"}
	}
	for _, flag := range []string{"as", "guard", "only"} {
		if c.IsSet(flag) {
			return &stager.UsageError{Msg: fmt.Sprintf("-%s is about C, and -emit %s prints none", flag, what), Hint: "leave one of them out"}
		}
	}
	if measures(c) {
		return &stager.UsageError{Msg: fmt.Sprintf("what is measured is C, and -emit %s prints none", what), Hint: "leave one of them out"}
	}
	return nil
}

// emit is the optimised function as ir or asm.
func emit(what string, s *subject) (string, error) {
	unit, err := s.fn.Unit()
	if err != nil {
		return "", err
	}
	m, err := backend.NewModule(unit, nil)
	if err != nil {
		return "", err
	}
	source := native.Source{
		PlaceOf: func(label ast.Label) diag.Pos {
			at, _ := s.result.Place(label)
			return at
		},
		Line: s.line,
	}
	if what == "ir" {
		return native.New().IR(m, s.result.Func, source)
	}
	return native.New().Assembly(m, s.result.Func, source)
}

// line is a line of the C file, behind its number.
func (s *subject) line(at diag.Pos) string {
	lines := strings.Split(string(s.fn.Source), "\n")
	if at.File != s.fn.File || at.Line > len(lines) {
		return fmt.Sprintf("%s:%d", at.File, at.Line)
	}
	return fmt.Sprintf("%s:%d  %s", at.File, at.Line, strings.TrimSpace(lines[at.Line-1]))
}
