package ast

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"scf/internal/diag"
)

// This file writes units as bytes and reads them back. One walk does both: where the archive writes, it looks at what it is given, where it
// reads, it sets it. Numbers are varints; strings and types are written once, and then named by their numbers. Labels are left out: trees
// are numbered as Number does, and exits and jumps have the number of the block or node that they name.

// unitMagic begins the image of a unit; the last byte is its version.
const unitMagic = "scf-unit\x02"

// Image is u as bytes: the same for equal units, whatever the machine. file says what to write for the name of a file. What refuses functions is
// kept as its text alone where it is no *diag.Error or diag.List.
func (u *Unit) Image(file func(string) string) []byte {
	a := &archive{file: file, strings: map[string]int64{}, types: map[Type]int64{}}
	a.out = append(a.out, unitMagic...)
	a.unit(u)
	return a.out
}

var errDamagedUnit = errors.New("the image of the unit is damaged")

// ReadUnit is the unit that Image wrote. Whatever the bytes are, it takes time and memory in proportion to them, and a unit that it gives is in
// order as Verify sees it.
func ReadUnit(image []byte, file func(string) string) (u *Unit, err error) {
	if len(image) < len(unitMagic) || string(image[:len(unitMagic)]) != unitMagic {
		return nil, errDamagedUnit
	}
	a := &archive{reading: true, in: image[len(unitMagic):], file: file}
	defer func() {
		if e := recover(); e == error(errDamagedUnit) {
			u, err = nil, errDamagedUnit
		} else if e != nil {
			panic(e)
		}
	}()
	u = &Unit{}
	a.unit(u)
	if len(a.in) > 0 {
		return nil, errDamagedUnit
	}
	for _, f := range u.Funcs {
		Number(f)
	}
	if err := u.Verify(); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamagedUnit, err)
	}
	return u, nil
}

// archive writes to out, or reads what in has.
type archive struct {
	reading bool
	out, in []byte
	file    func(string) string
	depth   int

	strings map[string]int64 // written so far
	types   map[Type]int64
	read    []string // read so far
	made    []madeType
	// typeSize is of how many types the innermost of the inType types that are being read is made so far.
	typeSize, inType int
}

// madeType is a type that was read, and of how many types it is made.
type madeType struct {
	t    Type
	size int
}

// fail ends the reading.
func (a *archive) fail() { panic(errDamagedUnit) }

// deeper bounds how deep what is read is nested.
func (a *archive) deeper() (leave func()) {
	if a.depth++; a.depth > maxDepth && a.reading {
		a.fail()
	}
	return func() { a.depth-- }
}

func (a *archive) int(n *int64) {
	if !a.reading {
		a.out = binary.AppendVarint(a.out, *n)
		return
	}
	v, size := binary.Varint(a.in)
	if size <= 0 {
		a.fail()
	}
	*n, a.in = v, a.in[size:]
}

// small is a number from 0 on below the limit.
func (a *archive) small(n, limit int) int {
	v := int64(n)
	if a.int(&v); v < 0 || v >= int64(limit) {
		a.fail()
	}
	return int(v)
}

// count is the length of a list whose elements take a byte at least each.
func (a *archive) count(n int) int {
	if !a.reading {
		return a.small(n, math.MaxInt)
	}
	return a.small(0, len(a.in)+1)
}

func (a *archive) bool(b *bool) {
	n := 0
	if *b {
		n = 1
	}
	*b = a.small(n, 2) == 1
}

// each archives the elements of a list.
func each[T any](a *archive, list *[]T, f func(*T)) {
	n := a.count(len(*list))
	if a.reading && n > 0 {
		*list = make([]T, 0, min(n, 1024))
	}
	for i := range n {
		if a.reading {
			*list = append(*list, *new(T))
		}
		f(&(*list)[i])
	}
}

func (a *archive) bytes(b *[]byte) {
	n := a.count(len(*b))
	if !a.reading {
		a.out = append(a.out, *b...)
		return
	}
	if n > len(a.in) {
		a.fail()
	}
	if n > 0 {
		*b = append([]byte(nil), a.in[:n]...)
	}
	a.in = a.in[n:]
}

