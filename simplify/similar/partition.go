package similar

import "encoding/binary"

// partition is how functions are divided so far. A function is its index.
type partition struct {
	calls   [][]int // of functions, in the order of their bodies
	callers [][]int
	class   []int
	members [][]int // of classes
}

// Classes gives the class of each function in the coarsest partition in which functions of one class have the same text and call functions of the same
// classes, by refinement (Hopcroft 1971): functions are taken to be equal until something tells them apart, so that loops are equal whose iterations
// are. texts[i] says all of function i but what it calls, calls[i] that, in order.
func Classes(texts []string, calls [][]int) []int {
	p := newPartition(texts, calls)
	dirty := make([]int, len(p.class))
	for i := range dirty {
		dirty[i] = i
	}
	for len(dirty) > 0 {
		dirty = p.refine(dirty)
	}
	return p.class
}

// newPartition divides functions by their texts.
func newPartition(texts []string, calls [][]int) *partition {
	p := &partition{calls: calls, callers: make([][]int, len(calls)), class: make([]int, len(calls))}
	classes := map[string]int{}
	for i, text := range texts {
		for _, j := range calls[i] {
			p.callers[j] = append(p.callers[j], i)
		}
		class, ok := classes[text]
		if !ok {
			class = len(classes)
			classes[text] = class
			p.members = append(p.members, nil)
		}
		p.class[i] = class
		p.members[class] = append(p.members[class], i)
	}
	return p
}

// refine divides the classes of the functions that call one whose class is another than when they were looked at last, and gives those for which that
// is so then.
func (p *partition) refine(dirty []int) []int {
	isDirty := make(map[int]bool, len(dirty))
	var classes []int
	seen := map[int]bool{}
	for _, i := range dirty {
		isDirty[i] = true
		if c := p.class[i]; !seen[c] {
			seen[c] = true
			classes = append(classes, c)
		}
	}
	var moved []int
	for _, c := range classes {
		moved = append(moved, p.split(c, isDirty)...)
	}
	next := map[int]bool{}
	var out []int
	for _, i := range moved {
		for _, j := range p.callers[i] {
			if !next[j] {
				next[j] = true
				out = append(out, j)
			}
		}
	}
	return out
}

// split divides class c by the classes of what its functions call, and gives those that are in a new class then: all but those that are not dirty,
// which call the same classes as before, or but the largest part.
func (p *partition) split(c int, isDirty map[int]bool) (moved []int) {
	parts := map[string][]int{}
	var order []string
	var stay string
	for _, i := range p.members[c] {
		key := p.signature(i)
		if parts[key] == nil {
			order = append(order, key)
		}
		parts[key] = append(parts[key], i)
		if !isDirty[i] {
			stay = key
		}
	}
	if len(order) == 1 {
		return nil
	}
	if stay == "" {
		for _, key := range order {
			if len(parts[key]) > len(parts[stay]) {
				stay = key
			}
		}
	}
	p.members[c] = parts[stay]
	for _, key := range order {
		if key == stay {
			continue
		}
		for _, i := range parts[key] {
			p.class[i] = len(p.members)
		}
		p.members = append(p.members, parts[key])
		moved = append(moved, parts[key]...)
	}
	return moved
}

// signature is what function i calls, as classes.
func (p *partition) signature(i int) string {
	var out []byte
	for _, j := range p.calls[i] {
		out = binary.AppendUvarint(out, uint64(p.class[j]))
	}
	return "calls " + string(out)
}
