//go:build linux && (amd64 || arm64) && !scfstatic

package c

import (
	"fmt"
	"sync"

	"github.com/ebitengine/purego"
)

func canLoad() error { return nil }

// sharedObject is one that is loaded.
type sharedObject struct{ handle, entry uintptr }

func load(path string) (*sharedObject, error) {
	handle, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return nil, fmt.Errorf("what the C compiler made cannot be loaded: %w", err)
	}
	entry, err := purego.Dlsym(handle, "scf_entry")
	if err != nil {
		return nil, fmt.Errorf("what the C compiler made cannot be called: %w", err)
	}
	return &sharedObject{handle, entry}, nil
}

func (o *sharedObject) close() {
	_ = purego.Dlclose(o.handle) // nothing could be done about an error
}

// invoke calls C with the address of a call's words, which do not move. The goroutine's processor is free meanwhile.
func invoke(entry uintptr, at []uintptr) { purego.SyscallN(entry, at...) }

// back is the address of host for C. There is one for the process, because such addresses are never given back.
var back = sync.OnceValue(func() uintptr { return purego.NewCallback(host) })
