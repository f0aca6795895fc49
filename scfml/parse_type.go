package scfml

import "scf/internal/diag"

// ParseType reads a type as SCF-ML writes it over the types of p (which may be nil: the built-in types alone). Map and set
// types are named through a module, M.map, or written as Type.String does: (int, bool) map, int set. Type variables are new
// ones, the same for the same name. Errors are a diag.List.
func ParseType(text string, p *Program) (Type, error) {
	const name = "type"
	parsed, err := typeParser().ParseString(name, text)
	if err != nil {
		return nil, diag.AttachSource(syntaxError(err), name, text)
	}
	e := newElaborator()
	e.scope = typeScope(p)
	e.tyvars = &tyvars{byName: map[string]*TypeVar{}, open: true}
	t := e.ty(parsed)
	if len(e.errs) > 0 {
		return nil, diag.AttachSource(e.errs.Err(), name, text)
	}
	return t, nil
}

// typeScope is a scope with the types and modules of p.
func typeScope(p *Program) *scope {
	s := basis()
	k, v := &TypeVar{"'k"}, &TypeVar{"'v"}
	s.types["map"] = typeBinding{params: []*TypeVar{k, v}, body: &MapType{k, v}}
	s.types["set"] = typeBinding{params: []*TypeVar{k}, body: &SetType{k}}
	s = newScope("", s)
	if p == nil {
		return s
	}
	for _, d := range p.Datatypes {
		s.types[d.Name] = typeBinding{data: d}
	}
	for _, m := range p.Modules {
		s.structs[m.Name] = moduleScope(m, m.Name, s)
	}
	if p.Name != "" {
		s.structs[p.Name] = s
	}
	return s
}
