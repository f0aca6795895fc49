package params

import (
	"strconv"
	"strings"

	"scf/internal/diag"
)

// Whether late values are among those that a pipeline was staged for, and messages about those that are not.

// NotMember is the error about a late value of p that is not in a, the set that the function, which stands in that file, was staged for.
func (p Param) NotMember(a Abstract, l Late, function, file string) error {
	all := assignment(p.Name, "CONSTANT")
	if p.IsPointer() || p.Variable {
		every := p.Everything()
		if !every.contains(l.known) {
			every = l.known.alike()
		}
		all = assignment(p.Name, every.text())
	}
	example := assignment(p.Name, a.example())
	where, part, v := difference(p, a, l.known)
	refused := func(format string, args ...any) *diag.Error {
		return diag.Errorf(diag.Pos{File: file}, format, args...)
	}
	switch {
	case !v.IsConstant():
		return refused("%s was staged for %s constant, %v, and needs its value", function, where, diag.Short(part.String())).
			WithHint("give it one, as in --value %s, or stage again without --abstract %s", example, p.Name)
	case !part.IsConstant():
		return refused("%s was staged for %s NON_CONSTANT, so it cannot be %s", function, where, diag.Short(v.text())).
			WithHint("leave the value out, or stage again with --abstract %s", all)
	}
	return refused("the value %s of %s is not among those that %s was staged for: %v", diag.Short(v.text()), where, function, diag.Short(part.String())).
		WithHint("stage again with an abstract value that has it, as in --abstract %s", all)
}

// alike are the values of the form of a, with any numbers.
func (a Abstract) alike() Abstract {
	out := Abstract{}
	for _, f := range a.forms {
		switch g := f.(type) {
		case scalar:
			if !isPointer(g.typ) {
				f = every{g.typ}
			}
		case *array:
			elems := make([]Abstract, len(g.elems))
			for i, e := range g.elems {
				elems[i] = e.alike()
			}
			f = &array{elems, g.repeated, g.typ}
		case *record:
			rec := &record{}
			for _, x := range g.fields {
				rec.fields = append(rec.fields, field{x.name, x.typ, x.value.alike()})
			}
			f = rec
		}
		out.forms = append(out.forms, f)
	}
	return out
}

// assignment is NAME=TEXT as a shell reads it.
func assignment(name, text string) string {
	if strings.ContainsAny(text, "[]{}()|* ~\"\\") {
		return "'" + name + "=" + text + "'"
	}
	return name + "=" + text
}

// difference is the smallest part of p where v is not in a: what messages call it, the set, and the value.
func difference(p Param, a, v Abstract) (where string, set, value Abstract) {
	at := place{name: p.Name, typ: p.Type}
	for {
		inner, x, y, ok := differentPart(at, a, v)
		if !ok {
			break
		}
		at, a, v = inner, x, y
	}
	if at.name == p.Name {
		if p.Variable {
			return "the variable " + p.Name, a, v
		}
		return "parameter " + p.Name, a, v
	}
	return at.name, a, v
}

// differentPart is the first direct part of the memory v that is not in that of a; ok is false where the two have not the same parts.
func differentPart(at place, a, v Abstract) (inner place, set, value Abstract, ok bool) {
	if len(a.forms) != 1 || len(v.forms) != 1 {
		return at, a, v, false
	}
	switch f := a.forms[0].(type) {
	case *array:
		g, ok := v.forms[0].(*array)
		if !ok || len(g.elems) < f.least() || len(g.elems) > f.least() && !f.repeated {
			break
		}
		for i, x := range g.elems {
			if set := f.elems[min(i, len(f.elems)-1)]; !set.contains(x) {
				inner, _, _ := elements(at, i)
				return inner, set, x, true
			}
		}
	case *record:
		if g, ok := v.forms[0].(*record); ok {
			return differentField(at, f, g)
		}
	}
	return at, a, v, false
}

func differentField(at place, f, g *record) (inner place, set, value Abstract, ok bool) {
	for _, x := range f.fields {
		if y := g.get(x.name); !x.value.contains(y) {
			return place{name: fieldName(at, x.name), typ: x.typ}, x.value, y, true
		}
	}
	for _, y := range g.fields {
		if x := f.get(y.name); !x.IsConstant() {
			return place{name: fieldName(at, y.name), typ: y.typ}, x, y.value, true
		}
	}
	return at, Abstract{}, Abstract{}, false
}

// get is what is known of a field.
func (r *record) get(name string) Abstract {
	for _, f := range r.fields {
		if f.name == name {
			return f.value
		}
	}
	return Abstract{}
}

// example is the text of a value that a allows, for hints.
func (a Abstract) example() string {
	if !a.IsConstant() {
		return "NON_CONSTANT"
	}
	if null, ok := a.forms[0].(scalar); ok && isPointer(null.typ) && len(a.forms) > 1 {
		return Abstract{a.forms[1:]}.example()
	}
	switch f := a.forms[0].(type) {
	case every:
		if isFloat(f.typ) {
			return "1.5"
		}
		return "3"
	case *array:
		return f.example()
	case *record:
		var parts []string
		for _, x := range f.fields {
			parts = append(parts, x.name+":"+x.value.example())
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return formText(a.forms[0])
}

// example has two elements of those whose number is not known, and where there are many shows the first.
func (a *array) example() string {
	const many = 8
	var parts []string
	for i := range min(len(a.elems), many) {
		parts = append(parts, a.elems[i].example())
	}
	switch {
	case len(a.elems) > many:
		parts = append(parts, "... "+strconv.Itoa(len(a.elems))+" elements")
	case a.repeated:
		parts = append(parts, a.elems[len(a.elems)-1].example())
	}
	return "[" + strings.Join(parts, ",") + "]"
}
