// Package scfml is SCF-ML, the language in which optimizations are written: a first-order, pure subset of Standard ML (§3.2.1,
// figure 3.3). docs/language.md is its reference, grammar.txt its grammar.
//
// Load reads source texts and gives a Program in core form (core.go, after figure 4.3), which every phase of the stager works
// on. Its String method prints a program as SCF-ML that Load accepts. Verify checks a program that a phase has made. Interp
// runs a program on concrete values (value.go), EvalPrim is one primitive operation.
//
// A text becomes a program in these steps:
//
//	lex.go         tokens; bounds nesting
//	grammar.go     the grammar, for participle, and the syntax tree
//	elab_*.go      syntax tree to core: names, types, patterns; one walk
//	infer*.go      types: unification, generalisation, the types of primitives
//	elab_match.go  matches that may fail, cases that are never reached
//	load.go        entry, unique names
//
// And a program becomes a text in these:
//
//	print_names.go  the tree to print, with names that capture nothing
//	print_const.go  constants hoisted to val
//	print_type.go   datatypes and modules in order
//	print_expr.go   expressions with let, if and operators restored
//	print_doc.go    lines
//
// An image (image.go) is a program in core form as bytes, to be loaded quickly.
//
// Every recursive walk over a program is bounded by the depth that Load allows, or by that of the program it is given.
package scfml
