package core

import (
	"fmt"
	"slices"
	"strings"
)

// Type inference (Hindley and Milner): unknown types, unification, generalisation and instantiation. Elaboration and Verify
// share it. Functions are generalised by group at top level, variables of let are not, so no levels are needed: whatever is
// unknown at the end of a group belongs to the group.

// meta is a type that is not known yet. It implements Type, and stands for ref once that is set.
type meta struct {
	ref  Type
	kind typeKind
}

func (*meta) isType() {}

func (m *meta) String() string {
	if m.ref != nil {
		return m.ref.String()
	}
	return "?"
}

// typeKind bounds what an unknown type may be; each kind includes the next.
type typeKind int

const (
	anyKind typeKind = iota
	eqKind           // types that admit equality
	ordKind          // int, char, string
)

// Inference is the state of type inference over one program.
type Inference struct {
	ordered  []*meta // the unknowns of kind ordKind: those that stay unknown become int
	equality map[*Datatype]bool
	plain    map[*Datatype]*DataType // types without arguments, by datatype
	ops      map[opOf][]Type         // the types of operations that are not overloaded
}

// NewInference is an inference that has found nothing yet.
func NewInference() *Inference {
	return &Inference{equality: map[*Datatype]bool{}, plain: map[*Datatype]*DataType{}, ops: map[opOf][]Type{}}
}

// Fresh is a type that nothing is known of yet.
func (in *Inference) Fresh() Type { return &meta{} }

func (in *Inference) freshKind(k typeKind) *meta {
	m := &meta{kind: k}
	if k == ordKind {
		in.ordered = append(in.ordered, m)
	}
	return m
}

// Default gives the overloaded types that nothing decides their default, int.
func (in *Inference) Default() {
	for _, m := range in.ordered {
		if m.ref == nil {
			m.ref = IntType
		}
	}
	in.ordered = in.ordered[:0]
}

// prune is t with what its outermost unknown stands for.
func prune(t Type) Type {
	for {
		m, ok := t.(*meta)
		if !ok || m.ref == nil {
			return t
		}
		t = m.ref
	}
}

// mismatch says why two types are not the same; empty where the types themselves say it.
type mismatch struct{ reason string }

func (m *mismatch) Error() string { return m.reason }

// Unify makes a and b the same type, or says why they cannot be.
func (in *Inference) Unify(a, b Type) error {
	a, b = prune(a), prune(b)
	if a == b {
		return nil
	}
	if m, ok := a.(*meta); ok {
		return in.bind(m, b)
	}
	if m, ok := b.(*meta); ok {
		return in.bind(m, a)
	}
	switch a := a.(type) {
	case *TupleType:
		if b, ok := b.(*TupleType); ok {
			return in.unifyAll(a.Elems, b.Elems)
		}
	case *DataType:
		if b, ok := b.(*DataType); ok && a.Data == b.Data {
			return in.unifyAll(a.Args, b.Args)
		}
	case *MapType:
		if b, ok := b.(*MapType); ok {
			return in.unifyAll([]Type{a.Key, a.Value}, []Type{b.Key, b.Value})
		}
	case *SetType:
		if b, ok := b.(*SetType); ok {
			return in.Unify(a.Elem, b.Elem)
		}
	}
	return &mismatch{}
}

func (in *Inference) unifyAll(as, bs []Type) error {
	if len(as) != len(bs) {
		return &mismatch{}
	}
	for i := range as {
		if err := in.Unify(as[i], bs[i]); err != nil {
			return err
		}
	}
	return nil
}

// bind lets m stand for t, which is pruned and not m itself.
func (in *Inference) bind(m *meta, t Type) error {
	switch size := typeSize(t, m); {
	case size == cyclic:
		return &mismatch{"the type would have to contain itself"}
	case size > maxTypeSize:
		return errLargeType
	}
	if err := in.require(t, m.kind); err != nil {
		return err
	}
	m.ref = t
	return nil
}

// maxTypeSize bounds the parts of a type: types that share parts can be far larger than the text that they are inferred from.
const maxTypeSize = 10_000

var errLargeType = &mismatch{fmt.Sprintf("the type has more than %d parts: use a datatype for what is repeated in it", maxTypeSize)}

