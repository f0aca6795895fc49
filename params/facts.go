package params

import "scf/causes"

// Early knowledge as package causes gets it, which tells why constants do not decide what a function does.

// Fact is a as package causes gets it: of several forms what they have in common, the null pointer apart.
func (a Abstract) Fact() causes.Fact {
	var out causes.Fact
	first := true
	for _, f := range a.forms {
		fact := formFact(f)
		if s, isScalar := f.(scalar); isScalar && isPointer(s.typ) && len(a.forms) > 1 {
			continue
		}
		if first {
			out, first = fact, false
		} else {
			out = out.Meet(fact)
		}
	}
	return out
}

func formFact(f form) causes.Fact {
	switch f := f.(type) {
	case *link:
		return causes.Fact{Whole: true}
	case *table:
		return f.known.Fact()
	case *array:
		if len(f.elems) == 0 {
			return causes.Fact{}
		}
		all := f.elems[0].Fact()
		for _, x := range f.elems[1:] {
			all = all.Meet(x.Fact())
		}
		return causes.Fact{Elem: &all}
	case *record:
		fields := map[string]causes.Fact{}
		for _, x := range f.fields {
			fields[x.name] = x.value.Fact()
		}
		return causes.Fact{Fields: fields}
	}
	return causes.Fact{Scalar: true}
}
