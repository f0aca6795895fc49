package ast

import "strings"

// Local structs are split into a variable for each of their fields where nothing else is done with them (scalar replacement of aggregates): so
// passes see the fields as they see other variables, an interpreter's `vm.pc` as a program counter, and arrays among them, `vm.stack`, as arrays of their
// own.

// SplitRecords is f with variables in place of the fields of its local structs that are only used field by field: no address is taken of them or of
// what is in them, and none is copied, passed or returned as a whole. Of unions and bit-fields, which lie in each other, and of structs without
// a layout in ls nothing is split.
func SplitRecords(f *Func, ls Layouts) *Func {
	s := &splitter{layouts: ls, records: map[string]*splitRecord{}}
	s.find(f.Body)
	if len(s.records) == 0 {
		return f
	}
	s.look(f.Body)
	splits := false
	for _, r := range s.records {
		splits = splits || r.isSplit()
	}
	if !splits {
		return f
	}
	out := *f
	out.Body = s.cmd(f.Body)
	Number(&out)
	return &out
}

type splitter struct {
	layouts Layouts
	records map[string]*splitRecord
}

// splitRecord is a local struct.
type splitRecord struct {
	whole bool            // it is used as a whole, or its address is
	used  map[string]bool // its fields and those of structs in it, by path
}

func (r *splitRecord) isSplit() bool { return r != nil && !r.whole && len(r.used) > 0 }

// find finds the local structs that may be split by their declarations.
func (s *splitter) find(c Cmd) {
	Walk(c, func(c Cmd) {
		switch c := c.(type) {
		case *Declare:
			if s.canSplit(c) {
				s.records[c.Name] = &splitRecord{used: map[string]bool{}}
			}
		case *For: // C has one declaration there
			Walk(c.Init, func(c Cmd) {
				if d, ok := c.(*Declare); ok {
					s.records[d.Name] = &splitRecord{whole: true, used: map[string]bool{}}
				}
			}, nil, nil)
		}
	}, nil, nil)
}

func (s *splitter) canSplit(d *Declare) bool {
	r, ok := d.Ty.(Record)
	if !ok || s.records[d.Name] != nil || strings.Contains(r.Name, volatilePrefix) || !s.isPlain(d.Ty) {
		return false
	}
	switch i := d.Init.(type) {
	case NoInit:
		return true
	case *InitList:
		return canSplitInit(i)
	}
	return false
}

// canSplitInit reports whether no part of i is left out if a field is, and no struct is copied.
func canSplitInit(i Init) bool {
	ok := true
	RebuildInit(i, func(e Expr) Expr {
		_, isRecord := TypeOf(e).(Record)
		ok = ok && !isRecord && !HasCall(e)
		return e
	})
	return ok
}

// isPlain reports whether t is a struct whose fields, and those of structs in it, are known and lie one behind the other.
func (s *splitter) isPlain(t Type) bool {
	l, ok := s.layouts.Of(t)
	if !ok || l.Union {
		return false
	}
	for _, f := range l.Fields {
		if _, isRecord := f.Ty.(Record); f.Name == "" || f.Bits > 0 || isRecord && !s.isPlain(f.Ty) {
			return false
		}
	}
	return true
}

// look finds what is done with the structs.
func (s *splitter) look(c Cmd) {
	p := parts{expr: s.uses}
	p.cmd = func(c Cmd) { p.of(c) }
	p.cmd(c)
}

// uses finds what e does with them, where the value of e is used or stored to.
func (s *splitter) uses(e Expr) {
	if name, path, ok := s.field(e); ok {
		switch e.(*Member).Ty.(type) {
		case Array, Record:
			s.records[name].whole = true
		default:
			s.records[name].used[path] = true
		}
		return
	}
	switch e := e.(type) {
	case *Object:
		if r := s.records[e.Name]; r != nil {
			r.whole = true
		}
	case *Index:
		if name, path, ok := s.field(e.X); ok {
			s.records[name].used[path] = true
			s.uses(e.I)
			return
		}
	case *AddressOf:
		if o, ok := rootOf(e.X).(*Object); ok && s.records[o.Name] != nil {
			s.records[o.Name].whole = true
		}
	}
	for _, x := range Operands(e) {
		s.uses(x)
	}
}

