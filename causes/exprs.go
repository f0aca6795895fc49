package causes

import (
	"scf/ast"
)

// This file evaluates expressions: what is known of their values, as constant propagation sees it, and why not more.

// unknown is a value that is not known for that reason.
func unknown(k kind, x ast.Expr) *value { return &value{why: &cause{kind: k, x: x}} }

// expr is the value of e where s holds.
func (w *walker) expr(e ast.Expr, s *state) *value {
	v := w.exprAsTree(e, s)
	w.values[e] = v
	if !v.known() && w.left.without(e) {
		return &value{from: v.from, into: v.into, fact: v.fact}
	}
	return v
}

func (w *walker) exprAsTree(e ast.Expr, s *state) *value {
	switch e := e.(type) {
	case *ast.Const:
		return literal(e)
	case *ast.Var:
		if v := s.vars[e.Name]; v != nil {
			return w.asUsed(v, e)
		}
		return unknown(global, e)
	case *ast.Object, *ast.Index, *ast.Deref, *ast.Member, *ast.Arrow:
		return w.load(e, s)
	case *ast.Str:
		return unknown(address, e)
	case *ast.AddressOf:
		return w.addressOf(e, s)
	case *ast.Call:
		return w.call(e, s)
	case *ast.Binary:
		return w.binary(e, s)
	case *ast.Convert:
		return w.convert(e, s)
	}
	return w.operands(e, s)
}

func literal(e *ast.Const) *value {
	v := &value{}
	if n, ok := e.Value.(ast.IntConst); ok {
		i := int64(n)
		v.literal = &i
	}
	return v
}

// asUsed is v as the value of the expression e, a variable.
func (w *walker) asUsed(v *value, e ast.Expr) *value {
	if v.known() {
		return v
	}
	out := *v
	c := *v.why
	c.x = e
	out.why = &c
	return &out
}

// operands is the value of an operation whose operands are all needed.
func (w *walker) operands(e ast.Expr, s *state) *value {
	out := &value{}
	for _, x := range ast.Operands(e) {
		v := w.expr(x, s)
		out.from |= v.from
		if out.why == nil {
			out.why = v.why
		}
	}
	return w.computed(e, out)
}

// computed is v, the value of the operation e on known operands, unless passes do not compute with its type.
func (w *walker) computed(e ast.Expr, v *value) *value {
	if t, ok := ast.TypeOf(e).(ast.Floating); ok && t.Width > 64 && v.known() {
		v.why = &cause{kind: notComputed, x: e}
	}
	return v
}

func (w *walker) binary(e *ast.Binary, s *state) *value {
	x, y := w.expr(e.X, s), w.expr(e.Y, s)
	w.use(e, e.X, x, y)
	w.use(e, e.Y, y, x)
	switch _, pointers := e.Ty.(ast.Pointer); {
	case e.Op == ast.PtrAdd:
		return shifted(x, y, e)
	case e.Op == ast.PtrSub:
		return &value{why: orElse(x.why, &cause{kind: backward, x: e}), fact: x.fact, from: x.from | y.from, into: x.into}
	case pointers && (isNull(e.X) && x.fact.isMemory() && x.known() || isNull(e.Y) && x.fact.isMemory() && x.known() || isNull(e.X) && y.fact.isMemory() && y.known()):
		return &value{from: x.from | y.from}
	case pointers && x.known() && y.known() && (x.fact.isMemory() || y.fact.isMemory()):
		return &value{why: &cause{kind: backward, x: e}, from: x.from | y.from}
	}
	return w.computed(e, &value{why: orElse(x.why, y.why), from: x.from | y.from})
}

func isNull(e ast.Expr) bool {
	c, ok := e.(*ast.Const)
	return ok && c.Value == ast.IntConst(0)
}

func orElse(a, b *cause) *cause {
	if a != nil {
		return a
	}
	return b
}

