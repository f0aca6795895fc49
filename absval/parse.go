package absval

import (
	"fmt"
	"strings"

	"scf/absval/tree"
	"scf/internal/diag"
	"scf/internal/valtext"
	"scf/scfml/core"
)

// Reading abstract values: text of package valtext's grammar against an expected type, which decides what a bare name means.

// Parse reads the abstract value of type t that text holds; p has the datatypes where the type is a type variable. Places without
// a written tag are equal to no other; tags inside a fix, which has none, are read over. An error is a *diag.Error in the file core.InputText.
func (d *Domain) Parse(text string, t core.Type, p *core.Program) (*Value, error) {
	n, err := valtext.Parse(core.InputText, text)
	if err != nil {
		return nil, err
	}
	r := &reader{d: d, p: p, g: d.trees.Graph(), tags: map[int]ID{}}
	v := r.read(n, t)
	if r.err != nil {
		return nil, diag.AttachSource(r.err, core.InputText, text)
	}
	return d.coarse(d.Tagged(v)), nil
}

// reader builds a value from its syntax tree. Inside a fix it builds raw nodes, untagged. After an error it goes on with Bottom.
type reader struct {
	d    *Domain
	p    *core.Program
	g    *tree.Graph
	tags map[int]ID
	vars []fixVar // of the enclosing fixes, innermost last
	err  *diag.Error
}

type fixVar struct {
	name string
	node *tree.Node
	t    core.Type
}

func (r *reader) fail(n *valtext.Node, format string, args ...any) *diag.Error {
	e := diag.Errorf(n.Pos, format, args...)
	if r.err == nil {
		r.err = e
	}
	return e
}

// bare is a value without tags.
func (r *reader) bare(n *tree.Node) *Value {
	if n.Raw {
		return &Value{node: n}
	}
	return r.d.plain(n)
}

func (r *reader) inFix() bool { return len(r.vars) > 0 }

func (r *reader) read(n *valtext.Node, t core.Type) *Value {
	if r.err != nil {
		return r.d.Bottom()
	}
	v := r.untagged(n, t)
	if n.Tag == 0 || r.inFix() {
		return v
	}
	id, ok := r.tags[n.Tag]
	if !ok {
		id = r.d.newID()
		r.tags[n.Tag] = id
	}
	return r.d.value(v.node, id, v.kids)
}

func (r *reader) untagged(n *valtext.Node, t core.Type) *Value {
	switch n.Resolve(func(name string) bool { return len(r.cons(name, t)) > 0 }) {
	case valtext.Any:
		return r.d.plain(r.d.trees.Top)
	case valtext.Nothing:
		return r.d.plain(r.d.trees.Bottom)
	case valtext.Base:
		return r.base(n, t)
	case valtext.Alt:
		return r.alternatives(n, t)
	case valtext.Fix:
		return r.fix(n, t)
	case valtext.Rec:
		return r.variable(n, t)
	case valtext.Int, valtext.Str, valtext.Char, valtext.Bool:
		return r.scalar(n, t)
	case valtext.Tuple:
		return r.tuple(n, t)
	case valtext.List, valtext.Cons:
		return r.list(n, t)
	case valtext.Map, valtext.Set:
		return r.mapping(n, t)
	}
	return r.con(n, t)
}

// wrong is the error of a value that is not of the type of its place.
func (r *reader) wrong(n *valtext.Node, what string, t core.Type) *Value {
	r.fail(n, "%s where a value of type %s should be", what, t)
	return r.d.Bottom()
}

func (r *reader) base(n *valtext.Node, t core.Type) *Value {
	b := map[string]core.Base{"Int": core.IntType, "Bool": core.BoolType, "Char": core.CharType, "String": core.StringType}[n.Name]
	if !isVar(t) && t != b {
		return r.wrong(n, "'"+n.Name, t)
	}
	return r.d.plain(r.d.trees.Bases[b])
}

func isVar(t core.Type) bool {
	_, ok := t.(*core.TypeVar)
	return ok
}

func (r *reader) scalar(n *valtext.Node, t core.Type) *Value {
	var v core.Value
	switch n.Kind {
	case valtext.Int:
		v = core.Int(n.Int)
	case valtext.Str:
		v = core.Str(n.Str)
	case valtext.Char:
		v = core.Char(n.Str[0])
	default:
		v = core.Bool(n.Int != 0)
	}
	if !isVar(t) && t != tree.BaseOf(v) {
		return r.wrong(n, fmt.Sprintf("%s, a value of type %s,", v, tree.BaseOf(v)), t)
	}
	return r.d.plain(r.d.trees.Const(v))
}

