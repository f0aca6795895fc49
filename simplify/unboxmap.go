package simplify

import (
	"slices"

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
	top  bool
	keys []*value // constants, in their order
}

// maxMapKeys bounds the entries of a map that is handed over one by one.
const maxMapKeys = 12

// mapShapes are the keys of the maps that variables hold.
type mapShapes struct {
	*session
	flows []mapFlow
	of    map[*core.Var]*keysOf // of variables that something flows into; nil before anything is known to
}

// mapFlow is a flow of e's map into a variable.
type mapFlow struct {
	to *core.Var
	e  core.Expr
}

var anyKeys = &keysOf{top: true}

// unboxMaps unboxes the map parameters of all functions but the entry; false where there is none.
func (s *session) unboxMaps() bool {
	chosen := s.mapParams()
	if len(chosen) == 0 {
		return false
	}
	for _, f := range s.program.Funcs {
		f.Body = s.entryArgs(f.Body, chosen)
	}
	for _, f := range s.program.Funcs {
		s.entryParams(f, chosen)
	}
	return true
}

// mapParams are the parameters to unbox, with the keys of their maps.
func (s *session) mapParams() map[*core.Var]*keysOf {
	if !slices.ContainsFunc(s.program.Funcs, func(f *core.Func) bool { return f != s.program.Entry && hasMapParam(f) }) {
		return nil
	}
	sh := &mapShapes{session: s, of: map[*core.Var]*keysOf{}}
	sh.solve()
	chosen := map[*core.Var]*keysOf{}
	for _, f := range s.program.Funcs {
		for _, x := range f.Params {
			if k := sh.of[x]; f != s.program.Entry && k != nil && !k.top && isMap(f, x) {
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

func isMap(f *core.Func, x *core.Var) bool {
	_, ok := f.ParamTypes[slices.Index(f.Params, x)].(*core.MapType)
	return ok
}

// solve finds the keys of all variables.
func (sh *mapShapes) solve() {
	for _, f := range sh.program.Funcs {
		sh.collect(f.Body)
	}
	for changed := true; changed; {
		changed = false
		for _, fl := range sh.flows {
			changed = sh.of[fl.to] != anyKeys && sh.join(fl.to, sh.keys(fl.e)) || changed
		}
	}
}

// collect notes the flows of maps into parameters and local variables in e.
func (sh *mapShapes) collect(e core.Expr) {
	switch e := e.(type) {
	case *core.CallExpr:
		for i, a := range e.Args {
			if _, ok := e.Func.ParamTypes[i].(*core.MapType); ok && e.Func != sh.program.Entry {
				sh.flow(e.Func.Params[i], a)
			}
		}
	case *core.CaseExpr:
		if x, _, ok := binding(e); ok && mayBeMap(e.Scrut) {
			sh.flow(x, e.Scrut)
		}
	}
	core.Children(e, sh.collect)
}

func (sh *mapShapes) flow(to *core.Var, e core.Expr) {
	sh.of[to] = nil
	sh.flows = append(sh.flows, mapFlow{to, e})
}

// mayBeMap reports whether e, by the first expression in which it ends, may give a map with known keys.
func mayBeMap(e core.Expr) bool {
	for {
		c, ok := e.(*core.CaseExpr)
		if !ok {
			break
		}
		e = c.Arms[0].Body
	}
	switch e := e.(type) {
	case *core.VarExpr:
		return true
	case *core.Const:
		_, ok := e.Value.(*core.MapValue)
		return ok
	case *core.PrimExpr:
		return e.Op == core.OpMapInsert || e.Op == core.OpMapRemove
	}
	return false
}

// join adds k to what flows into x, and reports whether that changed it. Maps with different keys are any maps.
func (sh *mapShapes) join(x *core.Var, k *keysOf) bool {
	joined := joinKeys(sh.of[x], k)
	changed := joined != sh.of[x]
	sh.of[x] = joined
	return changed
}

// joinKeys is a where b has the same keys or is nil.
func joinKeys(a, b *keysOf) *keysOf {
	switch {
	case a == nil:
		return b
	case b == nil || a.top || !b.top && slices.Equal(a.keys, b.keys):
		return a
	}
	return anyKeys
}

// keys are the keys of e's map; nil where nothing is known to reach it.
func (sh *mapShapes) keys(e core.Expr) *keysOf {
	switch e := e.(type) {
	case *core.VarExpr:
		if k, ok := sh.of[e.Var]; ok {
			return k
		}
	case *core.Const:
		return sh.constant(e.Value)
	case *core.CaseExpr:
		var k *keysOf
		for _, a := range e.Arms {
			k = joinKeys(k, sh.keys(a.Body))
		}
		return k
	case *core.PrimExpr:
		k, ok := sh.key(e)
		if !ok || e.Op == core.OpMapFind {
			break
		}
		m := sh.keys(e.Args[0])
		switch {
		case m == nil || m.top:
			return m
		case e.Op == core.OpMapInsert:
			return m.with(k)
		case !slices.Contains(m.keys, k):
			return m
		}
	}
	return anyKeys
}

// key is the constant key of an operation on a map.
func (sh *mapShapes) key(e *core.PrimExpr) (*value, bool) {
	k, ok := keyOfOperation(e)
	if !ok {
		return nil, false
	}
	return sh.consts.of(k, sh.names), true
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

func (sh *mapShapes) constant(v core.Value) *keysOf {
	m, ok := v.(*core.MapValue)
	if !ok || m.Len() > maxMapKeys {
		return anyKeys
	}
	k := &keysOf{}
	for key := range m.All() {
		if !scalar(key) {
			return anyKeys
		}
		k = k.with(sh.consts.of(key, sh.names))
	}
	return k
}

// with is k and the key x.
func (k *keysOf) with(x *value) *keysOf {
	i, found := slices.BinarySearchFunc(k.keys, x, func(a, b *value) int { return core.Compare(a.lit, b.lit) })
	switch {
	case found:
		return k
	case len(k.keys) == maxMapKeys:
		return anyKeys
	}
	return &keysOf{keys: slices.Insert(slices.Clone(k.keys), i, x)}
}

// entryArgs hands over the entries of the arguments that are unboxed.
func (s *session) entryArgs(e core.Expr, chosen map[*core.Var]*keysOf) core.Expr {
	e = core.Rebuild(e, func(x core.Expr) core.Expr { return s.entryArgs(x, chosen) })
	c, ok := e.(*core.CallExpr)
	if !ok || !slices.ContainsFunc(c.Func.Params, func(x *core.Var) bool { return chosen[x] != nil }) {
		return e
	}
	var args []core.Expr
	var maps []*core.Var
	var made []core.Expr
	for i, a := range c.Args {
		x := c.Func.Params[i]
		if chosen[x] == nil {
			args = append(args, a)
			continue
		}
		m := &core.Var{Name: x.Name}
		maps, made = append(maps, m), append(made, a)
		mod := s.moduleOf(c.Func.ParamTypes[i])
		for _, k := range chosen[x].keys {
			v := &core.Var{Name: keyName(k)}
			find := &core.PrimExpr{Op: core.OpMapFind, Mod: mod, Label: unboxLabel, Args: []core.Expr{&core.VarExpr{Var: m}, &core.Const{Value: k.lit}}, Pos: c.Pos}
			args = append(args, core.Let(&core.ConPat{Con: core.Some, Args: []core.Pat{&core.VarPat{Var: v}}}, find, &core.VarExpr{Var: v}))
		}
	}
	var out core.Expr = &core.CallExpr{Func: c.Func, Args: args, Pos: c.Pos}
	for i, m := range maps {
		out = core.Let(&core.VarPat{Var: m}, made[i], out)
	}
	return out
}

// entryParams makes the entries parameters of f. What still uses the map finds it made of them in a let.
func (s *session) entryParams(f *core.Func, chosen map[*core.Var]*keysOf) {
	var params []*core.Var
	var types []core.Type
	for i, x := range f.Params {
		keys := chosen[x]
		if keys == nil {
			params = append(params, x)
			types = append(types, f.ParamTypes[i])
			continue
		}
		s.report.ParamsUnboxed++
		mod := s.moduleOf(f.ParamTypes[i])
		var m core.Expr = &core.Const{Value: core.EmptyMap}
		for _, k := range keys.keys {
			y := &core.Var{Name: keyName(k)}
			params = append(params, y)
			types = append(types, mod.Value)
			m = &core.PrimExpr{Op: core.OpMapInsert, Mod: mod, Label: unboxLabel, Args: []core.Expr{m, &core.Const{Value: k.lit}, &core.VarExpr{Var: y}}, Pos: f.Pos}
		}
		f.Body = core.Let(&core.VarPat{Var: x}, m, f.Body)
	}
	f.Params, f.ParamTypes = params, types
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
