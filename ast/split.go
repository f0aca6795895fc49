package ast

import (
	"fmt"
	"strings"
)

// Local structs are split into a variable for each of their fields where nothing else is done with them (scalar replacement of aggregates): so
// passes see the fields as they see other variables, an interpreter's `vm.pc` as a program counter, and arrays among them, `vm.stack`, as arrays of their
// own. Copies of such structs are split into copies of fields (split_copies.go).

// SplitRecords is f with variables in place of the fields of its local structs that are only used field by field, or copied to and from structs: no
// address is taken of them or of what is in them, but for pointers that are followed (FollowPointers), and none is passed as a whole. Of unions
// and bit-fields, which lie in each other, and of structs without a layout in ls nothing is split.
func SplitRecords(f *Func, ls Layouts) *Func {
	f = IndexPointers(FollowPointers(f))
	whole := map[string]bool{}
	for {
		s := &splitter{layouts: ls, records: map[string]*splitRecord{}, copies: map[Expr]*recordCopy{}, pointed: map[string]string{}}
		s.find(f.Body, whole)
		split := s.split(f)
		if split == f || !s.keepWhole(split, whole) {
			return split
		}
	}
}

type splitter struct {
	layouts  Layouts
	records  map[string]*splitRecord
	copies   map[Expr]*recordCopy // by what is copied
	order    []*recordCopy
	returned int               // how many structs are made whole to be returned
	fixes    int               // how many variables fix a place that is copied
	small    map[string]bool   // local arrays of structs of which no address is taken
	pointed  map[string]string // the arrays in structs that pointers are set to places in, and the structs
}

// split is f with the structs split that can be; f if there is none.
func (s *splitter) split(f *Func) *Func {
	if len(s.records) == 0 {
		return f
	}
	s.findArrays(f.Body)
	s.look(f.Body)
	s.solve()
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
	if len(s.pointed) > 0 {
		return IndexPointers(&out)
	}
	return &out
}

// keepWhole notes the structs of which an array's address is still taken in f, where they are split: pointers may lead from one of their fields to another. It
// reports whether there are any.
func (s *splitter) keepWhole(f *Func, whole map[string]bool) (found bool) {
	Walk(f.Body, nil, func(e Expr) {
		a, ok := e.(*AddressOf)
		if !ok {
			return
		}
		o, ok := rootOf(a.X).(*Object)
		if !ok {
			return
		}
		if name, ok := s.pointed[o.Name]; ok && s.records[name].isSplit() {
			whole[name], found = true, true
		}
	}, nil)
	return found
}

// splitRecord is a local struct.
type splitRecord struct {
	whole bool            // it is used as a whole, or its address is
	used  map[string]bool // its fields and those of structs in it, by path
}

func (r *splitRecord) isSplit() bool { return r != nil && !r.whole }

// find finds the local structs that may be split by their declarations, but for some.
func (s *splitter) find(c Cmd, whole map[string]bool) {
	Walk(c, func(c Cmd) {
		if d, ok := c.(*Declare); ok && s.canSplit(d) {
			s.records[d.Name] = &splitRecord{whole: whole[d.Name], used: map[string]bool{}}
		}
	}, nil, nil)
}

// findArrays finds the local arrays of structs that SplitArrays may split, if no element is used as a whole.
func (s *splitter) findArrays(c Cmd) {
	s.small = map[string]bool{}
	Walk(c, func(c Cmd) {
		if d, ok := c.(*Declare); ok && s.isSmallArray(d.Ty) {
			s.small[d.Name] = true
		}
	}, nil, nil)
	Walk(c, nil, func(e Expr) {
		if a, ok := e.(*AddressOf); ok {
			if o, ok := rootOf(a.X).(*Object); ok {
				delete(s.small, o.Name)
			}
		}
	}, nil)
}

