// Package ast is the tree that passes work on: C functions with every implicit rule of C made explicit (after figure 3.6).
//
// The tree exists twice: as the SCF-ML datatype of ast.scf-ml, which passes import, and as the Go types of this package,
// which the front end makes and the C printer reads. ToValue and FromValue convert between the two. The invariants of a
// tree are those that ast.scf-ml states; Verify checks them.
//
//	source.go    the datatype's text and version
//	label.go     labels; numbering a tree
//	types.go     C types, their representation, C's conversion rules
//	layout.go    the fields of structs
//	unit.go      what functions of a file need to run: functions, objects with static storage
//	image*.go    units as bytes, and back
//	tree.go      functions and expressions
//	commands.go  commands
//	lattice.go   what is known about a variable
//	walk.go      looking through trees
//	rebuild.go   copying trees with parts replaced
//	graph*.go    graphs as loops and blocks
//	verify.go    the invariants
//	codec*.go    Go tree <-> SCF-ML values
//	decode*.go   trees of values, fast
//	style.go     how a source text is laid out
//	print*.go    the tree as C
package ast

import _ "embed"

// Source is the SCF-ML datatype of the tree: the structure AST.
//
//go:embed ast.scf-ml
var Source string

// Version is the version of the datatype.
const Version = 7
