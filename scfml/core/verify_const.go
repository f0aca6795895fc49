package core

import "slices"

// The types of constants. Constants are as deep as one likes, and they share parts: each structure is looked at once, before what it is
// part of.

// constTypes are the types of the structures in constants, by address: as general as they can be, so that every use takes a copy.
type constTypes map[Value]constType

// constType is the type of a structure. A closed one has no unknowns, so that it needs no copy.
type constType struct {
	t      Type
	closed bool
}

// value checks that x is of type t.
func (v *verifier) value(x Value, t Type) {
	got := v.constType(x)
	if err := v.Unify(got, t); err != nil {
		texts := ShowTypes(got, t)
		v.errorf("a constant is of type %s, not %s: %T", texts[0], texts[1], x)
	}
}

// constType is x's type at fresh unknowns.
func (v *verifier) constType(x Value) Type {
	work := []Value{x}
	for len(work) > 0 {
		y := work[len(work)-1]
		waiting := len(work)
		if !v.typed(y) {
			work = v.untyped(work, y)
		}
		if len(work) == waiting {
			work = work[:waiting-1]
			v.note(y)
		}
	}
	return v.instance(x)
}

// typed reports whether x's type is known.
func (v *verifier) typed(x Value) bool {
	switch x.(type) {
	case *Tuple, *ConValue, *MapValue, *SetValue:
		_, ok := v.consts[x]
		return ok
	}
	return true
}

// untyped is work with the parts of x whose types are not known.
func (v *verifier) untyped(work []Value, x Value) []Value {
	for part := range partsOfConst(x) {
		if !v.typed(part) {
			work = append(work, part)
		}
	}
	return work
}

// partsOfConst yields the values that x is made of, those of maps key by key.
func partsOfConst(x Value) func(yield func(Value) bool) {
	switch x := x.(type) {
	case *Tuple:
		return slices.Values(x.Elems)
	case *ConValue:
		return slices.Values(x.Args)
	case *SetValue:
		return x.All()
	case *MapValue:
		return func(yield func(Value) bool) {
			for k, y := range x.All() {
				if !yield(k) || !yield(y) {
					return
				}
			}
		}
	}
	return func(func(Value) bool) {}
}

// note finds the type of a structure, the parts of which have theirs.
func (v *verifier) note(x Value) {
	if v.typed(x) {
		return
	}
	if t, ok := v.longer(x); ok {
		v.consts[x] = t
		return
	}
	t := v.structureType(x)
	v.consts[x] = constType{t, isClosed(t)}
}

// longer is the type of a list whose tail has the same: of long lists, which it is for, all have one type.
func (v *verifier) longer(x Value) (t constType, ok bool) {
	c, isCon := x.(*ConValue)
	if !isCon || c.Con != Cons || len(c.Args) != 2 {
		return t, false
	}
	t = v.consts[c.Args[1]]
	list, isList := t.t.(*DataType)
	return t, isList && t.closed && list.Data == ListData && prune(list.Args[0]) == prune(v.instance(c.Args[0]))
}

func (v *verifier) structureType(x Value) Type {
	switch x := x.(type) {
	case *Tuple:
		t := &TupleType{}
		for _, e := range x.Elems {
			t.Elems = append(t.Elems, v.instance(e))
		}
		return t
	case *ConValue:
		v.knownCon(x.Con)
		data, args := v.ConType(x.Con)
		if len(args) != len(x.Args) {
			v.errorf("a constant with %d arguments, not %d", len(x.Args), len(args))
			return data
		}
		for i, a := range x.Args {
			v.part(x, a, args[i])
		}
		return data
	case *MapValue:
		t := &MapType{v.Fresh(), v.Fresh()}
		for k, y := range x.All() {
			v.part(x, k, t.Key)
			v.part(x, y, t.Value)
		}
		return t
	default:
		t := &SetType{v.Fresh()}
		for m := range x.(*SetValue).All() {
			v.part(x, m, t.Elem)
		}
		return t
	}
}

// part checks that x, in the constant whole, is of type t.
func (v *verifier) part(whole, x Value, t Type) {
	got := v.instance(x)
	if err := v.Unify(got, t); err != nil {
		texts := ShowTypes(got, t)
		v.errorf("a constant is of type %s, not %s: %T in %T", texts[0], texts[1], x, whole)
	}
}

// instance is a copy of x's type, which is known.
func (v *verifier) instance(x Value) Type {
	switch x := x.(type) {
	case Int:
		return IntType
	case Bool:
		return BoolType
	case Char:
		return CharType
	case Str:
		return StringType
	case *Tuple, *ConValue, *MapValue, *SetValue:
		known := v.consts[x]
		if known.closed {
			return known.t
		}
		copies := map[Type]Type{}
		return mapType(known.t, func(t Type) Type {
			m, unknown := t.(*meta)
			if !unknown {
				return t
			}
			if copies[t] == nil {
				copies[t] = v.freshKind(m.kind)
			}
			return copies[t]
		})
	case Dead:
	default:
		v.errorf("no value: %T", x)
	}
	return v.Fresh()
}

// isClosed reports whether t has no unknowns.
func isClosed(t Type) bool {
	closed := true
	mapType(t, func(t Type) Type {
		_, unknown := t.(*meta)
		closed = closed && !unknown
		return t
	})
	return closed
}
