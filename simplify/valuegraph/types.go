package valuegraph

import (
	"scf/scfml/core"
)

// This file finds the types of values, which the parameters of new functions need.

// typeOf is v's type, or nil where it does not follow from v and what v is made of.
func (b *builder) typeOf(v *value) core.Type {
	if v.shared() {
		return b.findType(v) // functions share it
	}
	if v.typ == nil {
		v.typ = b.findType(v)
	}
	return v.typ
}

func (b *builder) findType(v *value) core.Type {
	switch v.kind {
	case constKind:
		return typeOfConst(v.lit)
	case conKind:
		return typeOfCon(v.con, b.typesOf(v.args))
	case tupleKind:
		return tupleOf(b.typesOf(v.args))
	case projKind:
		return typeOfComponent(b.typeOf(v.args[0]), v)
	case primKind:
		return b.typeOfPrim(v)
	case callKind:
		return v.call.Func.Result
	case iterKind:
		return &core.MapType{Key: v.iter.Mod.Key, Value: v.iter.Mod.Value}
	case matchKind, selectKind:
		for _, a := range v.alternatives() {
			if t := b.typeOf(a); t != nil {
				return t
			}
		}
	}
	return nil
}

func (b *builder) typesOf(vs []*value) []core.Type {
	ts := make([]core.Type, len(vs))
	for i, v := range vs {
		ts[i] = b.typeOf(v)
	}
	return ts
}

func tupleOf(ts []core.Type) core.Type {
	for _, t := range ts {
		if t == nil {
			return nil
		}
	}
	return &core.TupleType{Elems: ts}
}

func typeOfConst(v core.Value) core.Type {
	list := func(vs []core.Value) []core.Type {
		ts := make([]core.Type, len(vs))
		for i, x := range vs {
			ts[i] = typeOfConst(x)
		}
		return ts
	}
	switch v := v.(type) {
	case core.Int:
		return core.IntType
	case core.Bool:
		return core.BoolType
	case core.Char:
		return core.CharType
	case core.Str:
		return core.StringType
	case *core.Tuple:
		return tupleOf(list(v.Elems))
	case *core.ConValue:
		if len(v.Con.Data.Params) == 0 {
			return &core.DataType{Data: v.Con.Data}
		}
		return typeOfCon(v.Con, list(v.Args))
	}
	return nil
}

// typeOfCon is the type of con applied to arguments of the types args, of which some may be unknown.
func typeOfCon(con *core.Con, args []core.Type) core.Type {
	sub := map[*core.TypeVar]core.Type{}
	for i, a := range args {
		instantiate(con.Args[i], a, sub)
	}
	t := &core.DataType{Data: con.Data}
	for _, p := range con.Data.Params {
		if sub[p] == nil {
			return nil
		}
		t.Args = append(t.Args, sub[p])
	}
	return t
}

// instantiate finds what the type variables of pattern stand for in t.
func instantiate(pattern, t core.Type, sub map[*core.TypeVar]core.Type) {
	if t == nil {
		return
	}
	list := func(ps, ts []core.Type) {
		for i := range min(len(ps), len(ts)) {
			instantiate(ps[i], ts[i], sub)
		}
	}
	switch p := pattern.(type) {
	case *core.TypeVar:
		sub[p] = t
	case *core.TupleType:
		if t, ok := t.(*core.TupleType); ok {
			list(p.Elems, t.Elems)
		}
	case *core.DataType:
		if t, ok := t.(*core.DataType); ok {
			list(p.Args, t.Args)
		}
	case *core.MapType:
		if t, ok := t.(*core.MapType); ok {
			instantiate(p.Key, t.Key, sub)
			instantiate(p.Value, t.Value, sub)
		}
	case *core.SetType:
		if t, ok := t.(*core.SetType); ok {
			instantiate(p.Elem, t.Elem, sub)
		}
	}
}

// typeOfComponent is the type of the component v of a value of type t.
func typeOfComponent(t core.Type, v *value) core.Type {
	switch t := t.(type) {
	case *core.DataType:
		if v.con != nil && v.con.Data == t.Data {
			return v.con.ArgTypes(t)[v.index]
		}
	case *core.TupleType:
		if v.con == nil && v.index < len(t.Elems) {
			return t.Elems[v.index]
		}
	}
	if v.con != nil && len(typeVars(nil, v.con.Args[v.index])) == 0 {
		return v.con.Args[v.index]
	}
	return nil
}

func (b *builder) typeOfPrim(v *value) core.Type {
	switch v.prim.Op {
	case core.OpLt, core.OpLe, core.OpGt, core.OpGe, core.OpEq, core.OpNe, core.OpNot, core.OpLtu, core.OpLeu,
		core.OpFLt, core.OpFLe, core.OpFEq, core.OpMapEqual, core.OpSetEqual, core.OpSetMember:
		return core.BoolType
	case core.OpConcat, core.OpIntToString, core.OpStr:
		return core.StringType
	case core.OpStrSub, core.OpChr:
		return core.CharType
	case core.OpMapFind:
		return core.OptionOf(v.prim.Mod.Value)
	case core.OpMapInsert, core.OpMapRemove:
		return &core.MapType{Key: v.prim.Mod.Key, Value: v.prim.Mod.Value}
	case core.OpSetAdd, core.OpSetDelete, core.OpSetUnion, core.OpSetDifference:
		return &core.SetType{Elem: v.prim.Mod.Key}
	}
	return core.IntType
}
