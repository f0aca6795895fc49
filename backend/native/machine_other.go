//go:build !amd64 && !arm64

package native

import (
	"fmt"
	"runtime"
)

func available() error {
	return fmt.Errorf("machine code is made for linux on amd64 and arm64 only, and this is %s on %s", runtime.GOOS, runtime.GOARCH)
}

func newMachine() maker { panic("native: no machine") }
