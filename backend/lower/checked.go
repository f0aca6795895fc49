package lower

import (
	"slices"

	"scf/ast"
	"scf/backend"
	"scf/backend/ir"
)

// This file makes functions that check what they do (Options.Checked). An access must lie in the region that its pointer comes from, wherever it has been moved
// to: the object whose address was taken, or what backend.RegionOf says of a pointer that was given, loaded, or made of an integer. A pointer that is a variable
// has two more, where its region begins and ends. Accesses to named objects at constant offsets are checked here.
//
//	p[i]    q = p + 4*i; trap if q < lo; trap if q > hi - 4
//
// Addresses of memory are less than 2⁶³, and the comparisons have signs: so that nothing lies in the region from 0 to 0, which is that of what points nowhere.
//
// Divisors must not be zero, addresses that are called must be those of functions. What functions of C's library access they check themselves (Module.CheckedHost). What goes wrong is a trap whose code is a backend.FaultKind.

// region is where an object begins, and where it ends; 0 where that is not made yet.
type region struct {
	lo, hi ir.Value
	local  int32 // 1 more than the slot that it is; 0 for none, or one whose address is known to escape
}

// sizeOfBase is the size of the named object that p lies in, if it is known.
func (l *Lowerer) sizeOfBase(p place) (int64, bool) {
	switch p.base {
	case atSlot:
		return l.b.Func.Slots[p.index].Size, true
	case atSymbol:
		name := l.b.Func.Symbols[p.index].Name
		text, isText, fn, variable := Data(name)
		if isText {
			return int64(len(text)) + 1, true
		}
		size, ok := l.u.sizes[static{fn, variable}]
		return size, ok
	}
	return 0, false
}

// regionOf is the region of p.
func (l *Lowerer) regionOf(p place) region {
	if p.region.hi != 0 {
		return p.region
	}
	size, ok := l.sizeOfBase(p)
	if !ok {
		return l.lookup(l.base(p))
	}
	q := p
	q.off = 0
	r := region{lo: l.address(q)}
	if p.base == atSlot {
		r.local = p.index + 1
	}
	q.off = size
	r.hi = l.address(q)
	return r
}

// lookup asks for the region of an address.
func (l *Lowerer) lookup(v ir.Value) region {
	if !l.hasScratch {
		l.scratch, l.hasScratch = l.addSlot(ir.Local{Name: "region", Size: 16, Align: 8}), true
	}
	to := l.stackAddr(l.scratch, 0)
	l.ask(backend.RegionOf, ir.None, v, to)
	return region{lo: l.b.Load(ir.I64, ir.M64, to, 0), hi: l.b.Load(ir.I64, ir.M64, to, 8)}
}

func (l *Lowerer) ask(name string, result ir.Type, args ...ir.Value) ir.Value {
	return l.b.Call(l.asCalled(name, args, result), args...)
}

// trapIf ends the call where x is not 0.
func (l *Lowerer) trapIf(x ir.Value, why backend.FaultKind) {
	l.b.Emit(ir.Instr{Op: ir.TrapIf, Args: [3]ir.Value{x}, Imm: int64(why)})
}

// check makes sure that the size bytes at p lie in its region.
func (l *Lowerer) check(p place, size int64) {
	if !l.o.Checked || size == 0 {
		return
	}
	if all, ok := l.sizeOfBase(p); ok {
		if p.off < 0 || p.off > all-size {
			l.trapIf(l.b.Const(ir.I32, 1), backend.OutOfBounds)
		}
		return
	}
	r := l.regionOf(p)
	addr := l.address(p)
	l.trapIf(l.b.Compare(ir.Cmp, ir.Lt, addr, r.lo), backend.OutOfBounds)
	last := l.b.Binary(ir.Sub, ir.I64, r.hi, l.b.Const(ir.I64, size))
	l.trapIf(l.b.Compare(ir.Cmp, ir.Gt, addr, last), backend.OutOfBounds)
}

// checkDivisor makes sure that y is not zero, and gives the dividend and divisor to divide by where x / y overflows: x and 1, since the quotient wraps.
func (l *Lowerer) checkDivisor(e *ast.Binary, x, y ir.Value) (ir.Value, ir.Value) {
	t := l.b.Type(y)
	c, isConst := e.Y.(*ast.Const)
	if !isConst || isZero(c) {
		l.trapIf(l.b.Compare(ir.Cmp, ir.Eq, y, l.b.Const(t, 0)), backend.DivisionByZero)
	}
	if !integerOf(e.Ty).Signed || isConst && c.Value != ast.IntConst(-1) {
		return x, y
	}
	minus := l.b.Compare(ir.Cmp, ir.Eq, y, l.b.Const(t, -1))
	if e.Op == ast.Div {
		x = l.b.Select(minus, l.b.Unary(ir.Neg, t, x), x)
	}
	return x, l.b.Select(minus, l.b.Const(t, 1), y)
}

// checkFunction makes sure that v is the address of a function.
func (l *Lowerer) checkFunction(v ir.Value) {
	is := l.ask(backend.IsFunction, ir.I32, v)
	l.trapIf(l.b.Compare(ir.Cmp, ir.Eq, is, l.b.Const(ir.I32, 0)), backend.NoFunction)
}

