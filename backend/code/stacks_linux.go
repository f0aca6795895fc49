//go:build linux && (amd64 || arm64)

package code

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// blockStacks is how many stacks are mapped at a time.
const blockStacks = 4

// grow adds stacks to the pool. s.mu is held. What is mapped around the stacks to align them stays unused: the system gives no pages for it.
func (s *Stacks) grow() error {
	all, err := unix.Mmap(-1, 0, (blockStacks+1)*StackSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_NORESERVE)
	if err != nil {
		return fmt.Errorf("no stack for generated code: mmap: %w", err)
	}
	s.all.blocks = append(s.all.blocks, all)
	block := all[-uintptr(unsafe.Pointer(&all[0]))%StackSize:][:blockStacks*StackSize]
	guard := unix.Getpagesize()
	for at := 0; at < len(block); at += StackSize {
		if err := unix.Mprotect(block[at:at+guard], unix.PROT_NONE); err != nil {
			return fmt.Errorf("no stack for generated code: mprotect: %w", err)
		}
		base := uintptr(unsafe.Pointer(&block[at]))
		state := base + StackSize - StateSize
		*word(state, StateExit) = s.exit
		*word(state, StateLimit) = base + uintptr(guard) + StackReserve
		s.pool = append(s.pool, state)
		s.made++
	}
	return nil
}

func (m *mappedStacks) unmap() {
	for _, b := range m.blocks {
		_ = unix.Munmap(b) // an error would mean that it is gone already
	}
}
