package stager_test

import (
	"flag"
	"fmt"
	"os"
	"testing"
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
	if err := flag.Set("rapid.checks", "30"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
