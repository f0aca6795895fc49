package arm64

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"scf/internal/testing/tier"
)

// whole assembles one text with as, and says where they differ.
func whole(t *testing.T, text string, have []byte) {
	t.Helper()
	if want := gnu(t, text); !bytes.Equal(have, want) {
		t.Fatalf("have % x\nwant % x\n%s", have, want, text)
	}
}

// TestBranches compares random code with what as makes of it.
func TestBranches(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var a Assembler
		var text strings.Builder
		labels := make([]Label, rapid.IntRange(1, 8).Draw(r, "labels"))
		for i := range labels {
			labels[i] = a.NewLabel()
		}
		bound := 0
		for range rapid.IntRange(1, 40).Draw(r, "steps") {
			i := rapid.IntRange(0, len(labels)-1).Draw(r, "label")
			l := labels[i]
			x := rapid.SampledFrom(someRegs).Draw(r, "register")
			switch rapid.IntRange(0, 12).Draw(r, "what") {
			case 0:
				a.B(l)
				fmt.Fprintf(&text, "b .L%d\n", i)
			case 1:
				a.Bl(l)
				fmt.Fprintf(&text, "bl .L%d\n", i)
			case 2:
				c := rapid.IntRange(0, 13).Draw(r, "condition")
				a.Bcond(Cond(c), l)
				fmt.Fprintf(&text, "b.%s .L%d\n", conds[c], i)
			case 3:
				a.Cbz(W32, x, l)
				fmt.Fprintf(&text, "cbz %s, .L%d\n", W32.in(x), i)
			case 4:
				a.Cbnz(W64, x, l)
				fmt.Fprintf(&text, "cbnz %s, .L%d\n", W64.in(x), i)
			case 5:
				bit := uint32(rapid.IntRange(0, 63).Draw(r, "bit"))
				a.Tbz(x, bit, l)
				a.Tbnz(x, bit, l)
				fmt.Fprintf(&text, "tbz %s, #%d, .L%d\ntbnz %s, #%d, .L%d\n", W64.in(x), bit, i, W64.in(x), bit, i)
			case 6:
				a.Adr(x, l)
				fmt.Fprintf(&text, "adr %s, .L%d\n", W64.in(x), i)
			case 7:
				a.Literal(Litw, x, l)
				a.Literal(Litx, x, l)
				a.Literal(Litsw, x, l)
				fmt.Fprintf(&text, "ldr %s, .L%d\nldr %s, .L%d\nldrsw %s, .L%d\n", W32.in(x), i, W64.in(x), i, W64.in(x), i)
			case 8:
				a.LiteralV(Lits, 4, l)
				a.LiteralV(Litd, 5, l)
				a.LiteralV(Litq, 6, l)
				fmt.Fprintf(&text, "ldr s4, .L%d\nldr d5, .L%d\nldr q6, .L%d\n", i, i, i)
			case 9:
				a.Align(16)
				fmt.Fprintf(&text, ".balign 16\n")
			case 10:
				a.Nop(4)
				fmt.Fprintf(&text, "nop\n")
			default:
				if bound < len(labels) {
					a.Bind(labels[bound])
					fmt.Fprintf(&text, ".L%d:\n", bound)
					bound++
				}
			}
		}
		for ; bound < len(labels); bound++ {
			a.Bind(labels[bound])
			fmt.Fprintf(&text, ".L%d:\n", bound)
		}
		code, err := a.Finish()
		if err != nil {
			t.Fatal(err)
		}
		whole(t, text.String(), code.Bytes)
	})
}

func TestRegisterBranches(t *testing.T) {
	var f forms
	for _, x := range someRegs {
		f.Br(x)
		f.add("br %s", W64.in(x))
		f.Blr(x)
		f.add("blr %s", W64.in(x))
	}
	f.Ret()
	f.add("ret")
	f.Brk(77)
	f.add("brk #77")
	f.Yield()
	f.add("yield")
	f.check(t)
}

// TestFarBranches checks that conditional branches that do not reach become a branch over a jump.
func TestFarBranches(t *testing.T) {
	tier.Standard(t, "it assembles megabytes")
	tier.Same(t)
	for _, c := range []struct {
		near, far string
		reach     int
		emit      func(a *Assembler, l Label)
	}{
		{"tbz x1, #40, .L", "tbnz x1, #40, .+8", 1 << 15, func(a *Assembler, l Label) { a.Tbz(R1, 40, l) }},
		{"tbnz w1, #3, .L", "tbz w1, #3, .+8", 1 << 15, func(a *Assembler, l Label) { a.Tbnz(R1, 3, l) }},
		{"cbz x2, .L", "cbnz x2, .+8", 1 << 20, func(a *Assembler, l Label) { a.Cbz(W64, R2, l) }},
		{"cbnz w2, .L", "cbz w2, .+8", 1 << 20, func(a *Assembler, l Label) { a.Cbnz(W32, R2, l) }},
		{"b.lt .L", "b.ge .+8", 1 << 20, func(a *Assembler, l Label) { a.Bcond(LT, l) }},
	} {
		for _, gap := range []int{c.reach - 8, c.reach - 4} { // bytes between the branch and its label
			text := c.near
			if gap == c.reach-4 {
				text = c.far + "\nb .L"
			}
			var a Assembler
			l := a.NewLabel()
			c.emit(&a, l)
			a.Nop(gap)
			a.Bind(l)
			code, err := a.Finish()
			if err != nil {
				t.Fatal(err)
			}
			whole(t, fmt.Sprintf("%s\n.rept %d\nnop\n.endr\n.L:\n", text, gap/4), code.Bytes)
		}
	}
}

