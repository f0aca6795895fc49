package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"scf/ast"
)

// This file tells which expression of an initialiser list begins which part of an object (C17 6.7.9): lists with and without braces,
// designators, unions, strings, flexible array members.

// part is an expression of an initialiser list.
type part struct {
	from  int64 // its first bit in the object
	width int64 // of the bit-field that it begins, in bits; 0 for another part
	e     cc.ExpressionNode
	ty    ast.Type // of what it begins
	into  *ast.InitExpr
}

func (p *part) offset() int64 { return p.from / 8 }

// partsOf are the expressions of a list for an object, those of lists in it included; of two for one place the later.
type partsOf struct {
	l      *lowerer
	parts  []*part
	chosen map[chosenUnion]int64 // the member that the list has begun
	reach  int64                 // where the last of parts begins
	looks  int                   // at parts that may be void
	static bool                  // whether a flexible array member may have elements
	ok     bool
}

type chosenUnion struct {
	offset int64
	name   string
}

// parts are those of an object of type t that the list begins; not ok after an error, which is noted.
func (l *lowerer) parts(t ast.Type, list *cc.InitializerList, static bool) *partsOf {
	ps := &partsOf{l: l, static: static, chosen: map[chosenUnion]int64{}, reach: -1, ok: true}
	ps.list(t, 0, list)
	return ps
}

func (ps *partsOf) refuse(n node, construct, hint string) {
	ps.l.refuse(n, construct, hint)
	ps.ok = false
}

func (ps *partsOf) failf(n node, format string, args ...any) {
	ps.l.failf(n, format, args...)
	ps.ok = false
}

// list begins an object of type t at the offset with a list in braces.
func (ps *partsOf) list(t ast.Type, offset int64, list *cc.InitializerList) {
	switch {
	case list == nil:
	case ast.IsScalar(t), ps.l.isStringFor(t, list):
		if list.Initializer.Case == cc.InitializerInitList {
			ps.list(t, offset, list.Initializer.InitializerList)
		} else {
			ps.add(ast.Field{Ty: t}, offset, list.Initializer.AssignmentExpression)
		}
		if list.InitializerList != nil {
			ps.failf(list.InitializerList, "a number or pointer has one initial value")
		}
	default:
		ps.members(t, offset, list, nil, true)
	}
}

// isStringFor reports whether the list is a string that begins the array t.
func (l *lowerer) isStringFor(t ast.Type, list *cc.InitializerList) bool {
	return list.InitializerList == nil && list.Designation == nil && list.Initializer.Case == cc.InitializerExpr &&
		l.isWholeString(list.Initializer.AssignmentExpression, t)
}

// isWholeString reports whether e is a string that begins a t, and not an address.
func (l *lowerer) isWholeString(e cc.ExpressionNode, t ast.Type) bool {
	a, ok := t.(ast.Array)
	return ok && isString(e) && l.sizeOfType(a.Elem) == 1
}

// members begins the members of the aggregate or union t at the offset with those of the list from rest on, the first with
// path behind its designators that are done; without braces of its own t takes no designators. It returns what is left of the list.
func (ps *partsOf) members(t ast.Type, offset int64, rest *cc.InitializerList, path *cc.DesignatorList, braces bool) *cc.InitializerList {
	inner := !braces // the designators of the first expression are those of a list around
	for i := int64(0); rest != nil && ps.ok; i++ {
		if !inner && rest.Designation != nil {
			if !braces {
				return rest
			}
			path = rest.Designation.DesignatorList
		}
		inner = false
		if path != nil {
			i, rest = ps.designated(t, offset, rest, path)
			path = nil
			continue
		}
		m, ok := ps.member(t, i)
		if !ok && braces {
			ps.failf(rest, "more initial values than there is room for")
		}
		if !ok {
			return rest
		}
		ps.choose(rest, t, offset, i)
		rest = ps.element(m, offset, rest)
	}
	return rest
}

