package tree

import "scf/scfml/core"

// The keys in a node as patterns (core.KeySet), which programs carry.

const (
	// keyNodes is how many nodes of a set of keys are told apart, on any way through it and together; the rest is a wildcard.
	keyNodes = 20_000
	// keyCombinations is how many combinations of the alternatives of parts are.
	keyCombinations = 64
)

// KeySet is the set of keys n, or more of them; nil where that is every key. Equal nodes have the same one.
func (t *Table) KeySet(n *Node) *core.KeySet {
	if s, ok := t.keySets[n]; ok {
		return s
	}
	w := &keyWriter{t: t, onWay: map[*Node]bool{}, left: keyNodes}
	s := &core.KeySet{Pats: w.patterns(n)}
	for _, p := range s.Pats {
		if p == core.Pat(anyKey) {
			s = nil
			break
		}
	}
	t.keySets[n] = s
	return s
}

var anyKey = &core.WildPat{}

// keyWriter makes patterns. A node met again on the way to itself is a wildcard, for sets of finitely many patterns.
type keyWriter struct {
	t     *Table
	onWay map[*Node]bool
	left  int
}

func (w *keyWriter) patterns(n *Node) []core.Pat {
	if w.left--; w.left < 0 || w.onWay[n] {
		return []core.Pat{anyKey}
	}
	w.onWay[n] = true
	defer delete(w.onWay, n)
	switch n.Kind {
	case Bottom:
		return nil
	case Const:
		return []core.Pat{&core.LitPat{Value: n.val}}
	case Alt:
		var out []core.Pat
		for _, k := range n.Kids {
			out = append(out, w.patterns(k)...)
		}
		return out
	case Tuple:
		return w.combined(n.Kids, func(ps []core.Pat) core.Pat { return &core.TuplePat{Elems: ps} })
	case Con:
		return w.combined(n.Kids, func(ps []core.Pat) core.Pat { return &core.ConPat{Con: n.Con, Args: ps} })
	}
	return []core.Pat{anyKey}
}

// combined are the patterns made of one pattern for each of the parts. Where there are too many combinations, parts with alternatives are wildcards.
func (w *keyWriter) combined(parts []*Node, made func([]core.Pat) core.Pat) []core.Pat {
	rows := [][]core.Pat{nil}
	for _, part := range parts {
		ps := w.patterns(part)
		if len(rows)*len(ps) > keyCombinations {
			ps = []core.Pat{anyKey}
		}
		var next [][]core.Pat
		for _, row := range rows {
			for _, p := range ps {
				next = append(next, append(row[:len(row):len(row)], p))
			}
		}
		rows = next
	}
	var out []core.Pat
	for _, row := range rows {
		out = append(out, made(row))
	}
	return out
}
