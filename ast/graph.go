package ast

import (
	"fmt"
	"slices"

	"scf/internal/graph"
)

// This file makes loops, blocks and exits of graphs, copying nothing (after Ramsey, Beyond Relooper, 2022). Nodes are numbered in reverse
// postorder. A jump to a node behind is an exit from a block in front of it, or, where it is the only one, the node stands in its place;
// a jump back goes round the loop that the node begins, which has to dominate whatever jumps back to it: else the graph has a
// loop with two ways in, and stays a graph. A node stands where its immediate dominator does, but behind the loops that it is no part of.

// Structured is c with loops and blocks in place of the graphs in it whose loops have one way in each. What c is made of is used again;
// where there is no graph it is c.
func Structured(c Cmd) Cmd {
	found := false
	Walk(c, func(c Cmd) { _, isGraph := c.(*Graph); found = found || isGraph }, nil, nil)
	if !found {
		return c
	}
	return structured(c)
}

func structured(c Cmd) Cmd {
	c = RebuildCmd(c, structured, same)
	if g, ok := c.(*Graph); ok && len(g.Nodes) > 0 {
		if f := newFlow(g); f != nil {
			return f.whole()
		}
	}
	return c
}

// Cycles are the nodes of g from which jumps lead round, in order; none where g ends whatever its tests give.
func (g *Graph) Cycles() []*Node {
	at := map[Label]*Node{}
	for _, n := range g.Nodes {
		at[n.Label] = n
	}
	round := map[*Node]bool{}
	for _, group := range graph.Components(g.Nodes, func(n *Node, visit func(*Node)) {
		Walk(n.Body, func(c Cmd) {
			if j, ok := c.(*Jump); ok && at[j.To] != nil {
				round[n] = round[n] || at[j.To] == n
				visit(at[j.To])
			}
		}, nil, nil)
	}) {
		for _, n := range group {
			round[n] = round[n] || len(group) > 1
		}
	}
	return slices.DeleteFunc(slices.Clone(g.Nodes), func(n *Node) bool { return !round[n] })
}

// headLabel is the label of the block that an exit leaves to go round the loop that began with a node.
type headLabel struct{ node Label }

// endLabel is that of the block around what was a graph.
type endLabel struct{ graph Label }

func (headLabel) isLabel() {}
func (endLabel) isLabel()  {}

func (l headLabel) String() string { return fmt.Sprintf("head of %v", l.node) }
func (l endLabel) String() string  { return fmt.Sprintf("end of %v", l.graph) }

// flow is the control flow of a graph. Nodes are named by their numbers.
type flow struct {
	graph *Graph
	nodes []*Node // those that are reached
	at    map[Label]int
	jumps [][]jumpTo // from each node
	dom   []int      // immediate dominators
	loops map[int]*natural
	in    []*natural // the innermost loop that the node is in; nil for none

	inline []bool  // whether the node stands in place of the one jump to it
	inside [][]int // the nodes that stand behind a block in the loop that the node begins, or behind it, where it begins none
	after  [][]int // those that stand behind the loop
}

// jumpTo is a jump to a node, perhaps from inside a loop of the node that it stands in.
type jumpTo struct {
	node   int
	looped bool
}

// natural is the loop that begins with the node head.
type natural struct {
	head  int
	nodes map[int]bool
	outer *natural
}

// newFlow is nil where a loop has two ways in.
func newFlow(g *Graph) *flow {
	f := &flow{graph: g, at: map[Label]int{}, loops: map[int]*natural{}}
	f.order()
	f.findJumps()
	into := f.predecessors()
	f.dominators(into)
	if !f.findLoops(into) {
		return nil
	}
	f.arrange(into)
	return f
}

// order numbers the nodes that are reached.
func (f *flow) order() {
	byLabel := map[Label]*Node{}
	for _, n := range f.graph.Nodes {
		byLabel[n.Label] = n
	}
	var post []*Node
	seen := map[*Node]bool{}
	var visit func(*Node)
	visit = func(n *Node) {
		seen[n] = true
		var next []*Node
		Walk(n.Body, func(c Cmd) {
			if j, ok := c.(*Jump); ok && byLabel[j.To] != nil {
				next = append(next, byLabel[j.To])
			}
		}, nil, nil)
		for i := len(next) - 1; i >= 0; i-- { // the first comes first in the end
			if !seen[next[i]] {
				visit(next[i])
			}
		}
		post = append(post, n)
	}
	visit(f.graph.Nodes[0])
	for i := len(post) - 1; i >= 0; i-- {
		f.at[post[i].Label] = len(f.nodes)
		f.nodes = append(f.nodes, post[i])
	}
}

func (f *flow) findJumps() {
	f.jumps = make([][]jumpTo, len(f.nodes))
	for i, n := range f.nodes {
		looped := false
		var visit func(Cmd) Cmd
		visit = func(c Cmd) Cmd {
			outer := looped
			switch c := c.(type) {
			case *Jump:
				if to, ok := f.at[c.To]; ok {
					f.jumps[i] = append(f.jumps[i], jumpTo{to, looped})
				}
			case *While, *DoWhile, *For, *Graph:
				looped = true
			}
			RebuildCmd(c, visit, same)
			looped = outer
			return c
		}
		visit(n.Body)
	}
}

// predecessors are, of each node, those that jump to it, one for each jump.
func (f *flow) predecessors() [][]int {
	into := make([][]int, len(f.nodes))
	for i := range f.nodes {
		for _, j := range f.jumps[i] {
			into[j.node] = append(into[j.node], i)
		}
	}
	return into
}

