package ast

// This file finds out whether a copy of a function may have records of its own that stand for those of the original. To C they are other types, so that the two
// must not reach the same object by them.

// KeepsApart reports whether no object is reached as one of the records, which f defines for itself, but variables of f: it converts no pointer to
// one to them, and no pointer to such a pointer to another type.
func KeepsApart(f *Func, records map[string]bool, ls Layouts) bool {
	o := &ownRecords{records, ls, map[string]bool{}}
	apart := true
	Walk(f.Body, nil, func(e Expr) {
		c, ok := e.(*Convert)
		if !ok {
			return
		}
		from := TypeOf(c.X)
		switch _, isConst := c.X.(*Const); {
		case isConst:
		case o.leads(c.Ty) && !o.leads(from), o.leadsInMemory(from) && !o.leads(c.Ty):
			apart = false
		}
	}, nil)
	return apart
}

type ownRecords struct {
	names   map[string]bool
	layouts Layouts
	inside  map[string]bool // records that are being looked into
}

// is reports whether t is one of the records, or an array of them.
func (o *ownRecords) is(t Type) bool {
	switch t := t.(type) {
	case Array:
		return o.is(t.Elem)
	case Record:
		return o.names[unqualified(t.Name)]
	}
	return false
}

// leads reports whether t is a pointer, or has several levels of them, to one of the records.
func (o *ownRecords) leads(t Type) bool {
	p, ok := t.(Pointer)
	return ok && (o.is(p.Elem) || o.leads(p.Elem) || o.holds(p.Elem))
}

// leadsInMemory reports whether t is a pointer to what holds pointers to the records.
func (o *ownRecords) leadsInMemory(t Type) bool {
	p, ok := t.(Pointer)
	return ok && o.holds(p.Elem)
}

// holds reports whether pointers to the records lie in a value of type t.
func (o *ownRecords) holds(t Type) bool {
	switch t := t.(type) {
	case Pointer:
		return o.leads(t)
	case Array:
		return o.holds(t.Elem)
	case Record:
		name := unqualified(t.Name)
		if o.inside[name] {
			return false
		}
		o.inside[name] = true
		defer delete(o.inside, name)
		l, _ := o.layouts.Of(t)
		for _, f := range l.Fields {
			if o.holds(f.Ty) {
				return true
			}
		}
	}
	return false
}
