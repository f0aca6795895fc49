package scfmltest

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"scf/scfml/core"
)

// ValueTypes declares the datatypes of the random values.
const ValueTypes = `
	datatype tree = leaf | node of tree * int * tree | fix of string | tagged of pair
	and 'a box = empty | box of 'a * 'a box
	and pair = pair of int * char
	structure M = MapFn(type key = int * string type value = tree)
	structure N = MapFn(type key = tree type value = int list)
	structure S = SetFn(type value = tree)
	fun main (a : tree, b : int box, c : M.map, d : S.set, e : (bool * char) list option, f : N.map) = a`

// ValueProgram is a program whose entry takes values of many types.
func ValueProgram(t testing.TB) *core.Program {
	t.Helper()
	return Load(t, ValueTypes)
}

// Values makes random values of a type.
func Values(t core.Type, depth int) *rapid.Generator[core.Value] {
	return rapid.Custom(func(r *rapid.T) core.Value { return draw(r, t, depth) })
}

func draw(r *rapid.T, t core.Type, depth int) core.Value {
	switch t := t.(type) {
	case core.Base:
		return drawScalar(r, t)
	case *core.TupleType:
		return &core.Tuple{Elems: drawAll(r, t.Elems, depth)}
	case *core.DataType:
		return DrawCon(r, t, depth)
	case *core.MapType:
		m := core.EmptyMap
		for range rapid.IntRange(0, 3).Draw(r, "entries") {
			m = m.Insert(draw(r, t.Key, depth-1), draw(r, t.Value, depth-1))
		}
		return m
	case *core.SetType:
		s := core.EmptySet
		for range rapid.IntRange(0, 3).Draw(r, "members") {
			s = s.Insert(draw(r, t.Elem, depth-1))
		}
		return s
	}
	panic(fmt.Sprintf("no values of type %s", t))
}

func drawAll(r *rapid.T, ts []core.Type, depth int) []core.Value {
	vs := make([]core.Value, len(ts))
	for i, t := range ts {
		vs[i] = draw(r, t, depth)
	}
	return vs
}

func drawScalar(r *rapid.T, t core.Base) core.Value {
	switch t {
	case core.IntType:
		return core.Int(rapid.OneOf(rapid.Int64Range(-3, 3), rapid.Int64()).Draw(r, "int"))
	case core.BoolType:
		return core.Bool(rapid.Bool().Draw(r, "bool"))
	case core.CharType:
		return core.Char(rapid.Byte().Draw(r, "char"))
	}
	return core.Str(rapid.SliceOfN(rapid.OneOf(rapid.ByteRange('a', 'c'), rapid.Byte()), 0, 4).Draw(r, "string"))
}

// DrawCon draws a value of a datatype. It takes the first constructor without arguments once depth is used up.
func DrawCon(r *rapid.T, t *core.DataType, depth int) core.Value {
	cons := t.Data.Cons
	if depth <= 0 {
		for _, c := range cons {
			if len(c.Args) == 0 {
				return &core.ConValue{Con: c}
			}
		}
	}
	c := rapid.SampledFrom(cons).Draw(r, "constructor")
	return &core.ConValue{Con: c, Args: drawAll(r, c.ArgTypes(t), depth-1)}
}
