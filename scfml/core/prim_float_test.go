package core

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// The operations on floating numbers are held against arithmetic of fractions, rounded once.

// rationally is an operation on the doubles with the bits x and y: exact on fractions where there are some and the result is not
// zero (whose sign a fraction does not have), as the machine does it elsewhere.
func rationally(x, y Int, exact func(z, x, y *big.Rat) *big.Rat, machine func(x, y float64) float64) Value {
	a, b := double(x), double(y)
	p, q := new(big.Rat).SetFloat64(a), new(big.Rat).SetFloat64(b)
	if p != nil && q != nil && a != 0 && b != 0 {
		if r := exact(new(big.Rat), p, q); r.Sign() != 0 {
			f, _ := r.Float64()
			return Int(math.Float64bits(f))
		}
	}
	return canonical(machine(a, b))
}

func canonical(x float64) Value {
	if math.IsNaN(x) {
		return notANumber
	}
	return Int(math.Float64bits(x))
}

// roundedInt is the bits of the float or double nearest to n.
func roundedInt(w Int, n *big.Int) Value {
	r := new(big.Rat).SetInt(n)
	if w == 32 {
		f, _ := r.Float32()
		return Int(math.Float32bits(f))
	}
	f, _ := r.Float64()
	return Int(math.Float64bits(f))
}

// genDouble draws the bits of doubles, also of those near the ends of the ranges of floats and ints.
var genDouble = rapid.Custom(func(r *rapid.T) Int {
	edge := rapid.SampledFrom([]float64{0, 1, 0.1, 1.5, math.MaxFloat64, math.SmallestNonzeroFloat64, math.MaxFloat32,
		math.SmallestNonzeroFloat32, math.SmallestNonzeroFloat32 / 2, 1 << 24, 1<<24 + 1, 1 << 53, 1 << 62, 1 << 63, 1 << 64, math.Inf(1), math.NaN()})
	x := rapid.OneOf(edge, rapid.Float64()).Draw(r, "double")
	if rapid.Bool().Draw(r, "negate") {
		x = -x
	}
	return Int(math.Float64bits(x) + uint64(rapid.IntRange(-2, 2).Draw(r, "step")))
})

func TestDoubles(t *testing.T) {
	for op, model := range intModels {
		if op < OpFAdd || op > OpFEq {
			continue
		}
		rapid.Check(t, func(r *rapid.T) {
			x, y := genDouble.Draw(r, "x"), genDouble.Draw(r, "y")
			if got, err := EvalPrim(op, []Value{x, y}); got != model(x, y) || err != nil {
				r.Fatalf("%s (%#x, %#x) = %v, %v; want %v", op.Name(), x, y, got, err, model(x, y))
			}
		})
	}
}

// TestFloats shows that arithmetic of doubles, rounded to float, is arithmetic of floats.
func TestFloats(t *testing.T) {
	eval := func(op Op, args ...Value) Value {
		v, err := EvalPrim(op, args)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	rapid.Check(t, func(r *rapid.T) {
		edge := rapid.SampledFrom([]float32{0, 1, 0.1, math.MaxFloat32, math.SmallestNonzeroFloat32, 0x1p-126, 1 << 24})
		gen := rapid.OneOf(edge, rapid.Float32())
		x, y := gen.Draw(r, "x"), gen.Draw(r, "y")
		for op, want := range map[Op]float32{OpFAdd: x + y, OpFSub: x - y, OpFMul: x * y, OpFDiv: x / y} {
			a, b := eval(OpFWiden, Int(math.Float32bits(x))), eval(OpFWiden, Int(math.Float32bits(y)))
			got := eval(OpFNarrow, eval(op, a, b)).(Int)
			if want != want && got != notAFloat || want == want && got != Int(math.Float32bits(want)) {
				r.Fatalf("%s (%x, %x) = %x; want %x", op.Name(), x, y, math.Float32frombits(uint32(got)), want)
			}
		}
	})
}

func TestFloatConversions(t *testing.T) {
	bits := func(x float64) Int { return Int(math.Float64bits(x)) }
	single := func(x float32) Int { return Int(math.Float32bits(x)) }
	for _, c := range []struct {
		op   Op
		args []Value
		want Int
	}{
		{OpFToInt, []Value{bits(-2.75)}, -2},
		{OpFToInt, []Value{bits(1 << 63)}, math.MaxInt64},
		{OpFToInt, []Value{bits(-1 << 63)}, math.MinInt64},
		{OpFToInt, []Value{bits(math.Inf(-1))}, math.MinInt64},
		{OpFToInt, []Value{bits(math.NaN())}, 0},
		{OpFNarrow, []Value{bits(0.1)}, single(0.1)},
		{OpFNarrow, []Value{bits(1e300)}, single(float32(math.Inf(1)))},
		{OpFNarrow, []Value{bits(math.NaN())}, notAFloat},
		{OpFWiden, []Value{single(-0.5)}, bits(-0.5)},
		{OpFWiden, []Value{single(-0.5) | -1<<32}, bits(-0.5)},
		{OpFWiden, []Value{notAFloat | 1}, notANumber},
		{OpFFromInt, []Value{Int(32), Int(1<<24 + 1)}, single(1 << 24)},
		{OpFFromInt, []Value{Int(32), Int(1<<54 + 1<<30 + 1)}, single(1<<54 + 1<<31)}, // rounded once, not to a double first
		{OpFFromWord, []Value{Int(64), Int(-1)}, bits(1 << 64)},
	} {
		if got, err := EvalPrim(c.op, c.args); got != c.want || err != nil {
			t.Errorf("%s %v = %v, %v; want %v", c.op.Name(), c.args, got, err, c.want)
		}
	}
}
