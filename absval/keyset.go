package absval

import (
	"scf/scfml/core"
)

// Key sets: what dead-store elimination computes with (chapter 7). A key set is an abstract value read as the set of keys that it
// denotes, without tags; it is what PrimExpr.Keys holds.

var _ core.KeySet = (*Value)(nil)

// AllKeys is every key.
func (d *Domain) AllKeys() *Value { return d.top.plain }

// NoKeys is no key.
func (d *Domain) NoKeys() *Value { return d.bottom.plain }

// KeysOf is the key set of what v denotes.
func (d *Domain) KeysOf(v *Value) *Value { return v.node.plain }

// JoinKeys is the union of two key sets.
func (d *Domain) JoinKeys(a, b *Value) *Value { return d.join(a.node, b.node).plain }

// SubtractSingleton is keys without the one key k denotes; keys itself where k is not a singleton, or cannot be taken out.
func (d *Domain) SubtractSingleton(keys, k *Value) *Value {
	if !k.node.singleton {
		return keys
	}
	return d.without(keys.node, k.node).plain
}

// DisjointKeys reports whether two key sets have no key in common; false means unknown.
func (d *Domain) DisjointKeys(a, b *Value) bool { return d.disjoint(a.node, b.node) }

// EqualKeys reports whether two key sets are the same.
func (d *Domain) EqualKeys(a, b *Value) bool { return a.node == b.node }

// LeqKeys reports whether every key of a is one of b; false means unknown.
func (d *Domain) LeqKeys(a, b *Value) bool { return d.leq(a.node, b.node) }
