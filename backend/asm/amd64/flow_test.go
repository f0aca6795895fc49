package amd64

import (
	"bytes"
	"fmt"
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

// TestJumps compares the choice between short and long jumps, and padding, with that of as, on random code.
func TestJumps(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var a Assembler
		var text strings.Builder
		labels := make([]Label, rapid.IntRange(1, 12).Draw(r, "labels"))
		for i := range labels {
			labels[i] = a.NewLabel()
		}
		bound := 0
		for range rapid.IntRange(1, 60).Draw(r, "steps") {
			l := rapid.IntRange(0, len(labels)-1).Draw(r, "label")
			switch rapid.IntRange(0, 7).Draw(r, "what") {
			case 0, 1:
				a.Jmp(labels[l])
				fmt.Fprintf(&text, "jmp .L%d\n", l)
			case 2, 3:
				c := Cond(rapid.IntRange(0, 15).Draw(r, "cond"))
				a.Jcc(c, labels[l])
				fmt.Fprintf(&text, "j%s .L%d\n", condNames[c], l)
			case 4:
				a.Call(labels[l])
				fmt.Fprintf(&text, "call .L%d\n", l)
			case 5:
				a.AluMI(Add, W32, Mem{Label: labels[l], Disp: 4}, 1000)
				fmt.Fprintf(&text, "add dword ptr .L%d[rip+4], 1000\n", l)
			case 6:
				n := rapid.IntRange(1, 70).Draw(r, "bytes")
				for range n {
					a.Ret()
				}
				fmt.Fprintf(&text, ".fill %d, 1, 0xc3\n", n)
			case 7:
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
		whole(t, text.String(), a.Finish().Bytes)
	})
}

// TestLayout checks that what belongs to code moves with it where jumps become short and padding goes: labels, marks, references, tables.
func TestLayout(t *testing.T) {
	var a Assembler
	for range 2 { // and once more with the memory of the first time
		a.Reset()
		head, out := a.NewLabel(), a.NewLabel()
		a.Mark(1)
		table := a.Table([]Label{head, out, head})
		a.Lea(W64, RAX, Mem{Label: table})
		a.Jmp(head)
		a.Mark(2)
		a.CallRef(7)
		a.Align(16)
		a.Bind(head)
		a.Mark(3)
		a.MovXM(Movsd, X0, Mem{Label: a.Const64(0x3ff0000000000000)})
		a.SseRM(Andpd, X0, Mem{Label: a.Const128(1<<63-1, 1)})
		a.MovXM(Movsd, X1, Mem{Label: a.Const64(0x3ff0000000000000)})
		a.Jcc(NE, head)
		a.Bind(out)
		a.Ret()
		code := a.Finish()
		whole(t, `
	lea rax, .Ltable[rip]
	jmp .Lhead
	call .Lref-4
.Lref:
	.nops 2, 2
.Lhead:
	movsd xmm0, .Lone[rip]
	andpd xmm0, .Labs[rip]
	movsd xmm1, .Lone[rip]
	jne .Lhead
.Lout:
	ret
	.balign 16
.Labs:
	.quad 0x7fffffffffffffff, 1
.Lone:
	.quad 0x3ff0000000000000
.Ltable:
	.long .Lhead-.Ltable, .Lout-.Ltable, .Lhead-.Ltable
`, patched(code.Bytes, code.Refs[0].Offset))
		if got := fmt.Sprint(code.Refs, code.Marks, code.Tables, a.Offset(head), a.Offset(out)); got != "[{10 7}] [{0 1} {9 2} {16 3}] [{48 84}] 16 42" {
			t.Error(got)
		}
	}
}

// patched is code whose reference at off refers to itself.
func patched(code []byte, off int32) []byte {
	code = bytes.Clone(code)
	if !Patch(code, off, 1<<40, 1<<40+uintptr(off)) {
		panic("far")
	}
	return code
}

func TestPatchFar(t *testing.T) {
	code := make([]byte, 4)
	if Patch(code, 0, 0, 1<<33) || !Patch(code, 0, 1<<33, 1<<33-1<<31+4) {
		t.Error("a call beyond 2 GiB does not fit, one just below does")
	}
}

// TestNops checks that padding of any length is that of as.
func TestNops(t *testing.T) {
	tier.Standard(t, "it assembles much")
	for n := 1; n < 40; n++ {
		var a Assembler
		a.Nop(n)
		whole(t, fmt.Sprintf(".nops %d, 9\n", n), a.Finish().Bytes)
	}
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
			a.AluRM(Add, W64, RAX, Mem{Base: RSI, Index: RCX, Scale: 8, Disp: i})
			a.MovXM(Movsd, X0, Mem{Label: a.Const64(uint64(i))})
			a.Jcc(L, head)
		}
		a.Finish()
	}
	run()
	if n := testing.AllocsPerRun(10, run); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
