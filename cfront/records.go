package cfront

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"modernc.org/cc/v4"

	"scf/ast"
)

// This file names structs and unions and lays out their fields. A struct has one name in a function: a typedef's that stands for
// it alone, else its tag. One that has neither is called by an expression that has its type, with gcc's and clang's
// __typeof__.

// recordID tells structs and unions apart: cc copies its types. It is the first named field's declarator, with how many unnamed members that lies in,
// or the tag of a type that has no fields.
type recordID struct {
	field *cc.Declarator
	depth int
	tag   string
}

// recordType is what structs and unions have in common.
type recordType interface {
	cc.Type
	NumFields() int
	FieldByIndex(i int) *cc.Field
	Tag() cc.Token
	LexicalScope() *cc.Scope
}

func idOf(t recordType) recordID {
	if d, depth := firstFieldIn(t, 0); d != nil {
		return recordID{field: d, depth: depth}
	}
	tag := t.Tag()
	return recordID{tag: keywordOf(t) + " " + tag.SrcStr()}
}

func firstField(t recordType) *cc.Declarator {
	d, _ := firstFieldIn(t, 0)
	return d
}

// firstFieldIn is the first named field, and how many unnamed members it lies in, t being in so many of them.
func firstFieldIn(t recordType, depth int) (*cc.Declarator, int) {
	for i := range t.NumFields() {
		f := t.FieldByIndex(i)
		if d := f.Declarator(); d != nil {
			return d, depth
		}
		if inner, ok := f.Type().(recordType); ok {
			if d, at := firstFieldIn(inner, depth+1); d != nil {
				return d, at
			}
		}
	}
	return nil, 0
}

func keywordOf(t cc.Type) string {
	if t.Kind() == cc.Union {
		return "union"
	}
	return "struct"
}

// typedefOfRecord is a name that the file gives to a struct or union, and where.
type typedefOfRecord struct {
	name    string
	ordinal int // of the declaration
}

// collectTypedefs notes the first name that each struct and union gets by a typedef in declaration number ordinal.
func (f *File) collectTypedefs(d *cc.Declaration, ordinal int) {
	for n := d.InitDeclaratorList; n != nil; n = n.InitDeclaratorList {
		dd := n.InitDeclarator.Declarator
		t, ok := dd.Type().(recordType)
		if !dd.IsTypename() || !ok || t.Attributes().IsConst() {
			continue
		}
		if _, ok := f.typedefs[idOf(t)]; !ok {
			f.typedefs[idOf(t)] = typedefOfRecord{dd.Name(), ordinal}
		}
	}
}

// record is a struct or union. Its layout is kept on the way.
func (ts *types) record(t cc.Type, hint string) (ast.Type, *diagnosis) {
	rt := t.(recordType)
	name, bad := ts.recordName(rt, hint)
	if bad != nil {
		return nil, bad
	}
	name += ts.alias
	if rt.IsIncomplete() || rt.Size() < 0 {
		if why := ts.file.packed(rt); why != nil {
			ts.opaque[name] = why
		}
		return ast.Record{Name: name}, nil
	}
	if !ts.begun[name] {
		ts.begun[name] = true
		ts.layOut(name, rt)
	}
	return ast.Record{Name: name, Size: ts.extentOf(rt).size}, nil
}

func (ts *types) recordName(t recordType, hint string) (string, *diagnosis) {
	id := idOf(t)
	if name, ok := ts.local[id]; ok {
		return name, nil
	}
	if td, ok := ts.file.typedefs[id]; ok && td.ordinal < ts.ordinal && !ts.inner[td.name] {
		return td.name, nil
	}
	tagToken, scope := t.Tag(), t.LexicalScope()
	tag := tagToken.SrcStr()
	switch {
	case tag == "" && hint != "":
		ts.local[id] = "__typeof__(" + hint + ")"
		return ts.local[id], nil
	case tag == "":
		return "", &diagnosis{fmt.Sprintf("a %s without a name", keywordOf(t)), "give it a tag"}
	case ts.innerTags[tag] && scope != nil && scope.Parent == nil:
		return "", &diagnosis{fmt.Sprintf("the type %s %s, whose name the function uses for something else", keywordOf(t), tag),
			"choose another name"}
	}
	return keywordOf(t) + " " + tag, nil
}

// layOut keeps the layout of the record, whose type is t.
func (ts *types) layOut(name string, t recordType) {
	if why := ts.file.packed(t); why != nil {
		ts.opaque[name] = why
		return
	}
	x := ts.extentOf(t)
	l := ast.Layout{Union: t.Kind() == cc.Union, Align: x.align}
	base := "((" + name + " *)0)"
	for i := range t.NumFields() {
		f := t.FieldByIndex(i)
		if f.IsBitfield() && f.Name() == "" {
			continue
		}
		ty, bad := ts.of(f.Type(), base+"->"+f.Name())
		if f.Name() == "" {
			ty, bad = ts.unnamed(name, i, f.Type())
		} else if bad == nil {
			ty, bad = ts.field(f.Declarator(), ty)
		}
		if bad != nil {
			ts.trouble[[2]string{name, f.Name()}] = bad
			l.Fixed = true
			if bad.construct == volatile.construct || bad.construct == atomic.construct {
				ts.opaque[name] = bad
			}
			continue
		}
		if d := f.Declarator(); d != nil && isConstDeclared(d) {
			ts.constFields[[2]string{name, f.Name()}] = true
			l.Fixed = true
		} else if f.Name() == "" && f.Type().Attributes().IsConst() {
			ts.constFields[[2]string{name, ast.TypeName(ty)}] = true
			l.Fixed = true
		}
		l.Fields = append(l.Fields, ast.Field{Name: f.Name(), Offset: x.fields[i].offset, Ty: unqualified(ty), Bits: bitWidth(f), Shift: x.fields[i].shift})
		if inner, ok := ty.(ast.Record); ok && ts.opaque[name] == nil {
			ts.opaque[name] = ts.opaque[inner.Name]
		}
	}
	ts.layouts[name] = l
}

// bitWidth is the width of a bit-field, 0 of another field.
func bitWidth(f *cc.Field) int64 {
	if !f.IsBitfield() {
		return 0
	}
	return f.ValueBits()
}

// unnamed is the type of an unnamed member, whose fields are the record's own. No expression has this type.
func (ts *types) unnamed(record string, i int, t cc.Type) (ast.Type, *diagnosis) {
	rt, ok := t.(recordType)
	if !ok {
		return nil, &diagnosis{"an unnamed member", "give it a name"}
	}
	tag := rt.Tag()
	name := fmt.Sprintf("%s %s of %s", keywordOf(t), orElse(tag.SrcStr(), fmt.Sprint(i)), record)
	if !ts.begun[name] {
		ts.begun[name] = true
		ts.layOut(name, rt)
	}
	return ast.Record{Name: name, Size: ts.extentOf(rt).size}, nil
}

// troubleIn says why a field of r is not in its layout; nil if all are there.
func (ts *types) troubleIn(r ast.Record) *diagnosis {
	if len(ts.trouble) > 0 {
		for _, key := range slices.SortedFunc(maps.Keys(ts.trouble), func(a, b [2]string) int { return cmp.Compare(a[1], b[1]) }) {
			if key[0] == r.Name {
				return ts.trouble[key]
			}
		}
	}
	return ts.opaque[r.Name]
}
