package stager

import (
	"context"

	"scf/ast"
	"scf/causes"
)

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

// GivenOf is the function as the last pass gave it.
func GivenOf(r *Result) *ast.Func { return r.asGiven() }
