package tree

import (
	"scf/scfml/core"
)

// Membership of concrete values, tags aside (table 1).

// Has reports whether v is a member of n.
func (t *Table) Has(n *Node, v core.Value) bool {
	switch n.Kind {
	case Bottom:
		return false
	case Top:
		return true
	case Const:
		return core.Equal(n.val, v)
	case Base:
		return core.IsScalar(v) && BaseOf(v) == n.Base
	case Alt:
		for _, k := range n.Kids {
			if t.Has(k, v) {
				return true
			}
		}
		return false
	case Map:
		vals, ok := t.MustPart(n, v)
		return ok && t.hasAll(n.Kids, vals)
	}
	parts, ok := PartsOf(n, v)
	return ok && t.hasAll(n.Kids, parts)
}

func (t *Table) hasAll(ns []*Node, ts []core.Value) bool {
	for i, n := range ns {
		if !t.Has(n, ts[i]) {
			return false
		}
	}
	return true
}

// PartsOf are the components of t, if it is a tuple or constructor application with the head of n.
func PartsOf(n *Node, t core.Value) (parts []core.Value, ok bool) {
	switch t := t.(type) {
	case *core.Tuple:
		return t.Elems, n.Kind == Tuple && len(t.Elems) == len(n.Kids)
	case *core.ConValue:
		return t.Args, n.Kind == Con && t.Con == n.Con
	}
	return nil, false
}

// MustPart are the values that v, a map or set, has for the must keys of n; ok is false if it lacks one, or if it has an entry that n
// does not allow.
func (t *Table) MustPart(n *Node, v core.Value) (vals []core.Value, ok bool) {
	var entries *core.MapValue
	switch v := v.(type) {
	case *core.MapValue:
		entries, ok = v, !n.IsSet
	case *core.SetValue:
		entries, ok = core.EmptyMap, n.IsSet
		for k := range v.All() {
			entries = entries.Insert(k, core.Bool(true))
		}
	}
	if !ok {
		return nil, false
	}
	rest := entries
	for _, k := range n.Keys {
		val, found := entries.Get(k.Value())
		if !found && n.IsSet {
			val, found = core.Bool(false), true
		}
		if !found {
			return nil, false
		}
		vals = append(vals, val)
		rest = rest.Remove(k.Value())
	}
	for k, val := range rest.All() {
		if !t.mayHave(n, k, val) {
			return nil, false
		}
	}
	return vals, true
}

// mayHave reports whether a may entry of n allows the entry.
func (t *Table) mayHave(n *Node, k, v core.Value) bool {
	for _, e := range n.May {
		if t.Has(e.Key, k) && t.Has(e.Val, v) {
			return true
		}
	}
	return false
}
