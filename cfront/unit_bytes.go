package cfront

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"scf/ast"
)

// This file writes what an initialiser says as bytes and addresses.

// object is the memory of a variable that is being made.
type object struct {
	unit      *unitMaker
	l         *lowerer
	owner     scoped // the variable
	at        node   // its declaration
	bytes     []byte
	addresses map[int64]ast.Address // by offset
	members   map[chosenUnion]int64 // that lists have begun
	end       int64                 // behind the last byte that is said
	depth     int                   // of constant variables that this one takes its value from
}

// initialize writes the initialiser n of something of type t at the offset.
func (o *object) initialize(t ast.Type, offset int64, n *cc.Initializer) {
	if n.Case == cc.InitializerInitList {
		o.list(t, offset, n.InitializerList)
	} else {
		o.write(&part{from: 8 * offset, e: n.AssignmentExpression, ty: t})
	}
}

// list writes the values of a list.
func (o *object) list(t ast.Type, offset int64, list *cc.InitializerList) {
	begun := o.l.parts(t, list, true)
	if !begun.ok {
		return
	}
	for u, i := range begun.chosen {
		o.members[chosenUnion{offset + u.offset, u.name}] = i
	}
	for _, p := range begun.parts {
		p.from += 8 * offset
		o.write(p)
	}
}

// write writes the value of a part.
func (o *object) write(p *part) {
	if lit, ok := unparen(p.e).(*cc.PostfixExpression); ok && lit.Case == cc.PostfixExpressionComplit && !ast.IsScalar(p.ty) {
		o.list(p.ty, p.offset(), lit.InitializerList)
		return
	}
	saved := o.l.literal
	o.l.literal = o.literal
	before := len(o.l.errs)
	x := o.l.pure(func() ast.Expr { return o.l.wholeValue(p.e, p.ty) })
	o.l.literal = saved
	if len(o.l.errs) > before {
		return
	}
	if s, ok := x.(*ast.Str); ok {
		o.text(p, s.Text)
		return
	}
	c, ok := o.evaluate(x)
	if !ok {
		o.l.refuse(p.e, "an initial value that is not a constant", "write one that is, or assign it in a function")
		return
	}
	if !o.put(p, c) {
		o.l.refuse(p.e, "an address as the initial value of something narrower", "use a pointer")
	}
}

// text writes a string into the array that it begins; what does not fit is left out.
func (o *object) text(p *part, text string) {
	n := int64(len(text)) + 1
	if a := p.ty.(ast.Array); a.Len >= 0 {
		n = a.Len
	}
	at := o.room(p.offset(), n)
	copy(at, make([]byte, n))
	copy(at, text)
}

// room is n bytes at the offset, which lose the addresses that were there.
func (o *object) room(offset, n int64) []byte {
	o.end = max(o.end, offset+n)
	if short := o.end - int64(len(o.bytes)); short > 0 {
		o.bytes = append(o.bytes, make([]byte, short)...)
	}
	for at := offset - 7; at < offset+n && len(o.addresses) > 0; at++ {
		delete(o.addresses, at)
	}
	return o.bytes[offset : offset+n]
}

// put writes c as a value of type p.ty; not ok is an address in something that does not hold it.
func (o *object) put(p *part, c constant) bool {
	size := o.l.sizeOfType(p.ty)
	switch {
	case p.width > 0:
		if c.of != nil {
			return false
		}
		o.putBits(p, uint64(c.n))
	case c.of != nil:
		if size != 8 {
			return false
		}
		clear(o.room(p.offset(), size))
		o.addresses[p.offset()] = ast.Address{Offset: p.offset(), Of: c.of.name, Func: c.of.fn, Addend: c.n}
	default:
		putNumber(o.room(p.offset(), size), p.ty, c)
	}
	return true
}

// putBits writes a bit-field.
func (o *object) putBits(p *part, n uint64) {
	first, last := p.from/8, (p.from+p.width+7)/8
	at := o.room(first, last-first)
	for i := range p.width {
		bit := p.from - 8*first + i
		at[bit/8] = at[bit/8]&^(1<<(bit%8)) | byte(n>>i&1)<<(bit%8)
	}
}

// putNumber writes the number c of type t.
func putNumber(at []byte, t ast.Type, c constant) {
	clear(at)
	f, floating := t.(ast.Floating)
	n := uint64(c.n)
	switch {
	case floating && f.Width == 32:
		n = uint64(math.Float32bits(float32(c.float)))
	case floating && f.Width == 64:
		n = math.Float64bits(c.float)
	case floating:
		putExtended(at, c.float)
		return
	}
	putLittle(at[:min(len(at), 8)], n)
}

// putLittle writes n, the low end first.
func putLittle(at []byte, n uint64) {
	for i := range at {
		at[i] = byte(n >> (8 * i))
	}
}

// putExtended writes x as x86's number of 80 bits: a sign, 15 bits of exponent, 64 of mantissa with the first bit.
func putExtended(at []byte, x float64) {
	bits := math.Float64bits(x)
	sign, exponent := uint16(bits>>63)<<15, uint16(0)
	mantissa := uint64(0)
	switch fraction, e := math.Frexp(math.Abs(x)); {
	case math.IsInf(x, 0) || math.IsNaN(x):
		exponent, mantissa = 0x7fff, 1<<63|bits<<11
	case x != 0:
		exponent, mantissa = uint16(e-1+16383), uint64(math.Ldexp(fraction, 64))
	}
	putLittle(at[:8], mantissa)
	putLittle(at[8:10], uint64(sign|exponent))
}

// finish gives v its size, bytes and addresses. An array without a length is as long as its initialiser, or has one element.
func (o *object) finish(v *ast.Variable) {
	if a, isArray := v.Ty.(ast.Array); isArray && a.Len < 0 {
		elem := max(1, o.l.sizeOfType(a.Elem))
		a.Len = max(1, (o.end+elem-1)/elem)
		v.Ty = a
	}
	size, known := o.l.sizeIfKnown(v.Ty)
	if !known {
		o.l.failf(o.at, "the type of %s is not complete", v.Name)
	}
	v.Size = max(size, o.end)
	v.Init = trimZeros(o.bytes)
	for _, offset := range slices.Sorted(maps.Keys(o.addresses)) {
		v.Addresses = append(v.Addresses, o.addresses[offset])
	}
	for u, i := range o.members {
		v.Members = append(v.Members, ast.UnionMember{Offset: u.offset, Union: u.name, Index: i})
	}
	slices.SortFunc(v.Members, func(a, b ast.UnionMember) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), strings.Compare(a.Union, b.Union))
	})
}

// pure is what f lowers; nil where commands are a part of it.
func (l *lowerer) pure(f func() ast.Expr) ast.Expr {
	saved, pending := l.cmds, l.pending
	l.cmds, l.pending = nil, nil
	x := f()
	if len(l.cmds) > 0 || len(l.pending) > 0 {
		x = nil
	}
	l.cmds, l.pending = saved, pending
	return x
}
