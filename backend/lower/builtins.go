package lower

import (
	"math"
	"strings"

	"scf/ast"
	"scf/backend"
	"scf/backend/ir"
)

// This file lowers functions of C's library and of the compiler that are done in place, because that is quick or because nothing else does them.

// builtin is the value of a call that is done in place.
func (l *Lowerer) builtin(name string, e *ast.Call) (ir.Value, bool) {
	name, own := strings.CutPrefix(name, "__builtin_")
	switch len(e.Args) {
	case 0:
		return l.constantBuiltin(name, own, e)
	case 1:
		return l.unaryBuiltin(name, own, e)
	case 2:
		return l.binaryBuiltin(name, own, e)
	case 3:
		return l.memoryBuiltin(name, own, e)
	}
	if own && name == "prefetch" {
		return l.nothing(e), true
	}
	return 0, false
}

// nothing evaluates the arguments of a call that does nothing.
func (l *Lowerer) nothing(e *ast.Call) ir.Value {
	for _, a := range e.Args {
		l.effect(a)
	}
	return 0
}

func (l *Lowerer) constantBuiltin(name string, own bool, e *ast.Call) (ir.Value, bool) {
	if !own {
		return 0, false
	}
	switch name {
	case "inf", "huge_val":
		return l.b.FConst(ir.F64, math.Float64bits(math.Inf(1))), true
	case "inff", "huge_valf":
		return l.b.FConst(ir.F32, uint64(math.Float32bits(float32(math.Inf(1))))), true
	}
	return 0, false
}

// unaryBuiltin lowers functions of one argument.
func (l *Lowerer) unaryBuiltin(name string, own bool, e *ast.Call) (ir.Value, bool) {
	if own {
		switch name {
		case "prefetch":
			return l.nothing(e), true
		case "nan":
			return l.b.FConst(ir.F64, 0x7ff8<<48), isEmptyString(e.Args[0])
		case "nanf":
			return l.b.FConst(ir.F32, 0x7fc0<<16), isEmptyString(e.Args[0])
		}
		if v, ok := l.classify(name, e); ok {
			return v, true
		}
		if v, ok := l.bitBuiltin(name, e); ok {
			return v, true
		}
	}
	switch name {
	case "abs":
		return l.absolute(e, ir.I32)
	case "labs", "llabs":
		return l.absolute(e, ir.I64)
	case "fabs":
		return l.floatUnary(ir.FAbs, ir.F64, e)
	case "fabsf":
		return l.floatUnary(ir.FAbs, ir.F32, e)
	case "sqrt":
		return l.floatUnary(ir.FSqrt, ir.F64, e)
	case "sqrtf":
		return l.floatUnary(ir.FSqrt, ir.F32, e)
	case "strlen":
		if s, ok := literal(e.Args[0]); ok {
			n := strings.IndexByte(s.Text+"\x00", 0)
			return l.b.Const(l.typeOf(e.Ty), int64(n)), true
		}
	}
	return 0, false
}

// isArgument reports whether argument number i and the result are of type t.
func (l *Lowerer) fits(e *ast.Call, t ir.Type) bool {
	for _, a := range e.Args {
		if !ast.IsScalar(ast.TypeOf(a)) || l.typeOf(ast.TypeOf(a)) != t {
			return false
		}
	}
	return ast.IsScalar(e.Ty) && l.typeOf(e.Ty) == t
}

func (l *Lowerer) floatUnary(op ir.Op, t ir.Type, e *ast.Call) (ir.Value, bool) {
	if !l.fits(e, t) {
		return 0, false
	}
	return l.b.Unary(op, t, l.value(e.Args[0])), true
}

func (l *Lowerer) absolute(e *ast.Call, t ir.Type) (ir.Value, bool) {
	if !l.fits(e, t) {
		return 0, false
	}
	x := l.value(e.Args[0])
	negative := l.b.Compare(ir.Cmp, ir.Lt, x, l.b.Const(t, 0))
	return l.b.Select(negative, l.b.Unary(ir.Neg, t, x), x), true
}

// literal is the string that e is the address of.
func literal(e ast.Expr) (*ast.Str, bool) {
	for {
		switch x := e.(type) {
		case *ast.Convert:
			e = x.X
			continue
		case *ast.AddressOf:
			e = x.X
			continue
		case *ast.Str:
			return x, true
		case *ast.Index:
			if c, ok := x.I.(*ast.Const); ok && isZero(c) {
				e = x.X
				continue
			}
		}
		return nil, false
	}
}

func isEmptyString(e ast.Expr) bool {
	s, ok := literal(e)
	return ok && s.Text == ""
}

