package kernel

import (
	"cmp"
	"fmt"

	"scf/backend"
	"scf/backend/mem"
	"scf/internal/diag"
	"scf/stager"
)

// constants are the words of constant parameters, for Go funcs that leave them out.
type constants struct {
	module  *backend.Module // whose memory code reaches, too
	words   []uint64        // by parameter
	few     [8]uint64       // room for words
	parts   []bool          // which are constant in parts only, so that there is no word; nil: none
	open    []bool          // which have fields that are known and no constants of the code; nil: none
	blocks  []mem.Block
	missing string // what they lead to and the code does not have
}

// newConstants lays out constants as C has them in memory.
func newConstants(k *Kernel, late []stager.Late) *constants {
	c := &constants{module: k.module}
	c.words = append(c.few[:0], make([]uint64, len(late))...)
	for i, l := range late {
		w, isWord := l.Word()
		c.words[i] = w
		if isWord || !l.IsConstant() || k.function.Params[i].Variable {
			continue
		}
		placed := l.Place(k.function.Params[i], k.memory(c.alloc))
		c.words[i] = placed.Word
		c.missing = cmp.Or(c.missing, placed.Missing)
		if !placed.Whole {
			c.parts = append(c.parts, make([]bool, len(late)-len(c.parts))...)
			c.parts[i] = true
		}
	}
	return c
}

// word is the word of parameter i, which is called name.
func (c *constants) word(i int, name string) (uint64, error) {
	if c.parts != nil && c.parts[i] {
		return 0, fmt.Errorf("parameter %s is constant in parts only, or as a function or table that the code does not have: it cannot be left out", name)
	}
	return c.words[i], nil
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