func (r *reader) alternatives(n *valtext.Node, t core.Type) *Value {
	vs := make([]*Value, len(n.Kids))
	for i, k := range n.Kids {
		vs[i] = r.read(k, t)
		if !r.inFix() {
			vs[i] = r.d.value(vs[i].node, 0, vs[i].kids) // an alternative is at the place of the whole
		}
	}
	if r.err != nil {
		return r.d.Bottom()
	}
	if !r.inFix() {
		return r.d.gather(0, vs)
	}
	h := r.g.Hole()
	h.Kids = nodesOf(vs)
	return r.bare(h)
}

func (r *reader) fix(n *valtext.Node, t core.Type) *Value {
	h := r.g.Hole()
	r.vars = append(r.vars, fixVar{n.Name, h, t})
	body := r.read(n.Kids[0], t)
	r.vars = r.vars[:len(r.vars)-1]
	h.Kids = []*tree.Node{body.node}
	switch {
	case r.err != nil:
		return r.d.Bottom()
	case r.inFix():
		return r.bare(h)
	}
	return r.d.plain(r.g.Intern(h))
}

func (r *reader) variable(n *valtext.Node, t core.Type) *Value {
	for i := len(r.vars) - 1; i >= 0; i-- {
		v := r.vars[i]
		if v.name != n.Name {
			continue
		}
		if !isVar(t) && !isVar(v.t) && t.String() != v.t.String() {
			return r.wrong(n, fmt.Sprintf("%s, which stands for a value of type %s,", n.Name, v.t), t)
		}
		return r.bare(v.node)
	}
	r.fail(n, "%s belongs to a fix outside of this key", n.Name).
		WithHint("the keys of a map are values of their own; use a fix inside the key")
	return r.d.Bottom()
}

func (r *reader) tuple(n *valtext.Node, t core.Type) *Value {
	types := make([]core.Type, len(n.Kids))
	switch t := t.(type) {
	case *core.TypeVar:
		for i := range types {
			types[i] = t
		}
	case *core.TupleType:
		if len(t.Elems) != len(n.Kids) {
			return r.wrong(n, fmt.Sprintf("a tuple of %d", len(n.Kids)), t)
		}
		types = t.Elems
	default:
		return r.wrong(n, "a tuple", t)
	}
	kids := r.readAll(n.Kids, types)
	if r.inFix() {
		return r.bare(r.g.Tuple(nodesOf(kids)))
	}
	return r.d.value(r.d.trees.Tuple(nodesOf(kids)), 0, kids)
}

func (r *reader) readAll(ns []*valtext.Node, types []core.Type) []*Value {
	vs := make([]*Value, len(ns))
	for i, n := range ns {
		vs[i] = r.read(n, types[i])
	}
	return vs
}

func (r *reader) apply(c *core.Con, args []*Value) *Value {
	if r.inFix() {
		return r.bare(r.g.Like(&tree.Node{Kind: tree.Con, Con: c}, nodesOf(args), nil))
	}
	return r.d.value(r.d.trees.Apply(c, nodesOf(args)), 0, args)
}

func (r *reader) list(n *valtext.Node, t core.Type) *Value {
	elem := t
	if lt, ok := t.(*core.DataType); ok && lt.Data == core.ListData {
		elem = lt.Args[0]
	} else if !isVar(t) {
		return r.wrong(n, "a list", t)
	}
	heads := n.Kids
	tail := r.apply(core.Nil, nil)
	if n.Kind == valtext.Cons {
		heads = n.Kids[:len(n.Kids)-1]
		tail = r.read(n.Kids[len(heads)], t)
	}
	vs := make([]*Value, len(heads))
	for i, h := range heads {
		vs[i] = r.read(h, elem)
	}
	for i := len(vs) - 1; i >= 0; i-- {
		tail = r.apply(core.Cons, []*Value{vs[i], tail})
	}
	return tail
}

// cons are the constructors that a place of type t calls name.
func (r *reader) cons(name string, t core.Type) []*core.Con {
	var data []*core.Datatype
	switch t := t.(type) {
	case *core.DataType:
		data = []*core.Datatype{t.Data}
	case *core.TypeVar:
		data = append(data, core.OptionData, core.ListData)
		if r.p != nil {
			data = append(data, r.p.Datatypes...)
		}
	}
	var found []*core.Con
	for _, dt := range data {
		if c := core.LookupCon(dt, name); c != nil {
			found = append(found, c)
		}
	}
	return found
}

