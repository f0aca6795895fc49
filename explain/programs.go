package explain

import (
	"cmp"
	"context"
	"strings"

	"scf/scfml/core"
	"scf/scfml/interp"
	"scf/stager"
)

// Program is a residual program, and how it was made of the source.
type Program struct {
	Name     string     `json:"name"`
	Composed bool       `json:"composed,omitempty"` // of the programs of the passes
	Report   [][2]any   `json:"report"`             // what is counted of it, and how much
	Places   []Place    `json:"places"`
	Contours []Contour  `json:"contours"`
	Residual []Residual `json:"residual"` // its functions, in the order of the text
	Text     string     `json:"text"`
	// Words are the words of the text that stand at places of the source, four numbers each: how far behind the beginning of the word before it begins,
	// its length, its place, its reason.
	Words   []int    `json:"words"`
	Reasons []Reason `json:"reasons"`
}

// Fate says what became of a place of the source.
type Fate string

// The fates of places.
const (
	Kept     Fate = "kept"     // it is in the residual program
	Removed  Fate = "removed"  // the partial evaluator left it, and a phase behind it removed it
	Decided  Fate = "decided"  // the partial evaluator left nothing of it
	Executed Fate = "executed" // a call around it was executed, as all was known
	Unmet    Fate = "unmet"    // staging did not come there
)

// Place is a word of the source that stands for a case expression, a call or an operation.
type Place struct {
	Source    int            `json:"source"`
	Line      int            `json:"line"`
	Col       int            `json:"col"` // from 1, in bytes
	Length    int            `json:"length"`
	What      string         `json:"what,omitempty"`
	Fate      Fate           `json:"fate"`
	Evaluated int            `json:"evaluated,omitempty"`
	Decided   int            `json:"decided,omitempty"`
	Copies    int            `json:"copies,omitempty"`  // that the first phase left
	Removed   map[string]int `json:"removed,omitempty"` // by phase
	Left      int            `json:"left,omitempty"`
}

// Residual is a function of the residual program.
type Residual struct {
	Name  string `json:"name"`
	Nodes int    `json:"nodes"`
	At    int    `json:"at"`   // where its text begins: a line's beginning
	Word  int    `json:"word"` // its first word, in number
}

// Reason is why something is evaluated late, and what can be done.
type Reason struct {
	Text   string `json:"text"`
	At     string `json:"at,omitempty"`
	Advice string `json:"advice,omitempty"`
}

// Contour is one specialised version of a function.
type Contour struct {
	Function    string `json:"function"`
	Parent      int    `json:"parent"` // -1 for none
	Dynamic     bool   `json:"dynamic,omitempty"`
	Evaluations int    `json:"evaluations"`
	Argument    int    `json:"argument"` // nodes of the abstract values
	Result      int    `json:"result"`
	Arguments   string `json:"arguments,omitempty"`
	Residual    string `json:"residual,omitempty"` // the function that specialisation made of it
	Nodes       int    `json:"nodes,omitempty"`    // of that
	// End says what became of it at last, and in which functions of the residual program.
	End       stager.End `json:"end"`
	Functions []int      `json:"functions,omitempty"`
}

// addPrograms adds the programs of the passes, and the composed one.
func (p *Page) addPrograms(ctx context.Context, s *stager.Staged, of *sources) error {
	for _, pass := range s.Passes {
		program, err := pass.Program()
		if err != nil {
			return err
		}
		why, err := pass.Reasons(ctx)
		if err != nil {
			return err
		}
		p.addProgram(pass.Name, program, pass.Record, why, of, passReport(pass.Report))
	}
	if s.Composed == nil {
		return nil
	}
	why, err := s.Composed.Reasons(ctx)
	if err != nil {
		return err
	}
	r := s.Composed.Report
	report := [][2]any{{"functions", r.ResidualFunctions}, {"nodes", r.CodeSize}, {"map operations removed", r.MapOperationsRemoved}}
	p.addProgram("composed", s.Composed.Program, s.Composed.Record, why, of, report)
	p.Programs[len(p.Programs)-1].Composed = true
	return nil
}

