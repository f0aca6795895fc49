package cfront

import (
	"context"
	"testing"

	"scf/ast"
	"scf/internal/cprog"
	"scf/internal/testing/tier"
)

// TestCommandsHavePlaces checks that every command of a function stands somewhere in the file.
func TestCommandsHavePlaces(t *testing.T) {
	for seed := range uint64(tier.Pick(4, 12, 40)) {
		p := cprog.Generate(seed, cprog.Options{Size: 8})
		f, err := Parse(context.Background(), "x.c", []byte(p.Source), Options{OS: "linux", Arch: "amd64"})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range f.Functions() {
			if o.Err != nil {
				continue
			}
			for i, at := range ast.Places(o.Function.Tree) {
				if !at.IsValid() {
					t.Errorf("seed %d: command %d of %s has no place", seed, i+1, o.Name)
				}
			}
		}
	}
}
