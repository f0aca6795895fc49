package kernel

import (
	"fmt"

	"scf/backend/mem"
	"scf/internal/diag"
	"scf/stager"
)

// constants are the words of constant parameters, for Go funcs that leave them out.
type constants struct {
	words  []uint64 // by parameter
	errs   []error  // why there is no word; nil where there is
	blocks []mem.Block
}

// newConstants lays out constants as C has them in memory.
func newConstants(k *Kernel, late []stager.Late) *constants {
	c := &constants{words: make([]uint64, len(late)), errs: make([]error, len(late))}
	for i, l := range late {
		if !l.IsConstant() {
			continue
		}
		p := k.function.Params[i]
		placed := l.Place(p, c.alloc)
		if !placed.Whole {
			c.errs[i] = fmt.Errorf("parameter %s is constant in parts only: it cannot be left out", p.Name)
		}
		c.words[i] = placed.Word
	}
	return c
}

// alloc is memory that stays for as long as c does.
func (c *constants) alloc(size, align int64) uint64 {
	b := mem.Alloc(int(size), int(align))
	c.blocks = append(c.blocks, b)
	return b.Address()
}

// errNotStaged says that a kernel has no constants to specialise to.
func errNotStaged(f *stager.Function) error {
	return diag.Errorf(diag.Pos{File: f.File}, "%s was not staged for constants", f.Name).
		WithHint("name the parameters that will be constant in Options.Abstract")
}
