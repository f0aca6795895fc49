package interp_test

import (
	"os"
	"testing"

	"scf/internal/testing/tier"
)

// TestMain has fewer cases of properties tried in the tiers that are not long.
func TestMain(m *testing.M) {
	tier.Checks(8, 30, 100)
	os.Exit(m.Run())
}
