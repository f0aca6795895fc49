package stager

import (
	"context"

	"scf/scfml/core"
)

// Specialized is an SCF-ML program specialised to an abstract input.
type Specialized struct {
	Program *core.Program // the residual program; its entry keeps name and type
	Result  string        // what the entry's result may be, as text
	Report  Report
	Times   []PhaseTime
	Record  *Record // nil without Options.Record
}

// Specialize specialises any SCF-ML program to an abstract input of its entry function, given as text. It runs the phases that
// Stage runs on a pass. Errors about the input are *diag.Error; about ctx and budgets see Stage.
func Specialize(ctx context.Context, p *core.Program, input string, o Options) (s *Specialized, err error) {
	defer catch("the specialization of "+p.Entry.Name, &err)
	in := state{program: p, domain: o.domain()}
	if in.input, err = in.domain.Parse(input, p.Entry.ArgType(), p); err != nil {
		return nil, err
	}
	r := newRunner(p.Entry.Name, shape{}, o)
	end, err := r.run(ctx, passTable.phases, in)
	if err != nil {
		return nil, err
	}
	return &Specialized{Program: end.program, Result: valueText(end.result), Report: end.report(), Times: r.times, Record: r.recorder.record()}, nil
}

// Warnings are the budgets that were reached, a line each; none as a rule.
func (s *Specialized) Warnings() []string { return s.Report.warnings(s.Program.Entry.Name) }
