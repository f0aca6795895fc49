package listing_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/backend/asm"
	"scf/backend/asm/amd64"
	"scf/backend/asm/arm64"
	"scf/backend/asm/listing"
)

// show is a listing with lines and names.
func show(goarch string, code asm.Code) string {
	return listing.Page{
		Decode: listing.For(goarch),
		Base:   0x1000,
		Line:   func(place int32) string { return fmt.Sprintf("f.c:%d", place) },
		Name: func(addr uint64) string {
			if addr == 0x1000 {
				return "f"
			}
			return ""
		},
		Symbol: func(symbol int32) string { return fmt.Sprintf("symbol%d", symbol) },
	}.Text(code)
}

func TestAMD64(t *testing.T) {
	a := amd64.Assembler{Features: amd64.Features{BMI2: true}}
	head, out := a.NewLabel(), a.NewLabel()
	a.Bind(head)
	a.Mark(3)
	a.AluRM(amd64.Add, amd64.W64, amd64.RAX, amd64.Mem{Base: amd64.RSI, Index: amd64.RCX, Scale: 8, Disp: 16})
	a.ShiftX(amd64.Sar, amd64.W64, amd64.RAX, amd64.R12, amd64.R9)
	a.ShiftXM(amd64.Shl, amd64.W32, amd64.RDX, amd64.At(amd64.R13, 8), amd64.RCX)
	a.Mark(4)
	a.MovXM(amd64.Movsd, amd64.X0, amd64.Mem{Label: a.Const64(0x3ff0000000000000)})
	a.Jcc(amd64.L, out)
	a.Call(head)
	a.CallRef(7)
	a.Mark(4)
	a.Lea(amd64.W64, amd64.RBX, amd64.Mem{Label: a.Table([]amd64.Label{head, out})})
	a.Mark(5)
	a.Bind(out)
	a.Ret()
	want := `f.c:3
    1000  48 03 44 ce 10                add rax, qword ptr [rsi+8*rcx+0x10]
    1005  c4 c2 b2 f7 c4                sarx rax, r12, r9
    100a  c4 c2 71 f7 55 08             shlx edx, dword ptr [r13+0x8], ecx
f.c:4
    1010  f2 0f 10 05 18 00 00 00       movsd xmm0, qword ptr [rip+0x18]
    1018  7c 11                         jl 0x102b
    101a  e8 e1 ff ff ff                call 0x1000 <f>
    101f  e8 00 00 00 00                call symbol7
    1024  48 8d 1d 0d 00 00 00          lea rbx, ptr [rip+0xd]
f.c:5
    102b  c3                            ret
    102c  0f 1f 40 00                   nop dword ptr [rax], eax
    1030  00 00 00 00                   .long 0x00000000
    1034  00 00 f0 3f                   .long 0x3ff00000
    1038  c8 ff ff ff                   .long 0xffffffc8
    103c  f3 ff ff ff                   .long 0xfffffff3
`
	if diff := cmp.Diff(want, show("amd64", a.Finish())); diff != "" {
		t.Error(diff)
	}
}

func TestARM64(t *testing.T) {
	var a arm64.Assembler
	head, out := a.NewLabel(), a.NewLabel()
	a.Bind(head)
	a.Mark(3)
	a.Mem(arm64.Ldrx, arm64.R1, arm64.Mem{Base: arm64.R2, Index: arm64.R0, Mode: arm64.Sxtw, Shift: 3})
	a.Cbz(arm64.W64, arm64.R1, out)
	a.Mark(4)
	a.LiteralV(arm64.Litd, arm64.V0, a.Const64(0x3ff0000000000000))
	a.Bl(head)
	a.BRef(7)
	a.Bind(out)
	a.Ret()
	want := `f.c:3
    1000  41 d8 60 f8                   ldr x1, [x2,w0,sxtw #3]
    1004  81 00 00 b4                   cbz x1, 0x1014
f.c:4
    1008  c0 00 00 5c                   ldr d0, 0x1020
    100c  fd ff ff 97                   bl 0x1000 <f>
    1010  00 00 00 14                   b symbol7
    1014  c0 03 5f d6                   ret
    1018  1f 20 03 d5                   nop
    101c  1f 20 03 d5                   nop
    1020  00 00 00 00                   .long 0x00000000
    1024  00 00 f0 3f                   .long 0x3ff00000
`
	code, err := a.Finish()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, show("arm64", code)); diff != "" {
		t.Error(diff)
	}
}

// TestNoInstruction checks that what cannot be decoded is shown by its bytes, one at a time.
func TestNoInstruction(t *testing.T) {
	got := listing.Page{Decode: listing.AMD64}.Text(asm.Code{Bytes: []byte{0x06, 0xc3, 0xc4}})
	want := `       0  06                            ?
       1  c3                            ret
       2  c4                            ?
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
