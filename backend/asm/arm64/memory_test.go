package arm64

import (
	"fmt"
	"strings"
	"testing"
)

// accesses are all loads and stores: their names, and the letter of their register.
var accesses = []struct {
	name, reg string
	op        Access
}{
	{"strb", "w", Strb}, {"ldrb", "w", Ldrb}, {"ldrsb", "x", Ldrsb}, {"ldrsb", "w", Ldrsbw},
	{"strh", "w", Strh}, {"ldrh", "w", Ldrh}, {"ldrsh", "x", Ldrsh}, {"ldrsh", "w", Ldrshw},
	{"str", "w", Strw}, {"ldr", "w", Ldrw}, {"ldrsw", "x", Ldrsw}, {"str", "x", Strx}, {"ldr", "x", Ldrx},
	{"str", "s", Strs}, {"ldr", "s", Ldrs}, {"str", "d", Strd}, {"ldr", "d", Ldrd}, {"str", "q", Strq}, {"ldr", "q", Ldrq},
}

// text is a memory operand as as writes it.
func (mem Mem) text(scale uint8) string {
	base := W64.in(mem.Base)
	switch mem.Mode {
	case Offset:
		return fmt.Sprintf("[%s, #%d]", base, mem.Disp)
	case Pre:
		return fmt.Sprintf("[%s, #%d]!", base, mem.Disp)
	case Post:
		return fmt.Sprintf("[%s], #%d", base, mem.Disp)
	}
	w := Width(1)
	if mem.Mode != Lsl {
		w = W32
	}
	how := [...]string{Lsl: "lsl", Uxtw: "uxtw", Sxtw: "sxtw"}[mem.Mode]
	switch {
	case mem.Shift == 0 && mem.Mode == Lsl:
		return fmt.Sprintf("[%s, %s]", base, w.in(mem.Index))
	case mem.Shift == 0:
		return fmt.Sprintf("[%s, %s, %s]", base, w.in(mem.Index), how)
	}
	return fmt.Sprintf("[%s, %s, %s #%d]", base, w.in(mem.Index), how, scale)
}

// operands are memory operands of each kind for accesses of 1<<scale bytes, with every limit of displacements.
func operands(scale uint8) []Mem {
	var out []Mem
	for _, base := range []Reg{R0, R1, R21, R30, SP} {
		for _, disp := range []int32{0, 1, -1, 255, -256, 1 << scale, 256 << scale, 4095 << scale} {
			out = append(out, At(base, disp))
			if disp<<23>>23 == disp {
				out = append(out, Mem{Base: base, Mode: Pre, Disp: disp}, Mem{Base: base, Mode: Post, Disp: disp})
			}
		}
		for _, index := range []Reg{R2, R10, R29, ZR} {
			for _, mode := range []Mode{Lsl, Uxtw, Sxtw} {
				out = append(out, Mem{Base: base, Index: index, Mode: mode})
				if scale > 0 {
					out = append(out, Mem{Base: base, Index: index, Mode: mode, Shift: scale})
				}
			}
		}
	}
	return out
}

func TestAccesses(t *testing.T) {
	var f forms
	for _, c := range accesses {
		for _, r := range []Reg{R3, R12, R27, 31} {
			for _, mem := range operands(c.op.Scale()) {
				if mem.Mode == Offset && !c.op.Fits(mem.Disp) || r == mem.Base {
					continue
				}
				reg := fmt.Sprintf("%s%d", c.reg, r)
				if c.reg == "w" || c.reg == "x" {
					reg = strings.Replace(reg, "31", "zr", 1)
					f.Mem(c.op, r, mem)
				} else {
					f.MemV(c.op, Vec(r), mem)
				}
				name := c.name
				if mem.Mode == Offset && !c.op.scaled(mem.Disp) {
					name = strings.NewReplacer("ldr", "ldur", "str", "stur").Replace(name)
				}
				f.add("%s %s, %s", name, reg, mem.text(c.op.Scale()))
			}
		}
		s := c.op.Scale()
		for disp, want := range map[int32]bool{4096 << s: false, -257: false, 4095 << s: true, 255: true, -256: true} {
			if c.op.Fits(disp) != want {
				t.Errorf("%s %s: %d fits is %v", c.name, c.reg, disp, !want)
			}
		}
	}
	f.check(t)
}

func TestPairs(t *testing.T) {
	var f forms
	for _, c := range []struct {
		name, reg string
		op        Pair
	}{
		{"stp", "w", Stpw}, {"ldp", "w", Ldpw}, {"ldpsw", "x", Ldpsw}, {"stp", "x", Stpx}, {"ldp", "x", Ldpx},
		{"stp", "s", Stps}, {"ldp", "s", Ldps}, {"stp", "d", Stpd}, {"ldp", "d", Ldpd}, {"stp", "q", Stpq}, {"ldp", "q", Ldpq},
	} {
		s := c.op.Scale()
		for _, base := range []Reg{R0, R23, SP} {
			for _, mode := range []Mode{Offset, Pre, Post} {
				for _, disp := range []int32{0, 1 << s, -1 << s, 63 << s, -64 << s} {
					mem := Mem{Base: base, Mode: mode, Disp: disp}
					if c.reg == "w" || c.reg == "x" {
						f.Pair(c.op, R7, R24, mem)
					} else {
						f.PairV(c.op, 7, 24, mem)
					}
					f.add("%s %s7, %s24, %s", c.name, c.reg, c.reg, mem.text(0))
				}
			}
		}
		for _, disp := range []int32{64 << s, -65 << s, 1} {
			if c.op.Fits(disp) {
				t.Errorf("%s %s: %d fits", c.name, c.reg, disp)
			}
		}
	}
	f.check(t)
}
