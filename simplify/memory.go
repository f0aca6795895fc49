package simplify

import (
	"sync"

	"scf/scfml/core"
	"scf/simplify/ledger"
	"scf/simplify/valuegraph"
)

// This file lets a run know what runs before have found out about the same program, where other phases change some of it in between. Most
// functions are as the run before has left them, and to simplify them again would give the same again.
//
// What simplifying a function gives depends on its text, and on what the program may grow by when its turn comes. So a function that has
// the text of one that was not changed is passed over where each of the requests to grow would get the same answer, with the same
// effect on the bounds and on the report: the result is what it is without a memory. (Functions are known by their names. That another
// phase has changed the types of what a function calls, and nothing else, makes a difference to new functions only.)

// Memory is what the runs for one program know of each other. The zero Memory is empty. All of these runs must have the same options, but for
// the bounds on size and work.
type Memory struct {
	constants *valuegraph.Constants
	hasDead   bool
	ambiguous bool // functions share names, so that none is known
	mu        sync.Mutex
	kept      map[string]kept // by the name of the function
}

// kept is a function that simplifying did not change.
type kept struct {
	text   string
	asked  []ledger.Request
	report valuegraph.Report // what it added to that of the run
}

// begin makes the memory ready for a program.
func (m *Memory) begin(fs []*core.Func, hasDead bool) {
	if m.constants == nil {
		m.constants = valuegraph.NewConstants()
	}
	if m.kept == nil || m.hasDead != hasDead {
		m.kept = map[string]kept{}
	}
	m.hasDead, m.ambiguous = hasDead, sharedNames(fs)
}

// remember notes the attempt at f, which did not change it.
func (m *Memory) remember(f *core.Func, a *attempt) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.kept[f.Name] = kept{a.before.text, a.Asked, a.Report}
}

// unchanged is what is known of f, which has that text, where simplifying it does not change it with these means.
func (m *Memory) unchanged(f *core.Func, text string, with ledger.Means) (kept, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k, ok := m.kept[f.Name]
	return k, ok && !m.ambiguous && k.text == text && ledger.AnswersAlike(k.asked, with)
}

// passesOver reports whether simplifying f, which has that text, is known not to change it with these means. It then has
// the effects that it would have.
func (s *session) passesOver(f *core.Func, text string, m ledger.Means) bool {
	k, ok := s.memory.unchanged(f, text, m)
	if ok {
		s.settle(k.asked)
		s.report.Add(k.report)
	}
	return ok
}

// identity is what tells f from other functions in all runs: its name; f itself in programs in which functions share names.
func (s *session) identity(f *core.Func) any {
	if s.memory.ambiguous {
		return f
	}
	return f.Name
}

// sharedNames reports whether functions share a name.
func sharedNames(fs []*core.Func) bool {
	names := map[string]bool{}
	for _, f := range fs {
		names[f.Name] = true
	}
	return len(names) < len(fs)
}
