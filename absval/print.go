package absval

import (
	"fmt"

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
		open:    map[*Node]*fixPoint{},
		names:   conNames(v.node),
	}
	return p.value(v).String()
}

// printer makes the syntax tree of a value.
type printer struct {
	shared  *tagSharing
	numbers map[ID]int
	open    map[*Node]*fixPoint
	names   map[string]bool // of constructors: no variable may be called so
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
		if n.con != nil {
			names[n.con.Name] = true
		}
		work = append(work, parts(n)...)
	}
	return names
}

// variable is a name for the next fix: X, Y, Z, X1, Y1, ...
func (p *printer) variable() string {
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

// untagged is the text of v but for its own tag. Alternatives and maps are where a recursion is written as fix: every cycle has one.
func (p *printer) untagged(v *Value) *valtext.Node {
	n := v.node
	if !n.cyclic || n.kind != kindAlt && n.kind != kindMap || p.shared.inside(v) {
		return p.plain(v)
	}
	if f := p.open[n]; f != nil {
		f.used = true
		return &valtext.Node{Kind: valtext.Rec, Name: f.name}
	}
	f := &fixPoint{name: p.variable()}
	p.open[n] = f
	t := p.plain(n.plain)
	delete(p.open, n)
	if f.used {
		t = &valtext.Node{Kind: valtext.Fix, Name: f.name, Kids: []*valtext.Node{t}}
	}
	return t
}

func (p *printer) plain(v *Value) *valtext.Node {
	switch v.node.kind {
	case kindBottom:
		return &valtext.Node{Kind: valtext.Nothing}
	case kindTop:
		return &valtext.Node{Kind: valtext.Any}
	case kindConst:
		return constText(v.node.val)
	case kindBase:
		return &valtext.Node{Kind: valtext.Base, Name: [...]string{"Int", "Bool", "Char", "String"}[v.node.base]}
	case kindTuple:
		return &valtext.Node{Kind: valtext.Tuple, Kids: p.kids(v)}
	case kindCon:
		return p.con(v)
	case kindMap:
		return p.mapping(v)
	}
	return &valtext.Node{Kind: valtext.Alt, Kids: p.kids(v)}
}

func (p *printer) kids(v *Value) []*valtext.Node {
	out := make([]*valtext.Node, len(v.node.kids))
	for i := range out {
		out[i] = p.value(v.kid(i))
	}
	return out
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

func (p *printer) con(v *Value) *valtext.Node {
	c := v.node.con
	switch {
	case c == core.Nil:
		return &valtext.Node{Kind: valtext.List}
	case c == core.Cons:
		return p.list(v)
	case len(c.Args) == 0:
		return &valtext.Node{Kind: valtext.Name, Name: core.ConText(c)}
	}
	return &valtext.Node{Kind: valtext.Con, Name: core.ConText(c), Kids: p.kids(v)}
}

// list writes as many cells in a row as have no printed tag in between.
func (p *printer) list(v *Value) *valtext.Node {
	t := &valtext.Node{Kind: valtext.Cons}
	for {
		t.Kids = append(t.Kids, p.value(v.kid(0)))
		v = v.kid(1)
		if v.node.con != core.Cons || p.shared.ids[v.id] {
			break
		}
	}
	if v.node.con == core.Nil {
		t.Kind = valtext.List
		return t
	}
	t.Kids = append(t.Kids, p.value(v))
	return t
}

// mapping writes a set that is known exactly as set{...}, another as the map to bool that it is.
func (p *printer) mapping(v *Value) *valtext.Node {
	t := &valtext.Node{Kind: valtext.Map}
	if v.node.isSet && v.node.singleton {
		t.Kind = valtext.Set
	}
	for i, k := range v.node.keys {
		e := valtext.Entry{Key: p.value(k.plain)}
		if t.Kind == valtext.Map {
			e.Value = p.value(v.kid(i))
		}
		t.Must = append(t.Must, e)
	}
	for _, e := range v.node.may {
		t.May = append(t.May, valtext.Entry{Key: p.value(e.key.plain), Value: p.value(e.val.plain)})
	}
	return t
}

// MaxTextSize is more than the size of any text that is worth printing.
const MaxTextSize = 1 << 29

// TextSize is the number of nodes that v's text has, where shared structure is written out every time: it can be exponential in
// Size. It is MaxTextSize at most.
func (v *Value) TextSize() int {
	sizes := map[*Node]int{}
	var size func(n *Node) int
	size = func(n *Node) int {
		if s, ok := sizes[n]; ok {
			return s
		}
		sizes[n] = 1 // within a cycle: the name of its fix
		total := 1
		for _, p := range parts(n) {
			total = min(total+size(p), MaxTextSize)
		}
		sizes[n] = total
		return total
	}
	return size(v.node)
}
