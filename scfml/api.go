package scfml

import (
	"scf/scfml/core"
	"scf/scfml/interp"
)

// What programs that load and run SCF-ML need, by the name of this package.
type (
	// Program is a program in core form.
	Program = core.Program
	// Func is a function of a program.
	Func = core.Func
	// Type is a type.
	Type = core.Type
	// Value is a concrete value.
	Value = core.Value
	// Interp runs a program.
	Interp = interp.Interp
	// RunOptions bound a run.
	RunOptions = interp.Options
	// Counts are the operations of a run, by kind.
	Counts = interp.Counts
)

// NewInterp is an interpreter of p, which must be well formed.
func NewInterp(p *Program) *Interp { return interp.New(p) }

// ParseValue reads a value of type t over the datatypes of p.
func ParseValue(text string, t Type, p *Program) (Value, error) { return core.ParseValue(text, t, p) }

// FormatValue is v as ParseValue reads it.
func FormatValue(v Value) string { return core.FormatValue(v) }
