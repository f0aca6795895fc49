package core

import (
	"errors"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// The integer operations are held against the mathematics of unbounded integers.

// wrap is n as a 64-bit two's complement number.
func wrap(n *big.Int) Value {
	// And sees negative numbers as two's complement of unbounded length.
	return Int(new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64)).Uint64())
}

// signed and unsigned are the numbers that 64 bits mean.
func signed(x Int) *big.Int   { return big.NewInt(int64(x)) }
func unsigned(x Int) *big.Int { return new(big.Int).SetUint64(uint64(x)) }

// repeated is x after n steps of f; more than 64 steps change nothing more. A negative n is a large unsigned number.
func repeated(x *big.Int, n Int, f func(x *big.Int) *big.Int) Value {
	for range min(uint64(n), 65) {
		x = f(x)
	}
	return wrap(x)
}

func twice(x *big.Int) *big.Int { return new(big.Int).Lsh(x, 1) }
func half(x *big.Int) *big.Int  { return new(big.Int).Rsh(x, 1) } // rounds down

// lowBits is x modulo 2^w, 1 <= w <= 64.
func lowBits(w, x Int) *big.Int {
	return new(big.Int).Mod(unsigned(x), new(big.Int).Lsh(big.NewInt(1), uint(w)))
}

// guarded is nil for a zero divisor.
func guarded(y Int, f func() *big.Int) Value {
	if y == 0 {
		return nil
	}
	return wrap(f())
}

// floor is the quotient rounded down and its remainder.
func floor(x, y *big.Int) (q, r *big.Int) {
	q, r = new(big.Int).QuoRem(x, y, new(big.Int))
	if r.Sign() != 0 && r.Sign() != y.Sign() {
		q.Sub(q, big.NewInt(1))
		r.Add(r, y)
	}
	return q, r
}

// intModels are the integer operations; a model is nil where the operation is an error.
var intModels = map[Op]func(x, y Int) Value{
	OpAdd: func(x, y Int) Value { return wrap(new(big.Int).Add(signed(x), signed(y))) },
	OpSub: func(x, y Int) Value { return wrap(new(big.Int).Sub(signed(x), signed(y))) },
	OpMul: func(x, y Int) Value { return wrap(new(big.Int).Mul(signed(x), signed(y))) },
	OpDiv: func(x, y Int) Value {
		return guarded(y, func() *big.Int { q, _ := floor(signed(x), signed(y)); return q })
	},
	OpMod: func(x, y Int) Value {
		return guarded(y, func() *big.Int { _, r := floor(signed(x), signed(y)); return r })
	},
	OpQuot: func(x, y Int) Value {
		return guarded(y, func() *big.Int { return new(big.Int).Quo(signed(x), signed(y)) })
	},
	OpRem: func(x, y Int) Value {
		return guarded(y, func() *big.Int { return new(big.Int).Rem(signed(x), signed(y)) })
	},
	OpDivu: func(x, y Int) Value {
		return guarded(y, func() *big.Int { return new(big.Int).Quo(unsigned(x), unsigned(y)) })
	},
	OpModu: func(x, y Int) Value {
		return guarded(y, func() *big.Int { return new(big.Int).Rem(unsigned(x), unsigned(y)) })
	},
	OpMin: func(x, y Int) Value {
		if x < y {
			return x
		}
		return y
	},
	OpMax: func(x, y Int) Value {
		if x > y {
			return x
		}
		return y
	},
	OpLt:   func(x, y Int) Value { return Bool(signed(x).Cmp(signed(y)) < 0) },
	OpLe:   func(x, y Int) Value { return Bool(signed(x).Cmp(signed(y)) <= 0) },
	OpGt:   func(x, y Int) Value { return Bool(signed(x).Cmp(signed(y)) > 0) },
	OpGe:   func(x, y Int) Value { return Bool(signed(x).Cmp(signed(y)) >= 0) },
	OpEq:   func(x, y Int) Value { return Bool(signed(x).Cmp(signed(y)) == 0) },
	OpNe:   func(x, y Int) Value { return Bool(signed(x).Cmp(signed(y)) != 0) },
	OpLtu:  func(x, y Int) Value { return Bool(unsigned(x).Cmp(unsigned(y)) < 0) },
	OpLeu:  func(x, y Int) Value { return Bool(unsigned(x).Cmp(unsigned(y)) <= 0) },
	OpAndb: func(x, y Int) Value { return wrap(new(big.Int).And(signed(x), signed(y))) },
	OpOrb:  func(x, y Int) Value { return wrap(new(big.Int).Or(signed(x), signed(y))) },
	OpXorb: func(x, y Int) Value { return wrap(new(big.Int).Xor(signed(x), signed(y))) },
	OpShl:  func(x, y Int) Value { return repeated(signed(x), y, twice) },
	OpShr:  func(x, y Int) Value { return repeated(unsigned(x), y, half) },
	OpSar:  func(x, y Int) Value { return repeated(signed(x), y, half) },
	OpSext: func(w, x Int) Value {
		if w < 1 || w > 64 {
			return nil
		}
		n := lowBits(w, x)
		if n.Bit(int(w)-1) == 1 {
			n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(w)))
		}
		return wrap(n)
	},
	OpZext: func(w, x Int) Value {
		if w < 1 || w > 64 {
			return nil
		}
		return wrap(lowBits(w, x))
	},
	OpFAdd: func(x, y Int) Value {
		return rationally(x, y, (*big.Rat).Add, func(a, b float64) float64 { return a + b })
	},
	OpFSub: func(x, y Int) Value {
		return rationally(x, y, (*big.Rat).Sub, func(a, b float64) float64 { return a - b })
	},
	OpFMul: func(x, y Int) Value {
		return rationally(x, y, (*big.Rat).Mul, func(a, b float64) float64 { return a * b })
	},
	OpFDiv: func(x, y Int) Value {
		return rationally(x, y, (*big.Rat).Quo, func(a, b float64) float64 { return a / b })
	},
	OpFLt:       func(x, y Int) Value { return Bool(double(x) < double(y)) },
	OpFLe:       func(x, y Int) Value { return Bool(double(x) <= double(y)) },
	OpFEq:       func(x, y Int) Value { return Bool(double(x) == double(y)) },
	OpFFromInt:  func(w, n Int) Value { return roundedInt(w, signed(n)) },
	OpFFromWord: func(w, n Int) Value { return roundedInt(w, unsigned(n)) },
}

