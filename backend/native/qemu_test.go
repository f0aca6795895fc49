package native_test

import (
	"testing"

	"scf/internal/testing/qemu"
	"scf/internal/testing/tier"
)

// TestUnderQemu runs random programs as on arm64.
func TestUnderQemu(t *testing.T) {
	tier.OnlyLong(t, "the whole test program is emulated")
	qemu.ARM64(t, "-test.run=^TestRandom$", "-programs=4", "-first=100")
}
