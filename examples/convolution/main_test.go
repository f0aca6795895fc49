package main

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"scf/internal/testing/tier"
)

// expected is the checksum of what Go computes.
func expected(w weights) string {
	n := int(w.n)
	in, out := image(), make([]float32, width*height)
	for y := range height - n + 1 {
		for x := range width - n + 1 {
			var sum float32
			for j := range n {
				for i := range n {
					sum += float32(w.k[j*n+i] * in[(y+j)*width+x+i])
				}
			}
			out[y*(width-n+1)+x] = sum
		}
	}
	return fmt.Sprintf("%08x\n", checksum(out))
}

func TestRun(t *testing.T) {
	tier.OnlyLong(t, "it stages and measures")
	for _, args := range [][]string{{"blur"}, {"2", "0.5,-1,0,3"}} {
		w, err := parse(args)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := run(t.Context(), args, &out, io.Discard); err != nil {
			t.Fatal(err)
		}
		if want := expected(w); out.String() != want {
			t.Errorf("%v: %s, want %s", args, out.String(), want)
		}
	}
}

func TestWrongArguments(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "name a kernel"},
		{[]string{"emboss"}, "name a kernel"},
		{[]string{"0", ""}, "from 1 to 31 are possible"},
		{[]string{"2", "1,2,3"}, "2 rows have 4 weights, and there are 3"},
		{[]string{"1", "x"}, "x is no weight"},
	} {
		err := run(t.Context(), c.args, io.Discard, io.Discard)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %s", c.args, err, c.want)
		}
	}
}
