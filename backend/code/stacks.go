package code

//lint:file-ignore U1000 assembly calls what stands here, or uses its numbers

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

// slots and stacks are the stacks for generated code. They belong to the process, as its threads do.
//
// A stack that an operating system's thread owns lies in the slot that the address of Go's record of the thread leads to. Only code that
// runs on the thread takes it, by setting StateBusy, and it cannot be preempted while it does, so no lock is needed; the call that has it gives
// it back by clearing StateBusy, from whatever thread it is on by then. When a thread's stack is busy (a call left to Go and
// another came) or its slot belongs to another thread, a stack without owner is taken from the pool under a lock.
//
// slots is a variable, and nothing that a closure points to, because a call must not wait for one load after another: that doubles what it costs.
var (
	slots  [slotCount]uintptr // the addresses of states; the thunks look here
	stacks stackPool
)

// slotCount is the number of slots; the thunks know it.
const slotCount = 4096

// stackPool holds the stacks that nobody owns and nobody uses.
type stackPool struct {
	mu   sync.Mutex
	idle []uintptr // their states
	made int       // stacks that there are, owned and used ones too
}

// take is the state of a stack for a call from the thread m: m's own from now on if its slot is empty.
func (p *stackPool) take(m uintptr) (uintptr, error) {
	state, err := p.pop()
	if err != nil {
		return 0, err
	}
	*word(state, StateBusy) = 1
	slot := &slots[m>>11%slotCount]
	if atomic.LoadUintptr(slot) == 0 {
		*word(state, StateOwner) = m
		if !atomic.CompareAndSwapUintptr(slot, 0, state) {
			*word(state, StateOwner) = 0
		}
	}
	return state, nil
}

func (p *stackPool) pop() (uintptr, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) == 0 {
		if err := p.grow(); err != nil {
			return 0, err
		}
	}
	state := p.idle[len(p.idle)-1]
	p.idle = p.idle[:len(p.idle)-1]
	return state, nil
}

// give takes a stack back.
func (p *stackPool) give(state uintptr) {
	if *word(state, StateOwner) != 0 {
		atomic.StoreUintptr(word(state, StateBusy), 0)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	*word(state, StateBusy) = 0
	p.idle = append(p.idle, state)
}

// Stacks is how many stacks of StackSize bytes there are, and on how many of them calls are.
func Stacks() (made, busy int) {
	stacks.mu.Lock()
	defer stacks.mu.Unlock()
	busy = stacks.made - len(stacks.idle)
	for i := range slots {
		state := atomic.LoadUintptr(&slots[i])
		if state != 0 && atomic.LoadUintptr(word(state, StateBusy)) == 0 {
			busy--
		}
	}
	return stacks.made, busy
}

// word is a word of a state.
func word(state uintptr, offset uintptr) *uintptr {
	at := state + offset
	return (*uintptr)(*(*unsafe.Pointer)(unsafe.Pointer(&at)))
}
