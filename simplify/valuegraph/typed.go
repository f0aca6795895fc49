package valuegraph

import (
	"scf/scfml/core"
)

// This file tells where the type of a computation follows from its operands. Only then may one value stand for two equal
// computations: `nil` and `Left 1` are equal at all their types, but a variable has one. (Functions have one type each: the program is
// monomorphic.)

// typed reports whether the type of con applied to args (a tuple where con is nil) follows from con and args.
func typed(con *core.Con, args []*value) bool {
	if con != nil {
		if len(con.Data.Params) == 0 {
			return true
		}
		if !mentionsAll(con.Args, con.Data.Params) {
			return false
		}
	}
	for _, a := range args {
		if a.kind == deadKind || a.kind == constKind && !typedConst(a.lit, typedDepth) {
			return false
		}
	}
	return true
}

// typedDepth bounds how deep constants are looked into.
const typedDepth = 4

// typedConst reports whether lit has one type.
func typedConst(lit core.Value, depth int) bool {
	if core.IsScalar(lit) {
		return true
	}
	var parts []core.Value
	switch lit := lit.(type) {
	case *core.ConValue:
		if len(lit.Con.Data.Params) == 0 {
			return true
		}
		if !mentionsAll(lit.Con.Args, lit.Con.Data.Params) {
			return false
		}
		parts = lit.Args
	case *core.Tuple:
		parts = lit.Elems
	default:
		return false
	}
	if depth == 0 {
		return false
	}
	for _, p := range parts {
		if !typedConst(p, depth-1) {
			return false
		}
	}
	return true
}

// typedResult reports whether the type of a primitive's result follows from its operands.
func typedResult(op core.Op, args []*value) bool {
	if !op.IsMap() || args[0].kind != constKind {
		return true
	}
	return typed(nil, args[1:])
}

func mentionsAll(types []core.Type, vars []*core.TypeVar) bool {
	var mentioned []*core.TypeVar
	for _, t := range types {
		mentioned = typeVars(mentioned, t)
	}
	for _, v := range vars {
		if !mentions(mentioned, v) {
			return false
		}
	}
	return true
}

func mentions(vars []*core.TypeVar, v *core.TypeVar) bool {
	for _, m := range vars {
		if m == v {
			return true
		}
	}
	return false
}

// typeVars appends the type variables of t to vars.
func typeVars(vars []*core.TypeVar, t core.Type) []*core.TypeVar {
	switch t := t.(type) {
	case *core.TypeVar:
		vars = append(vars, t)
	case *core.TupleType:
		for _, e := range t.Elems {
			vars = typeVars(vars, e)
		}
	case *core.DataType:
		for _, a := range t.Args {
			vars = typeVars(vars, a)
		}
	case *core.MapType:
		vars = typeVars(typeVars(vars, t.Key), t.Value)
	case *core.SetType:
		vars = typeVars(vars, t.Elem)
	}
	return vars
}
