package simplify

import "scf/scfml"

// This file finds the types of values, which the parameters of new functions need.

// typeOf is v's type, or nil where it does not follow from v and what v is made of.
func (b *builder) typeOf(v *value) scfml.Type {
	if v.shared() {
		return b.findType(v) // functions share it
	}
	if v.typ == nil {
		v.typ = b.findType(v)
	}
	return v.typ
}

func (b *builder) findType(v *value) scfml.Type {
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
		if len(typeVars(nil, v.call.Func.Result)) == 0 {
			return v.call.Func.Result
		}
	case iterKind:
		return &scfml.MapType{Key: v.iter.Mod.Key, Value: v.iter.Mod.Value}
	case matchKind, selectKind:
		for _, a := range v.alternatives() {
			if t := b.typeOf(a); t != nil {
				return t
			}
		}
	}
	return nil
}

func (b *builder) typesOf(vs []*value) []scfml.Type {
	ts := make([]scfml.Type, len(vs))
	for i, v := range vs {
		ts[i] = b.typeOf(v)
	}
	return ts
}

func tupleOf(ts []scfml.Type) scfml.Type {
	for _, t := range ts {
		if t == nil {
			return nil
		}
	}
	return &scfml.TupleType{Elems: ts}
}

func typeOfConst(v scfml.Value) scfml.Type {
	list := func(vs []scfml.Value) []scfml.Type {
		ts := make([]scfml.Type, len(vs))
		for i, x := range vs {
			ts[i] = typeOfConst(x)
		}
		return ts
	}
	switch v := v.(type) {
	case scfml.Int:
		return scfml.IntType
	case scfml.Bool:
		return scfml.BoolType
	case scfml.Char:
		return scfml.CharType
	case scfml.Str:
		return scfml.StringType
	case *scfml.Tuple:
		return tupleOf(list(v.Elems))
	case *scfml.ConValue:
		if len(v.Con.Data.Params) == 0 {
			return &scfml.DataType{Data: v.Con.Data}
		}
		return typeOfCon(v.Con, list(v.Args))
	}
	return nil
}

// typeOfCon is the type of con applied to arguments of the types args, of which some may be unknown.
func typeOfCon(con *scfml.Con, args []scfml.Type) scfml.Type {
	sub := map[*scfml.TypeVar]scfml.Type{}
	for i, a := range args {
		instantiate(con.Args[i], a, sub)
	}
	t := &scfml.DataType{Data: con.Data}
	for _, p := range con.Data.Params {
		if sub[p] == nil {
			return nil
		}
		t.Args = append(t.Args, sub[p])
	}
	return t
}

// instantiate finds what the type variables of pattern stand for in t.
func instantiate(pattern, t scfml.Type, sub map[*scfml.TypeVar]scfml.Type) {
	if t == nil {
		return
	}
	list := func(ps, ts []scfml.Type) {
		for i := range min(len(ps), len(ts)) {
			instantiate(ps[i], ts[i], sub)
		}
	}
	switch p := pattern.(type) {
	case *scfml.TypeVar:
		sub[p] = t
	case *scfml.TupleType:
		if t, ok := t.(*scfml.TupleType); ok {
			list(p.Elems, t.Elems)
		}
	case *scfml.DataType:
		if t, ok := t.(*scfml.DataType); ok {
			list(p.Args, t.Args)
		}
	case *scfml.MapType:
		if t, ok := t.(*scfml.MapType); ok {
			instantiate(p.Key, t.Key, sub)
			instantiate(p.Value, t.Value, sub)
		}
	case *scfml.SetType:
		if t, ok := t.(*scfml.SetType); ok {
			instantiate(p.Elem, t.Elem, sub)
		}
	}
}

// typeOfComponent is the type of the component v of a value of type t.
func typeOfComponent(t scfml.Type, v *value) scfml.Type {
	switch t := t.(type) {
	case *scfml.DataType:
		if v.con != nil && v.con.Data == t.Data {
			return v.con.ArgTypes(t)[v.index]
		}
	case *scfml.TupleType:
		if v.con == nil && v.index < len(t.Elems) {
			return t.Elems[v.index]
		}
	}
	if v.con != nil && len(typeVars(nil, v.con.Args[v.index])) == 0 {
		return v.con.Args[v.index]
	}
	return nil
}

func (b *builder) typeOfPrim(v *value) scfml.Type {
	switch v.prim.Op {
	case scfml.OpLt, scfml.OpLe, scfml.OpGt, scfml.OpGe, scfml.OpEq, scfml.OpNe, scfml.OpNot, scfml.OpLtu, scfml.OpLeu,
		scfml.OpFLt, scfml.OpFLe, scfml.OpFEq, scfml.OpMapEqual, scfml.OpSetEqual, scfml.OpSetMember:
		return scfml.BoolType
	case scfml.OpConcat, scfml.OpIntToString, scfml.OpStr:
		return scfml.StringType
	case scfml.OpStrSub, scfml.OpChr:
		return scfml.CharType
	case scfml.OpMapFind:
		return scfml.OptionOf(v.prim.Mod.Value)
	case scfml.OpMapInsert, scfml.OpMapRemove:
		return &scfml.MapType{Key: v.prim.Mod.Key, Value: v.prim.Mod.Value}
	case scfml.OpSetAdd, scfml.OpSetDelete, scfml.OpSetUnion:
		return &scfml.SetType{Elem: v.prim.Mod.Key}
	}
	return scfml.IntType
}
