package valuegraph

import (
	"encoding/binary"
	"sync"

	"scf/scfml/core"
)

// Constants shares equal constants, so that their ids tell them apart. Structured ones are shared where they are small or
// the same object; larger ones that are equal may stay two values. Several goroutines may ask for them.
type Constants struct {
	names
	byValue sync.Map // a *value by core.Value
	mu      sync.Mutex
	byText  map[string]*value
	last    int // the id
}

// NewConstants knows no constant yet.
func NewConstants() *Constants { return &Constants{byText: map[string]*value{}} }

// ID is a number that equal constants share, as far as Constants does.
func (c *Constants) ID(v core.Value) int { return c.of(v).id }

// Shared is the constant that stands for all that are equal to v, as far as Constants shares them.
func (c *Constants) Shared(v core.Value) core.Value { return c.of(v).lit }

// maxSharedConst bounds the text by which structured constants are compared.
const maxSharedConst = 256

// of is the value for a constant. The ids of constants are negative.
func (c *Constants) of(lit core.Value) *value {
	if v, ok := c.byValue.Load(lit); ok {
		return v.(*value)
	}
	text, small := "", false
	if !core.IsScalar(lit) {
		var b []byte
		b, small = c.appendConst(nil, lit)
		text = string(b)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.byValue.Load(lit); ok {
		return v.(*value)
	}
	v := c.byText[text]
	if v == nil || !small {
		c.last--
		v = &value{id: c.last, since: c.last, kind: constKind, lit: lit}
	}
	c.byValue.Store(lit, v)
	if small {
		c.byText[text] = v
	}
	return v
}

// names numbers constructors and functions in order of first mention, and sets of keys, so that texts can name them.
type names struct {
	numbers sync.Map // an int by any
	mu      sync.Mutex
	last    int
}

// Number is the number of x.
func (n *names) Number(x any) int {
	if i, ok := n.numbers.Load(x); ok {
		return i.(int)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if i, ok := n.numbers.Load(x); ok {
		return i.(int)
	}
	n.last++
	n.numbers.Store(x, n.last)
	return n.last
}

// appendConst appends a text that is the same for equal constants only; false where it would be long or has maps in it.
func (n *names) appendConst(b []byte, lit core.Value) ([]byte, bool) {
	if len(b) > maxSharedConst {
		return b, false
	}
	list := func(vs []core.Value) bool {
		b = binary.AppendUvarint(b, uint64(len(vs)))
		ok := true
		for _, v := range vs {
			if b, ok = n.appendConst(b, v); !ok {
				return false
			}
		}
		return true
	}
	switch lit := lit.(type) {
	case core.Int:
		return binary.AppendVarint(append(b, 'i'), int64(lit)), true
	case core.Bool:
		if lit {
			return append(b, 't'), true
		}
		return append(b, 'f'), true
	case core.Char:
		return append(b, 'c', byte(lit)), true
	case core.Str:
		b = binary.AppendUvarint(append(b, 's'), uint64(len(lit)))
		return append(b, lit...), true
	case *core.Tuple:
		b = append(b, '(')
		ok := list(lit.Elems)
		return b, ok
	case *core.ConValue:
		b = binary.AppendUvarint(append(b, 'k'), uint64(n.Number(lit.Con)))
		ok := list(lit.Args)
		return b, ok
	}
	return b, false
}
