package kernel

import (
	"context"
	"reflect"
	"sync"

	"scf/backend"
	"scf/backend/code"
	"scf/backend/mem"
)

// This file tells checked code (Options.Checked) what its calls may access: slices, strings and what pointers to Go types point to; constants.

// enter makes what f can lead to, of the code c.
func (s *Specialization) enter(c backend.Code, f *function) (*code.Code, error) {
	if !s.kernel.options.Checked {
		return backend.Enter(c, f.signature, f.args)
	}
	pool := sync.Pool{New: func() any { return &checkedCall{words: make([]uint64, len(f.args))} }}
	return code.Dispatched(func(ctx context.Context, words []uint64) (uint64, error) {
		call := pool.Get().(*checkedCall)
		defer pool.Put(call)
		call.given = backend.Regions{}
		s.constants.region(&call.given)
		for i, a := range f.args {
			call.words[i] = a.Fixed
			if a.Word >= 0 {
				call.words[i] = words[a.Word]
				if n := extent(f.signature, a.Word, words); n > 0 {
					call.given.Add(words[a.Word], n)
				}
			}
		}
		return c.Call(backend.WithRegions(ctx, &call.given), call.words)
	}), nil
}

// checkedCall is the words of a call and what it may access.
type checkedCall struct {
	words []uint64
	given backend.Regions
}

// extent is how many bytes lie where the word w points: none where it is no pointer, or an unsafe.Pointer, of which nothing is known.
func extent(sig *code.Signature, w int, words []uint64) uint64 {
	switch t := sig.Type.In(sig.Words[w].Param); t.Kind() {
	case reflect.Slice:
		return words[w+1] * uint64(t.Elem().Size())
	case reflect.String:
		return words[w+1]
	case reflect.Pointer:
		if words[w] != 0 {
			return uint64(t.Elem().Size())
		}
	}
	return 0
}

// region adds the memory of constants.
func (c *constants) region(to *backend.Regions) { addBlocks(to, c.blocks) }

func addBlocks(to *backend.Regions, blocks []mem.Block) {
	for _, b := range blocks {
		to.Add(b.Address(), uint64(b.Size()))
	}
}