// classify lowers what asks what kind of floating number its argument is.
func (l *Lowerer) classify(name string, e *ast.Call) (ir.Value, bool) {
	t := ast.TypeOf(e.Args[0])
	if !isFloat(t) {
		return 0, false
	}
	ft := l.typeOf(t)
	infinity := math.Float64bits(math.Inf(1))
	if ft == ir.F32 {
		infinity = uint64(math.Float32bits(float32(math.Inf(1))))
	}
	magnitude := func(c ir.Cond) ir.Value {
		return l.b.Compare(ir.FCmp, c, l.b.Unary(ir.FAbs, ft, l.value(e.Args[0])), l.b.FConst(ft, infinity))
	}
	switch name {
	case "isnan":
		x := l.value(e.Args[0])
		return l.b.Compare(ir.FCmp, ir.Ne, x, x), true
	case "isinf":
		return magnitude(ir.Eq), true
	case "isfinite":
		return magnitude(ir.Lt), true
	case "signbit":
		return l.signBit(l.value(e.Args[0])), true
	case "isinf_sign":
		x := l.value(e.Args[0])
		one := func(bits uint64) ir.Value { return l.b.Compare(ir.FCmp, ir.Eq, x, l.b.FConst(ft, bits)) }
		return l.b.Binary(ir.Sub, ir.I32, one(infinity), one(infinity|1<<(bitsOf(ft)-1))), true
	}
	return 0, false
}

// integerBits are the bits of a floating number.
func (l *Lowerer) integerBits(x ir.Value) ir.Value {
	t := ir.I32
	if l.b.Type(x) == ir.F64 {
		t = ir.I64
	}
	return l.b.Unary(ir.Bits, t, x)
}

// signBit is 1 where x has a sign, else 0.
func (l *Lowerer) signBit(x ir.Value) ir.Value {
	v := l.integerBits(x)
	t := l.b.Type(v)
	v = l.shift(ir.Shr, t, v, bitsOf(t)-1)
	if t == ir.I64 {
		v = l.b.Unary(ir.Trunc, ir.I32, v)
	}
	return v
}

// comparisons are the macros of math.h that compare and raise no exception.
var comparisons = map[string][2]ir.Cond{
	"isgreater": {ir.Gt, ir.Gt}, "isgreaterequal": {ir.Ge, ir.Ge}, "isless": {ir.Lt, ir.Lt}, "islessequal": {ir.Le, ir.Le},
	"islessgreater": {ir.Lt, ir.Gt},
}

// binaryBuiltin lowers functions of two arguments.
func (l *Lowerer) binaryBuiltin(name string, own bool, e *ast.Call) (ir.Value, bool) {
	switch name {
	case "copysign":
		return l.copySign(e, ir.F64)
	case "copysignf":
		return l.copySign(e, ir.F32)
	case "fmin", "fmax":
		return l.leastOrGreatest(name == "fmin", e, ir.F64)
	case "fminf", "fmaxf":
		return l.leastOrGreatest(name == "fminf", e, ir.F32)
	}
	if !own {
		return 0, false
	}
	switch name {
	case "prefetch":
		return l.nothing(e), true
	case "assume_aligned":
		return l.value(e.Args[0]), true
	case "object_size":
		n := int64(-1)
		if c, ok := e.Args[1].(*ast.Const); ok && c.Value.(ast.IntConst) >= 2 {
			n = 0
		}
		return l.b.Const(ir.I64, n), true
	}
	return l.compareFloats(name, e)
}

func (l *Lowerer) compareFloats(name string, e *ast.Call) (ir.Value, bool) {
	c, known := comparisons[name]
	tx, ty := ast.TypeOf(e.Args[0]), ast.TypeOf(e.Args[1])
	if !known && name != "isunordered" || !isFloat(tx) || !isFloat(ty) || l.typeOf(tx) != l.typeOf(ty) {
		return 0, false
	}
	x := l.value(e.Args[0])
	y := l.value(e.Args[1])
	if name == "isunordered" {
		return l.b.Binary(ir.Or, ir.I32, l.b.Compare(ir.FCmp, ir.Ne, x, x), l.b.Compare(ir.FCmp, ir.Ne, y, y)), true
	}
	v := l.b.Compare(ir.FCmp, c[0], x, y)
	if c[0] != c[1] {
		v = l.b.Binary(ir.Or, ir.I32, v, l.b.Compare(ir.FCmp, c[1], x, y))
	}
	return v, true
}

// copySign is the first argument with the sign of the second.
func (l *Lowerer) copySign(e *ast.Call, t ir.Type) (ir.Value, bool) {
	if !l.fits(e, t) {
		return 0, false
	}
	x := l.integerBits(l.value(e.Args[0]))
	y := l.integerBits(l.value(e.Args[1]))
	it := l.b.Type(x)
	sign := int64(-1) << (bitsOf(it) - 1)
	v := l.b.Binary(ir.Or, it, l.b.Binary(ir.And, it, x, l.b.Const(it, ^sign)), l.b.Binary(ir.And, it, y, l.b.Const(it, sign)))
	return l.b.Unary(ir.Bits, t, v), true
}

