package c

import (
	"fmt"
	"runtime"
	"strings"

	"scf/ast"
	"scf/backend"
)

// types gives types names that the text defines itself: the source's typedefs, enumerations and unnamed structs are not there. Const is left out, volatile is kept.
type types struct {
	layouts ast.Layouts
	tags    map[string]string // by Record.Name without qualifiers
	records []ast.Record      // in the order that they were met in
	defined map[string]bool
	out     strings.Builder
}

// of is t with its new name.
func (ts *types) of(t ast.Type) ast.Type {
	prefix := ""
	if ast.IsVolatile(t) {
		prefix = "volatile "
	}
	switch t := t.(type) {
	case ast.Void:
		return ast.Void{Name: prefix + "void"}
	case ast.Integer:
		t.Name = prefix + integerName(t)
		return t
	case ast.Floating:
		t.Name = prefix + floatingName(t)
		return t
	case ast.Pointer:
		return ast.Pointer{Elem: ts.of(t.Elem)}
	case ast.Array:
		t.Elem = ts.of(t.Elem)
		return t
	case ast.Record:
		t.Name = prefix + ts.tag(t)
		return t
	case *ast.Function:
		f := &ast.Function{Result: ts.of(t.Result), Variadic: t.Variadic}
		for _, p := range t.Params {
			f.Params = append(f.Params, ts.of(p))
		}
		return f
	}
	return t
}

// integerName is the type with the width and sign of t. That char has a sign is a flag's doing.
func integerName(t ast.Integer) string {
	name := map[int64]string{8: "char", 16: "short", 32: "int", 64: "long"}[t.Width]
	if !t.Signed {
		return "unsigned " + name
	}
	return name
}

func floatingName(t ast.Floating) string {
	switch {
	case t.Width == 32:
		return "float"
	case t.Width == 64:
		return "double"
	case t.Width == 128 && runtime.GOARCH == "amd64":
		return "__float128"
	}
	return "long double"
}

// tag is `struct` or `union` and the name that r gets.
func (ts *types) tag(r ast.Record) string {
	bare := ast.Unqualified(r).(ast.Record)
	tag, ok := ts.tags[bare.Name]
	if !ok {
		kind := "struct"
		if l, _ := ts.layouts.Of(bare); l.Union {
			kind = "union"
		}
		tag = fmt.Sprintf("%s scf_record%d", kind, len(ts.tags))
		ts.tags[bare.Name] = tag
		ts.records = append(ts.records, bare)
	}
	return tag
}

// definitions are those of all records that of has met, each after those that lie in it.
func (ts *types) definitions() string {
	for i := 0; i < len(ts.records); i++ { // defining may meet more
		ts.define(ts.records[i])
	}
	return ts.out.String()
}

func (ts *types) define(r ast.Record) {
	r = ast.Unqualified(r).(ast.Record)
	tag := ts.tag(r)
	if ts.defined[tag] || r.Size <= 0 && len(ts.layouts[r.Name].Fields) == 0 {
		return
	}
	ts.defined[tag] = true
	l, ok := ts.layouts.Of(r)
	if !ok {
		fmt.Fprintf(&ts.out, "%s { char bytes[%d]; };\n", tag, r.Size)
		return
	}
	for _, f := range l.Fields {
		if inner, ok := element(f.Ty).(ast.Record); ok {
			ts.define(inner)
		}
	}
	ts.fields(tag, r, l)
	fmt.Fprintf(&ts.out, "_Static_assert(sizeof(%s) == %d, \"size\");\n", tag, r.Size)
}

// element is what arrays of t are made of in the end.
func element(t ast.Type) ast.Type {
	for {
		a, ok := t.(ast.Array)
		if !ok {
			return t
		}
		t = a.Elem
	}
}

// fields defines a record. One whose fields do not lie as the compiler would lay them out by itself, or that has bit-fields, is packed, with padding where there is some.
func (ts *types) fields(tag string, r ast.Record, l ast.Layout) {
	natural := ts.isNatural(r, l)
	attributes := ""
	if !natural {
		attributes = fmt.Sprintf("__attribute__((packed, aligned(%d)))", max(l.Align, 1))
	}
	kind, name, _ := strings.Cut(tag, " ")
	fmt.Fprintf(&ts.out, "%s %s %s {\n", kind, attributes, name)
	p := padding{ts: ts}
	for _, f := range l.Fields {
		if !natural && !l.Union {
			p.upTo(8*f.Offset + f.Shift)
		}
		ts.field(f)
		p.at = 8 * (f.Offset + backend.SizeOf(f.Ty))
		if f.Bits > 0 {
			p.at = 8*f.Offset + f.Shift + f.Bits
		}
	}
	switch {
	case l.Union:
		fmt.Fprintf(&ts.out, "\tchar scf_all[%d];\n", r.Size)
	case !natural:
		p.upTo(8 * r.Size)
	}
	ts.out.WriteString("};\n")
}

func (ts *types) field(f ast.Field) {
	t := ts.of(f.Ty)
	switch {
	case f.Bits > 0:
		fmt.Fprintf(&ts.out, "\t%s %s : %d;\n", ast.TypeName(t), f.Name, f.Bits)
	case f.Name == "":
		fmt.Fprintf(&ts.out, "\t%s;\n", ast.TypeName(t))
	default:
		fmt.Fprintf(&ts.out, "\t%s;\n", ast.Declaration(t, f.Name))
	}
}

// isNatural reports whether the fields of r lie where the compiler lays them out by itself.
func (ts *types) isNatural(r ast.Record, l ast.Layout) bool {
	end, align := int64(0), int64(1)
	for _, f := range l.Fields {
		a := backend.AlignOf(f.Ty, ts.layouts)
		if l.Union {
			end = 0
		}
		if f.Bits > 0 || f.Offset != (end+a-1)/a*a || opaque(element(f.Ty), ts.layouts) {
			return false
		}
		end, align = f.Offset+backend.SizeOf(f.Ty), max(align, a)
	}
	return align == l.Align && (l.Union || r.Size == (end+align-1)/align*align)
}

// opaque reports whether t is a record whose fields are not known.
func opaque(t ast.Type, ls ast.Layouts) bool {
	if _, ok := t.(ast.Record); !ok {
		return false
	}
	_, ok := ls.Of(t)
	return !ok
}

// padding fills a packed struct.
type padding struct {
	ts *types
	at int64 // bits
}

// upTo pads with unnamed bit-fields, which initialisers pass over.
func (p *padding) upTo(bit int64) {
	for p.at < bit {
		n := min(64, bit-p.at)
		fmt.Fprintf(&p.ts.out, "\tunsigned long : %d;\n", n)
		p.at += n
	}
}
