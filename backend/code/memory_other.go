//go:build !linux || !(amd64 || arm64)

package code

import (
	"fmt"
	"runtime"
)

const mappings = 0

// memory is memory that code can run in, of which there is none.
type memory struct {
	writable []byte
	exec     uintptr
}

func newMemory(int) (*memory, error) {
	return nil, fmt.Errorf("code can be made for linux/amd64 and linux/arm64 only, this is %s/%s", runtime.GOOS, runtime.GOARCH)
}

func (m *memory) close()                       {}
func (m *memory) wipe(int, int)                {}
func (m *memory) publish(int, int, bool) error { return nil }

func fill([]byte) {}
