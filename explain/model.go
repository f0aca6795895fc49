package explain

import (
	"context"
	"errors"
	"fmt"

	"scf/ast"
	"scf/stager"
)

// Page is what a page shows. Numbers of sources, places and functions are positions in the lists of their page or program.
type Page struct {
	Function string     `json:"function"`
	File     string     `json:"file"`
	Line     int        `json:"line"` // of the function
	Text     string     `json:"text"` // of the C file
	Known    []Known    `json:"known"`
	Notes    []Note     `json:"notes"` // where constants decide nothing, and what staging warns of
	Loops    []Note     `json:"loops"`
	Forms    []Form     `json:"forms"`
	Sources  []Source   `json:"sources"`
	Programs []*Program `json:"programs"` // of the passes, and behind them the composed one
	Choices  []Choice   `json:"choices"`
	Results  []*Result  `json:"results"` // one for each combination of choices, the last parameter's changing fastest
	Trees    []Tree     `json:"trees"`   // of the programs
}

// Known is what is known of a parameter early.
type Known struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Early string `json:"early"`
}

// Note is a text about a line of the C file; 0 for none.
type Note struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// Choice is a parameter and the late values that one chooses among, as they were given.
type Choice struct {
	Param  string   `json:"param"`
	Values []string `json:"values"`
}

// MaxResults bounds the combinations of late values of a page.
const MaxResults = 64

// New is the page of s, which was staged from the pipeline with Options.Record, with the late values to choose among. The error is one of the
// late values, or ctx's.
func New(ctx context.Context, s *stager.Staged, pipeline stager.Pipeline, choices []Choice) (*Page, error) {
	if s.Marked == nil {
		return nil, errors.New("explain: the staging has no records: stage with Options.Record")
	}
	if n := combinations(choices); n > MaxResults {
		return nil, &stager.UsageError{Msg: fmt.Sprintf("%d combinations of late values, more than %d", n, MaxResults), Hint: "give fewer values for a parameter"}
	}
	p := &Page{Function: s.Function.Name, File: s.Function.File, Line: s.Function.Place().Line, Text: string(s.Function.Source), Choices: choices}
	p.describe(s)
	sources := newSources(pipeline)
	p.Sources = sources.list
	if err := p.addPrograms(ctx, s, sources); err != nil {
		return nil, err
	}
	return p, p.addResults(ctx, s, pipeline, sources)
}

// describe adds what is known of the function, and its forms.
func (p *Page) describe(s *stager.Staged) {
	for i, param := range s.Function.Params {
		p.Known = append(p.Known, Known{param.Name, ast.TypeName(param.Type), s.Abstract[i].String()})
	}
	p.Notes = notes(p.File, append(s.Blocked(), s.Warnings()...))
	p.Loops = loopNotes(s.Loops)
	for i, marked := range s.Marked {
		f := Form{Title: fmt.Sprintf("F%d", i+1), Origin: "the input", Tree: parseForm(marked)}
		if i > 0 {
			f.Origin = "after " + s.Passes[i-1].Name
		}
		p.Forms = append(p.Forms, f)
	}
}

// combinations is how many results the choices have.
func combinations(choices []Choice) int {
	n := min(1, len(choices))
	for _, c := range choices {
		n *= len(c.Values)
	}
	return n
}
