package backend

import (
	"context"
	"fmt"
	"sync"

	"scf/backend/code"
)

// Argument says where a word of the code comes from when a Go func leads to it.
type Argument struct {
	Word  int    // the index in code.Signature.Words; negative: Fixed
	Fixed uint64 // as Words has it
}

// Given is the argument that the word w of a Go signature is.
func Given(w int) Argument { return Argument{Word: w} }

// Fixed is an argument that is always v.
func Fixed(v uint64) Argument { return Argument{-1, v} }

// Enterer is Code that Go funcs lead to without detours.
type Enterer interface {
	Code
	// Enter makes what func values of the Go signature can lead to (code.Bind): args are the words of the code's signature, in order. The Go words
	// must fit: integers of the same width, floats for floats, pointers or 64-bit integers for pointers.
	Enter(sig *code.Signature, args []Argument) (*code.Code, error)
}

// Enter makes what func values of the Go signature can lead to, of any code.
func Enter(c Code, sig *code.Signature, args []Argument) (*code.Code, error) {
	if e, ok := c.(Enterer); ok {
		return e.Enter(sig, args)
	}
	if n := c.Signature().Words(); n != len(args) {
		return nil, fmt.Errorf("%s takes %d words, and gets %d", c.Signature().Name, n, len(args))
	}
	pool := sync.Pool{New: func() any { return new(make([]uint64, len(args))) }}
	return code.Dispatched(func(ctx context.Context, words []uint64) (uint64, error) {
		own := pool.Get().(*[]uint64)
		defer pool.Put(own)
		for i, a := range args {
			(*own)[i] = a.Fixed
			if a.Word >= 0 {
				(*own)[i] = words[a.Word]
			}
		}
		return c.Call(ctx, *own)
	}), nil
}
