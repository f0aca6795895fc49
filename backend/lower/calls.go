package lower

import (
	"slices"

	"scf/ast"
	"scf/backend/ir"
)

// This file lowers calls. A struct is given as the address of a copy, and taken by way of an address that is given first.

// call is the value of a call; of one that gives a struct, its address.
func (l *Lowerer) call(e *ast.Call) ir.Value {
	name, direct := calledName(e)
	if direct && l.own(name) == nil && !l.u.refused[name] {
		if v, ok := l.builtin(name, e); ok {
			return v
		}
	}
	if r, ok := e.Ty.(ast.Record); ok {
		at := l.stackAddr(l.temp(r.Size), 0)
		l.callInto(e, at)
		return at
	}
	return l.callInto(e, 0)
}

// calledName is the name of the function that e calls, if it names one.
func calledName(e *ast.Call) (string, bool) {
	o, ok := e.Fn.(*ast.Object)
	if !ok {
		return "", false
	}
	_, ok = o.Ty.(*ast.Function)
	return o.Name, ok
}

// callInto makes a call; a struct result goes to the address to. Arguments are evaluated from the last to the first, as gcc does.
func (l *Lowerer) callInto(e *ast.Call, to ir.Value) ir.Value {
	result := ir.None
	if to == 0 {
		result = l.typeOf(e.Ty)
	}
	name, direct := calledName(e)
	var at ir.Value
	if !direct {
		at = l.value(e.Fn)
		if l.o.Checked {
			l.checkFunction(at)
		}
	}
	from := len(l.operands)
	if to != 0 {
		l.operands = append(l.operands, to)
	}
	own := l.own(name)
	first := len(l.operands)
	l.operands = append(l.operands, make([]ir.Value, len(e.Args))...)
	for i := len(e.Args) - 1; i >= 0; i-- {
		x := l.passed(e.Args[i])
		if direct && own != nil && i < len(own.Params) {
			x = l.adapt(e, i, x, own)
		}
		l.operands[first+i] = x
	}
	var v ir.Value
	if direct {
		v = l.callByName(name, own != nil, from, result)
	} else {
		if isVariadic(e) {
			l.fail("a call by its address of a function with a variable number of arguments")
		}
		l.count()
		v = l.b.CallPtr(result, at, l.operands[from:]...)
	}
	l.operands = l.operands[:from]
	return v
}

// isVariadic reports whether e gives arguments that its function's type does not name. The types of what is declared without a prototype name none.
func isVariadic(e *ast.Call) bool {
	p, ok := ast.TypeOf(e.Fn).(ast.Pointer)
	if !ok {
		return false
	}
	f, ok := p.Elem.(*ast.Function)
	return ok && f.Variadic && len(f.Params) > 0 && len(e.Args) > len(f.Params)
}

// passed is an argument: of a struct, the address of a copy.
func (l *Lowerer) passed(e ast.Expr) ir.Value {
	r, ok := ast.TypeOf(e).(ast.Record)
	if !ok {
		return l.value(e)
	}
	if _, fresh := e.(*ast.Call); fresh {
		return l.value(e)
	}
	p := l.place(e)
	l.check(p, r.Size)
	from := l.address(p)
	to := l.stackAddr(l.temp(r.Size), 0)
	l.copy(to, from, r.Size)
	return to
}

// adapt converts argument number i to the type of the parameter, which it does not have where the function is called without a prototype.
func (l *Lowerer) adapt(e *ast.Call, i int, x ir.Value, own *ast.Func) ir.Value {
	if f, ok := ast.TypeOf(e.Fn).(*ast.Function); ok && i < len(f.Params) {
		return x
	}
	from, to := ast.TypeOf(e.Args[i]), own.Params[i].Ty
	if ast.IsScalar(from) && ast.IsScalar(to) {
		return l.convert(x, from, to)
	}
	return x
}

// callByName calls a function by its name with the operands from that index on.
func (l *Lowerer) callByName(name string, own bool, from int, result ir.Type) ir.Value {
	var s ir.Symbol
	if own {
		l.count()
		s = ir.Symbol(l.object(name, true).index)
		l.fit(&l.b.Func.Symbols[s], from)
	} else {
		s = l.asCalled(name, l.operands[from:], result)
	}
	v := l.b.Call(s, l.operands[from:]...)
	if given := l.b.Func.Symbols[s].Result; given != result {
		return l.undefinedOrNone(result)
	}
	return v
}

func (l *Lowerer) undefinedOrNone(t ir.Type) ir.Value {
	if t == ir.None {
		return 0
	}
	return l.undefined(t)
}

// fit makes the operands as many as the function takes, and of its types: where C leaves the call undefined they are not.
func (l *Lowerer) fit(s *ir.Sym, from int) {
	want := s.Params
	if len(l.operands)-from > len(want) {
		l.operands = l.operands[:from+len(want)]
	}
	for i, t := range want {
		if from+i == len(l.operands) {
			l.operands = append(l.operands, l.undefined(t))
		} else if l.b.Type(l.operands[from+i]) != t {
			l.operands[from+i] = l.undefined(t)
		}
	}
}

// asCalled is the symbol of a function that is not the unit's, with parameters as the operands are: each way to call it has a symbol.
func (l *Lowerer) asCalled(name string, operands []ir.Value, result ir.Type) ir.Symbol {
	m := l.names.lookup(name)
	if m.kind == isSymbol {
		for i := int(m.index); i < len(l.b.Func.Symbols); i++ {
			if x := &l.b.Func.Symbols[i]; x.Name == name && x.Result == result && l.takes(x, operands) {
				return ir.Symbol(i)
			}
		}
	}
	sym := l.outside(name, true)
	sym.Params, sym.Result = l.typesOf(operands), result
	s := l.newSymbol(sym)
	if m.kind != isSymbol {
		l.names.add(name, meaning{isSymbol, int32(s)})
	}
	return s
}

func (l *Lowerer) takes(s *ir.Sym, operands []ir.Value) bool {
	return slices.EqualFunc(s.Params, operands, func(t ir.Type, v ir.Value) bool { return l.b.Type(v) == t })
}

func (l *Lowerer) typesOf(operands []ir.Value) []ir.Type {
	var out []ir.Type
	for _, v := range operands {
		out = append(out, l.b.Type(v))
	}
	return out
}

// temp is memory for a struct until the present command ends.
func (l *Lowerer) temp(size int64) ir.Slot {
	if l.tempsUse == len(l.temps) {
		l.temps = append(l.temps, l.addSlot(ir.Local{Align: 16}))
	}
	s := l.temps[l.tempsUse]
	l.tempsUse++
	l.escape(s) // it may be a parameter, whose address the function that is called takes
	local := &l.b.Func.Slots[s]
	local.Size = max(local.Size, size)
	return s
}
