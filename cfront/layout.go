package cfront

import (
	"cmp"
	"reflect"

	"modernc.org/cc/v4"
)

// This file lays structs and unions out as gcc and clang do for the target. cc is not asked where there are bit-fields: it begins
// a unit for each run of them, where the ABI puts a bit-field into the bits behind the member before it as long as it does
// not cross a boundary of its type:
//
//	struct { char c; int b : 4; char d; };    b is at bit 8 of the int at 0, d at byte 2; the size is 4

// extent is where a record's fields lie.
type extent struct {
	size, align int64   // in bytes
	fields      []place // by their indices
}

// place is the offset of a field in bytes; of a bit-field, that of the unit of its type in which it lies, and of its lowest bit there.
type place struct{ offset, shift int64 }

// extentOf lays t out, which is complete.
func (ts *types) extentOf(t recordType) *extent {
	if t.NumFields() == 0 {
		return &extent{size: t.Size(), align: int64(t.Align())}
	}
	defined := t.FieldByIndex(0).ParentType()
	if x := ts.extents[defined]; x != nil {
		return x
	}
	x := &extent{align: max(1, alignAsked(defined, "defAlign"))}
	end := int64(0) // in bits
	limit := ts.file.packing.limit(t)
	for i := range t.NumFields() {
		from := end
		if t.Kind() == cc.Union {
			from = 0
		}
		end = max(end, ts.put(x, t.FieldByIndex(i), from, limit))
	}
	x.size = roundUp(roundUp(end, 8)/8, x.align)
	ts.extents[defined] = x
	return x
}

// put places the next field of x at the bit from or behind it; it ends at the bit end. Its alignment has a limit, 0 for none,
// but for what the field itself asks for.
func (ts *types) put(x *extent, field *cc.Field, from, limit int64) (end int64) {
	t := field.Type()
	size, align := ts.sizeOf(t), ts.alignOf(t)
	if limit > 0 {
		align = min(align, limit)
	}
	if !field.IsBitfield() {
		align = max(align, alignAsked(field, "align"))
		x.align = max(x.align, align)
		from = roundUp(from, 8*align)
		x.fields = append(x.fields, place{offset: from / 8})
		if field.IsFlexibleArrayMember() {
			size = 0
		}
		return from + 8*max(size, 0)
	}
	width := field.ValueBits()
	if crosses := from%(8*align)+width > 8*size; crosses || width == 0 {
		from = roundUp(from, 8*align)
	}
	if field.Name() != "" || ts.file.arch == "arm64" {
		x.align = max(x.align, align)
	}
	unit := from / (8 * align) * align
	x.fields = append(x.fields, place{unit, from - 8*unit})
	return from + width
}

// alignAsked is the alignment that _Alignas or an attribute asks for of a field (align) or of a record where it is defined (defAlign); 0 where none does.
// cc keeps it to itself.
func alignAsked(of any, name string) int64 {
	return reflect.ValueOf(of).Elem().FieldByName(name).Int()
}

func roundUp(n, to int64) int64 { return (n + to - 1) / to * to }

// sizeOf is the size of t in bytes; negative where it is not known.
func (ts *types) sizeOf(t cc.Type) int64 {
	if mode, ok := ts.file.packing.mode(t); ok && modeWidths[mode] > 0 {
		return modeWidths[mode] / 8
	}
	if r, _, ok := ts.file.foreign(t); ok {
		return r.Size
	}
	switch t := t.(type) {
	case *cc.ArrayType:
		if n, elem := t.Len(), ts.sizeOf(t.Elem()); n >= 0 && elem >= 0 && !t.IsVLA() {
			return n * elem
		}
		return -1
	case *cc.StructType, *cc.UnionType:
		if rt := t.(recordType); !rt.IsIncomplete() {
			return ts.extentOf(rt).size
		}
		return -1
	}
	return t.Size()
}

// alignOf is the alignment of t in bytes.
func (ts *types) alignOf(t cc.Type) int64 {
	if a := t.Attributes(); a != nil && a.Aligned() > 0 {
		return a.Aligned()
	}
	if _, align, ok := ts.file.foreign(t); ok {
		return align
	}
	if mode, ok := ts.file.packing.mode(t); ok && modeWidths[mode] > 0 {
		return modeWidths[mode] / 8
	}
	switch t := t.(type) {
	case *cc.ArrayType:
		return ts.alignOf(t.Elem())
	case *cc.StructType, *cc.UnionType:
		if rt := t.(recordType); !rt.IsIncomplete() {
			return ts.extentOf(rt).align
		}
	}
	return max(1, int64(t.Align()))
}

// misjudged is what is said of constants that cc evaluates with another layout than compilers do.
var misjudged = diagnosis{"the size of a struct with bit-fields, or a packed one, in a constant that the file's types or cases depend on", "write the number"}

// ofConstant says why the value that cc has for the constant e is not to be had; nil if it is.
func (ts *types) ofConstant(e cc.ExpressionNode) *diagnosis {
	if p, ok := e.(*cc.PrimaryExpression); e == nil || ok && p.Case == cc.PrimaryExpressionInt {
		return nil
	}
	var why *diagnosis
	walk(e, func(n cc.Node) {
		u, ok := n.(*cc.UnaryExpression)
		if c, isCast := n.(*cc.CastExpression); isCast {
			if _, odd := ts.file.packing.mode(c.TypeName.Type()); odd {
				why = cmp.Or(why, &oddSize)
			}
		}
		switch {
		case !ok:
		case u.Case == cc.UnaryExpressionSizeofType || u.Case == cc.UnaryExpressionAlignofType:
			why = cmp.Or(why, ts.ofLayout(u.TypeName.Type()))
		case u.Case == cc.UnaryExpressionSizeofExpr || u.Case == cc.UnaryExpressionAlignofExpr:
			why = cmp.Or(why, ts.ofLayout(u.UnaryExpression.Type()))
			if ts.file.packing.coversIn(u.UnaryExpression) {
				why = cmp.Or(why, &oddSize)
			}
		}
	})
	return why
}

// ofLayout says that cc has another size or alignment of t than compilers; nil if it has the same.
func (ts *types) ofLayout(t cc.Type) *diagnosis {
	if size := ts.sizeOf(t); size >= 0 && (size != t.Size() || ts.alignOf(t) != max(1, int64(t.Align()))) {
		return &misjudged
	}
	return nil
}
