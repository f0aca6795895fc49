package ast

import "regexp"

// This file prints trees that stand for sets of functions: pieces of text take the place of expressions and commands that
// are not the same in all of them (package compact). Such a piece is a Var whose name is the text. Nothing is left out and
// nothing renamed, since what the pieces refer to is not known here; the result need not be C.

// Sketch is f as a function definition, with a newline at the end.
func Sketch(f *Func, style Style) string {
	t := *f
	t.Body = renameCmd(SeqOf(simplify(widenCmd(f.Body))...), strip)
	p := &printer{style: style, gotos: map[Label]string{}}
	p.open(signature(&t))
	p.indented(func() { p.sequence(t.Body, jumps{}) })
	p.line("}")
	return p.out.String()
}

// SketchCmd is c as statements, each line with its end.
func SketchCmd(c Cmd, style Style) string {
	p := &printer{style: style, gotos: map[Label]string{}}
	p.sequence(renameCmd(SeqOf(simplify(widenCmd(c))...), strip), jumps{})
	return p.out.String()
}

// SketchExpr is e as an expression that can stand between bars: converted as its context would convert it, in parentheses
// where its operator binds no tighter than a bar.
func SketchExpr(e Expr) string { return printed(renameExpr(widen(e), strip), loose, precBitOr+1) }

var numbered = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*)#[0-9]+$`)

// strip is a variable's name in the source.
func strip(name string) string { return numbered.ReplaceAllString(name, "$1") }
