package arm64

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"scf/backend/asm/listing"
	"scf/internal/testing/toolchain"
)

// These tests hold every form to GNU as.

// forms collects instructions and their text.
type forms struct {
	Assembler
	lines []string
}

// add says what as is to make of text: what was appended last.
func (f *forms) add(format string, args ...any) {
	f.lines = append(f.lines, fmt.Sprintf(format, args...))
	if len(f.Code) != 4*len(f.lines) {
		panic(f.lines[len(f.lines)-1])
	}
	if _, n := listing.ARM64(f.Code[len(f.Code)-4:], 0); n != 4 {
		panic(f.lines[len(f.lines)-1] + ": a listing does not know it")
	}
}

// check compares all that was added with what as makes of it.
func (f *forms) check(t *testing.T) {
	t.Helper()
	code, err := f.Finish()
	if err != nil {
		t.Fatal(err)
	}
	want := gnu(t, strings.Join(f.lines, "\n")+"\n")
	if bytes.Equal(want, code.Bytes) {
		return
	}
	bad := 0
	for i, line := range f.lines {
		if have, want := code.Bytes[4*i:4*i+4], want[4*i:4*i+4]; !bytes.Equal(have, want) {
			if bad++; bad < 30 {
				t.Errorf("%s: % x, as says % x", line, have, want)
			}
		}
	}
	t.Fatalf("%d of %d differ", bad, len(f.lines))
}

// gnu is the code that as makes of text.
func gnu(t *testing.T, text string) []byte {
	t.Helper()
	dir := t.TempDir()
	as, objcopy := toolchain.Tool(t, "aarch64-linux-gnu-as"), toolchain.Tool(t, "aarch64-linux-gnu-objcopy")
	source, object, binary := filepath.Join(dir, "x.s"), filepath.Join(dir, "x.o"), filepath.Join(dir, "x.bin")
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{as, "-o", object, source}, {objcopy, "-O", "binary", "-j", ".text", object, binary}} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%.2000s", args, err, out)
		}
	}
	code, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// in is the name of r as a register of width w.
func (w Width) in(r Reg) string {
	letter := "wx"[w]
	switch r {
	case ZR:
		return fmt.Sprintf("%czr", letter)
	case SP:
		return [...]string{"wsp", "sp"}[w]
	}
	return fmt.Sprintf("%c%d", letter, r)
}

func (f Float) in(v Vec) string { return fmt.Sprintf("%c%d", "sd"[f], v) }

