package simplify

import (
	"encoding/binary"
	"slices"

	"scf/flow"
	"scf/internal/diag"
	"scf/scfml/core"
)

// This file hands maps over entry by entry [SIM-UNBOX-MAP]: a parameter whose map has the same constant keys in every call becomes one
// parameter for each of them, where the function only finds and inserts under constant keys and hands the map on to such a parameter.
//
// Which keys a map has is a fixpoint over the variables that hold maps. What is handed on is found in the map that the caller
// makes, which it does without an operation as far as it knows the map's entries [SIM-MAP], [SIM-THROUGH]; so a parameter is left
// alone where the caller gets the map from elsewhere. A recursive function may use the map as a whole on the way out: that costs an
// insertion for each entry once, where the entries were inserted before.

// keysOf is the keys that the maps at one place have: exactly these.
type keysOf struct {
	keys []*value // constants, in their order
}

// maxMapKeys bounds the entries of a map that is handed over one by one.
const maxMapKeys = 12

// mapKeys finds the keys of the maps that slots hold.
type mapKeys struct {
	*session
	known map[string]*keysOf // by the numbers of the keys: equal keys are one
}

// unboxMaps unboxes the map parameters of all functions but the entry; false where there is none.
func (s *session) unboxMaps() bool {
	if !slices.ContainsFunc(s.program.Funcs, func(f *core.Func) bool { return f != s.program.Entry && hasMapParam(f) }) {
		return false
	}
	chosen, unboxed := s.mapParams(flow.Of(s.program, flow.FieldBased)), remakings{}
	for _, f := range s.program.Funcs {
		for i, x := range f.Params {
			if keys := chosen[x]; keys != nil {
				unboxed[x] = s.entries(keys, x, f.ParamTypes[i], f)
			}
		}
	}
	s.report.ParamsUnboxed += len(unboxed)
	return s.remake(unboxed)
}

// mapParams are the parameters to unbox, with the keys of their maps.
func (s *session) mapParams(g *flow.Graph) map[*core.Var]*keysOf {
	keys := (&mapKeys{s, map[string]*keysOf{}}).solve(g)
	chosen := map[*core.Var]*keysOf{}
	for _, f := range s.program.Funcs {
		for i, x := range f.Params {
			k, ok := keys.At(g.Var(x)).One()
			if _, isMap := f.ParamTypes[i].(*core.MapType); ok && isMap && f != s.program.Entry {
				chosen[x] = k
			}
		}
	}
	for dropped := true; dropped && len(chosen) > 0; {
		dropped = false
		for _, f := range s.program.Funcs {
			u := &mapUses{chosen: chosen, fn: f, roots: map[*core.Var][]*core.Var{}, refused: map[*core.Var]bool{}}
			for x := range u.refuse() {
				dropped = dropped || chosen[x] != nil
				delete(chosen, x)
			}
		}
	}
	return chosen
}

func hasMapParam(f *core.Func) bool {
	return slices.ContainsFunc(f.ParamTypes, func(t core.Type) bool { _, ok := t.(*core.MapType); return ok })
}

// solve finds the keys of the maps in all slots. Maps go into variables and out of matches as they are, and from insertions and removals under
// constant keys with these keys. What is got in another way, a call's result among it, has any.
func (m *mapKeys) solve(g *flow.Graph) *flow.Solver[flow.Flat[*keysOf]] {
	keys := flow.NewSolver(g, flow.Forwards, flow.Constants[*keysOf](m.along))
	for _, x := range m.program.Entry.Params {
		keys.Add(g.Var(x), anyMap)
	}
	for slot, e := range g.Exprs {
		switch e := e.(type) {
		case *core.Const:
			keys.Add(flow.Slot(slot), m.constant(e.Value))
		case *core.DeadExpr:
			keys.Add(flow.Slot(slot), anyMap)
		}
	}
	for i := range g.Edges {
		if e := &g.Edges[i]; !keepsKeys(e) {
			keys.Add(e.To, anyMap)
		}
	}
	keys.Solve()
	return keys
}

var anyMap = flow.Any[*keysOf]()

// keepsKeys reports whether the map at the end of e follows from the one at its beginning, or has nothing to do with it.
func keepsKeys(e *flow.Edge) bool {
	switch e.Kind {
	case flow.Bind, flow.Arm, flow.Argument:
		return true
	case flow.Operand:
		p, ok := e.By.(*core.PrimExpr)
		return ok && changesEntry(p)
	}
	return false
}

// changesEntry reports whether p makes a map by an insertion or a removal under a constant key.
func changesEntry(p *core.PrimExpr) bool {
	_, ok := keyOfOperation(p)
	return ok && p.Op != core.OpMapFind
}

