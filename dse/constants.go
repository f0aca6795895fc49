package dse

import (
	"slices"

	"scf/scfml/core"
)

// Constants [DSE-CONST]. A constant costs nothing, but what is made of it may: an iterator visits all entries of a map. So maps in constants have
// the entries that are read. (Sets have no iterators; one that stays as it is, is more often the same as another.)

// constantUse is a constant of which a pattern says what is read.
type constantUse struct {
	constant *core.Const
	read     *LivenessPattern
}

// constant prunes e, of whose value l is read.
func (w *walker) constant(e *core.Const, l *LivenessPattern) core.Expr {
	use := constantUse{e, l}
	out, ok := w.s.constants[use]
	if !ok {
		out = e
		if v := w.lat.read(e.Value, l); v != e.Value {
			out = &core.Const{Value: v}
		}
		w.s.constants[use] = out
	}
	return out
}

// read is v without the entries of maps that l does not read; v itself where it reads all.
func (t *lattice) read(v core.Value, l *LivenessPattern) core.Value {
	switch v := v.(type) {
	case *core.Tuple:
		if l.kind == product {
			if elems := t.readAll(v.Elems, l.elems); elems != nil {
				return &core.Tuple{Elems: elems}
			}
		}
	case *core.ConValue:
		if a, ok := l.find(v.Con); ok {
			if args := t.readAll(v.Args, a.args); args != nil {
				return &core.ConValue{Con: v.Con, Args: args}
			}
		}
	case *core.MapValue:
		if l.kind == mapping {
			return t.readMap(v, l)
		}
	}
	return v
}

// readAll are the values vs by their patterns; nil where all stay as they are.
func (t *lattice) readAll(vs []core.Value, ls []*LivenessPattern) []core.Value {
	var out []core.Value
	for i, v := range vs {
		if r := t.read(v, ls[i]); r != v {
			if out == nil {
				out = slices.Clone(vs)
			}
			out[i] = r
		}
	}
	return out
}

func (t *lattice) readMap(m *core.MapValue, l *LivenessPattern) core.Value {
	out := m
	for k, v := range m.All() {
		if !t.keys.has(l.keys, k) {
			out = out.Remove(k)
		} else if r := t.read(v, l.value); r != v {
			out = out.Insert(k, r)
		}
	}
	return out
}