// BoundType refuses a type with more parts than a type may have.
func BoundType(t Type) error {
	if typeSize(t, nil) > maxTypeSize {
		return errLargeType
	}
	return nil
}

// cyclic is the size of a type that contains a certain unknown.
const cyclic = -1

// typeSize is the number of t's parts, or a number above maxTypeSize where there are more; cyclic if it meets m in t.
func typeSize(t Type, m *meta) int {
	size := 0
	work := []Type{t}
	for len(work) > 0 && size <= maxTypeSize {
		t := prune(work[len(work)-1])
		work = work[:len(work)-1]
		size++
		switch t := t.(type) {
		case *meta:
			if t == m {
				return cyclic
			}
		case *TupleType:
			work = append(work, t.Elems...)
		case *DataType:
			work = append(work, t.Args...)
		case *MapType:
			work = append(work, t.Key, t.Value)
		case *SetType:
			work = append(work, t.Elem)
		}
	}
	return size
}

// require makes t a type of kind k, or says why it is none.
func (in *Inference) require(t Type, k typeKind) error {
	t = prune(t)
	if m, ok := t.(*meta); ok {
		if k > m.kind {
			m.kind = k
			if k == ordKind {
				in.ordered = append(in.ordered, m)
			}
		}
		return nil
	}
	switch k {
	case ordKind:
		if t == IntType || t == CharType || t == StringType {
			return nil
		}
		return &mismatch{"only int, char and string have an order"}
	case eqKind:
		return in.requireEquality(t)
	}
	return nil
}

func (in *Inference) requireEquality(t Type) error {
	switch t := t.(type) {
	case *TypeVar:
		if !strings.HasPrefix(t.Name, "''") {
			return &mismatch{fmt.Sprintf("%s need not admit equality; write '%s for a type that does", t, t)}
		}
	case *TupleType:
		return in.requireAll(t.Elems)
	case *DataType:
		if !in.admitsEquality(t.Data) {
			return &mismatch{fmt.Sprintf("%s contains maps or sets, which = does not compare", t.Data.Name)}
		}
		return in.requireAll(t.Args)
	case *MapType, *SetType:
		return &mismatch{"maps and sets are compared with the equal of their structure"}
	}
	return nil
}

func (in *Inference) requireAll(ts []Type) error {
	for _, t := range ts {
		if err := in.require(t, eqKind); err != nil {
			return err
		}
	}
	return nil
}

// admitsEquality reports whether no map or set lies in d's constructors.
func (in *Inference) admitsEquality(d *Datatype) bool {
	if eq, ok := in.equality[d]; ok {
		return eq
	}
	eq := AdmitsEquality(&DataType{Data: d})
	in.equality[d] = eq
	return eq
}

// AdmitsEquality reports whether the primitive = applies to values of type t: whether no map or set lies in t.
func AdmitsEquality(t Type) bool { return !holdsMap(t, map[*Datatype]bool{}) }

// holdsMap reports whether a map or set lies in t; datatypes in seen count as searched.
func holdsMap(t Type, seen map[*Datatype]bool) bool {
	any := func(ts []Type) bool {
		return slices.ContainsFunc(ts, func(t Type) bool { return holdsMap(t, seen) })
	}
	switch t := prune(t).(type) {
	case *MapType, *SetType:
		return true
	case *TupleType:
		return any(t.Elems)
	case *DataType:
		if any(t.Args) {
			return true
		}
		if seen[t.Data] {
			return false
		}
		seen[t.Data] = true
		return slices.ContainsFunc(t.Data.Cons, func(c *Con) bool { return any(c.Args) })
	}
	return false
}

// Scheme instantiates the type variables vars by fresh unknowns.
func (in *Inference) Scheme(vars []*TypeVar) map[*TypeVar]Type {
	if len(vars) == 0 {
		return nil
	}
	sub := make(map[*TypeVar]Type, len(vars))
	for _, v := range vars {
		sub[v] = in.freshKind(kindOfVar(v))
	}
	return sub
}

func kindOfVar(v *TypeVar) typeKind {
	if strings.HasPrefix(v.Name, "''") {
		return eqKind
	}
	return anyKind
}

