package absval

import (
	"scf/scfml/core"
)

// Singletons and concrete values.

// Const is the abstract value of one concrete value, shared parts once. A Dead value, of which nothing is known, is Top.
func (d *Domain) Const(v core.Value) *Value {
	n := d.trees.OfValue(v)
	if n.Singleton {
		return d.plain(n)
	}
	return d.coarse(d.fresh(n))
}

// Concrete is the one value that v denotes; ok is false if v is no singleton.
func (v *Value) Concrete() (t core.Value, ok bool) {
	if !v.node.Singleton {
		return nil, false
	}
	return v.node.Value(), true
}
