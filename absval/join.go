package absval

import (
	"encoding/binary"
	"slices"

	"scf/absval/tree"
)

// Joining with tags (figure 5.4). The structure of a join is Domain.join's; this file finds the tags that it may carry.
//
// A joined value came from one of several sides. Two of its places may share a tag where, whichever side it came from, what stood at the
// one stood at the other too. So the tag of a place is a function of the identities that each side has there: a tag, a
// singleton, or nothing, where the side's alternatives have no such place ([TAG-JOIN]).
//
// A place that has one tag t on every side that has the place at all keeps it. Within one activation t means the same on all
// sides. But it is right too where the sides belong to different activations, so that numbers coincide by chance: of two places that
// keep t, if both are present the value came from a side that has both, and there they are equal.

// joiner joins several values at once, keeping what is equal on all sides.
type joiner struct {
	d       *Domain
	classes map[string]ID
	made    map[string]*Value  // places, by what they were made of
	lists   map[**Value]uint64 // numbers of lists of recorded components, by their first places
	left    int                // how many more places may be recorded
	// name gives a tag to a class of equal places, which identities tell. It must not be one that follows from the origin of one of
	// them: in another alternative of the whole that origin is a place of another class.
	name func(identities string) ID
}

func (d *Domain) joiner() *joiner {
	return &joiner{d: d, left: d.opts.MaxPlaces, name: func(string) ID { return d.newID() }}
}

// sameSources appends to key what identifies sides: the values' structures, tags and recorded components.
func (j *joiner) sameSources(key []byte, n *tree.Node, id ID, sides [][]*Value) []byte {
	key = binary.AppendUvarint(key, uint64(n.Num))
	key = binary.AppendUvarint(key, uint64(id))
	for _, vs := range sides {
		key = binary.AppendUvarint(key, uint64(len(vs)))
		for _, v := range vs {
			key = binary.AppendUvarint(key, uint64(v.node.Num))
			key = binary.AppendUvarint(key, uint64(v.id))
			key = binary.AppendUvarint(key, j.list(v.kids))
		}
	}
	return key
}

// list is the number of a list of recorded components; 0 for none. Values that differ in their tags alone share the list.
func (j *joiner) list(kids []*Value) uint64 {
	if len(kids) == 0 {
		return 0
	}
	n, ok := j.lists[&kids[0]]
	if !ok {
		if j.lists == nil {
			j.lists = map[**Value]uint64{}
		}
		n = uint64(len(j.lists) + 1)
		j.lists[&kids[0]] = n
	}
	return n
}

// Join is a value that has all members of a and all of b. What is equal in both stays equal in it, within a and b and to other
// values of the activation.
func (d *Domain) Join(a, b *Value) *Value { return d.joiner().values(a, b) }

// JoinAll joins several values; none give Bottom.
func (d *Domain) JoinAll(vs ...*Value) *Value {
	if len(vs) == 0 {
		return d.Bottom()
	}
	return d.joiner().values(vs...)
}

// JoinFormals joins the actual arguments of a call into the formal arguments of a contour, one by one: what two places of the
// result share is what they share in both lists.
func (d *Domain) JoinFormals(formals, actuals []*Value) []*Value {
	j := d.joiner()
	out := make([]*Value, len(formals))
	for i := range formals {
		out[i] = j.values(formals[i], actuals[i])
	}
	return out
}

// values joins one value of each side.
func (j *joiner) values(vs ...*Value) *Value {
	if allEqual(vs) {
		return vs[0]
	}
	n := j.d.trees.JoinAll(nodesOf(vs))
	sides := make([][]*Value, len(vs))
	for i, v := range vs {
		if v.node != j.d.trees.Bottom {
			sides[i] = vs[i : i+1]
		}
	}
	return j.d.coarse(j.place(n, sides, j.d.newID))
}

func allEqual(vs []*Value) bool {
	return !slices.ContainsFunc(vs, func(v *Value) bool { return v != vs[0] })
}

