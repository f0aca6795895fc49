package stager_test

import (
	"context"
	"os"
	"runtime"

	"scf/stager"
)

// What a process of this test binary does instead of tests: it opens a staged directory and saves it as another one.
const fromVariable, toVariable = "STAGER_TEST_FROM", "STAGER_TEST_TO"

func init() {
	if os.Getenv(fromVariable) != "" {
		runtime.LockOSThread() // to the thread that strace follows
	}
}

// save is that process.
func save(from, to string) error {
	s, err := stager.Open(context.Background(), from, stager.Limits{})
	if err != nil {
		return err
	}
	return s.Save(to)
}