// pointer is where the pointer e points, with its region.
func (l *Lowerer) pointer(e ast.Expr) place {
	switch x := e.(type) {
	case *ast.Var:
		v := l.variable(x.Name, x.Ty)
		p := at(l.read(v))
		p.region = region{lo: l.read(v + 1), hi: l.read(v + 2)}
		return p
	case *ast.Cond:
		return l.eitherPointer(x)
	}
	p := at(l.value(e))
	p.region = l.lookup(ir.Value(p.index))
	return p
}

// eitherPointer is one of two pointers.
func (l *Lowerer) eitherPointer(e *ast.Cond) place {
	yes, no, end := l.newLabel(), l.newLabel(), l.newLabel()
	l.test(e.Test, way{yes, 0}, way{no, 0})
	var args [3][2]ref
	arm := func(lb, column int32, x ast.Expr) {
		if l.start(lb) {
			p := l.pointed(x)
			r := l.regionOf(p)
			args[0][column], args[1][column], args[2][column] = ref(l.escaping(p)), ref(r.lo), ref(r.hi)
			l.jump(way{end, column})
		}
	}
	arm(yes, 0, e.Then)
	arm(no, 1, e.Else)
	l.start(end)
	var out [3]ir.Value
	for i, a := range args {
		from := int32(len(l.args))
		l.args = append(l.args, a[:]...)
		out[i] = l.known(l.newPhi(end, ir.I64, from, from+2), ir.I64)
	}
	p := at(out[0])
	p.region = region{lo: out[1], hi: out[2]}
	return p
}

// setPointer gives the variable v the pointer e.
func (l *Lowerer) setPointer(v int32, e ast.Expr) {
	p := l.pointed(e)
	r := l.regionOf(p)
	l.set(v, ref(l.escaping(p)))
	l.set(v+1, ref(r.lo))
	l.set(v+2, ref(r.hi))
}

// escaping is the address of p for others to use: a local must be a region then.
func (l *Lowerer) escaping(p place) ir.Value {
	if p.base == atSlot {
		l.escape(ir.Slot(p.index))
	} else if p.region.local > 0 {
		l.escape(ir.Slot(p.region.local - 1))
	}
	return l.address(p)
}

func (l *Lowerer) escape(s ir.Slot) {
	if l.o.Checked && !slices.Contains(l.escaped, s) {
		l.escaped = append(l.escaped, s)
	}
}

// checkParam makes sure that a struct that is a parameter, or the place for a result, is memory that may be accessed: who calls by an address may give anything.
func (l *Lowerer) checkParam(v ir.Value, t ast.Type) {
	if l.o.Checked && isRecord(t) {
		p := at(v)
		p.region = l.lookup(v)
		l.check(p, sizeOf(t))
	}
}

// count counts a step, where steps are counted.
func (l *Lowerer) count() {
	if !l.o.Steps {
		return
	}
	if l.counter == 0 {
		l.counter = l.loose(ir.Instr{Op: ir.Call, Type: ir.I64})
	}
	left := l.b.Binary(ir.Sub, ir.I64, l.b.Load(ir.I64, ir.M64, l.counter, 0), l.b.Const(ir.I64, 1))
	l.b.Store(ir.M64, l.counter, 0, left)
	l.trapIf(l.b.Compare(ir.Cmp, ir.Lt, left, l.b.Const(ir.I64, 0)), backend.OutOfSteps)
}

// finishCounter asks at the entry where the steps that are left are counted.
func (l *Lowerer) finishCounter(entry *ir.Block) {
	if l.counter != 0 {
		l.b.Func.Values[l.counter].Symbol = l.newSymbol(ir.Sym{Name: backend.StepsLeft, Kind: ir.Host, Result: ir.I64})
		entry.Body = slices.Insert(entry.Body, 0, l.counter)
	}
}

// finishRegions makes the locals regions whose addresses others may use: at the entry, until the function returns.
func (l *Lowerer) finishRegions(entry *ir.Block) {
	if len(l.escaped) == 0 {
		return
	}
	var begin []ir.Value
	emit := func(in ir.Instr) ir.Value { v := l.loose(in); begin = append(begin, v); return v }
	add := l.newSymbol(ir.Sym{Name: backend.AddRegion, Kind: ir.Host, Params: []ir.Type{ir.I64, ir.I64}})
	drop := l.newSymbol(ir.Sym{Name: backend.DropRegions, Kind: ir.Host, Params: []ir.Type{ir.I32}})
	for _, s := range l.escaped {
		at := emit(ir.Instr{Op: ir.StackAddr, Type: ir.I64, Slot: s})
		size := emit(ir.Instr{Op: ir.Const, Type: ir.I64, Imm: l.b.Func.Slots[s].Size})
		emit(ir.Instr{Op: ir.Call, Symbol: add, List: []ir.Value{at, size}})
	}
	entry.Body = slices.Concat(begin, entry.Body)
	for _, b := range l.b.Func.Blocks {
		if b.Term.Kind != ir.Return {
			continue
		}
		begin = slices.Clone(b.Body)
		n := emit(ir.Instr{Op: ir.Const, Type: ir.I32, Imm: int64(len(l.escaped))})
		emit(ir.Instr{Op: ir.Call, Symbol: drop, List: []ir.Value{n}})
		b.Body = begin
	}
}
