package code

import (
	"encoding/binary"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// constant is code that returns n.
func constant(n uint32) []byte {
	if runtime.GOARCH == "amd64" {
		return binary.LittleEndian.AppendUint32([]byte{0xb8}, n)[:5:5] // mov eax, n
	}
	movz, movk := 0xd2800000|n<<16>>11, 0xf2a00000|n>>16<<5 // movz x0, n; movk x0, n >> 16, lsl 16
	return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, movz), movk)
}

// returning is code that returns n, and is as large as size says at least.
func returning(n uint32, size int) []byte {
	ret := []byte{0xc3}
	if runtime.GOARCH == "arm64" {
		ret = []byte{0xc0, 0x03, 0x5f, 0xd6}
	}
	text := append(constant(n), ret...)
	return append(text, make([]byte, max(0, size-len(text))&^3)...)
}

// TestArenaIsCollected makes more code than there is room for, of which some stays in use.
func TestArenaIsCollected(t *testing.T) {
	m := newMachine(t)
	var kept []func() uint32
	count := 20000
	if testing.Short() {
		count = 4000
	}
	for i := range uint32(count) {
		r, err := m.Install(returning(i, int(i%5)*200), nil)
		if err != nil {
			t.Fatal(err)
		}
		f := bound[func() uint32](t, Machine(Native{Region: r}))
		if got := f(); got != i {
			t.Fatalf("%d instead of %d", got, i)
		}
		if i%100 == 0 {
			kept = append(kept, f)
		}
	}
	for i, f := range kept {
		if got := f(); got != uint32(i*100) {
			t.Errorf("%d instead of %d", got, i*100)
		}
	}
	if s := m.Statistics(); s.Made != count || s.Reached > s.Limit || s.Regions < len(kept) || s.Mappings != 2 {
		t.Errorf("%+v", s)
	}
	runtime.KeepAlive(kept)
}

func TestArenaIsFull(t *testing.T) {
	m := newMachine(t)
	var regions []*Region
	for {
		r, err := m.Install(returning(7, 100000), nil)
		if err != nil {
			if len(regions) != 10 || !strings.Contains(err.Error(), "no room for 100032 bytes of code: 10 regions take 1000320 of 1048576 bytes") {
				t.Errorf("%d regions: %v", len(regions), err)
			}
			break
		}
		regions = append(regions, r)
	}
	if _, err := m.Install(make([]byte, 2<<20), nil); err == nil {
		t.Error("more than there is")
	}
	regions[3].Release()
	regions[3].Release()
	r, err := m.Install(returning(9, 100000), nil)
	if err != nil || r.Addr() == 0 || r.Size() < 99000 {
		t.Error(err)
	}
	for _, r := range append(regions, r) {
		r.Release()
	}
	if s := m.Statistics(); s.Regions != 0 || s.Bytes != 0 {
		t.Errorf("%+v", s)
	}
}

func TestArenaFromMany(t *testing.T) {
	m := newMachine(t)
	var wg sync.WaitGroup
	for g := range uint32(8) {
		wg.Go(func() {
			for i := range uint32(300) {
				r, err := m.Install(returning(g<<16|i, int(i)), func(text []byte, addr uintptr) {
					if addr%64 != 0 || len(text) == 0 {
						t.Errorf("%d bytes at %#x", len(text), addr)
					}
				})
				if err != nil {
					t.Error(err)
					return
				}
				if got := bound[func() uint32](t, Machine(Native{Region: r}))(); got != g<<16|i {
					t.Errorf("%#x instead of %#x", got, g<<16|i)
				}
				if i%2 == 0 {
					r.Release()
				}
			}
		})
	}
	wg.Wait()
}

// BenchmarkInstall makes regions that nothing keeps: what it takes with the collections that free them.
func BenchmarkInstall(b *testing.B) {
	m, err := NewArena(64 << 20)
	if err != nil {
		b.Skip(err)
	}
	text := returning(7, 256)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := m.Install(text, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(m.Statistics().Reached), "bytes")
}
