package explain

import (
	"slices"

	"scf/scfml/core"
)

// Tree is a program as the decisions that it makes: of each function what it matches, and what it does then.
type Tree struct {
	Functions []FunctionTree `json:"functions"` // the entry first
}

// FunctionTree is the decisions of one function.
type FunctionTree struct {
	Name  string `json:"name"`
	Nodes int    `json:"nodes"`
	Steps []Step `json:"steps"`
}

// Step is one step of a function: it binds, it decides, it gives.
type Step struct {
	Kind  StepKind `json:"kind"`
	Text  string   `json:"text"`
	Nodes int      `json:"nodes,omitempty"` // of what is not written out
	Arms  []Arm    `json:"arms,omitempty"`  // of a decision its cases; else the decisions inside
	Calls []string `json:"calls,omitempty"` // the functions that it calls itself
	C     string   `json:"c,omitempty"`     // the function, command or expression of C that it gives
}

// Arm is a case of a decision, and what is done then.
type Arm struct {
	Text  string `json:"text"`
	Steps []Step `json:"steps"`
}

// StepKind is what a step does.
type StepKind string

// The kinds of steps.
const (
	Binds   StepKind = "let"
	Decides StepKind = "case"
	Gives   StepKind = "give"
	Deeper  StepKind = "more" // there is more than is shown
)

// Bounds of the steps of a program, and of how deep they stand in each other.
const (
	maxSteps = 20_000
	maxDepth = 120
)

// maxText bounds the C of the steps of a program.
const maxText = 1 << 20

// decider makes the steps of one program.
type decider struct {
	naming
	left int
	text int // bytes of C that may still be written
}

// treeOf is the decisions of p, with those names of variables.
func treeOf(p *core.Program, names map[*core.Var]string) Tree {
	d := &decider{naming: names, left: maxSteps, text: maxText}
	var t Tree
	funcs := slices.Clone(p.Funcs)
	slices.Reverse(funcs) // functions stand behind those that they call
	if at := slices.Index(funcs, p.Entry); at > 0 {
		funcs = slices.Insert(slices.Delete(funcs, at, at+1), 0, p.Entry)
	}
	for _, f := range funcs {
		t.Functions = append(t.Functions, FunctionTree{f.Name, core.Size(f.Body), d.steps(f.Body, 0)})
	}
	return t
}

// steps are the steps of e, one after the other.
func (d *decider) steps(e core.Expr, depth int) []Step {
	var out []Step
	for {
		if d.left--; d.left < 0 || depth > maxDepth {
			return append(out, Step{Kind: Deeper, Nodes: core.Size(e)})
		}
		c, ok := e.(*core.CaseExpr)
		if !ok {
			s := d.step(Gives, d.expr(e), e, depth)
			if s.C = d.given(e); s.C != "" {
				s.Text = ""
			}
			return append(out, s)
		}
		if len(c.Arms) > 1 || !core.Irrefutable(c.Arms[0].Pat) {
			return append(out, d.decision(c, depth)...)
		}
		text := d.pat(c.Arms[0].Pat) + " ="
		if _, decides := c.Scrut.(*core.CaseExpr); !decides {
			text += " " + d.expr(c.Scrut)
		}
		out = append(out, d.step(Binds, text, c.Scrut, depth))
		e = c.Arms[0].Body
	}
}

// given is the C that e builds, as long as there is room for it.
func (d *decider) given(e core.Expr) string {
	if d.text <= 0 {
		return ""
	}
	text := d.template(e)
	d.text -= len(text)
	return text
}

// step is the step that evaluates e, with the decisions inside.
func (d *decider) step(kind StepKind, text string, e core.Expr, depth int) Step {
	s := Step{Kind: kind, Text: text, Nodes: core.Size(e)}
	d.inside(&s, e, depth)
	return s
}

// inside adds the outermost decisions of e to the step, and the calls that are in none of them.
func (d *decider) inside(s *Step, e core.Expr, depth int) {
	switch x := e.(type) {
	case *core.CaseExpr:
		s.Arms = append(s.Arms, Arm{"", d.steps(x, depth+1)})
		return
	case *core.CallExpr:
		if !slices.Contains(s.Calls, x.Func.Name) {
			s.Calls = append(s.Calls, x.Func.Name)
		}
	}
	core.Children(e, func(x core.Expr) { d.inside(s, x, depth) })
}

// decision is the step that decides by c; where what is matched makes decisions, they come first.
func (d *decider) decision(c *core.CaseExpr, depth int) []Step {
	s := Step{Kind: Decides, Text: d.expr(c.Scrut)}
	before := d.step(Binds, "what is matched = "+s.Text, c.Scrut, depth)
	s.Calls = before.Calls
	for i, a := range c.Arms {
		text := d.pat(a.Pat)
		if isTruth(c) {
			text = [2]string{"yes", "no"}[i]
		}
		s.Arms = append(s.Arms, Arm{text, d.steps(a.Body, depth+1)})
	}
	if len(before.Arms) > 0 {
		return []Step{before, s}
	}
	return []Step{s}
}

// isTruth reports whether c tells true from false, in this order.
func isTruth(c *core.CaseExpr) bool {
	if len(c.Arms) != 2 {
		return false
	}
	p, ok := c.Arms[0].Pat.(*core.LitPat)
	return ok && p.Value == core.Bool(true)
}
