package kernel

import (
	"fmt"
	"math"
	"strings"
	"time"

	"scf/internal/diag"
)

// Step is one thing that was done to get code.
type Step struct {
	Tier    Tier
	Backend string
	Took    time.Duration
	Err     error // why it gave no code
}

// Explanation says which code runs and why.
type Explanation struct {
	Function  string
	Constants string // as text
	Tier      Tier
	Backend   string
	Ready     bool // whether the code for the constants is made, or will not be
	Steps     []Step
	// Saves is what a call of the specialised code takes less than one of the C function as it is, as samples of calls tell; negative where it takes longer, 0 where
	// there are no samples, or where they cannot tell.
	Saves time.Duration
}

// Explain says which code calls that begin now run, and why.
func (s *Specialization) Explain() Explanation {
	e := Explanation{Function: s.kernel.Name(), Constants: s.text(), Backend: s.kernel.backend.Name()}
	select {
	case <-s.made:
		e.Ready = true
	default:
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	e.Tier, e.Steps = s.tier, append(e.Steps, s.steps...)
	if ns, _ := s.sampled(); math.Abs(ns) >= leastSaved {
		e.Saves = time.Duration(ns)
	}
	for _, step := range s.steps {
		if step.Tier == s.tier && step.Err == nil {
			e.Backend = step.Backend
		}
	}
	return e
}

// text is the constants.
func (s *Specialization) text() string {
	var parts []string
	for i, p := range s.kernel.function.Params {
		if s.late[i].IsConstant() {
			parts = append(parts, p.Name+"="+s.late[i].String())
		}
	}
	return strings.Join(parts, " ")
}

// String is the explanation, one line for each thing.
func (e Explanation) String() string {
	var b strings.Builder
	constants := "no constants"
	if e.Constants != "" {
		constants = e.Constants
	}
	fmt.Fprintf(&b, "%s with %s runs the %s code, by the back end %s\n", e.Function, constants, e.Tier, e.Backend)
	for _, s := range e.Steps {
		switch {
		case s.Err != nil:
			fmt.Fprintf(&b, "%s: there is none: %s\n", s.Tier, diag.Render(s.Err))
		default:
			fmt.Fprintf(&b, "%s: made by %s in %v%s\n", s.Tier, s.Backend, s.Took, e.saves(s))
		}
	}
	if !e.Ready {
		b.WriteString("the code for the constants is not made yet\n")
	}
	return b.String()
}

// saves says whether a step pays, where samples tell.
func (e Explanation) saves(s Step) string {
	switch {
	case s.Tier != Specialized || e.Saves == 0:
		return ""
	case e.Saves < 0:
		return fmt.Sprintf("; a call takes %v longer with it, so that it never pays", -e.Saves)
	}
	return fmt.Sprintf("; a call saves %v, so that it pays after %.3g calls", e.Saves, float64(s.Took)/float64(e.Saves))
}
