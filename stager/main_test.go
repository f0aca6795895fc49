package stager_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain makes property tests short unless -rapid.checks says otherwise.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", "30"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
