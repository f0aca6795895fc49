package amd64

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"scf/backend/asm/listing"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

// These tests hold every form to GNU as: each instruction lies in a slot of 16 bytes of its own, in ours and in theirs.

// forms collects instructions and their text.
type forms struct {
	a     Assembler
	code  []byte
	lines []string
}

// add appends one instruction that emit makes, and what as is to make of text.
func (f *forms) add(text string, emit func(a *Assembler)) {
	f.a.Reset()
	emit(&f.a)
	b := f.a.Finish().Bytes
	if decoded, n := listing.AMD64(b, 0); n != len(b) {
		panic(text + ": a listing says " + decoded)
	}
	f.code = append(f.code, b...)
	for len(f.code)%16 != 0 {
		f.code = append(f.code, 0xcc)
	}
	f.lines = append(f.lines, text)
}

// check compares all that was added with what as makes of it.
func (f *forms) check(t *testing.T) {
	t.Helper()
	want := gnu(t, strings.Join(f.lines, "\n.p2align 4,0xcc\n")+"\n.p2align 4,0xcc\n")
	if bytes.Equal(want, f.code) {
		return
	}
	bad := 0
	for i, line := range f.lines {
		if have, want := slot(f.code, i), slot(want, i); have != want {
			if bad++; bad < 30 {
				t.Errorf("%s: % x, as says % x", line, have, want)
			}
		}
	}
	t.Fatalf("%d of %d differ; %d bytes, as makes %d", bad, len(f.lines), len(f.code), len(want))
}

func slot(code []byte, i int) string {
	if i*16+16 > len(code) {
		return ""
	}
	b := code[i*16 : i*16+16]
	for len(b) > 0 && b[len(b)-1] == 0xcc {
		b = b[:len(b)-1]
	}
	return string(b)
}

