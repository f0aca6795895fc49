package params

// IsWithin reports whether l is in a, or in nothing: of a parameter that is not constant there it does not tell.
func (l Late) IsWithin(a Abstract) bool { return !a.IsConstant() || a.contains(l.known) }

// Within is l without what is not constant in a, the set that a function was staged for: fields of structs, as a rule, that a says nothing of.
func (l Late) Within(a Abstract) Late {
	return Late{l.known.within(a)}
}

// within is v without what is not constant in a. Of several forms that fits which has what is left.
func (v Abstract) within(a Abstract) Abstract {
	if !a.IsConstant() {
		return Abstract{}
	}
	if len(v.forms) != 1 {
		return v
	}
	for _, f := range a.forms {
		if left := one(withinForm(v.forms[0], f)); a.contains(left) {
			return left
		}
	}
	return v
}

func withinForm(v, a form) form {
	switch v := v.(type) {
	case *array:
		a, ok := a.(*array)
		if !ok || len(a.elems) == 0 {
			return v
		}
		elems := make([]Abstract, len(v.elems))
		for i, e := range v.elems {
			elems[i] = e.within(a.elems[min(i, len(a.elems)-1)])
		}
		return &array{elems, v.repeated, v.typ}
	case *record:
		a, ok := a.(*record)
		if !ok {
			return v
		}
		left := &record{}
		for _, f := range v.fields {
			if value := f.value.within(a.get(f.name)); len(value.forms) > 0 {
				left.fields = append(left.fields, field{f.name, f.typ, value})
			}
		}
		return left
	}
	return v
}
