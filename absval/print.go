package absval

import (
	"scf/absval/tree"
	"scf/internal/valtext"
	"scf/scfml/core"
)

// The text of abstract values (package valtext has the grammar). Recursive values are written with fix, tags where two places
// or more have the same one, numbered from 1 in the order of the text. Parse reads it back.

// String is v's canonical text.
func (v *Value) String() string {
	p := &printer{
		shared:  newSharedTags([]*Value{v}),
		numbers: map[ID]int{},
		trees:   tree.NewPrinter(v.node),
	}
	return p.value(v).String()
}

// printer makes the syntax tree of a value.
type printer struct {
	shared  *tagSharing
	numbers map[ID]int
	trees   *tree.Printer
}

func (p *printer) value(v *Value) *valtext.Node {
	t := p.untagged(v)
	if p.shared.ids[v.id] {
		if p.numbers[v.id] == 0 {
			p.numbers[v.id] = len(p.numbers) + 1
		}
		t.Tag = p.numbers[v.id]
	}
	return t
}

// untagged is the text of v but for its own tag.
func (p *printer) untagged(v *Value) *valtext.Node {
	switch {
	case !p.shared.inside(v):
		return p.trees.Node(v.node)
	case v.node.Con == core.Cons:
		return p.list(v)
	}
	return p.trees.Unfolded(v.node, func(i int) *valtext.Node { return p.value(v.kids[i]) })
}

// list writes as many cells in a row as have no printed tag in between.
func (p *printer) list(v *Value) *valtext.Node {
	t := &valtext.Node{Kind: valtext.Cons}
	for v.node.Con == core.Cons && p.shared.inside(v) {
		t.Kids = append(t.Kids, p.value(v.kids[0]))
		v = v.kids[1]
		if p.shared.ids[v.id] {
			t.Kids = append(t.Kids, p.value(v))
			return t
		}
	}
	return p.trees.Cells(t, v.node)
}

// TextSize is the number of nodes that v's text has, where shared structure is written out every time: it can be exponential in
// Size. It is 2^29 at most.
func (v *Value) TextSize() int { return v.node.TextSize() }
