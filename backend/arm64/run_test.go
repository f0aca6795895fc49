package arm64_test

import (
	"flag"
	"testing"

	"scf/backend/arm64"
	a64 "scf/backend/asm/arm64"
	"scf/backend/machine/machinetest"
	"scf/internal/testing/qemu"
	"scf/internal/testing/tier"
)

var count = flag.Int("random", 300, "how many random functions are run")

// TestCode runs code: on arm64.
func TestCode(t *testing.T) {
	m := machinetest.Machine{GOARCH: "arm64", New: func(int) machinetest.Compiler { return &arm64.Compiler{} }, Patch: a64.Patch}
	m.Test(t, *count)
}

// TestUnderQemu runs the tests of this package as on arm64.
func TestUnderQemu(t *testing.T) {
	tier.OnlyLong(t, "the whole test program is emulated")
	qemu.ARM64(t)
}
