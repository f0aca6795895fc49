package amd64_test

import (
	"flag"
	"testing"

	"scf/backend/amd64"
	x86 "scf/backend/asm/amd64"
	"scf/backend/machine/machinetest"
)

var count = flag.Int("random", 2000, "how many random functions are run")

// TestCode runs code: on amd64.
func TestCode(t *testing.T) {
	features := []x86.Features{x86.Host(), {}}
	m := machinetest.Machine{
		GOARCH: "amd64",
		New:    func(n int) machinetest.Compiler { return amd64.New(features[n%2]) },
		Patch:  x86.Patch,
	}
	m.Test(t, *count)
}