// shifted is the pointer p moved by i elements, the expression e.
func shifted(p, i *value, e ast.Expr) *value {
	out := &value{fact: p.fact, from: p.from | i.from, into: p.into, why: p.why}
	if out.why == nil && i.why != nil {
		out.why = &cause{kind: atIndex, x: e, next: i.why}
	}
	return out
}

// convert is a conversion; a pointer converted to one of another type leads to memory that is not followed.
func (w *walker) convert(e *ast.Convert, s *state) *value {
	v := w.expr(e.X, s)
	to, isPointer := e.Ty.(ast.Pointer)
	from, wasPointer := ast.TypeOf(e.X).(ast.Pointer)
	switch {
	case !isPointer || !wasPointer:
		out := w.computed(e, &value{why: v.why, from: v.from, into: v.into})
		if b, isBool := e.Ty.(ast.Boolean); isBool && b == (ast.Boolean{}) || !wasPointer || !v.fact.isMemory() {
			return out
		}
		out.why = orElse(out.why, &cause{kind: address, x: e})
		return out
	case v.fact.isMemory() && !ast.Same(ast.Unqualified(to.Elem), ast.Unqualified(from.Elem)):
		return &value{why: orElse(v.why, &cause{kind: reinterpreted, x: e}), fact: v.fact, from: v.from, into: v.into}
	}
	return v
}

// addressOf is the pointer to an object: of memory that does not change it is known where it leads, else it is an address.
func (w *walker) addressOf(e *ast.AddressOf, s *state) *value {
	switch x := e.X.(type) {
	case *ast.Object:
		if _, isFunction := x.Ty.(*ast.Function); isFunction {
			return &value{}
		}
	case *ast.Deref:
		return w.expr(x.X, s)
	case *ast.Index:
		if _, isArray := ast.TypeOf(x.X).(ast.Array); !isArray {
			return shifted(w.expr(x.X, s), w.expr(x.I, s), e)
		}
	}
	v := w.object(e.X, s)
	if !v.fact.isMemory() && v.into == 0 {
		return &value{why: orElse(notAnObject(v.why), &cause{kind: address, x: e}), from: v.from}
	}
	if _, isArray := ast.TypeOf(e.X).(ast.Array); isArray || v.fact.Fields != nil {
		return v
	}
	inner := v.fact
	return &value{why: v.why, fact: Fact{Elem: &inner}, from: v.from, into: v.into}
}

// notAnObject is why, unless it says that an object is not followed, whose address may well be known.
func notAnObject(why *cause) *cause {
	if why != nil && (why.kind == through || why.kind == atIndex) {
		return why
	}
	return nil
}

// call is the result of a call. Memory that a pointer to what is not const leads to may be written by it.
func (w *walker) call(e *ast.Call, s *state) *value {
	out := &value{why: &cause{kind: call, x: e, at: w.at}}
	if _, named := e.Fn.(*ast.Object); !named {
		out.from |= w.expr(e.Fn, s).from
	}
	for i, a := range e.Args {
		v := w.expr(a, s)
		out.from |= v.from
		w.passed(e, i, v)
	}
	if ast.CallsBuiltin(e) {
		return w.operation(e)
	}
	return out
}

// operation is the result of a function that passes know: it is known where the arguments are, and may be a pointer behind the first one.
func (w *walker) operation(e *ast.Call) *value {
	out := &value{}
	for i, a := range e.Args {
		v := w.values[a]
		out.from |= v.from
		if _, isLiteral := literalIn(a).(*ast.Str); !isLiteral {
			out.why = orElse(out.why, v.why)
		}
		if _, isPointer := e.Ty.(ast.Pointer); isPointer && i == 0 {
			out.fact, out.into = v.fact, v.into
		}
	}
	return out
}

// literalIn is what the pointer e is the address of, casts apart; or e.
func literalIn(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.AddressOf:
		return x.X
	case *ast.Convert:
		return literalIn(x.X)
	}
	return e
}
