package native

import (
	"context"

	"scf/ast"
	"scf/backend"
	"scf/backend/code"
	"scf/backend/ir"
)

// hostOf is what code reaches when it calls f by its number, as a function of the program, which host runs.
func hostOf(f *backend.Function, host backend.HostFunc) code.HostFunc {
	if host == nil {
		return refusing(f.Err)
	}
	n := len(f.Ty.Params)
	if f.Ty.Variadic {
		n = code.MaxWords
	}
	return func(ctx context.Context, words *[code.MaxWords]uint64) error {
		for i, t := range f.Ty.Params {
			words[i] = word(t, words[i])
		}
		result, err := host(ctx, words[:n])
		if err != nil {
			return err
		}
		words[0] = result
		return nil
	}
}

// checkOf is what checked code reaches when it calls a function of package backend.
func checkOf(m *backend.Module, name string) code.HostFunc {
	return func(ctx context.Context, words *[code.MaxWords]uint64) error {
		words[0] = m.Check(ctx, name, words[:2])
		return nil
	}
}

// refusing is a function that cannot be called.
func refusing(err error) code.HostFunc {
	return func(context.Context, *[code.MaxWords]uint64) error {
		return &backend.Fault{Kind: backend.NoFunction, Err: err}
	}
}

// word is the word of a t whose low bits code left in a register.
func word(t ast.Type, w uint64) uint64 {
	switch t := t.(type) {
	case ast.Boolean, ast.Integer:
		return uint64(ast.Wrap(int64(w), t))
	case ast.Floating:
		if t.Width == 32 {
			return uint64(uint32(w))
		}
	case ast.Void:
		return 0
	}
	return w
}

// wordTypes are the types of the values that a function of type t takes and gives.
func wordTypes(t *ast.Function) (params []ir.Type, result ir.Type) {
	if _, ok := t.Result.(ast.Record); ok {
		params = append(params, ir.I64)
	} else {
		result = typeOf(t.Result)
	}
	for _, p := range t.Params {
		params = append(params, typeOf(p))
	}
	return params, result
}

// typeOf is the type of the value that stands for a t.
func typeOf(t ast.Type) ir.Type {
	switch t := t.(type) {
	case ast.Void:
		return ir.None
	case ast.Boolean:
		return ir.I32
	case ast.Integer:
		if t.Width <= 32 {
			return ir.I32
		}
	case ast.Floating:
		if t.Width == 32 {
			return ir.F32
		}
		return ir.F64
	}
	return ir.I64
}