// rootOf is the object that e, a part of it, lies in.
func rootOf(e Expr) Expr {
	for {
		switch x := e.(type) {
		case *Member:
			e = x.X
		case *Index:
			e = x.X
		default:
			return e
		}
	}
}

// field is the path of the field of a local struct that e is.
func (s *splitter) field(e Expr) (name, path string, ok bool) {
	m, isMember := e.(*Member)
	if !isMember {
		return "", "", false
	}
	if o, isObject := m.X.(*Object); isObject {
		return o.Name, m.Field, s.records[o.Name] != nil
	}
	name, path, ok = s.field(m.X)
	return name, path + "." + m.Field, ok
}

// splitName is what the field of the struct called name becomes: x.f#2 of the field f of x#2.
func splitName(name, path string) string {
	base, number, isNumbered := strings.Cut(name, "#")
	if isNumbered {
		return base + "." + path + "#" + number
	}
	return base + "." + path
}

func (s *splitter) cmd(c Cmd) Cmd {
	switch c := c.(type) {
	case *Declare:
		if r := s.records[c.Name]; r.isSplit() {
			return s.declared(c, r)
		}
	case *Store:
		if name, path, ok := s.field(c.Dest); ok && s.records[name].isSplit() {
			return &Assign{splitName(name, path), TypeOf(c.Dest), s.expr(c.X), c.Label, c.At}
		}
	}
	return RebuildCmd(c, s.cmd, s.expr)
}

func (s *splitter) expr(e Expr) Expr {
	if name, path, ok := s.field(e); ok && s.records[name].isSplit() {
		m := e.(*Member)
		if _, isArray := m.Ty.(Array); isArray {
			return &Object{splitName(name, path), m.Ty, m.Label}
		}
		return &Var{splitName(name, path), m.Ty, m.Label}
	}
	return RebuildExpr(e, s.expr)
}

// declared declares the fields that are used of the struct that d declares, in their order.
func (s *splitter) declared(d *Declare, r *splitRecord) Cmd {
	var all []Cmd
	s.declareFields(d, r, d.Ty, "", d.Init, &all)
	out := all[len(all)-1]
	for i := len(all) - 2; i >= 0; i-- {
		out = &Seq{First: all[i], Second: out}
	}
	return out
}

func (s *splitter) declareFields(d *Declare, r *splitRecord, t Type, within string, init Init, all *[]Cmd) {
	l, _ := s.layouts.Of(t)
	for i, f := range l.Fields {
		part := s.initOf(init, i, f.Ty)
		path := within + f.Name
		if _, isRecord := f.Ty.(Record); isRecord {
			s.declareFields(d, r, f.Ty, path+".", part, all)
		} else if r.used[path] {
			*all = append(*all, &Declare{Name: splitName(d.Name, path), Ty: f.Ty, Init: part, At: d.At})
		}
	}
}

// initOf is what the i-th field, of type t, of what init initialises starts with: zero where a list says nothing of it.
func (s *splitter) initOf(init Init, i int, t Type) Init {
	list, ok := init.(*InitList)
	if !ok {
		return NoInit{}
	}
	if i < len(list.Elems) {
		return RebuildInit(list.Elems[i], s.expr)
	}
	return s.zero(t)
}

// zero initialises what is of type t with zero.
func (s *splitter) zero(t Type) Init {
	switch t := t.(type) {
	case Array:
		return &InitList{[]Init{s.zero(t.Elem)}}
	case Record:
		if l, ok := s.layouts.Of(t); ok && len(l.Fields) > 0 {
			return &InitList{[]Init{s.zero(l.Fields[0].Ty)}}
		}
		return &InitList{}
	case Floating:
		return &InitExpr{&Const{Value: FloatConst(0), Ty: t}}
	default:
		return &InitExpr{&Const{Value: IntConst(0), Ty: t}}
	}
}
