//go:build amd64 || arm64

package code

//lint:file-ignore U1000 assembly calls what stands here, or uses its numbers

import (
	"context"
	"fmt"
	"unsafe"
)

// Why a thunk calls leave, besides the reasons of generated code: it needs a stack, the closure's code is a Go function, or a stack without
// owner is to be given back after a call. The thunks know the numbers.
const (
	needStack = 16
	dispatch  = 17
	giveBack  = 18
)

// What the thunk does after leave. It knows the numbers, too.
const (
	done      = iota // return: result, float and err are what is in the registers
	doneError        // return err, in the registers that come first
	enter            // enter the code on the stack that result is the state of
	resume           // go on with the code
)

// registers are the spilled registers of a thunk.
type registers struct {
	ints   [intRegisters]uint64
	floats [floatRegisters]uint64
}

// held is what a thunk and leave tell each other. It lies in the frame of a function in assembly (hold), so that its pointers are alive as long as leave
// runs, and until generated code goes on: nothing else may lead to them. The thunks know the offsets.
type held struct {
	c          *Closure
	code       *Code
	regs       *registers
	state, why uintptr
	keep       [MaxPointers]unsafe.Pointer // the pointers among the arguments
	answer
}

// answer is what the thunk is to do, with what results.
type answer struct {
	action        int
	result, float uint64
	err           error
}

// leave is called for the thunks, on the goroutine's stack. Its first instructions are where the scheduler and the collector stop a
// goroutine whose code polls.
func leave(h *held) {
	h.c.code.Load() // as the thunk has done: so that the race detector knows that what came before Swap did so before this
	h.answer = h.c.leave(h.code, h.regs, h.state, h.why, &h.keep)
}

func (c *Closure) leave(code *Code, regs *registers, state, why uintptr, keep *[MaxPointers]unsafe.Pointer) answer {
	switch why {
	case needStack:
		s, err := stacks.take(thread())
		if err != nil {
			return c.end(0, err)
		}
		return answer{action: enter, result: uint64(s)}
	case dispatch:
		return c.end(c.call(c.context(keep), code, regs))
	case giveBack:
		stacks.give(state)
		return answer{done, regs.ints[0], regs.floats[0], nil}
	}
	return c.outside(code, state, why, keep)
}

// outside does what generated code left for. Unless the code goes on its stack is given back, whatever a Go function does.
func (c *Closure) outside(code *Code, state, why uintptr, keep *[MaxPointers]unsafe.Pointer) answer {
	goesOn := false
	defer func() {
		if !goesOn {
			stacks.give(state)
		}
	}()
	if err := code.serve(why, state, c.context(keep)); err != nil {
		return c.end(0, err)
	}
	goesOn = true
	return answer{action: resume}
}

// serve is outside without what becomes of the call. An error ends it.
func (code *Code) serve(why, state uintptr, ctx context.Context) error {
	switch why {
	case Poll:
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return nil
	case Host:
		err := code.hosts[*word(state, StateCode)](ctx, (*[MaxWords]uint64)(unsafe.Pointer(word(state, StateWords))))
		if err != nil && code.failed != nil {
			err = code.failed(ctx, err, uint64(*word(state, StatePlace)))
		}
		return err
	case Trap:
		return code.trap(uint64(*word(state, StateCode)), uint64(*word(state, StatePlace)))
	}
	return fmt.Errorf("generated code left for no reason (%d)", why)
}

// end is how a call ends: as the signature has it, or with a panic where that has no error.
func (c *Closure) end(result uint64, err error) answer {
	switch {
	case err != nil && !c.sig.Err:
		panic(err)
	case c.sig.intResult():
		return answer{done, result, 0, err}
	case err != nil:
		return answer{doneError, 0, 0, err}
	}
	return answer{done, 0, result, nil}
}

// context is what ends the call when it is done, if the function takes one.
func (c *Closure) context(keep *[MaxPointers]unsafe.Pointer) context.Context {
	if !c.sig.Context {
		return context.Background()
	}
	if ctx := *(*context.Context)(unsafe.Pointer(keep)); ctx != nil {
		return ctx
	}
	return context.Background()
}

// call runs the Go function that code is on the arguments in regs.
func (c *Closure) call(ctx context.Context, code *Code, regs *registers) (uint64, error) {
	words, _ := c.words.Get().(*[]uint64)
	if words == nil {
		words = new(make([]uint64, len(c.sig.Words)))
	}
	for i, w := range c.sig.Words {
		(*words)[i] = value(w.Kind, unsafe.Add(unsafe.Pointer(regs), w.spilled()))
	}
	result, err := code.dispatch(ctx, *words)
	c.words.Put(words)
	return result, err
}
