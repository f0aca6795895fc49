package tree

import "scf/scfml/core"

// Counting notes what became of nodes.
type Counting struct {
	t    *Table
	done map[pair]*Node
}

func (t *Table) Counting() *Counting { return &Counting{t, map[pair]*Node{}} }

// Of is now with any integers in place of each set of several for which old, a value of the same place before, has another set of integers: one that changes from
// one iteration to the next, as the numbers of what is counted do. Alternatives, what old has nothing like, and what is recursive stay.
func (c *Counting) Of(old, now *Node) *Node {
	if old == now || now.Singleton || old.Cyclic || now.Cyclic {
		return now
	}
	p := pair{old.Num, now.Num}
	n, ok := c.done[p]
	if !ok {
		n = c.of(old, now)
		c.done[p] = n
	}
	return n
}

func (c *Counting) of(old, now *Node) *Node {
	switch {
	case isIntegers(now):
		if now.Kind == Alt && isIntegers(old) {
			return c.t.Bases[core.IntType]
		}
		return now
	case !IdenticalShape(old, now):
		return now
	case now.Kind == Map:
		return c.mapping(old, now)
	}
	kids := make([]*Node, len(now.Kids))
	for i, k := range now.Kids {
		kids[i] = c.Of(old.Kids[i], k)
	}
	switch {
	case SameNodes(kids, now.Kids):
		return now
	case now.Kind == Tuple:
		return c.t.Tuple(kids)
	}
	return c.t.Apply(now.Con, kids)
}

func (c *Counting) mapping(old, now *Node) *Node {
	must := make([]Entry, len(now.Keys))
	for i, k := range now.Keys {
		must[i] = Entry{k, now.Kids[i]}
		if was := c.t.mustValue(old, k); was != nil {
			must[i].Val = c.Of(was, now.Kids[i])
		}
	}
	return c.t.Map(now.IsSet, must, c.May(old, now))
}

// May are the may entries of the map now, against all that old has for their keys.
func (c *Counting) May(old, now *Node) []Entry {
	out := make([]Entry, len(now.May))
	for i, e := range now.May {
		was := c.t.Bottom
		for _, o := range old.May {
			if !c.t.Disjoint(o.Key, e.Key) {
				was = c.t.Join(was, o.Val)
			}
		}
		for j, k := range old.Keys {
			if !c.t.Disjoint(k, e.Key) {
				was = c.t.Join(was, old.Kids[j])
			}
		}
		out[i] = Entry{e.Key, c.Of(was, e.Val)}
	}
	return out
}

// isIntegers reports whether n is a set of integers.
func isIntegers(n *Node) bool {
	switch n.Kind {
	case Const, Base:
		return n.Base == core.IntType
	case Alt:
		return isIntegers(n.Kids[0]) // and so all, which are of one type
	}
	return false
}