// TestTooFar checks that code in which a load does not reach its constant is refused.
func TestTooFar(t *testing.T) {
	for gap, want := range map[int]error{1<<20 - 20: nil, 1 << 20: ErrFar} {
		var a Assembler
		a.LiteralV(Litd, V0, a.Const64(1))
		a.Nop(gap)
		if _, err := a.Finish(); err != want {
			t.Errorf("%d: %v", gap, err)
		}
	}
}

func TestPatch(t *testing.T) {
	var a Assembler
	a.Nop(8)
	a.BlRef(3)
	a.BRef(4)
	code, err := a.Finish()
	if err != nil {
		t.Fatal(err)
	}
	for i, to := range []uintptr{0x10000000, 0x10000000 + 1<<27} {
		if !Patch(code.Bytes, code.Refs[i].Offset, 0x10000000, to) {
			t.Error("does not reach")
		}
	}
	whole(t, "nop\nnop\nbl .-8\nb .+0x7fffff4\n", code.Bytes)
	if Patch(code.Bytes, 8, 0, 1<<27+8) || Patch(code.Bytes, 8, 1<<28, 1<<27+4) || Patch(code.Bytes, 8, 0, 1<<40) {
		t.Error("reaches")
	}
}

// TestMovRI runs what makes constants.
func TestMovRI(t *testing.T) {
	check := func(v uint64) int {
		var a Assembler
		a.MovRI(R5, int64(v))
		if got := run(t, a.Code); got != v {
			t.Fatalf("%#x: %#x of % x", v, got, a.Code)
		}
		return len(a.Code) / 4
	}
	for v, want := range map[uint64]int{0: 1, 1: 1, math.MaxUint64: 1, 0xffff0000: 1, 0xfffffffe: 1, 0xffffffff: 1, 0x12345678: 2,
		0xffffffff12345678: 2, 0x5555555555555555: 1, 0x123400005678: 2, 0x123456789abcdef0: 4, 0xffff1234ffff5678: 2, 0xff: 1, 0xff00ff: 1} {
		if got := check(v); got != want {
			t.Errorf("%#x: %d instructions, not %d", v, got, want)
		}
	}
	for _, w := range widths {
		for _, v := range logicals(w) {
			if check(v) != 1 {
				t.Errorf("%#x takes more than one", v)
			}
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		v := uint64(0)
		for range 4 {
			v = v<<16 | uint64(rapid.OneOf(rapid.Just(uint16(0)), rapid.Just(uint16(0xffff)), rapid.Uint16()).Draw(r, "part"))
		}
		check(v)
	})
}

// run is what R5 is after moves of constants.
func run(t *testing.T, code []byte) uint64 {
	x := uint64(0)
	for ; len(code) > 0; code = code[4:] {
		word := binary.LittleEndian.Uint32(code)
		part := uint64(word>>5&0xffff) << (word >> 21 & 3 * 16)
		switch Wide(word & 0x7f800000) {
		case Movz:
			x = part
		case Movn:
			x = ^part
		case Movk:
			x = x&^(0xffff<<(word>>21&3*16)) | part
		default: // orr; the first operand is ZR
			x = ones(word)
		}
		if word>>31 == 0 {
			x &= math.MaxUint32
		}
	}
	return x
}

// ones is the logical immediate of an instruction, as the manual says.
func ones(word uint32) uint64 {
	n, r, s := word>>22&1, word>>16&63, word>>10&63
	size := uint32(1) << (bits.Len32(n<<6|^s&63) - 1)
	r, s = r&(size-1), s&(size-1)
	v := uint64(1)<<(s+1) - 1
	v = v>>r | v<<(size-r)&(1<<(size-1)<<1-1)
	for ; size < 64; size *= 2 {
		v |= v << size
	}
	return v
}

// TestNoAllocations checks that an assembler that has its memory takes no more.
func TestNoAllocations(t *testing.T) {
	var a Assembler
	run := func() {
		a.Reset()
		head := a.NewLabel()
		a.Bind(head)
		for i := range int32(100) {
			a.Mark(i)
			a.Mem(Ldrx, R1, At(R2, 8*i))
			a.LiteralV(Litd, V0, a.Const64(uint64(i)))
			a.Bcond(LT, head)
		}
		if _, err := a.Finish(); err != nil {
			t.Fatal(err)
		}
	}
	run()
	if n := testing.AllocsPerRun(10, run); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
