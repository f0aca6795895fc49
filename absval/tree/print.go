package tree

import (
	"fmt"

	"scf/internal/valtext"
	"scf/scfml/core"
)

// The text of nodes (package valtext has the grammar). Recursive ones are written with fix.

// String is n's canonical text.
func (n *Node) String() string { return NewPrinter(n).Node(n).String() }

// Printer makes the syntax trees of nodes.
type Printer struct {
	open  map[*Node]*fixPoint
	names map[string]bool // of constructors: no variable may be called so
}

// NewPrinter is for what n consists of.
func NewPrinter(n *Node) *Printer {
	return &Printer{open: map[*Node]*fixPoint{}, names: conNames(n)}
}

// fixPoint is a recursive node whose text is being made.
type fixPoint struct {
	name string
	used bool
}

// conNames are the names of the constructors of n.
func conNames(n *Node) map[string]bool {
	names, seen := map[string]bool{}, map[*Node]bool{}
	work := []*Node{n}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		if n.Con != nil {
			names[n.Con.Name] = true
		}
		work = append(work, Parts(n)...)
	}
	return names
}

// variable is a name for the next fix: X, Y, Z, X1, Y1, ...
func (p *Printer) variable() string {
	taken := map[string]bool{}
	for _, f := range p.open {
		taken[f.name] = true
	}
	for i := 0; ; i++ {
		name := string("XYZ"[i%3])
		if i >= 3 {
			name += fmt.Sprint(i / 3)
		}
		if !taken[name] && !p.names[name] {
			return name
		}
	}
}

func constText(v core.Value) *valtext.Node {
	switch v := v.(type) {
	case core.Int:
		return &valtext.Node{Kind: valtext.Int, Int: int64(v)}
	case core.Bool:
		t := &valtext.Node{Kind: valtext.Bool}
		if v {
			t.Int = 1
		}
		return t
	case core.Char:
		return &valtext.Node{Kind: valtext.Char, Str: string([]byte{byte(v)})}
	default:
		return &valtext.Node{Kind: valtext.Str, Str: string(v.(core.Str))}
	}
}

// Node is the text of n. Alternatives and maps are where a recursion is written as fix: every cycle has one.
func (p *Printer) Node(n *Node) *valtext.Node {
	kid := func(i int) *valtext.Node { return p.Node(n.Kids[i]) }
	if !n.Cyclic || n.Kind != Alt && n.Kind != Map {
		return p.Unfolded(n, kid)
	}
	if f := p.open[n]; f != nil {
		f.used = true
		return &valtext.Node{Kind: valtext.Rec, Name: f.name}
	}
	f := &fixPoint{name: p.variable()}
	p.open[n] = f
	t := p.Unfolded(n, kid)
	delete(p.open, n)
	if f.used {
		t = &valtext.Node{Kind: valtext.Fix, Name: f.name, Kids: []*valtext.Node{t}}
	}
	return t
}

// Unfolded is the text of n that is not written with fix; kid is the text of its components.
func (p *Printer) Unfolded(n *Node, kid func(i int) *valtext.Node) *valtext.Node {
	switch n.Kind {
	case Bottom:
		return &valtext.Node{Kind: valtext.Nothing}
	case Top:
		return &valtext.Node{Kind: valtext.Any}
	case Const:
		return constText(n.val)
	case Base:
		return &valtext.Node{Kind: valtext.Base, Name: [...]string{"Int", "Bool", "Char", "String"}[n.Base]}
	case Tuple:
		return &valtext.Node{Kind: valtext.Tuple, Kids: each(n, kid)}
	case Con:
		return p.con(n, kid)
	case Map:
		return p.mapping(n, kid)
	}
	return &valtext.Node{Kind: valtext.Alt, Kids: each(n, kid)}
}

func each(n *Node, kid func(i int) *valtext.Node) []*valtext.Node {
	out := make([]*valtext.Node, len(n.Kids))
	for i := range out {
		out[i] = kid(i)
	}
	return out
}

func (p *Printer) con(n *Node, kid func(i int) *valtext.Node) *valtext.Node {
	switch {
	case n.Con.Data == core.ListData:
		return p.Cells(&valtext.Node{}, n)
	case len(n.Con.Args) == 0:
		return &valtext.Node{Kind: valtext.Name, Name: core.ConText(n.Con)}
	}
	return &valtext.Node{Kind: valtext.Con, Name: core.ConText(n.Con), Kids: each(n, kid)}
}

// Cells adds to the cells of a list the rest n.
func (p *Printer) Cells(t *valtext.Node, n *Node) *valtext.Node {
	t.Kind = valtext.List
	for ; n.Con == core.Cons; n = n.Kids[1] {
		t.Kids = append(t.Kids, p.Node(n.Kids[0]))
	}
	if n.Con != core.Nil {
		t.Kind = valtext.Cons
		t.Kids = append(t.Kids, p.Node(n))
	}
	return t
}

// mapping writes a set that is known exactly as set{...}, another as the map to bool that it is.
func (p *Printer) mapping(n *Node, kid func(i int) *valtext.Node) *valtext.Node {
	t := &valtext.Node{Kind: valtext.Map}
	if n.IsSet && n.Singleton {
		t.Kind = valtext.Set
	}
	for i, k := range n.Keys {
		e := valtext.Entry{Key: p.Node(k)}
		if t.Kind == valtext.Map {
			e.Value = kid(i)
		}
		t.Must = append(t.Must, e)
	}
	for _, e := range n.May {
		t.May = append(t.May, valtext.Entry{Key: p.Node(e.Key), Value: p.Node(e.Val)})
	}
	return t
}

// maxTextSize is more than the size of any text that is worth printing.
const maxTextSize = 1 << 29

// TextSize is the number of nodes that n's text has, maxTextSize at most.
func (n *Node) TextSize() int {
	sizes := map[*Node]int{}
	var size func(n *Node) int
	size = func(n *Node) int {
		if s, ok := sizes[n]; ok {
			return s
		}
		sizes[n] = 1 // within a cycle: the name of its fix
		total := 1
		for _, p := range Parts(n) {
			total = min(total+size(p), maxTextSize)
		}
		sizes[n] = total
		return total
	}
	return size(n)
}
