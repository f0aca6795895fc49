package stager

import (
	"sync"

	"scf/causes"
	"scf/scfml"
	"scf/scfml/core"
)

// A staged pipeline: its passes, and the program that they are composed to.

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
	// Marked are the same forms as Forms, with the character Mark before each set of alternatives; nil without Options.Record.
	Marked []string
	// Loops tell what becomes of the function's loops, as far as that is known early, in source order. They come from the passes that report
	// on loops: nil where there is none, and in a Staged that was opened.
	Loops []Loop

	left    causes.Left    // by the last pass that reports on loops, and by the last
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
		return s.Function.encode(p)
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
	Times         []PhaseTime // of this staging; none where it was opened, or Cached
	Cached        bool        // an earlier staging has done the work (Options.Cache)
	Record        *Record     // nil without Options.Record

	digest     []byte                        // names the residual program; nil where no cache is
	source     scfml.Source                  // of a user's own pass
	sourceHash string                        // of any pass
	exe        func() (executable, error)    // the residual program; that of a Staged that was opened is read when it is first asked for
	apart      func() (*core.Program, error) // the program with functions apart; nil where there is none
	reports    reporting                     // nil where the pass does not report on loops
}

// isOwn reports whether the pass is a user's own.
func (p *StagedPass) isOwn() bool { return p.source.Text != "" }

// Program is the residual program: its entry has the type of the pass's. In a Staged that was opened from a directory an error says what is
// wrong with its file.
func (p *StagedPass) Program() (*core.Program, error) {
	exe, err := p.exe()
	return exe.program, err
}

// Composed is a staged pipeline as one program.
type Composed struct {
	// Program takes the tree of the function and, if any of the passes does, the list of lattice values, and gives the last pass's tree.
	Program *core.Program
	Report  Report      // of the composition alone, which has no part in what the partial evaluator counts
	Times   []PhaseTime // of the composition; none where it was opened, or Cached
	Cached  bool        // as that of a StagedPass
	Fused   bool        // functions of passes are fused: it may take more operations on some input than the passes one after the other (compose.go)
	Record  *Record     // nil without Options.Record

	exe executable
}