// isSmallArray reports whether t is an array of few structs that may be split.
func (s *splitter) isSmallArray(t Type) bool {
	a, ok := t.(Array)
	return ok && isRecord(a.Elem) && !IsVolatile(a.Elem) && a.Len > 0 && a.Len <= mostSplitElements && s.isPlain(a.Elem)
}

// isElement reports whether e is an element of one of these arrays.
func (s *splitter) isElement(e Expr) bool {
	i, ok := e.(*Index)
	if !ok {
		return false
	}
	o, ok := i.X.(*Object)
	return ok && s.small[o.Name]
}

func (s *splitter) canSplit(d *Declare) bool {
	r, ok := d.Ty.(Record)
	if !ok || s.records[d.Name] != nil || strings.Contains(r.Name, volatilePrefix) || !s.isPlain(d.Ty) {
		return false
	}
	ok = true // no part of the initialiser is left out if a field is
	RebuildInit(d.Init, func(e Expr) Expr {
		ok = ok && !HasCall(e)
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
		if f.Name == "" || f.Bits > 0 || isRecord(f.Ty) && !s.isPlain(f.Ty) {
			return false
		}
	}
	return true
}

func isRecord(t Type) bool {
	_, ok := t.(Record)
	return ok
}

// look finds what is done with the structs.
func (s *splitter) look(c Cmd) {
	p := parts{expr: s.uses}
	p.cmd = func(c Cmd) {
		switch c := c.(type) {
		case *Declare:
			if x := s.choiceIn(c); x != nil {
				s.copied(&Object{c.Name, c.Ty, nil}, recordPart{name: c.Name}, true, x)
			} else {
				s.lookInit(recordPart{name: c.Name}, s.records[c.Name] != nil, c.Ty, c.Init)
			}
		case *Return:
			s.lookInit(recordPart{}, false, TypeOf(c.X), &InitExpr{c.X})
		case *Store:
			if isRecord(TypeOf(c.Dest)) {
				to, isTo := s.part(c.Dest)
				s.copied(c.Dest, to, isTo, c.X)
			} else {
				p.of(c)
			}
		default:
			p.of(c)
		}
	}
	p.cmd(c)
}

// uses finds what e does with them, where the value of e is used or stored to.
func (s *splitter) uses(e Expr) {
	if p, ok := s.part(e); ok {
		switch TypeOf(e).(type) {
		case Array, Record:
			s.records[p.name].whole = true
		default:
			s.records[p.name].used[p.path] = true
		}
		return
	}
	switch e := e.(type) {
	case *Index:
		if p, ok := s.part(e.X); ok && p.path != "" {
			s.records[p.name].used[p.path] = true
			s.uses(e.I)
			return
		}
	case *AddressOf:
		if s.pointsInto(e) {
			return
		}
		if o, ok := rootOf(e.X).(*Object); ok && s.records[o.Name] != nil {
			s.records[o.Name].whole = true
		}
	}
	for _, x := range Operands(e) {
		s.uses(x)
	}
}

// pointsInto reports whether e is the address of an array in a local struct, or of an element of it: indices may stand for pointers there.
func (s *splitter) pointsInto(e *AddressOf) bool {
	place, i := e.X, Expr(nil)
	if element, ok := place.(*Index); ok {
		place, i = element.X, element.I
	}
	p, ok := s.part(place)
	if _, isArray := TypeOf(place).(Array); !isArray || !ok {
		return false
	}
	s.records[p.name].used[p.path] = true
	s.pointed[splitName(p.name, p.path)] = p.name
	if i != nil {
		s.uses(i)
	}
	return true
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

// recordPart is a part of a local struct: the field that a path leads to, and the struct itself where it is empty.
type recordPart struct{ name, path string }

func (p recordPart) field(name string) recordPart { return recordPart{p.name, joinPath(p.path, name)} }

func joinPath(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// part is the part of a local struct that e is.
func (s *splitter) part(e Expr) (p recordPart, ok bool) {
	switch e := e.(type) {
	case *Object:
		return recordPart{name: e.Name}, s.records[e.Name] != nil
	case *Member:
		p, ok = s.part(e.X)
		return p.field(e.Field), ok
	}
	return recordPart{}, false
}

// variable is the variable that the scalar, or the array, e has become.
func (s *splitter) variable(e Expr) (name string, ok bool) {
	p, ok := s.part(e)
	if !ok || isRecord(TypeOf(e)) || !s.records[p.name].isSplit() {
		return "", false
	}
	return splitName(p.name, p.path), true
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
		if x := s.choiceIn(c); x != nil && s.isSplit(x) {
			return SeqOf(&Declare{c.Name, c.Ty, NoInit{}, nil, c.At}, s.cmd(&Store{&Object{c.Name, c.Ty, nil}, x, nil, c.At}))
		}
		return &Declare{c.Name, c.Ty, s.init(c.Init), c.Label, c.At}
	case *Store:
		if s.isSplit(c.X) {
			return s.copy(c)
		}
		return s.store(c)
	case *Return:
		if copied := s.copies[c.X]; copied != nil && copied.isSplit {
			s.returned++
			name := fmt.Sprint(copied.from.name, "#returned", s.returned)
			whole := &Declare{name, TypeOf(c.X), s.listOf(TypeOf(c.X), c.X), nil, c.At}
			return SeqOf(whole, &Return{&Object{name, TypeOf(c.X), nil}, c.Label, c.At})
		}
	}
	return RebuildCmd(c, s.cmd, s.expr)
}

func (s *splitter) store(c *Store) Cmd {
	if name, ok := s.variable(c.Dest); ok {
		return &Assign{name, TypeOf(c.Dest), s.expr(c.X), c.Label, c.At}
	}
	return &Store{s.expr(c.Dest), s.expr(c.X), c.Label, c.At}
}

func (s *splitter) expr(e Expr) Expr {
	name, ok := s.variable(e)
	if !ok {
		return RebuildExpr(e, s.expr)
	}
	if _, isArray := TypeOf(e).(Array); isArray {
		return &Object{name, TypeOf(e), LabelOfExpr(e)}
	}
	return &Var{name, TypeOf(e), LabelOfExpr(e)}
}

// declared declares the fields that are used of the struct that d declares, in their order.
func (s *splitter) declared(d *Declare, r *splitRecord) Cmd {
	var all []Cmd
	if x := s.choiceIn(d); x != nil {
		s.declareFields(d, r, d.Ty, "", NoInit{}, &all)
		return SeqOf(append(all, s.cmd(&Store{&Object{d.Name, d.Ty, nil}, x, nil, d.At}))...)
	}
	s.declareFields(d, r, d.Ty, "", d.Init, &all)
	return SeqOf(all...)
}

// choiceIn is what initialises a local struct that may be split, where it is one of two.
func (s *splitter) choiceIn(d *Declare) Expr {
	if init, ok := d.Init.(*InitExpr); ok && s.records[d.Name] != nil {
		if x, ok := init.X.(*Cond); ok {
			return x
		}
	}
	return nil
}

func (s *splitter) declareFields(d *Declare, r *splitRecord, t Type, within string, init Init, all *[]Cmd) {
	l, _ := s.layouts.Of(t)
	for i, f := range l.Fields {
		part := s.initOf(init, i, f)
		path := joinPath(within, f.Name)
		if isRecord(f.Ty) {
			s.declareFields(d, r, f.Ty, path, part, all)
		} else if r.used[path] {
			*all = append(*all, &Declare{Name: splitName(d.Name, path), Ty: f.Ty, Init: s.init(part), At: d.At})
		}
	}
}

// initOf is what the i-th field of what init initialises starts with: zero where a list says nothing of it.
func (s *splitter) initOf(init Init, i int, f Field) Init {
	switch init := init.(type) {
	case *InitExpr:
		return &InitExpr{fieldOf(init.X, f)}
	case *InitList:
		if i < len(init.Elems) {
			return init.Elems[i]
		}
		return s.zero(f.Ty)
	}
	return NoInit{}
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
