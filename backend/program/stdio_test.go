package program

import (
	"runtime"
	"testing"
	"unsafe"

	"scf/backend/mem"
)

// What printf prints is what C's does; where a string has no zero, a precision says how much of it there is.
func TestPrintf(t *testing.T) {
	word := [4]byte{'a', 'b', 'c', 0}
	at := mem.AddressOf(unsafe.Pointer(&word))
	defer runtime.KeepAlive(&word)
	below := func(n int64) uint64 { return uint64(n) }
	for _, test := range []struct {
		format string
		args   []uint64
		want   string
	}{
		{"%d%%", []uint64{below(-7)}, "-7%"},
		{"[%5d|%-5d|%05u]", []uint64{1, 2, 3}, "[    1|2    |00003]"},
		{"[%*d]", []uint64{4, 1}, "[   1]"},
		{"[%*d]", []uint64{below(-4), 1}, "[1   ]"},
		{"[%*s]", []uint64{5, at}, "[  abc]"},
		{"[%.2s]", []uint64{at}, "[ab]"},
		{"[%-*.*s]", []uint64{4, 2, at}, "[ab  ]"},
		{"[%.*s]", []uint64{below(-1), at}, "[abc]"},
	} {
		s := &stdio{}
		n, err := s.printf(test.format, test.args)
		if got := s.out.String(); err != nil || got != test.want || int(n) != len(test.want) {
			t.Errorf("%s: got %q, %d, %v, want %q", test.format, got, n, err, test.want)
		}
	}
	if _, err := (&stdio{}).printf("%*d", []uint64{1}); err == nil {
		t.Error("a star without its argument is no error")
	}
}