// place is the value with structure n whose sources are sides: for each side the values that may stand there, none where the side
// has no such place. Its tag is fresh's where they have no identities.
func (j *joiner) place(n *tree.Node, sides [][]*Value, fresh func() ID) *Value {
	j.d.trees.Step()
	if n.Singleton {
		return j.d.plain(n)
	}
	if v := soleSource(sides); v != nil && v.node == n {
		return v
	}
	id := j.tag(sides, fresh)
	if !recorded(sides) {
		return j.d.value(n, id, nil)
	}
	j.d.key = j.sameSources(j.d.key[:0], n, id, sides)
	if v, ok := j.made[string(j.d.key)]; ok {
		return v
	}
	key := string(j.d.key)
	v := j.d.value(n, id, nil)
	if j.left > 0 {
		j.left--
		v = j.d.value(n, id, j.kids(n, id, sides))
	}
	if j.made == nil {
		j.made = map[string]*Value{}
	}
	j.made[key] = v
	return v
}

// recorded reports whether a source has tags inside.
func recorded(sides [][]*Value) bool {
	for _, vs := range sides {
		for _, v := range vs {
			if v.kids != nil {
				return true
			}
		}
	}
	return false
}

// soleSource is the one value that all sources are; nil if there are several.
func soleSource(sides [][]*Value) *Value {
	var sole *Value
	for _, vs := range sides {
		for _, v := range vs {
			if sole != nil && sole != v {
				return nil
			}
			sole = v
		}
	}
	return sole
}

// tag is the tag of a place with these sources: the one that they share, that of their class, or fresh's.
func (j *joiner) tag(sides [][]*Value, fresh func() ID) ID {
	if id := sharedTag(sides); id != 0 {
		return id
	}
	var buffer [64]byte
	key, ok := identities(buffer[:0], sides)
	if !ok {
		return fresh()
	}
	id, ok := j.classes[string(key)]
	if !ok {
		id = j.name(string(key))
		j.setClass(string(key), id)
	}
	return id
}

// nameClass gives the class of places that have one of vs on each side a tag, unless it has one.
func (j *joiner) nameClass(vs []*Value, name func() ID) {
	sides := make([][]*Value, len(vs))
	for i := range vs {
		sides[i] = vs[i : i+1]
	}
	if key, ok := identities(nil, sides); ok && j.classes[string(key)] == 0 {
		j.setClass(string(key), name())
	}
}

func (j *joiner) setClass(key string, id ID) {
	if j.classes == nil {
		j.classes = map[string]ID{}
	}
	j.classes[key] = id
}

// identities appends to key what tells which places are equal on every side; ok is false where a side does not tell.
func identities(key []byte, sides [][]*Value) (_ []byte, ok bool) {
	for _, vs := range sides {
		if len(vs) == 0 {
			key = append(key, '-')
			continue
		}
		is := commonToken(vs)
		if is.kind == 0 {
			return nil, false
		}
		key = is.appendTo(key)
	}
	return key, true
}

// sharedTag is the one tag of all sources; 0 if there is none.
func sharedTag(sides [][]*Value) ID {
	var id ID
	for _, vs := range sides {
		for _, v := range vs {
			if v.id == 0 || id != 0 && v.id != id {
				return 0
			}
			id = v.id
		}
	}
	return id
}

// token is what reports whether two places of one side are equal: a tag, or the number of a singleton.
type token struct {
	kind   byte // '#', '='; 0: there is none
	number uint64
}

func (is token) appendTo(key []byte) []byte {
	return binary.LittleEndian.AppendUint64(append(key, is.kind), is.number)
}

// commonToken is the one that all of vs have, which are not none.
func commonToken(vs []*Value) token {
	is := vs[0].token()
	for _, v := range vs[1:] {
		if v.token() != is {
			return token{}
		}
	}
	return is
}

func (v *Value) token() token {
	switch {
	case v.id != 0:
		return token{'#', uint64(v.id)}
	case v.node.Singleton:
		return token{'=', uint64(v.node.Num)}
	}
	return token{}
}

// kids are the tagged components of a place with tag id.
func (j *joiner) kids(n *tree.Node, id ID, sides [][]*Value) []*Value {
	switch n.Kind {
	case tree.Alt:
		return j.altKids(n, id, sides)
	case tree.Tuple, tree.Con, tree.Map:
		return j.inside(n, id, j.split(sides))
	}
	return nil
}