// member is member number i of t; not ok where there is none. Of a union an initialiser without designators begins the first.
func (ps *partsOf) member(t ast.Type, i int64) (f ast.Field, ok bool) {
	switch t := t.(type) {
	case ast.Array:
		elem := ast.Unqualified(t.Elem)
		return ast.Field{Offset: i * ps.l.sizeOfType(elem), Ty: elem}, i < t.Len || t.Len < 0 && ps.static
	case ast.Record:
		layout, _ := ps.l.types.layouts.Of(t)
		if i < int64(len(layout.Fields)) && (i == 0 || !layout.Union) {
			return layout.Fields[i], true
		}
	}
	return ast.Field{}, false
}

// element begins the member m of what lies at the offset with the first expressions of rest.
func (ps *partsOf) element(m ast.Field, offset int64, rest *cc.InitializerList) *cc.InitializerList {
	n := rest.Initializer
	if n.Case == cc.InitializerInitList {
		ps.drop(m, offset)
		if m.Bits > 0 {
			ps.bitField(m, offset, n.InitializerList)
		} else {
			ps.list(m.Ty, offset+m.Offset, n.InitializerList)
		}
		return rest.InitializerList
	}
	if e := n.AssignmentExpression; ast.IsScalar(m.Ty) || ps.isWhole(e, m.Ty) {
		ps.add(m, offset, e)
		return rest.InitializerList
	}
	if _, some := ps.member(m.Ty, 0); !some {
		ps.refuse(n, "an initial value for what has no members", "leave it out")
		return nil
	}
	return ps.members(m.Ty, offset+m.Offset, rest, nil, false)
}

// bitField begins a bit-field with a list in braces.
func (ps *partsOf) bitField(m ast.Field, offset int64, list *cc.InitializerList) {
	if list == nil {
		return
	}
	if list.InitializerList != nil || list.Initializer.Case == cc.InitializerInitList {
		ps.failf(list, "a number or pointer has one initial value")
		return
	}
	ps.add(m, offset, list.Initializer.AssignmentExpression)
}

// isWhole reports whether the value of e is that of a whole t, an array or record.
func (ps *partsOf) isWhole(e cc.ExpressionNode, t ast.Type) bool {
	if ps.l.isWholeString(e, t) {
		return true
	}
	rt, ok := e.Type().(recordType)
	if _, isRecord := t.(ast.Record); !ok || !isRecord {
		return false
	}
	from, bad := ps.l.types.of(rt, "")
	return bad == nil && ast.Same(from, t)
}

// designated begins what the path names in t, with the first expressions of rest, and returns the number of the member of t in which that
// lies.
func (ps *partsOf) designated(t ast.Type, offset int64, rest *cc.InitializerList, path *cc.DesignatorList) (i int64, left *cc.InitializerList) {
	first, last, ok := ps.designator(t, path.Designator)
	if !ok {
		return 0, nil
	}
	if r, isRecord := t.(ast.Record); isRecord {
		if m, _ := ps.at(t, first); m.Name == "" { // the field is one of an unnamed member
			ps.choose(rest, r, offset, first)
			return first, ps.members(m.Ty, offset+m.Offset, rest, path, false)
		}
	}
	for i := first; i <= last; i++ {
		m, ok := ps.at(t, i)
		if !ok {
			ps.failf(path.Designator, "there is no such member")
			return 0, nil
		}
		ps.choose(rest, t, offset, i)
		if path.DesignatorList != nil {
			left = ps.members(m.Ty, offset+m.Offset, rest, path.DesignatorList, false)
		} else {
			left = ps.element(m, offset, rest)
		}
	}
	return last, left
}

// at is member number i of t, whether a union has it first or not.
func (ps *partsOf) at(t ast.Type, i int64) (f ast.Field, ok bool) {
	if r, isRecord := t.(ast.Record); isRecord {
		layout, _ := ps.l.types.layouts.Of(r)
		return layout.Fields[i], true
	}
	return ps.member(t, i)
}

// maxInRange bounds the elements that `[a ... b] =` begins.
const maxInRange = 4096

