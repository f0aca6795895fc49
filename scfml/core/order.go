package core

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// The order of values, equality and hashing. The order depends on what values are and on the order of declarations, never
// on addresses: it orders keys in maps and in texts. All three walk values with a stack of their own, since values are
// nested as deep as programs build them; a list needs no stack at all.
//
// Values are compared as of one type. Between kinds of values the order is that of kindOf, so that it is total.

// kindOf orders the kinds of values.
func kindOf(v Value) int {
	switch v.(type) {
	case Dead:
		return 0
	case Bool:
		return 1
	case Char:
		return 2
	case Int:
		return 3
	case Str:
		return 4
	case *Tuple:
		return 5
	case *ConValue:
		return 6
	case *MapValue:
		return 7
	case *SetValue:
		return 8
	}
	panic(fmt.Sprintf("core: no such value: %T", v))
}

// Compare is negative, zero or positive as a comes before b, is equal to it or comes after it: integers by number, false before true,
// strings by bytes, tuples by components, constructors by their index in the datatype and then by arguments, maps and sets by size and
// then by entries in order. Dead comes before all. Constructors of two loads of one program are equal.
func Compare(a, b Value) int {
	c, _ := compare(a, b)
	return c
}

// Equal reports whether a and b are the same value; of maps and sets, whether they have the same entries.
func Equal(a, b Value) bool { return Compare(a, b) == 0 }

type valuePair struct{ a, b Value }

// compare is Compare, and reports whether it met a Dead on its way to the result, which then depends on what nothing may read.
func compare(a, b Value) (c int, dead bool) {
	if c, ok := compareFlat(a, b, flat); ok {
		return c, false
	}
	return compareDeep(a, b)
}

// compareDeep is compare for values of any depth.
func compareDeep(a, b Value) (c int, dead bool) {
	var buf [16]valuePair
	stack := append(buf[:0], valuePair{a, b})
	for c == 0 && len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		dead = dead || p.a == Dead{} || p.b == Dead{}
		if p.a != p.b {
			c, stack = compareHeads(p.a, p.b, stack)
		}
	}
	return c, dead
}

// flat is how many levels of a value the functions go into that call themselves for a part; its last part, such as the rest of a list, counts as none.
const flat = 32

// compareFlat is compare for values of at most that many levels, without maps, sets and dead values; ok is false for others, unless a difference
// comes first.
func compareFlat(a, b Value, levels int) (c int, ok bool) {
	for {
		var parts, others []Value
		switch x := a.(type) {
		case Int:
			y, ok := b.(Int)
			return cmp.Compare(x, y), ok
		case Str:
			y, ok := b.(Str)
			return cmp.Compare(x, y), ok
		case Bool:
			y, ok := b.(Bool)
			return compareBools(bool(x), bool(y)), ok
		case Char:
			y, ok := b.(Char)
			return cmp.Compare(x, y), ok
		case *Tuple:
			y, ok := b.(*Tuple)
			if !ok || x == y {
				return 0, ok
			}
			parts, others = x.Elems, y.Elems
		case *ConValue:
			y, ok := b.(*ConValue)
			if !ok || x == y {
				return 0, ok
			}
			if c := compareCons(x.Con, y.Con); c != 0 {
				return c, true
			}
			parts, others = x.Args, y.Args
		default:
			return 0, false
		}
		last := len(parts) - 1
		switch {
		case len(parts) != len(others) || levels == 0:
			return 0, false
		case last < 0:
			return 0, true
		}
		for i, x := range parts[:last] {
			if c, ok = compareFlat(x, others[i], levels-1); !ok || c != 0 {
				return c, ok
			}
		}
		a, b = parts[last], others[last]
	}
}

// compareHeads compares what a and b are at the root and, where that is equal, pushes the pairs of their parts on the stack,
// the first on top.
func compareHeads(a, b Value, stack []valuePair) (int, []valuePair) {
	if c := cmp.Compare(kindOf(a), kindOf(b)); c != 0 {
		return c, stack
	}
	switch a := a.(type) {
	case Bool:
		return compareBools(bool(a), bool(b.(Bool))), stack
	case Char:
		return cmp.Compare(a, b.(Char)), stack
	case Int:
		return cmp.Compare(a, b.(Int)), stack
	case Str:
		return cmp.Compare(a, b.(Str)), stack
	case *Tuple:
		return comparePartsOf(a.Elems, b.(*Tuple).Elems, stack)
	case *ConValue:
		b := b.(*ConValue)
		if c := compareCons(a.Con, b.Con); c != 0 {
			return c, stack
		}
		return comparePartsOf(a.Args, b.Args, stack)
	case *MapValue:
		return compareMaps(a, b.(*MapValue), stack)
	case *SetValue:
		return compareSets(a, b.(*SetValue), stack)
	}
	return 0, stack // Dead
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func compareCons(a, b *Con) int {
	if a == b {
		return 0
	}
	if a.Data != b.Data {
		if c := strings.Compare(a.Data.Name, b.Data.Name); c != 0 {
			return c
		}
	}
	if c := cmp.Compare(a.Index, b.Index); c != 0 {
		return c
	}
	return strings.Compare(a.Name, b.Name)
}

func comparePartsOf(a, b []Value, stack []valuePair) (int, []valuePair) {
	if c := cmp.Compare(len(a), len(b)); c != 0 {
		return c, stack
	}
	for i := len(a) - 1; i >= 0; i-- {
		stack = append(stack, valuePair{a[i], b[i]})
	}
	return 0, stack
}

func compareMaps(a, b *MapValue, stack []valuePair) (int, []valuePair) {
	if c := cmp.Compare(a.Len(), b.Len()); c != 0 || a.entries == b.entries {
		return c, stack
	}
	first := len(stack)
	x, y := a.entries.Iterator(), b.entries.Iterator()
	for !x.Done() {
		k, v, _ := x.Next()
		l, w, _ := y.Next()
		stack = append(stack, valuePair{k, l}, valuePair{v, w})
	}
	slices.Reverse(stack[first:])
	return 0, stack
}

func compareSets(a, b *SetValue, stack []valuePair) (int, []valuePair) {
	if c := cmp.Compare(a.Len(), b.Len()); c != 0 || a.members == b.members {
		return c, stack
	}
	first := len(stack)
	x, y := a.members.Iterator(), b.members.Iterator()
	for !x.Done() {
		k, _, _ := x.Next()
		l, _, _ := y.Next()
		stack = append(stack, valuePair{k, l})
	}
	slices.Reverse(stack[first:])
	return 0, stack
}

// Hash is a number that equal values share; it is the same in every run.
func Hash(v Value) uint64 {
	h := hasher(14695981039346656037)
	var buf [32]Value
	stack := append(buf[:0], v)
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = h.head(v, stack[:len(stack)-1])
	}
	return uint64(h)
}