var (
	widths   = []Width{W32, W64}
	floats   = []Float{S, D}
	someRegs = []Reg{R0, R1, R2, R5, R10, R15, R16, R21, R28, R29, R30, ZR}
	someVecs = []Vec{V0, V1, V2, V5, V10, V15, V16, V21, V31}
	conds    = []string{"eq", "ne", "cs", "cc", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le"}
)

// three calls do with registers that have every bit of each field both ways.
func three(do func(w Width, x, y, z Reg)) {
	for _, w := range widths {
		for _, x := range someRegs {
			for _, y := range someRegs {
				for _, z := range someRegs {
					do(w, x, y, z)
				}
			}
		}
	}
}

func two(do func(w Width, x, y Reg)) {
	for _, w := range widths {
		for _, x := range someRegs {
			for _, y := range someRegs {
				do(w, x, y)
			}
		}
	}
}

var alus = map[string]Alu{"add": Add, "adds": Adds, "sub": Sub, "subs": Subs, "and": And, "bic": Bic, "orr": Orr, "orn": Orn, "eor": Eor,
	"eon": Eon, "ands": Ands, "bics": Bics}

func TestAluRegisters(t *testing.T) {
	var f forms
	shifts := []string{"lsl", "lsr", "asr", "ror"}
	extends := []string{"uxtb", "uxth", "uxtw", "uxtx", "sxtb", "sxth", "sxtw", "sxtx"}
	for name, op := range alus {
		three(func(w Width, x, y, z Reg) {
			f.AluRRR(op, w, x, y, z)
			f.add("%s %s, %s, %s", name, w.in(x), w.in(y), w.in(z))
		})
		for _, w := range widths {
			for i, shift := range shifts {
				for by := uint32(1); by < w.Bits() && !(op.sum() && i == 3); by++ {
					f.AluShift(op, w, R3, R20, R9, Shift(i), by)
					f.add("%s %s, %s, %s, %s #%d", name, w.in(R3), w.in(R20), w.in(R9), shift, by)
				}
			}
		}
		for i, extend := range extends {
			for by := uint32(0); by <= 4 && op.sum(); by++ {
				for _, y := range []Reg{R0, R17, SP} {
					w := Width(i >> 1 & 1 & i)
					f.AluExtend(op, W64, R7, y, R30, Extend(i), by)
					f.add("%s x7, %s, %s, %s #%d", name, W64.in(y), w.in(R30), extend, by)
				}
			}
		}
	}
	for _, w := range widths {
		f.AluRRR(Add, w, SP, SP, R1)
		f.add("add %s, %s, %s", w.in(SP), w.in(SP), w.in(R1))
		f.AluRRR(Sub, w, R1, SP, R2)
		f.add("sub %s, %s, %s", w.in(R1), w.in(SP), w.in(R2))
		f.Cmp(w, SP, R16)
		f.add("cmp %s, %s", w.in(SP), w.in(R16))
		f.MovRR(w, SP, R3)
		f.add("mov %s, %s", w.in(SP), w.in(R3))
		f.MovRR(w, R3, SP)
		f.add("mov %s, %s", w.in(R3), w.in(SP))
	}
	two(func(w Width, x, y Reg) {
		f.Cmp(w, x, y)
		f.add("cmp %s, %s", w.in(x), w.in(y))
		f.MovRR(w, x, y)
		f.add("mov %s, %s", w.in(x), w.in(y))
		f.Neg(w, x, y)
		f.add("neg %s, %s", w.in(x), w.in(y))
		f.Not(w, x, y)
		f.add("mvn %s, %s", w.in(x), w.in(y))
	})
	f.check(t)
}

func TestAluImmediates(t *testing.T) {
	var f forms
	for _, name := range []string{"add", "adds", "sub", "subs"} {
		for _, w := range widths {
			for _, v := range []int64{0, 1, -1, 4095, -4095, 4096, -4096, 4095 << 12, -4095 << 12} {
				for _, y := range []Reg{R0, R30, SP} {
					f.AluRRI(alus[name], w, R21, y, v)
					f.add("%s %s, %s, #%d", name, w.in(R21), w.in(y), v)
				}
				f.CmpI(w, R9, v)
				f.add("cmp %s, #%d", w.in(R9), v)
			}
		}
	}
	for _, v := range []int64{4097, 1 << 24, -4097, math.MinInt64} {
		if AluImm(Add, W64, v) {
			t.Errorf("%d fits", v)
		}
	}
	for _, w := range widths {
		all := logicals(w)
		if want := [...]int{1302, 5334}[w]; len(all) != want {
			t.Errorf("%d logical immediates of %d bits, there are %d", len(all), w.Bits(), want)
		}
		for i, v := range all {
			name := []string{"and", "orr", "eor", "ands"}[i%4]
			f.AluRRI(alus[name], w, R1, R22, int64(v))
			f.add("%s %s, %s, #%#x", name, w.in(R1), w.in(R22), v)
		}
	}
	f.check(t)
}

// logicals are all logical immediates of a width: runs of ones in 2 to 64 bits, turned and repeated.
func logicals(w Width) []uint64 {
	var out []uint64
	for size := uint32(2); size <= w.Bits(); size *= 2 {
		for ones := uint32(1); ones < size; ones++ {
			for turn := range size {
				run := uint64(1)<<ones - 1
				run = (run<<turn | run>>(size-turn)) & (1<<size - 1)
				v := run
				for have := size; have < w.Bits(); have *= 2 {
					v |= v << have
				}
				out = append(out, v)
			}
		}
	}
	return out
}

// TestNoLogical checks that what is none of the logical immediates is not taken for one.
func TestNoLogical(t *testing.T) {
	all := map[uint64]bool{}
	for _, v := range logicals(W64) {
		all[v] = true
	}
	for _, v := range logicals(W64) {
		for bit := range 64 {
			if u := v ^ 1<<bit; AluImm(And, W64, int64(u)) != all[u] {
				t.Fatalf("%#x: %v", u, !all[u])
			}
		}
	}
	if AluImm(And, W64, 0) || AluImm(And, W32, -1) || AluImm(Bic, W32, 1) {
		t.Error("0, -1 and what has no immediate form are taken")
	}
}

func TestTwoOneMultiply(t *testing.T) {
	var f forms
	for name, op := range map[string]Two{"udiv": Udiv, "sdiv": Sdiv, "lsl": Lslv, "lsr": Lsrv, "asr": Asrv, "ror": Rorv} {
		three(func(w Width, x, y, z Reg) {
			f.Two(op, w, x, y, z)
			f.add("%s %s, %s, %s", name, w.in(x), w.in(y), w.in(z))
		})
	}
	for name, op := range map[string]One{"rbit": Rbit, "rev16": Rev16, "rev": Rev32, "clz": Clz, "cls": Cls} {
		two(func(w Width, x, y Reg) {
			n := name
			if op == Rev32 && w == W64 {
				n = "rev32"
			}
			f.One(op, w, x, y)
			f.add("%s %s, %s", n, w.in(x), w.in(y))
		})
	}
	f.One(Rev64, W64, R3, R4)
	f.add("rev x3, x4")
	for name, op := range map[string]Multiply{"madd": Madd, "msub": Msub} {
		three(func(w Width, x, y, z Reg) {
			f.Multiply(op, w, x, y, z, R19)
			f.add("%s %s, %s, %s, %s", name, w.in(x), w.in(y), w.in(z), w.in(R19))
		})
	}
	for name, op := range map[string]Multiply{"smaddl": Smaddl, "smsubl": Smsubl, "umaddl": Umaddl, "umsubl": Umsubl} {
		for _, u := range someRegs {
			f.Multiply(op, W64, R1, R2, R3, u)
			f.add("%s x1, w2, w3, %s", name, W64.in(u))
		}
	}
	f.Multiply(Smulh, W64, R5, R6, R7, ZR)
	f.add("smulh x5, x6, x7")
	f.Multiply(Umulh, W64, R5, R6, R7, ZR)
	f.add("umulh x5, x6, x7")
	f.Mul(W32, R5, R6, R7)
	f.add("mul w5, w6, w7")
	f.check(t)
}

func TestBitfields(t *testing.T) {
	var f forms
	for _, w := range widths {
		x, y := w.in(R11), w.in(R26)
		for r := range w.Bits() {
			for s := range w.Bits() {
				for name, op := range map[string]Bitfield{"sbfm": Sbfm, "bfm": Bfm, "ubfm": Ubfm} {
					f.Bitfield(op, w, R11, R26, r, s)
					f.add("%s %s, %s, #%d, #%d", name, x, y, r, s)
				}
			}
			for i, name := range []string{"lsl", "lsr", "asr", "ror"} {
				f.ShiftI(Shift(i), w, R11, R26, r)
				f.add("%s %s, %s, #%d", name, x, y, r)
			}
			f.Extr(w, R11, R26, R3, r)
			f.add("extr %s, %s, %s, #%d", x, y, w.in(R3), r)
			for size := uint32(1); size <= w.Bits()-r; size += 5 {
				f.Extract(true, w, R11, R26, r, size)
				f.add("sbfx %s, %s, #%d, #%d", x, y, r, size)
				f.Extract(false, w, R11, R26, r, size)
				f.add("ubfx %s, %s, #%d, #%d", x, y, r, size)
				f.Insert(w, R11, R26, r, size)
				f.add("bfi %s, %s, #%d, #%d", x, y, r, size)
				f.Place(true, w, R11, R26, r, size)
				f.add("sbfiz %s, %s, #%d, #%d", x, y, r, size)
				f.Place(false, w, R11, R26, r, size)
				f.add("ubfiz %s, %s, #%d, #%d", x, y, r, size)
			}
		}
		f.Sext(w, 8, R11, R26)
		f.add("sxtb %s, w26", x)
		f.Sext(w, 16, R11, R26)
		f.add("sxth %s, w26", x)
	}
	f.Sext(W64, 32, R11, R26)
	f.add("sxtw x11, w26")
	f.Zext(8, R11, R26)
	f.add("uxtb w11, w26")
	f.Zext(16, R11, R26)
	f.add("uxth w11, w26")
	f.Zext(32, R11, R26)
	f.add("mov w11, w26")
	f.check(t)
}

func TestConditions(t *testing.T) {
	var f forms
	for i, cond := range conds {
		c := Cond(i)
		for name, op := range map[string]Select{"csel": Csel, "csinc": Csinc, "csinv": Csinv, "csneg": Csneg} {
			two(func(w Width, x, y Reg) {
				f.Select(op, w, x, y, R6, c)
				f.add("%s %s, %s, %s, %s", name, w.in(x), w.in(y), w.in(R6), cond)
			})
		}
		f.Cset(R12, c)
		f.add("cset w12, %s", cond)
		for _, w := range widths {
			for nzcv := range uint32(16) {
				f.Ccmp(w, R1, R30, nzcv, c)
				f.add("ccmp %s, %s, #%d, %s", w.in(R1), w.in(R30), nzcv, cond)
				f.CcmpI(w, R1, 31, nzcv, c)
				f.add("ccmp %s, #31, #%d, %s", w.in(R1), nzcv, cond)
				f.CcmpI(w, R1, -5, nzcv, c)
				f.add("ccmn %s, #5, #%d, %s", w.in(R1), nzcv, cond)
			}
		}
		for _, kind := range floats {
			f.Fcsel(kind, V1, V2, V30, c)
			f.add("fcsel %s, %s, %s, %s", kind.in(V1), kind.in(V2), kind.in(V30), cond)
		}
	}
	f.check(t)
}

func TestWideMoves(t *testing.T) {
	var f forms
	for name, op := range map[string]Wide{"movn": Movn, "movz": Movz, "movk": Movk} {
		for _, w := range widths {
			for part := range 2 << w {
				for _, v := range []uint16{0, 1, 0x8000, 0xffff, 0x1234} {
					f.Wide(op, w, R17, v, uint32(part))
					f.add("%s %s, #%d, lsl #%d", name, w.in(R17), v, 16*part)
				}
			}
		}
	}
	f.check(t)
}
