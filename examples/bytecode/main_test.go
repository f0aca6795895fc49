package main

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"scf/internal/testing/tier"
)

func TestRun(t *testing.T) {
	tier.OnlyLong(t, "it stages and measures")
	if code, err := assemble(named["gcd"]); err != nil {
		t.Error(err)
	} else if got, _ := inGo(code, 1071, 462); got != 21 {
		t.Errorf("gcd in Go: %d", got)
	}
	for _, c := range []struct {
		args []string
		want uint32
	}{
		{[]string{"primes", "1000"}, 168},
		{[]string{"set r2 1; again: add r3 r0; sub r0 r2; jnz r0 again; halt r3", "100"}, 5050},
	} {
		code, x, y, err := parse(c.args)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := inGo(code, x, y); got != c.want {
			t.Errorf("%v: in Go %d", c.args, got)
		}
		var out, log strings.Builder
		if err := run(t.Context(), c.args, &out, &log); err != nil {
			t.Fatal(err)
		}
		if out.String() != fmt.Sprintln(c.want) || !strings.Contains(log.String(), "runs the specialized code") {
			t.Errorf("%v: %s\n%s", c.args, out.String(), log.String())
		}
	}
}

func TestWrongArguments(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "name a program"},
		{[]string{"gcd", "x"}, "x is no number"},
		{[]string{"jump r0"}, "no instruction is called jump"},
		{[]string{"add r0"}, "add has 2 operands"},
		{[]string{"set r8 1"}, "r8 is no register"},
		{[]string{"set r0 256"}, "256 is no number from 0 to 255"},
		{[]string{"jnz r0 there"}, "no place is called there"},
		{[]string{strings.Repeat("set r0 1;", 100)}, "up to 256"},
		{[]string{"here: jnz r0 here; halt r0", "1"}, "runs for more than"},
		{[]string{"rem r0 r1; halt r0", "1"}, "divides by zero"},
		{[]string{"set r0 1"}, "leaves its code"},
	} {
		err := run(t.Context(), c.args, io.Discard, io.Discard)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %s", c.args, err, c.want)
		}
	}
}