// genInt prefers numbers at which integer operations go wrong.
var genInt = rapid.Custom(func(r *rapid.T) Int {
	edge := rapid.SampledFrom([]int64{0, 1, 2, 31, 32, 63, 64, 65, 127, 255, 1 << 31, 1 << 32, math.MaxInt64, math.MinInt64})
	x := Int(rapid.OneOf(edge, rapid.Int64Range(0, 70), rapid.Int64()).Draw(r, "int"))
	if rapid.Bool().Draw(r, "negate") {
		x = -x
	}
	return x
})

func TestIntegerOperations(t *testing.T) {
	for op := OpInvalid; int(op) < len(opInfos); op++ {
		model := intModels[op]
		if sig := opInfos[op].sig; model == nil && (sig == "iii" || sig == "iib") {
			t.Errorf("no model of %s", op.Name())
		}
		if model == nil {
			continue
		}
		rapid.Check(t, func(r *rapid.T) {
			x, y := genInt.Draw(r, "x"), genInt.Draw(r, "y")
			got, err := EvalPrim(op, []Value{x, y})
			if want := model(x, y); got != want || (err == nil) != (want != nil) {
				r.Fatalf("%s (%s, %s) = %v, %v; want %v", op.Name(), x, y, got, err, want)
			}
		})
	}
}

func trailingZeros(x Int) Int {
	for n := range Int(64) {
		if x>>n&1 == 1 {
			return n
		}
	}
	return 64
}

func TestUnaryIntegerOperations(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		x := genInt.Draw(r, "x")
		for op, want := range map[Op]Value{
			OpNeg:         wrap(new(big.Int).Neg(signed(x))),
			OpAbs:         wrap(new(big.Int).Abs(signed(x))),
			OpNotb:        wrap(new(big.Int).Not(signed(x))),
			OpCtz:         trailingZeros(x),
			OpIntToString: Str(FormatValue(x)),
		} {
			if got, err := EvalPrim(op, []Value{x}); got != want || err != nil {
				r.Fatalf("%s %s = %v, %v; want %v", op.Name(), x, got, err, want)
			}
		}
	})
}

