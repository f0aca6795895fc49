package scfml

import (
	"slices"

	"scf/internal/diag"
	"scf/scfml/core"
	"scf/scfml/syntax"
)

// What editors ask of a program: besides errors and warnings, the types of expressions and patterns and the declarations of names. The
// elaborator notes them by the place of the token that an expression begins with, of an operator, or of a name.

// Analysis is what is known of the texts of a program, be they right or not.
type Analysis struct {
	Errors, Warnings diag.List

	types map[diag.Pos][]core.Type // several are a function's argument and result
	uses  map[diag.Pos]any         // what names mean, as keys of decls
	decls map[any]diag.Pos
}

// Analyze is the analysis of the sources as one program, one after the other. A source with a syntax error is left out. What will stage badly (Check) is warned of where
// the sources are a program, with an entry.
func Analyze(sources ...Source) *Analysis {
	a := &Analysis{types: map[diag.Pos][]core.Type{}, uses: map[diag.Pos]any{}, decls: map[any]diag.Pos{}}
	e := newElaborator()
	e.analysis = a
	e.files(parseSources(e, sources))
	if len(e.errs) == 0 {
		for _, c := range e.checks {
			a.Warnings = append(a.Warnings, matchWarnings(c)...)
		}
		if p, _, err := Load("", sources...); err == nil {
			a.Warnings = append(a.Warnings, Check(p)...)
		}
	}
	a.Errors = e.errs
	return a
}

// Type is the type of the expression, pattern or name at a place, of functions and of constructors with arguments with an arrow; "" where
// there is none.
func (a *Analysis) Type(at diag.Pos) string {
	types := a.types[at]
	if types == nil {
		return ""
	}
	texts := core.ShowTypes(types...)
	if len(texts) == 2 {
		return texts[0] + " -> " + texts[1]
	}
	return texts[0]
}

// Declaration is where the name at a place is declared, if it is in one of the sources.
func (a *Analysis) Declaration(at diag.Pos) (diag.Pos, bool) {
	pos, ok := a.decls[a.uses[at]]
	return pos, ok
}

// typeAt notes the type of what begins at a place; what is noted first stays.
func (e *elaborator) typeAt(pos diag.Pos, types ...core.Type) {
	if e.analysis != nil && e.analysis.types[pos] == nil {
		e.analysis.types[pos] = types
	}
}

// declaredAt notes where something is declared; a declaration is a use of its name, too.
func (e *elaborator) declaredAt(pos diag.Pos, what any) {
	if e.analysis != nil {
		e.analysis.decls[what] = pos
		e.analysis.uses[pos] = what
	}
}

// usedAt notes what a name of a value means, and its type.
func (e *elaborator) usedAt(pos diag.Pos, b binding) {
	if e.analysis == nil || b == nil {
		return
	}
	e.analysis.uses[pos] = declaration(b)
	switch b := b.(type) {
	case *funBinding:
		e.typeAt(pos, argumentType(b.params), b.result)
	case *core.Con:
		if len(b.Args) > 0 {
			e.typeAt(pos, argumentType(b.Args), &core.DataType{Data: b.Data, Args: asTypes(b.Data.Params)})
		}
	case opBinding:
		args, result := e.OpType(b.op, b.mod)
		e.typeAt(pos, argumentType(args), result)
	}
}

// declaration is what b is declared as: the key of its place.
func declaration(b binding) any {
	switch b := b.(type) {
	case varBinding:
		return b.v
	case opBinding:
		return b.mod
	case iterBinding:
		return b.mod
	case emptyBinding:
		return b.mod
	}
	return b
}

func argumentType(types []core.Type) core.Type {
	if len(types) == 1 {
		return types[0]
	}
	return &core.TupleType{Elems: types}
}

func asTypes(vars []*core.TypeVar) []core.Type {
	out := make([]core.Type, len(vars))
	for i, v := range vars {
		out[i] = v
	}
	return out
}

// Symbol is a declaration of a text.
type Symbol struct {
	Name, Kind string   // Kind is the keyword of the declaration, or constructor
	Pos        diag.Pos // of the name, or of what stands before it
	Inside     []Symbol
}

// Symbols are the declarations of a text, with those in structures, and the constructors of datatypes.
func Symbols(src Source) []Symbol {
	f, err := syntax.Parse(src)
	if err != nil {
		return nil
	}
	return symbols(f.Decls)
}

func symbols(ds []*syntax.Decl) []Symbol {
	var out []Symbol
	for _, d := range ds {
		if s := d.Structure; s != nil {
			sym := Symbol{Name: s.Name, Kind: "structure", Pos: syntax.DiagPos(s.Pos)}
			if s.Body != nil {
				sym.Inside = symbols(s.Body.Decls)
			}
			out = append(out, sym)
		}
		for _, f := range d.Funs {
			out = append(out, Symbol{Name: f.Clauses[0].Name, Kind: "fun", Pos: syntax.DiagPos(f.Pos)})
		}
		for _, v := range d.Vals {
			if a := v.Pat.Parts[0].Items[0].Atoms[0]; a.Name != "" {
				out = append(out, Symbol{Name: a.Name, Kind: "val", Pos: syntax.DiagPos(a.Pos)})
			}
		}
		for _, t := range d.Synonyms {
			out = append(out, Symbol{Name: t.Name, Kind: "type", Pos: syntax.DiagPos(t.Pos)})
		}
		for _, t := range d.Datatypes {
			sym := Symbol{Name: t.Name, Kind: "datatype", Pos: syntax.DiagPos(t.Pos)}
			for _, c := range t.Cons {
				sym.Inside = append(sym.Inside, Symbol{Name: c.Name, Kind: "constructor", Pos: syntax.DiagPos(c.Pos)})
			}
			out = append(out, sym)
		}
	}
	return slices.Clip(out)
}