// along is the keys of the maps at the end of e where those at its beginning have keys.
func (m *mapKeys) along(e *flow.Edge, keys flow.Flat[*keysOf]) (flow.Flat[*keysOf], bool) {
	if e.Kind != flow.Operand || !keepsKeys(e) {
		return keys, keepsKeys(e)
	}
	if e.Index > 0 {
		return keys, false
	}
	p := e.By.(*core.PrimExpr)
	k, one := keys.One()
	switch key := m.key(p); {
	case !one:
		return keys, true
	case p.Op == core.OpMapInsert:
		return m.with(k, key), true
	case slices.Contains(k.keys, key):
		return anyMap, true
	}
	return keys, true
}

// key is the constant key of an operation on a map that has one.
func (m *mapKeys) key(p *core.PrimExpr) *value {
	k, _ := keyOfOperation(p)
	return m.consts.of(k, m.names)
}

// keyOfOperation is the constant key under which e finds, inserts or removes.
func keyOfOperation(e *core.PrimExpr) (core.Value, bool) {
	switch e.Op {
	case core.OpMapInsert, core.OpMapRemove, core.OpMapFind:
		if c, ok := e.Args[1].(*core.Const); ok && scalar(c.Value) {
			return c.Value, true
		}
	}
	return nil, false
}

// constant is the keys of a constant map.
func (m *mapKeys) constant(v core.Value) flow.Flat[*keysOf] {
	c, ok := v.(*core.MapValue)
	if !ok || c.Len() > maxMapKeys {
		return anyMap
	}
	k := flow.One(m.unique(nil))
	for key := range c.All() {
		keys, ok := k.One()
		if !ok || !scalar(key) {
			return anyMap
		}
		k = m.with(keys, m.consts.of(key, m.names))
	}
	return k
}

// with is the keys and the key x.
func (m *mapKeys) with(k *keysOf, x *value) flow.Flat[*keysOf] {
	i, found := slices.BinarySearchFunc(k.keys, x, func(a, b *value) int { return core.Compare(a.lit, b.lit) })
	switch {
	case found:
		return flow.One(k)
	case len(k.keys) == maxMapKeys:
		return anyMap
	}
	return flow.One(m.unique(slices.Insert(slices.Clone(k.keys), i, x)))
}

// unique is the one keysOf of those keys.
func (m *mapKeys) unique(keys []*value) *keysOf {
	var name []byte
	for _, k := range keys {
		name = binary.AppendVarint(name, int64(k.id))
	}
	k := m.known[string(name)]
	if k == nil {
		k = &keysOf{keys}
		m.known[string(name)] = k
	}
	return k
}

// entries is what becomes of the parameter x of type t, whose maps have those keys: the entries. What still uses the map finds it made of them.
func (s *session) entries(keys *keysOf, x *core.Var, t core.Type, f *core.Func) *remade {
	mod := s.moduleOf(t)
	on := func(op core.Op, at diag.Pos, args ...core.Expr) core.Expr {
		return &core.PrimExpr{Op: op, Mod: mod, Label: unboxLabel, Args: args, Pos: at}
	}
	r := &remade{whole: &core.Const{Value: core.EmptyMap}}
	for _, k := range keys.keys {
		y := &core.Var{Name: keyName(k)}
		r.params, r.types = append(r.params, y), append(r.types, mod.Value)
		r.whole = on(core.OpMapInsert, f.Pos, r.whole, &core.Const{Value: k.lit}, &core.VarExpr{Var: y})
	}
	r.args = func(_ core.Expr, call *core.CallExpr) ([]core.Expr, *core.Var) {
		m := &core.Var{Name: x.Name}
		var args []core.Expr
		for _, k := range keys.keys {
			v := &core.Var{Name: keyName(k)}
			find := on(core.OpMapFind, call.Pos, &core.VarExpr{Var: m}, &core.Const{Value: k.lit})
			args = append(args, core.Let(&core.ConPat{Con: core.Some, Args: []core.Pat{&core.VarPat{Var: v}}}, find, &core.VarExpr{Var: v}))
		}
		return args, m
	}
	return r
}

// unboxLabel labels the operations on maps that unboxing adds; they belong to none of the source.
const unboxLabel = 1

// keyName is the name of the variable for the entry of key k: a string's own text, where it is one.
func keyName(k *value) string {
	if s, ok := k.lit.(core.Str); ok {
		return string(s)
	}
	return "entry"
}

// moduleOf is a module of the program for maps of type t.
func (s *session) moduleOf(t core.Type) *core.Module {
	i := slices.IndexFunc(s.program.Modules, func(m *core.Module) bool { return m.Type().String() == t.String() })
	return s.program.Modules[i]
}
