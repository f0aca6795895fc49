package judge_test

import (
	"context"
	"flag"
	"strings"
	"testing"

	"scf/ast"
	"scf/backend"
	"scf/backend/interp"
	"scf/backend/native"
	"scf/backend/program"
	"scf/internal/cprog"
	"scf/internal/testing/judge"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

var (
	programs = tier.Flag("programs", 1, 2, 8, "how many random programs TestRandom makes")
	first    = flag.Uint64("first", 1, "the seed of the first")
	size     = flag.Int("size", 14, "their size")
	more     = flag.Int("more", 5, "how many functions they have beside the first")
	without  = flag.String("without", "longdoubles,typeof", "constructs that they do without")
	sides    = flag.String("sides", "native,interp,arm64", "the sides that TestRandom compares; checked is another one: native, checked")
)

// sidesOf are the sides with the names.
func sidesOf(t *testing.T, names string) (all []judge.Side) {
	for name := range strings.SplitSeq(names, ",") {
		switch b := native.New(); {
		case name == "arm64":
			toolchain.Tool(t, "aarch64-linux-gnu-gcc")
			toolchain.Tool(t, "qemu-aarch64")
			a, err := judge.NewARM64(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, a)
		case name == "interp":
			all = append(all, judge.In{Backend: interp.New()})
		case b.Available() == nil:
			all = append(all, judge.In{Backend: b, Options: backend.Options{Checked: name == "checked"}})
		}
	}
	return all
}

// TestRandom holds all sides to the compiler on random programs, many of them with
//
//	go test ./internal/testing/judge -run 'TestRandom$' -v -timeout 3h -programs 10000 -first 100000
//
// and a failure alone with -first SEED -programs 1.
func TestRandom(t *testing.T) {
	toolchain.Compiler(t)
	out, unknown := cprog.ParseSet(*without)
	if len(unknown) > 0 {
		t.Fatal(unknown)
	}
	r := judge.Random{Sides: sidesOf(t, *sides), Size: *size, More: *more, Without: out}
	r.Check(t, *first, programs.Int())
}

// liar is a side that makes something else of what a side prints.
type liar struct {
	judge.Side
	lie func(string) string
}

func (l liar) Main(ctx context.Context, u *ast.Unit, prefixes []string) (program.End, error) {
	end, err := l.Side.Main(ctx, u, prefixes)
	end.Out = l.lie(end.Out)
	return end, err
}

// TestMismatch: a side is found that prints something else for one program of many, and one that panics, and not those that run beside them.
func TestMismatch(t *testing.T) {
	tier.OnlyLong(t, "programs are compiled")
	toolchain.Compiler(t)
	honest := judge.In{Backend: interp.New()}
	for name, lie := range map[string]func(string) string{
		"other": func(out string) string { return strings.Replace(out, "call p2_f(", "call p2_g(", 1) },
		"panic": func(out string) string {
			if strings.Contains(out, "call p2_f(") {
				panic("oh")
			}
			return out
		},
	} {
		r := judge.Random{Sides: []judge.Side{honest, liar{honest, lie}}, Size: 3, Log: t.Logf}
		found, err := r.Batch(t.Context(), 30, 4)
		if err != nil {
			t.Fatal(err)
		}
		if r.Programs != 4 || r.Functions < 4 {
			t.Errorf("%s: %v", name, &r)
		}
		if len(found) > 0 {
			t.Errorf("%s: alone, the program has another prefix, and is as it should be: %v", name, found)
		}
		r.Sides[1] = liar{honest, func(out string) string { return lie(strings.ReplaceAll(out, "call p0_", "call p2_")) }}
		if found, err = r.Batch(t.Context(), 30, 1); err != nil || len(found) != 1 || found[0].Seed != 30 || found[0].Side != "interp" {
			t.Errorf("%s: %v, %v", name, found, err)
		}
	}
}
