package code

import (
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"
)

// slotCount is the number of slots of Stacks; the thunks know it.
const slotCount = 4096

// Stacks are stacks for generated code.
//
// A stack that an operating system's thread owns lies in the slot that the address of Go's record of the thread leads to. Only code that
// runs on the thread takes it, by setting StateBusy, and it cannot be preempted while it does, so no lock is needed; the call that has it gives
// it back by clearing StateBusy, from whatever thread it is on by then. When a thread's stack is busy (a call left to Go and
// another came) or belongs to another thread, a stack without owner is taken from the pool under a lock.
type Stacks struct {
	slots *[slotCount]uintptr // the addresses of states; first, because the thunks look here
	exit  uintptr             // what StateExit is set to

	mu   sync.Mutex
	pool []uintptr // states of stacks that nobody owns and nobody uses
	made int
	all  *mappedStacks
}

// mappedStacks is what is to be unmapped in the end.
type mappedStacks struct{ blocks [][]byte }

// NewStacks makes an empty set.
func NewStacks() *Stacks {
	s := &Stacks{slots: new([slotCount]uintptr), exit: exitAddress(), all: new(mappedStacks)}
	runtime.AddCleanup(s, (*mappedStacks).unmap, s.all)
	return s
}

// take is the state of a stack for a call from the thread m: m's own from now on if its slot is empty.
func (s *Stacks) take(m uintptr) (uintptr, error) {
	state, err := s.fromPool()
	if err != nil {
		return 0, err
	}
	*word(state, StateBusy) = 1
	slot := &s.slots[slotOf(m)]
	if atomic.LoadUintptr(slot) == 0 {
		*word(state, StateOwner) = m
		if !atomic.CompareAndSwapUintptr(slot, 0, state) {
			*word(state, StateOwner) = 0
		}
	}
	return state, nil
}

func (s *Stacks) fromPool() (uintptr, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.pool) == 0 {
		if err := s.grow(); err != nil {
			return 0, err
		}
	}
	state := s.pool[len(s.pool)-1]
	s.pool = s.pool[:len(s.pool)-1]
	return state, nil
}

// give takes a stack back.
func (s *Stacks) give(state uintptr) {
	if *word(state, StateOwner) != 0 {
		atomic.StoreUintptr(word(state, StateBusy), 0)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	*word(state, StateBusy) = 0
	s.pool = append(s.pool, state)
}

// Made is the number of stacks that there are, Idle how many of them are in the pool.
func (s *Stacks) Made() (made, idle int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.made, len(s.pool)
}

func slotOf(m uintptr) uintptr { return m >> 11 % slotCount }

// word is a word of a state.
func word(state uintptr, offset uintptr) *uintptr {
	at := state + offset
	return (*uintptr)(*(*unsafe.Pointer)(unsafe.Pointer(&at)))
}
