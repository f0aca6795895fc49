//go:build linux && (amd64 || arm64)

package code

//lint:file-ignore U1000 assembly calls what stands here, or uses its numbers

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// blockStacks is how many stacks are mapped at a time.
const blockStacks = 4

// grow adds stacks to the pool. p.mu is held. What is mapped around the stacks to align them stays unused: the system gives no pages for it.
func (p *stackPool) grow() error {
	all, err := unix.Mmap(-1, 0, (blockStacks+1)*StackSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_NORESERVE)
	if err != nil {
		return fmt.Errorf("no stack for generated code: mmap: %w", err)
	}
	block := all[-uintptr(unsafe.Pointer(&all[0]))%StackSize:][:blockStacks*StackSize]
	guard := unix.Getpagesize()
	for at := 0; at < len(block); at += StackSize {
		if err := unix.Mprotect(block[at:at+guard], unix.PROT_NONE); err != nil {
			return fmt.Errorf("no stack for generated code: mprotect: %w", err)
		}
		base := uintptr(unsafe.Pointer(&block[at]))
		state := base + StackSize - StateSize
		*word(state, StateExit) = exitAddress()
		*word(state, StateLimit) = base + uintptr(guard) + StackReserve
		p.idle = append(p.idle, state)
		p.made++
	}
	return nil
}
