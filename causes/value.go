package causes

import (
	"maps"
	"math/bits"

	"scf/ast"
	"scf/internal/diag"
)

// value is what is known of a value at a point of the function. Values are compared by identity: where paths meet, two values that are not one
// may differ.
type value struct {
	why     *cause   // why it is not known; nil if it is
	literal *int64   // the number, where the source says it
	fact    Fact     // of a pointer or an aggregate: the memory that it leads to or is, also where it is not known where in it
	from    params   // the constant parameters that it is computed from
	into    params   // those whose memory it may lead to
	at      diag.Pos // where a variable was set to it
}

// covers reports whether v comes from all that u comes from, and may lead wherever u may.
func (v *value) covers(u *value) bool { return v.from|u.from == v.from && v.into|u.into == v.into }

// known reports whether it is constant.
func (v *value) known() bool { return v.why == nil }

// params is a set of parameters, by their position; those beyond 64 are left out.
type params uint64

func (p params) has(i int) bool { return i < 64 && p>>i&1 == 1 }

func only(i int) params {
	if i >= 64 {
		return 0
	}
	return 1 << i
}

// each calls f for each of the set.
func (p params) each(f func(int)) {
	for ; p != 0; p &= p - 1 {
		f(bits.TrailingZeros64(uint64(p)))
	}
}

// kind is a kind of causes.
type kind int

const (
	unexplained   kind = iota
	parameter          // name is a parameter of which nothing is said
	pointee            // nothing is said of the memory, or the part of it, that is read
	global             // name is a global variable, or memory that is not followed
	call               // the result of a call
	set                // name is set to x, in which next is not known
	either             // name is set at one of two places, and next, a branch, decides which
	moved              // name is changed in a loop that is kept; next says why
	changed            // the memory may be changed by what stands at that place, a store or the call of x
	undefined          // name has no value yet
	anyElement         // an element of the local array at an index that is no number in the source
	bitField           // one of a struct
	atIndex            // read at the index next
	through            // read through the pointer next
	address            // an address
	backward           // a pointer that is moved backward, or compared with another
	reinterpreted      // memory seen as of another type
	notComputed        // an operation that passes do not compute
	branch             // the test x, in which next is not known, decides at that place
	kept               // the loop at that place is kept, since next is not known
)

// cause is why the expression x is not known.
type cause struct {
	kind  kind
	x     ast.Expr // the expression that is not known, as the source has it
	name  string   // of a variable
	at    diag.Pos // where it is set, called or changed
	other diag.Pos // of either: the other place
	value ast.Expr // of set: what it is set to; of changed: the call, or what is stored to
	next  *cause
	isIf  bool // of branch: it is an if
}

// root is the last cause of the chain.
func (c *cause) root() *cause {
	for c.next != nil {
		c = c.next
	}
	return c
}

// cell is a scalar in an object with a name: the object, an offset and a size in bytes.
type cell struct {
	name         string
	offset, size int64
}

// largest is more than any scalar's size in bytes.
const largest = 32

func cellOf(name string, offset int64, t ast.Type) cell {
	size, ok := sizeOf(t)
	if !ok {
		size = largest
	}
	return cell{name, offset, size}
}

func (c cell) overlaps(d cell) bool {
	return c.name == d.name && c.offset < d.offset+d.size && d.offset < c.offset+c.size
}

// state is what is known at a point: nothing where it is never reached (nil).
type state struct {
	vars  map[string]*value
	cells map[cell]*value
	// forgotten is what may have changed memory that other functions and pointers reach, since the beginning; nil: nothing.
	forgotten *cause
}

func (s *state) copy() *state {
	if s == nil {
		return nil
	}
	return &state{maps.Clone(s.vars), maps.Clone(s.cells), s.forgotten}
}

// same reports whether the states hold the same values.
func same(a, b *state) bool {
	if a == nil || b == nil {
		return a == b
	}
	return maps.Equal(a.vars, b.vars) && maps.Equal(a.cells, b.cells) && (a.forgotten == nil) == (b.forgotten == nil)
}
