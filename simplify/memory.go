package simplify

import "scf/scfml"

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
	consts  *constants
	names   *names
	hasDead bool
	kept    map[string]kept // by the name of the function
}

// kept is a function that simplifying did not change.
type kept struct {
	text   string
	asked  []request
	report Report // what it added to that of the run
}

// request is a request to let the program grow by n nodes.
type request struct {
	n       int
	granted bool
}

// begin makes the memory ready for a program that has dead values or not.
func (m *Memory) begin(hasDead bool) {
	if m.consts == nil {
		m.consts, m.names = newConstants(), newNames()
	}
	if m.kept == nil || m.hasDead != hasDead {
		m.kept = map[string]kept{}
	}
	m.hasDead = hasDead
}

// remember notes that simplifying f, which has that text, did not change it.
func (s *session) remember(f *scfml.Func, text string, r Report) {
	if !s.ambiguous {
		s.memory.kept[f.Name] = kept{text, s.asked, r}
	}
}

// remembered tells whether simplifying f, which has that text, is known not to change it now. It then has the effects that it would have.
func (s *session) remembered(f *scfml.Func, text string) bool {
	k, ok := s.memory.kept[f.Name]
	if !ok || k.text != text || s.ambiguous || !s.answersAlike(k.asked) {
		return false
	}
	for _, r := range k.asked {
		s.grow(r.n)
	}
	s.report.add(k.report)
	return true
}

// answersAlike tells whether each of the requests would get the answer now that it got.
func (s *session) answersAlike(asked []request) bool {
	spare := s.spare
	for _, r := range asked {
		if r.granted != fits(r.n, spare) {
			return false
		}
		if r.granted {
			spare -= r.n
		}
	}
	return true
}

// identity is what tells f from other functions in all runs: its name; f itself in programs in which functions share names.
func (s *session) identity(f *scfml.Func) any {
	if s.ambiguous {
		return f
	}
	return f.Name
}

// sharedNames tells whether functions share a name.
func sharedNames(fs []*scfml.Func) bool {
	names := map[string]bool{}
	for _, f := range fs {
		names[f.Name] = true
	}
	return len(names) < len(fs)
}