// hasher folds the heads of a value's parts, first to last, into a number.
type hasher uint64

func (h *hasher) number(n uint64) {
	x := uint64(*h) ^ n
	x *= 0x9e3779b97f4a7c15
	*h = hasher(x ^ x>>32)
}

func (h *hasher) text(s string) {
	h.number(uint64(len(s)))
	for i := 0; i < len(s); i++ {
		*h = (*h ^ hasher(s[i])) * 1099511628211
	}
}

// head folds what v is at the root and pushes its parts on the stack.
func (h *hasher) head(v Value, stack []Value) []Value {
	h.number(uint64(kindOf(v)))
	switch v := v.(type) {
	case Bool:
		if v {
			h.number(1)
		}
	case Char:
		h.number(uint64(v))
	case Int:
		h.number(uint64(v))
	case Str:
		h.text(string(v))
	case *Tuple:
		return pushValues(stack, v.Elems)
	case *ConValue:
		h.text(v.Con.Name)
		return pushValues(stack, v.Args)
	case *MapValue:
		h.number(uint64(v.Len()))
		for k, x := range v.All() {
			stack = append(stack, k, x)
		}
	case *SetValue:
		h.number(uint64(v.Len()))
		for x := range v.All() {
			stack = append(stack, x)
		}
	}
	return stack
}

// pushValues pushes vs, the first on top.
func pushValues(stack, vs []Value) []Value {
	for i := len(vs) - 1; i >= 0; i-- {
		stack = append(stack, vs[i])
	}
	return stack
}

// HasDead reports whether a Dead is part of v.
func HasDead(v Value) bool { return new(Living).HasDead(v) }

// Living finds dead values, and remembers long lists that it has found without any: those that many keys of a program's maps have in common, such
// as constant memory. The zero value is ready. What it remembers it keeps.
type Living struct {
	cells map[*ConValue]bool // of such lists: where one begins late in another it is not looked through again
	parts int                // how many parts have been looked at
}

const (
	longList  = 100    // how many parts a list has that is worth remembering
	fewCells  = 32     // after how many cells of a list it is looked up again
	manyCells = 10_000 // how many cells are remembered
)

// remember notes that the list has no Dead in it.
func (l *Living) remember(list *ConValue) {
	if l.cells == nil || len(l.cells) > manyCells {
		l.cells = map[*ConValue]bool{}
	}
	for list.Con == Cons && !l.cells[list] {
		l.cells[list] = true
		rest, ok := list.Args[1].(*ConValue)
		if !ok {
			return
		}
		list = rest
	}
}

// HasDead reports whether a Dead is part of v.
func (l *Living) HasDead(v Value) bool { return l.hasDead(v, flat) }

// hasDead is HasDead that calls itself for parts of at most that many levels.
func (l *Living) hasDead(v Value, levels int) bool {
	var list *ConValue   // that v is the rest of
	begin, cells := 0, 0 // what had been looked at where it begins, and how many of its cells have been
	for {
		l.parts++
		var parts []Value
		switch x := v.(type) {
		case Dead:
			return true
		case *Tuple:
			parts, list = x.Elems, nil
		case *ConValue:
			parts = x.Args
			switch {
			case x.Con != Cons:
				if x.Con == Nil && list != nil && l.parts-begin > longList {
					l.remember(list)
				}
				list = nil
			case (list == nil || cells%fewCells == 0) && l.cells[x]:
				if list != nil && l.parts-begin > longList {
					l.remember(list)
				}
				return false
			case list == nil:
				list, begin, cells = x, l.parts, 1
			default:
				cells++
			}
		case *MapValue, *SetValue:
			return hasDeadDeep(v)
		default:
			return false
		}
		last := len(parts) - 1
		switch {
		case last < 0:
			return false
		case levels == 0:
			return hasDeadDeep(v)
		}
		for _, part := range parts[:last] {
			if l.hasDead(part, levels-1) {
				return true
			}
		}
		v = parts[last]
	}
}

// hasDeadDeep is HasDead for values of any depth.
func hasDeadDeep(v Value) bool {
	var buf [16]Value
	stack := append(buf[:0], v)
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch v := v.(type) {
		case Dead:
			return true
		case *Tuple:
			stack = append(stack, v.Elems...)
		case *ConValue:
			stack = append(stack, v.Args...)
		case *MapValue:
			for k, x := range v.All() {
				stack = append(stack, k, x)
			}
		case *SetValue:
			for x := range v.All() {
				stack = append(stack, x)
			}
		}
	}
	return false
}
