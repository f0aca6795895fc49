package stager

import (
	"context"

	"scf/absval"
	"scf/ast"
	"scf/causes"
	"scf/scfml/core"
)

// LatticeContains reports whether l is in a, both as the passes get them: as values of the datatype lattice of p.
func LatticeContains(d *absval.Domain, p *core.Program, a Abstract, l Late) (bool, error) {
	set, err := a.value(d, p)
	if err != nil {
		return false, err
	}
	v, err := ast.LatticeToValue(l.lattice(), p)
	return err == nil && d.Contains(set, v), err
}

// Everything is that all that p reaches is constant.
func Everything(p Param) Abstract { return everything(p.Type, p.Layouts) }

// ReportOf is what package causes tells of r.
func ReportOf(ctx context.Context, r *Result) (*causes.Report, error) { return r.report(ctx) }

// EarlyReport is what package causes tells of s.
func EarlyReport(s *Staged) *causes.Report { return s.causes }

// Inside are the labels of the commands in f's command with that label.
func Inside(f *Function, label int64) (out []int64) {
	ast.Walk(f.tree.Body, func(c ast.Cmd) {
		if sourceLabel(ast.LabelOf(c)) == label {
			ast.Walk(c, func(inner ast.Cmd) { out = append(out, sourceLabel(ast.LabelOf(inner))) }, nil, nil)
		}
	}, nil, nil)
	return out
}

// Seal is the text of a manifest, an object without a seal, with one.
func Seal(text []byte) []byte { return seal(text) }
