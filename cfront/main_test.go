package cfront

import (
	"os"
	"testing"

	"scf/internal/testing/tier"
)

// TestMain has fewer cases of properties tried in the tiers that are not long.
func TestMain(m *testing.M) {
	tier.Checks(8, 25, 100)
	os.Exit(m.Run())
}
