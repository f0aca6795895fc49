package stager

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"scf/absval"
	"scf/ast"
	"scf/causes"
	"scf/internal/compact"
	"scf/internal/diag"
	"scf/scfml"
	"scf/scfml/core"
)

// Staged is a pipeline staged for one function: programs that do only the work that late values decide. It is immutable and safe
// for concurrent use.
type Staged struct {
	Function *Function
	Abstract []Abstract // what was known early, by parameter
	Passes   []*StagedPass
	// Composed is the pipeline as one program, which is what runs; nil where the passes run one after the other.
	Composed *Composed
	// Apart says why the passes could not be composed; empty where they are, and where nothing was to be composed.
	Apart string
	// Forms are F1, the input, and the abstract results of the passes, F2 to F(n+1), in the compact notation of figure 3.10. A
	// Staged that was opened from a directory has none.
	Forms []string
	// Brief are the same forms within a screen's size each: large ones say how much of them is left out where.
	Brief []string
	// Loops tell what becomes of the function's loops, as far as that is known early, in source order. They come from the built-in
	// pass that unrolls loops; a Staged that was opened has none.
	Loops []Loop

	unrolls bool           // whether there is a pass that unrolls loops
	left    causes.Left    // by the pass that unrolls loops, and by the last
	causes  *causes.Report // what the constants do not decide, and why; nil where that is not known
	options map[string]any // those that differ from the default, for the manifest
	encoded func() (core.Value, error)
	ready   func() (*lateStage, error)
}

// encodeOnce makes encoded, Function's tree as a value of the first program that runs, and ready, what runs need: both when they are first asked
// for.
func (s *Staged) encodeOnce() {
	s.encoded = sync.OnceValues(func() (core.Value, error) {
		p, err := s.first()
		if err != nil {
			return nil, err
		}
		return ast.ToValue(s.Function.tree, p)
	})
	s.ready = sync.OnceValues(s.newLateStage)
}

// first is the first program that runs.
func (s *Staged) first() (*core.Program, error) {
	if s.Composed != nil {
		return s.Composed.Program, nil
	}
	return s.Passes[0].Program()
}

// Separate is the same staging without the composed program: its passes run one after the other.
func (s *Staged) Separate() *Staged {
	apart := *s
	apart.Composed = nil
	apart.encodeOnce()
	return &apart
}

// Awaited are the parameters that Run gets values of: they are constant, and not one value that is known early.
func (s *Staged) Awaited() []Param {
	var out []Param
	for i, a := range s.Abstract {
		if a.IsConstant() && !a.IsSingle() {
			out = append(out, s.Function.Params[i])
		}
	}
	return out
}

// StagedPass is one pass of a staged pipeline.
type StagedPass struct {
	Name   string
	From   string // the built-in name or the path of the pass; of a Staged that was opened, the path's last element
	Report Report
	// Input and Output are the abstract values that the pass was staged with and gave, as text; empty in a Staged that was
	// opened from a directory.
	Input, Output string
	Times         []PhaseTime // of this staging; none where it was opened

	source     scfml.Source               // of a user's own pass
	sourceHash string                     // of any pass
	exe        func() (executable, error) // the residual program; that of a Staged that was opened is read when it is first asked for
}

// Program is the residual program: its entry has the type of the pass's. In a Staged that was opened from a directory an error says what is
// wrong with its file.
func (p *StagedPass) Program() (*core.Program, error) {
	exe, err := p.exe()
	return exe.program, err
}

// Stage stages the pipeline for the function with what is known about its parameters early. One that early does not name is what the
// source declares it to be (Param.Constant), and otherwise nothing is known about it. It ends with ctx's error when ctx is cancelled. A budget of the options that is reached is no error
// (Staged.Warnings).
func Stage(ctx context.Context, f *Function, pipeline Pipeline, early map[string]Abstract, o Options) (s *Staged, err error) {
	defer catch("the staging of "+f.Name, &err)
	abstract, err := inOrder(f, f.declared(early))
	if err != nil {
		return nil, err
	}
	if len(pipeline) == 0 {
		return nil, errEmptyPipeline()
	}
	s = &Staged{Function: f, Abstract: abstract, options: o.changed()}
	if err := s.stagePasses(ctx, pipeline, o); err != nil {
		return nil, err
	}
	s.explain()
	if err := s.compose(ctx, o); err != nil {
		return nil, err
	}
	s.encodeOnce()
	return s, nil
}

// tree is the function that the pass of the state gets: f where there is no pass before, else what that one gives.
func (s state) tree(f *Function, before *absval.Value) (*absval.Value, error) {
	if before != nil {
		return s.domain.Import(before, s.program)
	}
	v, err := ast.ToValue(f.tree, s.program)
	if err != nil {
		return nil, err
	}
	return s.domain.Const(v), nil
}

// withLattice is the abstract input of the pass: the tree, and what is known of the parameters if it takes that.
func (s state) withLattice(tree *absval.Value, takesLattice bool, abstract []Abstract) (*absval.Value, error) {
	if !takesLattice {
		return tree, nil
	}
	list := s.domain.Const(&core.ConValue{Con: core.Nil})
	for _, a := range slices.Backward(abstract) {
		v, err := a.AbstractValue(s.domain, s.program)
		if err != nil {
			return nil, err
		}
		list = s.domain.Con(core.Cons, []*absval.Value{v, list})
	}
	return s.domain.Tuple([]*absval.Value{tree, list}), nil
}

// notation is a form of the function in the compact notation, in full and brief.
type notation struct{ full, brief string }

func newNotation(d *absval.Domain, v *absval.Value) notation {
	return notation{compact.Format(d, v), compact.Brief(d, v)}
}

func (s *Staged) addForm(n notation) {
	s.Forms, s.Brief = append(s.Forms, n.full), append(s.Brief, n.brief)
}

// initialForm is F1: the function and what is known about its parameters.
func initialForm(d *absval.Domain, tree *absval.Value, f *Function, abstract []Abstract) notation {
	var full, brief []string
	for i, p := range f.Params {
		text := abstract[i].String()
		full = append(full, p.Name+" = "+text)
		brief = append(brief, p.Name+" = "+diag.Short(text))
	}
	n := newNotation(d, tree)
	n.full += "\n{" + strings.Join(full, ", ") + "}"
	n.brief += "\n{" + diag.Names(brief) + "}"
	return n
}

// maxValueText bounds the nodes of an abstract value that is written out.
const maxValueText = 200_000

// valueText is v's text, or says how large that would be: alternatives of alternatives share structure that a text repeats.
func valueText(v *absval.Value) string {
	if n := v.TextSize(); n > maxValueText {
		return fmt.Sprintf("(* too large to print: %d nodes *)", n)
	}
	return v.String()
}

// newStagedPass is the pass that r ended with.
func newStagedPass(pass *Pass, r *runner, end state) *StagedPass {
	exe := newExecutable(pass.Name, end.program, pass.takesLattice, pass.Source)
	exe.notes = newNotes(r.options, end)
	return &StagedPass{
		Name:       pass.Name,
		From:       pass.From,
		Report:     end.report(),
		Input:      valueText(end.input),
		Output:     valueText(end.result),
		Times:      r.times,
		source:     pass.ownSource(),
		sourceHash: hash([]byte(pass.Source.Text)),
		exe:        func() (executable, error) { return exe, nil },
	}
}