func (r *reader) con(n *valtext.Node, t core.Type) *Value {
	found := r.cons(n.Name, t)
	switch len(found) {
	case 0:
		if dt, ok := t.(*core.DataType); ok {
			r.fail(n, "`%s` is no constructor of type %s", n.Name, t).WithHint("its constructors are %s", conList(dt.Data))
			return r.d.Bottom()
		}
		return r.wrong(n, "`"+n.Name+"`", t)
	case 1:
	default:
		r.fail(n, "several datatypes have a constructor `%s`, and the type %s does not tell which is meant", n.Name, t).
			WithHint("give the program's entry function a type annotation")
		return r.d.Bottom()
	}
	c := found[0]
	types := c.Args
	if dt, ok := t.(*core.DataType); ok {
		types = c.ArgTypes(dt)
	}
	kids := spread(n, types)
	if len(kids) != len(types) || len(types) == 0 && n.Kind == valtext.Con {
		r.fail(n, "constructor `%s` takes %s, not %d", n.Name, tree.CountArgs(len(types)), len(n.Kids))
		return r.d.Bottom()
	}
	return r.apply(c, r.readAll(kids, types))
}

// spread are the arguments that a constructor is written with: c((v, w)) is c(v, w), and the other way round where the one argument is
// a tuple.
func spread(n *valtext.Node, types []core.Type) []*valtext.Node {
	kids := n.Kids
	if len(kids) == 1 && len(types) > 1 && kids[0].Kind == valtext.Tuple && kids[0].Tag == 0 {
		return kids[0].Kids
	}
	if len(types) == 1 && n.Kind == valtext.Con && len(kids) != 1 {
		if t, ok := types[0].(*core.TupleType); ok && len(t.Elems) == len(kids) {
			return []*valtext.Node{{Kind: valtext.Tuple, Pos: n.Pos, Kids: kids}}
		}
	}
	return kids
}

func conList(dt *core.Datatype) string {
	const most = 40
	var names []string
	for _, c := range dt.Cons[:min(most, len(dt.Cons))] {
		names = append(names, c.Name)
	}
	if len(dt.Cons) > most {
		names = append(names, "...")
	}
	return strings.Join(names, ", ")
}

// mapping reads a map, or a set, which may also be written as the map to bool that it is.
func (r *reader) mapping(n *valtext.Node, t core.Type) *Value {
	isSet := n.Kind == valtext.Set
	key, val := t, t
	switch mt := t.(type) {
	case *core.TypeVar:
	case *core.SetType:
		isSet, key, val = true, mt.Elem, core.BoolType
	case *core.MapType:
		if isSet {
			return r.wrong(n, "a set", t)
		}
		key, val = mt.Key, mt.Value
	default:
		return r.wrong(n, "a map or a set", t)
	}
	m := mapView{isSet: isSet}
	for _, e := range n.Must {
		m = r.must(m, e, key, val)
	}
	for _, e := range n.May {
		k, v := r.key(e.Key, key), r.entryValue(e, val)
		m.may = append(m.may, tree.Entry{Key: k, Val: v.node})
	}
	switch {
	case r.err != nil:
		return r.d.Bottom()
	case !r.inFix():
		return r.d.mapValue(0, m)
	}
	must := make([]tree.Entry, len(m.must))
	for i, e := range m.must {
		must[i] = tree.Entry{Key: e.key, Val: e.val.node}
	}
	return r.bare(r.g.Mapping(isSet, must, m.may))
}

// must adds a must entry.
func (r *reader) must(m mapView, e valtext.Entry, key, val core.Type) mapView {
	k, v := r.key(e.Key, key), r.entryValue(e, val)
	switch {
	case r.err != nil:
	case !k.Singleton:
		r.fail(e.Key, "the key %s is no single value", r.d.plain(k)).WithHint("entries that are not known exactly go to `may [...]`")
	case m.index(k) >= 0:
		r.fail(e.Key, "the key %s stands twice", r.d.plain(k))
	default:
		return m.with(k, v)
	}
	return m
}

// key reads a key, which is a closed value of its own.
func (r *reader) key(n *valtext.Node, t core.Type) *tree.Node {
	outer := r.vars
	r.vars = nil
	v := r.read(n, t)
	r.vars = outer
	return v.node
}

// entryValue reads what a key is mapped to; a member of a set to true.
func (r *reader) entryValue(e valtext.Entry, t core.Type) *Value {
	if e.Value == nil {
		return r.d.plain(r.d.trees.Truths[1])
	}
	return r.read(e.Value, t)
}