// ConType is the type of c's values, with fresh type arguments, and the types of its arguments.
func (in *Inference) ConType(c *Con) (t *DataType, args []Type) {
	if len(c.Data.Params) == 0 {
		return in.plainType(c.Data), c.Args
	}
	t = &DataType{Data: c.Data}
	for range c.Data.Params {
		t.Args = append(t.Args, in.Fresh())
	}
	return t, c.ArgTypes(t)
}

// plainType is the type of the values of a datatype without parameters.
func (in *Inference) plainType(d *Datatype) *DataType {
	t := in.plain[d]
	if t == nil {
		t = &DataType{Data: d}
		in.plain[d] = t
	}
	return t
}

// mapType replaces each unknown and each type variable of t by f of it.
func mapType(t Type, f func(Type) Type) Type {
	list := func(ts []Type) []Type {
		if len(ts) == 0 {
			return ts
		}
		out := make([]Type, len(ts))
		for i, x := range ts {
			out[i] = mapType(x, f)
		}
		return out
	}
	switch t := prune(t).(type) {
	case *meta, *TypeVar:
		return f(t)
	case *TupleType:
		if len(t.Elems) == 0 {
			return Unit
		}
		return &TupleType{list(t.Elems)}
	case *DataType:
		return &DataType{t.Data, list(t.Args)}
	case *MapType:
		return &MapType{mapType(t.Key, f), mapType(t.Value, f)}
	case *SetType:
		return &SetType{mapType(t.Elem, f)}
	default:
		return t
	}
}

// Generalise names the unknowns of ts: each becomes a type variable with a name that no type variable of ts has.
func Generalise(ts []Type) {
	namer := newVarNamer(ts)
	for _, t := range ts {
		mapType(t, func(t Type) Type {
			if m, ok := t.(*meta); ok {
				m.ref = namer.next(m.kind)
			}
			return t
		})
	}
}

// TypeVars are the type variables of ts, in order of appearance.
func TypeVars(ts []Type) []*TypeVar {
	var vars []*TypeVar
	for _, t := range ts {
		mapType(t, func(t Type) Type {
			if v, ok := t.(*TypeVar); ok && !slices.Contains(vars, v) {
				vars = append(vars, v)
			}
			return t
		})
	}
	return vars
}

// varNamer makes type variables with new names: 'a, 'b, ...
type varNamer struct {
	used map[string]bool
	n    int
}

func newVarNamer(ts []Type) *varNamer {
	used := map[string]bool{}
	for _, v := range TypeVars(ts) {
		used[strings.TrimLeft(v.Name, "'")] = true
	}
	return &varNamer{used: used}
}

func (n *varNamer) next(k typeKind) *TypeVar {
	for {
		name := string(rune('a' + n.n%26))
		if n.n >= 26 {
			name += fmt.Sprint(n.n / 26)
		}
		n.n++
		if n.used[name] {
			continue
		}
		if k == anyKind {
			return &TypeVar{"'" + name}
		}
		return &TypeVar{"''" + name}
	}
}

// Resolved is t without unknowns that stand for something; it may be kept.
func Resolved(t Type) Type { return mapType(t, func(t Type) Type { return t }) }

// maxShownType bounds the parts of a type that is shown in a message.
const maxShownType = 200

// ShowTypes are the texts of types in one message: what is unknown has the same name in all of them.
func ShowTypes(ts ...Type) []string {
	namer := newVarNamer(slices.DeleteFunc(slices.Clone(ts), func(t Type) bool { return typeSize(t, nil) > maxShownType }))
	names := map[Type]Type{}
	out := make([]string, len(ts))
	for i, t := range ts {
		if typeSize(t, nil) > maxShownType {
			out[i] = "a very large type"
			continue
		}
		if m, ok := prune(t).(*meta); ok && m.kind != anyKind {
			out[i] = []string{eqKind: "a type that admits equality", ordKind: "int, char or string"}[m.kind]
			continue
		}
		out[i] = mapType(t, func(t Type) Type {
			m, ok := t.(*meta)
			if !ok {
				return t
			}
			if names[t] == nil {
				names[t] = namer.next(m.kind)
			}
			return names[t]
		}).String()
	}
	return out
}
