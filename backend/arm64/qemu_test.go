package arm64_test

import (
	"testing"

	"scf/internal/qemu"
)

// TestUnderQemu runs the tests of this package as on arm64.
func TestUnderQemu(t *testing.T) {
	args := []string{"-random=600"}
	if testing.Short() {
		args = append(args, "-test.short")
	}
	qemu.ARM64(t, args...)
}
