package amd64

import (
	"fmt"
	"testing"
)

var sseNames = map[string]Sse{
	"addss": Addss, "addsd": Addsd, "mulss": Mulss, "mulsd": Mulsd, "subss": Subss, "subsd": Subsd, "divss": Divss, "divsd": Divsd,
	"minss": Minss, "minsd": Minsd, "maxss": Maxss, "maxsd": Maxsd, "sqrtss": Sqrtss, "sqrtsd": Sqrtsd, "ucomiss": Ucomiss, "ucomisd": Ucomisd,
	"cvtss2sd": Cvtss2sd, "cvtsd2ss": Cvtsd2ss, "andps": Andps, "andpd": Andpd, "andnps": Andnps, "andnpd": Andnpd, "orps": Orps, "orpd": Orpd,
	"xorps": Xorps, "xorpd": Xorpd, "pxor": Pxor, "addps": Addps, "addpd": Addpd, "mulps": Mulps, "mulpd": Mulpd, "subps": Subps, "subpd": Subpd,
	"divps": Divps, "divpd": Divpd, "paddb": Paddb, "paddw": Paddw, "paddd": Paddd, "paddq": Paddq, "psubb": Psubb, "psubw": Psubw,
	"psubd": Psubd, "psubq": Psubq, "pmullw": Pmullw, "punpckldq": Punpckldq, "punpcklqdq": Punpcklqdq, "unpcklps": Unpcklps, "unpcklpd": Unpcklpd,
}

func xmms() []Xmm {
	out := make([]Xmm, 16)
	for i := range out {
		out[i] = Xmm(i)
	}
	return out
}

// bare is the text of m without the size of what lies there, which as infers.
func (m Mem) bare() string { return m.in(0)[len(" ptr "):] }

func TestSse(t *testing.T) {
	var f forms
	f.a.Features.SSE41 = true
	for name, op := range sseNames {
		for _, x := range xmms() {
			for _, y := range xmms() {
				f.add(fmt.Sprint(name, " ", x, ", ", y), func(a *Assembler) { a.SseRR(op, x, y) })
			}
			for _, m := range someMem {
				f.add(fmt.Sprint(name, " ", x, ", ", m.bare()), func(a *Assembler) { a.SseRM(op, x, m) })
			}
		}
	}
	for _, x := range xmms() {
		for _, y := range xmms() {
			f.add(fmt.Sprint("movaps ", x, ", ", y), func(a *Assembler) { a.MovXX(x, y) })
			for how := ToNearest; how <= ToZero; how++ {
				f.add(fmt.Sprint("roundss ", x, ", ", y, ", ", how), func(a *Assembler) { a.Roundss(how, x, y) })
				f.add(fmt.Sprint("roundsd ", x, ", ", y, ", ", how), func(a *Assembler) { a.Roundsd(how, x, y) })
			}
		}
		f.add(fmt.Sprint("xorps ", x, ", ", x), func(a *Assembler) { a.ZeroX(x) })
		for name, op := range map[string]Move{"movss": Movss, "movsd": Movsd, "movups": Movups, "movaps": Movaps} {
			for _, m := range someMem {
				f.add(fmt.Sprint(name, " ", x, ", ", m.bare()), func(a *Assembler) { a.MovXM(op, x, m) })
				f.add(fmt.Sprint(name, " ", m.bare(), ", ", x), func(a *Assembler) { a.MovMX(op, m, x) })
			}
		}
	}
	f.check(t)
}

func TestSseAndGeneral(t *testing.T) {
	var f forms
	moves := map[Width]string{W32: "movd", W64: "movq"}
	for _, w := range widths[2:] {
		for _, x := range xmms() {
			for _, r := range regs() {
				f.add(fmt.Sprint(moves[w], " ", x, ", ", r.in(w)), func(a *Assembler) { a.MovXR(w, x, r) })
				f.add(fmt.Sprint(moves[w], " ", r.in(w), ", ", x), func(a *Assembler) { a.MovRX(w, r, x) })
				for name, op := range map[string]Convert{"cvtsi2ss": Cvtsi2ss, "cvtsi2sd": Cvtsi2sd} {
					f.add(fmt.Sprint(name, " ", x, ", ", r.in(w)), func(a *Assembler) { a.CvtXR(op, w, x, r) })
				}
				for name, op := range map[string]Convert{"cvttss2si": Cvttss2si, "cvttsd2si": Cvttsd2si} {
					f.add(fmt.Sprint(name, " ", r.in(w), ", ", x), func(a *Assembler) { a.CvtRX(op, w, r, x) })
				}
			}
			for _, m := range someMem {
				f.add(fmt.Sprint("cvtsi2sd ", x, ", ", m.in(w)), func(a *Assembler) { a.CvtXM(Cvtsi2sd, w, x, m) })
				f.add(fmt.Sprint("cvtsi2ss ", x, ", ", m.in(w)), func(a *Assembler) { a.CvtXM(Cvtsi2ss, w, x, m) })
			}
		}
		for _, r := range regs() {
			for _, m := range someMem {
				f.add(fmt.Sprint("cvttsd2si ", r.in(w), ", ", m.bare()), func(a *Assembler) { a.CvtRM(Cvttsd2si, w, r, m) })
				f.add(fmt.Sprint("cvttss2si ", r.in(w), ", ", m.bare()), func(a *Assembler) { a.CvtRM(Cvttss2si, w, r, m) })
			}
		}
	}
	f.check(t)
}
