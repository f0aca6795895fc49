package core

import (
	"slices"
	"strings"
)

// Printing of types and of the declarations of datatypes and modules. A map or set type is named through the first module
// that has it; so a module is declared before the datatypes that mention its type.

// typeText is t as it is written; in a product and before a type's name, products stand in parentheses.
func (p *printer) typeText(t Type, operand bool) string {
	switch t := prune(t).(type) {
	case *TupleType:
		if len(t.Elems) == 0 {
			return "unit"
		}
		parts := make([]string, len(t.Elems))
		for i, e := range t.Elems {
			parts[i] = p.typeText(e, true)
		}
		s := strings.Join(parts, " * ")
		if operand {
			s = "(" + s + ")"
		}
		return s
	case *DataType:
		return p.typeArgs(t.Args) + p.typeName(t.Data)
	case *MapType:
		return p.moduleOf(t, false) + ".map"
	case *SetType:
		return p.moduleOf(t, true) + ".set"
	default:
		return t.String()
	}
}

func (p *printer) typeArgs(args []Type) string {
	switch len(args) {
	case 0:
		return ""
	case 1:
		return p.typeText(args[0], true) + " "
	}
	parts := make([]string, len(args))
	for i, a := range args {
		parts[i] = p.typeText(a, false)
	}
	return "(" + strings.Join(parts, ", ") + ") "
}

func (p *printer) typeName(d *Datatype) string {
	if name, ok := p.types[d]; ok {
		return name
	}
	return d.Name
}

// moduleOf is the name of the module whose maps (or sets) are of type t: of the first of that kind where t is not known.
func (p *printer) moduleOf(t Type, isSet bool) string {
	if m := p.module(t, isSet); m != nil {
		return p.moduleName(m)
	}
	for _, m := range p.prog.Modules {
		if m.IsSet == isSet {
			return p.moduleName(m)
		}
	}
	return "M"
}

// module is the first module with that type; nil if there is none.
func (p *printer) module(t Type, isSet bool) *Module {
	i := slices.IndexFunc(p.prog.Modules, func(m *Module) bool { return t != nil && m.IsSet == isSet && equalTypes(m.Type(), t) })
	if i < 0 {
		return nil
	}
	return p.prog.Modules[i]
}

// equalTypes reports whether a and b are the same type; unknown types are equal to themselves only.
func equalTypes(a, b Type) bool {
	a, b = prune(a), prune(b)
	switch x := a.(type) {
	case *TupleType:
		y, ok := b.(*TupleType)
		return ok && slices.EqualFunc(x.Elems, y.Elems, equalTypes)
	case *DataType:
		y, ok := b.(*DataType)
		return ok && x.Data == y.Data && slices.EqualFunc(x.Args, y.Args, equalTypes)
	case *MapType:
		y, ok := b.(*MapType)
		return ok && equalTypes(x.Key, y.Key) && equalTypes(x.Value, y.Value)
	case *SetType:
		y, ok := b.(*SetType)
		return ok && equalTypes(x.Elem, y.Elem)
	}
	return a == b
}

// typeDecls prints the datatypes, in order, each group behind the modules that it mentions, and then the other modules.
func (p *printer) typeDecls() []doc {
	d := &typeDecls{printer: p, done: map[any]bool{}, groups: map[*Datatype][]*Datatype{}}
	for _, g := range p.prog.Groups {
		for _, data := range g {
			d.groups[data] = g
		}
	}
	for _, g := range p.prog.Groups {
		d.group(g)
	}
	for _, m := range p.prog.Modules {
		d.module(m)
	}
	d.flush()
	return d.out
}

// typeDecls orders declarations of types.
type typeDecls struct {
	*printer
	done    map[any]bool // modules and the first datatypes of groups that are printed
	groups  map[*Datatype][]*Datatype
	modules []doc // that stand together
	out     []doc
}

func (d *typeDecls) group(g []*Datatype) {
	if len(g) == 0 || d.done[g[0]] {
		return
	}
	d.done[g[0]] = true
	for _, data := range g {
		for _, c := range data.Cons {
			for _, t := range c.Args {
				d.before(t)
			}
		}
	}
	d.flush()
	var out []doc
	for i, data := range g {
		out = append(out, d.datatype([]string{"datatype ", "and "}[min(i, 1)], data))
	}
	d.out = append(d.out, joined(out, hardDoc{}))
}

// before prints what a type mentions.
func (d *typeDecls) before(t Type) {
	switch t := t.(type) {
	case *TupleType:
		for _, e := range t.Elems {
			d.before(e)
		}
	case *DataType:
		for _, a := range t.Args {
			d.before(a)
		}
		d.group(d.groups[t.Data])
	case *MapType:
		if m := d.printer.module(t, false); m != nil {
			d.module(m)
		}
	case *SetType:
		if m := d.printer.module(t, true); m != nil {
			d.module(m)
		}
	}
}

func (d *typeDecls) module(m *Module) {
	if d.done[m] {
		return
	}
	d.done[m] = true
	d.before(m.Key)
	functor := "SetFn(type value = " + d.typeText(m.Key, false) + ")"
	if !m.IsSet {
		d.before(m.Value)
		functor = "MapFn(type key = " + d.typeText(m.Key, false) + " type value = " + d.typeText(m.Value, false) + ")"
	}
	d.modules = append(d.modules, text("structure "+d.moduleName(m)+" = "+functor))
}

// flush ends a run of modules.
func (d *typeDecls) flush() {
	if len(d.modules) > 0 {
		d.out = append(d.out, joined(d.modules, hardDoc{}))
		d.modules = nil
	}
}

func (d *typeDecls) datatype(keyword string, data *Datatype) doc {
	params := make([]Type, len(data.Params))
	for i, v := range data.Params {
		params[i] = v
	}
	out := catDoc{text(keyword + d.typeArgs(params) + d.typeName(data))}
	for i, c := range data.Cons {
		s := []string{"= ", "| "}[min(i, 1)] + d.conName(c)
		for j, t := range c.Args {
			s += []string{" of ", " * "}[min(j, 1)] + d.typeText(t, true)
		}
		out = append(out, softLine, text(s))
	}
	return groupDoc{nestDoc{out}}
}
