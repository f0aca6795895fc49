package native

import (
	"fmt"

	"scf/backend/code"
)

// What stack a call takes is known before anything runs: the frames of functions are added up over the calls between them. Where functions call
// one another in a circle, or by addresses, and where the sum is more than a stack, each function checks the stack when it is entered.

// room is how much of a stack functions may use.
const room = code.StackSize - code.StateSize - code.StackReserve - guard

// guard bounds what the guard at the end of a stack takes.
const guard = 64 << 10

// isDeep reports whether it is not known what stack the functions need, or whether it is too much.
func (b *batch) isDeep() bool {
	for _, p := range b.pieces {
		if p.pointers {
			return true
		}
	}
	for _, f := range b.functions {
		if need, ok := f.deepest(); !ok || need > room {
			return true
		}
	}
	return false
}

// deepest is how many bytes of stack a call of f takes at most; ok is false where f is called while it runs.
func (f *function) deepest() (need int, ok bool) {
	if f.need > 0 {
		return f.need, true
	}
	if f.summed {
		return 0, false
	}
	f.summed = true
	defer func() { f.summed = false }()
	for _, callee := range f.callees {
		n, ok := callee.deepest()
		if !ok {
			return 0, false
		}
		need = max(need, n)
	}
	f.need = need + f.frame
	return f.need, true
}

// checkFrames refuses functions whose own frames are more than a stack.
func (b *batch) checkFrames() error {
	for _, f := range b.functions {
		if f.frame > room {
			return fmt.Errorf("%s needs %d bytes of stack, of which there are %d", f.name, f.frame, room)
		}
	}
	return nil
}
