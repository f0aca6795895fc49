package causes

import (
	"scf/ast"
	"scf/internal/diag"
)

// This file notes what is done with constant parameters and with their memory.

// use is the use of an operand that comes from constant parameters, together with another that is not known.
type use struct {
	from  params
	e     ast.Expr // the operation
	at    diag.Pos
	other *cause // why the other operand is not known
}

// use notes that e computes with x, of the value v, and another operand of the value other.
func (w *walker) use(e, x ast.Expr, v, other *value) {
	if v.from == 0 || !v.known() || other.known() {
		return
	}
	w.uses[x] = use{v.from, e, w.at, other.why}
}

// access is an access to memory of parameters that was said not to change.
type access struct {
	into params
	e    ast.Expr
	at   diag.Pos
	why  *cause // why what is read is not known
	call string // the function that writes; empty for a store
}

// read notes that e, of the value v, is read.
func (w *walker) read(e ast.Expr, v *value) {
	w.reads[e] = access{into: v.into, e: e, at: w.at, why: v.why}
}

// written notes a store to dest, of which v is known before.
func (w *walker) written(dest ast.Expr, v *value) {
	if v.into != 0 && v.fact.Scalar {
		w.writes[dest] = access{into: v.into, e: dest, at: w.at}
	}
}

// writers are the functions of C's library that write to what their first argument points to.
var writers = map[string]bool{"memset": true, "memcpy": true, "memmove": true, "strcpy": true, "strncpy": true, "strcat": true, "strncat": true,
	"sprintf": true, "snprintf": true, "bzero": true, "qsort": true,
	"__builtin_memset": true, "__builtin_memcpy": true, "__builtin_memmove": true, "__builtin_strcpy": true}

// passed notes that argument number i of the call has the value v.
func (w *walker) passed(e *ast.Call, i int, v *value) {
	o, named := e.Fn.(*ast.Object)
	if !named || i > 0 || v.into == 0 || !writers[o.Name] || !v.fact.element().Scalar {
		return
	}
	w.writes[e] = access{into: v.into, e: e.Args[0], at: w.at, call: o.Name}
}

// WritesTo reports whether f stores to memory that it reaches from its parameter called name, or has a function of C's library do so. Of stores through
// other variables nothing is said.
func WritesTo(f *ast.Func, name string) bool {
	found := false
	ast.Walk(f.Body, func(c ast.Cmd) {
		if s, ok := c.(*ast.Store); ok {
			found = found || hasName(pointerOf(s.Dest), name)
		}
	}, func(e ast.Expr) {
		c, ok := e.(*ast.Call)
		if !ok || len(c.Args) == 0 {
			return
		}
		o, ok := c.Fn.(*ast.Object)
		found = found || ok && writers[o.Name] && hasName(pointerOf(c.Args[0]), name)
	}, nil)
	return found
}

// pointerOf is the innermost pointer from which the place, or the pointer, e is reached: p in p->a[i].b, in *(p + 1) and in p[1][2].
func pointerOf(e ast.Expr) ast.Expr {
	switch e.(type) {
	case *ast.Var, *ast.Object, *ast.Call, *ast.Cond:
		return e
	}
	operands := ast.Operands(e)
	if len(operands) == 0 {
		return e
	}
	return pointerOf(operands[0])
}