// split replaces the sources of each side by their alternatives.
func (j *joiner) split(sides [][]*Value) [][]*Value {
	out := make([][]*Value, len(sides))
	for i, vs := range sides {
		if len(vs) == 1 {
			out[i] = j.d.alternativesOf(vs[0])
			continue
		}
		for _, v := range vs {
			out[i] = append(out[i], j.d.alternativesOf(v)...)
		}
	}
	return out
}

// altKids gives each alternative of n the sources that went into it.
func (j *joiner) altKids(n *tree.Node, id ID, sides [][]*Value) []*Value {
	into := make([][][]*Value, len(n.Kids))
	for i := range into {
		into[i] = make([][]*Value, len(sides))
	}
	for s, vs := range j.split(sides) {
		for _, v := range vs {
			if i := j.d.takenInto(n, v.node); i >= 0 {
				into[i][s] = append(into[i][s], v)
			}
		}
	}
	out := make([]*Value, len(n.Kids))
	for i, r := range n.Kids {
		out[i] = j.d.value(r, 0, j.inside(r, id, into[i]))
	}
	return out
}

// takenInto is the position of the alternative of n that includes the alternative k: k itself, or the first that is larger.
func (d *Domain) takenInto(n, k *tree.Node) int {
	if i := slices.Index(n.Kids, k); i >= 0 {
		return i
	}
	return slices.IndexFunc(n.Kids, func(r *tree.Node) bool { return tree.Comparable(k, r) && d.trees.Leq(k, r) })
}

// inside are the tagged components of r, which is no alternatives, at a place with tag id, from sources of its kind. It stops
// where no source has tags inside, and at recursive nodes where one has none: what is recorded of an unrolling never grows by
// joining ([TAG-DEPTH]).
func (j *joiner) inside(r *tree.Node, id ID, sides [][]*Value) []*Value {
	if len(r.Kids) == 0 {
		return nil
	}
	if v := soleSource(sides); v != nil && v.node == r {
		return v.kids
	}
	if !j.worthwhile(r, sides) {
		return nil
	}
	out := make([]*Value, len(r.Kids))
	for i, k := range r.Kids {
		out[i] = j.place(k, j.componentSides(r, i, sides), func() ID { return j.d.derive(originOf(id, r, i)) })
	}
	return out
}

// worthwhile reports whether tags inside r can come of its sources.
func (j *joiner) worthwhile(r *tree.Node, sides [][]*Value) bool {
	some := false
	for _, vs := range sides {
		for _, v := range vs {
			some = some || v.kids != nil
			if !v.known() && (r.Cyclic || v.node.Cyclic) {
				return false
			}
		}
	}
	return some
}

// componentSides are the sources of r's i-th component.
func (j *joiner) componentSides(r *tree.Node, i int, sides [][]*Value) [][]*Value {
	n := 0
	for _, vs := range sides {
		n += len(vs)
	}
	out, all := make([][]*Value, len(sides)), make([]*Value, 0, n)
	for s, vs := range sides {
		from := len(all)
		for _, v := range vs {
			all = append(all, j.d.componentAt(r, i, v))
		}
		out[s] = all[from:len(all):len(all)]
	}
	return out
}

// componentAt is what v, which r includes, has where r has its i-th component.
func (d *Domain) componentAt(r *tree.Node, i int, v *Value) *Value {
	if v.node.Kind == tree.Map {
		return d.lookupValue(v, r.Keys[i])
	}
	return d.component(v, i)
}

// lookupValue is what v, a map with the singleton must key, has for it; of a set any member.
func (d *Domain) lookupValue(v *Value, key *tree.Node) *Value {
	if i := tree.MustIndex(v.node, key); i >= 0 {
		return d.component(v, i)
	}
	if v.node.IsSet {
		return d.plain(d.trees.SetLookup(v.node, key))
	}
	return d.plain(d.trees.MayValue(v.node, key))
}

// gather is the value of one place that is one of alts, which all stand at it; id is its tag.
func (d *Domain) gather(id ID, alts []*Value) *Value {
	n := d.trees.JoinAll(nodesOf(alts))
	if v := soleSource([][]*Value{alts}); v != nil && v.node == n && v.id == id {
		return v
	}
	return d.value(n, id, d.joiner().kids(n, id, [][]*Value{alts}))
}
