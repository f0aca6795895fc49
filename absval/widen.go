package absval

import "scf/absval/tree"

// Widening of values, whose structures package tree widens.

// Counted is news with any integers in place of each set of several for which olds, values of the same places an iteration before, have other sets of integers, where what
// they are parts of is alike. Nothing else is widened: such integers most often count, and what they have been says little of what they will be.
func (d *Domain) Counted(olds, news []*Value) []*Value {
	w := counting{d, d.trees.Counting()}
	out := make([]*Value, len(news))
	for i, v := range news {
		out[i] = w.value(olds[i], v)
	}
	return d.coarseAll(out)
}

type counting struct {
	d     *Domain
	trees *tree.Counting
}

func (w counting) value(old, v *Value) *Value {
	n := w.trees.Of(old.node, v.node)
	switch {
	case n == v.node:
		return v
	case !tree.IdenticalShape(old.node, v.node):
		return w.d.value(n, v.id, nil)
	}
	if out := w.d.partwise(old, v, w.value, func() []tree.Entry { return w.trees.May(old.node, v.node) }); out != nil {
		return out
	}
	return w.d.value(n, v.id, nil)
}

// partwise is v with parts that part gives for those that old and it have, of identical shapes, and with those may entries if it is a map; nil where
// it is a map with other keys.
func (d *Domain) partwise(old, v *Value, part func(old, v *Value) *Value, may func() []tree.Entry) *Value {
	kids := make([]*Value, len(v.node.Kids))
	for i := range kids {
		at := i
		if v.node.Kind == tree.Map {
			if at = tree.MustIndex(old.node, v.node.Keys[i]); at < 0 {
				return nil
			}
		}
		kids[i] = part(d.kid(old, at), d.kid(v, i))
	}
	if v.node.Kind != tree.Map {
		return d.rebuild(v.node, v.id, kids)
	}
	m := mapView{isSet: v.node.IsSet, may: may()}
	for i, k := range v.node.Keys {
		m.must = append(m.must, mustEntry{k, kids[i]})
	}
	return d.mapValue(v.id, m)
}

// Widen is a value that has all members of old and new, such that a sequence v, Widen(v, w1), Widen(that, w2), ... stops changing. At
// level 0 it is Join, which need not stop. Level 1 is package tree's. At level 2 what grew becomes Top, or the base set of its
// type; only a set that gained a nullary constructor is left.
func (d *Domain) Widen(old, new *Value, level int) *Value {
	return d.WidenAll([]*Value{old}, []*Value{new}, level)[0]
}

// WidenAll widens values one by one, keeping what is equal among them.
func (d *Domain) WidenAll(olds, news []*Value, level int) []*Value {
	out := d.JoinFormals(olds, news)
	for i, v := range out {
		if level > 0 && olds[i].node != d.trees.Bottom && v.node != olds[i].node {
			out[i] = d.widened(olds[i], v, level)
		}
	}
	return d.coarseAll(out)
}

func (d *Domain) widened(old, v *Value, level int) *Value {
	if d.opts.Without.CarefulWidening {
		return d.Top()
	}
	w := valueWidening{d, d.trees.Widening(level >= 2)}
	return w.value(old, v)
}

// valueWidening widens values.
type valueWidening struct {
	d     *Domain
	trees *tree.Widening
}

// value widens v, which includes old, place by place as long as both have the same head, so that tags of places that did not grow
// survive.
func (w valueWidening) value(old, v *Value) *Value {
	switch {
	case v.node == old.node || old.node == w.d.trees.Bottom:
		return v
	case !tree.IdenticalShape(old.node, v.node):
		return w.whole(old, v)
	}
	out := w.d.partwise(old, v, w.value, func() []tree.Entry { return w.trees.May(old.node, v.node, w.trees.Closed) })
	if out == nil {
		return w.whole(old, v)
	}
	return out
}

// whole widens a value without regard to tags inside.
func (w valueWidening) whole(old, v *Value) *Value {
	n := w.trees.Closed(old.node, v.node)
	if n == v.node {
		return v
	}
	return w.d.value(n, v.id, nil)
}
