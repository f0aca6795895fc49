package ast

// Local arrays of structs are split into an array for each of their fields (an array of structs into a struct of arrays): so passes see an interpreter's frames,
// `frames[fp++].back = pc`, as they see its other stacks.

// mostSplitElements is how many elements an array may have that is split.
const mostSplitElements = 64

// SplitArrays is f with arrays in place of the fields of elements of its local arrays that are only used field by field: no address is taken of them or of
// what is in them, and no element is used as a whole.
func SplitArrays(f *Func, ls Layouts) *Func {
	s := &arraySplitter{arrays: map[string]*splitArray{}, splitter: splitter{layouts: ls, records: map[string]*splitRecord{}}}
	Walk(f.Body, func(c Cmd) {
		if d, ok := c.(*Declare); ok {
			s.find(d)
		}
	}, nil, nil)
	if len(s.arrays) == 0 {
		return f
	}
	Walk(f.Body, nil, s.uses, nil)
	splits := false
	for _, a := range s.arrays {
		a.whole = a.whole || a.mentions > 0
		splits = splits || !a.whole
	}
	if !splits {
		return f
	}
	out := *f
	out.Body = s.cmd(f.Body)
	Number(&out)
	return &out
}

type arraySplitter struct {
	splitter
	arrays map[string]*splitArray
}

// splitArray is a local array of structs.
type splitArray struct {
	whole    bool // it is used for more than fields of elements
	mentions int  // of it beside those
	used     map[string]bool
}

// find notes the array that d declares, if it may be split.
func (s *arraySplitter) find(d *Declare) {
	t, isArray := d.Ty.(Array)
	if !isArray || !s.isSmallArray(t) || s.arrays[d.Name] != nil {
		return
	}
	if _, isList := d.Init.(*InitList); !isList {
		if _, without := d.Init.(NoInit); !without {
			return
		}
	}
	a := &splitArray{used: map[string]bool{}}
	RebuildInit(d.Init, func(e Expr) Expr {
		a.whole = a.whole || HasCall(e) || isRecord(TypeOf(e))
		return e
	})
	s.arrays[d.Name] = a
}

// uses finds what e does with the arrays.
func (s *arraySplitter) uses(e Expr) {
	switch e := e.(type) {
	case *Object:
		if a := s.arrays[e.Name]; a != nil {
			a.mentions++
		}
	case *AddressOf:
		if o, ok := rootOf(e.X).(*Object); ok && s.arrays[o.Name] != nil {
			s.arrays[o.Name].whole = true
		}
	case *Member:
		if x, path, ok := s.element(e); ok && !isRecord(e.Ty) {
			a := s.arrays[x.X.(*Object).Name]
			a.used[path] = true
			if _, isArray := e.Ty.(Array); isArray {
				a.whole = true
			}
			a.mentions--
		}
	}
}

// element is the element that e is a field of, or a field of one, and the path that leads there; ok is false where it is none of such an array.
func (s *arraySplitter) element(e *Member) (x *Index, path string, ok bool) {
	switch in := e.X.(type) {
	case *Member:
		x, path, ok = s.element(in)
		return x, joinPath(path, e.Field), ok
	case *Index:
		o, isObject := in.X.(*Object)
		return in, e.Field, isObject && s.arrays[o.Name] != nil
	}
	return nil, "", false
}

func (s *arraySplitter) cmd(c Cmd) Cmd {
	d, ok := c.(*Declare)
	if !ok || s.arrays[d.Name] == nil || s.arrays[d.Name].whole {
		return RebuildCmd(c, s.cmd, s.expr)
	}
	var all []Cmd
	t := d.Ty.(Array)
	var elements []Init
	if list, ok := d.Init.(*InitList); ok {
		elements = list.Elems
	}
	s.declare(d, t.Elem, "", elements, &all)
	return SeqOf(all...)
}

// declare declares the arrays for the fields of elements, or of structs in them, of type t, that are used: with what elements initialise them with, those of them that d does.
func (s *arraySplitter) declare(d *Declare, t Type, within string, elements []Init, all *[]Cmd) {
	l, _ := s.layouts.Of(t)
	for i, f := range l.Fields {
		path := joinPath(within, f.Name)
		parts := make([]Init, len(elements))
		for j, e := range elements {
			parts[j] = s.initOf(e, i, f)
		}
		if isRecord(f.Ty) {
			s.declare(d, f.Ty, path, parts, all)
			continue
		}
		if !s.arrays[d.Name].used[path] {
			continue
		}
		init := Init(NoInit{})
		if _, isList := d.Init.(*InitList); isList {
			list := &InitList{}
			for _, p := range parts {
				if _, without := p.(NoInit); without {
					p = s.zero(f.Ty)
				}
				list.Elems = append(list.Elems, RebuildInit(p, s.expr))
			}
			if len(list.Elems) == 0 {
				list.Elems = []Init{s.zero(f.Ty)}
			}
			init = list
		}
		ty := Array{Elem: Unqualified(f.Ty), Len: d.Ty.(Array).Len}
		*all = append(*all, &Declare{Name: splitName(d.Name, path), Ty: ty, Init: init, At: d.At})
	}
}

func (s *arraySplitter) expr(e Expr) Expr {
	if m, ok := e.(*Member); ok && !isRecord(m.Ty) {
		if x, path, ok := s.element(m); ok {
			o := x.X.(*Object)
			if !s.arrays[o.Name].whole {
				ty := Array{Elem: Unqualified(m.Ty), Len: o.Ty.(Array).Len}
				return &Index{X: &Object{splitName(o.Name, path), ty, o.Label}, I: s.expr(x.I), Ty: m.Ty, Label: m.Label}
			}
		}
	}
	return RebuildExpr(e, s.expr)
}