// leastOrGreatest is fmin or fmax: of a number and what is none, the number.
func (l *Lowerer) leastOrGreatest(least bool, e *ast.Call, t ir.Type) (ir.Value, bool) {
	if !l.fits(e, t) {
		return 0, false
	}
	x := l.value(e.Args[0])
	y := l.value(e.Args[1])
	c := ir.Gt
	if least {
		c = ir.Lt
	}
	first := l.b.Binary(ir.Or, ir.I32, l.b.Compare(ir.FCmp, c, x, y), l.b.Compare(ir.FCmp, ir.Ne, y, y))
	return l.b.Select(first, x, y), true
}

// memoryBuiltin lowers functions that copy or set as many bytes as a constant says, and few enough where that is done one by one.
func (l *Lowerer) memoryBuiltin(name string, own bool, e *ast.Call) (ir.Value, bool) {
	if own && (name == "prefetch" || name == "assume_aligned") {
		return l.firstOf(e, name == "prefetch"), true
	}
	c, ok := e.Args[2].(*ast.Const)
	if !ok || l.o.Checked || !isPointer(ast.TypeOf(e.Args[0])) {
		return 0, false
	}
	n, ok := c.Value.(ast.IntConst)
	switch size := int64(n); {
	case !ok || size < 0:
	case name == "memcpy" && isPointer(ast.TypeOf(e.Args[1])):
		to := l.value(e.Args[0])
		l.copy(to, l.value(e.Args[1]), size)
		return to, true
	case name == "memmove" && isPointer(ast.TypeOf(e.Args[1])) && size <= maxPieces*8:
		return l.move(e, size), true
	case name == "memset":
		return l.fill(e, size)
	}
	return 0, false
}

func (l *Lowerer) firstOf(e *ast.Call, none bool) ir.Value {
	if none {
		return l.nothing(e)
	}
	return l.value(e.Args[0])
}

// maxPieces bounds the loads or stores that one call becomes.
const maxPieces = 8

// pieces calls f for pieces of 8, 4, 2 and 1 bytes that make up size bytes.
func pieces(size int64, f func(m ir.Mem, t ir.Type, off int64)) {
	off := int64(0)
	for _, m := range [...]ir.Mem{ir.M64, ir.U32, ir.U16, ir.U8} {
		t := ir.I32
		if m == ir.M64 {
			t = ir.I64
		}
		for ; size-off >= m.Size(); off += m.Size() {
			f(m, t, off)
		}
	}
}

// move copies bytes that may overlap: all are read before one is written.
func (l *Lowerer) move(e *ast.Call, size int64) ir.Value {
	to := l.value(e.Args[0])
	from := l.value(e.Args[1])
	var read []ir.Value
	pieces(size, func(m ir.Mem, t ir.Type, off int64) { read = append(read, l.b.Load(t, m, from, off)) })
	i := 0
	pieces(size, func(m ir.Mem, t ir.Type, off int64) { l.b.Store(m, to, off, read[i]); i++ })
	return to
}

// fill is memset.
func (l *Lowerer) fill(e *ast.Call, size int64) (ir.Value, bool) {
	c, ok := e.Args[1].(*ast.Const)
	if !ok {
		return 0, false
	}
	v, ok := c.Value.(ast.IntConst)
	if !ok || v&0xff != 0 && size > maxPieces*8 {
		return 0, false
	}
	to := l.value(e.Args[0])
	if v&0xff == 0 {
		l.zero(at(to), size)
		return to, true
	}
	pattern := int64(v&0xff) * 0x0101010101010101
	pieces(size, func(m ir.Mem, t ir.Type, off int64) { l.b.Store(m, to, off, l.b.Const(t, pattern)) })
	return to, true
}

// ends lowers a call after which nothing comes, and reports whether e is one.
func (l *Lowerer) ends(e *ast.Call) bool {
	name, direct := calledName(e)
	if !direct || l.own(name) != nil || l.u.refused[name] {
		return false
	}
	switch name {
	case "__builtin_unreachable":
		if l.o.Checked {
			l.trapIf(l.b.Const(ir.I32, 1), backend.Unreachable)
		}
	case "abort", "exit", "_exit", "_Exit", "__builtin_abort", "__builtin_exit", "__builtin_trap", "__assert_fail":
		l.callInto(e, 0)
	default:
		return false
	}
	l.b.Unreachable()
	return true
}
