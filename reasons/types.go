package reasons

import "scf/scfml/core"

// The types of a program by number, and what values of a type can have parts of.

// types numbers types, from 1.
type types struct {
	number map[string]int32
	all    []core.Type
	inside []contents // of each; without types until asked for
}

func newTypes() *types {
	return &types{number: map[string]int32{}, all: []core.Type{nil}, inside: []contents{{}}}
}

func (t *types) of(x core.Type) int32 {
	name := x.String()
	n, ok := t.number[name]
	if !ok {
		n = int32(len(t.all))
		t.number[name] = n
		t.all, t.inside = append(t.all, x), append(t.inside, contents{})
	}
	return n
}

// contents are the types that values of a type can have parts of, that type first.
type contents struct {
	list []int32
	set  map[int32]bool
}

// contains reports whether values of the type of can have parts of the type part.
func (t *types) contains(of, part int32) bool {
	t.parts(of)
	return t.inside[of].set[part]
}

func (t *types) parts(of int32) []int32 {
	if t.inside[of].list == nil {
		c := contents{set: map[int32]bool{}}
		t.collect(t.all[of], &c)
		t.inside[of] = c
	}
	return t.inside[of].list
}

func (t *types) collect(x core.Type, into *contents) {
	n := t.of(x)
	if into.set[n] {
		return
	}
	into.set[n] = true
	into.list = append(into.list, n)
	for _, y := range core.Parts(x) {
		t.collect(y, into)
	}
}

// components are the types of the components of values of type number of that con makes; nil for a tuple.
func (t *types) components(of int32, con *core.Con) []core.Type {
	if con == nil {
		return t.all[of].(*core.TupleType).Elems
	}
	return con.ArgTypes(t.all[of].(*core.DataType))
}
