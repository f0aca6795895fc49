package backend

import (
	"math"
	"strings"

	"scf/backend/mem"
)

// This file is math.h. Each function is given for double; the one for float, with an f behind its name, computes as double and rounds, which
// gives the same as computing as float for all that are exact (fma apart, which has its own).

// unary are the functions of one number.
var unary = map[string]func(float64) float64{
	"fabs": math.Abs, "sqrt": math.Sqrt, "floor": math.Floor, "ceil": math.Ceil, "trunc": math.Trunc,
	"rint": math.RoundToEven, "nearbyint": math.RoundToEven, "roundeven": math.RoundToEven, "round": math.Round,

	"exp": math.Exp, "exp2": math.Exp2, "exp10": func(x float64) float64 { return math.Pow(10, x) }, "expm1": math.Expm1,
	"log": math.Log, "log2": math.Log2, "log10": math.Log10, "log1p": math.Log1p, "logb": math.Logb, "cbrt": math.Cbrt,
	"sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "asin": math.Asin, "acos": math.Acos, "atan": math.Atan,
	"sinh": math.Sinh, "cosh": math.Cosh, "tanh": math.Tanh, "asinh": math.Asinh, "acosh": math.Acosh, "atanh": math.Atanh,
	"erf": math.Erf, "erfc": math.Erfc, "tgamma": math.Gamma,
	"lgamma": func(x float64) float64 { v, _ := math.Lgamma(x); return v },
}

// binary are the functions of two.
var binary = map[string]func(x, y float64) float64{
	"copysign": math.Copysign, "fmod": math.Mod, "remainder": math.Remainder, "drem": math.Remainder,
	"fmin": func(x, y float64) float64 { return choose(x, y, x < y) },
	"fmax": func(x, y float64) float64 { return choose(x, y, x > y) },
	"fdim": func(x, y float64) float64 {
		if x <= y {
			return 0
		}
		return x - y
	},
	"pow": math.Pow, "atan2": math.Atan2, "hypot": math.Hypot,
}

// choose is x or y, and not the one that is no number.
func choose(x, y float64, first bool) float64 {
	if y != y || first {
		return x
	}
	return y
}

// integral are the functions that give integers.
var integral = map[string]func(float64) int64{
	"lrint": func(x float64) int64 { return ToInt64(math.RoundToEven(x)) }, "llrint": func(x float64) int64 { return ToInt64(math.RoundToEven(x)) },
	"lround": func(x float64) int64 { return ToInt64(math.Round(x)) }, "llround": func(x float64) int64 { return ToInt64(math.Round(x)) },
	"ilogb": func(x float64) int64 {
		if x == 0 || x != x {
			return math.MinInt32
		}
		return int64(math.Ilogb(x))
	},
	"isnan": func(x float64) int64 { return truth(x != x) }, "isinf": func(x float64) int64 { return truth(math.IsInf(x, 0)) },
	"isinf_sign": func(x float64) int64 { return truth(math.IsInf(x, 1)) - truth(math.IsInf(x, -1)) },
	"isfinite":   finite, "finite": finite,
	"isnormal": func(x float64) int64 { return truth(math.Abs(x) >= 0x1p-1022 && !math.IsInf(x, 0)) },
	"signbit":  func(x float64) int64 { return truth(math.Signbit(x)) },
}

func finite(x float64) int64 { return truth(x-x == 0) }

// relations are gcc's comparisons of floating numbers.
var relations = map[string]func(x, y float64) bool{
	"isgreater": func(x, y float64) bool { return x > y }, "isgreaterequal": func(x, y float64) bool { return x >= y },
	"isless": func(x, y float64) bool { return x < y }, "islessequal": func(x, y float64) bool { return x <= y },
	"islessgreater": func(x, y float64) bool { return x < y || x > y }, "isunordered": func(x, y float64) bool { return x != x || y != y },
}

// constants are the functions without an argument that counts.
var constants = map[string]float64{"inf": math.Inf(1), "huge_val": math.Inf(1), "nan": math.Float64frombits(0x7ff8 << 48)}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// ToInt64 converts as SSE2 does: what is out of range becomes the least integer.
func ToInt64(x float64) int64 {
	if x >= -0x1p63 && x < 0x1p63 {
		return int64(x)
	}
	return math.MinInt64
}

// floats reads and makes words of one floating type.
type floats struct {
	of   func(uint64) float64
	word func(float64) uint64
}

