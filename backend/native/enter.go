package native

import (
	"fmt"
	"reflect"

	"scf/ast"
	"scf/backend"
	"scf/backend/code"
	"scf/backend/ir"
	"scf/backend/machine"
)

// enterWords makes what Call enters: the function with its parameters from an array of words.
func (c *compiled) enterWords() (*code.Code, error) {
	params, result := wordTypes(typeOfFunction(c.signature))
	e := machine.Entry{Result: result, Float: true, Words: code.PlainArgs}
	for i, t := range params {
		e.Params = append(e.Params, machine.Param{Type: t, From: machine.InWords, N: i})
	}
	return c.enter(e)
}

// Enter makes what func values of the Go signature lead to.
func (c *compiled) Enter(sig *code.Signature, args []backend.Argument) (*code.Code, error) {
	params, result := wordTypes(typeOfFunction(c.signature))
	if len(args) != len(params) {
		return nil, fmt.Errorf("%s takes %d words, and gets %d", c.signature.Name, len(params), len(args))
	}
	e := machine.Entry{Result: result}
	for i, a := range args {
		p := machine.Param{Type: params[i], From: machine.Fixed, Value: a.Fixed}
		if a.Word >= 0 {
			w := sig.Words[a.Word]
			p.From, p.N, p.Mem = machine.From(w.Place), w.N, extension(w.Kind)
		}
		e.Params = append(e.Params, p)
	}
	return c.enter(e)
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

// enter installs an entry.
func (c *compiled) enter(e machine.Entry) (*code.Code, error) {
	u, f := c.linked, c.function
	maker := u.backend.compiler(u.unit, checks{})
	defer u.backend.compilers.Put(maker)
	made := maker.machine.Entry(&e)
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

// typeOfFunction is the type of a function with the signature.
func typeOfFunction(s backend.Signature) *ast.Function {
	t := &ast.Function{Result: s.Result}
	for _, p := range s.Params {
		t.Params = append(t.Params, p.Ty)
	}
	return t
}
