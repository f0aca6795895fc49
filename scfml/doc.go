// Package scfml is SCF-ML, the language in which optimizations are written: a first-order, pure subset of Standard ML (§3.2.1,
// figure 3.3). docs/language.md is its reference, syntax/grammar.txt its grammar.
//
// Load reads source texts and gives a Program in core form, which every phase of the stager works on. Its String method prints a program
// as SCF-ML that Load accepts. An Interp runs a program on concrete values, and Check warns of what will stage badly. The language is
// made of the packages
//
//	syntax  a text's tokens and its syntax tree
//	core    programs in core form (after figure 4.3), their types and values
//	interp  running programs, and what that costs
//	image   a program as bytes, to be loaded quickly
//	format  the layout of texts
//
// and of this one, which makes a program of a syntax tree:
//
//	api.go         what users need of the packages below
//	load.go        entry, unique names
//	elab_*.go      syntax tree to core: names, types, patterns; one walk
//	elab_match.go  matches that may fail, cases that are never reached
//	parse_type.go  types in text
//	analyze.go     types and declarations of names, for editors
//	check.go       what will stage badly
//
// Every recursive walk over a program is bounded by the depth that Load allows, or by that of the program it is given.
package scfml