var (
	doubles = floats{math.Float64frombits, math.Float64bits}
	singles = floats{
		func(w uint64) float64 { return float64(math.Float32frombits(uint32(w))) },
		func(x float64) uint64 { return uint64(math.Float32bits(float32(x))) },
	}
)

// mathFunction is the function of math.h called name; nil if there is none.
func mathFunction(name string) libraryFunc {
	if f := doubles.function(name); f != nil {
		return f
	}
	if base, ok := strings.CutSuffix(name, "f"); ok {
		return singles.function(base)
	}
	return nil
}

func (k floats) function(name string) libraryFunc {
	if f, ok := unary[name]; ok {
		return func(a []uint64) uint64 { return k.word(f(k.of(a[0]))) }
	}
	if f, ok := binary[name]; ok {
		return func(a []uint64) uint64 { return k.word(f(k.of(a[0]), k.of(a[1]))) }
	}
	if f, ok := integral[name]; ok {
		return func(a []uint64) uint64 { return uint64(f(k.of(a[0]))) }
	}
	if f, ok := relations[name]; ok {
		return func(a []uint64) uint64 { return uint64(truth(f(k.of(a[0]), k.of(a[1])))) }
	}
	if v, ok := constants[name]; ok {
		return func([]uint64) uint64 { return k.word(v) }
	}
	return k.special(name)
}

// special are the functions with parameters of several types.
func (k floats) special(name string) libraryFunc {
	isFloat := k.word(1) == singles.word(1)
	switch name {
	case "ldexp", "scalbn", "scalbln":
		return func(a []uint64) uint64 { return k.word(scale(k.of(a[0]), int64(a[1]), isFloat)) }
	case "frexp":
		return func(a []uint64) uint64 {
			frac, exp := math.Frexp(k.of(a[0]))
			mem.Store32(a[1], uint32(exp))
			return k.word(frac)
		}
	case "modf":
		return func(a []uint64) uint64 { return k.modf(a, isFloat) }
	case "fma":
		if isFloat {
			return func(a []uint64) uint64 { return k.word(fmaOdd(k.of(a[0]), k.of(a[1]), k.of(a[2]))) }
		}
		return func(a []uint64) uint64 { return k.word(math.FMA(k.of(a[0]), k.of(a[1]), k.of(a[2]))) }
	case "nextafter":
		return k.nextAfter(isFloat)
	}
	return nil
}

// nextAfter is nextafter: of equal numbers it gives the second, which may be the other zero.
func (k floats) nextAfter(isFloat bool) libraryFunc {
	next := math.Nextafter
	if isFloat {
		next = func(x, y float64) float64 { return float64(math.Nextafter32(float32(x), float32(y))) }
	}
	return func(a []uint64) uint64 {
		x, y := k.of(a[0]), k.of(a[1])
		if x == y {
			return a[1]
		}
		return k.word(next(x, y))
	}
}

// modf splits a number; both parts have its sign.
func (k floats) modf(a []uint64, isFloat bool) uint64 {
	x := k.of(a[0])
	whole := math.Trunc(x)
	frac := x - whole
	if math.IsInf(x, 0) {
		frac = 0
	}
	if isFloat {
		mem.Store32(a[1], uint32(k.word(whole)))
	} else {
		mem.Store64(a[1], k.word(whole))
	}
	return k.word(math.Copysign(frac, x))
}

// scale is x times two to the n, rounded once: for float a double holds more than its smallest numbers do, so that the rounding to it is the only one.
func scale(x float64, n int64, isFloat bool) float64 {
	bound := int64(1 << 16)
	if isFloat {
		bound = 600
	}
	return math.Ldexp(x, int(max(-bound, min(bound, n))))
}

// fmaOdd is x*y + z of floats, rounded to double so that rounding to float then is as if it were the only one: a result that is not exact gets an odd last bit.
func fmaOdd(x, y, z float64) float64 {
	p := x * y // exact
	s := p + z
	back := s - p
	rest := (p - (s - back)) + (z - back)
	bits := math.Float64bits(s)
	if rest == 0 || math.IsInf(s, 0) || s != s || bits&1 == 1 {
		return s
	}
	if (rest > 0) == (s > 0) {
		return math.Float64frombits(bits + 1)
	}
	return math.Float64frombits(bits - 1)
}