// dominators finds immediate dominators (Cooper, Harvey and Kennedy, A Simple, Fast Dominance Algorithm).
func (f *flow) dominators(into [][]int) {
	f.dom = make([]int, len(f.nodes))
	for i := range f.dom {
		f.dom[i] = -1
	}
	f.dom[0] = 0
	for changed := true; changed; {
		changed = false
		for i := 1; i < len(f.nodes); i++ {
			d := -1
			for _, p := range into[i] {
				if f.dom[p] < 0 {
					continue
				}
				if d < 0 {
					d = p
				}
				for p != d {
					if p > d {
						p = f.dom[p]
					} else {
						d = f.dom[d]
					}
				}
			}
			if f.dom[i] != d {
				f.dom[i], changed = d, true
			}
		}
	}
}

func (f *flow) dominates(a, b int) bool {
	for b > a {
		b = f.dom[b]
	}
	return a == b
}

// findLoops finds the natural loops; it reports whether all loops are natural ones.
func (f *flow) findLoops(into [][]int) bool {
	f.in = make([]*natural, len(f.nodes))
	for head := range f.nodes { // outer loops first
		var back []int
		for _, p := range into[head] {
			if p >= head && !f.dominates(head, p) {
				return false
			}
			if p >= head {
				back = append(back, p)
			}
		}
		if len(back) == 0 {
			continue
		}
		loop := &natural{head, map[int]bool{head: true}, f.in[head]}
		for len(back) > 0 {
			n := back[len(back)-1]
			back = back[:len(back)-1]
			if !loop.nodes[n] {
				loop.nodes[n] = true
				back = append(back, into[n]...)
			}
		}
		f.loops[head] = loop
		for n := range loop.nodes {
			f.in[n] = loop
		}
	}
	return true
}

// arrange says where each node stands.
func (f *flow) arrange(into [][]int) {
	n := len(f.nodes)
	f.inline, f.inside, f.after = make([]bool, n), make([][]int, n), make([][]int, n)
	for i := 1; i < n; i++ {
		left := f.leaves(f.dom[i], i)
		switch {
		case left != nil:
			f.after[left.head] = append(f.after[left.head], i)
		case f.isOnly(i, into[i]):
			f.inline[i] = true
		default:
			f.inside[f.dom[i]] = append(f.inside[f.dom[i]], i)
		}
	}
}

// leaves is the outermost loop around the node a that the node b is not in; nil if there is none.
func (f *flow) leaves(a, b int) (left *natural) {
	for l := f.in[a]; l != nil && !l.nodes[b]; l = l.outer {
		left = l
	}
	return left
}

// isOnly reports whether one jump leads forward to the node i, from where it can stand in its place.
func (f *flow) isOnly(i int, from []int) bool {
	forward := 0
	for _, p := range from {
		if p < i {
			forward++
		}
	}
	if forward != 1 {
		return false
	}
	for _, j := range f.jumps[f.dom[i]] {
		if j.node == i && j.looped {
			return false
		}
	}
	return true
}

// whole is the graph as loops and blocks.
func (f *flow) whole() Cmd {
	c := f.tree(0)
	end := endLabel{f.graph.Label}
	if exits(c, end) {
		return &Block{c, end}
	}
	return c
}

// tree is node i with the nodes that stand where it does.
func (f *flow) tree(i int) Cmd {
	c := f.before(f.body(i), f.inside[i])
	if f.loops[i] != nil {
		c = repeated(c, headLabel{f.nodes[i].Label})
	}
	return f.before(c, f.after[i])
}

// before is c with nodes behind it, each of which exits from what is before it lead to.
func (f *flow) before(c Cmd, nodes []int) Cmd {
	for _, n := range nodes {
		c = SeqOf(&Block{c, f.nodes[n].Label}, f.tree(n))
	}
	return c
}

// body is what node i does itself, with other nodes in place of jumps.
func (f *flow) body(i int) Cmd {
	n := f.nodes[i]
	c := f.withoutJumps(i, n.Body)
	if FallsOff(n.Body) {
		c = SeqOf(c, &Exit{To: endLabel{f.graph.Label}})
	}
	if declares(n.Body) {
		return &Scope{Body: c}
	}
	return c
}

// FallsOff reports whether the end of c may be reached, as far as its last command says.
func FallsOff(c Cmd) bool {
	switch c := c.(type) {
	case *Seq:
		return FallsOff(c.Second)
	case *Scope:
		return FallsOff(c.Body)
	case *If:
		return FallsOff(c.Then) || FallsOff(c.Else)
	case *Switch:
		last := len(c.Arms) - 1
		return last < 0 || FallsOff(c.Arms[last].Body) || !slices.ContainsFunc(c.Arms, func(a *Arm) bool { return a.Default })
	case *Exit, *Jump, *Return, *ReturnVoid:
		return false
	}
	return true
}

func (f *flow) withoutJumps(i int, c Cmd) Cmd {
	j, ok := c.(*Jump)
	if !ok {
		return RebuildCmd(c, func(c Cmd) Cmd { return f.withoutJumps(i, c) }, same)
	}
	to, ok := f.at[j.To]
	switch {
	case !ok: // of a graph around
		return j
	case to <= i:
		return &Exit{headLabel{j.To}, j.Label}
	case f.inline[to]:
		return f.tree(to)
	}
	return &Exit{j.To, j.Label}
}