// designator is the numbers of the members of t that d names.
func (ps *partsOf) designator(t ast.Type, d *cc.Designator) (first, last int64, ok bool) {
	_, isArray := t.(ast.Array)
	r, isRecord := t.(ast.Record)
	switch {
	case d.Case == cc.DesignatorIndex && isArray:
		first, ok = ps.index(d.ConstantExpression)
		return first, first, ok
	case d.Case == cc.DesignatorIndex2 && isArray:
		first, ok = ps.index(d.ConstantExpression)
		last, ok2 := ps.index(d.ConstantExpression2)
		if ok && ok2 && (last < first || last-first >= maxInRange) {
			ps.refuse(d, "a range of so many array elements in an initialiser", "assign them in a loop")
		}
		return first, last, ps.ok
	case d.Case == cc.DesignatorField && isRecord:
		return ps.fieldNumber(r, d, d.Token2.SrcStr())
	case d.Case == cc.DesignatorField2 && isRecord:
		return ps.fieldNumber(r, d, d.Token.SrcStr())
	}
	ps.failf(d, "a designator of a member of another type")
	return 0, 0, false
}

func (ps *partsOf) fieldNumber(r ast.Record, d *cc.Designator, name string) (first, last int64, ok bool) {
	layout, _ := ps.l.types.layouts.Of(r)
	for i, f := range layout.Fields {
		_, within := ps.l.types.layouts.Field(f.Ty, name)
		if f.Name == name || f.Name == "" && within {
			return int64(i), int64(i), true
		}
	}
	ps.failf(d, "%s has no field %s that is known here", r.Name, name)
	return 0, 0, false
}

func (ps *partsOf) index(e cc.ExpressionNode) (int64, bool) {
	if i, ok := ps.l.integerConstant(e); ok && i >= 0 {
		return i, true
	}
	ps.failf(e, "the index of an array element is not a constant")
	return 0, false
}

// choose notes that the list begins member number i of t. What it has said of another member of a union is void.
func (ps *partsOf) choose(at node, t ast.Type, offset, i int64) {
	r, ok := t.(ast.Record)
	if !ok {
		return
	}
	if why := ps.l.types.troubleIn(r); why != nil {
		ps.refuse(at, "an initial value for "+r.Name+", which has "+why.construct+" in it,", why.hint)
	}
	if layout, _ := ps.l.types.layouts.Of(r); !layout.Union {
		return
	}
	key := chosenUnion{offset, ast.Unqualified(r).(ast.Record).Name}
	if before, again := ps.chosen[key]; again && before != i {
		ps.drop(ast.Field{Ty: r}, offset)
	}
	ps.chosen[key] = i
}

// add notes that e begins the member m of what lies at the offset.
func (ps *partsOf) add(m ast.Field, offset int64, e cc.ExpressionNode) {
	ps.drop(m, offset)
	p := &part{from: 8*(offset+m.Offset) + m.Shift, width: m.Bits, e: e, ty: ast.Unqualified(m.Ty)}
	if m.Bits > 0 {
		p.ty = m.BitField().Ty
	}
	ps.parts = append(ps.parts, p)
	ps.reach = max(ps.reach, p.from)
}

// maxLooks bounds what is done for lists that name parts in another order than that of their places.
const maxLooks = 1 << 24

// drop forgets what the list has said of the member m of what lies at the offset: the later counts.
func (ps *partsOf) drop(m ast.Field, offset int64) {
	from := 8*(offset+m.Offset) + m.Shift
	end := from + ps.bits(m.Ty, m.Bits)
	if from > ps.reach {
		return
	}
	if ps.looks += len(ps.parts); ps.looks > maxLooks {
		ps.refuse(ps.parts[0].e, "an initialiser that names so many parts out of their order", "put them in order")
		return
	}
	ps.parts = slices.DeleteFunc(ps.parts, func(p *part) bool { return from <= p.from && p.from+ps.bits(p.ty, p.width) <= end })
}

// bits is the size in bits of a t, of a bit-field its width.
func (ps *partsOf) bits(t ast.Type, width int64) int64 {
	if width > 0 {
		return width
	}
	return 8 * ps.l.sizeOfType(t)
}
