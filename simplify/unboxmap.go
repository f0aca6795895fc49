package simplify

import (
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

// mapKeys are the sets of keys that maps have, by their text: equal sets are one.
type mapKeys map[string]*core.SetValue

// keysOf is what is known of the keys that the maps in one slot have: exactly these, or any.
type keysOf = flow.Flat[*core.SetValue]

// maxMapKeys bounds the entries of a map that is handed over one by one.
const maxMapKeys = 12

// unboxMaps unboxes the map parameters of all functions but the entry; false where there is none.
func (s *session) unboxMaps() bool {
	params := s.mapParams()
	if len(params) == 0 {
		return false
	}
	g := flow.Of(s.ctx, s.program, flow.FieldBased)
	keys, chosen := mapKeys{}.solve(g, s.program.Entry), map[*core.Var]*core.SetValue{}
	for _, p := range params {
		if k, ok := keys.At(g.Var(p.x)).One(); ok {
			chosen[p.x] = k
		}
	}
	keepEscaping(g, params, chosen)
	unboxed := remakings{}
	for _, p := range params {
		if k := chosen[p.x]; k != nil {
			unboxed[p.x] = p.entries(k, s.moduleOf(p.typ))
		}
	}
	s.report.ParamsUnboxed += len(unboxed)
	return s.remake(unboxed)
}

// mapParam is a parameter that is a map.
type mapParam struct {
	fn  *core.Func
	x   *core.Var
	typ core.Type
}

// mapParams are those of all functions but the entry.
func (s *session) mapParams() []mapParam {
	var all []mapParam
	for _, f := range s.program.Funcs {
		for i, x := range f.Params {
			if t, isMap := f.ParamTypes[i].(*core.MapType); isMap && f != s.program.Entry {
				all = append(all, mapParam{f, x, t})
			}
		}
	}
	return all
}

// solve finds the keys of the maps in all slots. What is got in another way than those that keep keys, a call's result among it, has any.
func (m mapKeys) solve(g *flow.Graph, entry *core.Func) *flow.Solver[keysOf] {
	keys := flow.NewSolver(g, flow.Forwards, flow.Constants[*core.SetValue](m.along))
	for _, x := range entry.Params {
		keys.Add(g.Var(x), anyKeys)
	}
	for slot, e := range g.Exprs {
		switch e := e.(type) {
		case *core.Const:
			keys.Add(flow.Slot(slot), m.constant(e.Value))
		case *core.DeadExpr:
			keys.Add(flow.Slot(slot), anyKeys)
		}
	}
	for i := range g.Edges {
		if e := &g.Edges[i]; !keepsMap(e) && (e.Index == 0 || changesEntry(e.By) == nil) {
			keys.Add(e.To, anyKeys)
		}
	}
	keys.Solve()
	return keys
}

var anyKeys = flow.Any[*core.SetValue]()

// keepsMap reports whether what is at the end of e is the map at its beginning, but for insertions and removals under constant keys.
func keepsMap(e *flow.Edge) bool {
	switch e.Kind {
	case flow.Bind, flow.Arm, flow.Argument:
		return true
	case flow.Change:
		return e.Index == 0 && changesEntry(e.By) != nil
	}
	return false
}

// changesEntry is e where that makes a map by an insertion or a removal under a constant key; otherwise nil.
func changesEntry(e core.Expr) *core.PrimExpr {
	if p, ok := e.(*core.PrimExpr); ok && p.Op != core.OpMapFind && constantKey(p) != nil {
		return p
	}
	return nil
}

// along is the keys of the map at the end of e where the one at its beginning has keys.
func (m mapKeys) along(e *flow.Edge, keys keysOf) (keysOf, bool) {
	k, one := keys.One()
	if p := changesEntry(e.By); one && p != nil && e.Kind == flow.Change {
		switch key := constantKey(p); {
		case p.Op == core.OpMapInsert:
			keys = m.known(k.Insert(key))
		case k.Has(key):
			keys = anyKeys
		}
	}
	return keys, keepsMap(e)
}

// constantKey is the constant key under which p finds, inserts or removes; nil where there is none.
func constantKey(p *core.PrimExpr) core.Value {
	switch p.Op {
	case core.OpMapInsert, core.OpMapRemove, core.OpMapFind:
		if c, ok := p.Args[1].(*core.Const); ok && core.IsScalar(c.Value) {
			return c.Value
		}
	}
	return nil
}

// constant is the keys of a constant map.
func (m mapKeys) constant(v core.Value) keysOf {
	c, ok := v.(*core.MapValue)
	if !ok || c.Len() > maxMapKeys {
		return anyKeys
	}
	keys := core.EmptySet
	for k := range c.All() {
		if !core.IsScalar(k) {
			return anyKeys
		}
		keys = keys.Insert(k)
	}
	return m.known(keys)
}

// known is what it is to have those keys.
func (m mapKeys) known(keys *core.SetValue) keysOf {
	if keys.Len() > maxMapKeys {
		return anyKeys
	}
	text := core.FormatValue(keys)
	if m[text] == nil {
		m[text] = keys
	}
	return flow.One(m[text])
}

// entries is what becomes of p, whose maps, of that module, have those keys: the entries. What still uses the map finds it made of them.
func (p mapParam) entries(keys *core.SetValue, mod *core.Module) *remade {
	on := func(op core.Op, at diag.Pos, args ...core.Expr) core.Expr {
		return &core.PrimExpr{Op: op, Mod: mod, Label: unboxLabel, Args: args, Pos: at}
	}
	r := &remade{reboxed: &core.Const{Value: core.EmptyMap}}
	for k := range keys.All() {
		y := &core.Var{Name: keyName(k)}
		r.params, r.types = append(r.params, y), append(r.types, mod.Value)
		r.reboxed = on(core.OpMapInsert, p.fn.Pos, r.reboxed, &core.Const{Value: k}, &core.VarExpr{Var: y})
	}
	r.args = func(_ core.Expr, call *core.CallExpr) ([]core.Expr, *core.Var) {
		m := &core.Var{Name: p.x.Name}
		var args []core.Expr
		for k := range keys.All() {
			v := &core.Var{Name: keyName(k)}
			find := on(core.OpMapFind, call.Pos, &core.VarExpr{Var: m}, &core.Const{Value: k})
			args = append(args, core.Let(&core.ConPat{Con: core.Some, Args: []core.Pat{&core.VarPat{Var: v}}}, find, &core.VarExpr{Var: v}))
		}
		return args, m
	}
	return r
}

// unboxLabel labels the operations on maps that unboxing adds; they belong to none of the source.
const unboxLabel = 1

// keyName is the name of the variable for the entry of key k: a string's own text, where it is one.
func keyName(k core.Value) string {
	if s, ok := k.(core.Str); ok {
		return string(s)
	}
	return "entry"
}

// moduleOf is a module of the program for maps of type t.
func (s *session) moduleOf(t core.Type) *core.Module {
	i := slices.IndexFunc(s.program.Modules, func(m *core.Module) bool { return m.Type().String() == t.String() })
	return s.program.Modules[i]
}
