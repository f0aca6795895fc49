package scfml

import (
	"scf/internal/diag"
	"scf/scfml/core"
	"scf/scfml/syntax"
)

// ParseType reads a type as SCF-ML writes it over the types of p (which may be nil: the built-in types alone). Map and set
// types are named through a module, M.map, or written as Type.String does: (int, bool) map, int set. Type variables are new
// ones, the same for the same name. Errors are a diag.List.
func ParseType(text string, p *core.Program) (core.Type, error) {
	const name = "type"
	parsed, err := syntax.ParseType(name, text)
	if err != nil {
		return nil, diag.AttachSource(err, name, text)
	}
	e := newElaborator()
	e.scope = typeScope(p)
	e.tyvars = &tyvars{byName: map[string]*core.TypeVar{}, open: true}
	t := e.ty(parsed)
	if len(e.errs) > 0 {
		return nil, diag.AttachSource(e.errs.Err(), name, text)
	}
	return t, nil
}

// typeScope is a scope with the types and modules of p.
func typeScope(p *core.Program) *scope {
	s := basis()
	k, v := &core.TypeVar{Name: "'k"}, &core.TypeVar{Name: "'v"}
	s.types["map"] = typeBinding{params: []*core.TypeVar{k, v}, body: &core.MapType{Key: k, Value: v}}
	s.types["set"] = typeBinding{params: []*core.TypeVar{k}, body: &core.SetType{Elem: k}}
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
