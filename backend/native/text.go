package native

import (
	"runtime"

	"scf/ast"
	"scf/backend"
	"scf/backend/asm/listing"
	"scf/backend/lower"
	"scf/backend/machine"
	"scf/backend/opt"
	"scf/internal/diag"
)

// Source tells where optimised functions come from.
type Source struct {
	// PlaceOf is the place of a node that has none of its own; it may be nil.
	PlaceOf func(ast.Label) diag.Pos
	// Line is the text of a line.
	Line func(at diag.Pos) string
}

// optimised is f with the functions that belong to it.
func optimised(f *ast.Func) *function {
	special := &function{name: f.Name, tree: f, index: -1}
	madeFor(special)
	return special
}

// IR is f, a function of m's unit or an optimised version of one, as machines get it: in the text form of package ir.
func (b *Backend) IR(m *backend.Module, f *ast.Func, s Source) (string, error) {
	u := b.linkedOf(m, checks{})
	c := &compiler{lower: lower.New(u.unit, lower.Options{FreeAliasing: true, Divisors: true, PlaceOf: s.PlaceOf})}
	c.opt.Options = opt.Options{Polls: true}
	values, err := c.values(optimised(f), &batch{linked: u, compiler: c})
	if err != nil {
		return "", err
	}
	return values.String(), nil
}

// Assembly is the machine code of f, with the lines that it comes from. Calls of other functions show their names.
func (b *Backend) Assembly(m *backend.Module, f *ast.Func, s Source) (string, error) {
	if err := b.Available(); err != nil {
		return "", err
	}
	u := b.linkedOf(m, checks{})
	c := &compiler{lower: lower.New(u.unit, lower.Options{FreeAliasing: true, Divisors: true, PlaceOf: s.PlaceOf}), machine: newMachine()}
	c.opt.Options = opt.Options{Polls: true}
	batch := &batch{linked: u, compiler: c}
	values, err := c.values(optimised(f), batch)
	if err != nil {
		return "", err
	}
	made, err := c.machine.Function(values, machine.Config{Symbols: batch, Polls: true})
	if err != nil {
		return "", err
	}
	return listing.Page{
		Decode: listing.For(runtime.GOARCH),
		Symbol: func(symbol int32) string { return values.Symbols[symbol].Name },
		Line: func(place int32) string {
			if place == 0 || s.Line == nil {
				return ""
			}
			return s.Line(values.Places[place])
		},
	}.Text(made.Code), nil
}
