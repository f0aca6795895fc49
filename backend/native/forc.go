package native

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"

	"scf/ast"
	"scf/backend"
	"scf/backend/ir"
	"scf/backend/machine"
	"scf/backend/opt"
	"scf/backend/regalloc"
)

// ForC is f, with the functions of its module that it calls, as text for GNU as: a function that C programs can be linked with, of the
// code that Compile makes but for the polls. It serves to measure that code where C compilers' code is measured. Functions that use variables of their
// file, or functions of the program, are refused.
func (b *Backend) ForC(ctx context.Context, m *backend.Module, f *ast.Func) (string, error) {
	if runtime.GOARCH != "amd64" {
		return "", fmt.Errorf("functions for C programs are made on amd64 only")
	}
	if err := b.Available(); err != nil {
		return "", err
	}
	u := b.linkedOf(m, false)
	c := b.compiler(u.unit, false)
	defer b.compilers.Put(c)
	c.opt.Options = opt.Options{}
	a := &assembly{batch: batch{linked: &linked{backend: b, module: m, functions: make([]*function, len(m.Functions()))}, compiler: c}}
	if err := a.batch.compileWith(&function{name: f.Name, tree: f, index: -1}, a); err != nil {
		return "", fmt.Errorf("%s: %w", f.Name, err)
	}
	if a.batch.isDeep() {
		return "", fmt.Errorf("%s: its functions call one another in a circle, or by addresses", f.Name)
	}
	if a.err != nil {
		return "", fmt.Errorf("%s: %w", f.Name, a.err)
	}
	return a.text(f)
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

// text is the functions, behind one with C's conventions.
func (a *assembly) text(f *ast.Func) (string, error) {
	var out strings.Builder
	out.WriteString("\t.text\n")
	params, _ := wordTypes(typeOfFunction(backend.SignatureOf(f)))
	var used regalloc.Set
	for _, p := range a.batch.pieces {
		used |= p.used
	}
	if err := enterFromC(&out, f.Name, params, used); err != nil {
		return "", err
	}
	for i, fn := range a.batch.functions {
		fmt.Fprintf(&out, "\t.p2align 5\n.Lscf%d:\n", i)
		a.bytes(&out, fn, a.batch.pieces[i])
	}
	out.WriteString("\t.section .note.GNU-stack,\"\",@progbits\n")
	return out.String(), nil
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

// Where C on amd64 (System V) passes integers, and where generated code wants them.
var (
	fromC = [...]string{"di", "si", "dx", "cx", "r8", "r9"}
	toOwn = [...]string{"ax", "bx", "cx", "di", "si", "r8", "r9", "r10", "r11"}
)

// floatsOfC is how many floating arguments C passes in registers.
const floatsOfC = 8

// ownedByCaller are the registers that a function of C leaves as they were, by their numbers.
var ownedByCaller = map[regalloc.Reg]string{3: "rbx", 5: "rbp", 12: "r12", 13: "r13", 14: "r14", 15: "r15"}

// enterFromC is a function that saves what belongs to its caller of the registers that are used, moves the arguments, and calls the first function.
func enterFromC(out *strings.Builder, name string, params []ir.Type, used regalloc.Set) error {
	fmt.Fprintf(out, "\t.globl %s\n\t.type %[1]s, @function\n%[1]s:\n", name)
	var saved []string
	for _, r := range slices.Sorted(maps.Keys(ownedByCaller)) {
		if used.Has(r) || r == 3 && len(params) > 1 {
			saved = append(saved, ownedByCaller[r])
		}
	}
	for _, r := range saved {
		fmt.Fprintf(out, "\tpush %%%s\n", r)
	}
	if err := moveArguments(out, params, 8*(len(saved)+1)); err != nil {
		return fmt.Errorf("%s has %w", name, err)
	}
	if len(saved) == 0 {
		out.WriteString("\tjmp .Lscf0\n")
		return nil
	}
	pad := 8 * (1 - len(saved)%2) // so that the call finds the stack as C's do
	fmt.Fprintf(out, "\tsub $%d, %%rsp\n\tcall .Lscf0\n\tadd $%[1]d, %%rsp\n", pad)
	for _, r := range slices.Backward(saved) {
		fmt.Fprintf(out, "\tpop %%%s\n", r)
	}
	out.WriteString("\tret\n")
	return nil
}

// moveArguments moves the integer arguments; those on the stack begin at an offset. Floating ones are where they have to be.
func moveArguments(out *strings.Builder, params []ir.Type, stack int) error {
	ints, floats := 0, 0
	for _, t := range params {
		if t.IsFloat() {
			if floats++; floats > floatsOfC {
				return fmt.Errorf("more than %d floating parameters", floatsOfC)
			}
			continue
		}
		if ints == len(toOwn) {
			return fmt.Errorf("more than %d integer parameters", len(toOwn))
		}
		to := register(toOwn[ints], t)
		switch {
		case ints == 2: // CX is still to be read
			fmt.Fprintf(out, "\tmov %%rcx, %%r11\n\tmov %s, %s\n", register("dx", t), to)
		case ints == 3:
			fmt.Fprintf(out, "\tmov %s, %s\n", register("r11", t), to)
		case ints < len(fromC):
			fmt.Fprintf(out, "\tmov %s, %s\n", register(fromC[ints], t), to)
		default:
			fmt.Fprintf(out, "\tmov %d(%%rsp), %s\n", stack+8*(ints-len(fromC)), to)
		}
		ints++
	}
	return nil
}

// register is the name of a register, or of its lower half.
func register(name string, t ir.Type) string {
	isNew := name[0] == 'r'
	switch {
	case isNew && t == ir.I32:
		return "%" + name + "d"
	case isNew:
		return "%" + name
	case t == ir.I32:
		return "%e" + name
	}
	return "%r" + name
}
