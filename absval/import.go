package absval

import (
	"scf/absval/tree"
	"scf/scfml/core"
)

// Import is v, of any domain, as a value of this one: its constructors are those of p that have the same datatype's and
// constructor's names, its tags are fresh. It is an error if p has no such constructor.
func (d *Domain) Import(v *Value, p *core.Program) (*Value, error) {
	t := &valueTranslator{d: d, trees: d.trees.Translator(p), ids: map[ID]ID{}, values: map[*Value]*Value{}}
	out := t.value(v)
	if t.trees.Err != nil {
		return nil, t.trees.Err
	}
	return d.coarse(d.Tagged(out)), nil
}

type valueTranslator struct {
	d      *Domain
	trees  *tree.Translator
	ids    map[ID]ID
	values map[*Value]*Value
}

func (t *valueTranslator) value(v *Value) *Value {
	if w, ok := t.values[v]; ok {
		return w
	}
	w := t.make(v)
	t.values[v] = w
	return w
}

func (t *valueTranslator) make(v *Value) *Value {
	id := t.id(v.id)
	if v.kids == nil || t.trees.Err != nil {
		return t.d.value(t.trees.Node(v.node), id, nil)
	}
	kids := make([]*Value, len(v.kids))
	for i, k := range v.kids {
		kids[i] = t.value(k)
	}
	switch v.node.Kind {
	case tree.Tuple:
		return t.d.value(t.d.trees.Tuple(nodesOf(kids)), id, kids)
	case tree.Con:
		return t.d.value(t.d.trees.Apply(t.trees.Con(v.node.Con), nodesOf(kids)), id, kids)
	case tree.Map:
		m := mapView{isSet: v.node.IsSet}
		for i, k := range v.node.Keys {
			m = m.with(t.trees.Node(k), kids[i])
		}
		for _, e := range v.node.May {
			m.may = append(m.may, tree.Entry{Key: t.trees.Node(e.Key), Val: t.trees.Node(e.Val)})
		}
		return t.d.mapValue(id, m)
	}
	for i, k := range kids {
		kids[i] = t.d.value(k.node, id, k.kids)
	}
	return t.d.gather(id, kids)
}

func (t *valueTranslator) id(id ID) ID {
	if id == 0 {
		return 0
	}
	if _, ok := t.ids[id]; !ok {
		t.ids[id] = t.d.newID()
	}
	return t.ids[id]
}
