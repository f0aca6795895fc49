package stager

import (
	"scf/ast"
	"scf/scfml/core"
)

// The layouts of structs, in the manifest of a staged directory.

type manifestLayout struct {
	Name   string          `json:"name"`
	Union  bool            `json:"union,omitempty"`
	Align  int64           `json:"align,omitempty"`
	Fields []manifestField `json:"fields"`
}

type manifestField struct {
	Name   string `json:"name"` // empty for an unnamed struct or union
	Offset int64  `json:"offset"`
	Type   string `json:"type"` // a value of the datatype ty, as text
	Bits   int64  `json:"bits,omitempty"`
	Shift  int64  `json:"shift,omitempty"`
}

// encodeLayouts writes types as values of p.
func encodeLayouts(layouts ast.Layouts, p *core.Program) ([]manifestLayout, error) {
	var out []manifestLayout
	for _, name := range sortedKeys(layouts) {
		l := manifestLayout{Name: name, Union: layouts[name].Union, Align: layouts[name].Align}
		for _, f := range layouts[name].Fields {
			v, err := ast.TypeToValue(f.Ty, p)
			if err != nil {
				return nil, err
			}
			l.Fields = append(l.Fields, manifestField{f.Name, f.Offset, core.FormatValue(v), f.Bits, f.Shift})
		}
		out = append(out, l)
	}
	return out, nil
}

func decodeLayouts(layouts []manifestLayout, p *core.Program) (ast.Layouts, error) {
	out := ast.Layouts{}
	for _, l := range layouts {
		layout := ast.Layout{Union: l.Union, Align: l.Align}
		for _, f := range l.Fields {
			t, err := decodeType(f.Type, p)
			if err != nil {
				return nil, err
			}
			layout.Fields = append(layout.Fields, ast.Field{Name: f.Name, Offset: f.Offset, Ty: t, Bits: f.Bits, Shift: f.Shift})
		}
		out[l.Name] = layout
	}
	return out, nil
}

// decodeType reads a value of the datatype ty of p.
func decodeType(text string, p *core.Program) (ast.Type, error) {
	v, err := core.ParseValue(text, &core.DataType{Data: ast.FindDatatype(p, "ty")}, p)
	if err != nil {
		return nil, err
	}
	return ast.TypeFromValue(v)
}
