package ast

import (
	"fmt"

	"scf/scfml/core"
)

// Label names a node: L or U. Labels are comparable and serve as map keys.
type Label interface {
	fmt.Stringer
	isLabel()
}

// L is the label of a node of the source program, from 1.
type L int64

// U is the label of the copy number I of the node Of.
type U struct {
	Of Label
	I  int64
}

func (L) isLabel() {}
func (U) isLabel() {}

func (l L) String() string { return fmt.Sprintf("L %d", int64(l)) }
func (u U) String() string { return fmt.Sprintf("U (%v, %d)", u.Of, u.I) }

// Number labels the nodes of f from L 1 in source order: a node before its parts, the parts from left to right; of a graph its nodes
// before what they do. The labels that exits and jumps name follow the blocks and nodes they name. No node may stand in two places.
// Number also notes whether f mentions objects.
func Number(f *Func) { NumberBehind(0, f) }

// NumberBehind is Number with labels behind n; it gives the last one.
func NumberBehind(n L, f *Func) L {
	renamed := map[Label]Label{} // of what exits and jumps name
	number := func(l *Label) {
		n++
		*l = n
	}
	rename := func(l *Label) {
		if *l != nil {
			renamed[*l] = n + 1
		}
		number(l)
	}
	number(&f.Label)
	f.InMemory = false
	var targets []*Label
	Walk(f.Body, func(c Cmd) {
		if _, ok := c.(*Block); ok {
			rename(c.label())
		} else {
			number(c.label())
		}
		if to := target(c); to != nil {
			targets = append(targets, to)
		}
		if g, ok := c.(*Graph); ok {
			for _, x := range g.Nodes {
				rename(&x.Label)
			}
		}
	}, func(e Expr) {
		number(e.label())
		f.InMemory = f.InMemory || namesMemory(e)
	}, func(a *Arm) { number(&a.Label) })
	for _, to := range targets {
		if l, ok := renamed[*to]; ok {
			*to = l
		}
	}
	return n
}

// target is where c keeps the label of the block that it leaves or of the node that it jumps to; nil for other commands.
func target(c Cmd) *Label {
	switch c := c.(type) {
	case *Exit:
		return &c.To
	case *Jump:
		return &c.To
	}
	return nil
}

// LabelArg is the position of c's own label among its arguments, the last one of a datatype named label; -1 without one.
func LabelArg(c *core.Con) int {
	for i := len(c.Args) - 1; i >= 0; i-- {
		if t, ok := c.Args[i].(*core.DataType); ok && t.Data != c.Data && isLabelType(t.Data) {
			return i
		}
	}
	return -1
}

func isLabelType(t *core.Datatype) bool {
	return t.Name == "label" && len(t.Cons) == 2 &&
		t.Cons[0].Name == "L" && len(t.Cons[0].Args) == 1 && t.Cons[0].Args[0] == core.IntType &&
		t.Cons[1].Name == "U" && len(t.Cons[1].Args) == 2
}
