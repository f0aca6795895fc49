package pe

import (
	"strings"

	"scf/absval"
	"scf/scfml/core"
)

// This file keeps what a specialisation did, for who wants to see it: the contours with who called them first, and how the expressions of the
// program fared.

// Record is what a specialisation did. It is the same on every run.
type Record struct {
	Contours    []Contour // in the order in which they were made
	Fates       map[core.Expr]Fate
	Executed    map[*core.Func]int // calls that were executed, by function
	Monomorphic *core.Program      // the program that was specialised: the expressions and functions above are its own
}

// Contour is one specialised version of a function.
type Contour struct {
	Func   *core.Func // of the program
	Parent int        // the contour of whose key this one's is an extension; -1 for none
	// Dynamic reports whether the call that it was made for lies under a conditional that the early stage cannot decide.
	Dynamic     bool
	Evaluations int
	// Argument and Result are the sizes of the abstract values, in nodes.
	Argument, Result int
	Arguments        string     // as text, where that is short
	Residual         *core.Func // nil where the residual program does not call it
}

// Fate is how a case expression, a call or a primitive operation fared, over all evaluations of all contours.
type Fate struct {
	Evaluated int // how often it was evaluated
	Decided   int // how often nothing was left of it: a constant, the one arm that matches, a run that ends there
}

// noted is res, which is left of e, once that is recorded where it is to be.
func (s *specializer) noted(e, res core.Expr) core.Expr {
	if s.record != nil {
		s.record.note(e, res)
	}
	return res
}

// note adds an evaluation of e, of which res is left.
func (r *Record) note(e, res core.Expr) {
	left := false
	switch e := e.(type) {
	case *core.CaseExpr:
		x, ok := res.(*core.CaseExpr)
		left = ok && x.Pos == e.Pos
	case *core.CallExpr:
		x, ok := res.(*core.CallExpr)
		left = ok && x.Pos == e.Pos
	case *core.PrimExpr:
		x, ok := res.(*core.PrimExpr)
		left = ok && x.Pos == e.Pos
	}
	f := r.Fates[e]
	f.Evaluated++
	if !left {
		f.Decided++
	}
	r.Fates[e] = f
}

// maxArguments bounds the nodes of arguments that a record has as text.
const maxArguments = 24

// recorded is the record of the contours, where they are reachable those with their residual functions.
func (s *specializer) recorded(p *core.Program, functions []*core.Func) *Record {
	r := s.record
	r.Monomorphic = p
	reachable, index := map[*core.Func]bool{}, map[*contour]int{}
	for _, f := range functions {
		reachable[f] = true
	}
	for i, c := range s.made {
		index[c] = i
		out := Contour{Func: c.fn, Parent: -1, Evaluations: c.evals, Arguments: argumentsText(c.formals)}
		if c.chain != nil {
			out.Dynamic = c.chain.dynamic
			if above := c.chain.parent; above != nil && above.contour != nil {
				out.Parent = index[above.contour]
			}
		}
		for _, v := range c.formals {
			out.Argument += s.d.Size(v)
		}
		if c.result != nil {
			out.Result = s.d.Size(c.result)
		}
		if reachable[c.residual] {
			out.Residual = c.residual
		}
		r.Contours = append(r.Contours, out)
	}
	return r
}

// argumentsText is the arguments as text; empty where that is long.
func argumentsText(args []*absval.Value) string {
	var texts []string
	size := 0
	for _, v := range args {
		if size += v.TextSize(); size > maxArguments {
			return ""
		}
		texts = append(texts, v.String())
	}
	return strings.Join(texts, ", ")
}
