package native

import (
	"context"
	"fmt"
	"runtime"
	"strings"

	"scf/ast"
	"scf/backend"
	"scf/backend/ir"
	"scf/backend/lower"
	"scf/backend/machine"
	"scf/backend/opt"
)

// ForC is f, with the functions of its module that it calls, as text for GNU as: a function that C programs can be linked with, of the
// code that Compile makes but for the polls and the checks of divisors, with C's conventions for calls. It serves to measure that code where C compilers' code is measured. Functions that use variables of their
// file, or functions of the program, are refused.
func (b *Backend) ForC(ctx context.Context, m *backend.Module, f *ast.Func) (string, error) {
	if runtime.GOARCH != "amd64" {
		return "", fmt.Errorf("functions for C programs are made on amd64 only")
	}
	if err := b.Available(); err != nil {
		return "", err
	}
	u := b.linkedOf(m, checks{})
	c := b.compiler(u.unit, checks{})
	defer b.compilers.Put(c)
	c.lower.Use(u.unit, lower.Options{FreeAliasing: true})
	c.opt.Options = opt.Options{}
	a := &assembly{batch: batch{forC: true, linked: &linked{backend: b, module: m, functions: make([]*function, len(m.Functions()))}, compiler: c}}
	if err := a.batch.compileWith(optimised(f), a); err != nil {
		return "", fmt.Errorf("%s: %w", f.Name, err)
	}
	if a.batch.isDeep() {
		return "", fmt.Errorf("%s: its functions call one another in a circle, or by addresses", f.Name)
	}
	if a.err != nil {
		return "", fmt.Errorf("%s: %w", f.Name, a.err)
	}
	return a.text(f.Name), nil
}

// assembly is functions on their way to text.
type assembly struct {
	batch batch
	err   error
}

// Address refuses: what runs in another program has no addresses here.
func (a *assembly) Address(s *ir.Sym) uint64 {
	a.err = fmt.Errorf("it uses %s", s.Name)
	return 0
}

// Host refuses.
func (a *assembly) Host(s *ir.Sym) int {
	a.err = fmt.Errorf("it calls %s", s.Name)
	return 0
}

var _ machine.Symbols = (*assembly)(nil)

// text is the functions, in a section of their own: what they are aligned to moves nothing of the program, which would change how fast that is.
func (a *assembly) text(name string) string {
	var out strings.Builder
	fmt.Fprintf(&out, "\t.section scf_text,\"ax\",@progbits\n\t.globl %s\n\t.type %[1]s, @function\n", name)
	for i, fn := range a.batch.functions {
		fmt.Fprintf(&out, "\t.p2align 5\n.Lscf%d:\n", i)
		if i == 0 {
			fmt.Fprintf(&out, "%s:\n", name)
		}
		a.bytes(&out, fn, a.batch.pieces[i])
	}
	out.WriteString("\t.section .note.GNU-stack,\"\",@progbits\n")
	return out.String()
}

// bytes writes the code of one function, its calls as references to labels.
func (a *assembly) bytes(out *strings.Builder, fn *function, p piece) {
	at := 0
	upTo := func(end int) {
		for ; at < end; at++ {
			fmt.Fprintf(out, "\t.byte %d\n", p.text[at])
		}
	}
	for i, r := range p.refs {
		upTo(int(r.Offset))
		for k, g := range a.batch.functions {
			if g == fn.callees[i] {
				fmt.Fprintf(out, "\t.long .Lscf%d - . - 4\n", k)
			}
		}
		at += 4
	}
	upTo(len(p.text))
}
