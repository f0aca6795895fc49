package native

import (
	"fmt"
	"runtime"

	"scf/backend/amd64"
	x86 "scf/backend/asm/amd64"
)

func available() error {
	if runtime.GOOS != "linux" {
		return fmt.Errorf("machine code is made for linux only, and this is %s", runtime.GOOS)
	}
	return nil
}

func newMachine() maker { return amd64.New(x86.Host()) }
