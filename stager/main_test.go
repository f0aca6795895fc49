package stager_test

import (
	"fmt"
	"os"
	"testing"

	"scf/internal/testing/tier"
)

// TestMain makes property tests short unless -rapid.checks says otherwise. A process of TestKilledAnywhere saves.
func TestMain(m *testing.M) {
	if from := os.Getenv(fromVariable); from != "" {
		if err := save(from, os.Getenv(toVariable)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	tier.Checks(1, 4, 17)
	os.Exit(m.Run())
}
