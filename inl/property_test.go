package inl_test

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"

	"scf/ast"
	"scf/cfront"
	"scf/cfront/splice"
	"scf/inl"
	"scf/internal/cprog"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

var (
	programs = tier.Flag("programs", 0, 6, 20, "how many random C programs TestRandomC inlines in")
	seed     = flag.Uint64("seed", 1, "the seed of the first random C program")
	size     = flag.Int("size", 20, "the size of random C programs")
)

// TestRandomC inlines all that it can into random functions and lets a C compiler run them beside the originals.
func TestRandomC(t *testing.T) {
	tier.Standard(t, "programs are compiled")
	toolchain.Compiler(t)
	const batch = 20
	done, calls := 0, 0
	for first := *seed; first < *seed+programs.Uint64(); first += batch {
		var cases []cprog.Case
		for s := first; s < min(first+batch, *seed+programs.Uint64()); s++ {
			p := cprog.Generate(s, cprog.Options{Prefix: fmt.Sprintf("p%d_", s), Size: *size})
			if c, n := withInlined(t, p); n > 0 {
				cases, done, calls = append(cases, c), done+1, calls+n
			}
		}
		failures, err := cprog.Compare(context.Background(), cases, cprog.Settings{Rounds: 4, Seed: first})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range failures {
			p := cases[f.Case]
			t.Errorf("%s: %s\n%s\n%s", p.Func, f.Message, p.Source, p.Variants[0].Definition)
		}
	}
	t.Logf("%d functions inlined into %d", calls, done)
	if done == 0 {
		t.Error("no program has anything to inline")
	}
}

// withInlined is the program with a version of its function where n functions are inlined; 0 where it cannot be had.
func withInlined(t *testing.T, p *cprog.Program) (c cprog.Case, n int) {
	file, err := cfront.Parse(context.Background(), "x.c", []byte(p.Source), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	root, err := file.Function(p.Func)
	if err != nil || root.Statics {
		return c, 0
	}
	f, names, err := inline(file, p.Func, inl.Choice{Size: 1000})
	if err != nil || len(names) == 0 {
		return c, 0
	}
	if err := ast.Verify(f); err != nil {
		t.Fatalf("%v\n%s", err, p.Source)
	}
	name := p.Func + "_inlined"
	text, err := file.Splice(p.Func, f, splice.How{As: name})
	if err != nil {
		t.Fatal(err)
	}
	added := string(text[strings.LastIndex(p.Source, "}")+1:])
	return cprog.Case{Program: p, Variants: []cprog.Variant{{Func: name, Definition: added}}}, len(names)
}
