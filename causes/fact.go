package causes

// Fact is what is known of a parameter's value, or of a part of the memory that it reaches; the zero value is nothing.
type Fact struct {
	// Scalar tells that a number is constant, or a pointer null.
	Scalar bool
	// Elem is what is known of each element of an array, or of those that a pointer points to; nil if it is no array.
	Elem *Fact
	// Fields are those of a struct, or of the one that a pointer points to; nil if it is none.
	Fields map[string]Fact
	// Whole tells that all of the memory is constant that the pointer reaches.
	Whole bool
}

// Known reports whether something is known.
func (f Fact) Known() bool { return f.Scalar || f.isMemory() }

// isMemory reports whether the fact is about memory that does not change.
func (f Fact) isMemory() bool { return f.Elem != nil || f.Fields != nil || f.Whole }

// element is what is known of the elements of the array, or of what the pointer points to.
func (f Fact) element() Fact {
	switch {
	case f.Elem != nil:
		return *f.Elem
	case f.Fields != nil:
		return f
	case f.Whole:
		return Fact{Scalar: true, Whole: true}
	}
	return Fact{}
}

// field is what is known of a field of the struct, or of the one that the pointer points to.
func (f Fact) field(name string) Fact {
	if f.Elem != nil {
		return f.Elem.field(name)
	}
	if f.Whole {
		return Fact{Scalar: true, Whole: true}
	}
	return f.Fields[name]
}

// Meet is what f and g have in common.
func (f Fact) Meet(g Fact) Fact {
	switch {
	case f.Whole:
		return g
	case g.Whole:
		return f
	}
	out := Fact{Scalar: f.Scalar && g.Scalar}
	if f.Elem != nil && g.Elem != nil {
		e := f.Elem.Meet(*g.Elem)
		out.Elem = &e
	}
	if f.Fields != nil && g.Fields != nil {
		out.Fields = map[string]Fact{}
		for name, x := range f.Fields {
			if y, ok := g.Fields[name]; ok {
				out.Fields[name] = x.Meet(y)
			}
		}
	}
	return out
}
