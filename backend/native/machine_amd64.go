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

// patch makes the reference at offset of text, which lies at the address from, refer to the address to. It tells whether it can.
func patch(text []byte, offset int32, from, to uintptr) bool {
	return x86.Patch(text, offset, from, to)
}
