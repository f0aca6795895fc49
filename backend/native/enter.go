package native

import (
	"fmt"
	"reflect"

	"scf/backend"
	"scf/backend/code"
	"scf/backend/ir"
	"scf/backend/machine"
)

// enterWords makes what Call enters: the function with its parameters from an array of words.
func (c *compiled) enterWords() (*code.Code, error) {
	maker := c.linked.backend.compiler(c.linked.unit, checks{})
	defer c.linked.backend.compilers.Put(maker)
	e := maker.entryOf(c.signature)
	e.Float, e.Words = true, code.PlainArgs
	for i := range e.Params {
		e.Params[i].From, e.Params[i].N = machine.InWords, i
	}
	return c.enter(maker)
}

// Enter makes what func values of the Go signature lead to.
func (c *compiled) Enter(sig *code.Signature, args []backend.Argument) (*code.Code, error) {
	if n := c.signature.Words(); len(args) != n {
		return nil, fmt.Errorf("%s takes %d words, and gets %d", c.signature.Name, n, len(args))
	}
	maker := c.linked.backend.compiler(c.linked.unit, checks{})
	defer c.linked.backend.compilers.Put(maker)
	e := maker.entryOf(c.signature)
	for i, a := range args {
		p := &e.Params[i]
		p.From, p.Value = machine.Fixed, a.Fixed
		if a.Word >= 0 {
			w := sig.Words[a.Word]
			p.From, p.N, p.Mem = machine.From(w.Place), w.N, extension(w.Kind)
		}
	}
	return c.enter(maker)
}

// entryOf is the maker's entry, for a function with the signature: what its parameters are, and not yet where they come from.
func (c *compiler) entryOf(s backend.Signature) *machine.Entry {
	e := &c.entry
	*e = machine.Entry{Params: e.Params[:0]}
	if s.ReturnsRecord() {
		e.Params = append(e.Params, machine.Param{Type: ir.I64})
	} else {
		e.Result = typeOf(s.Result)
	}
	for _, p := range s.Params {
		e.Params = append(e.Params, machine.Param{Type: typeOf(p.Ty)})
	}
	return e
}

// extension is how a Go value that is narrower than the value that it becomes is extended.
func extension(k reflect.Kind) ir.Mem {
	switch k {
	case reflect.Int8:
		return ir.S8
	case reflect.Int16:
		return ir.S16
	case reflect.Uint8, reflect.Bool:
		return ir.U8
	case reflect.Uint16:
		return ir.U16
	}
	return ir.NoMem
}

// enter installs the maker's entry.
func (c *compiled) enter(maker *compiler) (*code.Code, error) {
	u, f := c.linked, c.function
	made := maker.machine.Entry(&maker.entry)
	ok := true
	region, err := u.backend.arena.Install(made.Bytes, func(text []byte, base uintptr) {
		for _, r := range made.Refs {
			ok = maker.machine.Patch(text, r.Offset, base, f.address()) && ok
		}
	})
	if err == nil && !ok {
		err = fmt.Errorf("code lies too far from the function that it calls")
	}
	if err != nil {
		return nil, err
	}
	return code.Machine(code.Native{Region: region, Hosts: u.hosts, Trap: c.trap, Failed: c.failed}), nil
}
