package main

import (
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"testing"

	"scf/internal/testing/tier"
)

// expected is the checksum of what Go unpacks.
func expected(f format) string {
	in := image(f)
	out := make([]byte, 0, 4*pixels)
	for ; len(in) > 0; in = in[f.Bytes:] {
		var pixel uint32
		for k := range f.Bytes {
			pixel |= uint32(in[k]) << (8 * k)
		}
		for _, c := range f.Channel {
			value := uint32(255)
			if c.Width > 0 {
				most := uint32(1)<<c.Width - 1
				value = ((pixel>>c.Shift&most)*255 + most/2) / most
			}
			out = append(out, byte(value))
		}
	}
	return fmt.Sprintf("%08x\n", crc32.ChecksumIEEE(out))
}

func TestRun(t *testing.T) {
	tier.OnlyLong(t, "it stages and measures")
	for _, args := range [][]string{{"rgb565"}, {"3", "3f", "ffc0", "30000", "800000"}} {
		f, err := parse(args)
		if err != nil {
			t.Fatal(err)
		}
		var out, log strings.Builder
		if err := run(t.Context(), args, &out, &log); err != nil {
			t.Fatal(err)
		}
		if want := expected(f); out.String() != want {
			t.Errorf("%v: %s, want %s", args, out.String(), want)
		}
		if !strings.Contains(log.String(), "runs the specialized code") {
			t.Error(log.String())
		}
	}
}

func TestWrongArguments(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "name a format"},
		{[]string{"rgb"}, "name a format"},
		{[]string{"5", "1", "2", "4", "8"}, "from 1 to 4 are possible"},
		{[]string{"1", "100", "2", "4", "8"}, "100 is no mask of 8 bits"},
		{[]string{"1", "5", "2", "8", "0"}, "side by side"},
		{[]string{"4", "1ffff", "0", "0", "0"}, "up to 16 bits"},
	} {
		err := run(t.Context(), c.args, io.Discard, io.Discard)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %s", c.args, err, c.want)
		}
	}
}
