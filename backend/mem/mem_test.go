package mem

import (
	"encoding/binary"
	"runtime"
	"testing"

	"pgregory.net/rapid"
)

func TestAlloc(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, align := rapid.IntRange(0, 300).Draw(t, "n"), 1<<rapid.IntRange(0, 12).Draw(t, "align")
		b := Alloc(n, align)
		if b.Address()%uint64(align) != 0 || b.Address()%16 != 0 || b.Size() != n || len(b.Bytes()) != n {
			t.Fatalf("%d bytes at %x", b.Size(), b.Address())
		}
		for i := range b.Bytes() {
			Store8(b.Address()+uint64(i), uint8(i))
		}
		runtime.KeepAlive(b)
	})
}

func TestAccess(t *testing.T) {
	b := Alloc(64, 16)
	at := b.Address()
	Store64(at+3, 0x1122334455667788)
	if got := binary.NativeEndian.Uint64(b.Bytes()[3:]); got != 0x1122334455667788 {
		t.Errorf("stored %x", got)
	}
	Store32(at+20, 0xdeadbeef)
	Store16(at+24, 0xcafe)
	if Load64(at+3) != 0x1122334455667788 || Load32(at+20) != 0xdeadbeef || Load16(at+24) != 0xcafe {
		t.Error("what is stored is not what is loaded")
	}
	copy(b.Bytes()[40:], "hello\x00")
	if Length(at+40) != 5 {
		t.Errorf("length %d", Length(at+40))
	}
	Move(at+41, at+40, 5)
	if got := string(b.Bytes()[40:46]); got != "hhello" {
		t.Errorf("moved %q", got)
	}
	runtime.KeepAlive(b)
}

// TestBits compares bit-fields with an array of bits.
func TestBits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if !LittleEndian() {
			t.Skip("bit-fields lie in another order here")
		}
		b := Alloc(16, 16)
		var want [128]bool
		for range rapid.IntRange(1, 20).Draw(t, "stores") {
			width := rapid.Int64Range(1, 57).Draw(t, "width")
			bit := rapid.Int64Range(0, 128-width).Draw(t, "bit")
			v := rapid.Uint64().Draw(t, "v")
			StoreBits(b.Address(), bit, width, v)
			for i := range width {
				want[bit+i] = v>>i&1 == 1
			}
		}
		for bit := range int64(128) {
			if got := LoadBits(b.Address(), bit, 1) == 1; got != want[bit] {
				t.Fatalf("bit %d is %v", bit, got)
			}
		}
		runtime.KeepAlive(b)
	})
}
