package core

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
)

// Concrete evaluation of the primitive operations (ops.go says what each means). The interpreter, the partial evaluator and
// abstract values fold through this one function.

// Errors of EvalPrim that callers tell apart.
var (
	ErrDivByZero = errors.New("division by zero")
	ErrDead      = errors.New("an operation reads a dead value")
)

// maxString limits the length of strings, so that repeated ^ ends in an error and not in want of memory.
const maxString = 1 << 28

// EvalPrim is the result of op on args, which must be of its types and number. It is an error to divide by zero, to leave
// the range that an operation is defined on, and to operate on a Dead or to compare one or to use one in a key, also inside a
// structure. (A map may map to a Dead.)
func EvalPrim(op Op, args []Value) (Value, error) {
	var v Value
	var err error
	switch len(args) {
	case 1:
		v, err = EvalUnary(op, args[0])
	case 2:
		v, err = EvalBinary(op, args[0], args[1])
	case 3:
		v, err = EvalInsert(op, args[0], args[1], args[2])
	}
	if v == nil && err == nil {
		err = Misuse(op, args)
	}
	return v, err
}

// Misuse is the error of an operation on what it is not defined on: in a program that type-checks, something dead.
func Misuse(op Op, args []Value) error {
	for _, a := range args {
		if (a == Dead{}) {
			return ErrDead
		}
	}
	name := fmt.Sprintf("operation %d", op)
	if op > OpInvalid && int(op) < len(opInfos) {
		name = op.Name()
	}
	return fmt.Errorf("%s is not defined on %s", name, AbbreviateValue(&Tuple{args}, 80))
}

// EvalUnary is EvalPrim for one argument; it is nil without an error where op has no meaning on values of this kind.
func EvalUnary(op Op, a Value) (Value, error) {
	switch x := a.(type) {
	case Int:
		switch op {
		case OpNeg:
			return -x, nil
		case OpAbs:
			return max(x, -x), nil // wraps to itself for the least int, as negation does
		case OpNotb:
			return ^x, nil
		case OpCtz:
			return Int(bits.TrailingZeros64(uint64(x))), nil
		case OpIntToString:
			return Str(x.String()), nil
		case OpChr:
			if x < 0 || x > 255 {
				return nil, fmt.Errorf("chr: %s is outside 0 to 255", x)
			}
			return Char(x), nil
		case OpFWiden, OpFNarrow, OpFToInt:
			return convertFloat(op, x), nil
		}
	case Bool:
		if op == OpNot {
			return !x, nil
		}
	case Char:
		switch op {
		case OpOrd:
			return Int(x), nil
		case OpStr:
			return Str([]byte{byte(x)}), nil
		}
	case Str:
		if op == OpSize {
			return Int(len(x)), nil
		}
	}
	return nil, nil
}

// EvalBinary is nil without an error where op has no meaning on values of these kinds, as evalUnary is.
func EvalBinary(op Op, a, b Value) (Value, error) { return new(Living).EvalBinary(op, a, b) }

// EvalBinary is EvalBinary where l knows of lists without dead values.
func (l *Living) EvalBinary(op Op, a, b Value) (Value, error) {
	switch x := a.(type) {
	case Int:
		if y, ok := b.(Int); ok {
			return evalInts(op, x, y)
		}
	case Char:
		if y, ok := b.(Char); ok {
			return evalOrder(op, cmp.Compare(x, y)), nil
		}
	case Str:
		switch y := b.(type) {
		case Str:
			if op == OpConcat {
				return concat(x, y)
			}
			return evalOrder(op, cmp.Compare(x, y)), nil
		case Int:
			if op == OpStrSub {
				return subString(x, y)
			}
		}
	case *MapValue:
		return l.evalMap(op, x, b)
	case *SetValue:
		return l.evalSet(op, x, b)
	}
	if op == OpEq || op == OpNe {
		return evalEqual(op == OpEq, a, b)
	}
	return nil, nil
}

// evalOrder is the comparison op of two values that compare as c; nil if op is none.
func evalOrder(op Op, c int) Value {
	switch op {
	case OpLt:
		return Bool(c < 0)
	case OpLe:
		return Bool(c <= 0)
	case OpGt:
		return Bool(c > 0)
	case OpGe:
		return Bool(c >= 0)
	case OpEq:
		return Bool(c == 0)
	case OpNe:
		return Bool(c != 0)
	}
	return nil
}

// evalEqual compares structures: are they equal, or (where want is false) different?
func evalEqual(want bool, a, b Value) (Value, error) {
	c, dead := compare(a, b)
	if dead {
		return nil, ErrDead
	}
	return Bool((c == 0) == want), nil
}

