package simplify

import (
	"context"
	"testing"

	"scf/internal/testing/progen"
	"scf/scfml/core"
	"scf/scfml/interp"
)

// TestUnread simplifies random programs of whose results some components are not looked at [SIM-UNREAD]: the rest of the results stays.
func TestUnread(t *testing.T) {
	left := 0
	for i := range uint64(cases.Int()) {
		seed := *seed + i
		c := progen.Generate(seed)
		p, err := load(c)
		if err != nil {
			t.Fatal(err)
		}
		unread := func(con *core.Con, i int) bool {
			return con.Data != core.ListData && con.Data != core.OptionData && (seed>>(i+len(con.Name))%4)%2 == 0
		}
		q, r, err := Run(context.Background(), p, Options{Unread: unread})
		if err != nil {
			t.Fatal(err)
		}
		if err := core.Verify(q); err != nil {
			t.Fatal(err)
		}
		left += r.Unread
		for _, text := range c.Inputs {
			arg, err := core.ParseValue(text, p.Entry.ArgType(), p)
			if err != nil {
				t.Fatal(err)
			}
			want, _, err := interp.New(p).Run(context.Background(), arg, interp.Options{})
			if err != nil {
				t.Fatal(err)
			}
			got, _, err := interp.New(q).Run(context.Background(), arg, interp.Options{})
			if err != nil || !core.Equal(masked(want, unread), masked(got, unread)) {
				t.Fatalf("seed %d, on %s: %v, not %v (%v)\n%s\nsimplified:\n%s", seed, text, got, want, err, p, q)
			}
		}
	}
	if left == 0 {
		t.Error("no component was left out")
	}
}

// masked is v with 0 for the components that are unread; v has no such components in maps and sets.
func masked(v core.Value, unread func(*core.Con, int) bool) core.Value {
	all := func(vs []core.Value) []core.Value {
		out := make([]core.Value, len(vs))
		for i, v := range vs {
			out[i] = masked(v, unread)
		}
		return out
	}
	switch v := v.(type) {
	case *core.Tuple:
		return &core.Tuple{Elems: all(v.Elems)}
	case *core.ConValue:
		args := all(v.Args)
		for i := range args {
			if unread(v.Con, i) {
				args[i] = core.Int(0)
			}
		}
		return &core.ConValue{Con: v.Con, Args: args}
	}
	return v
}
