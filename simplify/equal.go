package simplify

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"scf/internal/stop"
	"scf/scfml/core"
)

// This file finds the functions of a program that do the same, recursive ones among them [SIM-MERGE]: the coarsest partition in which functions of one
// class differ in the names of variables and in which functions of one class they call, by refinement (Hopcroft 1971). Functions are taken to be
// equal until something tells them apart, so that loops are equal whose iterations are.

// partition is how functions are divided so far. A function is its index in the program.
type partition struct {
	calls   [][]int // of functions, in the order of their bodies
	callers [][]int
	class   []int
	members [][]int // of classes
}

// equalFuncs gives the class of each function of the program.
func (s *session) equalFuncs() []int {
	p := s.newPartition()
	dirty := make([]int, len(p.class))
	for i := range dirty {
		dirty[i] = i
	}
	for len(dirty) > 0 {
		dirty = p.refine(dirty)
	}
	return p.class
}

// newPartition divides functions by all but what they call.
func (s *session) newPartition() *partition {
	fs := s.program.Funcs
	p := &partition{calls: make([][]int, len(fs)), callers: make([][]int, len(fs)), class: make([]int, len(fs))}
	index := make(map[*core.Func]int, len(fs))
	for i, f := range fs {
		index[f] = i
	}
	classes := map[[sha256.Size]byte]int{}
	for i, f := range fs {
		stop.If(s.ctx)
		for _, c := range s.outline(f).calls {
			j := index[c.Func]
			p.calls[i] = append(p.calls[i], j)
			p.callers[j] = append(p.callers[j], i)
		}
		t := &texter{constants: s.unit.Constants}
		t.function(f, f.Params, f.Body)
		key := sha256.Sum256(fmt.Append(t.out, f.ArgType(), "->", f.Result))
		class, ok := classes[key]
		if !ok {
			class = len(classes)
			classes[key] = class
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
