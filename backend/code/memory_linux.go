//go:build linux && (amd64 || arm64)

package code

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// mappings is how many mappings an arena has.
const mappings = 2

// memory is a file in memory, mapped twice. The system gives pages when they are touched first.
type memory struct {
	writable []byte
	readable []byte // the same bytes, executable
	exec     uintptr
	fd       int
	//lint:ignore U1000 used where the caches of code and data are apart
	remap bool // what is written is executed only when it is mapped anew
}

func newMemory(size int) (*memory, error) {
	fd, err := unix.MemfdCreate("code", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("no memory for code: memfd_create: %w", err)
	}
	m := &memory{fd: fd}
	if err := m.open(size); err != nil {
		m.close()
		return nil, err
	}
	return m, nil
}

func (m *memory) open(size int) (err error) {
	if err := unix.Ftruncate(m.fd, int64(size)); err != nil {
		return fmt.Errorf("no memory for code: %w", err)
	}
	m.writable, err = unix.Mmap(m.fd, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_NORESERVE)
	if err != nil {
		return fmt.Errorf("no memory for code: mmap: %w", err)
	}
	m.readable, err = unix.Mmap(m.fd, 0, size, unix.PROT_READ|unix.PROT_EXEC, unix.MAP_SHARED|unix.MAP_NORESERVE)
	if err != nil {
		return fmt.Errorf("the system does not let this process run code that it makes: mmap: %w", err)
	}
	m.exec = uintptr(unsafe.Pointer(&m.readable[0]))
	return m.prepare()
}

// close gives back what there is. Errors would mean that it is gone already.
func (m *memory) close() {
	_ = unix.Munmap(m.writable)
	_ = unix.Munmap(m.readable)
	_ = unix.Close(m.fd)
}

// mapAgain maps the pages of n bytes at at anew where they are, executable.
//
//lint:ignore U1000 as remap
func (m *memory) mapAgain(at, n int) error {
	page := unix.Getpagesize()
	end := at + n
	at -= at % page
	_, err := unix.MmapPtr(m.fd, int64(at), unsafe.Pointer(&m.readable[at]), uintptr(end-at), unix.PROT_READ|unix.PROT_EXEC, unix.MAP_SHARED|unix.MAP_NORESERVE|unix.MAP_FIXED)
	if err != nil {
		return fmt.Errorf("code could not be mapped anew: mmap: %w", err)
	}
	return nil
}

func (m *memory) wipe(at, n int) { fill(m.writable[at : at+n]) }