// string is the number of a string written before, or a number more and the string.
func (a *archive) string(s *string) {
	if a.reading {
		if i := a.small(0, len(a.read)+1); i < len(a.read) {
			*s = a.read[i]
			return
		}
		var b []byte
		a.bytes(&b)
		*s = string(b)
		a.read = append(a.read, *s)
		return
	}
	i, known := a.strings[*s]
	if !known {
		i = int64(len(a.strings))
		a.strings[*s] = i
	}
	a.int(&i)
	if !known {
		b := []byte(*s)
		a.bytes(&b)
	}
}

func (a *archive) pos(at *diag.Pos) {
	line, col, name := int64(at.Line), int64(at.Col), ""
	if !a.reading && at.File != "" {
		name = a.file(at.File)
	}
	a.int(&line)
	if line == 0 {
		return
	}
	a.int(&col)
	a.string(&name)
	if a.reading {
		*at = diag.Pos{File: a.file(name), Line: int(line), Col: int(col)}
	}
}

func (a *archive) unit(u *Unit) {
	a.layouts(u)
	each(a, &u.Variables, a.variable)
	each(a, &u.Externs, func(e *Extern) {
		a.string(&e.Name)
		a.ty(&e.Ty)
	})
	each(a, &u.Refused, func(r *Refused) {
		a.string(&r.Name)
		a.error(&r.Err)
	})
	each(a, &u.Funcs, a.function)
}

// error is why something is refused.
func (a *archive) error(err *error) {
	var list diag.List
	if !a.reading {
		var one *diag.Error
		switch {
		case errors.As(*err, &list):
		case errors.As(*err, &one):
			list = diag.List{one}
		default:
			list = diag.List{diag.Errorf(diag.Pos{}, "%s", (*err).Error())}
		}
	}
	each(a, (*[]*diag.Error)(&list), func(e **diag.Error) {
		if a.reading {
			*e = &diag.Error{}
		}
		a.pos(&(*e).Pos)
		a.string(&(*e).Msg)
		a.string(&(*e).Hint)
		a.string(&(*e).Line)
	})
	if a.reading {
		*err = list.Err()
	}
	if *err == nil {
		a.fail()
	}
}

func (a *archive) variable(v *Variable) {
	a.string(&v.Name)
	a.string(&v.Func)
	a.ty(&v.Ty)
	a.int(&v.Size)
	a.int(&v.Align)
	a.bool(&v.Const)
	a.bytes(&v.Init)
	each(a, &v.Addresses, func(x *Address) {
		a.int(&x.Offset)
		a.string(&x.Of)
		a.string(&x.Func)
		a.int(&x.Addend)
	})
	each(a, &v.Members, func(x *UnionMember) {
		a.int(&x.Offset)
		a.string(&x.Union)
		a.int(&x.Index)
	})
}

// layouts are those of u in the order of their names.
func (a *archive) layouts(u *Unit) {
	type named struct {
		name string
		Layout
	}
	var list []named
	for _, name := range u.Layouts.names() {
		list = append(list, named{name, u.Layouts[name]})
	}
	each(a, &list, func(l *named) {
		a.string(&l.name)
		a.bool(&l.Union)
		a.int(&l.Align)
		each(a, &l.Fields, func(f *Field) {
			a.string(&f.Name)
			a.int(&f.Offset)
			a.ty(&f.Ty)
			a.int(&f.Bits)
			a.int(&f.Shift)
		})
	})
	if a.reading {
		u.Layouts = Layouts{}
		for _, l := range list {
			u.Layouts[l.name] = l.Layout
		}
	}
}

// maxTypeSize bounds the types that a type that is read is made of.
const maxTypeSize = 1 << 12

// ty is the number of a type written before, or a number more and the type.
func (a *archive) ty(t *Type) {
	defer a.deeper()()
	if a.reading {
		*t = a.readType().t
		return
	}
	i, known := a.types[*t]
	if known {
		a.int(&i)
		return
	}
	n := int64(-1)
	a.int(&n)
	a.define(t)
	a.types[*t] = int64(len(a.types))
}

func (a *archive) readType() madeType {
	var i int64
	if a.int(&i); i >= int64(len(a.made)) {
		a.fail()
	}
	m := madeType{}
	if i >= 0 {
		m = a.made[i]
	} else {
		outer := a.typeSize
		a.typeSize = 1
		a.inType++
		a.define(&m.t)
		a.inType--
		m.size, a.typeSize = a.typeSize, outer
		a.made = append(a.made, m)
	}
	if a.inType > 0 {
		a.typeSize += m.size
	}
	if m.size > maxTypeSize || a.typeSize > maxTypeSize {
		a.fail()
	}
	return m
}
