package params

import (
	"math"
	"math/big"
	"math/rand/v2"

	"scf/ast"
)

// Random late values, for tests of what was staged. Small numbers and short memory are likely, powers of two and the ends of ranges
// less so, everything else is possible.
//
// Invariant: a.Contains(a.Sample(rng)).

// Sample is a random late value among those of a.
func (a Abstract) Sample(rng *rand.Rand) Late { return Late{a.sample(rng)} }

func (a Abstract) sample(rng *rand.Rand) Abstract {
	if !a.IsConstant() {
		return a
	}
	switch f := a.forms[rng.IntN(len(a.forms))].(type) {
	case every:
		return one(f.sample(rng))
	case scalar, *function, *link, *table:
		return one(f)
	case *array:
		return one(f.sample(rng))
	case *record:
		return one(f.sample(rng))
	}
	return a
}

func (e every) sample(rng *rand.Rand) scalar {
	if isFloat(e.typ) {
		return sampleFloat(e.typ, rng)
	}
	low, high := intRange(e.typ)
	n := big.NewInt(int64(rng.IntN(13)) - 3)
	switch rng.IntN(8) {
	case 0:
		n.Lsh(big.NewInt(1), uint(rng.IntN(high.BitLen())))
	case 1:
		n.Sub(high, n)
	case 2:
		n.Add(low, n)
	case 3:
		n.SetUint64(rng.Uint64() >> rng.IntN(64))
	}
	if span := new(big.Int).Sub(high, low); n.Cmp(low) < 0 || n.Cmp(high) > 0 {
		n.Sub(n, low).Mod(n, span.Add(span, big.NewInt(1))).Add(n, low)
	}
	return scalar{bitsOf(n), e.typ}
}

// sampleFloats are numbers that arithmetic treats in ways of their own.
var sampleFloats = []float64{0, math.Copysign(0, -1), 1, -1, 2, 0.5, math.Inf(1), math.Inf(-1), math.NaN()}

func sampleFloat(t ast.Type, rng *rand.Rand) scalar {
	switch rng.IntN(4) {
	case 0:
		return float(sampleFloats[rng.IntN(len(sampleFloats))], t)
	case 1:
		return float(float64(float32(rng.NormFloat64()*1000)), t)
	}
	return float(float64(rng.IntN(41)-20)/4, t)
}

// sampleLength is how often the last element of an array is repeated at most.
const sampleLength = 9

func (a *array) sample(rng *rand.Rand) *array {
	out := &array{typ: a.typ}
	n := a.least()
	if a.repeated {
		n += rng.IntN(sampleLength + 1)
	}
	for i := range n {
		out.elems = append(out.elems, a.elems[min(i, len(a.elems)-1)].sample(rng))
	}
	return out
}

func (r *record) sample(rng *rand.Rand) *record {
	out := &record{}
	for _, x := range r.fields {
		x.value = x.value.sample(rng)
		out.fields = append(out.fields, x)
	}
	return out
}
