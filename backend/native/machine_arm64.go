package native

import (
	"fmt"
	"runtime"

	"scf/backend/arm64"
)

func available() error {
	if runtime.GOOS != "linux" {
		return fmt.Errorf("machine code is made for linux only, and this is %s", runtime.GOOS)
	}
	return nil
}

func newMachine() maker { return new(arm64.Compiler) }
