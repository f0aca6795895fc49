package stager

import (
	"fmt"
	"time"

	"scf/absval"
	"scf/ast"
	"scf/dse"
	"scf/pe"
	"scf/simplify"
)

// What a staging may be asked for, and what it tells of its progress.

// Options switch techniques off and bound the work. The zero value switches everything on, with the default bounds.
type Options struct {
	Values     absval.Options
	PE         pe.Options
	DSE        dse.Options
	Simplify   simplify.Options
	NoDSE      bool // no dead-store elimination
	NoSimplify bool // no simplification
	NoFuse     bool // no fusion of the passes' functions where they are composed
	Separate   bool // the passes are not composed (compose.go)
	// ComposedGrowth bounds the size of the composed program, as a factor of the sizes of the programs that it is made of; 0 means
	// 1.25, but to no more than 45,000 nodes. Small programs may grow by 600 nodes in any case.
	ComposedGrowth float64
	// Record has the stager keep what it does, place for place: Staged.Marked and the records of the passes and of the composed program.
	Record bool
	// Cache, where it is set, has what earlier stagings did with the same, and gets what this one does. It changes no result. Stagings that are recorded,
	// or looked at by Debug's switches, do all of the work themselves.
	Cache *Cache
	// MaxMemory is how many bytes may live on the heap of the process, 0 for any number. From half of them on, the partial evaluator merges contours
	// that it would keep apart, ever more of them; at last nothing is specialised any more, and what is there is no longer made smaller. The residual
	// programs then do the same with more work; Staged.Warnings says so, and nothing of it gets into Cache.
	MaxMemory int64
	Debug     Debug
	// Watch, where it is set, is told how far the work is. It is called often, by several goroutines at a time, and is to return soon.
	Watch func(Progress)
}

// Progress is how far a staging is.
type Progress struct {
	Job      string // the pass with its number, as 1-cnp, or what else is made
	Phase    string // of it
	Contours int    // that the phase specialize has made so far
}

func (p Progress) String() string {
	text := p.Job + ": " + p.Phase
	if p.Contours > 0 {
		text += fmt.Sprintf(", %d contours", p.Contours)
	}
	return text
}

// PhaseTime is how long one run of a phase took. Those of one pass may run while the next one is specialised.
type PhaseTime struct {
	Phase string
	Time  time.Duration
}

// domain is an empty domain of abstract values, in which nodes of trees are told apart by their labels.
func (o Options) domain() *absval.Domain {
	values := o.Values
	values.Trees.Label = ast.LabelArg
	return absval.New(values)
}

// watched reports whether something looks on at the phases, so that they are to run in order.
func (o Options) watched() bool {
	return o.Debug.Trace != nil || o.Debug.Dump != "" || o.PE.Trace != nil || o.DSE.Trace != nil || o.Simplify.Trace != nil
}
