package arm64

import (
	"math"
	"testing"
)

func TestFloats(t *testing.T) {
	var f forms
	for _, k := range floats {
		for _, x := range someVecs {
			for _, y := range someVecs {
				for name, op := range map[string]FloatTwo{"fmul": Fmul, "fdiv": Fdiv, "fadd": Fadd, "fsub": Fsub, "fmax": Fmax, "fmin": Fmin,
					"fmaxnm": Fmaxnm, "fminnm": Fminnm, "fnmul": Fnmul} {
					for _, z := range someVecs {
						f.FloatRRR(op, k, x, y, z)
						f.add("%s %s, %s, %s", name, k.in(x), k.in(y), k.in(z))
					}
				}
				for name, op := range map[string]FloatOne{"fmov": Fmov, "fabs": Fabs, "fneg": Fneg, "fsqrt": Fsqrt, "frintn": Frintn, "frintp": Frintp,
					"frintm": Frintm, "frintz": Frintz, "frinta": Frinta, "frintx": Frintx, "frinti": Frinti} {
					f.FloatRR(op, k, x, y)
					f.add("%s %s, %s", name, k.in(x), k.in(y))
				}
				f.Fcmp(k, x, y)
				f.add("fcmp %s, %s", k.in(x), k.in(y))
			}
			f.FcmpZero(k, x)
			f.add("fcmp %s, #0.0", k.in(x))
		}
	}
	for _, x := range someVecs {
		for _, y := range someVecs {
			f.Widen(x, y)
			f.add("fcvt %s, %s", D.in(x), S.in(y))
			f.Narrow(x, y)
			f.add("fcvt %s, %s", S.in(x), D.in(y))
			f.MovVV(x, y)
			f.add("mov v%d.16b, v%d.16b", x, y)
		}
		f.ZeroV(x)
		f.add("movi v%d.2d, #0", x)
	}
	f.check(t)
}

func TestFloatAndGeneral(t *testing.T) {
	var f forms
	for _, w := range widths {
		for _, k := range floats {
			for _, x := range someRegs {
				for _, v := range someVecs {
					for name, op := range map[string]Convert{"fcvtns": Fcvtns, "fcvtas": Fcvtas, "fcvtps": Fcvtps, "fcvtms": Fcvtms,
						"fcvtzs": Fcvtzs, "fcvtzu": Fcvtzu} {
						f.ToInt(op, w, k, x, v)
						f.add("%s %s, %s", name, w.in(x), k.in(v))
					}
					f.FromInt(Scvtf, w, k, v, x)
					f.add("scvtf %s, %s", k.in(v), w.in(x))
					f.FromInt(Ucvtf, w, k, v, x)
					f.add("ucvtf %s, %s", k.in(v), w.in(x))
					if uint32(w) == uint32(k) {
						f.MovRV(k, x, v)
						f.add("fmov %s, %s", w.in(x), k.in(v))
						f.MovVR(k, v, x)
						f.add("fmov %s, %s", k.in(v), w.in(x))
					}
				}
			}
		}
	}
	f.check(t)
}

// TestFloatImm goes through all numbers that an instruction can have, and their neighbours.
func TestFloatImm(t *testing.T) {
	var f forms
	count := 0
	for sixteenths := 16; sixteenths < 32; sixteenths++ {
		for e := -3; e <= 4; e++ {
			for _, sign := range []float64{1, -1} {
				v := sign * math.Ldexp(float64(sixteenths)/16, e)
				imm, ok := FloatImm(math.Float64bits(v))
				if !ok {
					t.Fatalf("%v is none", v)
				}
				count++
				for _, k := range floats {
					f.FloatI(k, V9, imm)
					f.add("fmov %s, #%v", k.in(V9), v)
				}
				for _, u := range []float64{v * 512, v / 512, math.Nextafter(v, 0)} {
					if _, ok := FloatImm(math.Float64bits(u)); ok {
						t.Errorf("%v is one", u)
					}
				}
			}
		}
	}
	for _, v := range []float64{0, math.Inf(1), math.NaN()} {
		if _, ok := FloatImm(math.Float64bits(v)); ok {
			t.Errorf("%v is one", v)
		}
	}
	if count != 256 {
		t.Error(count)
	}
	f.check(t)
}
