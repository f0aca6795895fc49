package stager

import (
	"context"
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"scf/ast"
	"scf/causes"
	"scf/scfml/core"
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

// Everything is all that a staging gives, but for times and what was cached: with positions and live keys, and what notes of programs are made of.
func Everything(t rapid.TB, s *Staged) string {
	t.Helper()
	var text strings.Builder
	fmt.Fprintf(&text, "%s %q %q %q", stagedText(t, s), s.Brief, s.Warnings(), s.Blocked())
	exes, err := s.Separate().executables()
	if err != nil {
		t.Fatal(err)
	}
	if s.Composed != nil {
		exes = append(exes, s.Composed.exe)
	}
	for _, exe := range exes {
		fmt.Fprintln(&text, exe.title, exe.shape, len(exe.sources), exe.program.Annotated())
		for _, f := range exe.program.Funcs {
			core.Each(f.Body, func(e core.Expr) { fmt.Fprintln(&text, core.PlaceOf(e)) })
		}
		if n := exe.notes; n != nil {
			fmt.Fprint(&text, n.bounds.SizeLimit, n.bounds.CaseOfCaseSize, n.met)
		}
	}
	return text.String()
}

// Cached are the names of what was taken from a cache.
func Cached(s *Staged) (out []string) {
	for _, p := range s.Passes {
		if p.Cached {
			out = append(out, p.Name)
		}
	}
	if s.Composed != nil && s.Composed.Cached {
		out = append(out, composedName)
	}
	return out
}

// ForceFused makes the composition with functions fused that of s, whatever it is to take; false where there is none.
func ForceFused(ctx context.Context, s *Staged) (bool, error) {
	exes, err := s.Separate().executables()
	if err != nil {
		return false, err
	}
	fused, _, err := s.fused(ctx, exes, Options{Debug: Debug{Verify: true}})
	if fused != nil {
		s.Composed = fused
	}
	return fused != nil, err
}
