package code

import (
	"errors"
	"unsafe"

	"golang.org/x/sys/unix"
)

// What the system call membarrier does, as linux/membarrier.h numbers it.
const (
	syncCores         = 1 << 5
	registerSyncCores = 1 << 6
)

// prepare announces publish to the system, and finds out whether what is written last is what runs: emulators of processors may have translated what was there
// before, and not notice that it is written at another address.
func (m *memory) prepare() error {
	membarrier(registerSyncCores)
	for _, m.remap = range []bool{false, true} {
		ok, err := m.changes()
		if ok || err != nil {
			return err
		}
	}
	return errors.New("code that is written anew is not what runs")
}

// changes reports whether code that is written in place of other code runs.
func (m *memory) changes() (bool, error) {
	for _, result := range []byte{1, 2} {
		copy(m.writable, []byte{result << 5, 0, 0x80, 0xd2, 0xc0, 0x03, 0x5f, 0xd6}) // mov x0, #result; ret
		if err := m.publish(0, lineSize, false); err != nil {
			return false, err
		}
		if callRaw(m.exec) != uint64(result) {
			return false, nil
		}
	}
	return true, nil
}

// publish makes what was written to n bytes at at what the processors run: in memory, out of the caches of instructions, and, where something else
// may have been there before, out of what other processors have fetched ahead.
func (m *memory) publish(at, n int, fresh bool) error {
	if m.remap {
		return m.mapAgain(at, n)
	}
	p := uintptr(unsafe.Pointer(&m.writable[at]))
	cleanCaches(p, m.exec+uintptr(at), uintptr(n))
	if !fresh {
		membarrier(syncCores)
	}
	return nil
}

// membarrier may fail on old systems, which have nothing else to offer.
func membarrier(command uintptr) { _, _, _ = unix.Syscall(unix.SYS_MEMBARRIER, command, 0, 0) }

// cleanCaches has n bytes that were written at w fetched from memory when they are executed at x. All are multiples of 64.
func cleanCaches(w, x, n uintptr)

// callRaw calls code without arguments, which uses no stack, on the goroutine's.
func callRaw(at uintptr) uint64

// fill writes brk over b, which traps.
func fill(b []byte) {
	for i := 0; i+4 <= len(b); i += 4 {
		copy(b[i:], []byte{0, 0, 0x20, 0xd4})
	}
}