func TestPrimitives(t *testing.T) {
	m := EmptyMap.Insert(Int(1), Str("one"))
	s := EmptySet.Insert(Int(1))
	list := ListValue(Int(1), Int(2))
	for _, c := range []struct {
		op   Op
		args []Value
		want string // the result's text, or the error's
	}{
		{OpLt, []Value{Str("B"), Str("a")}, "true"},
		{OpLe, []Value{Str("a"), Str("a")}, "true"},
		{OpGt, []Value{Char('b'), Char('a')}, "true"},
		{OpGe, []Value{Char('a'), Char('b')}, "false"},
		{OpEq, []Value{Str("a"), Str("a")}, "true"},
		{OpNe, []Value{Char('a'), Char('a')}, "false"},
		{OpEq, []Value{Bool(true), Bool(false)}, "false"},
		{OpEq, []Value{list, ListValue(Int(1), Int(2))}, "true"},
		{OpNe, []Value{list, ListValue(Int(1))}, "true"},
		{OpEq, []Value{UnitValue, &Tuple{}}, "true"},
		{OpNot, []Value{Bool(true)}, "false"},
		{OpConcat, []Value{Str("a"), Str("b")}, `"ab"`},
		{OpConcat, []Value{Str(make([]byte, maxString)), Str("b")}, "^ makes a string of 268435457 characters; the limit is 268435456"},
		{OpSize, []Value{Str("abc")}, "3"},
		{OpStrSub, []Value{Str("abc"), Int(2)}, `#"c"`},
		{OpStrSub, []Value{Str("abc"), Int(3)}, "String.sub: index 3 is outside a string of size 3"},
		{OpStrSub, []Value{Str("abc"), Int(-1)}, "String.sub: index ~1 is outside a string of size 3"},
		{OpOrd, []Value{Char(200)}, "200"},
		{OpChr, []Value{Int(200)}, `#"\200"`},
		{OpChr, []Value{Int(256)}, "chr: 256 is outside 0 to 255"},
		{OpStr, []Value{Char(200)}, `"\200"`},
		{OpIntToString, []Value{Int(-12)}, `"~12"`},
		{OpDiv, []Value{Int(1), Int(0)}, "division by zero"},
		{OpMapFind, []Value{m, Int(1)}, `SOME("one")`},
		{OpMapFind, []Value{m, Int(2)}, "NONE"},
		{OpMapInsert, []Value{m, Int(1), Str("uno")}, `map{1 -> "uno"}`},
		{OpMapInsert, []Value{m, Int(0), Dead{}}, `map{0 -> dead, 1 -> "one"}`},
		{OpMapRemove, []Value{m, Int(1)}, "map{}"},
		{OpMapRemove, []Value{m, Int(2)}, `map{1 -> "one"}`},
		{OpMapEqual, []Value{m, EmptyMap}, "false"},
		{OpMapEqual, []Value{m, EmptyMap.Insert(Int(1), Str("one"))}, "true"},
		{OpSetAdd, []Value{s, Int(2)}, "set{1, 2}"},
		{OpSetDelete, []Value{s, Int(1)}, "set{}"},
		{OpSetDelete, []Value{s, Int(2)}, "set{1}"},
		{OpSetMember, []Value{s, Int(2)}, "false"},
		{OpSetUnion, []Value{s, EmptySet.Insert(Int(0))}, "set{0, 1}"},
		{OpSetDifference, []Value{s.Insert(Int(0)), s.Insert(Int(2))}, "set{0}"},
		{OpSetDifference, []Value{s, s.Insert(Int(2)).Insert(Int(3))}, "set{}"},
		{OpSetEqual, []Value{s, s.Insert(Int(2)).Remove(Int(2))}, "true"},
		// Dead values.
		{OpAdd, []Value{Int(1), Dead{}}, ErrDead.Error()},
		{OpNot, []Value{Dead{}}, ErrDead.Error()},
		{OpEq, []Value{Dead{}, Int(1)}, ErrDead.Error()},
		{OpEq, []Value{ListValue(Int(1), Dead{}), ListValue(Int(1), Dead{})}, ErrDead.Error()},
		{OpEq, []Value{ListValue(Int(1), Dead{}), ListValue(Int(2), Dead{})}, "false"},
		{OpMapFind, []Value{m, Dead{}}, ErrDead.Error()},
		{OpMapFind, []Value{Dead{}, Int(1)}, ErrDead.Error()},
		{OpMapInsert, []Value{m, SomeValue(Dead{}), Int(1)}, ErrDead.Error()},
		{OpSetAdd, []Value{s, &Tuple{[]Value{Int(1), Dead{}}}}, ErrDead.Error()},
		{OpSetUnion, []Value{s, Dead{}}, ErrDead.Error()},
		// What no program that type-checks does.
		{OpAdd, []Value{Int(1), Str("a")}, `+ is not defined on (1, "a")`},
		{OpInvalid, []Value{Int(1)}, "operation 0 is not defined on (1)"},
		{OpAdd, nil, "+ is not defined on ()"},
	} {
		v, err := EvalPrim(c.op, c.args)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = FormatValue(v)
		}
		if got != c.want {
			t.Errorf("%s %s = %s, want %s", c.op.Name(), AbbreviateValue(&Tuple{c.args}, 40), got, c.want)
		}
	}
}

func TestPrimErrorsAreKnown(t *testing.T) {
	if _, err := EvalPrim(OpModu, []Value{Int(1), Int(0)}); !errors.Is(err, ErrDivByZero) {
		t.Errorf("error %v", err)
	}
	if _, err := EvalPrim(OpSize, []Value{Dead{}}); !errors.Is(err, ErrDead) {
		t.Errorf("error %v", err)
	}
}
