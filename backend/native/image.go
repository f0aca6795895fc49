package native

import (
	"context"
	"errors"
	"fmt"

	"scf/ast"
	"scf/backend"
	"scf/backend/arm64"
	"scf/backend/code"
	"scf/backend/lower"
	"scf/backend/machine"
	"scf/backend/opt"
)

// Image is machine code for arm64 that was made on whatever machine: of a function, whose parameters are 0, and of all that it calls. It runs in a process that has the text
// at Base, the memory of the module at the addresses that it has here, and stacks and states as package code lays them out.
type Image struct {
	Text []byte
	Base uint64
	// Entry is where in the text it is entered, with SP the address of the state and R28 that of a goroutine.
	Entry int
	// Hosts are the functions that the code leaves for, by their numbers.
	Hosts []*backend.Function
}

// ARM64 is f as an image to lie at base, of the code that Compile makes on arm64. The module's cells then hold addresses of that text: the module serves
// for this image only.
func ARM64(ctx context.Context, m *backend.Module, f *ast.Func, base uint64) (Image, error) {
	if err := ctx.Err(); err != nil {
		return Image{}, err
	}
	all := m.Functions()
	u := &linked{module: m, unit: lower.NewUnit(m.Unit()), functions: make([]*function, len(all)), hosts: make([]code.HostFunc, len(all))}
	c := &compiler{lower: lower.New(u.unit, lower.Options{FreeAliasing: true}), machine: new(arm64.Compiler)}
	c.opt.Options = opt.Options{Polls: true}
	b := &batch{linked: u, compiler: c}
	special := optimised(f)
	if err := b.compile(special); err != nil {
		return Image{}, fmt.Errorf("%s: %w", f.Name, err)
	}
	entry := b.entryOf(special)
	text := b.together()
	if !b.patchAll(text, uintptr(base)) {
		return Image{}, errors.New("code lies too far from the functions that it calls")
	}
	b.setCells(func(f *function) uint64 { return base + uint64(f.offset) })
	return Image{Text: text, Base: base, Entry: entry.offset, Hosts: all}, nil
}

// entryOf adds the entry of f, which calls it with zeros, to the functions.
func (b *batch) entryOf(f *function) *function {
	e := b.compiler.entryOf(backend.SignatureOf(f.tree))
	for i := range e.Params {
		e.Params[i].From = machine.Fixed
	}
	made := b.compiler.pieceOf(b.compiler.machine.Entry(e))
	entry := &function{name: "entry of " + f.name, index: -1, callees: make([]*function, len(made.refs))}
	for i := range entry.callees {
		entry.callees[i] = f
	}
	b.functions, b.pieces = append(b.functions, entry), append(b.pieces, made)
	return entry
}
