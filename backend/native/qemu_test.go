package native_test

import (
	"testing"

	"scf/internal/qemu"
)

// TestUnderQemu runs random programs as on arm64.
func TestUnderQemu(t *testing.T) {
	qemu.ARM64(t, "-test.run=^TestRandom$", "-programs=4", "-first=100")
}
