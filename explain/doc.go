// Package explain makes a page of a staging: one file that needs no other, as ssa.html is of Go's compiler, on which one sees a pass become a
// staged pass.
//
// It shows the function; its forms F1 to F(n+1) (figure 3.11), whose alternatives fold; the source of each pass beside its residual program,
// place for place, with what was decided early, what was removed, what is kept and why (package reasons); the contours as the tree of their
// keys; loops; the composed program as decisions; and for late values that one chooses among the given ones the optimised function, and where
// the operations go in the sources of the passes.
//
// What is shown is data (Page), and is tested as such. In the file it is JSON, compressed where it is large; the script renders what is open, so that a
// page opens quickly whatever the residual programs are like.
//
//	page.go       the file: the template page.html with page.css, page.js and the data
//	model.go      the data
//	sources.go    the sources of passes, and places in them
//	programs.go   residual programs: their texts, places, contours
//	forms.go      forms as trees of alternatives
//	decisions.go  programs as decisions
//	templates.go  what they give, as C
//	brief.go      expressions in a few words
//	results.go    what late values give
package explain