// gnu is the code that as makes of text.
func gnu(t *testing.T, text string) []byte {
	t.Helper()
	dir := t.TempDir()
	cc := toolchain.Compiler(t)
	source, object, binary := filepath.Join(dir, "x.s"), filepath.Join(dir, "x.o"), filepath.Join(dir, "x.bin")
	if err := os.WriteFile(source, []byte(".intel_syntax noprefix\n"+text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{cc, "-m64", "-c", "-o", object, source}, {"objcopy", "-O", "binary", "-j", ".text", object, binary}} {
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

var widths = []Width{W8, W16, W32, W64}

var names = map[Width][]string{
	W8:  {"al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil", "r8b", "r9b", "r10b", "r11b", "r12b", "r13b", "r14b", "r15b"},
	W16: {"ax", "cx", "dx", "bx", "sp", "bp", "si", "di", "r8w", "r9w", "r10w", "r11w", "r12w", "r13w", "r14w", "r15w"},
	W32: {"eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi", "r8d", "r9d", "r10d", "r11d", "r12d", "r13d", "r14d", "r15d"},
	W64: {"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"},
}

func (r Reg) in(w Width) string { return names[w][r] }
func (x Xmm) String() string    { return fmt.Sprintf("xmm%d", uint8(x)) }

var sizes = map[Width]string{W8: "byte", W16: "word", W32: "dword", W64: "qword", 16: "xmmword", 0: ""}

// in is the text of m, as an operand of w bytes.
func (m Mem) in(w Width) string {
	s := "[" + fmt.Sprint(m.Disp)
	if m.Label != 0 {
		return sizes[w] + " ptr [rip+" + fmt.Sprint(m.Disp) + "]"
	}
	if m.Base != None {
		s = "[" + m.Base.in(W64) + fmt.Sprintf("%+d", m.Disp)
	}
	if m.Scale != 0 {
		s += fmt.Sprintf("+%s*%d", m.Index.in(W64), m.Scale)
	}
	return sizes[w] + " ptr " + s + "]"
}

func regs() []Reg {
	out := make([]Reg, 16)
	for i := range out {
		out[i] = Reg(i)
	}
	return out
}

// someRegs have every bit of an encoding both ways, and all that is special.
var someRegs = []Reg{RAX, RCX, RSP, RBP, RSI, R8, R12, R13, R15}

var someMem = []Mem{
	At(RAX, 0), At(RBP, 0), At(RSP, 0), At(R12, 0), At(R13, 0), At(RSP, 8), At(R12, -129), At(R13, 1<<20), At(RDI, 127), At(R9, 128),
	{Base: RCX, Index: RDX, Scale: 1}, {Base: R13, Index: R12, Scale: 4}, {Base: RBP, Index: R15, Scale: 8, Disp: 1000},
	{Base: R8, Index: RBP, Scale: 2, Disp: -8}, {Base: None, Disp: 4096}, {Base: None, Index: R9, Scale: 8, Disp: 16},
}

// TestAddressing goes through all operands in memory.
func TestAddressing(t *testing.T) {
	var f forms
	disps := []int32{0, 1, -1, 127, -128, 128, -129, 1 << 30, -1 << 31}
	for _, base := range append(regs(), None) {
		for _, disp := range disps {
			for index := RAX; index <= R15; index++ {
				for _, scale := range []uint8{0, 1, 2, 4, 8} {
					if scale == 0 && index != RAX || scale != 0 && index == RSP || scale == 1 && base == None {
						continue
					}
					m := Mem{Base: base, Index: index, Scale: scale, Disp: disp}
					f.add("mov rdx, "+m.in(W64), func(a *Assembler) { a.MovRM(W64, RDX, m) })
				}
			}
		}
	}
	f.check(t)
}

var aluNames = []string{"add", "or", "adc", "sbb", "and", "sub", "xor", "cmp"}

func TestAlu(t *testing.T) {
	var f forms
	for i, name := range aluNames {
		op := Alu(i)
		f.twoRegs(name, widths, func(a *Assembler, w Width, x, y Reg) { a.AluRR(op, w, x, y) })
		f.regMem(name, widths, func(a *Assembler, w Width, x Reg, m Mem) { a.AluRM(op, w, x, m) })
		f.memReg(name, widths, func(a *Assembler, w Width, m Mem, x Reg) { a.AluMR(op, w, m, x) })
		f.regImm(name, widths, func(a *Assembler, w Width, x Reg, v int32) { a.AluRI(op, w, x, v) })
		f.memImm(name, widths, func(a *Assembler, w Width, m Mem, v int32) { a.AluMI(op, w, m, v) })
	}
	f.twoRegs("test", widths, func(a *Assembler, w Width, x, y Reg) { a.TestRR(w, x, y) })
	f.memReg("test", widths, func(a *Assembler, w Width, m Mem, x Reg) { a.TestMR(w, m, x) })
	f.regImm("test", widths, func(a *Assembler, w Width, x Reg, v int32) { a.TestRI(w, x, v) })
	f.memImm("test", widths, func(a *Assembler, w Width, m Mem, v int32) { a.TestMI(w, m, v) })
	f.check(t)
}

func (f *forms) twoRegs(name string, ws []Width, emit func(a *Assembler, w Width, x, y Reg)) {
	for _, w := range ws {
		for _, x := range regs() {
			for _, y := range regs() {
				f.add(name+" "+x.in(w)+", "+y.in(w), func(a *Assembler) { emit(a, w, x, y) })
			}
		}
	}
}

func (f *forms) regMem(name string, ws []Width, emit func(a *Assembler, w Width, x Reg, m Mem)) {
	for _, w := range ws {
		for _, x := range regs() {
			for _, m := range someMem {
				f.add(name+" "+x.in(w)+", "+m.in(w), func(a *Assembler) { emit(a, w, x, m) })
			}
		}
	}
}

func (f *forms) memReg(name string, ws []Width, emit func(a *Assembler, w Width, m Mem, x Reg)) {
	for _, w := range ws {
		for _, x := range regs() {
			for _, m := range someMem {
				f.add(name+" "+m.in(w)+", "+x.in(w), func(a *Assembler) { emit(a, w, m, x) })
			}
		}
	}
}

// immediates are numbers around the limits of each width; in names those that an operand of width w may have.
var immediates = []int32{0, 1, -1, 2, 127, 128, -128, -129, 255, 256, 0x7fff, -0x8000, 0x8000, 1 << 20, 1<<31 - 1, -1 << 31}

func (w Width) holds(v int32) bool { return w.cut(v) == v }

func (f *forms) regImm(name string, ws []Width, emit func(a *Assembler, w Width, x Reg, v int32)) {
	for _, w := range ws {
		for _, x := range regs() {
			for _, v := range immediates {
				if w.holds(v) {
					f.add(fmt.Sprintf("%s %s, %d", name, x.in(w), v), func(a *Assembler) { emit(a, w, x, v) })
				}
			}
		}
	}
}

func (f *forms) memImm(name string, ws []Width, emit func(a *Assembler, w Width, m Mem, v int32)) {
	for _, w := range ws {
		for _, m := range someMem {
			for _, v := range immediates {
				if w.holds(v) {
					f.add(fmt.Sprintf("%s %s, %d", name, m.in(w), v), func(a *Assembler) { emit(a, w, m, v) })
				}
			}
		}
	}
}

func TestMoves(t *testing.T) {
	var f forms
	f.twoRegs("mov", widths, func(a *Assembler, w Width, x, y Reg) { a.MovRR(w, x, y) })
	f.regMem("mov", widths, func(a *Assembler, w Width, x Reg, m Mem) { a.MovRM(w, x, m) })
	f.memReg("mov", widths, func(a *Assembler, w Width, m Mem, x Reg) { a.MovMR(w, m, x) })
	f.memImm("mov", widths, func(a *Assembler, w Width, m Mem, v int32) { a.MovMI(w, m, v) })
	f.regMem("lea", widths[2:], func(a *Assembler, w Width, x Reg, m Mem) { a.Lea(w, x, m) })
	f.regMem("xchg", widths, func(a *Assembler, w Width, x Reg, m Mem) { a.XchgRM(w, x, m) })
	for _, x := range regs() {
		for _, w := range widths {
			for _, y := range regs() {
				if x != y { // of RAX with itself as makes a nop
					f.add("xchg "+x.in(w)+", "+y.in(w), func(a *Assembler) { a.XchgRR(w, x, y) })
				}
			}
		}
		for _, v := range []int64{0, 1, 1<<31 - 1, 1 << 31, 1<<32 - 1} {
			f.add(fmt.Sprintf("mov %s, %d", x.in(W32), v), func(a *Assembler) { a.MovRI(x, v) })
		}
		for _, v := range []int64{-1, -1 << 31, 1 << 32, -1<<31 - 1, -1 << 63, 1<<63 - 1} {
			f.add(fmt.Sprintf("mov %s, %d", x.in(W64), v), func(a *Assembler) { a.MovRI(x, v) })
		}
		f.add("xor "+x.in(W32)+", "+x.in(W32), func(a *Assembler) { a.Zero(x) })
		f.add("push "+x.in(W64), func(a *Assembler) { a.PushR(x) })
		f.add("pop "+x.in(W64), func(a *Assembler) { a.PopR(x) })
	}
	for _, m := range someMem {
		f.add("push "+m.in(W64), func(a *Assembler) { a.PushM(m) })
		f.add("pop "+m.in(W64), func(a *Assembler) { a.PopM(m) })
	}
	for _, v := range immediates {
		f.add(fmt.Sprintf("push %d", v), func(a *Assembler) { a.PushI(v) })
	}
	f.check(t)
}

func TestExtensions(t *testing.T) {
	var f forms
	for _, c := range []struct {
		name     string
		to, from Width
		sign     bool
	}{
		{"movsx", W32, W8, true}, {"movsx", W32, W16, true}, {"movsx", W64, W8, true}, {"movsx", W64, W16, true}, {"movsxd", W64, W32, true},
		{"movzx", W32, W8, false}, {"movzx", W32, W16, false}, {"mov", W32, W32, false},
	} {
		for _, x := range regs() {
			for _, y := range regs() {
				f.add(c.name+" "+x.in(c.to)+", "+y.in(c.from), func(a *Assembler) {
					if c.sign {
						a.MovsxRR(c.to, c.from, x, y)
					} else {
						a.MovzxRR(c.from, x, y)
					}
				})
			}
			for _, m := range someMem {
				f.add(c.name+" "+x.in(c.to)+", "+m.in(c.from), func(a *Assembler) {
					if c.sign {
						a.MovsxRM(c.to, c.from, x, m)
					} else {
						a.MovzxRM(c.from, x, m)
					}
				})
			}
		}
	}
	f.check(t)
}

func TestArithmetic(t *testing.T) {
	var f forms
	f.twoRegs("imul", widths[1:], func(a *Assembler, w Width, x, y Reg) { a.ImulRR(w, x, y) })
	f.regMem("imul", widths[1:], func(a *Assembler, w Width, x Reg, m Mem) { a.ImulRM(w, x, m) })
	for _, w := range widths[1:] {
		for _, v := range immediates {
			if !w.holds(v) {
				continue
			}
			for _, x := range someRegs {
				for _, y := range someRegs {
					f.add(fmt.Sprintf("imul %s, %s, %d", x.in(w), y.in(w), v), func(a *Assembler) { a.ImulRRI(w, x, y, v) })
				}
				for _, m := range someMem {
					f.add(fmt.Sprintf("imul %s, %s, %d", x.in(w), m.in(w), v), func(a *Assembler) { a.ImulRMI(w, x, m, v) })
				}
			}
		}
	}
	for name, op := range map[string]Unary{"not": Not, "neg": Neg, "mul": Mul, "imul": Imul, "div": Div, "idiv": Idiv} {
		for _, w := range widths {
			for _, x := range regs() {
				f.add(name+" "+x.in(w), func(a *Assembler) { a.UnaryR(op, w, x) })
			}
			for _, m := range someMem {
				f.add(name+" "+m.in(w), func(a *Assembler) { a.UnaryM(op, w, m) })
			}
		}
	}
	f.add("cwd", func(a *Assembler) { a.Cdq(W16) })
	f.add("cdq", func(a *Assembler) { a.Cdq(W32) })
	f.add("cqo", func(a *Assembler) { a.Cdq(W64) })
	f.check(t)
}

var shiftNames = map[string]Shift{"rol": Rol, "ror": Ror, "shl": Shl, "shr": Shr, "sar": Sar}

func TestShifts(t *testing.T) {
	tier.Standard(t, "it assembles much")
	var f forms
	f.a.Features = Features{BMI2: true}
	for name, op := range shiftNames {
		for _, w := range widths {
			for _, x := range regs() {
				f.add(name+" "+x.in(w)+", cl", func(a *Assembler) { a.ShiftRCL(op, w, x) })
				for _, n := range []uint8{1, 2, 7, 31, 63} {
					f.add(fmt.Sprintf("%s %s, %d", name, x.in(w), n), func(a *Assembler) { a.ShiftRI(op, w, x, n) })
				}
			}
			for _, m := range someMem {
				f.add(name+" "+m.in(w)+", cl", func(a *Assembler) { a.ShiftMCL(op, w, m) })
				for _, n := range []uint8{1, 5} {
					f.add(fmt.Sprintf("%s %s, %d", name, m.in(w), n), func(a *Assembler) { a.ShiftMI(op, w, m, n) })
				}
			}
		}
	}
	for name, op := range map[string]Shift{"shlx": Shl, "shrx": Shr, "sarx": Sar} {
		for _, w := range widths[2:] {
			for _, x := range someRegs {
				for _, n := range someRegs {
					for _, y := range someRegs {
						f.add(name+" "+x.in(w)+", "+y.in(w)+", "+n.in(w), func(a *Assembler) { a.ShiftX(op, w, x, y, n) })
					}
					for _, m := range someMem {
						f.add(name+" "+x.in(w)+", "+m.in(w)+", "+n.in(w), func(a *Assembler) { a.ShiftXM(op, w, x, m, n) })
					}
				}
			}
		}
	}
	for name, op := range map[string]Bit{"bt": Bt, "bts": Bts, "btr": Btr, "btc": Btc} {
		f.twoRegs(name, widths[1:], func(a *Assembler, w Width, x, y Reg) { a.BitRR(op, w, x, y) })
		for _, w := range widths[1:] {
			for _, x := range regs() {
				f.add(name+" "+x.in(w)+", 5", func(a *Assembler) { a.BitRI(op, w, x, 5) })
			}
			for _, m := range someMem {
				f.add(name+" "+m.in(w)+", 7", func(a *Assembler) { a.BitMI(op, w, m, 7) })
			}
		}
	}
	f.check(t)
}

var condNames = []string{"o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g"}

func TestConditions(t *testing.T) {
	tier.Standard(t, "it assembles much")
	var f forms
	for i, name := range condNames {
		c := Cond(i)
		for _, x := range regs() {
			f.add("set"+name+" "+x.in(W8), func(a *Assembler) { a.Setcc(c, x) })
		}
		for _, m := range someMem {
			f.add("set"+name+" "+m.in(W8), func(a *Assembler) { a.SetccM(c, m) })
		}
		f.twoRegs("cmov"+name, widths[1:], func(a *Assembler, w Width, x, y Reg) { a.Cmov(c, w, x, y) })
		f.regMem("cmov"+name, widths[1:], func(a *Assembler, w Width, x Reg, m Mem) { a.CmovM(c, w, x, m) })
	}
	f.check(t)
}

func TestMisc(t *testing.T) {
	var f forms
	for w, s := range map[Width]string{W8: "b", W16: "w", W32: "d", W64: "q"} {
		f.add("rep movs"+s, func(a *Assembler) { a.RepMovs(w) })
		f.add("rep stos"+s, func(a *Assembler) { a.RepStos(w) })
	}
	f.add("pause", (*Assembler).Pause)
	f.add("ud2", (*Assembler).Ud2)
	f.add("ret", (*Assembler).Ret)
	for _, x := range regs() {
		f.add("jmp "+x.in(W64), func(a *Assembler) { a.JmpR(x) })
		f.add("call "+x.in(W64), func(a *Assembler) { a.CallR(x) })
	}
	for _, m := range someMem {
		f.add("jmp "+m.in(W64), func(a *Assembler) { a.JmpM(m) })
		f.add("call "+m.in(W64), func(a *Assembler) { a.CallM(m) })
	}
	f.check(t)
}
