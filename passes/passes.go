// Package passes holds the optimizations that are written in SCF-ML over the tree of package ast (§3.2.1, figure 3.7).
//
// A pass is a structure with an entry function `optimize`. It takes a func, or a func and the list of lattice values of the
// func's parameters, and returns the optimized func. The three passes here are also the examples from which to learn how a
// pass is written so that it stages well: each opens with a comment that says what it does, its lattice, why it terminates
// and how it is staged.
//
// One that copies loops may have a function `reports` beside it, which says what became of them (library/reports.scf-ml).
//
// What every pass keeps: the function's meaning wherever C defines it, for all values of the parameters that the lattice
// values stand for; every call, and every store that anything can see, in its place; and the uniqueness of labels (copies have
// labels of their own: library/copies.scf-ml). The folder library has the structures that the passes share.
package passes

import (
	_ "embed"
	"slices"
	"strings"

	"scf/ast"
	"scf/scfml"
)

// Pass is one optimization.
type Pass struct {
	Name   string // by which a pipeline names it
	Title  string // in words
	File   string // the name of its source text, which messages use
	Source string // its text: a structure in SCF-ML that opens AST
}

//go:embed library/copies.scf-ml
var copies string

//go:embed library/builtins.scf-ml
var builtins string

//go:embed library/tree.scf-ml
var tree string

//go:embed library/calls.scf-ml
var calls string

//go:embed library/fold.scf-ml
var fold string

//go:embed library/operations.scf-ml
var operations string

//go:embed library/constants.scf-ml
var constants string

//go:embed library/origins.scf-ml
var origins string

//go:embed library/memory.scf-ml
var memory string

//go:embed library/cells.scf-ml
var cells string

//go:embed library/known.scf-ml
var known string

//go:embed library/controls.scf-ml
var controls string

//go:embed library/stacks.scf-ml
var stacks string

//go:embed library/states.scf-ml
var states string

//go:embed library/counts.scf-ml
var counts string

//go:embed library/effects.scf-ml
var effects string

//go:embed library/nodes.scf-ml
var nodes string

//go:embed library/reports.scf-ml
var reports string

//go:embed library/decisions.scf-ml
var decisions string

//go:embed library/variables.scf-ml
var variables string

//go:embed cnp.scf-ml
var cnp string

//go:embed cpp.scf-ml
var cpp string

//go:embed dae.scf-ml
var dae string

//go:embed classic/cnp.scf-ml
var classicCnp string

//go:embed classic/cpp.scf-ml
var classicCpp string

//go:embed classic/dae.scf-ml
var classicDae string

// Standard are the passes of the standard pipeline, in its order. The order matters: a constant that is propagated into a sum may
// leave a copy (v = 0 + y), and constants and copies that are propagated leave assignments that nobody reads.
func Standard() []Pass {
	return []Pass{
		{"cnp", "constant propagation", "cnp.scf-ml", cnp},
		{"cpp", "copy propagation", "cpp.scf-ml", cpp},
		{"dae", "dead-assignment elimination", "dae.scf-ml", dae},
	}
}

// Classic are the same optimizations as the dissertation writes them (figure 3.7), in that order: an analysis keeps facts in a map by the
// labels of the tree, and a transformation looks them up. They are there to see what staging makes of that; they know less than the standard
// ones, nothing of memory that changes, and cost more, early and late.
func Classic() []Pass {
	return []Pass{
		{"classic/cnp", "constant propagation with facts by label", "classic/cnp.scf-ml", classicCnp},
		{"classic/cpp", "copy propagation with facts by label", "classic/cpp.scf-ml", classicCpp},
		{"classic/dae", "dead-assignment elimination with facts by label", "classic/dae.scf-ml", classicDae},
	}
}

// All are the passes, the standard ones first.
func All() []Pass { return append(Standard(), Classic()...) }

// Lookup finds a pass by its name.
func Lookup(name string) (Pass, bool) {
	for _, p := range All() {
		if p.Name == name {
			return p, true
		}
	}
	return Pass{}, false
}

// Entry is the entry function of every pass.
const Entry = "optimize"

// library are the structures that passes share, a user's pass too: one may use those before it.
var library = []struct {
	name string // of the structure
	scfml.Source
}{
	{"Copies", scfml.Source{Name: "copies.scf-ml", Text: copies}},             // copies of commands, and how many
	{"Builtins", scfml.Source{Name: "builtins.scf-ml", Text: builtins}},       // functions that C's compilers know
	{"Tree", scfml.Source{Name: "tree.scf-ml", Text: tree}},                   // what one asks of expressions, types, commands
	{"Fold", scfml.Source{Name: "fold.scf-ml", Text: fold}},                   // C's arithmetic on constants
	{"Operations", scfml.Source{Name: "operations.scf-ml", Text: operations}}, // expressions as simple as their operands allow
	{"Constants", scfml.Source{Name: "constants.scf-ml", Text: constants}},    // memory that does not change
	{"Memory", scfml.Source{Name: "memory.scf-ml", Text: memory}},             // which objects can be reached through pointers
	{"Origins", scfml.Source{Name: "origins.scf-ml", Text: origins}},          // where pointers come from
	{"Calls", scfml.Source{Name: "calls.scf-ml", Text: calls}},                // functions made of others that are called
	{"Cells", scfml.Source{Name: "cells.scf-ml", Text: cells}},                // what is known of memory
	{"Known", scfml.Source{Name: "known.scf-ml", Text: known}},                // expressions under what is known
	{"Controls", scfml.Source{Name: "controls.scf-ml", Text: controls}},       // what decides whether loops go on
	{"Stacks", scfml.Source{Name: "stacks.scf-ml", Text: stacks}},             // what is popped of what was pushed
	{"States", scfml.Source{Name: "states.scf-ml", Text: states}},             // what is known at a point of the function
	{"Counts", scfml.Source{Name: "counts.scf-ml", Text: counts}},             // how many iterations loops have
	{"Effects", scfml.Source{Name: "effects.scf-ml", Text: effects}},          // what declarations and stores change of it
	{"Nodes", scfml.Source{Name: "nodes.scf-ml", Text: nodes}},                // the copies of a loop, by states of its control
	{"Reports", scfml.Source{Name: "reports.scf-ml", Text: reports}},          // what passes say of loops
	{"Variables", scfml.Source{Name: "variables.scf-ml", Text: variables}},    // which variables commands declare
	{"Decisions", scfml.Source{Name: "decisions.scf-ml", Text: decisions}},    // what the labels of copies tell of them
}

// Prelude are the texts to load before a pass with the given text: the tree's datatype, and those structures of the library that
// the pass, or one that it uses, mentions.
func Prelude(text string) []scfml.Source {
	var used []scfml.Source
	for _, s := range slices.Backward(library) {
		if mentions(text, s.name) {
			used = append(used, s.Source)
			text += s.Text
		}
	}
	slices.Reverse(used)
	return append([]scfml.Source{{Name: "ast.scf-ml", Text: ast.Source}}, used...)
}

// mentions reports whether text opens the structure or names something in it.
func mentions(text, structure string) bool {
	return strings.Contains(text, structure+".") || strings.Contains(text, "open "+structure)
}

// Sources are the texts that make p a program: the prelude, then the pass.
func (p Pass) Sources() []scfml.Source {
	return append(Prelude(p.Source), scfml.Source{Name: p.File, Text: p.Source})
}