func evalInts(op Op, x, y Int) (Value, error) {
	switch op {
	case OpAdd:
		return x + y, nil
	case OpSub:
		return x - y, nil
	case OpMul:
		return x * y, nil
	case OpMin:
		return min(x, y), nil
	case OpMax:
		return max(x, y), nil
	case OpLt:
		return Bool(x < y), nil
	case OpLe:
		return Bool(x <= y), nil
	case OpGt:
		return Bool(x > y), nil
	case OpGe:
		return Bool(x >= y), nil
	case OpEq:
		return Bool(x == y), nil
	case OpNe:
		return Bool(x != y), nil
	case OpDiv, OpMod, OpQuot, OpRem, OpDivu, OpModu:
		if y == 0 {
			return nil, ErrDivByZero
		}
		return divide(op, x, y), nil
	}
	return evalBits(op, x, y)
}

// divide divides by y, which is not zero. Go wraps the least int divided by ~1 as SCF-ML does.
func divide(op Op, x, y Int) Value {
	q, r := x/y, x%y
	below := r != 0 && (r < 0) != (y < 0) // the exact quotient lies below q
	switch {
	case op == OpDivu:
		return Int(uint64(x) / uint64(y))
	case op == OpModu:
		return Int(uint64(x) % uint64(y))
	case op == OpDiv && below:
		return q - 1
	case op == OpMod && below:
		return r + y
	case op == OpDiv || op == OpQuot:
		return q
	}
	return r
}

func evalBits(op Op, x, y Int) (Value, error) {
	switch op {
	case OpAndb:
		return x & y, nil
	case OpOrb:
		return x | y, nil
	case OpXorb:
		return x ^ y, nil
	case OpShl:
		return x << uint64(y), nil // Go shifts by any count as repeated shifts do
	case OpShr:
		return Int(uint64(x) >> uint64(y)), nil
	case OpSar:
		return x >> uint64(y), nil
	case OpLtu:
		return Bool(uint64(x) < uint64(y)), nil
	case OpLeu:
		return Bool(uint64(x) <= uint64(y)), nil
	case OpSext, OpZext:
		return extend(op, x, y)
	}
	return evalFloats(op, x, y), nil
}

// extend widens the low w bits of x.
func extend(op Op, w, x Int) (Value, error) {
	if w < 1 || w > 64 {
		return nil, fmt.Errorf("a width of %s bits is outside 1 to 64", w)
	}
	up := 64 - uint(w)
	if op == OpSext {
		return x << up >> up, nil
	}
	return Int(uint64(x) << up >> up), nil
}

func concat(x, y Str) (Value, error) {
	if len(x)+len(y) > maxString {
		return nil, fmt.Errorf("^ makes a string of %d characters; the limit is %d", len(x)+len(y), maxString)
	}
	return x + y, nil
}

func subString(s Str, i Int) (Value, error) {
	if i < 0 || i >= Int(len(s)) {
		return nil, fmt.Errorf("String.sub: index %s is outside a string of size %d", i, len(s))
	}
	return Char(s[i]), nil
}

func (l *Living) evalMap(op Op, m *MapValue, b Value) (Value, error) {
	if op == OpMapEqual {
		return evalEqual(true, m, b)
	}
	if l.HasDead(b) {
		return nil, ErrDead
	}
	switch op {
	case OpMapFind:
		if v, ok := m.Get(b); ok {
			return SomeValue(v), nil
		}
		return NoneValue, nil
	case OpMapRemove:
		return m.Remove(b), nil
	}
	return nil, nil
}

// NoneValue is NONE.
var NoneValue = &ConValue{Con: None}

// EvalInsert is EvalPrim for three arguments; it is nil without an error as EvalUnary is.
func EvalInsert(op Op, a, k, v Value) (Value, error) { return new(Living).EvalInsert(op, a, k, v) }

// EvalInsert is EvalInsert where l knows of lists without dead values.
func (l *Living) EvalInsert(op Op, a, k, v Value) (Value, error) {
	m, ok := a.(*MapValue)
	if !ok || op != OpMapInsert {
		return nil, nil
	}
	if l.HasDead(k) {
		return nil, ErrDead
	}
	return m.Insert(k, v), nil
}

func (l *Living) evalSet(op Op, s *SetValue, b Value) (Value, error) {
	switch op {
	case OpSetEqual:
		return evalEqual(true, s, b)
	case OpSetUnion:
		if t, ok := b.(*SetValue); ok {
			return s.Union(t), nil
		}
		return nil, nil
	case OpSetDifference:
		if t, ok := b.(*SetValue); ok {
			return s.Difference(t), nil
		}
		return nil, nil
	}
	if l.HasDead(b) {
		return nil, ErrDead
	}
	switch op {
	case OpSetAdd:
		return s.Insert(b), nil
	case OpSetDelete:
		return s.Remove(b), nil
	case OpSetMember:
		return Bool(s.Has(b)), nil
	}
	return nil, nil
}