func passReport(r stager.Report) [][2]any {
	return [][2]any{
		{"contours", r.Contours}, {"evaluations of contours", r.Evaluations}, {"widenings", r.Widenings}, {"expressions folded", r.ExpressionsFolded},
		{"map operations removed", r.MapOperationsRemoved}, {"functions left", r.ResidualFunctions}, {"nodes left", r.CodeSize},
	}
}

// addProgram adds a residual program with its decisions.
func (p *Page) addProgram(name string, residual *core.Program, record *stager.Record, why func(core.Expr) interp.Note, of *sources, report [][2]any) {
	l := residual.Listing()
	p.Programs = append(p.Programs, newProgram(name, l, record, why, of, report))
	p.Trees = append(p.Trees, treeOf(residual, l.Names))
}

// newProgram describes a residual program by its text and its record.
func newProgram(name string, l core.Listing, record *stager.Record, why func(core.Expr) interp.Note, of *sources, report [][2]any) *Program {
	out := &Program{Name: name, Report: report, Places: []Place{}, Contours: []Contour{}, Residual: []Residual{}, Words: []int{}, Reasons: []Reason{}}
	places := map[[3]int]int{} // by source, line and column
	for _, x := range record.Places {
		source, length, ok := of.place(x.At)
		if !ok {
			continue
		}
		if of.what[x.At] == "" {
			of.what[x.At] = x.What
		}
		places[[3]int{source, x.At.Line, x.At.Col}] = len(out.Places)
		out.Places = append(out.Places, Place{
			Source: source, Line: x.At.Line, Col: x.At.Col, Length: length, What: of.what[x.At], Fate: fateOf(x),
			Evaluated: x.Evaluated, Decided: x.Decided, Copies: x.Copies, Removed: x.Removed, Left: x.Left,
		})
	}
	out.addText(l, why, func(e core.Expr) (int, bool) {
		at := core.PlaceOf(e)
		i, known := places[[3]int{of.index[at.File], at.Line, at.Col}]
		return i, known && at.IsValid()
	})
	residualOf := map[string]int{}
	for _, t := range l.Tokens {
		if t.Expr == nil {
			residualOf[t.Func.Name] = len(residualOf)
		}
	}
	for _, c := range record.Contours {
		out.Contours = append(out.Contours, contourOf(c, residualOf))
	}
	return out
}

// contourOf describes a contour; residual has the positions of functions by their names.
func contourOf(c stager.Contour, residual map[string]int) Contour {
	out := Contour{
		Function: c.Func.Name, Parent: c.Parent, Dynamic: c.Dynamic, Evaluations: c.Evaluations, Argument: c.Argument, Result: c.Result, Arguments: c.Arguments, End: c.End,
	}
	if c.Residual != nil {
		out.Residual, out.Nodes = c.Residual.Name, core.Size(c.Residual.Body)
	}
	for _, name := range c.Functions {
		out.Functions = append(out.Functions, residual[name])
	}
	return out
}

func fateOf(p stager.Place) Fate {
	switch {
	case p.Left > 0:
		return Kept
	case p.Copies > 0:
		return Removed
	case p.Evaluated > 0:
		return Decided
	case p.Executed:
		return Executed
	}
	return Unmet
}

// addText adds the text of the program, its functions and its words.
func (out *Program) addText(l core.Listing, why func(core.Expr) interp.Note, place func(core.Expr) (int, bool)) {
	out.Text = l.Text
	reasons, before := map[Reason]int{}, 0
	for _, t := range l.Tokens {
		if t.Expr == nil {
			line := strings.LastIndexByte(l.Text[:t.At], '\n') + 1
			out.Residual = append(out.Residual, Residual{Name: l.Text[t.At:t.End], Nodes: core.Size(t.Func.Body), At: line, Word: len(out.Words) / 4})
			continue
		}
		i, known := place(t.Expr)
		if !known {
			continue
		}
		note := why(t.Expr)
		r := Reason{cmp.Or(note.Text, "not known"), note.At, note.Advice}
		number, met := reasons[r]
		if !met {
			number = len(out.Reasons)
			reasons[r] = number
			out.Reasons = append(out.Reasons, r)
		}
		out.Words = append(out.Words, t.At-before, t.End-t.At, i, number)
		before = t.At
	}
}
