package stager

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"scf/absval"
	"scf/internal/compact"
	"scf/internal/diag"
	"scf/scfml/core"
)

// Stage stages the pipeline for the function with what is known about its parameters early. One that early does not name is what the
// source declares it to be (Param.Constant), and otherwise nothing is known about it. It ends with ctx's error when ctx is cancelled. A budget of the options that is reached is no error
// (Staged.Warnings).
func Stage(ctx context.Context, f *Function, pipeline Pipeline, early map[string]Abstract, o Options) (s *Staged, err error) {
	defer catch("the staging of "+f.Name, &err)
	declared := f.declared(early)
	f = f.withThreads(func(p Param) Abstract { return declared[p.Name] })
	f = f.lifted(func(name string) bool { return early[name].IsConstant() }, tablesNamed(early))
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
	if err := s.compose(ctx, pipeline, o); err != nil {
		return nil, err
	}
	s.encodeOnce()
	return s, nil
}

// tree is the function that the pass of the state gets: f where there is no pass before, else what that one gives.
func (s state) tree(f *Function, before given) (*absval.Value, error) {
	if !before.isNone() {
		v, err := before.abstract()
		if err != nil {
			return nil, err
		}
		return s.domain.Import(v, s.program)
	}
	v, err := f.encode(s.program)
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
	list, err := s.lattices(abstract)
	if err != nil {
		return nil, err
	}
	return s.domain.Tuple([]*absval.Value{tree, list}), nil
}

// lattices are what is known of the parameters, as the pass takes it.
func (s state) lattices(abstract []Abstract) (*absval.Value, error) {
	list := s.domain.Const(&core.ConValue{Con: core.Nil})
	for _, a := range slices.Backward(abstract) {
		v, err := a.AbstractValue(s.domain, s.program)
		if err != nil {
			return nil, err
		}
		list = s.domain.Con(core.Cons, []*absval.Value{v, list})
	}
	return list, nil
}

// notation is a form of the function in the compact notation, in full and brief.
type notation struct {
	full, brief string
	marked      string // full with marks; empty where nobody wants it
}

func newNotation(d *absval.Domain, v *absval.Value, o Options) notation {
	full, brief := compact.Both(d, v)
	n := notation{full: full, brief: brief}
	if o.Record {
		n.marked = compact.Marked(d, v)
	}
	return n
}

// Mark stands in Staged.Marked before each set of alternatives.
const Mark = compact.Mark

func (s *Staged) addForm(n notation) {
	s.Forms, s.Brief = append(s.Forms, n.full), append(s.Brief, n.brief)
	if n.marked != "" {
		s.Marked = append(s.Marked, n.marked)
	}
}

// initialForm is F1: the function and what is known about its parameters.
func initialForm(d *absval.Domain, tree *absval.Value, f *Function, abstract []Abstract, o Options) notation {
	var full, brief []string
	for i, p := range f.Params[:f.told()] {
		text := abstract[i].String()
		full = append(full, p.Name+" = "+text)
		brief = append(brief, p.Name+" = "+diag.Short(text))
	}
	n := newNotation(d, tree, o)
	known := "\n{" + strings.Join(full, ", ") + "}"
	n.full += known
	if n.marked != "" {
		n.marked += known
	}
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
	exe := pass.residual(end.program, r.shape, newNotes(r.options, end))
	out := pass.staged()
	out.Report, out.Input, out.Output = end.report(), valueText(end.input), valueText(end.result)
	out.Times, out.Record = r.times, r.recorder.record()
	out.exe = func() (executable, error) { return exe, nil }
	out.apart = func() (*core.Program, error) { return end.apart, nil }
	return out
}

// staged is the pass as it is staged, without what came of it.
func (p *Pass) staged() *StagedPass {
	return &StagedPass{Name: p.Name, From: p.From, source: p.ownSource(), sourceHash: hash([]byte(p.Source.Text)), reports: p.reports}
}

// residual is a residual program of the pass.
func (p *Pass) residual(program *core.Program, s shape, n *notes) executable {
	exe := newExecutable(p.Name, program, s, p.Source)
	exe.notes = n
	return exe
}
