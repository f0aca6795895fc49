package absval

import (
	"scf/absval/tree"
	"scf/scfml/core"
)

// Tags that follow from others ([TAG-DERIVE]). There are as many as places that anyone has looked at.

// origin is how the tag of a part follows from another: the place inside the value tagged of that con's argument (or a tuple's component,
// con nil) stands at, or the value of a map at the singleton key.
type origin struct {
	of    ID
	con   *core.Con
	key   *tree.Node
	index int
}

// descent is the origin of a part and its tag, with its root.
type descent struct {
	origin
	id, root ID
	depth    int32
}

// derivations are the tags that follow from others.
type derivations struct {
	all   []descent // the first is none
	parts []int32   // by tag, halved: the position of a part in all
	slots []int32   // positions in all, each in the first free place from its origin's hash on; at least twice as many as there are, 0 where none is
}

func newDerivations() derivations {
	return derivations{all: make([]descent, 1), slots: make([]int32, 64)}
}

// hash mixes the bits of what o describes.
func (o *origin) hash() uint64 {
	h := uint64(o.of)*0x9E3779B97F4A7C15 + uint64(o.index)
	if o.con != nil {
		h += uint64(o.con.Index+1) << 20
	}
	if o.key != nil {
		h += uint64(o.key.Num+1) << 32
	}
	h ^= h >> 32
	h *= 0xD6E8FEB86659FD93
	return h ^ h>>32
}

// slot is where o's position is, or where it belongs.
func (x *derivations) slot(o *origin) *int32 {
	mask := uint64(len(x.slots) - 1)
	for i := o.hash(); ; i++ {
		if s := &x.slots[i&mask]; *s == 0 || x.all[*s].origin == *o {
			return s
		}
	}
}

// find is the tag of what o describes; 0 where there is none yet.
func (x *derivations) find(o origin) ID { return x.all[*x.slot(&o)].id }

// add makes d's tag that of what d describes, which has none yet.
func (x *derivations) add(d descent) {
	if 2*len(x.all) > len(x.slots) {
		x.slots = make([]int32, 2*len(x.slots))
		for i := range x.all[1:] {
			*x.slot(&x.all[i+1].origin) = int32(i + 1)
		}
	}
	for int(d.id/2) >= len(x.parts) {
		x.parts = append(x.parts, 0)
	}
	at := int32(len(x.all))
	x.parts[d.id/2] = at
	*x.slot(&d.origin) = at
	x.all = append(x.all, d)
}

// of is the descent of id, which is the tag of a part.
func (x *derivations) of(id ID) *descent { return &x.all[x.parts[id/2]] }

// derive is the tag of what o describes: since o fixes the concrete value within an activation, the same o has the same tag
// ([TAG-DERIVE]).
func (d *Domain) derive(o origin) ID {
	if o.of == 0 || d.opts.Without.Tags {
		return d.newID()
	}
	id := d.derived.find(o)
	if id == 0 {
		id = d.newID() + 1
		root, depth := d.root(o.of)
		d.derived.add(descent{o, id, root, depth + 1})
	}
	return id
}

// origin is how id follows from another tag; its of is 0 where it does not.
func (d *Domain) origin(id ID) origin {
	if !id.isPart() {
		return origin{}
	}
	return d.derived.of(id).origin
}

// root is the tag that id follows from in depth steps, and that follows from no other.
func (d *Domain) root(id ID) (root ID, depth int32) {
	if !id.isPart() {
		return id, 0
	}
	o := d.derived.of(id)
	return o.root, o.depth
}
